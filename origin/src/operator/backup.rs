//! Backup and restore, beside a running origin.
//!
//! A backup is always one SQLite file with the tables of `migrations/`, whichever engine it was
//! taken from and whichever engine it is restored to; so it also moves a site from one to the
//! other.
//!
//! | moment | left by a crash |
//! |---|---|
//! | while a backup is written | `FILE.<random>.part`, to be deleted by hand; FILE is unchanged |
//! | after the rename | the whole backup, synced |
//! | while a restore runs | the old rows: it is one transaction (and a folder `var/restore-<random>`, to be deleted by hand) |
//! | after its commit | the new rows |

mod check;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use sentences::Message;
use sqlx::{AnyConnection, Connection, Executor};

use origin_ground::db::tables::{self, Holds, Side};
use origin_ground::db::{self, Db};
use origin_ground::operator::temp_files::Aside;
use origin_messages::store::messages;
use origin_sign_in::store::accounts;

/// Marks SQLite files that are ours: `Prtc`.
const APPLICATION_ID: i64 = 0x5072_7463;

/// The result of a restore.
#[derive(Debug)]
pub struct Restored {
    /// Table → rows.
    pub counts: Counts,
    /// Messages of the backup that were withdrawn or purged since, and so were ended again.
    pub ended_again: u64,
}

/// Table → rows; a table comes after the tables that it refers to.
pub type Counts = Vec<(&'static str, u64)>;

/// Permissions of a restore, beside bringing accounts back to an empty database.
#[derive(Clone, Copy, Debug, Default)]
pub struct RestoreOptions {
    /// Bring sessions and pending codes back as well.
    pub with_sessions: bool,
    /// Replace the accounts that are there.
    pub replace: bool,
}

/// Why a backup or a restore failed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum BackupError {
    /// The file is there, and was not to be replaced.
    Exists(PathBuf),
    /// A file cannot be read or written.
    Io(PathBuf, #[source] std::io::Error),
    /// The backup cannot be written.
    Write(PathBuf, #[source] sqlx::Error),
    /// The file is something else.
    Foreign(PathBuf),
    /// The file is a backup that was cut off or changed.
    Damaged {
        /// The backup.
        file: PathBuf,
        /// The reason, SQLite's or ours.
        reason: Message,
    },
    /// A newer version of this program wrote it.
    Newer {
        /// The backup.
        file: PathBuf,
        /// The version of its tables.
        schema: i64,
    },
    /// The target is in use, and its replacement was not requested.
    InUse {
        /// The target.
        location: String,
        /// The target's accounts, in words.
        accounts: Message,
    },
    /// The current database failed.
    Storage(#[from] sqlx::Error),
}

impl BackupError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        let about =
            |message: Message, file: &Path| message.with("file", file.display().to_string());
        match self {
            Self::Exists(file) => about(Message::new("backup-exists"), file),
            Self::Io(file, _) => about(Message::new("backup-io"), file),
            Self::Write(file, _) => about(Message::new("backup-write"), file),
            Self::Foreign(file) => about(Message::new("backup-foreign"), file),
            Self::Damaged { file, reason } => {
                about(Message::new("backup-damaged"), file).with("reason", reason.clone())
            }
            Self::Newer { file, schema } => about(Message::new("backup-newer"), file)
                .with("schema", schema.to_string())
                .with("known", db::SCHEMA.to_string()),
            Self::InUse { location, accounts } => Message::new("backup-in-use")
                .with("database", location)
                .with("accounts", accounts.clone()),
            Self::Storage(_) => Message::new("database-failed/unchanged"),
        }
    }
}

/// Refuses a place where something is that is not to be replaced.
pub(crate) fn check_free(file: &Path, force: bool) -> Result<(), BackupError> {
    match !force && file.exists() {
        true => Err(BackupError::Exists(file.to_owned())),
        false => Ok(()),
    }
}

/// Writes a consistent copy of all tables to `file`.
pub(crate) async fn backup(db: &Db, file: &Path, force: bool) -> Result<Counts, BackupError> {
    check_free(file, force)?;
    let io = |source| BackupError::Io(file.to_owned(), source);
    let aside = Aside::file(file).map_err(io)?;
    let mut transaction = db.begin_snapshot().await?;
    let mut copy = create(&aside.0)
        .await
        .map_err(|source| BackupError::Write(file.to_owned(), source))?;
    let mut counts = Counts::new();
    for table in tables::backed_up() {
        let copied = tables::copy(table, &mut transaction, &mut copy, Side::To).await?;
        counts.push((table.name, copied));
    }
    transaction.rollback().await?;
    let finished = finish(copy).await;
    finished.map_err(|source| BackupError::Write(file.to_owned(), source))?;
    aside
        .publish(file, force)
        .map_err(|source| match source.kind() {
            ErrorKind::AlreadyExists => BackupError::Exists(file.to_owned()),
            _ => io(source),
        })?;
    Ok(counts)
}

/// Replaces all rows of the database by those of a backup. `work` is a folder for a temporary copy.
pub(crate) async fn restore(
    db: &Db,
    file: &Path,
    work: &Path,
    options: RestoreOptions,
) -> Result<Restored, BackupError> {
    let folder = Aside::folder(work, "restore")
        .map_err(|source| BackupError::Io(work.to_owned(), source))?;
    let mut copy = check::open_copy(file, &folder.0).await?;
    let mut transaction = db.begin_replacing().await?;
    let accounts = accounts::count(&mut *transaction).await?;
    if accounts > 0 && !options.replace {
        return Err(BackupError::InUse {
            location: db.location().to_string(),
            accounts: accounts_in_words(accounts),
        });
    }
    tables::clear(&mut transaction).await?;
    let mut counts = Counts::new();
    let restored = |table: &tables::Table| options.with_sessions || table.holds != Holds::SignIns;
    for table in tables::backed_up().filter(restored) {
        let copied = tables::copy(table, &mut copy, &mut transaction, Side::From).await?;
        counts.push((table.name, copied));
    }
    let ended_again = messages::end_again(&mut transaction).await?;
    transaction.commit().await?;
    drop(copy);
    Ok(Restored {
        counts,
        ended_again,
    })
}

/// `no accounts`, `1 account`, `2 accounts`.
pub(crate) fn accounts_in_words(count: i64) -> Message {
    match count {
        0 => Message::new("counted-accounts/none"),
        _ => Message::new("counted-accounts").with("count", count.unsigned_abs()),
    }
}

/// An empty database with all tables. A crash loses it anyway, so it needs no journal, and is
/// synced once, at the end.
async fn create(path: &Path) -> sqlx::Result<AnyConnection> {
    let mut connection = db::connect_file(path).await?;
    connection
        .execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF")
        .await?;
    db::migrations::run_on(&mut connection)
        .await
        .map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
    let mark = format!("PRAGMA application_id = {APPLICATION_ID}");
    connection.execute(sqlx::AssertSqlSafe(mark)).await?;
    connection.execute("BEGIN").await?;
    Ok(connection)
}

async fn finish(mut connection: AnyConnection) -> sqlx::Result<()> {
    connection.execute("COMMIT").await?;
    connection.close().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use origin_ground::db::Location;

    #[tokio::test]
    async fn a_backup_of_the_first_schema_is_brought_up_to_date_and_itself_left_alone() {
        let var = tempfile::tempdir().unwrap();
        let file = var.path().join("old");
        std::fs::write(&file, b"").unwrap();
        let mut old = db::connect_file(&file).await.unwrap();
        db::migrations::to(1).run(&mut old).await.unwrap();
        let mark = format!(
            "PRAGMA application_id = {APPLICATION_ID};
             INSERT INTO users VALUES ('1', 'ann@example.com', 'ann', 'editor', 0)"
        );
        old.execute(sqlx::AssertSqlSafe(mark)).await.unwrap();
        old.close().await.unwrap();
        let bytes = std::fs::read(&file).unwrap();

        let db = Db::open(&Location::new(var.path(), None)).await.unwrap();
        let options = RestoreOptions {
            with_sessions: true,
            replace: false,
        };
        let restored = restore(&db, &file, var.path(), options).await.unwrap();
        assert_eq!(restored.counts[0], ("users", 1));
        let role: String = sqlx::query_scalar("SELECT role FROM users")
            .fetch_one(db.readers())
            .await
            .unwrap();
        assert_eq!(role, "editor", "a migration keeps roles");
        assert_eq!(std::fs::read(&file).unwrap(), bytes);
    }
}
