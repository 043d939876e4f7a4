//! Messages as staff read them: rows of `messages`, each with its file.

use sqlx::any::AnyRow;
use sqlx::{AnyPool, Row};

/// A message with all that is stored of it.
#[derive(Clone, Debug)]
pub struct Record {
    /// 128 random bits in hexadecimal.
    pub id: String,
    /// The number for people: `7K3D-9QXF`.
    pub number: String,
    /// Name of the form.
    pub form: String,
    /// The language that the sender reads.
    pub language: String,
    /// The sender's address; empty if the form asks for none, or the message is withdrawn.
    pub email: String,
    /// JSON: name of the field → value.
    pub fields: String,
    /// Version of the privacy text.
    pub consent: String,
    /// Time of its arrival, in seconds since the epoch.
    pub received_at: i64,
    /// `received`, `done` or `withdrawn`.
    pub state: String,
    /// Time at which that state began, in seconds since the epoch.
    pub state_at: i64,
    /// The message's file; none if it has none, or is withdrawn.
    pub file: Option<FileRecord>,
}

/// A file that is kept.
#[derive(Clone, Debug)]
pub struct FileRecord {
    /// Name of the file in the store.
    pub name: String,
    /// The sender's name for it.
    pub file_name: String,
    /// Media type, by its content.
    pub media_type: String,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// `off` where no scanner is set, `pending` before its verdict, then `clean` or `infected`.
    pub scan: String,
}

/// The messages that are asked for.
#[derive(Clone, Debug)]
pub struct MessageQuery<'a> {
    /// Name of the form; empty: any form.
    pub form: &'a str,
    /// State of the messages; empty: any state.
    pub state: &'a str,
    /// Only messages received at this moment or later, in seconds since the epoch.
    pub since: i64,
    /// Only messages received before this moment, in seconds since the epoch.
    pub before: i64,
    /// The sender's address in small letters, or a part of an answer; any if empty.
    pub address: &'a str,
}

impl Default for MessageQuery<'_> {
    fn default() -> Self {
        Self {
            form: "",
            state: "",
            since: i64::MIN,
            before: i64::MAX,
            address: "",
        }
    }
}

/// The place of a message in the order of lists, the newest first.
pub type Place = (i64, String);

/// A place before all messages.
pub fn first() -> Place {
    (i64::MAX, String::new())
}

const SELECT: &str = "SELECT messages.id AS id, number, form, language, email, fields, consent,
        received_at, messages.state AS state, state_at,
        name, file_name, media_type, size, sha256, scan
    FROM messages LEFT JOIN message_files ON message_id = messages.id ";

/// Some of the messages after a place.
pub async fn page(
    pool: &AnyPool,
    query: &MessageQuery<'_>,
    after: &Place,
    count: i64,
) -> sqlx::Result<Vec<Record>> {
    const WHERE: &str = "WHERE ($1 = '' OR form = $1) AND ($2 = '' OR messages.state = $2)
            AND received_at >= $3 AND received_at < $4
            AND ($5 = '' OR lower(email) = $5 OR lower(fields) LIKE $6 ESCAPE '!')
            AND (received_at < $7 OR received_at = $7 AND messages.id < $8)
        ORDER BY received_at DESC, messages.id DESC LIMIT $9";
    let rows = sqlx::query(sqlx::AssertSqlSafe([SELECT, WHERE].concat()))
        .bind(query.form)
        .bind(query.state)
        .bind(query.since)
        .bind(query.before)
        .bind(query.address)
        .bind(containing(query.address))
        .bind(after.0)
        .bind(after.1.as_str())
        .bind(count)
        .fetch_all(pool)
        .await?;
    rows.iter().map(record).collect()
}

/// The message of a number.
pub async fn find(pool: &AnyPool, number: &str) -> sqlx::Result<Option<Record>> {
    let sql = [SELECT, "WHERE number = $1"].concat();
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(number)
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(record).transpose()
}

/// Some of the messages that were received before a moment, by their ids, the oldest first.
pub async fn older(pool: &AnyPool, moment: i64, count: i64) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar(
        "SELECT id FROM messages WHERE received_at < $1 ORDER BY received_at LIMIT $2",
    )
    .bind(moment)
    .bind(count)
    .fetch_all(pool)
    .await
}

/// How many messages were received before a moment.
pub async fn count_older(pool: &AnyPool, moment: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar("SELECT count(*) FROM messages WHERE received_at < $1")
        .bind(moment)
        .fetch_one(pool)
        .await
}

/// Whether a message came by a form.
pub async fn has_form(pool: &AnyPool, form: &str) -> sqlx::Result<bool> {
    let messages: i64 = sqlx::query_scalar("SELECT count(*) FROM messages WHERE form = $1")
        .bind(form)
        .fetch_one(pool)
        .await?;
    Ok(messages > 0)
}

/// How many messages there are.
pub async fn count(pool: &AnyPool) -> sqlx::Result<i64> {
    count_older(pool, i64::MAX).await
}

/// A pattern for texts that hold this one.
fn containing(text: &str) -> String {
    let mut pattern = String::from("%");
    for character in text.chars() {
        if matches!(character, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

fn record(row: &AnyRow) -> sqlx::Result<Record> {
    let name: Option<String> = row.try_get("name")?;
    let file = match name {
        Some(name) => Some(file(row, name)?),
        None => None,
    };
    Ok(Record {
        id: row.try_get("id")?,
        number: row.try_get("number")?,
        form: row.try_get("form")?,
        language: row.try_get("language")?,
        email: row.try_get("email")?,
        fields: row.try_get("fields")?,
        consent: row.try_get("consent")?,
        received_at: row.try_get("received_at")?,
        state: row.try_get("state")?,
        state_at: row.try_get("state_at")?,
        file,
    })
}

fn file(row: &AnyRow, name: String) -> sqlx::Result<FileRecord> {
    Ok(FileRecord {
        name,
        file_name: row.try_get("file_name")?,
        media_type: row.try_get("media_type")?,
        size: row.try_get("size")?,
        sha256: row.try_get("sha256")?,
        scan: row.try_get("scan")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_takes_the_text_as_it_is() {
        assert_eq!(containing("a_b%c!@x.io"), "%a!_b!%c!!@x.io%");
    }
}
