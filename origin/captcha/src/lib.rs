#![doc = include_str!("../README.md")]

pub mod challenge;
pub mod http;
pub mod rules;
pub mod store;

use std::sync::Arc;

use origin_ground::Ground;

/// Captchas.
#[derive(Debug)]
pub struct Captchas {
    /// Database, key, content, clock and limits.
    pub ground: Arc<Ground>,
    /// True if each answer is [`challenge::PREDICTABLE_ANSWER`].
    pub predictable: bool,
}
