//! The table `platform_tokens`: the tokens that platforms grant this site, encrypted, for all
//! processes.

use sqlx::{AnyPool, Row};

/// A stored token.
pub(crate) struct Stored {
    /// The token, encrypted under the origin's key.
    pub(crate) sealed: String,
    /// End of its use, in seconds since the epoch; the platform accepts it some minutes longer.
    pub(crate) good_until: i64,
}

/// The token of a name, if it is still good.
pub(crate) async fn find(pool: &AnyPool, name: &str, now: i64) -> sqlx::Result<Option<Stored>> {
    let row = sqlx::query(
        "SELECT sealed, good_until FROM platform_tokens WHERE name = $1 AND good_until > $2",
    )
    .bind(name)
    .bind(now)
    .fetch_optional(pool)
    .await?;
    row.map(|row| {
        Ok(Stored {
            sealed: row.try_get("sealed")?,
            good_until: row.try_get("good_until")?,
        })
    })
    .transpose()
}

/// Keeps a token in the place of the one before.
pub(crate) async fn put(pool: &AnyPool, name: &str, stored: &Stored) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO platform_tokens (name, sealed, good_until) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE
         SET sealed = excluded.sealed, good_until = excluded.good_until",
    )
    .bind(name)
    .bind(&stored.sealed)
    .bind(stored.good_until)
    .execute(pool)
    .await?;
    Ok(())
}

/// Removes a token that the platform refuses now, unless another is in its place.
pub(crate) async fn remove(pool: &AnyPool, name: &str, sealed: &str) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM platform_tokens WHERE name = $1 AND sealed = $2")
        .bind(name)
        .bind(sealed)
        .execute(pool)
        .await?;
    Ok(())
}
