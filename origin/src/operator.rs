//! An operator's changes of all data: backup, restore, keys; and whether an origin would start.

pub(crate) mod backup;
mod check;
pub mod exit;

use std::path::{Path, PathBuf};

use sentences::Message;

use backup::{BackupError, Counts, RestoreOptions, Restored};
use origin_ground::key::{self, KeyError};
use origin_ground::operator::{Operator, OperatorError};
use origin_messages::store::records;
use origin_sign_in::store::accounts;

/// The database and how many accounts it has, such as `var/origin.db, which has 2 accounts`.
pub async fn target(operator: &Operator) -> Result<Message, OperatorError> {
    let accounts = accounts::count(operator.db.readers()).await?;
    let accounts = backup::accounts_in_words(accounts);
    Ok(Message::new("restore-target")
        .with("database", operator.db.location().to_string())
        .with("accounts", accounts))
}

/// Copies everything to one SQLite file, whatever the engine. Returns table → rows.
pub async fn back_up(operator: &Operator, file: &Path, force: bool) -> Result<Counts, BackupError> {
    backup::check_free(file, force)?;
    let messages = records::count(operator.db.readers()).await?;
    operator
        .record("backup", "", messages.unsigned_abs())
        .await?;
    backup::backup(&operator.db, file, force).await
}

/// Replaces all data by that of a backup.
pub async fn restore(
    operator: &Operator,
    file: &Path,
    var: &Path,
    options: RestoreOptions,
) -> Result<Restored, BackupError> {
    let restored = backup::restore(&operator.db, file, var, options).await?;
    let messages = restored
        .counts
        .iter()
        .find(|(table, _)| *table == "messages");
    let messages = messages.map_or(0, |(_, rows)| *rows);
    operator.record("restore", "", messages).await?;
    Ok(restored)
}

/// Puts a new key on top of a site's keys; the newest of the others stays. Returns the file.
pub fn rotate_key(var: &Path, key_file: Option<&Path>) -> Result<PathBuf, KeyError> {
    let path = key::path(var, key_file);
    key::rotate(&path)?;
    Ok(path)
}
