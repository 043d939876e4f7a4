//! A collection's entries, as they are to be shown.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use contract::Hash;
use contract::build::Access;

use super::characters::Characters;
use super::fields::Fields;
use super::front_matter::BuiltIn;
use super::media::Media;
use super::schema::Schema;
use super::source;

/// The visible entries of one folder, sorted by slug.
#[derive(Clone, Debug)]
pub struct Collection {
    /// Name of the folder: `news`.
    pub name: Arc<str>,
    pub(crate) schema: Arc<Schema>,
    pub(crate) entries: Vec<Arc<Entry>>,
}

impl Collection {
    /// The entries, sorted by slug; guarded ones too.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// The entry with that slug.
    pub fn entry(&self, slug: &str) -> Option<&Arc<Entry>> {
        self.position(slug)
            .and_then(|index| self.entries.get(index))
    }

    /// The place of the entry with that slug among [`Collection::entries`].
    pub(crate) fn position(&self, slug: &str) -> Option<usize> {
        self.entries
            .binary_search_by(|entry| (*entry.slug).cmp(slug))
            .ok()
    }

    /// The field that "newest" refers to.
    pub fn date_field(&self) -> Option<&str> {
        self.schema.rules.date_field.as_deref()
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
    /// The folder `content/`.
    pub(crate) root: Arc<Path>,
    /// `content/news/first-close/en.md`.
    pub file: Arc<str>,
    /// Hash of all its bytes.
    pub hash: Hash,
    /// Hash of its body alone.
    pub body_hash: Hash,
    /// Its body may name files of other entries.
    pub names_media: bool,
    /// The schema's fields; built-in ones are not among them.
    pub fields: Fields,
    /// What it may show in a face that is cut to it.
    pub characters: Characters,
    pub(crate) built_in: BuiltIn,
}

impl Text {
    /// Where it lies.
    pub fn source(&self) -> PathBuf {
        source::place(&self.root, &self.file)
    }
}

impl Entry {
    /// What the page of locale number `locale` shows.
    pub fn text(&self, locale: usize) -> Option<&Arc<Text>> {
        self.shown.get(locale)?.as_ref().map(|shown| &shown.text)
    }

    /// Number of the locale whose text that page shows: the same, another (fallback), or none.
    pub fn text_locale(&self, locale: usize) -> Option<usize> {
        self.shown.get(locale)?.as_ref().map(|shown| shown.locale)
    }

    /// True if the entry is shown in that locale in its own words: only such pages are alternates of each other.
    pub fn exists_in(&self, locale: usize) -> bool {
        self.text_locale(locale) == Some(locale)
    }

    /// True if nothing was read anew and nothing is shown otherwise.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let same_text = |(a, b): (&Option<Shown>, &Option<Shown>)| match (a, b) {
            (Some(a), Some(b)) => a.locale == b.locale && Arc::ptr_eq(&a.text, &b.text),
            (a, b) => a.is_none() && b.is_none(),
        };
        self.slug == other.slug
            && self.access == other.access
            && self.files == other.files
            && self.shown.len() == other.shown.len()
            && self.shown.iter().zip(&other.shown).all(same_text)
    }

    /// The file of that name beside the text.
    pub(crate) fn file(&self, name: &str) -> Option<&Arc<Media>> {
        let is_it = |media: &&Arc<Media>| {
            media
                .path
                .strip_suffix(name)
                .is_some_and(|rest| rest.ends_with('/') && rest.matches('/').count() == 4)
        };
        self.files.iter().find(is_it)
    }
}
