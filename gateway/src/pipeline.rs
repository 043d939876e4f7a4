//! The path of one request from its head to its answer, step by step.
//!
//! [`handler`] has the steps in their order; each other file is one step, or answers that come from
//! no file of the build. May use all modules below it, and is used only by `net`.

pub(crate) mod error_answer;
mod fallback_page;
mod file;
mod guard;
pub(crate) mod handler;
pub(crate) mod health;
mod preview;
mod proof;
mod share;
mod visits;
