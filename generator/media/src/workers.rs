//! Node processes that a generator starts: those that render pages and those that make media.
//!
//! This module starts them, exchanges frames with them and stops them. Its users decide the
//! requests and the use of the answers.

pub mod error;
mod frames;
pub mod media;
pub mod node;
pub mod page;
pub mod process;
