#![doc = include_str!("../README.md")]

mod delivery;
pub mod fault;
pub mod letter;
mod message;
mod outbox;
pub mod settings;
mod smtp;
pub mod smtp_url;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use exposition::Number;
use lettre::message::Mailbox;
use sentences::Message;

use crate::fault::Fault;
use crate::settings::MailSettings;
use origin_ground::secret::Secret;
use origin_ground::user::Email;
use origin_ground::watched::{Reread, WatchedError};

pub use delivery::Pace;
use delivery::{Delivery, Purpose};
pub use outbox::OutboxError;
pub use smtp::SmtpError;

/// Domain of the default sender. RFC 2606 reserves it, so it never belongs to anyone.
const NOBODY: &str = ".invalid";

/// A message to one person.
#[derive(Clone, Debug)]
pub struct Mail {
    /// Id that no other mail has. A mail sent twice is shown once by programs that know the id.
    pub id: String,
    /// The receiver.
    pub to: Email,
    /// Subject line.
    pub subject: String,
    /// The body for programs that show text.
    pub text: String,
    /// The body for programs that show HTML.
    pub html: String,
    /// BCP 47 code of the mail's language.
    pub language: String,
    /// Date of the mail, in seconds since the epoch.
    pub date: i64,
    /// How long the mail is worth sending.
    pub lifetime: Duration,
}

/// The destination of e-mail.
#[derive(Clone, Debug)]
pub enum Mailer {
    /// One `.eml` file per message in a folder, for development and to inspect the letters.
    Outbox {
        /// The folder.
        folder: PathBuf,
        /// The person or site that writes.
        sender: Mailbox,
    },
    /// A server.
    Smtp(Delivery),
    /// A list, for tests.
    Memory(Arc<Mutex<Vec<Mail>>>),
}

/// Mails to a server since the start, by their outcome.
#[derive(Debug, Default)]
pub struct MailFigures {
    /// Mails that the server took.
    pub sent: Number,
    /// Tries that failed.
    pub failed_tries: Number,
    /// Mails that were handed over and given up. Letters about messages are not among them: they
    /// wait in the database.
    pub lost: Number,
}

/// Why no e-mail can be sent at all, each with the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum MailerError {
    /// The outbox cannot be made.
    #[error(transparent)]
    Outbox(#[from] OutboxError),
    /// The file with the server's address holds none.
    Url(#[from] WatchedError),
    /// A real server, and a sender that cannot be answered.
    Sender,
    /// The server's address cannot be used.
    #[error(transparent)]
    Smtp(#[from] SmtpError),
}

impl MailerError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Outbox(error) => error.message(),
            Self::Url(_) => Message::new("smtp-none"),
            Self::Sender => Message::new("smtp-sender"),
            Self::Smtp(error) => error.message(),
        }
    }
}

/// Why a message was not taken. Names no person.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The message cannot be put together.
    #[error("the message cannot be written: {0}")]
    Message(#[from] lettre::error::Error),
    /// The file cannot be written.
    #[error("`{}`: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The server was not there a moment ago, or too many mails wait for it.
    #[error("the mail server is not available")]
    Unavailable,
    /// The origin is stopping.
    #[error("the origin is stopping")]
    Stopping,
}

impl MailError {
    /// The error as the fault of a try.
    fn into_fault(self) -> Fault {
        match self {
            Self::Message(_) => Fault::Refused(self.to_string()),
            Self::File { .. } | Self::Unavailable | Self::Stopping => Fault::Away(self.to_string()),
        }
    }
}

impl Mailer {
    /// The server that the settings name, else the folder `outbox` under `var`.
    pub fn open(settings: &MailSettings, var: &Path, pace: Pace) -> Result<Self, MailerError> {
        let server = match (&settings.smtp_url, &settings.smtp_url_file) {
            (Some(url), _) => Secret::from_value(url.clone()),
            (None, Some(file)) => Secret::file(file.clone())?,
            (None, None) => {
                return Ok(Self::Outbox {
                    folder: outbox::make(var)?,
                    sender: settings.mail_from.clone(),
                });
            }
        };
        let sender = settings.mail_from.clone();
        if sender.email.domain().ends_with(NOBODY) {
            return Err(MailerError::Sender);
        }
        Ok(Self::Smtp(Delivery::new(server, sender, pace)?))
    }

    /// Reads the file with the server's address again, if there is one; returns its path and the
    /// result.
    pub fn reread(&self) -> Option<(PathBuf, Reread)> {
        match self {
            Self::Smtp(delivery) => delivery.reread(),
            Self::Outbox { .. } | Self::Memory(_) => None,
        }
    }

    /// Whether mail can be sent at all; asked before anything is known of the address, so that
    /// everyone gets the same answer.
    pub fn ready(&self) -> Result<(), MailError> {
        match self {
            Self::Smtp(delivery) => delivery.ready(),
            Self::Outbox { .. } | Self::Memory(_) => Ok(()),
        }
    }

    /// Takes a message. In the outbox and in memory it is then there, whole; over SMTP it is on its
    /// way.
    pub async fn send(&self, mail: Mail) -> Result<(), MailError> {
        match self {
            Self::Outbox { folder, sender } => {
                outbox::put(folder, mail.date, message::compose(&mail, sender)?).await?;
            }
            Self::Smtp(delivery) => delivery.hand_over(&mail, Purpose::Send)?,
            Self::Memory(sent) => {
                let mut sent = sent.lock().unwrap_or_else(PoisonError::into_inner);
                sent.push(mail);
            }
        }
        Ok(())
    }

    /// Sends a message by one try, and returns when it is sent. Retries are the caller's.
    pub async fn try_once(&self, mail: Mail) -> Result<(), Fault> {
        match self {
            Self::Smtp(delivery) => delivery.try_once(&mail).await,
            Self::Outbox { .. } | Self::Memory(_) => {
                self.send(mail).await.map_err(MailError::into_fault)
            }
        }
    }

    /// Pretends to take a message, for an address that gets none. The server is greeted in the
    /// background: otherwise the time of this answer and the next, and the known state of a server
    /// that is away, would reveal which addresses get mail.
    pub fn rehearse(&self, mail: &Mail) -> Result<(), MailError> {
        match self {
            Self::Smtp(delivery) => delivery.hand_over(mail, Purpose::Rehearse),
            Self::Outbox { .. } | Self::Memory(_) => Ok(()),
        }
    }

    /// Tries once more to send waiting mail, and returns when all is sent or the time for it is up.
    pub async fn drain(&self) {
        if let Self::Smtp(delivery) = self {
            delivery.drain().await;
        }
    }

    /// Mails since the start, by their outcome; none without a server.
    pub fn figures(&self) -> Option<&MailFigures> {
        match self {
            Self::Smtp(delivery) => Some(delivery.figures()),
            Self::Outbox { .. } | Self::Memory(_) => None,
        }
    }
}
