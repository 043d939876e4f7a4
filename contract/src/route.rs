//! The route table of the SSR bundle, and the data queries that the generator answers.
//!
//! The only copy of the table is in `frontend/site/routes.ts`; the generator gets it in the
//! worker's first frame ([`Hello`]).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::header_class::HeaderClasses;

/// The worker's first frame: its versions, and the routes that it can render.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Hello {
    /// [`crate::VERSION`] that the bundle was built against.
    pub contract: u32,
    /// `process.versions.node`; part of every page's key.
    pub node: String,
    /// The route table.
    pub routes: Vec<Route>,
    /// route id → locale code → assets that its document loads.
    pub assets: BTreeMap<String, BTreeMap<String, DocumentAssets>>,
    /// The header classes that routes name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub header_classes: HeaderClasses,
}

/// Files that a document of one route in one locale loads, in order. Paths start with `/assets/`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DocumentAssets {
    /// Modules that run: the client entry.
    pub scripts: Vec<String>,
    /// `<link rel="stylesheet">`.
    pub styles: Vec<String>,
    /// Modules fetched beside them: the route's chunk, the locale's catalog, and their imports.
    pub preloads: Vec<String>,
}

/// One row of the route table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Route {
    /// Stable name: `news-article`.
    pub id: String,
    /// Unprefixed path with at most one `:id`: `/news/:id`.
    pub path: String,
    /// Name of the layout.
    pub layout: String,
    /// The client keeps the page alive when it is left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep_alive: bool,
    /// Only signed-in visitors: every file of the route is guarded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub requires_auth: bool,
    /// Only guests: signed-in visitors are sent home.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guest_only: bool,
    /// Names of client middleware, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub middleware: Vec<String>,
    /// Keys in which the route's value replaces its layout's default; other keys are merged.
    #[serde(default, skip_serializing_if = "Vec::is_empty", rename = "override")]
    pub overrides: Vec<String>,
    /// The collection that gives the values of `:id`, one for each entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<String>,
    /// Name of the `list` query in `data` that continues on `<path>/page/2` and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paginate: Option<String>,
    /// Name → query. The answers have the same names in the payload's `data`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub data: BTreeMap<String, Query>,
    /// Metadata of the route's pages.
    #[serde(default = "Metadata::missing")]
    pub metadata: Metadata,
    /// Name of the header class of its documents, where they are no ordinary pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header_class: Option<Box<str>>,
    /// The status that the route's documents answer with; 404 for `/404`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Files that each of the route's pages offers beside itself. They are made from the page's
    /// input, and published with the page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<PageFile>,
}

/// A file that a page offers: `/about/financial` has its `figures.csv` at
/// `/about/financial/figures.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PageFile {
    /// Last segment of its path, in lower case.
    pub name: String,
    /// Content type: `text/csv; charset=utf-8`.
    #[serde(rename = "type")]
    pub media_type: String,
}

/// Metadata of a route's pages for search engines, messengers and feed readers. Fields name a place
/// in the payload's `data`: `entry.title`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Metadata {
    /// Where the document's title is found, unless the system configuration names one for the path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where the document's description is found, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// JSON-LD: property → constant, or `$`-prefixed place in `data` (`"headline":
    /// "$entry.title"`), also in objects and lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub json_ld: Option<BTreeMap<String, Value>>,
    /// Where the picture is found that messengers show of a page, unless the system configuration
    /// names one; absent or empty: one is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// False: no sharing image is drawn for the route's pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<bool>,
    /// Values that a drawn sharing image shows besides the title: property → constant, or
    /// `$`-prefixed place in `data`. A place may lead into a list: by a number to one item, by a
    /// name to that field of every item (`"series": "$years.items.assets.value"`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<BTreeMap<String, Value>>,
    /// Sitemap priority in tenths, 0 to 10; absent: not in the sitemap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<u8>,
    /// The route declares no metadata at all: on a public page this is a mistake, unlike empty
    /// metadata.
    #[serde(skip)]
    pub is_missing: bool,
}

impl Metadata {
    /// Metadata of a route that declares none.
    fn missing() -> Self {
        Self {
            is_missing: true,
            ..Self::default()
        }
    }
}

/// A declarative question about content, answered by the generator in Rust.
///
/// `fields` are dotted names of schema fields. `slug`, `href` (the entry's page in the page's
/// locale) and `body` (rendered Markdown) are always known; `industry.name` follows the reference
/// in `industry`. A field that names an image (`x-image`) is answered with `{src, width, height,
/// placeholder, sources}`.
///
/// A page has one text of its own: the `body` of the first `entry` query, by name, that asks for
/// one. Its headings are `#outlook`; those of all other texts begin with their entry,
/// `#letters/2026-q3/outlook`, so that no id occurs twice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "query",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Query {
    /// One entry → an object.
    Entry {
        /// The collection.
        collection: String,
        /// A slug, or `:id` for the route's parameter.
        slug: String,
        /// Fields of the answer.
        fields: Vec<String>,
    },
    /// Entries in order → `{items, total}`, and `{items, total, page, pages}` with a page size.
    List {
        /// The collection.
        collection: String,
        /// Fields to sort by, `-` first for descending: `["-date", "slug"]`. Ties are broken by
        /// slug.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        sort: Vec<String>,
        /// Field → value that must be equal; `:id` is the route's parameter.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        filter: BTreeMap<String, Value>,
        /// Entries per page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        page_size: Option<u32>,
        /// At most this many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<u32>,
        /// Fields of each entry that are answered.
        fields: Vec<String>,
    },
    /// Entries that share most values of `by` with the entry `slug`, newest first among equals,
    /// never the entry itself → an array.
    Related {
        /// The collection.
        collection: String,
        /// A slug, or `:id`.
        slug: String,
        /// Fields to compare by value (a list field counts each shared value).
        by: Vec<String>,
        /// At most this many.
        limit: u32,
        /// Fields of each entry that are answered.
        fields: Vec<String>,
    },
    /// The entries beside the entry `slug` in order → `{before, after}`; the first has no `before`,
    /// the last no `after`.
    ///
    /// An entry that is added, removed or moved changes this answer only for the entries directly
    /// before and after it.
    Neighbours {
        /// The collection.
        collection: String,
        /// A slug, or `:id`.
        slug: String,
        /// Fields to sort by, as in a list.
        sort: Vec<String>,
        /// Fields of each entry that are answered.
        fields: Vec<String>,
    },
    /// The newest entries by the collection's date field → an array.
    Latest {
        /// The collection.
        collection: String,
        /// At most this many.
        limit: u32,
        /// Fields of each entry that are answered.
        fields: Vec<String>,
    },
    /// Values from `site.yaml` → an object.
    Config {
        /// Dotted keys of `site.yaml`.
        keys: Vec<String>,
    },
}
