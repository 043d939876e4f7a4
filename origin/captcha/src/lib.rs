#![doc = include_str!("../README.md")]
#![expect(
    missing_docs,
    reason = "a part of the origin: names of fields and variants speak for themselves"
)]

pub mod challenge;
pub mod http;
pub mod rules;
pub mod store;

use std::sync::Arc;

use origin_ground::Ground;

/// Captchas.
#[derive(Debug)]
pub struct Captchas {
    pub ground: Arc<Ground>,
    /// True if each answer is [`challenge::PREDICTABLE_ANSWER`].
    pub predictable: bool,
}
