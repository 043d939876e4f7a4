//! The table `used_captchas`.

use sqlx::AnyPool;

/// Uses a captcha up. False if it was used before.
pub async fn take(pool: &AnyPool, nonce: &str, expires_at: i64) -> sqlx::Result<bool> {
    const SQL: &str = "INSERT INTO used_captchas (nonce, expires_at) VALUES ($1, $2) ON CONFLICT (nonce) DO NOTHING";
    let done = sqlx::query(SQL)
        .bind(nonce)
        .bind(expires_at)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() == 1)
}
