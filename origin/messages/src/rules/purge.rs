//! Purging: a message is removed entirely, with its rows and its file.
//!
//! Its rows go in one transaction, which also records that it ended; then the file goes, and after
//! it the file's row. Whatever is killed in between, housekeeping ends it.

use crate::store::{files, messages};
use origin_ground::db::Db;
use origin_uploads::files::fault::StoreError;
use origin_uploads::files::store::Store;

/// Files that are removed from the store before their rows are looked for again.
const AT_ONCE: i64 = 50;

/// Why something is left.
#[derive(Debug, thiserror::Error)]
pub enum PurgeError {
    /// The database failed.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Purges messages by their ids, all or none. Returns how many there were.
pub async fn rows(db: &Db, ids: &[String], now: i64) -> sqlx::Result<u64> {
    let mut transaction = db.writers().begin().await?;
    let mut count = 0;
    for id in ids {
        count += u64::from(messages::purge(&mut transaction, id, now).await?);
    }
    transaction.commit().await?;
    Ok(count)
}

/// Removes some of the files that messages have let go. Returns how many.
pub async fn some_files(db: &Db, store: &Store) -> Result<usize, PurgeError> {
    let names = files::leaving(db.readers(), AT_ONCE).await?;
    for name in &names {
        store.remove(name).await?;
        files::forget(db.writers(), name).await?;
    }
    Ok(names.len())
}

/// Removes all files that messages have let go.
pub async fn files(db: &Db, store: &Store) -> Result<(), PurgeError> {
    while some_files(db, store).await? > 0 {}
    Ok(())
}
