//! The base of an operator's commands: an open database, and the log of acts.
//!
//! Each feature adds its own commands to [`Operator`], in a module `operator`. They work beside a
//! running origin and on either engine.

mod acts;
pub mod acts_table;
pub mod temp_files;

use std::path::{Path, PathBuf};

use sentences::Message;

use crate::clock::Clock;
use crate::db::url::DatabaseUrl;
use crate::db::{self, Db, Location, OpenError};

/// An open database, for commands.
#[derive(Debug)]
pub struct Operator {
    /// The site's database.
    pub db: Db,
    /// Source of the time of recorded acts.
    pub clock: Clock,
    /// The person behind the commands.
    actor: String,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum OperatorError {
    /// The folder has no database, so it is probably not the site's.
    NoDatabase(String),
    /// The folder for the database cannot be made.
    Var(String, #[source] std::io::Error),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// No account has this address.
    UnknownAddress(String),
    /// The address has an account already.
    KnownAddress(String),
    /// Standard output takes no more.
    Output(#[source] std::io::Error),
    /// The database failed.
    Storage(#[from] sqlx::Error),
}

impl OperatorError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::NoDatabase(database) => {
                Message::new("database-missing").with("database", database)
            }
            Self::Var(folder, _) => Message::new("data-folder").with("folder", folder),
            Self::Open(error) => error.message(),
            Self::UnknownAddress(address) => {
                Message::new("account-unknown").with("address", address)
            }
            Self::KnownAddress(address) => Message::new("account-known").with("address", address),
            Self::Output(_) => Message::new("log-output"),
            Self::Storage(_) => Message::new("database-failed/unchanged"),
        }
    }
}

impl Operator {
    /// Opens the database of a site, which must be there.
    pub async fn open(var: &Path, url: Option<&DatabaseUrl>) -> Result<Self, OperatorError> {
        let location = Location::new(var, url);
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
        Self::open_location(&Location::new(var, url)).await
    }

    async fn open_location(location: &Location) -> Result<Self, OperatorError> {
        Ok(Self {
            db: Db::open(location).await?,
            clock: Clock::System,
            actor: String::new(),
        })
    }

    /// The operator of a program that has opened the database.
    pub fn beside(db: Db, clock: Clock) -> Self {
        Self {
            db,
            clock,
            actor: String::new(),
        }
    }

    /// This operator on behalf of a person, whom the log of acts names.
    pub fn on_behalf_of(self, actor: &str) -> Self {
        let actor = acts::tame(actor);
        Self { actor, ..self }
    }

    /// Closes the database, so that SQLite's write-ahead log is empty.
    pub async fn close(self) {
        self.db.close().await;
    }
}
