//! An origin at work: inside another process, or as a server of its own.
//!
//! Threads, sockets and the number of calls at once are decided only here. What a call
//! answers is none of this folder's business: it hands requests to `api`.

pub(crate) mod admission;
pub(crate) mod handle;
mod scans;
mod search;
pub mod serve;
mod worker;
