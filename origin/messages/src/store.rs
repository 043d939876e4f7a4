//! Tables of messages: one module each.

pub mod files;
pub mod messages;
pub mod outbox;
pub mod records;
pub mod tombstones;
