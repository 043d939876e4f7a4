//! All entries, as the editors' page lists them.

use contract::locale::Locale;
use generator_content::listing::{ListedText, TextState};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::pipeline::Builder;

/// Entries of the last build, with the state and the address of each text.
pub fn entries(builder: &Builder, locales: &[Locale], now: Timestamp) -> Vec<Value> {
    let Some(content) = builder.content() else {
        return Vec::new();
    };
    let hrefs = builder.entry_paths();
    let listing = content.listing(now).into_iter();
    listing
        .map(|entry| {
            let pattern = hrefs.get(&*entry.collection);
            let path = pattern.map(|pattern| pattern.replace(":id", &entry.slug));
            let texts = locales.iter().zip(&entry.texts).map(|(locale, text)| {
                let href = path.as_ref().map(|path| locale.href(path));
                describe(locale, text.as_ref(), href)
            });
            json!({
                "collection": entry.collection, "slug": entry.slug, "access": entry.access,
                "texts": texts.collect::<Vec<Value>>()
            })
        })
        .collect()
}

fn describe(locale: &Locale, text: Option<&ListedText>, href: Option<String>) -> Value {
    let Some(text) = text else {
        return json!({ "locale": locale.code, "state": "missing" });
    };
    let inside = text.file.split_once('/').map(|(_, inside)| inside);
    json!({
        "locale": locale.code,
        "path": inside,
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
