//! The parts of an origin, opened together. Their use is in `api.rs`.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lettre::message::Mailbox;

use crate::assistant::{Assistant, Bounds};
use crate::config::Config;
use crate::db::{Db, Location, OpenError, scans};
use crate::feishu::{Feishu, FeishuSetupError};
use crate::files::fault::StoreError;
use crate::files::store::Store;
use crate::files::upload_dir::UploadDir;
use crate::mail::{Mailer, MailerError, Pace};
use crate::model::registration::Registration;
use crate::model::user::Email;
use crate::openai::{OpenAi, OpenAiSetupError};
use crate::platform::clock::Clock;
use crate::platform::content::Content;
use crate::platform::key::{self, KeyError, KeyRing};
use crate::platform::limits::Limits;
use crate::platform::queue::Queue;
use crate::platform::texts::{Texts, TextsError};
use crate::platform::throttle::Throttle;
use crate::scanner::Scanner;
use crate::search::Search;
use crate::webhooks::{Webhooks, WebhooksError};

/// An origin: state that all calls share.
#[derive(Debug)]
pub struct Origin {
    pub(crate) db: Db,
    pub(crate) key: KeyRing,
    pub(crate) content: Content,
    /// Search over the live build.
    pub(crate) search: Arc<Search>,
    pub(crate) assistant: Arc<Assistant>,
    pub(crate) mailer: Mailer,
    /// Addresses of the staff, for notices of messages.
    pub(crate) staff: Vec<Email>,
    /// Other programs that are notified of messages.
    pub(crate) webhooks: Webhooks,
    /// The company's app at Feishu, if there is one.
    pub(crate) feishu: Option<Feishu>,
    /// Signals to the worker.
    pub(crate) queue: Queue,
    /// Files on their way here.
    pub(crate) upload_dir: UploadDir,
    /// Files of messages.
    pub(crate) store: Store,
    /// Decides which files may be taken out, if there is one.
    pub(crate) scanner: Option<Scanner>,
    /// Bytes that stay free on the disk.
    pub(crate) keep_free: u64,
    /// Days that a message is kept; for ever if there is no number.
    pub(crate) retention: Option<NonZeroU32>,
    /// The writer of e-mails where the site has no name: the sender's name, or the domain of the
    /// sender's address.
    pub(crate) sender_name: String,
    pub(crate) clock: Clock,
    pub(crate) limits: Limits,
    /// Uptime at the last reading of the clock by housekeeping.
    pub(crate) last_reading: Mutex<Option<Duration>>,
    /// When expired things were forgotten last.
    pub(crate) housekeeping: Throttle,
    /// Time of the last search for unknown files.
    pub(crate) stray_search: Throttle,
    pub(crate) registration: Registration,
    pub(crate) predictable_captchas: bool,
}

/// Why an origin did not start, each with the remedy.
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
    /// The database failed.
    #[error("the database failed")]
    Rows(#[from] sqlx::Error),
    /// The key that hashes codes cannot be read or made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// E-mail cannot be sent.
    #[error(transparent)]
    Mail(#[from] MailerError),
    /// Other programs cannot be notified of messages.
    #[error(transparent)]
    Webhooks(#[from] WebhooksError),
    /// Feishu cannot be asked.
    #[error(transparent)]
    Feishu(#[from] FeishuSetupError),
    /// No model can be asked.
    #[error(transparent)]
    OpenAi(#[from] OpenAiSetupError),
    /// The files of messages cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
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

impl StartError {
    /// True if the database is damaged: an operator has to bring a backup back, and pages need not
    /// wait for that.
    pub fn is_damaged_database(&self) -> bool {
        matches!(self, Self::Database(OpenError::Damaged { .. }))
    }
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
        let no_folder = |source| StartError::Var {
            path: var.clone(),
            source,
        };
        std::fs::create_dir_all(&var).map_err(no_folder)?;
        let db = Db::open(&Location::of(&var, config.settings.database_url.as_ref())).await?;
        let feishu = Feishu::open(&config.settings)?;
        let (service, bounds) = (
            OpenAi::open(&config.settings)?,
            Bounds::of(&config.settings),
        );
        let scanner = config.settings.scanner.map(Scanner::new);
        scans::expect(db.writers(), scanner.is_some()).await?;
        let content = Content::new(config.builds.clone(), Texts::built_in()?);
        let search = Search::new(config.builds, var.join("search"), content.clone());
        let search = Arc::new(search);
        let assistant = Assistant::new(Arc::clone(&search), service, bounds);
        Ok(Self {
            db,
            feishu,
            scanner,
            key: KeyRing::open(key::path(&var, config.settings.key_file.as_deref()))?,
            content,
            search,
            assistant: Arc::new(assistant),
            mailer,
            staff: distinct(config.settings.staff_email),
            webhooks: Webhooks::open(config.settings.message_webhooks)?,
            queue: Queue::default(),
            upload_dir: UploadDir::open(var.join("uploads")).map_err(no_folder)?,
            store: Store::open(&var, config.settings.message_store.as_ref())?,
            keep_free: u64::from(config.settings.keep_free_mib) * 1024 * 1024,
            retention: config.settings.message_retention,
            sender_name: sender_name(&config.settings.mail_from),
            limits: Limits::new(&clock, config.settings.client_limits),
            clock,
            last_reading: Mutex::default(),
            housekeeping: Throttle::default(),
            stray_search: Throttle::default(),
            registration: config.settings.register,
            predictable_captchas: config.settings.predictable_captchas,
        })
    }

    /// Sends as much e-mail as it can, and closes the database, so that its write-ahead log is
    /// empty.
    pub async fn close(&self) {
        self.mailer.drain().await;
        self.db.close().await;
    }
}

/// Each address once: a row of the queue is one receiver's.
fn distinct(emails: Vec<Email>) -> Vec<Email> {
    let mut distinct: Vec<Email> = Vec::new();
    for email in emails {
        if !distinct.contains(&email) {
            distinct.push(email);
        }
    }
    distinct
}

fn sender_name(sender: &Mailbox) -> String {
    let domain = || sender.email.domain().to_owned();
    sender.name.clone().unwrap_or_else(domain)
}
