//! Files as a builder keeps and reads them, whatever they are about.
//!
//! May use `diagnostic` and below; does not know content, pages or builds.

pub(crate) mod last_used;
pub(crate) mod lock;
pub(crate) mod ragged;
pub(crate) mod replace;
pub(crate) mod source;
pub mod spill;
