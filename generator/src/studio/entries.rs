//! All entries, as the editors' page lists them.

use std::collections::BTreeSet;

use contract::build::Access;
use contract::locale::Locale;
use generator_content::listing::{ListedText, TextState};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::translations::{Translations, inside};
use crate::pipeline::Builder;

/// Entries of the site.
#[derive(Serialize)]
struct Entries<'a> {
    entries: Vec<EntryLine<'a>>,
}

/// One entry in the list.
#[derive(Serialize)]
struct EntryLine<'a> {
    collection: &'a str,
    slug: &'a str,
    access: Access,
    texts: Vec<TextLine<'a>>,
}

/// The text of an entry in one language.
#[derive(Serialize)]
#[serde(untagged)]
enum TextLine<'a> {
    Missing {
        locale: &'a str,
        state: &'static str,
    },
    Present {
        locale: &'a str,
        path: &'a str,
        outdated: bool,
        title: &'a str,
        state: &'static str,
        /// When the state changes by itself.
        at: Option<Timestamp>,
        /// Path of the entry's page.
        href: Option<String>,
    },
}

/// JSON of the entries of the last build, with the state and the address of each text.
///
/// It is written without values in between: a site may have ten thousand entries, and this is read
/// after each of their changes.
pub(super) fn entries(
    builder: &Builder,
    locales: &[Locale],
    translations: &Translations,
    now: Timestamp,
) -> serde_json::Result<Box<RawValue>> {
    let content = builder.content();
    let listing = content.map_or_else(Vec::new, |content| content.listing(now));
    let hrefs = builder.entry_paths();
    let outdated = translations.find_outdated(&listing);
    let entries = listing.iter().map(|entry| {
        let pattern = hrefs.get(&*entry.collection);
        let path = pattern.map(|pattern| pattern.replace(":id", &entry.slug));
        let texts = locales.iter().zip(&entry.texts).map(|(locale, text)| {
            let href = path.as_ref().map(|path| locale.href(path));
            describe(locale, text.as_ref(), href, &outdated)
        });
        EntryLine {
            collection: &entry.collection,
            slug: &entry.slug,
            access: entry.access,
            texts: texts.collect(),
        }
    });
    to_raw_value(&Entries {
        entries: entries.collect(),
    })
}

fn describe<'a>(
    locale: &'a Locale,
    text: Option<&'a ListedText>,
    href: Option<String>,
    outdated: &BTreeSet<String>,
) -> TextLine<'a> {
    let Some(text) = text else {
        return TextLine::Missing {
            locale: &locale.code,
            state: "missing",
        };
    };
    let path = inside(&text.file);
    TextLine::Present {
        locale: &locale.code,
        path,
        outdated: outdated.contains(path),
        title: &text.title,
        state: match text.state {
            TextState::Live => "live",
            TextState::Draft => "draft",
            TextState::Scheduled => "scheduled",
            TextState::Expired => "expired",
        },
        at: text.until,
        href,
    }
}
