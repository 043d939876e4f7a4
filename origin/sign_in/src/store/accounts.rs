//! Accounts, as operators see them: the table `users` as a whole, and rows by address.

use serde::Serialize;
use sqlx::{Any, AnyPool, Executor, Row};

use origin_ground::clock;
use origin_ground::user::{Email, Roles};

/// One line of the list of accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// E-mail address of the account.
    pub email: String,
    /// The name that is shown.
    pub name: String,
    /// `member`, `editor` or `publisher`.
    pub role: String,
    /// Whether the person reads messages in the studio.
    pub recipient: bool,
    /// Time at which the account was made, in RFC 3339.
    pub since: String,
    /// Sessions that are open.
    pub sessions: i64,
}

/// Every account, by address.
pub async fn list(pool: &AnyPool, now: i64) -> sqlx::Result<Vec<Account>> {
    const SQL: &str = "SELECT email, name, role, recipient, created_at,
            (SELECT count(*) FROM sessions
             WHERE sessions.user_id = users.id AND sessions.expires_at > $1) AS sessions
         FROM users ORDER BY email";
    let rows = sqlx::query(SQL).bind(now).fetch_all(pool).await?;
    rows.into_iter()
        .map(|row| {
            Ok(Account {
                email: row.try_get("email")?,
                name: row.try_get("name")?,
                role: row.try_get("role")?,
                recipient: row.try_get::<i64, _>("recipient")? == 1,
                since: clock::rfc3339(row.try_get("created_at")?),
                sessions: row.try_get("sessions")?,
            })
        })
        .collect()
}

/// How many accounts there are.
pub async fn count<'c>(database: impl Executor<'c, Database = Any>) -> sqlx::Result<i64> {
    sqlx::query_scalar("SELECT count(*) FROM users")
        .fetch_one(database)
        .await
}

/// The id of the account of an address.
pub async fn id(pool: &AnyPool, email: &Email) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar("SELECT id FROM users WHERE email = $1")
        .bind(email.as_str())
        .fetch_optional(pool)
        .await
}

/// Gives an account these roles and no others. False if there is none.
pub async fn set_roles(pool: &AnyPool, email: &Email, roles: Roles) -> sqlx::Result<bool> {
    let done = sqlx::query("UPDATE users SET role = $1, recipient = $2 WHERE email = $3")
        .bind(roles.highest().as_str())
        .bind(i64::from(roles.is_recipient()))
        .bind(email.as_str())
        .execute(pool)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends all sessions of an account. Returns how many.
pub async fn end_sessions(pool: &AnyPool, id: &str) -> sqlx::Result<u64> {
    let done = sqlx::query("DELETE FROM sessions WHERE user_id = $1")
        .bind(id)
        .execute(pool)
        .await?;
    Ok(done.rows_affected())
}

/// Ends everyone's sessions. Returns how many.
pub async fn end_all_sessions(pool: &AnyPool) -> sqlx::Result<u64> {
    let done = sqlx::query("DELETE FROM sessions").execute(pool).await?;
    Ok(done.rows_affected())
}

/// Removes an account, all that refers to it, and the codes that are on their way to its address.
/// False if there is none.
pub async fn delete(pool: &AnyPool, email: &str) -> sqlx::Result<bool> {
    let mut transaction = pool.begin().await?;
    // Codes before the user, as a login takes them: two that meet wait for each other once, not in
    // a circle.
    sqlx::query("DELETE FROM email_codes WHERE email = $1")
        .bind(email)
        .execute(&mut *transaction)
        .await?;
    let done = sqlx::query("DELETE FROM users WHERE email = $1")
        .bind(email)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(done.rows_affected() == 1)
}
