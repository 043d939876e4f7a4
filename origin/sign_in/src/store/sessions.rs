//! The table `sessions`. It knows tokens only by their hash.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, Row};

use super::users::User;
use crate::rules::session::Method;
use origin_ground::id;

/// A session about to begin.
pub struct NewSession<'a> {
    /// Hash of the session's token.
    pub token_hash: &'a str,
    /// Id of the account.
    pub user_id: &'a str,
    /// The way in which the person was identified.
    pub method: Method,
    /// Browser and system.
    pub device: &'a str,
    /// Now, in seconds since the epoch.
    pub created_at: i64,
    /// End of the session, in seconds since the epoch.
    pub expires_at: i64,
}

/// A session that goes on.
pub struct Session {
    /// Names the session in lists; it opens no session.
    pub id: String,
    /// Browser and system, as they were at sign-in.
    pub device: String,
    /// Time of the sign-in, in seconds since the epoch.
    pub created_at: i64,
    /// End of the session, in seconds since the epoch.
    pub expires_at: i64,
}

/// The person whom a token names, and the session that it opens.
pub struct Current {
    /// Names the session in lists; it opens no session.
    pub session_id: String,
    /// Whether Feishu vouched for the person.
    pub by_feishu: bool,
    /// The person and the roles.
    pub user: User,
}

/// Begins a session.
pub async fn begin(connection: &mut AnyConnection, session: NewSession<'_>) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO sessions (id, token_hash, user_id, method, device, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(id::random())
    .bind(session.token_hash)
    .bind(session.user_id)
    .bind(session.method.as_str())
    .bind(session.device)
    .bind(session.created_at)
    .bind(session.expires_at)
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends all but the newest sessions of a person.
pub async fn end_oldest(
    connection: &mut AnyConnection,
    user_id: &str,
    keep: i64,
) -> sqlx::Result<()> {
    sqlx::query(
        "DELETE FROM sessions WHERE user_id = $1 AND id NOT IN (
             SELECT id FROM sessions WHERE user_id = $2 ORDER BY created_at DESC, id LIMIT $3)",
    )
    .bind(user_id)
    .bind(user_id)
    .bind(keep)
    .execute(connection)
    .await?;
    Ok(())
}

/// Whose session a token opens, if it does.
pub async fn find(pool: &AnyPool, token_hash: &str, now: i64) -> sqlx::Result<Option<Current>> {
    const SQL: &str =
        "SELECT sessions.id AS session_id, sessions.method, users.id, users.email, users.name, users.role, users.recipient
         FROM sessions JOIN users ON users.id = sessions.user_id
         WHERE sessions.token_hash = $1 AND sessions.expires_at > $2";
    let row = sqlx::query(SQL)
        .bind(token_hash)
        .bind(now)
        .fetch_optional(pool)
        .await?;
    row.map(|row| {
        Ok(Current {
            session_id: row.try_get("session_id")?,
            by_feishu: row.try_get::<String, _>("method")? == Method::Feishu.as_str(),
            user: User::read(&row)?,
        })
    })
    .transpose()
}

/// All sessions of a person, newest first.
pub async fn of_user(pool: &AnyPool, user_id: &str, now: i64) -> sqlx::Result<Vec<Session>> {
    const SQL: &str = "SELECT id, device, created_at, expires_at FROM sessions
         WHERE user_id = $1 AND expires_at > $2 ORDER BY created_at DESC, id";
    let rows = sqlx::query(SQL)
        .bind(user_id)
        .bind(now)
        .fetch_all(pool)
        .await?;
    rows.iter().map(Session::read).collect()
}

impl Session {
    fn read(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.try_get("id")?,
            device: row.try_get("device")?,
            created_at: row.try_get("created_at")?,
            expires_at: row.try_get("expires_at")?,
        })
    }
}

/// Ends the session that a token opens, if there is one.
pub async fn end(connection: &mut AnyConnection, token_hash: &str) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM sessions WHERE token_hash = $1")
        .bind(token_hash)
        .execute(connection)
        .await?;
    Ok(())
}

/// Ends one of a person's sessions. False if the person has none of that name.
pub async fn end_by_id(pool: &AnyPool, user_id: &str, id: &str) -> sqlx::Result<bool> {
    let done = sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() == 1)
}
