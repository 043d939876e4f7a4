//! The register of suppliers, for sessions that Feishu began.
//!
//! An operator imports it (`operator`); the calls list it and show one supplier (`http`).

pub(crate) mod http;
pub mod operator;
pub(crate) mod store;
pub(crate) mod supplier;

pub use operator::{import, list};
