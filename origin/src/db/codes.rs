//! The table `email_codes`. Each rule that two requests could race for is one statement.

use sqlx::{AnyConnection, AnyPool};

/// A code about to be sent.
pub(crate) struct NewCode<'a> {
    pub(crate) email: &'a str,
    /// Keyed hash of address and code.
    pub(crate) hash: &'a str,
    /// Now, in seconds since the epoch.
    pub(crate) sent_at: i64,
    pub(crate) expires_at: i64,
}

/// Puts a code in the place of the address's last one, unless that was sent after `last_before`. Says whether it did.
pub(crate) async fn issue(
    pool: &AnyPool,
    code: NewCode<'_>,
    last_before: i64,
) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "INSERT INTO email_codes (email, code_hash, sent_at, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (email) DO UPDATE SET
             code_hash = excluded.code_hash, sent_at = excluded.sent_at,
             expires_at = excluded.expires_at, attempts = 0
         WHERE email_codes.sent_at <= $5",
    )
    .bind(code.email)
    .bind(code.hash)
    .bind(code.sent_at)
    .bind(code.expires_at)
    .bind(last_before)
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// When the address's last code was sent.
pub(crate) async fn sent_at(pool: &AnyPool, email: &str) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar("SELECT sent_at FROM email_codes WHERE email = $1")
        .bind(email)
        .fetch_optional(pool)
        .await
}

/// Counts a try and returns the hash to compare with; none if there is no code that may still be tried.
pub(crate) async fn take_attempt(
    pool: &AnyPool,
    email: &str,
    now: i64,
    max_attempts: i64,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(
        "UPDATE email_codes SET attempts = attempts + 1
         WHERE email = $1 AND expires_at > $2 AND attempts < $3 RETURNING code_hash",
    )
    .bind(email)
    .bind(now)
    .bind(max_attempts)
    .fetch_optional(pool)
    .await
}

/// Removes a code that was used, or that could not be sent. False if someone else was faster.
pub(crate) async fn remove(
    connection: &mut AnyConnection,
    email: &str,
    hash: &str,
) -> sqlx::Result<bool> {
    let done = sqlx::query("DELETE FROM email_codes WHERE email = $1 AND code_hash = $2")
        .bind(email)
        .bind(hash)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes codes that nobody can use any more.
pub(crate) async fn sweep(connection: &mut AnyConnection, now: i64) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM email_codes WHERE expires_at <= $1")
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}
