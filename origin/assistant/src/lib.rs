#![doc = include_str!("../README.md")]

pub mod chat;
mod check;
mod facts;
mod follow_up;
pub mod http;
mod instruction;
pub mod openai;
mod prompt;
pub mod questions;
pub mod settings;
mod source;
mod speech;
pub mod store;
pub mod tokens;
mod wording;

use std::num::NonZeroU32;
use std::sync::Arc;

pub use follow_up::is_follow_up;
pub use prompt::{Message, prompt};
pub use source::{Source, nearest, sources};
pub use speech::AnswerStream;

use crate::openai::OpenAi;
use crate::settings::ChatSettings;
use origin_ground::Ground;
use origin_ground::limits::Streams;
use origin_search::Search;

/// Conversations with the assistant.
#[derive(Debug)]
pub struct Chat {
    /// Database, key, content, clock and limits.
    pub ground: Arc<Ground>,
    /// The parts that all answers share.
    pub assistant: Arc<Assistant>,
}

/// The parts that all answers share.
#[derive(Debug)]
pub struct Assistant {
    /// Finds the pages that answers rest on.
    pub search: Arc<Search>,
    /// Bounds the answers that are written at the same time.
    pub streams: Arc<Streams>,
    /// Writes answers, if there is one.
    pub service: Option<Arc<OpenAi>>,
    /// Limits on the tokens that answers cost.
    pub bounds: Bounds,
}

/// The visitors' limits on the cost of answers.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Multiplies the limits of one client.
    generosity: NonZeroU32,
    /// Tokens that one visitor may cost in a day.
    pub visitor_tokens: i64,
    /// Tokens that all visitors together may cost in a day.
    pub day_tokens: i64,
}

impl Assistant {
    /// Answers from the pages that `search` finds.
    pub fn new(search: Arc<Search>, service: Option<OpenAi>, bounds: Bounds) -> Self {
        Self {
            search,
            streams: Streams::new(bounds.generosity),
            service: service.map(Arc::new),
            bounds,
        }
    }
}

impl Bounds {
    /// The bounds that the settings name, and the factor for the limits of one client.
    pub fn new(settings: &ChatSettings, generosity: NonZeroU32) -> Self {
        let factor = i64::from(generosity.get());
        Self {
            generosity,
            visitor_tokens: most(settings.chat_visitor_tokens).saturating_mul(factor),
            day_tokens: most(settings.chat_day_tokens),
        }
    }
}

/// A bound on tokens; 0 sets none.
fn most(tokens: u32) -> i64 {
    match tokens {
        0 => i64::MAX,
        tokens => tokens.into(),
    }
}
