//! An operator's work on the machine itself, beside a running origin or without one: accounts,
//! sessions, messages, suppliers, keys, backup and restore, and how good the search is.

mod acts;
pub(crate) mod backup;
mod check;
pub mod exit;
pub(crate) mod inbox;
pub(crate) mod questions;
pub(crate) mod suppliers;
mod temp_files;

use std::path::{Path, PathBuf};

use crate::config::DatabaseUrl;
use crate::ground::clock::Clock;
use crate::ground::db::{self, Db, Location, OpenError};
use crate::ground::key::{self, KeyError};
use crate::ground::user::{Email, Role};
use crate::messages::store::records;
use crate::sign_in::rules::login;
use crate::sign_in::store::accounts::{self, Account};
use crate::sign_in::store::users;
use backup::{BackupError, Counts, RestoreOptions, Restored};
use suppliers::SuppliersError;

/// An open database, for commands.
#[derive(Debug)]
pub struct Operator {
    db: Db,
    clock: Clock,
    /// The person behind the commands.
    actor: String,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// The folder has no database, so it is probably not the site's.
    #[error(
        "there is no database `{0}`: name the site's folder with `--var`, or its PostgreSQL with `--database-url`"
    )]
    NoDatabase(String),
    /// The folder for the database cannot be made.
    #[error("cannot create the folder `{0}`: check its parent and the permissions")]
    Var(String, #[source] std::io::Error),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// No account has this address.
    #[error("no account has the address `{0}`: `origin user list` shows those there are")]
    UnknownAddress(String),
    /// The address has an account already.
    #[error("`{0}` has an account already: `origin user role` changes its role")]
    KnownAddress(String),
    /// No suppliers were imported.
    #[error(transparent)]
    Suppliers(#[from] SuppliersError),
    /// The backup or the restore failed.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// Standard output takes no more.
    #[error("the log cannot be written out")]
    Output(#[source] std::io::Error),
    /// The database failed.
    #[error("the database failed; nothing was changed")]
    Storage(#[from] sqlx::Error),
}

impl Operator {
    /// Opens the database of a site, which must be there.
    pub async fn open(var: &Path, url: Option<&DatabaseUrl>) -> Result<Self, OperatorError> {
        let location = Location::of(var, url);
        match &location {
            Location::File(path) if !path.exists() => {
                Err(OperatorError::NoDatabase(location.to_string()))
            }
            _ => Self::open_location(&location).await,
        }
    }

    /// Opens the database of a site to replace its content: a damaged one is moved aside first.
    /// Returns where it is now, if it was.
    pub async fn open_to_restore(
        var: &Path,
        url: Option<&DatabaseUrl>,
    ) -> Result<(Self, Option<PathBuf>), OperatorError> {
        match Self::open_or_create(var, url).await {
            Err(OperatorError::Open(OpenError::Damaged { path, .. })) => {
                let failed = |source| OperatorError::Var(path.display().to_string(), source);
                let aside = db::move_aside(&path).map_err(failed)?;
                Ok((Self::open_or_create(var, url).await?, Some(aside)))
            }
            opened => Ok((opened?, None)),
        }
    }

    /// Opens the database of a site; SQLite's is made when it is missing.
    pub async fn open_or_create(
        var: &Path,
        url: Option<&DatabaseUrl>,
    ) -> Result<Self, OperatorError> {
        let failed = |source| OperatorError::Var(var.display().to_string(), source);
        std::fs::create_dir_all(var).map_err(failed)?;
        Self::open_location(&Location::of(var, url)).await
    }

    async fn open_location(location: &Location) -> Result<Self, OperatorError> {
        Ok(Self {
            db: Db::open(location).await?,
            clock: Clock::System,
            actor: String::new(),
        })
    }

    /// The same on behalf of a person, whom the log of acts names.
    pub fn on_behalf_of(self, actor: &str) -> Self {
        let actor = acts::tame(actor);
        Self { actor, ..self }
    }

    /// The database and how many accounts it has, such as `var/origin.db, which has 2 accounts`.
    pub async fn target(&self) -> Result<String, OperatorError> {
        let accounts = accounts::count(self.db.readers()).await?;
        let accounts = backup::accounts_in_words(accounts);
        Ok(format!("{}, which has {accounts}", self.db.location()))
    }

    /// Every account, by address.
    pub async fn accounts(&self) -> Result<Vec<Account>, OperatorError> {
        Ok(accounts::list(self.db.readers(), self.clock.now()).await?)
    }

    /// The account of an address.
    pub async fn account(&self, email: &Email) -> Result<Account, OperatorError> {
        let mut accounts = self.accounts().await?.into_iter();
        let account = accounts.find(|account| account.email == email.as_str());
        account.ok_or_else(|| unknown(email))
    }

    /// Gives an account a role.
    pub async fn set_role(&self, email: &Email, role: Role) -> Result<(), OperatorError> {
        let id = self.id(email).await?;
        self.record("user role", &id, 1).await?;
        known(
            email,
            accounts::set_role(self.db.writers(), email, role).await?,
        )
    }

    /// Makes an account for an address that has none.
    pub async fn create_account(&self, email: &Email, role: Role) -> Result<(), OperatorError> {
        let now = self.clock.now();
        let mut transaction = self.db.writers().begin().await?;
        let user = users::create(&mut transaction, email, role, now).await?;
        let id = user.ok_or_else(|| OperatorError::KnownAddress(email.as_str().to_owned()))?;
        let act = self.act("user create", &id, 1);
        db::acts::record(&mut *transaction, act, now).await?;
        Ok(transaction.commit().await?)
    }

    async fn id(&self, email: &Email) -> Result<String, OperatorError> {
        let id = accounts::id(self.db.readers(), email).await?;
        id.ok_or_else(|| unknown(email))
    }

    /// Ends all sessions of an account. Returns how many.
    pub async fn revoke(&self, email: &Email) -> Result<u64, OperatorError> {
        let id = self.id(email).await?;
        self.record("user revoke", &id, 1).await?;
        Ok(accounts::end_sessions(self.db.writers(), &id).await?)
    }

    /// Ends all sessions of all accounts. Returns how many.
    pub async fn revoke_all(&self) -> Result<u64, OperatorError> {
        let accounts = accounts::count(self.db.readers()).await?;
        self.record("user revoke", "", accounts.unsigned_abs())
            .await?;
        Ok(accounts::end_all_sessions(self.db.writers()).await?)
    }

    /// Removes an account and all that belongs to it.
    pub async fn delete(&self, email: &Email) -> Result<(), OperatorError> {
        let id = self.id(email).await?;
        self.record("user delete", &id, 1).await?;
        let deleted = accounts::delete(self.db.writers(), email.as_str()).await?;
        known(email, deleted)
    }

    /// Begins a session for an address and returns its token, which is shown only once. The account
    /// is made when it is missing; `role`, if named, becomes its role.
    pub async fn create_session(
        &self,
        email: &Email,
        role: Option<Role>,
    ) -> Result<String, OperatorError> {
        let token = login::grant(&self.db, &self.clock, email, role).await?;
        // The caller gets the token after the log has its line.
        let id = self.id(email).await?;
        self.record("session create", &id, 1).await?;
        Ok(token.reveal())
    }

    /// Copies everything to one SQLite file, whatever the engine. Returns table → rows.
    pub async fn backup(&self, file: &Path, force: bool) -> Result<Counts, OperatorError> {
        backup::check_free(file, force)?;
        let messages = records::count(self.db.readers()).await?;
        self.record("backup", "", messages.unsigned_abs()).await?;
        Ok(backup::backup(&self.db, file, force).await?)
    }

    /// Replaces all data by that of a backup.
    pub async fn restore(
        &self,
        file: &Path,
        var: &Path,
        options: RestoreOptions,
    ) -> Result<Restored, OperatorError> {
        let restored = backup::restore(&self.db, file, var, options).await?;
        let messages = restored
            .counts
            .iter()
            .find(|(table, _)| *table == "messages");
        let messages = messages.map_or(0, |(_, rows)| *rows);
        self.record("restore", "", messages).await?;
        Ok(restored)
    }

    /// Closes the database, so that SQLite's write-ahead log is empty.
    pub async fn close(self) {
        self.db.close().await;
    }
}

/// Puts a new key on top of a site's keys; the newest of the others stays. Returns the file.
pub fn rotate_key(var: &Path, key_file: Option<&Path>) -> Result<PathBuf, KeyError> {
    let path = key::path(var, key_file);
    key::rotate(&path)?;
    Ok(path)
}

fn known(email: &Email, found: bool) -> Result<(), OperatorError> {
    found.then_some(()).ok_or_else(|| unknown(email))
}

fn unknown(email: &Email) -> OperatorError {
    OperatorError::UnknownAddress(email.as_str().to_owned())
}
