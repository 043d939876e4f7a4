//! The database: opening it, and bringing it up to date. SQL is in `migrations/`, and in the
//! `store` of each feature, a module for each table.
//!
//! Two engines, one set of queries: SQLite in WAL mode (readers do not wait for the writer, and a
//! crash leaves the last commit whole), or PostgreSQL when a URL is given. Queries use `$1`,
//! `RETURNING` and `ON CONFLICT` only as both know them.
//!
//! **Invariant**: a transaction starts with a write. On SQLite it then holds the write lock from
//! its first statement, waits for it at most [`connect::BUSY`], and can never fail half-way because
//! another writer was faster.
//!
//! **Invariant**: a reader never waits for a writer, so that sessions can be checked whatever else
//! happens. On SQLite writers queue for one connection.

pub mod budgets;
pub mod clock_readings;
mod connect;
mod faults;
pub mod migrations;
pub mod sweep;
pub mod tables;
pub mod url;

use std::path::{Path, PathBuf};

use sentences::Message;
use sqlx::migrate::MigrateError;
use sqlx::{Any, AnyPool, Executor, Row, Transaction};

use crate::db::url::DatabaseUrl;

pub use connect::{connect_file, connect_memory};
pub use faults::will_pass;
pub use migrations::SCHEMA;

/// Where the data is.
#[derive(Clone, Debug)]
pub enum Location {
    /// SQLite's file.
    File(PathBuf),
    /// A PostgreSQL database.
    Postgres(DatabaseUrl),
}

/// An open, migrated database.
#[derive(Clone, Debug)]
pub struct Db {
    readers: AnyPool,
    writers: AnyPool,
    location: Location,
}

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum OpenError {
    /// The file cannot be opened or made.
    File {
        /// The database's file.
        path: PathBuf,
        /// The reason, from SQLite or the system.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The file is no database, or a damaged one.
    Damaged {
        /// The database's file.
        path: PathBuf,
        /// The reason, from SQLite.
        source: Box<sqlx::Error>,
    },
    /// PostgreSQL does not let us in.
    Postgres {
        /// Address of the database, without the password.
        url: String,
        /// The reason, from PostgreSQL or the system.
        source: Box<sqlx::Error>,
    },
    /// The tables cannot be brought up to date.
    Migrate {
        /// The database.
        location: String,
        /// Which migration, and why.
        source: MigrateError,
    },
}

impl OpenError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        let about =
            |message: Message, path: &Path| message.with("file", path.display().to_string());
        match self {
            Self::File { path, .. } => about(Message::new("database-file"), path),
            Self::Damaged { path, .. } => about(Message::new("database-damaged"), path),
            Self::Postgres { url, .. } => Message::new("database-postgres").with("url", url),
            Self::Migrate { location, .. } => {
                Message::new("database-migrate").with("database", location)
            }
        }
    }
}

impl Location {
    /// PostgreSQL if a URL is given, else `origin.db` in the folder `var`.
    pub fn new(var: &Path, url: Option<&DatabaseUrl>) -> Self {
        match url {
            Some(url) => Self::Postgres(url.clone()),
            None => Self::File(var.join("origin.db")),
        }
    }
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(url) => url.fmt(f),
        }
    }
}

impl Db {
    /// Opens a database and brings it up to date; SQLite's file is made, readable by its owner
    /// alone, when it is missing.
    pub async fn open(location: &Location) -> Result<Self, OpenError> {
        let [readers, writers] = match location {
            Location::File(path) => connect::open_file(path).await?,
            Location::Postgres(url) => {
                let pool = connect::open_server(url).await?;
                [pool.clone(), pool]
            }
        };
        let migrated = migrations::run(&writers).await;
        migrated.map_err(|source| not_migrated(location, source))?;
        Ok(Self {
            readers,
            writers,
            location: location.clone(),
        })
    }

    /// Whether [`Db::open`] would succeed. Runs no migration, and makes no file.
    pub async fn check(location: &Location) -> Result<(), OpenError> {
        if let Location::File(path) = location
            && !path.exists()
        {
            return Ok(());
        }
        let mut connection = connect::connect_location(location).await?;
        let checked = migrations::check(&mut connection, location).await;
        checked.map_err(|source| not_migrated(location, source))
    }

    /// Where the data is.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// For queries that read.
    pub fn readers(&self) -> &AnyPool {
        &self.readers
    }

    /// For statements that write, and to begin a transaction. A holder of one never asks for a
    /// second.
    pub fn writers(&self) -> &AnyPool {
        &self.writers
    }

    /// Begins a transaction that only reads, and sees all tables as they are at its first query.
    pub async fn begin_snapshot(&self) -> sqlx::Result<Transaction<'static, Any>> {
        match self.location {
            Location::File(_) => self.readers.begin().await,
            Location::Postgres(_) => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                self.patient(self.readers.begin_with(begin).await?).await
            }
        }
    }

    /// Begins a transaction that replaces all rows: others read the old ones until it ends, and
    /// wait if they want to write.
    pub async fn begin_replacing(&self) -> sqlx::Result<Transaction<'static, Any>> {
        match self.location {
            Location::File(_) => self.writers.begin_with("BEGIN IMMEDIATE").await,
            Location::Postgres(_) => {
                let mut transaction = self.patient(self.writers.begin().await?).await?;
                tables::lock(&mut transaction).await?;
                Ok(transaction)
            }
        }
    }

    /// A copy of everything takes as long as it takes; locks are still waited for only
    /// [`connect::BUSY`].
    async fn patient(
        &self,
        mut transaction: Transaction<'static, Any>,
    ) -> sqlx::Result<Transaction<'static, Any>> {
        transaction
            .execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
            .await?;
        Ok(transaction)
    }

    /// Removes all traces of deleted data from SQLite's files: `secure_delete` overwrites rows, but
    /// now and then a page keeps a part of one that was moved to another page. Others read
    /// meanwhile, and wait to write. False if another connection kept on reading from the log,
    /// which holds older pages. PostgreSQL does all this in its own time.
    pub async fn scrub(&self) -> sqlx::Result<bool> {
        if let Location::File(_) = self.location {
            let mut connection = self.writers.acquire().await?;
            connection.execute("VACUUM").await?;
            let empty_log = "PRAGMA wal_checkpoint(TRUNCATE)";
            let row = connection.fetch_one(empty_log).await?;
            return Ok(row.try_get::<i64, _>(0)? == 0);
        }
        Ok(true)
    }

    /// Connections that are in use, and those that are open and idle.
    pub fn connections(&self) -> (usize, usize) {
        let mut pools = vec![&self.writers];
        // On PostgreSQL both are one pool.
        if let Location::File(_) = self.location {
            pools.push(&self.readers);
        }
        let idle: usize = pools.iter().map(|pool| pool.num_idle()).sum();
        let open: usize = pools.iter().map(|pool| pool.size() as usize).sum();
        (open.saturating_sub(idle), idle)
    }

    /// Bytes of SQLite's file and its log; none on PostgreSQL. Blocks for a moment.
    pub fn file_bytes(&self) -> Option<u64> {
        let Location::File(path) = &self.location else {
            return None;
        };
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        let bytes = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
        Some(bytes(path) + bytes(Path::new(&log)))
    }

    /// Closes every connection; SQLite's last one folds the write-ahead log into the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writers.close().await;
    }
}

fn not_migrated(location: &Location, source: MigrateError) -> OpenError {
    match (location, source) {
        (Location::File(path), MigrateError::Execute(error)) if faults::is_damage(&error) => {
            OpenError::Damaged {
                path: path.clone(),
                source: Box::new(error),
            }
        }
        (location, source) => OpenError::Migrate {
            location: location.to_string(),
            source,
        },
    }
}

/// Moves a damaged database of SQLite aside, with its log. Returns where it is now.
pub fn move_aside(path: &Path) -> std::io::Result<PathBuf> {
    let now = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
    let with = |end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    let aside = with(&format!(".damaged-{now}"));
    for end in ["-wal", "-shm"] {
        let to = with(&format!(".damaged-{now}{end}"));
        match std::fs::rename(with(end), to) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    std::fs::rename(path, &aside)?;
    Ok(aside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[tokio::test]
    async fn opening_twice_migrates_once_and_only_the_owner_may_read() {
        let var = tempfile::tempdir().unwrap();
        Db::open(&Location::new(var.path(), None))
            .await
            .unwrap()
            .close()
            .await;
        let db = Db::open(&Location::new(var.path(), None)).await.unwrap();
        let applied: i64 = sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations")
            .fetch_one(db.readers())
            .await
            .unwrap();
        assert_eq!(
            usize::try_from(applied).unwrap(),
            migrations::MIGRATIONS.len()
        );
        for file in std::fs::read_dir(var.path()).unwrap() {
            let file = file.unwrap();
            let mode = file.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "{:?}", file.file_name());
        }
    }
}
