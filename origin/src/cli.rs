//! The program's command line: its options, its commands, and what they print.
//!
//! Everything is done by the library, which these modules know by its public names alone.

pub(crate) mod commands;
pub(crate) mod console;
pub(crate) mod options;
