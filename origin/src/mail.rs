//! Sending e-mail. Where it goes is decided once, at the start.

use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use lettre::Message;
use lettre::message::Mailbox;
use lettre::message::header::ContentType;

use crate::Email;

/// A plain-text message to one person.
#[derive(Clone, Debug)]
pub struct Mail {
    /// Who gets it.
    pub to: Email,
    /// Subject line.
    pub subject: String,
    /// Body.
    pub text: String,
    /// Seconds since the epoch.
    pub date: i64,
}

/// Where e-mail goes.
#[derive(Clone, Debug)]
pub enum Mailer {
    /// One `.eml` file per message in a folder, for development and for a look at what would be sent.
    Outbox {
        /// The folder.
        folder: PathBuf,
        /// Who writes.
        sender: Mailbox,
    },
    /// A list, for tests.
    Memory(Arc<Mutex<Vec<Mail>>>),
}

/// Why there is no outbox.
#[derive(Debug, thiserror::Error)]
#[error("cannot create the folder `{}` for outgoing e-mail: check the permissions", .folder.display())]
pub struct OutboxError {
    folder: PathBuf,
    source: std::io::Error,
}

/// Why a message was not sent. Names no person.
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
        /// What the system says.
        source: std::io::Error,
    },
    /// The origin is stopping.
    #[error("the origin is stopping")]
    Stopping,
}

impl Mailer {
    /// The folder `outbox` under `var`, made when missing. Codes lie there in the clear, so only the owner may look inside.
    pub fn outbox(var: &Path, sender: Mailbox) -> Result<Self, OutboxError> {
        let folder = var.join("outbox");
        let mut builder = std::fs::DirBuilder::new();
        match builder.recursive(true).mode(0o700).create(&folder) {
            Ok(()) => Ok(Self::Outbox { folder, sender }),
            Err(source) => Err(OutboxError { folder, source }),
        }
    }

    /// Sends a message; it is on its way, whole, when this returns.
    pub async fn send(&self, mail: Mail) -> Result<(), MailError> {
        match self {
            Self::Outbox { folder, sender } => {
                let message = message(&mail, sender)?.formatted();
                let folder = folder.clone();
                let put = tokio::task::spawn_blocking(move || put(&folder, mail.date, &message));
                let path = put.await.map_err(|_| MailError::Stopping)??;
                announce(&path);
            }
            Self::Memory(sent) => {
                sent.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(mail);
            }
        }
        Ok(())
    }
}

fn message(mail: &Mail, sender: &Mailbox) -> Result<Message, MailError> {
    let date = UNIX_EPOCH + Duration::from_secs(u64::try_from(mail.date).unwrap_or_default());
    // An `Email` is an address that lettre has parsed before, so this fails for no input that gets here.
    let to = mail
        .to
        .as_str()
        .parse()
        .map_err(|_| lettre::error::Error::MissingTo)?;
    Ok(Message::builder()
        .from(sender.clone())
        .to(Mailbox::new(None, to))
        .subject(&mail.subject)
        .date(date)
        .message_id(None)
        .header(ContentType::TEXT_PLAIN)
        .body(mail.text.clone())?)
}

/// Writes the message aside and renames it, so that whoever watches the folder never sees half of one. Names sort by time.
fn put(folder: &Path, date: i64, message: &[u8]) -> Result<PathBuf, MailError> {
    let path = folder.join(format!("{date}-{:016x}.eml", rand::random::<u64>()));
    let aside = path.with_extension("part");
    let written = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&aside)
        .and_then(|mut file| file.write_all(message).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&aside, &path));
    match written {
        Ok(()) => Ok(path),
        Err(source) => {
            // A full disk is the usual reason; what was written must not stay and keep it full.
            let _ = std::fs::remove_file(&aside);
            Err(MailError::File { path, source })
        }
    }
}

/// A developer waits for this line, so it is no log record that a filter may hide; a closed console is no reason to fail.
fn announce(path: &Path) {
    let _ = writeln!(std::io::stderr(), "E-mail written to {}", path.display());
}
