//! The whole of `content/`, checked, as one immutable value.
//!
//! ```text
//! content/ ──scan──► places ──look (parallel): files ──parse──► texts ──assemble──► Content ◄── query::answer
//!                                                 └──────── diagnostics, all of them at once ──► the editor
//! ```
//!
//! Only the name of an entry is in memory. Its front matter is stored in the
//! [spill](generator_ground::storage::spill) and is read back on request; Markdown bodies are not
//! kept at all: [`markdown`] reads and renders one when a page that shows it is rendered. Drafts,
//! entries before `publishAt` and entries after `expireAt` are not in a [`Content`] at all, nor are
//! their files: absent content cannot leak.
//!
//! # Layout
//!
//! Imports point from the top of this table to its bottom.
//!
//! | module | for |
//! |---|---|
//! | `fuzzing` | doors for `tests/fuzz` |
//! | [`loader`] | the whole folder, read again as far as it changed |
//! | [`listing`] | all entries with the state of each text, for editors |
//! | [`query`] | answers to the route table's queries |
//! | [`markdown`] | bodies as markup, links and headings |
//! | `content` | the content of one moment |
//! | [`site`] | `site.yaml` and `system-config.yaml` |
//! | `forms`, `search`, `mail_page`, `static_files` | the files of forms, of the search, of e-mails, of the root |
//! | `entries` | files of entries, read against their schema and joined by language |
//! | [`budgets`] | how large pages may be |
//! | [`checks`] | levels of checks |
//! | `source_hash` | the hash of all content files |
//! | [`server_texts`] | texts of the gateway and the origin |
//! | [`redirects`] | old addresses |
//! | [`schema`] | `_schema.json` and the rules that it sets |
//! | `files` | the folder's files: names, texts, front matter |
//! | `shown_picture` | a picture as pages describe it |
//! | [`marks`] | marks in the texts of a page that lead to their place |
//! | `field_problem` | a problem of one field |
//!
//! **Invariant**: no code outside this crate reads a file under `content/` by its own path; the
//! files to publish are in [`Content::media`].

pub mod budgets;
pub mod checks;
mod content;
mod entries;
mod field_problem;
mod files;
mod forms;
#[doc(hidden)]
pub mod fuzzing;
pub mod listing;
pub mod loader;
mod mail_page;
pub mod markdown;
pub mod marks;
pub mod query;
pub mod redirects;
pub mod schema;
mod search;
pub mod server_texts;
mod shown_picture;
pub mod site;
mod source_hash;
mod static_files;

pub use content::{Content, SchemaFile};
pub use entries::characters::{self, Characters};
pub use entries::collection::Due;
pub use entries::collection::{self, Collection, Entry};
pub use entries::fields::{self, Fields};
pub use entries::text::{self, Text};
pub use field_problem::FieldProblem;
pub use files::elsewhere::{LinkElsewhere, links_elsewhere};
pub use files::folder::{CHANGED_FILES, ContentFolder, REMOVED_FILES};
pub use files::front_matter::{FrontMatter, split as split_front_matter};
pub use loader::{ChangedPaths, Loaded, Loader, Sources};
pub use markdown::{Body, BodyFacts, Heading, KnownBodies, Link, ShownBody, Targets, TextRole};
pub use markdown::{columns, page_of, warning_in_file};
pub use schema::FeedText;
pub use schema::visibility::Visibility;
pub use site::{SearchedBy, Site, SitePart};
pub use source_hash::source_files;
