//! Calls of the protocol tus.

pub mod refusals;
pub mod uploads;
