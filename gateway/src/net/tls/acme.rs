//! A certificate by ACME (RFC 8555): its schedule, its orders, its challenges and its files.

pub(crate) mod challenge;
mod client;
mod failure;
mod order;
mod schedule;
mod store;
