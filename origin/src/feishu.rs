//! Sign-in by Feishu, and the signature of pages that Feishu shows.
//!
//! `app` speaks with the open platform; `sign_in` exchanges its code for a session.

pub(crate) mod app;
pub(crate) mod app_secret;
pub(crate) mod http;
pub(crate) mod person;
pub(crate) mod sign_in;
pub(crate) mod store;
pub(crate) mod url;
