//! The parts of a call: the request, the answer, the refusal, and the description in OpenAPI.
//!
//! A feature's `http` parses with them, asks a rule once, and replies.

pub mod body;
pub mod error;
pub mod openapi;
pub mod reply;
pub mod request;
pub mod tus;
