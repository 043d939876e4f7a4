//! The table `chat_tokens`: the cost of the assistant's model today, for all processes.

use sqlx::{AnyConnection, AnyPool};

/// The row of everybody together.
pub const ALL: &str = "all";

/// Sets tokens aside, unless more than `most` would be spent. False if they would.
pub async fn reserve(
    connection: &mut AnyConnection,
    day: i64,
    visitor: &str,
    tokens: i64,
    most: i64,
) -> sqlx::Result<bool> {
    if tokens > most {
        return Ok(false);
    }
    let done = sqlx::query(
        "INSERT INTO chat_tokens (day, visitor, tokens) VALUES ($1, $2, $3)
         ON CONFLICT (day, visitor) DO UPDATE SET tokens = chat_tokens.tokens + excluded.tokens
         WHERE chat_tokens.tokens + excluded.tokens <= $4",
    )
    .bind(day)
    .bind(visitor)
    .bind(tokens)
    .bind(most)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Replaces the reserved tokens of an answer by its real cost: adds the difference, which may be
/// negative.
pub async fn settle(pool: &AnyPool, day: i64, visitor: &str, difference: i64) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE chat_tokens
         SET tokens = CASE WHEN tokens + $1 > 0 THEN tokens + $1 ELSE 0 END
         WHERE day = $2 AND visitor IN ($3, $4)",
    )
    .bind(difference)
    .bind(day)
    .bind(visitor)
    .bind(ALL)
    .execute(pool)
    .await?;
    Ok(())
}
