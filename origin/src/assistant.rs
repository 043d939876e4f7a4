//! The assistant: answers a question from pages of the live build.
//!
//! What it may cite, and how many ask at once. The conversation itself is `flows::chat`.

mod follow_up;
mod source;

use std::num::NonZeroU32;
use std::sync::Arc;

pub(crate) use follow_up::is_follow_up;
pub(crate) use source::{Source, nearest, sources};

use crate::platform::limits::Streams;
use crate::search::Search;

/// All that answers share.
#[derive(Debug)]
pub(crate) struct Assistant {
    pub(crate) search: Arc<Search>,
    pub(crate) streams: Arc<Streams>,
}

impl Assistant {
    /// `generosity` multiplies what one client may ask at once.
    pub(crate) fn new(search: Arc<Search>, generosity: NonZeroU32) -> Self {
        Self {
            search,
            streams: Streams::new(generosity),
        }
    }
}
