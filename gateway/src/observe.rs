//! Reports for operators: metrics, the access log, panics.
//!
//! This module makes no decision about a request, and records no data about a visitor.

pub(crate) mod access_log;
pub(crate) mod metrics;
pub mod panics;
