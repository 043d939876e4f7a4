//! The table `messages`.

use contract::api::MessageState;
use sqlx::{AnyConnection, AnyPool, Row};

use crate::store::tombstones::{self, TombstoneReason};
use crate::store::{files, outbox};

/// A message about to be stored.
pub struct NewMessage<'a> {
    /// 128 random bits in hexadecimal.
    pub id: &'a str,
    /// The number for people: `7K3D-9QXF`.
    pub number: &'a str,
    /// Name of the form.
    pub form: &'a str,
    /// The language that the sender reads.
    pub language: &'a str,
    /// Empty if the form asks for none.
    pub email: &'a str,
    /// JSON: name of the field → value.
    pub fields: &'a str,
    /// Version of the privacy text.
    pub consent: &'a str,
    /// Hash of the sender's key; a second message with the same hash is not stored.
    pub key_hash: &'a str,
    /// Now, in seconds since the epoch.
    pub received_at: i64,
}

/// A message as its sender may see it.
pub struct MessageStatus {
    /// 128 random bits in hexadecimal.
    pub id: String,
    /// The number for people: `7K3D-9QXF`.
    pub number: String,
    /// Name of the form.
    pub form: String,
    /// Time of its arrival, in seconds since the epoch.
    pub received_at: i64,
    /// How far the message has come.
    pub state: MessageState,
    /// The sender's name for the file.
    pub file_name: Option<String>,
}

/// A message as letters describe it.
pub struct MessageSummary {
    /// The number for people: `7K3D-9QXF`.
    pub number: String,
    /// Name of the form.
    pub form: String,
    /// The language that the sender reads.
    pub language: String,
    /// The sender's address; empty if the form asks for none, or the message is withdrawn.
    pub email: String,
    /// Time of its arrival, in seconds since the epoch.
    pub received_at: i64,
    /// Hash of the link's token, once a letter has contained it.
    pub link_hash: Option<String>,
    /// Name and bytes of the file.
    pub file: Option<(String, i64)>,
}

/// The number of the message that was sent with a key, if there is one.
pub async fn number_of_key(pool: &AnyPool, key_hash: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar("SELECT number FROM messages WHERE key_hash = $1")
        .bind(key_hash)
        .fetch_optional(pool)
        .await
}

/// Stores a message. False if there is one with the same key already.
pub async fn insert(
    connection: &mut AnyConnection,
    message: &NewMessage<'_>,
) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "INSERT INTO messages (id, number, form, language, email, fields, consent, key_hash,
                               received_at, state, state_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'received', $10)
         ON CONFLICT (key_hash) DO NOTHING",
    )
    .bind(message.id)
    .bind(message.number)
    .bind(message.form)
    .bind(message.language)
    .bind(message.email)
    .bind(message.fields)
    .bind(message.consent)
    .bind(message.key_hash)
    .bind(message.received_at)
    .bind(message.received_at)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The message behind a link, by the hash of its token.
pub async fn status(pool: &AnyPool, link_hash: &str) -> sqlx::Result<Option<MessageStatus>> {
    let row = sqlx::query(
        "SELECT messages.id, number, form, received_at, messages.state AS state, file_name
         FROM messages LEFT JOIN message_files ON message_id = messages.id
         WHERE link_hash = $1",
    )
    .bind(link_hash)
    .fetch_optional(pool)
    .await?;
    row.map(|row| {
        Ok(MessageStatus {
            id: row.try_get("id")?,
            number: row.try_get("number")?,
            form: row.try_get("form")?,
            received_at: row.try_get("received_at")?,
            state: state(row.try_get("state")?),
            file_name: row.try_get("file_name")?,
        })
    })
    .transpose()
}

/// The message that a letter is about.
pub async fn summary(pool: &AnyPool, id: &str) -> sqlx::Result<Option<MessageSummary>> {
    let row = sqlx::query(
        "SELECT number, form, language, email, received_at, link_hash, file_name, size
         FROM messages LEFT JOIN message_files ON message_id = messages.id
         WHERE messages.id = $1",
    )
    .bind(id)
    .fetch_optional(pool)
    .await?;
    row.map(|row| {
        let name: Option<String> = row.try_get("file_name")?;
        let size: Option<i64> = row.try_get("size")?;
        Ok(MessageSummary {
            number: row.try_get("number")?,
            form: row.try_get("form")?,
            language: row.try_get("language")?,
            email: row.try_get("email")?,
            received_at: row.try_get("received_at")?,
            link_hash: row.try_get("link_hash")?,
            file: name.zip(size),
        })
    })
    .transpose()
}

/// Makes a token the message's link. False if there is no such message, or it is withdrawn.
pub async fn link(pool: &AnyPool, id: &str, link_hash: &str) -> sqlx::Result<bool> {
    const SQL: &str = "UPDATE messages SET link_hash = $1 WHERE id = $2 AND state <> 'withdrawn'";
    let done = sqlx::query(SQL)
        .bind(link_hash)
        .bind(id)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// The state that is stored by a name.
pub fn state(text: &str) -> MessageState {
    match text {
        "withdrawn" => MessageState::Withdrawn,
        "done" => MessageState::Done,
        // The table knows three.
        _ => MessageState::Received,
    }
}

/// Removes the sender's text from a message, lets its file go, and forgets the unsent items about
/// it. False if that was done before, or there is none. The key remains, so that the same message
/// sent again is still this one.
pub async fn withdraw(connection: &mut AnyConnection, id: &str, now: i64) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "UPDATE messages SET state = 'withdrawn', state_at = $1, email = '', fields = '{}'
         WHERE id = $2 AND state <> 'withdrawn'",
    )
    .bind(now)
    .bind(id)
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    files::let_go(connection, id, now).await?;
    outbox::forget(connection, id).await?;
    tombstones::record(connection, id, TombstoneReason::Withdrawn, now).await?;
    Ok(true)
}

/// Marks a message as open or done. False if it has that state already, or was withdrawn.
pub async fn change(
    connection: &mut AnyConnection,
    id: &str,
    state: MessageState,
    now: i64,
) -> sqlx::Result<bool> {
    let changed = sqlx::query(
        "UPDATE messages SET state = $1, state_at = $2
         WHERE id = $3 AND state <> $1 AND state <> 'withdrawn'",
    )
    .bind(state_name(state))
    .bind(now)
    .bind(id)
    .execute(connection)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// The state as it is stored.
pub fn state_name(state: MessageState) -> &'static str {
    match state {
        MessageState::Received => "received",
        MessageState::Done => "done",
        MessageState::Withdrawn => "withdrawn",
    }
}

/// Removes all that there is of a message, and lets its file go. False if there is none.
pub async fn purge(connection: &mut AnyConnection, id: &str, now: i64) -> sqlx::Result<bool> {
    files::let_go(connection, id, now).await?;
    let done = sqlx::query("DELETE FROM messages WHERE id = $1")
        .bind(id)
        .execute(&mut *connection)
        .await?;
    let was_there = done.rows_affected() == 1;
    if was_there {
        tombstones::record(connection, id, TombstoneReason::Purged, now).await?;
    }
    Ok(was_there)
}

/// Ends messages again that a restore of an older backup brought back. Returns how many.
pub async fn end_again(connection: &mut AnyConnection) -> sqlx::Result<u64> {
    let mut count = 0;
    for ended in tombstones::risen(connection).await? {
        let is_done = match ended.ending {
            TombstoneReason::Withdrawn => withdraw(connection, &ended.id, ended.ended_at).await?,
            TombstoneReason::Purged => purge(connection, &ended.id, ended.ended_at).await?,
        };
        count += u64::from(is_done);
    }
    Ok(count)
}
