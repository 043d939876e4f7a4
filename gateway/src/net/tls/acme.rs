//! A certificate by ACME (RFC 8555): its schedule, its challenges and its files.

pub(crate) mod challenge;
mod schedule;
mod store;
