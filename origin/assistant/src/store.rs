//! Tables of the assistant: one module each.

pub mod token_counts;
