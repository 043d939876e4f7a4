//! The table `acts`: operators' and staff's acts on personal data.

use futures_util::TryStreamExt;
use serde::Serialize;
use sqlx::{Any, AnyPool, Executor, Row};

use crate::clock::rfc3339;
use crate::id;

/// An act on personal data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Act {
    /// When, in RFC 3339.
    pub at: String,
    /// The author of the command.
    pub by: String,
    /// The command: `messages export`.
    pub verb: String,
    /// The number of a message or the id of an account; empty where it concerned several, or a
    /// message that is purged.
    pub object: String,
    /// How many messages, accounts, sessions or suppliers it concerned.
    pub count: i64,
}

/// An act that is to be recorded.
#[derive(Clone, Copy, Debug)]
pub struct NewAct<'a> {
    /// The author of the command.
    pub actor: &'a str,
    /// The command: `messages export`.
    pub verb: &'a str,
    /// Number of a message or id of an account; empty for several, and for a purged message.
    pub object: &'a str,
    /// How many messages, accounts, sessions or suppliers it concerns.
    pub count: u64,
}

/// Adds an act.
pub async fn record<'c>(
    database: impl Executor<'c, Database = Any>,
    act: NewAct<'_>,
    now: i64,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO acts (id, done_at, actor, verb, object, count) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(id::random())
    .bind(now)
    .bind(act.actor)
    .bind(act.verb)
    .bind(act.object)
    .bind(i64::try_from(act.count).unwrap_or(i64::MAX))
    .execute(database)
    .await?;
    Ok(())
}

/// Hands over the acts since a moment one by one, the oldest first.
pub async fn each<E: From<sqlx::Error>>(
    pool: &AnyPool,
    since: i64,
    mut act: impl FnMut(Act) -> Result<(), E>,
) -> Result<(), E> {
    const SQL: &str = "SELECT done_at, actor, verb, object, count FROM acts
         WHERE done_at >= $1 ORDER BY done_at, id";
    let mut rows = sqlx::query(SQL).bind(since).fetch(pool);
    while let Some(row) = rows.try_next().await? {
        act(Act {
            at: rfc3339(row.try_get("done_at")?),
            by: row.try_get("actor")?,
            verb: row.try_get("verb")?,
            object: row.try_get("object")?,
            count: row.try_get("count")?,
        })?;
    }
    Ok(())
}
