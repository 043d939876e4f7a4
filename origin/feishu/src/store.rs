//! The table of Feishu's people.

pub mod people;
