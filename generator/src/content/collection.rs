//! A collection's entries, as they are to be shown.

use std::path::PathBuf;
use std::sync::Arc;

use contract::Hash;
use contract::build::Access;
use serde_json::{Map, Value};

use super::Media;

/// The visible entries of one folder, sorted by slug.
#[derive(Clone, Debug)]
pub struct Collection {
    /// Name of the folder: `news`.
    pub name: Arc<str>,
    pub(crate) entries: Vec<Entry>,
}

impl Collection {
    /// The entries, sorted by slug; guarded ones too.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry with that slug.
    pub fn entry(&self, slug: &str) -> Option<&Entry> {
        let index = self
            .entries
            .binary_search_by(|entry| (*entry.slug).cmp(slug))
            .ok()?;
        self.entries.get(index)
    }
}

/// One entry in all its languages.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name of its folder: `first-close`.
    pub slug: Arc<str>,
    /// Who may read it, its files and everything made from it: public or guarded.
    pub access: Access,
    /// By locale, in the order of [`super::Content::locales`]: what is shown there.
    pub(crate) shown: Vec<Option<Shown>>,
    /// Its files, sorted by path.
    pub files: Vec<Arc<Media>>,
}

/// What one locale's page shows of an entry.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// The text.
    pub(crate) text: Arc<Text>,
    /// Number of the text's own locale: another one where the collection falls back.
    pub(crate) locale: usize,
}

/// One content file, without its body.
#[derive(Clone, Debug)]
pub struct Text {
    /// Where it lies.
    pub source: PathBuf,
    /// `content/news/first-close/en.md`.
    pub file: String,
    /// Hash of all its bytes.
    pub hash: Hash,
    /// Byte offset at which the body starts.
    pub body: usize,
    /// The schema's fields; built-in ones are not among them.
    pub fields: Map<String, Value>,
}

impl Entry {
    /// Number of the locale whose text the page of locale number `locale` shows: the same, another (fallback), or none.
    pub fn text_locale(&self, locale: usize) -> Option<usize> {
        Some(self.shown.get(locale)?.as_ref()?.locale)
    }

    /// True if the entry is shown in that locale in its own words: only such pages are alternates of each other.
    pub fn exists_in(&self, locale: usize) -> bool {
        self.text_locale(locale) == Some(locale)
    }
}
