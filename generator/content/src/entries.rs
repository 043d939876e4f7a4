//! Entries: their files read against the schema, put together, and kept for the next load.
//!
//! May use `files`, `schema` and `markdown`. Reads no file by itself, and answers no query.

pub mod assemble;
pub mod assembly;
pub mod characters;
pub mod collection;
pub mod fields;
pub mod file_cache;
pub mod parse;
pub mod shown_picture;
pub mod text;
