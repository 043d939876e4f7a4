//! Letters and notices about messages.

pub(crate) mod confirmation;
pub(crate) mod notice;
