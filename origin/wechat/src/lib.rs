#![doc = include_str!("../README.md")]

pub mod account;
pub mod http;
pub mod settings;

use std::sync::Arc;

use account::Account;
use origin_ground::Ground;

/// Sharing cards in WeChat.
#[derive(Debug)]
pub struct WeChat {
    /// Database, key, content, clock and limits.
    pub ground: Arc<Ground>,
    /// The company's official account, if there is one.
    pub account: Option<Account>,
}
