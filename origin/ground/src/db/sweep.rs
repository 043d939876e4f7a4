//! Removing rows without further use.

use sqlx::AnyPool;

/// Seconds that a browser is known after its last sign-in: half a year, so that who comes back now
/// and then is.
const BROWSER_MEMORY: i64 = 180 * 24 * 60 * 60;

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;

/// Removes sign-ins, budgets and copies. Uploads are data of visitors; `uploads::store` removes
/// them.
///
/// One statement per table, each a transaction of its own: two sweeps at once, or a sweep beside a
/// sign-in, hold no lock that the other waits for.
pub async fn sweep(pool: &AnyPool, now: i64) -> sqlx::Result<()> {
    for (sql, before) in [
        ("DELETE FROM email_codes WHERE expires_at <= $1", now),
        ("DELETE FROM used_captchas WHERE expires_at <= $1", now),
        ("DELETE FROM sending_budgets WHERE full_at <= $1", now),
        ("DELETE FROM sessions WHERE expires_at <= $1", now),
        ("DELETE FROM platform_tokens WHERE good_until <= $1", now),
        ("DELETE FROM chat_tokens WHERE day < $1", now / DAY),
        (
            "DELETE FROM known_browsers WHERE seen_at <= $1",
            now - BROWSER_MEMORY,
        ),
    ] {
        sqlx::query(sql).bind(before).execute(pool).await?;
    }
    Ok(())
}
