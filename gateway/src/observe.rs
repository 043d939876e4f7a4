//! Reports for operators: metrics, the access log, panics.
//!
//! Nothing here decides anything about a request, and nothing about a visitor is written down.

pub(crate) mod access_log;
pub(crate) mod metrics;
pub mod panics;
