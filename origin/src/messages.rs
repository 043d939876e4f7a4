//! Messages of the site's forms: from the form to the letters and notices about them.
//!
//! ```text
//! http ─► rules::submission ─► store ─► outbox ─┬─► letter ─► mail
//!                                               └─► webhooks
//! operator: reading, purging and exporting
//! ```

pub(crate) mod http;
pub(crate) mod letter;
pub(crate) mod operator;
pub(crate) mod outbox;
pub(crate) mod queue;
pub(crate) mod rules;
pub(crate) mod settings;
pub(crate) mod store;
pub(crate) mod webhooks;

use std::num::NonZeroU32;
use std::sync::Arc;

use crate::uploads::Uploads;
use origin_captcha::Captchas;
use origin_ground::Ground;
use origin_ground::user::Email;
use origin_mail::Mailer;
use queue::Queue;
use webhooks::Webhooks;

/// Messages of the site's forms, and the letters and notices about them.
#[derive(Debug)]
pub(crate) struct Messages {
    pub(crate) ground: Arc<Ground>,
    pub(crate) captchas: Arc<Captchas>,
    pub(crate) uploads: Arc<Uploads>,
    pub(crate) mailer: Arc<Mailer>,
    /// Addresses of the staff, for notices of messages.
    pub(crate) staff: Vec<Email>,
    /// Other programs that are notified of messages.
    pub(crate) webhooks: Webhooks,
    /// Wakes the worker.
    pub(crate) queue: Queue,
    /// Days that a message is kept; for ever if there is no number.
    pub(crate) retention: Option<NonZeroU32>,
    /// The writer of e-mails where the site has no name.
    pub(crate) sender_name: Arc<str>,
}
