//! The database: opening it, and bringing it up to date. One module per table; SQL lives only there and in `migrations/`.
//!
//! Two engines, one set of queries: SQLite in WAL mode (readers do not wait for the writer, and a crash leaves the last commit
//! whole), or PostgreSQL when a URL is given. Queries use `$1`, `RETURNING` and `ON CONFLICT` only as both know them.
//!
//! **Invariant**: a transaction starts with a write. On SQLite it then holds the write lock from its first statement, waits for
//! it at most [`BUSY`], and can never fail half-way because another writer was faster.

pub(crate) mod accounts;
pub(crate) mod codes;
pub(crate) mod sessions;
pub(crate) mod tables;
pub(crate) mod users;

use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{
    Any, AnyConnection, AnyPool, ConnectOptions, Connection, Executor, SqlSafeStr, Transaction,
};

use crate::config::DatabaseUrl;

/// Every migration there ever was, in order. Never remove or edit one.
const MIGRATIONS: [(i64, &str, &str); 1] =
    [(1, "init", include_str!("../migrations/0001_init.sql"))];

/// The version of the tables: that of the last migration.
pub(crate) const SCHEMA: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// How long a statement waits for another program's write, and a call for a connection.
const BUSY: Duration = Duration::from_secs(5);

/// Connections to SQLite, each with a thread of its own: one writes, the others read beside it.
const SQLITE_CONNECTIONS: u32 = 4;

/// Connections to PostgreSQL: four gateways stay far below its usual limit of 100.
const POSTGRES_CONNECTIONS: u32 = 16;

/// What every connection to SQLite is told. A session that was revoked must not come back after a power cut, so commits are
/// synced. The time is [`BUSY`].
const PRAGMAS: &str = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON";

/// What every connection to PostgreSQL is told: a lock is waited for as long as on SQLite, a statement that hangs ends, and that
/// a table is there already is nothing to write into a log.
const MANNERS: &str = "SET client_min_messages = warning; SET lock_timeout = '5s'; SET statement_timeout = '10s'; SET idle_in_transaction_session_timeout = '10s'";

/// SQLite's primary result codes for what passes by itself or by an operator's hand: busy, locked, read-only, I/O, full, cannot open.
const PASSING: [i32; 6] = [5, 6, 8, 10, 13, 14];

/// The same of PostgreSQL, by class: connection, transaction rolled back, out of resources, not in the right state (locks),
/// operator intervention, system error.
const PASSING_CLASSES: [&str; 6] = ["08", "40", "53", "55", "57", "58"];

/// Where the data is.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// SQLite's file.
    File(PathBuf),
    /// A PostgreSQL database.
    Postgres(DatabaseUrl),
}

/// An open, migrated database.
#[derive(Debug)]
pub(crate) struct Db {
    pool: AnyPool,
    engine: Engine,
}

#[derive(Clone, Copy, Debug)]
enum Engine {
    Sqlite,
    Postgres,
}

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be opened or made.
    #[error("cannot open the database `{}`: check the permissions and the space on disk", .path.display())]
    File {
        /// The database's file.
        path: PathBuf,
        /// What SQLite or the system says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// PostgreSQL does not let us in.
    #[error(
        "cannot connect to `{url}`: is PostgreSQL running there, and are user, password and database right?"
    )]
    Postgres {
        /// Its address, without the password.
        url: String,
        /// What PostgreSQL or the system says.
        source: Box<sqlx::Error>,
    },
    /// The tables cannot be brought up to date.
    #[error(
        "cannot migrate the database `{place}`: was it written by a newer version of this program?"
    )]
    Migrate {
        /// The database.
        place: String,
        /// Which migration, and why.
        source: MigrateError,
    },
}

impl Place {
    /// PostgreSQL if a URL is given, else `origin.db` in the folder `var`.
    pub(crate) fn of(var: &Path, url: Option<&DatabaseUrl>) -> Self {
        match url {
            Some(url) => Self::Postgres(url.clone()),
            None => Self::File(var.join("origin.db")),
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(url) => url.fmt(f),
        }
    }
}

impl Db {
    /// Opens a database and brings it up to date; SQLite's file is made, readable by its owner alone, when it is missing.
    pub(crate) async fn open(place: &Place) -> Result<Self, OpenError> {
        load_drivers();
        let (pool, engine) = match place {
            Place::File(path) => (open_file(path).await?, Engine::Sqlite),
            Place::Postgres(url) => (connect(url).await?, Engine::Postgres),
        };
        let migrated = migrator().run(&pool).await;
        migrated.map_err(|source| OpenError::Migrate {
            place: place.to_string(),
            source,
        })?;
        Ok(Self { pool, engine })
    }

    /// For single queries, and to begin a transaction.
    pub(crate) fn pool(&self) -> &AnyPool {
        &self.pool
    }

    /// Begins a transaction that only reads, and sees all tables as they are at its first query.
    pub(crate) async fn begin_snapshot(&self) -> sqlx::Result<Transaction<'static, Any>> {
        match self.engine {
            Engine::Sqlite => self.pool.begin().await,
            Engine::Postgres => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                self.patient(self.pool.begin_with(begin).await?).await
            }
        }
    }

    /// Begins a transaction that replaces all rows: others read the old ones until it ends, and wait if they want to write.
    pub(crate) async fn begin_replacing(&self) -> sqlx::Result<Transaction<'static, Any>> {
        match self.engine {
            Engine::Sqlite => self.pool.begin_with("BEGIN IMMEDIATE").await,
            Engine::Postgres => {
                let mut transaction = self.patient(self.pool.begin().await?).await?;
                tables::lock(&mut transaction).await?;
                Ok(transaction)
            }
        }
    }

    /// A copy of everything takes as long as it takes; locks are still waited for only [`BUSY`].
    async fn patient(
        &self,
        mut transaction: Transaction<'static, Any>,
    ) -> sqlx::Result<Transaction<'static, Any>> {
        transaction
            .execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
            .await?;
        Ok(transaction)
    }

    /// Closes every connection; SQLite's last one folds the write-ahead log into the file.
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

/// Whether an error passes without a change of the program: the answer is then "later", not "broken".
pub(crate) fn will_pass(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => match error.try_downcast_ref::<PgDatabaseError>() {
            Some(error) => PASSING_CLASSES.contains(&&error.code()[..2]),
            None => {
                let code = error.code().and_then(|code| code.parse::<i32>().ok());
                code.is_some_and(|extended| PASSING.contains(&(extended & 0xff)))
            }
        },
        _ => false,
    }
}

async fn open_file(path: &Path) -> Result<AnyPool, OpenError> {
    let failed = |source| OpenError::File {
        path: path.to_owned(),
        source,
    };
    touch(path).map_err(|error| failed(error.into()))?;
    let url = SqliteConnectOptions::new().filename(path).to_url_lossy();
    open_pool(&url, SQLITE_CONNECTIONS, PRAGMAS)
        .await
        .map_err(|error| failed(error.into()))
}

async fn connect(url: &DatabaseUrl) -> Result<AnyPool, OpenError> {
    open_pool(url.reveal(), POSTGRES_CONNECTIONS, MANNERS)
        .await
        .map_err(|source| OpenError::Postgres {
            url: url.to_string(),
            source: Box::new(source),
        })
}

/// `greeting` is what every new connection is told first.
async fn open_pool(
    url: &url::Url,
    connections: u32,
    greeting: &'static str,
) -> sqlx::Result<AnyPool> {
    let options = AnyConnectOptions::from_url(url)?;
    // The pool would try again until its time is up, and then say no more than that. One connection says at once what is wrong.
    let first = async {
        let mut first = AnyConnection::connect_with(&options).await?;
        first.execute(greeting).await?;
        first.close().await
    };
    // A server that takes the connection and says nothing is one that hangs.
    let silent = |_| std::io::Error::other(format!("no answer within {BUSY:?}"));
    tokio::time::timeout(BUSY, first).await.map_err(silent)??;
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(BUSY)
        .after_connect(move |connection, _| {
            Box::pin(async move { connection.execute(greeting).await.map(drop) })
        })
        .connect_with(options)
        .await
}

/// One connection to an SQLite file that is not the site's database.
pub(crate) async fn connect_file(path: &Path) -> sqlx::Result<AnyConnection> {
    load_drivers();
    let url = SqliteConnectOptions::new().filename(path).to_url_lossy();
    AnyConnection::connect(url.as_str()).await
}

/// Brings a database up to date by one connection.
pub(crate) async fn migrate(connection: &mut AnyConnection) -> Result<(), MigrateError> {
    migrator().run(connection).await
}

fn load_drivers() {
    static DRIVERS: Once = Once::new();
    DRIVERS.call_once(sqlx::any::install_default_drivers);
}

fn migrator() -> Migrator {
    migrator_to(SCHEMA)
}

/// The migrations up to a version.
pub(crate) fn migrator_to(last: i64) -> Migrator {
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(
            version,
            name.into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    };
    let wanted = MIGRATIONS
        .into_iter()
        .filter(|(version, ..)| *version <= last);
    Migrator::with_migrations(wanted.map(migration).collect())
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
    use std::os::unix::fs::PermissionsExt;

    #[tokio::test]
    async fn opening_twice_migrates_once_and_only_the_owner_may_read() {
        let var = tempfile::tempdir().unwrap();
        Db::open(&Place::of(var.path(), None))
            .await
            .unwrap()
            .close()
            .await;
        let db = Db::open(&Place::of(var.path(), None)).await.unwrap();
        let applied: i64 = sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations")
            .fetch_one(db.pool())
            .await
            .unwrap();
        assert_eq!(usize::try_from(applied).unwrap(), MIGRATIONS.len());
        for file in std::fs::read_dir(var.path()).unwrap() {
            let file = file.unwrap();
            let mode = file.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "{:?}", file.file_name());
        }
    }

    #[tokio::test]
    async fn the_pragmas_that_the_rules_rest_on_hold_on_every_connection() {
        let var = tempfile::tempdir().unwrap();
        let db = Db::open(&Place::of(var.path(), None)).await.unwrap();
        let mut held = Vec::new();
        for _ in 0..SQLITE_CONNECTIONS {
            let mut connection = db.pool().acquire().await.unwrap();
            let pragma = async |sql: &'static str, connection: &mut AnyConnection| {
                sqlx::query_scalar::<_, i64>(sql)
                    .fetch_one(connection)
                    .await
                    .unwrap()
            };
            assert_eq!(pragma("PRAGMA foreign_keys", &mut connection).await, 1);
            assert_eq!(pragma("PRAGMA synchronous", &mut connection).await, 2);
            assert_eq!(pragma("PRAGMA busy_timeout", &mut connection).await, 5_000);
            held.push(connection);
        }
    }

    #[tokio::test]
    async fn a_locked_database_passes_and_a_broken_rule_does_not() {
        let var = tempfile::tempdir().unwrap();
        let db = Db::open(&Place::of(var.path(), None)).await.unwrap();
        let writing = db.pool().begin_with("BEGIN IMMEDIATE").await.unwrap();
        let path = var.path().join("origin.db");
        let url = SqliteConnectOptions::new().filename(path).to_url_lossy();
        let impatient = open_pool(&url, 1, "PRAGMA busy_timeout = 0").await.unwrap();
        let insert =
            "INSERT INTO users (id, email, name, role, created_at) VALUES ('', '', '', '', 0)";
        let locked = sqlx::query(insert).execute(&impatient).await.unwrap_err();
        assert!(will_pass(&locked), "{locked}");
        writing.rollback().await.unwrap();
        let refused = sqlx::query(insert).execute(&impatient).await.unwrap_err();
        assert!(!will_pass(&refused), "{refused}");
    }

    #[tokio::test]
    async fn a_file_that_is_no_database_is_refused_by_name() {
        let var = tempfile::tempdir().unwrap();
        std::fs::write(var.path().join("origin.db"), "not a database, ".repeat(100)).unwrap();
        let error = Db::open(&Place::of(var.path(), None)).await.unwrap_err();
        assert!(error.to_string().contains("origin.db"), "{error}");
    }
}
