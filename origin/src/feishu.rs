//! Sign-in by Feishu, and the signature of pages that Feishu shows.
//!
//! `app` speaks with the open platform; `sign_in` exchanges its code for a session.

pub(crate) mod app;
pub(crate) mod app_secret;
pub(crate) mod http;
pub(crate) mod person;
pub(crate) mod settings;
pub(crate) mod sign_in;
pub(crate) mod store;
pub(crate) mod url;

use std::sync::Arc;

use crate::sign_in::rules::registration::Registration;
use app::Feishu;
use origin_ground::Ground;

/// Sign-in by Feishu.
#[derive(Debug)]
pub(crate) struct FeishuSignIn {
    pub(crate) ground: Arc<Ground>,
    /// The company's app, if there is one.
    pub(crate) app: Option<Feishu>,
    /// Addresses that may have an account.
    pub(crate) registration: Arc<Registration>,
}
