//! The table `known_browsers`. It knows browsers only by the hash of their random id.

use sqlx::{AnyConnection, AnyPool};

/// Whether a browser has signed in as an address before.
pub async fn is_known(pool: &AnyPool, email: &str, browser: &str) -> sqlx::Result<bool> {
    const SQL: &str = "SELECT known_browsers.browser
         FROM known_browsers JOIN users ON users.id = known_browsers.user_id
         WHERE users.email = $1 AND known_browsers.browser = $2";
    let row = sqlx::query(SQL)
        .bind(email)
        .bind(browser)
        .fetch_optional(pool)
        .await?;
    Ok(row.is_some())
}

/// Remembers that a browser signed in.
pub async fn remember(
    connection: &mut AnyConnection,
    user_id: &str,
    browser: &str,
    now: i64,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO known_browsers (user_id, browser, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, browser) DO UPDATE SET seen_at = excluded.seen_at",
    )
    .bind(user_id)
    .bind(browser)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}
