//! Files that visitors send: their upload, the store of messages' files, and the virus scanner.
//!
//! ```text
//! http (tus) ─► upload ─► files::upload_dir ─► files::store ─► scans ─► scanner
//! ```
//!
//! `document` recognises the kind of a file by its content.

pub(crate) mod document;
pub(crate) mod files;
pub(crate) mod http;
pub(crate) mod scanner;
pub(crate) mod scans;
pub(crate) mod store;
pub(crate) mod upload;
