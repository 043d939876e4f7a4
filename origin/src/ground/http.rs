//! The parts of a call: the request, the answer, the refusal, and the description in OpenAPI.
//!
//! A feature's `http` parses with them, asks a rule once, and replies.

pub(crate) mod body;
pub(crate) mod error;
pub(crate) mod openapi;
pub(crate) mod reply;
pub(crate) mod request;
pub(crate) mod tus;
