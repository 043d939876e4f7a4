//! Tables of the assistant: one module each.

pub(crate) mod token_counts;
