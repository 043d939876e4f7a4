//! Calls of the protocol tus.

pub(crate) mod refusals;
pub(crate) mod uploads;
