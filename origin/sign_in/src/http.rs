//! Calls of the sign-in.

pub mod auth;
pub mod code;
pub mod refusals;
pub mod sessions;
