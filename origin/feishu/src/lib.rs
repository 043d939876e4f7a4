#![doc = include_str!("../README.md")]

pub mod app;
pub mod http;
pub mod person;
pub mod settings;
pub mod sign_in;
pub mod store;

use std::sync::Arc;

use app::Feishu;
use origin_ground::Ground;
use origin_sign_in::rules::registration::Registration;

/// Sign-in by Feishu.
#[derive(Debug)]
pub struct FeishuSignIn {
    /// Database, key, content, clock and limits.
    pub ground: Arc<Ground>,
    /// The company's app, if there is one.
    pub app: Option<Feishu>,
    /// Addresses that may have an account.
    pub registration: Arc<Registration>,
}
