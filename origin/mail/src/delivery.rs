//! From "handed over" to "sent": every mail is a task of its own that tries, waits, and tries
//! again.
//!
//! ```text
//! handed over ──► try ──► sent
//!        ▲         ├────► refused: given up
//!        │         └────► not now: wait ──► try …   until the pauses are used up, or the mail is worth nothing any more
//!        └ not while the server has just failed, nor when all permits are taken
//! ```
//!
//! They wait in memory: a crash loses them, and a visitor that waits for one asks again.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lettre::Message;
use lettre::message::Mailbox;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::message::compose;
use super::smtp::{CONNECTIONS, Smtp, SmtpError};
use super::{Mail, MailError, MailFigures};
use crate::fault::Fault;
use crate::smtp_url::SmtpUrl;
use origin_ground::secret::Secret;
use origin_ground::watched::Reread;

/// Mails on their way at once, waiting ones included; each is some 5 KB.
const IN_FLIGHT: u32 = 256;

/// How long no mail is handed over after the server failed. The first one after that shows whether
/// it is back.
const BROKEN_FOR: Duration = Duration::from_secs(30);

/// How patiently mails are sent.
#[derive(Clone, Debug)]
pub struct Pace {
    /// How long a try may take.
    pub patience: Duration,
    /// Waits between tries.
    pub pauses: &'static [Duration],
    /// How long mails may still take when the origin stops.
    pub drain: Duration,
}

impl Pace {
    /// Servers that greylist take a mail after one to five minutes; a person does not wait longer
    /// than that either.
    pub const REAL: Self = Self {
        patience: Duration::from_secs(20),
        pauses: &[
            Duration::from_secs(1),
            Duration::from_secs(5),
            Duration::from_secs(30),
            Duration::from_secs(60),
            Duration::from_secs(120),
        ],
        drain: Duration::from_secs(10),
    };
}

/// The purpose of a mail that was handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A visitor waits for the mail.
    Send,
    /// A mail without a receiver: the server is greeted, just as patiently, and gets no address.
    Rehearse,
}

/// Mails on their way to a server. Clones name the same ones.
#[derive(Clone, Debug)]
pub struct Delivery(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    smtp: Smtp,
    sender: Mailbox,
    pace: Pace,
    permits: Arc<Semaphore>,
    /// Tries at once: the pool would open more connections than that and close them again.
    tries: Semaphore,
    broken_since: Mutex<Option<Instant>>,
    figures: MailFigures,
    stopping: watch::Sender<bool>,
}

impl Delivery {
    pub(super) fn new(
        server: Secret<SmtpUrl>,
        sender: Mailbox,
        pace: Pace,
    ) -> Result<Self, SmtpError> {
        Ok(Self(Arc::new(Shared {
            smtp: Smtp::new(server, pace.patience)?,
            sender,
            pace,
            permits: Arc::new(Semaphore::new(IN_FLIGHT as usize)),
            tries: Semaphore::new(CONNECTIONS as usize),
            broken_since: Mutex::new(None),
            figures: MailFigures::default(),
            stopping: watch::Sender::new(false),
        })))
    }

    /// Mails since the start, by their outcome.
    pub(super) fn figures(&self) -> &MailFigures {
        &self.0.figures
    }

    /// Reads the server's file again, if it has one; returns its path and the result.
    pub(super) fn reread(&self) -> Option<(PathBuf, Reread)> {
        self.0.smtp.reread()
    }

    /// Whether a mail would be taken now.
    pub(super) fn ready(&self) -> Result<(), MailError> {
        let broken = self.0.broken_since();
        let broken = broken.is_some_and(|since| since.elapsed() < BROKEN_FOR);
        if broken || self.0.permits.available_permits() == 0 {
            return Err(MailError::Unavailable);
        }
        Ok(())
    }

    /// Takes a mail, to be sent in the background.
    pub(super) fn hand_over(&self, mail: &Mail, purpose: Purpose) -> Result<(), MailError> {
        self.ready()?;
        let permit = Arc::clone(&self.0.permits).try_acquire_owned();
        let permit = permit.map_err(|_| MailError::Unavailable)?;
        let message = compose(mail, &self.0.sender)?;
        let worthless = Instant::now() + mail.lifetime;
        tokio::spawn(Arc::clone(&self.0).deliver(message, purpose, worthless, permit));
        Ok(())
    }

    /// Sends a mail by one try, whatever is known of the server.
    pub(super) async fn try_once(&self, mail: &Mail) -> Result<(), Fault> {
        let message = compose(mail, &self.0.sender).map_err(MailError::into_fault)?;
        self.0.attempt(&message, Purpose::Send).await
    }

    /// Lets every waiting mail try once more, takes no other, and returns when all are sent, given
    /// up, or the time is up.
    pub(super) async fn drain(&self) {
        self.0.stopping.send_replace(true);
        let all = tokio::time::timeout(self.0.pace.drain, self.0.permits.acquire_many(IN_FLIGHT));
        if all.await.is_err() {
            let left = IN_FLIGHT as usize - self.0.permits.available_permits();
            tracing::warn!(left, "e-mails were still on their way; they were given up");
        }
        self.0.permits.close();
    }
}

impl Shared {
    async fn deliver(
        self: Arc<Self>,
        message: Message,
        purpose: Purpose,
        worthless: Instant,
        permit: OwnedSemaphorePermit,
    ) {
        let mut stopping = self.stopping.subscribe();
        let mut pauses = self.pace.pauses.iter();
        loop {
            let last = *stopping.borrow_and_update();
            let Err(fault) = self.attempt(&message, purpose).await else {
                break;
            };
            let pause = pauses
                .next()
                .filter(|pause| Instant::now() + **pause < worthless)
                .filter(|_| !last && !matches!(fault, Fault::Refused(_)));
            let Some(pause) = pause else {
                if purpose == Purpose::Rehearse {
                    break;
                }
                self.figures.lost.add_one();
                let lost = self.figures.lost.get();
                tracing::error!(reason = %fault, lost, "an e-mail could not be sent");
                break;
            };
            tracing::warn!(reason = %fault, "an e-mail waits for another try");
            tokio::select! {
                () = tokio::time::sleep(*pause) => {}
                _ = stopping.changed() => {}
            }
        }
        drop(permit);
    }

    async fn attempt(&self, message: &Message, purpose: Purpose) -> Result<(), Fault> {
        // The semaphore is never closed, so there is always a turn in the end.
        let _turn = self.tries.acquire().await;
        let sent = match purpose {
            Purpose::Send => self.smtp.send(message).await,
            Purpose::Rehearse => self.smtp.greet().await,
        };
        match (purpose, &sent) {
            (Purpose::Send, Ok(())) => self.figures.sent.add_one(),
            (Purpose::Send, Err(_)) => self.figures.failed_tries.add_one(),
            (Purpose::Rehearse, _) => {}
        }
        let broken = matches!(sent, Err(Fault::Away(_))).then(Instant::now);
        *self.broken() = broken;
        sent
    }

    fn broken_since(&self) -> Option<Instant> {
        *self.broken()
    }

    fn broken(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.broken_since
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
