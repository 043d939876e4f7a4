//! Connections to either engine, and the first statements of each.

use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Once;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, Executor};

use super::faults::is_damage;
use super::{Location, OpenError};
use crate::db::url::DatabaseUrl;

/// How long a statement waits for another program's write, and a call for a connection.
pub(super) const BUSY: Duration = Duration::from_secs(5);

/// Connections to SQLite for reading, each with a thread of its own.
pub(super) const SQLITE_READERS: u32 = 4;

/// SQLite has one writer at a time. Callers that wait for this one connection form a queue; waiting
/// for the file's lock has no order, and keeps a connection from callers that only read.
const SQLITE_WRITERS: u32 = 1;

/// Connections to PostgreSQL: four gateways stay far below its usual limit of 100.
const POSTGRES_CONNECTIONS: u32 = 16;

/// Settings of every connection to SQLite. A session that was revoked must not come back after a
/// power cut, so commits are synced; deleted data is overwritten. The time is [`BUSY`].
const PRAGMAS: &str = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON";

/// Settings of a connection that only looks whether SQLite's file can be used: the second statement
/// reads its first page.
const LOOK: &str = "PRAGMA busy_timeout = 5000; PRAGMA schema_version";

/// Settings of every connection to PostgreSQL: a lock is waited for as long as on SQLite, a
/// statement that hangs ends, and a table that exists already causes no line in the log.
const MANNERS: &str = "SET client_min_messages = warning; SET lock_timeout = '5s'; SET statement_timeout = '10s'; SET idle_in_transaction_session_timeout = '10s'";

/// The site's database on SQLite, for reading and for writing; its file is made, readable by its
/// owner alone, when it is missing.
pub(super) async fn open_file(path: &Path) -> Result<[AnyPool; 2], OpenError> {
    let failed = |source| OpenError::File {
        path: path.to_owned(),
        source,
    };
    touch(path).map_err(|error| failed(error.into()))?;
    let url = SqliteConnectOptions::new().filename(path).to_url_lossy();
    let open = async |connections| {
        let pool = open_pool(&url, connections, PRAGMAS).await;
        pool.map_err(|error| open_error(path, error))
    };
    Ok([open(SQLITE_READERS).await?, open(SQLITE_WRITERS).await?])
}

fn open_error(path: &Path, error: sqlx::Error) -> OpenError {
    match is_damage(&error) {
        true => OpenError::Damaged {
            path: path.to_owned(),
            source: Box::new(error),
        },
        false => OpenError::File {
            path: path.to_owned(),
            source: error.into(),
        },
    }
}

/// The site's database on PostgreSQL.
pub(super) async fn open_server(url: &DatabaseUrl) -> Result<AnyPool, OpenError> {
    open_pool(url.reveal(), POSTGRES_CONNECTIONS, MANNERS)
        .await
        .map_err(|source| connect_error(url, source))
}

fn connect_error(url: &DatabaseUrl, source: sqlx::Error) -> OpenError {
    OpenError::Postgres {
        url: url.to_string(),
        source: Box::new(source),
    }
}

/// A pool, of which every new connection runs `greeting` first.
pub(super) async fn open_pool(
    url: &url::Url,
    connections: u32,
    greeting: &'static str,
) -> sqlx::Result<AnyPool> {
    // The pool would try again until its time is up, and then report only that. One connection
    // reports the fault at once.
    connect(url, greeting).await?.close().await?;
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(BUSY)
        .after_connect(move |connection, _| {
            Box::pin(async move { connection.execute(greeting).await.map(drop) })
        })
        .connect_with(AnyConnectOptions::from_url(url)?)
        .await
}

/// One connection to the site's database, which runs no statement but its settings; a file has to
/// exist.
pub(super) async fn connect_location(location: &Location) -> Result<AnyConnection, OpenError> {
    match location {
        Location::File(path) => {
            let failed = |source| OpenError::File {
                path: path.to_owned(),
                source,
            };
            touch(path).map_err(|error| failed(error.into()))?;
            let url = SqliteConnectOptions::new().filename(path).to_url_lossy();
            let opened = connect(&url, LOOK).await;
            opened.map_err(|error| open_error(path, error))
        }
        Location::Postgres(url) => connect(url.reveal(), MANNERS)
            .await
            .map_err(|source| connect_error(url, source)),
    }
}

async fn connect(url: &url::Url, greeting: &'static str) -> sqlx::Result<AnyConnection> {
    load_drivers();
    let options = AnyConnectOptions::from_url(url)?;
    let connecting = async {
        let mut connection = AnyConnection::connect_with(&options).await?;
        connection.execute(greeting).await?;
        Ok(connection)
    };
    // A server that takes the connection and sends no answer hangs.
    let silent = |_| std::io::Error::other(format!("no answer within {BUSY:?}"));
    tokio::time::timeout(BUSY, connecting)
        .await
        .map_err(silent)?
}

/// One connection to an SQLite file that is not the site's database.
pub async fn connect_file(path: &Path) -> sqlx::Result<AnyConnection> {
    load_drivers();
    let url = SqliteConnectOptions::new().filename(path).to_url_lossy();
    AnyConnection::connect(url.as_str()).await
}

/// An empty SQLite database that no other connection sees.
pub async fn connect_memory() -> sqlx::Result<AnyConnection> {
    load_drivers();
    AnyConnection::connect("sqlite::memory:").await
}

fn load_drivers() {
    static DRIVERS: Once = Once::new();
    DRIVERS.call_once(sqlx::any::install_default_drivers);
}

/// Makes the file with the right mode; SQLite gives its companions (`-wal`, `-shm`) the same.
fn touch(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true).mode(0o600);
    options.open(path).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;

    #[tokio::test]
    async fn the_pragmas_that_the_rules_rest_on_hold_on_every_connection() {
        let var = tempfile::tempdir().unwrap();
        let db = Db::open(&Location::new(var.path(), None)).await.unwrap();
        let mut held = Vec::new();
        for _ in 0..SQLITE_READERS {
            let mut connection = db.readers().acquire().await.unwrap();
            let pragma = async |sql: &'static str, connection: &mut AnyConnection| {
                sqlx::query_scalar::<_, i64>(sql)
                    .fetch_one(connection)
                    .await
                    .unwrap()
            };
            assert_eq!(pragma("PRAGMA foreign_keys", &mut connection).await, 1);
            assert_eq!(pragma("PRAGMA synchronous", &mut connection).await, 2);
            assert_eq!(pragma("PRAGMA secure_delete", &mut connection).await, 1);
            assert_eq!(pragma("PRAGMA busy_timeout", &mut connection).await, 5_000);
            held.push(connection);
        }
    }

    #[tokio::test]
    async fn a_file_that_is_no_database_is_refused_by_name() {
        let var = tempfile::tempdir().unwrap();
        std::fs::write(var.path().join("origin.db"), "not a database, ".repeat(100)).unwrap();
        let error = Db::open(&Location::new(var.path(), None))
            .await
            .unwrap_err();
        assert!(error.to_string().contains("origin.db"), "{error}");
    }
}
