//! The way of one request from its head to its answer, step by step.
//!
//! [`handler`] has the steps in their order; the other files are a step each, or answers that
//! belong to no file of the build. May use everything below it, and is used by the network side
//! alone.

mod builtin;
pub(crate) mod error_answer;
mod file;
mod guard;
pub(crate) mod handler;
mod health;
mod preview;
