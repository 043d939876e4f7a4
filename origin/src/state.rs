//! State of each feature: the parts that its calls share. Each is opened once and lives as long as
//! the origin.

use std::num::NonZeroU32;
use std::sync::Arc;

use crate::assistant::Assistant;
use crate::feishu::app::Feishu;
use crate::ground::clock::Clock;
use crate::ground::content::Content;
use crate::ground::db::Db;
use crate::ground::key::KeyRing;
use crate::ground::limits::Limits;
use crate::ground::user::Email;
use crate::mail::Mailer;
use crate::messages::queue::Queue;
use crate::messages::webhooks::Webhooks;
use crate::search::Search;
use crate::sign_in::rules::registration::Registration;
use crate::uploads::files::store::Store;
use crate::uploads::files::upload_dir::UploadDir;
use crate::uploads::scanner::Scanner;

/// Parts that every feature may use.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) db: Db,
    pub(crate) key: KeyRing,
    pub(crate) content: Content,
    pub(crate) clock: Clock,
    pub(crate) limits: Limits,
}

/// Captchas.
#[derive(Debug)]
pub(crate) struct Captchas {
    pub(crate) ground: Arc<Ground>,
    /// True if each answer is [`PREDICTABLE_ANSWER`](crate::captcha::challenge::PREDICTABLE_ANSWER).
    pub(crate) predictable: bool,
}

/// Sign-in by an e-mailed code.
#[derive(Debug)]
pub(crate) struct SignIn {
    pub(crate) ground: Arc<Ground>,
    pub(crate) captchas: Arc<Captchas>,
    pub(crate) mailer: Arc<Mailer>,
    /// Addresses that may have an account.
    pub(crate) registration: Arc<Registration>,
    /// The writer of e-mails where the site has no name.
    pub(crate) sender_name: Arc<str>,
}

/// Sign-in by Feishu.
#[derive(Debug)]
pub(crate) struct FeishuSignIn {
    pub(crate) ground: Arc<Ground>,
    /// The company's app, if there is one.
    pub(crate) app: Option<Feishu>,
    /// Addresses that may have an account.
    pub(crate) registration: Arc<Registration>,
}

/// Files of messages: their upload, their store, and their scans.
#[derive(Debug)]
pub(crate) struct Uploads {
    pub(crate) ground: Arc<Ground>,
    /// Unfinished uploads.
    pub(crate) upload_dir: UploadDir,
    /// Files of messages.
    pub(crate) store: Store,
    /// Decides which files may be taken out, if there is one.
    pub(crate) scanner: Option<Scanner>,
    /// Bytes that stay free on the disk.
    pub(crate) keep_free: u64,
}

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

/// Search over the live build.
#[derive(Debug)]
pub(crate) struct SiteSearch {
    pub(crate) ground: Arc<Ground>,
    pub(crate) index: Arc<Search>,
}

/// Conversations with the assistant.
#[derive(Debug)]
pub(crate) struct Chat {
    pub(crate) ground: Arc<Ground>,
    pub(crate) assistant: Arc<Assistant>,
}
