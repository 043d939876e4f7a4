//! Calls of the sign-in.

pub(crate) mod auth;
pub(crate) mod code;
pub(crate) mod refusals;
pub(crate) mod sessions;
