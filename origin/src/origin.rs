//! The parts of an origin, opened together. What it does with them is in `api.rs`.

use std::path::PathBuf;

use lettre::message::Mailbox;

use crate::config::Config;
use crate::db::{Db, Location, OpenError};
use crate::mail::{Mailer, MailerError, Pace};
use crate::model::registration::Registration;
use crate::platform::clock::Clock;
use crate::platform::content::Content;
use crate::platform::key::{self, KeyError, KeyRing};
use crate::platform::limits::Limits;
use crate::platform::texts::{Texts, TextsError};
use crate::platform::throttle::Throttle;

/// An origin: state that all calls share.
#[derive(Debug)]
pub struct Origin {
    pub(crate) db: Db,
    pub(crate) key: KeyRing,
    pub(crate) content: Content,
    pub(crate) mailer: Mailer,
    /// The writer of e-mails where the site has no name: the sender's name, or the domain of the
    /// sender's address.
    pub(crate) sender_name: String,
    pub(crate) clock: Clock,
    pub(crate) limits: Limits,
    /// When expired things were forgotten last.
    pub(crate) housekeeping: Throttle,
    pub(crate) registration: Registration,
    pub(crate) predictable_captchas: bool,
}

/// Why an origin did not start. Each says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The folder for its data cannot be made.
    #[error("cannot create the folder `{}`: check its parent and the permissions", .path.display())]
    Var {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The database cannot be opened or brought up to date.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The key that hashes codes cannot be read or made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// E-mail cannot be sent.
    #[error(transparent)]
    Mail(#[from] MailerError),
    /// The texts that were compiled in do not parse.
    #[error(transparent)]
    Texts(#[from] TextsError),
    /// No thread or runtime could be made.
    #[error("cannot start the origin's threads: the system is out of threads or memory")]
    Threads(#[source] std::io::Error),
    /// The thread ended without a word.
    #[error("the origin's thread ended before it was ready; the log above says why")]
    Died,
}

impl Origin {
    /// Opens everything with the machine's clock, and the mail server of the settings or an outbox
    /// under `var/`.
    pub async fn open(config: Config) -> Result<Self, StartError> {
        let mailer = Mailer::open(&config.settings, &config.var, Pace::REAL)?;
        Self::open_with(config, Clock::System, mailer).await
    }

    /// Opens everything with a given clock and mailer.
    pub async fn open_with(
        config: Config,
        clock: Clock,
        mailer: Mailer,
    ) -> Result<Self, StartError> {
        let var = config.var;
        std::fs::create_dir_all(&var).map_err(|source| StartError::Var {
            path: var.clone(),
            source,
        })?;
        Ok(Self {
            db: Db::open(&Location::of(&var, config.settings.database_url.as_ref())).await?,
            key: KeyRing::open(key::path(&var, config.settings.key_file.as_deref()))?,
            content: Content::new(config.builds, Texts::built_in()?),
            mailer,
            sender_name: sender_name(&config.settings.mail_from),
            limits: Limits::new(&clock, config.settings.client_limits),
            clock,
            housekeeping: Throttle::default(),
            registration: config.settings.register,
            predictable_captchas: config.settings.predictable_captchas,
        })
    }

    /// Sends what e-mail it can, and closes the database, so that nothing is left in its
    /// write-ahead log.
    pub async fn close(&self) {
        self.mailer.drain().await;
        self.db.close().await;
    }
}

fn sender_name(sender: &Mailbox) -> String {
    let domain = || sender.email.domain().to_owned();
    sender.name.clone().unwrap_or_else(domain)
}
