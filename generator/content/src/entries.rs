//! Entries: their files read against the schema, put together, and kept for the next load.
//!
//! May use `files` and `schema`. Reads no file by itself, and answers no query.

pub(crate) mod assemble;
pub(crate) mod assembly;
pub mod characters;
pub mod collection;
pub mod fields;
pub(crate) mod file_cache;
pub(crate) mod parse;
pub(crate) mod reference;
pub mod text;
