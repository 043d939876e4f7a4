//! The table `sessions`. It knows tokens only by their hash.

use sqlx::{AnyConnection, AnyPool};

use super::users::User;
use crate::domain::id;

/// A session about to begin.
pub(crate) struct NewSession<'a> {
    /// Hash of its token.
    pub(crate) token_hash: &'a str,
    pub(crate) user_id: &'a str,
    /// Now, in seconds since the epoch.
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
}

/// Begins a session, and removes those that have expired.
pub(crate) async fn begin(
    connection: &mut AnyConnection,
    session: NewSession<'_>,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO sessions (id, token_hash, user_id, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(id::random())
    .bind(session.token_hash)
    .bind(session.user_id)
    .bind(session.created_at)
    .bind(session.expires_at)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM sessions WHERE expires_at <= $1")
        .bind(session.created_at)
        .execute(connection)
        .await?;
    Ok(())
}

/// Whose session a token opens, if it does.
pub(crate) async fn user(pool: &AnyPool, token_hash: &str, now: i64) -> sqlx::Result<Option<User>> {
    const SQL: &str = "SELECT users.id, users.email, users.name, users.role
         FROM sessions JOIN users ON users.id = sessions.user_id
         WHERE sessions.token_hash = $1 AND sessions.expires_at > $2";
    let row = sqlx::query(SQL)
        .bind(token_hash)
        .bind(now)
        .fetch_optional(pool)
        .await?;
    row.map(|row| User::read(&row)).transpose()
}

/// Ends a session.
pub(crate) async fn revoke(pool: &AnyPool, token_hash: &str) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM sessions WHERE token_hash = $1")
        .bind(token_hash)
        .execute(pool)
        .await?;
    Ok(())
}
