//! Files as a builder keeps and reads them, whatever they are about.
//!
//! May use `diagnostic` and below; does not know content, pages or builds.

pub mod folder;
pub(crate) mod last_used;
pub(crate) mod lock;
pub mod process_name;
pub(crate) mod ragged;
pub(crate) mod replace;
pub(crate) mod source;
pub mod source_list;
pub mod spill;
