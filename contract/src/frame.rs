//! Frames between the generator and a worker, on the worker's standard input and output.
//!
//! ```text
//! request   u32 LE length of all that follows │ u8 PAGE │ JSON: PageInput
//!           u32 LE length of all that follows │ u8 MARKUP │ JSON: PageInput
//!           u32 LE length of all that follows │ u8 SITE │ JSON: SiteFrame
//! answer    u32 LE length of all that follows │ u32 LE length of meta │ meta JSON: Rendered │ markup, raw UTF-8 │ files, one after the other
//! ```
//!
//! The worker's first frame is an answer with an empty markup and [`crate::route::Hello`] as its
//! meta. Pages are answered in the order they were asked. A site has no answer: the pages after it
//! name it by its hash, until another one comes. A page and the files that its route declares are
//! one answer: they are made from one input, and either all of them are made or none. Raw markup
//! beside small JSON costs a third of markup inside JSON (30 µs of Node per page against 83 to
//! 117).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::hash::Hash;

/// Maximum length of a frame, in bytes: a greater length means that the stream is out of sync.
pub const MAX_BYTES: u32 = 256 * 1024 * 1024;

/// Kind of a request: a page to render.
pub const PAGE: u8 = 0;

/// Kind of a request: a page to render, without the files that its route declares.
pub const MARKUP: u8 = 2;

/// Kind of a request: the site that the next pages belong to.
pub const SITE: u8 = 1;

/// Facts that every page may show. They are the same for all pages, so they are sent once, before
/// the first page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteFrame {
    /// Hash of `site` as JSON; pages name it.
    pub hash: Hash,
    /// `site.yaml`'s public part.
    pub site: Value,
}

/// How rendering one page went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rendered {
    /// Places in `payload.data` that have their HTML in the markup under `data-html="<field>"`:
    /// `["entry.body"]`.
    #[serde(default)]
    pub html_fields: Vec<String>,
    /// The page's files, in the order of their bytes behind the markup.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<RenderedFile>,
    /// A component or a file's module threw: its message and stack. Markup and files are empty
    /// then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The file for which the module threw; absent: the page itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_file: Option<String>,
}

/// One of a page's files in an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RenderedFile {
    /// The route's name for it.
    pub name: String,
    /// Length in bytes.
    pub size: u32,
}
