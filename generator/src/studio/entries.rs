//! All entries, as the editors' page lists them.

use std::collections::BTreeSet;
use std::path::Path;

use contract::locale::Locale;
use generator_content::listing::{ListedEntry, ListedText, TextState};
use generator_studio::translations::{SeenVersions, Translation, Versions};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::pipeline::Builder;

/// Entries of the last build, with the state and the address of each text. `remembers`: false for a
/// change set, which is not published.
pub fn entries(
    builder: &Builder,
    locales: &[Locale],
    (var, remembers): (&Path, bool),
    now: Timestamp,
) -> Vec<Value> {
    let Some(content) = builder.content() else {
        return Vec::new();
    };
    let hrefs = builder.entry_paths();
    let listing = content.listing(now);
    let outdated = find_outdated(&listing, var, remembers);
    listing
        .into_iter()
        .map(|entry| {
            let pattern = hrefs.get(&*entry.collection);
            let path = pattern.map(|pattern| pattern.replace(":id", &entry.slug));
            let texts = locales.iter().zip(&entry.texts).map(|(locale, text)| {
                let href = path.as_ref().map(|path| locale.href(path));
                describe(locale, text.as_ref(), href, &outdated)
            });
            json!({
                "collection": entry.collection, "slug": entry.slug, "access": entry.access,
                "texts": texts.collect::<Vec<Value>>()
            })
        })
        .collect()
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

fn describe(
    locale: &Locale,
    text: Option<&ListedText>,
    href: Option<String>,
    outdated: &BTreeSet<String>,
) -> Value {
    let Some(text) = text else {
        return json!({ "locale": locale.code, "state": "missing" });
    };
    let path = inside(&text.file);
    json!({
        "locale": locale.code,
        "path": path,
        "outdated": outdated.contains(path),
        "title": text.title,
        "state": match text.state {
            TextState::Live => "live",
            TextState::Draft => "draft",
            TextState::Scheduled => "scheduled",
            TextState::Expired => "expired",
        },
        "at": text.until,
        "href": href,
    })
}
