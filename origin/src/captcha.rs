//! Captchas: a picture or a recording of an answer, which is used up by the first try.
//!
//! `challenge` makes and checks one without a database; `store` remembers which were used.

pub(crate) mod challenge;
pub(crate) mod http;
pub(crate) mod rules;
pub(crate) mod store;

use std::sync::Arc;

use origin_ground::Ground;

/// Captchas.
#[derive(Debug)]
pub(crate) struct Captchas {
    pub(crate) ground: Arc<Ground>,
    /// True if each answer is [`challenge::PREDICTABLE_ANSWER`].
    pub(crate) predictable: bool,
}
