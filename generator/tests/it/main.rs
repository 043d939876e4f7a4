//! Tests over real processes and real folders.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

mod commands;
mod files;
mod origin;
mod ship;
mod worker;
