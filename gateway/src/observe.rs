//! Reports for operators: metrics, the access log, spans, panics.
//!
//! This module makes no decision about a request, and records no data about a visitor.

pub(crate) mod access_log;
pub(crate) mod client_token;
pub(crate) mod metrics;
pub(crate) mod origin_calls;
pub mod panics;
#[cfg(feature = "opentelemetry")]
pub(crate) mod spans;
mod visits;
