//! The table `email_codes`. Each rule that two requests could race for is one statement.

use sqlx::{AnyConnection, AnyPool};

/// Whose code: an address, and the browser that asked.
#[derive(Clone, Copy)]
pub struct Holder<'a> {
    /// The address, in lower case.
    pub email: &'a str,
    /// Hash of the browser's anonymous id; empty if it sent none.
    pub browser: &'a str,
}

/// A code about to be sent.
pub struct NewCode<'a> {
    /// The address and the browser that the code is for.
    pub holder: Holder<'a>,
    /// Keyed hash of holder and code.
    pub hash: &'a str,
    /// Now, in seconds since the epoch.
    pub sent_at: i64,
    /// End of its validity, in seconds since the epoch.
    pub expires_at: i64,
}

/// Puts a code in the place of the holder's last one, unless that was sent after `last_before`.
/// Says whether it did.
pub async fn issue(
    connection: &mut AnyConnection,
    code: &NewCode<'_>,
    last_before: i64,
) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "INSERT INTO email_codes (email, browser, code_hash, sent_at, expires_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (email, browser) DO UPDATE SET
             code_hash = excluded.code_hash, sent_at = excluded.sent_at,
             expires_at = excluded.expires_at, attempts = 0
         WHERE email_codes.sent_at <= $6",
    )
    .bind(code.holder.email)
    .bind(code.holder.browser)
    .bind(code.hash)
    .bind(code.sent_at)
    .bind(code.expires_at)
    .bind(last_before)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// When the holder's last code was sent.
pub async fn sent_at(
    connection: &mut AnyConnection,
    holder: Holder<'_>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar("SELECT sent_at FROM email_codes WHERE email = $1 AND browser = $2")
        .bind(holder.email)
        .bind(holder.browser)
        .fetch_optional(connection)
        .await
}

/// Counts a try and returns the hash to compare with; none if there is no code that may still be
/// tried.
pub async fn take_attempt(
    pool: &AnyPool,
    holder: Holder<'_>,
    now: i64,
    max_attempts: i64,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(
        "UPDATE email_codes SET attempts = attempts + 1
         WHERE email = $1 AND browser = $2 AND expires_at > $3 AND attempts < $4
         RETURNING code_hash",
    )
    .bind(holder.email)
    .bind(holder.browser)
    .bind(now)
    .bind(max_attempts)
    .fetch_optional(pool)
    .await
}

/// Removes a code that was used, or that could not be sent. False if someone else was faster.
pub async fn remove(
    connection: &mut AnyConnection,
    holder: Holder<'_>,
    hash: &str,
) -> sqlx::Result<bool> {
    const SQL: &str =
        "DELETE FROM email_codes WHERE email = $1 AND browser = $2 AND code_hash = $3";
    let done = sqlx::query(SQL)
        .bind(holder.email)
        .bind(holder.browser)
        .bind(hash)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}
