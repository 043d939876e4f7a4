//! A collection's entries, as they are to be shown.

use std::sync::Arc;

use contract::build::Access;
use jiff::Timestamp;

use super::fields::Fields;
use super::file_cache::Texts;
use super::text::Text;
use crate::schema::{FeedText, Schema};
use generator_ground::storage::spill::Span;
use generator_media::Media;

/// The visible entries of one folder, sorted by slug.
#[derive(Clone, Debug)]
pub struct Collection {
    /// Name of the folder: `news`.
    pub name: Arc<str>,
    /// Shape of the front matter.
    pub schema: Arc<Schema>,
    pub(crate) texts: Texts,
    pub(crate) entries: Arc<[Entry]>,
}

impl Collection {
    /// The entries, sorted by slug; guarded ones too.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry with that slug.
    pub fn entry(&self, slug: &str) -> Option<&Entry> {
        self.position(slug)
            .and_then(|index| self.entries.get(index))
    }

    /// The place of the entry with that slug among [`Collection::entries`].
    pub(crate) fn position(&self, slug: &str) -> Option<usize> {
        self.entries
            .binary_search_by(|entry| (*entry.slug).cmp(slug))
            .ok()
    }

    /// The text of an entry of this collection that the page of locale number `locale` shows, read
    /// from disk.
    pub fn text(&self, entry: &Entry, locale: usize) -> Option<Text> {
        self.texts.get(entry.text(locale)?.text, &self.schema)
    }

    /// The fields of that text, which is all that most ask for.
    pub(crate) fn fields(&self, entry: &Entry, locale: usize) -> Option<Fields> {
        self.texts.fields(entry.text(locale)?.text, &self.schema)
    }

    /// The field that "newest" refers to.
    pub fn date_field(&self) -> Option<&str> {
        self.schema.rules.date_field.as_deref()
    }

    /// The field with the day of an entry's last change.
    pub fn updated_field(&self) -> Option<&str> {
        self.schema.rules.updated_field.as_deref()
    }

    /// The part of each entry that the collection's feed has; none: there is no feed.
    pub fn feed(&self) -> Option<FeedText> {
        self.schema.rules.feed
    }
}

/// One entry in all its languages. Two are the same if no part was read again and no part is shown
/// differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name of its folder: `first-close`.
    pub slug: Arc<str>,
    /// Access to it, its files and everything made from it: public or guarded.
    pub access: Access,
    /// The text that is shown in each locale, in the order of [`crate::Content::locales`].
    pub(crate) shown: Box<[Option<ShownText>]>,
    /// Files of the entry, sorted by path.
    pub files: Box<[Arc<Media>]>,
}

/// The text of an entry that one locale's page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownText {
    /// Where the text is.
    pub text: Span,
    /// Number of the text's own locale: another one where the collection falls back.
    pub(crate) locale: usize,
}

impl Entry {
    /// The text that the page of locale number `locale` shows; none if the entry is not shown
    /// there.
    pub fn text(&self, locale: usize) -> Option<ShownText> {
        *self.shown.get(locale)?
    }

    /// Number of the locale of the text that the page shows: the same, another (fallback), or none.
    pub fn text_locale(&self, locale: usize) -> Option<usize> {
        self.text(locale).map(|shown| shown.locale)
    }

    /// True if the entry is shown in that locale in its own words: only such pages are alternates
    /// of each other.
    pub fn exists_in(&self, locale: usize) -> bool {
        self.text_locale(locale) == Some(locale)
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

/// An entry that appears or disappears by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Collection of the entry.
    pub collection: Arc<str>,
    /// Name of the entry.
    pub slug: Arc<str>,
    /// When a language of the entry appears or disappears next.
    pub at: Timestamp,
}
