//! Letters and notices about messages.

pub mod confirmation;
pub mod notice;
