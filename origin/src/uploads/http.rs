//! Calls of the protocol tus.

pub(crate) mod uploads;
