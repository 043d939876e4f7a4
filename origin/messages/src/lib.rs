#![doc = include_str!("../README.md")]

pub mod http;
pub mod letter;
pub mod operator;
pub mod outbox;
pub mod queue;
pub mod rules;
pub mod settings;
pub mod store;
pub mod webhooks;

use std::num::NonZeroU32;
use std::sync::Arc;

use exposition::Number;
use origin_captcha::Captchas;
use origin_ground::Ground;
use origin_ground::user::Email;
use origin_mail::Mailer;
use origin_uploads::Uploads;
use queue::Queue;
use webhooks::Webhooks;

/// Messages of the site's forms, and the letters and notices about them.
#[derive(Debug)]
pub struct Messages {
    /// Database, key, content, clock and limits.
    pub ground: Arc<Ground>,
    /// Checks the captchas of clients that send many messages.
    pub captchas: Arc<Captchas>,
    /// Files on their way, and those of messages.
    pub uploads: Arc<Uploads>,
    /// Sends confirmations and notices.
    pub mailer: Arc<Mailer>,
    /// Addresses of the staff, for notices of messages.
    pub staff: Vec<Email>,
    /// Other programs that are notified of messages.
    pub webhooks: Webhooks,
    /// Wakes the worker.
    pub queue: Queue,
    /// Days that a message is kept; for ever if there is no number.
    pub retention: Option<NonZeroU32>,
    /// The writer of e-mails where the site has no name.
    pub sender_name: Arc<str>,
    /// Messages since the start.
    pub figures: MessageFigures,
}

/// Messages since the start, by their outcome.
#[derive(Debug, Default)]
pub struct MessageFigures {
    /// Messages that were stored.
    pub received: Number,
    /// Messages that their senders withdrew.
    pub withdrawn: Number,
}
