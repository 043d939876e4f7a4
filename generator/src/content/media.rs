//! Files beside entries: images and attachments.

use std::path::PathBuf;

use contract::Hash;
use contract::build::Access;

/// A file to publish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// Path on the site: `/media/news/first-close/tide.svg`.
    pub path: String,
    /// Where it lies.
    pub source: PathBuf,
    /// Hash of its bytes; who copies the file compares it, because an editor may be writing it.
    pub hash: Hash,
    /// Length in bytes.
    pub size: u64,
    /// Content type.
    pub media_type: &'static str,
    /// As its entry.
    pub access: Access,
    /// Width and height in CSS pixels, of images.
    pub pixels: Option<(u32, u32)>,
}
