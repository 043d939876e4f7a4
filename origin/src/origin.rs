//! The parts of an origin, opened together. Their use is in `api.rs`.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lettre::message::Mailbox;
use sentences::Message;

use crate::config::Config;
use origin_assistant::openai::{OpenAi, OpenAiSetupError};
use origin_assistant::{Assistant, Bounds, Chat};
use origin_captcha::Captchas;
use origin_feishu::FeishuSignIn;
use origin_feishu::app::{Feishu, FeishuSetupError};
use origin_ground::Ground;
use origin_ground::clock::Clock;
use origin_ground::content::Content;
use origin_ground::db::{Db, Location, OpenError};
use origin_ground::key::{self, KeyError, KeyRing};
use origin_ground::limits::Limits;
use origin_ground::texts::{Texts, TextsError};
use origin_ground::throttle::Throttle;
use origin_ground::user::Email;
use origin_ground::watched::Reread;
use origin_mail::{Mailer, MailerError, Pace};
use origin_messages::queue::Queue;
use origin_messages::webhooks::{Webhooks, WebhooksError};
use origin_messages::{MessageFigures, Messages};
use origin_search::{Search, SiteSearch};
use origin_sign_in::SignIn;
use origin_uploads::Uploads;
use origin_uploads::files::fault::StoreError;
use origin_uploads::files::store::Store;
use origin_uploads::files::upload_dir::UploadDir;
use origin_uploads::scanner::Scanner;
use origin_uploads::store::scans;
use origin_wechat::WeChat;
use origin_wechat::account::{Account, WeChatSetupError};

/// An origin: the state of each feature.
#[derive(Debug)]
pub struct Origin {
    pub(crate) ground: Arc<Ground>,
    pub(crate) captchas: Arc<Captchas>,
    pub(crate) sign_in: SignIn,
    pub(crate) feishu: FeishuSignIn,
    pub(crate) wechat: WeChat,
    pub(crate) uploads: Arc<Uploads>,
    pub(crate) messages: Messages,
    pub(crate) search: SiteSearch,
    pub(crate) chat: Chat,
    /// Uptime at the last reading of the clock by housekeeping.
    pub(crate) last_reading: Mutex<Option<Duration>>,
    /// Time of housekeeping's last round.
    pub(crate) last_round: Throttle,
    /// Time of the last search for unknown files.
    pub(crate) stray_search: Throttle,
}

/// Why an origin did not start, each with the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum StartError {
    /// The folder for its data cannot be made.
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
    /// WeChat cannot be asked.
    #[error(transparent)]
    WeChat(#[from] WeChatSetupError),
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
    Threads(#[source] std::io::Error),
    /// The thread ended without a word.
    Died,
}

impl StartError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Var { path, .. } => {
                Message::new("data-folder").with("folder", path.display().to_string())
            }
            Self::Database(error) => error.message(),
            Self::Rows(_) => Message::new("database-failed"),
            Self::Key(error) => error.message(),
            Self::Mail(error) => error.message(),
            Self::Webhooks(error) => error.message(),
            Self::Feishu(error) => error.message(),
            Self::WeChat(error) => error.message(),
            Self::OpenAi(error) => error.message(),
            Self::Store(error) => error.message(),
            Self::Texts(error) => error.message(),
            Self::Threads(_) => Message::new("origin-threads"),
            Self::Died => Message::new("origin-died"),
        }
    }

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
        let mailer = Mailer::open(&config.settings.mail, &config.var, Pace::REAL)?;
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
        let settings = config.settings;
        let db = Db::open(&Location::new(&var, settings.database_url.as_ref())).await?;
        scans::expect(db.writers(), settings.scanner.is_some()).await?;
        let ground = Arc::new(Ground {
            db,
            key: KeyRing::open(key::path(&var, settings.key_file.as_deref()))?,
            content: Content::new(config.builds.clone(), Texts::built_in()?),
            limits: Limits::new(&clock, settings.client_limits),
            clock,
        });
        let captchas = Arc::new(Captchas {
            ground: Arc::clone(&ground),
            predictable: settings.predictable_captchas,
        });
        let uploads = Arc::new(Uploads {
            ground: Arc::clone(&ground),
            upload_dir: UploadDir::open(var.join("uploads")).map_err(no_folder)?,
            store: Store::open(&var, settings.message_store.as_ref())?,
            scanner: settings.scanner.clone().map(Scanner::new),
            keep_free: u64::from(settings.keep_free_mib) * 1024 * 1024,
        });
        let mailer = Arc::new(mailer);
        let registration = Arc::new(settings.register.clone());
        let sender_name: Arc<str> = sender_name(&settings.mail.mail_from).into();
        let content = ground.content.clone();
        let index = Arc::new(Search::new(config.builds, var.join("search"), content));
        let (service, bounds) = (
            OpenAi::open(&settings.chat)?,
            Bounds::new(&settings.chat, settings.client_limits),
        );
        let assistant = Assistant::new(Arc::clone(&index), service, bounds);
        Ok(Self {
            sign_in: SignIn {
                ground: Arc::clone(&ground),
                captchas: Arc::clone(&captchas),
                mailer: Arc::clone(&mailer),
                registration: Arc::clone(&registration),
                sender_name: Arc::clone(&sender_name),
            },
            feishu: FeishuSignIn {
                ground: Arc::clone(&ground),
                app: Feishu::open(&settings.feishu)?,
                registration,
            },
            wechat: WeChat {
                ground: Arc::clone(&ground),
                account: Account::open(&settings.wechat)?,
            },
            messages: Messages {
                ground: Arc::clone(&ground),
                captchas: Arc::clone(&captchas),
                uploads: Arc::clone(&uploads),
                mailer,
                staff: distinct(settings.messages.staff_email),
                webhooks: Webhooks::open(settings.messages.message_webhooks)?,
                queue: Queue::default(),
                retention: settings.messages.message_retention,
                sender_name,
                figures: MessageFigures::default(),
            },
            search: SiteSearch {
                ground: Arc::clone(&ground),
                index,
            },
            chat: Chat {
                ground: Arc::clone(&ground),
                assistant: Arc::new(assistant),
            },
            ground,
            captchas,
            uploads,
            last_reading: Mutex::default(),
            last_round: Throttle::default(),
            stray_search: Throttle::default(),
        })
    }

    /// Reads all files again that an operator may change while this origin runs; returns their
    /// paths and the results. Blocks.
    pub fn reread_files(&self) -> Vec<(PathBuf, Reread)> {
        let app = self.feishu.app.as_ref();
        let account = self.wechat.account.as_ref();
        let service = self.chat.assistant.service.as_ref();
        let optional = [
            self.messages.mailer.reread(),
            self.messages.webhooks.reread(),
            app.and_then(Feishu::reread),
            account.and_then(Account::reread),
            service.and_then(|service| service.reread()),
        ];
        let all = [self.ground.key.reread()].into_iter();
        all.chain(optional.into_iter().flatten()).collect()
    }

    /// Sends as much e-mail as it can, and closes the database, so that its write-ahead log is
    /// empty.
    pub async fn close(&self) {
        self.messages.mailer.drain().await;
        self.ground.db.close().await;
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
