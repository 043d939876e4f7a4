//! The database: opening it, and bringing it up to date. One module per table; SQL lives only there and in `migrations/`.
//!
//! SQLite in WAL mode: readers do not wait for the writer, and a crash leaves the last commit whole. Queries use `$1`, `RETURNING`
//! and `ON CONFLICT` only as SQLite and PostgreSQL both know them, so that a second engine needs no second set of queries.
//!
//! **Invariant**: a transaction starts with a write. It then holds the write lock from its first statement, waits for it at most
//! [`BUSY`], and can never fail half-way because another writer was faster.

pub(crate) mod codes;
pub(crate) mod sessions;
pub(crate) mod users;

use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

/// Every migration there ever was, in order. Never remove or edit one.
const MIGRATIONS: [(i64, &str, &str); 1] =
    [(1, "init", include_str!("../migrations/0001_init.sql"))];

/// How long a statement waits for another program's write, and a call for a connection.
const BUSY: Duration = Duration::from_secs(5);

/// Connections, each with a thread of its own: one writes, the others read beside it.
const CONNECTIONS: u32 = 4;

/// SQLite's primary result codes for what passes by itself or by an operator's hand: busy, locked, read-only, I/O, full, cannot open.
const PASSING: [i32; 6] = [5, 6, 8, 10, 13, 14];

/// An open, migrated database.
#[derive(Debug)]
pub(crate) struct Db {
    pool: SqlitePool,
}

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be opened or made.
    #[error("cannot open the database `{}`: check the permissions and the space on disk", .path.display())]
    Open {
        /// The database's file.
        path: PathBuf,
        /// What SQLite or the system says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The tables cannot be brought up to date.
    #[error("cannot migrate the database `{}`: was it written by a newer version of this program?", .path.display())]
    Migrate {
        /// The database's file.
        path: PathBuf,
        /// Which migration, and why.
        source: MigrateError,
    },
}

impl Db {
    /// Opens `origin.db` in the folder `var`; makes it, readable by its owner alone, when it is missing.
    pub(crate) async fn open(var: &Path) -> Result<Self, OpenError> {
        let path = var.join("origin.db");
        let failed = |source| OpenError::Open {
            path: path.clone(),
            source,
        };
        touch(&path).map_err(|error| failed(error.into()))?;
        let pool = SqlitePoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(BUSY)
            .connect_with(options(&path))
            .await
            .map_err(|error| failed(error.into()))?;
        let migrated = migrator().run(&pool).await;
        migrated.map_err(|source| OpenError::Migrate { path, source })?;
        Ok(Self { pool })
    }

    /// For single queries, and to begin a transaction.
    pub(crate) fn pool(&self) -> &SqlitePool {
        &self.pool
    }

    /// Closes every connection; the last one folds the write-ahead log into the file.
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

/// Whether an error passes without a change of the program: the answer is then "later", not "broken".
pub(crate) fn will_pass(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => {
            let code = error.code().and_then(|code| code.parse::<i32>().ok());
            code.is_some_and(|extended| PASSING.contains(&(extended & 0xff)))
        }
        _ => false,
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        // A session that was revoked must not come back after a power cut, so commits are synced.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY)
}

fn migrator() -> Migrator {
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(
            version,
            name.into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    };
    Migrator::with_migrations(MIGRATIONS.into_iter().map(migration).collect())
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
        Db::open(var.path()).await.unwrap().close().await;
        let db = Db::open(var.path()).await.unwrap();
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
        let db = Db::open(var.path()).await.unwrap();
        let mut held = Vec::new();
        for _ in 0..CONNECTIONS {
            let mut connection = db.pool().acquire().await.unwrap();
            let pragma = async |sql: &'static str, connection: &mut sqlx::SqliteConnection| {
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
        let db = Db::open(var.path()).await.unwrap();
        let writing = db.pool().begin_with("BEGIN IMMEDIATE").await.unwrap();
        let impatient = options(&var.path().join("origin.db")).busy_timeout(Duration::ZERO);
        let impatient = SqlitePool::connect_with(impatient).await.unwrap();
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
        let error = Db::open(var.path()).await.unwrap_err();
        assert!(error.to_string().contains("origin.db"), "{error}");
    }
}
