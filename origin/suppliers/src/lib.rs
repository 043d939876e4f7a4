//! The register of suppliers, for sessions that Feishu began.
//!
//! An operator imports it (`operator`); the calls list it and show one supplier (`http`).

#![expect(
    missing_docs,
    reason = "a part of the origin: names of fields and variants speak for themselves"
)]

pub mod http;
pub mod operator;
pub mod store;
pub mod supplier;
