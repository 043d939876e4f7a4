//! All entries, as the editors' page lists them.

use std::collections::BTreeSet;
use std::path::Path;

use contract::build::Access;
use contract::locale::Locale;
use generator_content::listing::{ListedEntry, ListedText, TextState};
use generator_studio::translations::{SeenVersions, Translation, Versions};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::pipeline::Builder;

/// All entries.
#[derive(Serialize)]
struct Entries<'a> {
    entries: Vec<EntryLine<'a>>,
}

/// One of them.
#[derive(Serialize)]
struct EntryLine<'a> {
    collection: &'a str,
    slug: &'a str,
    access: Access,
    texts: Vec<TextLine<'a>>,
}

/// Its text in one language.
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
        /// Its page.
        href: Option<String>,
    },
}

/// JSON of the entries of the last build, with the state and the address of each text. `remembers`:
/// false for a change set, which is not published.
///
/// It is written without values in between: a site may have ten thousand entries, and this is read
/// after each of their changes.
pub fn entries(
    builder: &Builder,
    locales: &[Locale],
    (var, remembers): (&Path, bool),
    now: Timestamp,
) -> serde_json::Result<Box<RawValue>> {
    let content = builder.content();
    let listing = content.map_or_else(Vec::new, |content| content.listing(now));
    let hrefs = builder.entry_paths();
    let outdated = find_outdated(&listing, var, remembers);
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

/// Paths of the translations that are older than their original, the text of the default language.
fn find_outdated(listing: &[ListedEntry], var: &Path, remembers: bool) -> BTreeSet<String> {
    let translations: Vec<Translation> = listing.iter().flat_map(translations).collect();
    let mut seen = SeenVersions::read(var);
    let outdated = seen.find_outdated(&translations);
    if remembers
        && seen.update(&translations)
        && let Err(error) = seen.write(var)
    {
        tracing::warn!("studio: versions of translations: {error}");
    }
    outdated
}

fn translations(entry: &ListedEntry) -> impl Iterator<Item = Translation> {
    let (original, others) = match entry.texts.split_first() {
        Some((original, others)) => (original.as_ref(), others),
        None => (None, &[][..]),
    };
    let others = others.iter().flatten();
    others.filter_map(move |text| {
        let original = original.filter(|original| original.file != text.file)?;
        Some(Translation {
            path: inside(&text.file).to_owned(),
            versions: Versions {
                own: text.hash,
                original: original.hash,
            },
        })
    })
}

/// `content/news/a/en.md` without the folder's own name.
fn inside(file: &str) -> &str {
    file.split_once('/').map_or(file, |(_, inside)| inside)
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
