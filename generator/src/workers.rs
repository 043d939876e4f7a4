//! Node processes that a generator starts: those that render pages and those that make media.
//!
//! Here is how they are started, spoken to and stopped. What they are asked, and what becomes of an
//! answer, is decided above.

pub mod error;
mod frames;
pub mod media;
pub mod node;
pub mod page;
pub mod process;
