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

use std::sync::Arc;

use files::store::Store;
use files::upload_dir::UploadDir;
use origin_ground::Ground;
use scanner::Scanner;

/// Files of messages: their upload, their store, and their scans.
#[derive(Debug)]
pub(crate) struct Uploads {
    pub(crate) ground: Arc<Ground>,
    /// Unfinished uploads.
    pub(crate) upload_dir: UploadDir,
    /// Files of messages.
    pub(crate) store: Store,
    /// Decides which files may be taken out, if there is one.
    pub(crate) scanner: Option<Scanner>,
    /// Bytes that stay free on the disk.
    pub(crate) keep_free: u64,
}
