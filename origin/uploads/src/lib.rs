#![doc = include_str!("../README.md")]

pub mod document;
pub mod files;
pub mod http;
pub mod scanner;
pub mod scans;
pub mod store;
pub mod upload;

use std::sync::Arc;

use files::store::Store;
use files::upload_dir::UploadDir;
use origin_ground::Ground;
use scanner::Scanner;

/// Files of messages: their upload, their store, and their scans.
#[derive(Debug)]
pub struct Uploads {
    /// Database, key, content, clock and limits.
    pub ground: Arc<Ground>,
    /// Unfinished uploads.
    pub upload_dir: UploadDir,
    /// Files of messages.
    pub store: Store,
    /// Decides which files may be taken out, if there is one.
    pub scanner: Option<Scanner>,
    /// Bytes that stay free on the disk.
    pub keep_free: u64,
}
