//! The table `message_files`: a row before the first byte of a file is stored, and after the last
//! one is gone.

use sqlx::{AnyConnection, AnyPool};

/// A file about to be put into the store.
pub struct NewFile<'a> {
    /// Name of the file in the store.
    pub name: &'a str,
    /// The sender's name for it.
    pub file_name: &'a str,
    /// Media type, by its content.
    pub media_type: &'a str,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: &'a str,
    /// Whether a scanner has to speak first.
    pub is_scanned: bool,
    /// Now, in seconds since the epoch.
    pub since: i64,
}

/// Announces a file. From here on housekeeping removes it, unless it becomes a message's.
pub async fn announce(pool: &AnyPool, file: &NewFile<'_>) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO message_files (name, state, file_name, media_type, size, sha256, scan, since)
         VALUES ($1, 'arriving', $2, $3, $4, $5, $6, $7)",
    )
    .bind(file.name)
    .bind(file.file_name)
    .bind(file.media_type)
    .bind(file.size)
    .bind(file.sha256)
    .bind(if file.is_scanned { "pending" } else { "off" })
    .bind(file.since)
    .execute(pool)
    .await?;
    Ok(())
}

/// Makes an announced file the message's. False if housekeeping was faster.
pub async fn keep(
    connection: &mut AnyConnection,
    name: &str,
    message_id: &str,
    now: i64,
) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "UPDATE message_files SET state = 'kept', message_id = $1, since = $2
         WHERE name = $3 AND state = 'arriving'",
    )
    .bind(message_id)
    .bind(now)
    .bind(name)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Lets the files of a message go: from here on housekeeping removes them.
pub async fn let_go(
    connection: &mut AnyConnection,
    message_id: &str,
    now: i64,
) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE message_files
         SET state = 'leaving', message_id = NULL, file_name = '', since = $1
         WHERE message_id = $2",
    )
    .bind(now)
    .bind(message_id)
    .execute(connection)
    .await?;
    Ok(())
}

/// Gives a file up that became nobody's. False if it is a message's after all, or gone.
pub async fn give_up(pool: &AnyPool, name: &str, now: i64) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "UPDATE message_files SET state = 'leaving', file_name = '', since = $1
         WHERE name = $2 AND state = 'arriving'",
    )
    .bind(now)
    .bind(name)
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Gives up all files that were announced before `before`: the callers are gone.
pub async fn give_up_old(pool: &AnyPool, before: i64, now: i64) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE message_files SET state = 'leaving', file_name = '', since = $1
         WHERE state = 'arriving' AND since < $2",
    )
    .bind(now)
    .bind(before)
    .execute(pool)
    .await?;
    Ok(())
}

/// Some of the files that leave.
pub async fn leaving(pool: &AnyPool, count: i64) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar(
        "SELECT name FROM message_files WHERE state = 'leaving' ORDER BY since, name LIMIT $1",
    )
    .bind(count)
    .fetch_all(pool)
    .await
}

/// Forgets a file that has left the store.
pub async fn forget(pool: &AnyPool, name: &str) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM message_files WHERE name = $1 AND state = 'leaving'")
        .bind(name)
        .execute(pool)
        .await?;
    Ok(())
}

/// Whether a file of the store has a row.
pub async fn is_known(pool: &AnyPool, name: &str) -> sqlx::Result<bool> {
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM message_files WHERE name = $1")
        .bind(name)
        .fetch_one(pool)
        .await?;
    Ok(count > 0)
}
