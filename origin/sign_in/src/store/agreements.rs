//! The table `accepted_agreements`.

use std::collections::BTreeMap;

use sqlx::AnyConnection;

/// Records the agreements that a person accepted: key → version. A version that was accepted before
/// keeps its first time.
pub async fn record(
    connection: &mut AnyConnection,
    user_id: &str,
    accepted: &BTreeMap<String, String>,
    now: i64,
) -> sqlx::Result<()> {
    const SQL: &str = "INSERT INTO accepted_agreements (user_id, agreement, version, accepted_at)
         VALUES ($1, $2, $3, $4) ON CONFLICT (user_id, agreement, version) DO NOTHING";
    for (agreement, version) in accepted {
        sqlx::query(SQL)
            .bind(user_id)
            .bind(agreement)
            .bind(version)
            .bind(now)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
