//! Everything that `content/` says, checked, as one immutable value.
//!
//! ```text
//! content/ ──scan──► files ──parse (parallel, cached)──► texts ──assemble──► Content ◄── query::answer
//!                                        └────────────── diagnostics, all of them at once ──► the editor
//! ```
//!
//! Front matter is kept as values; Markdown bodies are not: [`markdown`] reads and renders one when a query asks for it, so
//! that memory does not grow with the length of articles. Drafts, entries before `publishAt` and entries after `expireAt` are not in a
//! [`Content`] at all, nor are their files: what is not there cannot leak.
//!
//! **Invariant**: nothing outside this module reads a file under `content/` by its own path; the files to publish are in [`Content::media`].

pub mod collection;
pub mod loader;
pub mod markdown;
pub mod media;
pub mod site;

use std::collections::BTreeMap;

use contract::Hash;
use contract::locale::Locale;
use contract::origin_data::OriginData;
use jiff::Timestamp;

pub use collection::{Collection, Entry, Text};
pub use loader::{Loaded, Loader, Sources};
pub use markdown::{Body, Link};
pub use media::Media;
pub use site::Site;

/// The content of one moment.
#[derive(Debug)]
pub struct Content {
    /// `site.yaml`.
    pub site: Site,
    /// The languages, as given to the loader.
    pub locales: Vec<Locale>,
    /// Name → collection.
    pub collections: BTreeMap<String, Collection>,
    /// Files beside entries that are to be published, sorted by path.
    pub media: Vec<std::sync::Arc<Media>>,
    /// Every `_schema.json`, sorted by path: part of the app id.
    pub schemas: Vec<SchemaFile>,
    /// `system-config.yaml` and the agreements of `site.yaml`, for the embedded origin.
    pub origin_data: OriginData,
    /// The next instant at which an entry appears or disappears by itself.
    pub next_change: Option<Timestamp>,
}

/// A schema as it lies on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaFile {
    /// `content/news/_schema.json`.
    pub path: String,
    /// Hash of its bytes.
    pub hash: Hash,
}

impl Content {
    /// The collection of that name.
    pub fn collection(&self, name: &str) -> Option<&Collection> {
        self.collections.get(name)
    }
}
