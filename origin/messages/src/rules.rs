//! Values and rules of messages.

pub mod form;
pub mod message;
pub mod purge;
pub mod status;
pub mod submission;
