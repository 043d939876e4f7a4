//! Feeds of a build: read from the payloads of the newest pages, so that a reader gets the words
//! that visitors get.
//!
//! A feed is made again whenever a page was made: it has few entries.

use std::collections::BTreeSet;

use anyhow::Context;
use contract::locale::Locale;
use contract::page::PayloadFile;

use super::render::RenderInputs;
use crate::pages::feed::{Dates, Feed, FeedEntry, FeedSource, MEDIA_TYPE, NEWEST, atom, sources};
use crate::pages::head::{own_title, site_name};
use crate::pages::render::JSON;
use generator_builds::paths::payload;
use generator_builds::stage::Attributes;
use generator_content::query::newest;

/// Puts the feeds of every language on the stage. Answers their paths.
pub(super) fn write(inputs: &RenderInputs<'_>) -> anyhow::Result<BTreeSet<String>> {
    let mut paths = BTreeSet::new();
    for source in sources(inputs.content, &inputs.app.pool.hello.routes) {
        for (position, locale) in inputs.content.locales.iter().enumerate() {
            let feed = feed(inputs, &source, (position, locale))?;
            let path = feed.href.clone();
            let attributes = Attributes::public(MEDIA_TYPE);
            inputs.stage.put(&path, &atom(&feed)?, attributes)?;
            paths.insert(path);
        }
    }
    Ok(paths)
}

fn feed<'a>(
    inputs: &'a RenderInputs<'_>,
    source: &FeedSource<'_>,
    (position, locale): (usize, &'a Locale),
) -> anyhow::Result<Feed<'a>> {
    let content = inputs.content;
    let (url, zone) = (&*content.site.url, &content.site.time_zone);
    let mut entries = Vec::new();
    if let Some(collection) = content.collection(source.collection) {
        for newest in newest(content, inputs.cache, collection, position, NEWEST) {
            let slug = &newest.entry.slug;
            let page = locale.href(&source.route.path.replace(":id", slug));
            let dates = Dates {
                date: &newest.date,
                last_change: newest.last_change,
                zone,
            };
            // Without a page there is no address to name.
            if let Some(page) = page_file(inputs, &page)? {
                entries.extend(FeedEntry::new(source, page, &dates, url));
            }
        }
    }
    let site = site_name(&content.site.public, locale);
    let list = match source.list {
        Some(list) => page_file(inputs, &locale.href(&list.path))?.zip(Some(list)),
        None => None,
    };
    let title = list
        .as_ref()
        .and_then(|(page, route)| own_title(&page.payload, route));
    Ok(Feed {
        url,
        href: source.href(locale),
        page: list.map_or_else(|| locale.href("/"), |(page, _)| page.path),
        language: &locale.code,
        title: title.map_or_else(|| site.to_owned(), |title| format!("{title} · {site}")),
        site,
        entries,
    })
}

/// A page as a browser fetches it; none if this build has no such page.
fn page_file(inputs: &RenderInputs<'_>, href: &str) -> anyhow::Result<Option<PayloadFile>> {
    let path = payload(href);
    let Some(bytes) = inputs.stage.bytes(&path, JSON)? else {
        return Ok(None);
    };
    let page = serde_json::from_slice(&bytes);
    Ok(Some(page.with_context(|| format!("cannot read `{path}`"))?))
}
