//! The configuration file `portico.toml`, which the generator, the gateway and the origin read.
//!
//! A flag comes first, then an environment variable, then the file, then the built-in default.
//!
//! The values of the file are added to the command line as options: clap then checks `requires`,
//! `conflicts_with` and types as it does for a flag. (It does not check values that are given to it
//! as defaults.) A value of the file that excludes a flag or a variable is left out, because they
//! come first.
//!
//! # Layout
//!
//! Imports point from the top of this table to its bottom.
//!
//! | module | for |
//! |---|---|
//! | [`command_line`] | the command line with the values of the file, parsed |
//! | `help` | the help of a command with the values of the file |
//! | [`keys`] | the keys that a program knows, and those that programs share |
//! | [`log`] | how much a program writes to its log |
//! | [`text`] | the file as tables of values, each with its place |
//! | [`spelling`] | the known word that is nearest to a wrong one |

pub mod command_line;
mod help;
pub mod keys;
pub mod log;
pub mod spelling;
pub mod text;
