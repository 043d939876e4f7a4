//! The program's command line: its options, its commands, and their output.
//!
//! Everything is done by the library, which these modules know by its public names alone.

mod actor;
pub(crate) mod commands;
pub(crate) mod console;
mod data;
pub(crate) mod log;
pub(crate) mod messages;
pub(crate) mod options;
pub(crate) mod suppliers;
