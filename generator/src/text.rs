//! Texts that people write: where in them something stands, and the YAML among them.
//!
//! The ground floor: everything may use it, and it uses nothing. It never says what is wrong in an
//! editor's words; that is `message`'s and `diagnostic`'s.

pub(crate) mod yaml;

/// A stretch of a line: line and column from 1, and how many characters are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRange {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Characters, at least 1.
    pub length: u32,
}
