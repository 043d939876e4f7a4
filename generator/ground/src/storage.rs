//! Files as a builder keeps and reads them, whatever they are about.
//!
//! May use `diagnostic` and below; does not know content, pages or builds.

pub mod folder;
pub mod last_used;
pub mod lock;
pub mod process_name;
pub mod ragged;
pub mod replace;
pub mod source;
pub mod source_list;
pub mod spill;
