//! Tables of messages: one module each.

pub(crate) mod files;
pub(crate) mod messages;
pub(crate) mod outbox;
pub(crate) mod records;
pub(crate) mod tombstones;
