//! The examination of a file before its rows replace ours.

use std::io::Read;
use std::path::Path;

use sentences::Message;
use sqlx::AnyConnection;

use super::{APPLICATION_ID, BackupError};
use origin_ground::db;

/// How every SQLite file begins.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// A copy of a backup in `folder`, found whole and brought up to date. The backup itself is only
/// read.
pub(super) async fn open_copy(file: &Path, folder: &Path) -> Result<AnyConnection, BackupError> {
    let path = folder.join("backup.db");
    copy(file, &path)?;
    let damaged = |error: sqlx::Error| damage(file, systems(error.to_string()));
    let mut connection = db::connect_file(&path).await.map_err(damaged)?;
    let id = number("PRAGMA application_id", &mut connection).await;
    if id.map_err(damaged)? != APPLICATION_ID {
        return Err(BackupError::Foreign(file.to_owned()));
    }
    check(file, &mut connection).await?;
    let schema = number("SELECT max(version) FROM _sqlx_migrations", &mut connection).await;
    let schema = schema.map_err(damaged)?;
    if schema > db::SCHEMA {
        let file = file.to_owned();
        return Err(BackupError::Newer { file, schema });
    }
    if !has_tables_of(schema, &mut connection)
        .await
        .map_err(damaged)?
    {
        return Err(damage(file, Message::new("backup-tables")));
    }
    db::migrations::run_on(&mut connection)
        .await
        .map_err(|error| damage(file, systems(error.to_string())))?;
    Ok(connection)
}

/// Whether every page and every reference is as SQLite wrote it.
async fn check(file: &Path, connection: &mut AnyConnection) -> Result<(), BackupError> {
    let state: Result<String, _> = sqlx::query_scalar("PRAGMA integrity_check(1)")
        .fetch_one(&mut *connection)
        .await;
    let broken = sqlx::query("PRAGMA foreign_key_check")
        .fetch_optional(connection)
        .await;
    match (state, broken) {
        (Ok(state), Ok(None)) if state == "ok" => Ok(()),
        // SQLite's report has several lines; an error is one.
        (Ok(state), Ok(None)) => Err(damage(file, systems(state.replace('\n', " ")))),
        (Ok(_), Ok(Some(_))) => Err(damage(file, Message::new("backup-reference"))),
        (Err(error), _) | (_, Err(error)) => Err(damage(file, systems(error.to_string()))),
    }
}

/// Whether a backup holds exactly the tables and columns of its version. A trigger or a view would
/// run statements of a stranger, and names of columns become part of statements on our own
/// database.
async fn has_tables_of(schema: i64, backup: &mut AnyConnection) -> sqlx::Result<bool> {
    let mut ours = db::connect_memory().await?;
    let made = db::migrations::to(schema).run(&mut ours).await;
    made.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
    Ok(outline(backup).await? == outline(&mut ours).await?)
}

/// Tables and columns of a database, a line each. Only the rows of the list of migrations matter,
/// and they are checked elsewhere.
async fn outline(connection: &mut AnyConnection) -> sqlx::Result<Vec<String>> {
    const SQL: &str = "SELECT type || ' ' || name FROM sqlite_master
             WHERE NOT (tbl_name = '_sqlx_migrations' AND type IN ('table', 'index'))
         UNION ALL
         SELECT tables.name || ' ' || columns.name || ' ' || columns.type || ' ' || columns.hidden
             FROM sqlite_master AS tables, pragma_table_xinfo(tables.name) AS columns
             WHERE tables.type = 'table' AND tables.name <> '_sqlx_migrations'
         ORDER BY 1";
    sqlx::query_scalar(SQL).fetch_all(connection).await
}

/// A reason in the words of SQLite or its library.
fn systems(words: String) -> Message {
    Message::new("system-words").with("words", words)
}

fn damage(file: &Path, reason: Message) -> BackupError {
    BackupError::Damaged {
        file: file.to_owned(),
        reason,
    }
}

fn copy(file: &Path, to: &Path) -> Result<(), BackupError> {
    let io = |source| BackupError::Io(file.to_owned(), source);
    let mut start = Vec::new();
    let opened = std::fs::File::open(file).map_err(io)?;
    opened
        .take(MAGIC.len() as u64)
        .read_to_end(&mut start)
        .map_err(io)?;
    if start != MAGIC {
        return Err(BackupError::Foreign(file.to_owned()));
    }
    std::fs::copy(file, to)
        .map_err(|source| BackupError::Io(to.to_owned(), source))
        .map(drop)
}

async fn number(sql: &'static str, connection: &mut AnyConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar(sql).fetch_one(connection).await
}
