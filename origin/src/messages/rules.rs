//! Values and rules of messages.

pub(crate) mod form;
pub(crate) mod message;
pub(crate) mod purge;
pub(crate) mod status;
pub(crate) mod submission;
