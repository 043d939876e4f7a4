//! PURE: the difference between two contents, in the terms of the reads of answers.

use std::collections::HashSet;
use std::sync::Arc;

use super::Read;
use super::view::split;
use crate::content::Content;
use crate::entries::collection::{Collection, Entry};
use crate::entries::text::Text;

/// The difference between the content of one build and of the next.
#[derive(Debug, Default)]
pub struct Change {
    /// Sources of answers that are otherwise now.
    pub reads: HashSet<Read>,
    /// True if a published file, or the result of an image, differs.
    pub media: bool,
    /// Characters that a font may have to show.
    pub characters: bool,
    /// True if old addresses differ, or the inputs of their targets other than the pages.
    pub redirects: bool,
}

impl Change {
    /// The change from `old` to `new`, which have the same schemas and locales.
    pub fn between(old: &Content, new: &Content) -> Self {
        let mut change = Self::default();
        if old.site != new.site {
            change.reads.insert(Read::Site);
            change.characters = true;
        }
        if old.media != new.media || old.pictures != new.pictures {
            change.media = true;
            change.reads.insert(Read::Media);
        }
        change.redirects = !Arc::ptr_eq(&old.aliases, &new.aliases)
            || !Arc::ptr_eq(&old.redirects, &new.redirects)
            || !Arc::ptr_eq(&old.hidden, &new.hidden);
        let names: HashSet<&String> = old
            .collections
            .keys()
            .chain(new.collections.keys())
            .collect();
        for name in names {
            match (old.collections.get(name), new.collections.get(name)) {
                (Some(old), Some(new)) => change.collection(old, new),
                (Some(one), None) | (None, Some(one)) => {
                    change.reads.insert(Read::Collection(one.name.clone()));
                    let entries = one.entries().iter();
                    change
                        .reads
                        .extend(entries.map(|entry| read_entry(one, entry)));
                    change.characters = true;
                }
                (None, None) => {}
            }
        }
        change
    }

    /// The marks of all that differs, sorted.
    pub fn marks(&self) -> Vec<u32> {
        let mut marks: Vec<u32> = self.reads.iter().map(Read::mark).collect();
        marks.sort_unstable();
        marks
    }

    /// True if there is no difference.
    pub fn is_empty(&self) -> bool {
        self.reads.is_empty()
    }

    /// True if there are other entries, or others may see them: there may be other pages.
    pub fn moves_entries(&self) -> bool {
        self.reads
            .iter()
            .any(|read| matches!(read, Read::Collection(_)))
    }

    /// True if no entry has another value at the dotted path `path`, `-` first or not, from
    /// `collection`.
    pub(super) fn keeps(&self, collection: &Arc<str>, path: &str) -> bool {
        let (name, rest) = split(path.trim_start_matches('-'));
        let read = Read::Field {
            collection: collection.clone(),
            field: name.into(),
        };
        // The target of a reference is in another collection: which one is not worked out again
        // here.
        !self.reads.contains(&read) && (rest.is_empty() || !self.sets_fields())
    }

    /// True if an entry has another value in a field.
    pub fn sets_fields(&self) -> bool {
        self.reads
            .iter()
            .any(|read| matches!(read, Read::Field { .. }))
    }

    fn collection(&mut self, old: &Collection, new: &Collection) {
        if Arc::ptr_eq(&old.entries, &new.entries) {
            return;
        }
        let (mut olds, mut news) = (
            old.entries().iter().peekable(),
            new.entries().iter().peekable(),
        );
        loop {
            let order = match (olds.peek(), news.peek()) {
                (Some(old), Some(new)) => old.slug.cmp(&new.slug),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => return,
            };
            let was = if order.is_le() { olds.next() } else { None };
            let is = if order.is_ge() { news.next() } else { None };
            match (was, is) {
                (Some(was), Some(is)) if was == is => {}
                (Some(was), Some(is)) => self.entry([old, new], [was, is]),
                (one, other) => {
                    let entry = one.or(other);
                    self.reads.extend(entry.map(|entry| read_entry(new, entry)));
                    self.reads.insert(Read::Collection(new.name.clone()));
                    self.characters = true;
                }
            }
        }
    }

    fn entry(&mut self, collections: [&Collection; 2], entries: [&Entry; 2]) {
        let ([_, collection], [was, is]) = (collections, entries);
        self.reads.insert(read_entry(collection, is));
        let locales = was.shown.len().max(is.shown.len());
        let moved = was.access != is.access
            || (0..locales).any(|locale| was.text_locale(locale) != is.text_locale(locale));
        if moved {
            self.reads.insert(Read::Collection(collection.name.clone()));
            self.characters = true;
        }
        for locale in (0..locales).filter(|locale| was.text(*locale) != is.text(*locale)) {
            let [old, _] = collections;
            let texts = (old.text(was, locale), collection.text(is, locale));
            if let (Some(was), Some(is)) = texts {
                self.text(collection, &was, &is);
            }
        }
    }

    fn text(&mut self, collection: &Collection, was: &Text, is: &Text) {
        self.characters |= was.characters != is.characters;
        let changed = was.fields.differing(&is.fields);
        self.reads.extend(changed.map(|name| Read::Field {
            collection: collection.name.clone(),
            field: name.into(),
        }));
    }
}

fn read_entry(collection: &Collection, entry: &Entry) -> Read {
    Read::Entry {
        collection: collection.name.clone(),
        slug: entry.slug.clone(),
    }
}
