//! All entries with the state of each text, for people who edit them.

use std::sync::Arc;

use contract::Hash;
use contract::build::Access;
use jiff::Timestamp;
use rayon::prelude::*;
use serde_json::Value;

use crate::content::Content;
use crate::entries::collection::{Collection, Entry};
use crate::entries::text::Text;

/// Fields that name an entry, the first that it has.
const TITLES: [&str; 3] = ["title", "name", "label"];

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedEntry {
    /// Collection of the entry.
    pub collection: Arc<str>,
    /// Name of the entry.
    pub slug: Arc<str>,
    /// Access to the entry.
    pub access: Access,
    /// Texts by number of the locale; none where the entry lacks that language.
    pub texts: Vec<Option<ListedText>>,
}

/// One text of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedText {
    /// `content/news/first-close/en.md`.
    pub file: String,
    /// Title of the text, or another field that names it; the entry's name if it has none.
    pub title: String,
    /// Hash of the file's bytes.
    pub hash: Hash,
    /// Whether visitors see the text.
    pub state: TextState,
    /// When the state changes by itself next.
    pub until: Option<Timestamp>,
    /// Whether the text is an example, which came with the site.
    pub placeholder: bool,
}

/// Whether visitors see a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextState {
    /// Visitors see it.
    Live,
    /// The text is a draft.
    Draft,
    /// The time of the text has not come.
    Scheduled,
    /// Visitors do not see the text any more.
    Expired,
}

impl Content {
    /// Every entry of this content, with the state of its texts at `now`.
    pub fn listing(&self, now: Timestamp) -> Vec<ListedEntry> {
        let collections = self.collections.values();
        let entries: Vec<_> = collections
            .flat_map(|collection| {
                let entries = collection.entries().iter();
                entries.map(move |entry| (collection, entry))
            })
            .collect();
        entries
            .into_par_iter()
            .map(|(collection, entry)| ListedEntry {
                collection: collection.name.clone(),
                slug: entry.slug.clone(),
                access: entry.access,
                texts: (0..self.locales.len())
                    .map(|locale| self.listed_text(collection, entry, locale, now))
                    .collect(),
            })
            .collect()
    }

    /// The files of examples that are to be replaced (`placeholder: true`).
    pub fn placeholders(&self, now: Timestamp) -> Vec<String> {
        let texts = self.listing(now).into_iter().flat_map(|entry| entry.texts);
        let examples = texts.flatten().filter(|text| text.placeholder);
        examples.map(|text| text.file).collect()
    }

    fn listed_text(
        &self,
        collection: &Collection,
        entry: &Entry,
        locale: usize,
        now: Timestamp,
    ) -> Option<ListedText> {
        if !entry.exists_in(locale) {
            return None;
        }
        let text = collection.text(entry, locale)?;
        let code = self.locales.get(locale).map_or("", |locale| &locale.code);
        let (state, until) = self.state(&text, now);
        Some(ListedText {
            title: title(&text, code).unwrap_or_else(|| entry.slug.to_string()),
            hash: text.hash,
            file: text.file,
            state,
            until,
            placeholder: text.built_in.placeholder,
        })
    }

    fn state(&self, text: &Text, now: Timestamp) -> (TextState, Option<Timestamp>) {
        let instant = |when: Option<crate::files::front_matter::When>| {
            when.map(|when| when.instant(&self.site.time_zone))
        };
        let publish = instant(text.built_in.publish_at);
        let expire = instant(text.built_in.expire_at);
        match (publish, expire) {
            _ if text.built_in.draft => (TextState::Draft, None),
            (_, Some(expire)) if expire <= now => (TextState::Expired, None),
            (Some(publish), _) if now < publish => (TextState::Scheduled, Some(publish)),
            (_, expire) => (TextState::Live, expire),
        }
    }
}

/// The text of the first field that names it.
fn title(text: &Text, code: &str) -> Option<String> {
    let words = |value: Value| match value {
        Value::String(words) => Some(words),
        Value::Object(texts) => texts.get(code)?.as_str().map(str::to_owned),
        _ => None,
    };
    TITLES
        .into_iter()
        .find_map(|field| text.fields.get(field).and_then(words))
}
