//! The text that a page had in a build: which file it is, and its bytes.
//!
//! A page's own text is one file: the entry's text in the page's language, or the file of a YAML
//! entry, which has all languages. Texts that the page quotes from other entries, and pictures, are
//! no part of it. Facts that all languages of an entry share are in each of its files: if the old
//! text has other facts, the check of the change set names the difference.

use contract::Hash;
use contract::build::BuildId;
use contract::locale::Locale;
use contract::route::{Query, Route};
use generator_ground::message::Message;
use generator_ground::storage::source_list::{SourceName, SourceText};
use generator_studio::SourcePath;

use super::{Studio, lock};
use crate::pages::input::own_text;

/// The text that a page had in a build.
pub(super) struct PastText {
    /// File of the text.
    pub(super) path: SourcePath,
    /// Bytes of the text, by their hash.
    text: SourceText,
}

impl PastText {
    /// The text of `page` in a build.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub(super) fn find(studio: &Studio, build: &BuildId, page: &str) -> Result<Self, Message> {
        let list = studio.served.store.source_list(build);
        let list = list.ok_or_else(|| no_sources(build))?;
        let routes = lock(&studio.routes);
        let entry = find_entry(&routes, &studio.locales, page);
        let files = entry.iter().flat_map(EntryText::files);
        let mut texts = files.filter_map(|path| {
            let text = list.get(SourceName::new(&path))?;
            let path = path.parse().ok()?;
            Some(Self { path, text })
        });
        let found = texts.next();
        let found = found.ok_or_else(|| Message::new("studio/no-own-text").with("page", page))?;
        match studio.sources.has(found.text) {
            true => Ok(found),
            false => Err(no_sources(build)),
        }
    }

    /// Bytes of the text.
    ///
    /// # Errors
    /// They are damaged.
    pub(super) fn bytes(&self, studio: &Studio, build: &BuildId) -> Result<Vec<u8>, Message> {
        let bytes = studio.sources.read(self.text);
        bytes.ok_or_else(|| no_sources(build))
    }

    /// Whether these bytes of the file are the text.
    pub(super) fn is_same(&self, bytes: Option<&[u8]>) -> bool {
        bytes.is_some_and(|bytes| SourceText::new(&Hash::of(bytes)) == self.text)
    }
}

/// Whether the text that a page had in a build is kept, and differs from the content now.
pub(super) fn can_restore(studio: &Studio, build: &BuildId, page: &str) -> bool {
    let Ok(past) = PastText::find(studio, build, page) else {
        return false;
    };
    let now = studio.sets.read_content(&past.path);
    now.is_ok_and(|now| !past.is_same(now.as_deref()))
}

fn no_sources(build: &BuildId) -> Message {
    Message::new("studio/no-sources").with("build", build.to_string())
}

/// An entry in one language.
#[derive(Debug, PartialEq, Eq)]
struct EntryText<'a> {
    collection: &'a str,
    slug: &'a str,
    locale: &'a str,
}

impl EntryText<'_> {
    /// The files in which it may be, of a Markdown collection and of a YAML one.
    fn files(&self) -> [String; 2] {
        let Self {
            collection,
            slug,
            locale,
        } = self;
        [
            format!("{collection}/{slug}/{locale}.md"),
            format!("{collection}/{slug}.yaml"),
        ]
    }
}

/// The entry that gives a page its own text; none for a list, and for an unknown path.
fn find_entry<'a>(
    routes: &'a [Route],
    locales: &'a [Locale],
    page: &'a str,
) -> Option<EntryText<'a>> {
    let places = || {
        let routes = routes.iter();
        routes.flat_map(|route| locales.iter().map(move |locale| (route, locale)))
    };
    let exact = places().find(|(route, locale)| locale.href(&route.path) == page);
    if let Some((route, locale)) = exact {
        return fixed_entry(route, &locale.code);
    }
    places().find_map(|(route, locale)| {
        Some(EntryText {
            collection: route.entries.as_deref()?,
            slug: slug_in(&locale.href(&route.path), page)?,
            locale: &locale.code,
        })
    })
}

/// The entry that a route without `:id` names for its own text, or for its title.
fn fixed_entry<'a>(route: &'a Route, locale: &'a str) -> Option<EntryText<'a>> {
    let title = route.metadata.title.as_deref();
    let title = title.and_then(|title| Some(title.split_once('.')?.0));
    let name = own_text(&route.data).map(String::as_str).or(title)?;
    match route.data.get(name)? {
        Query::Entry {
            collection, slug, ..
        } => Some(EntryText {
            collection,
            slug,
            locale,
        }),
        _ => None,
    }
}

/// The part of `page` in place of `:id`.
fn slug_in<'a>(pattern: &str, page: &'a str) -> Option<&'a str> {
    let (before, after) = pattern.split_once(":id")?;
    let slug = page.strip_prefix(before)?.strip_suffix(after)?;
    (!slug.is_empty() && !slug.contains('/')).then_some(slug)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_has_the_text_of_its_entry_in_its_language() {
        let entry = |slug: &str, field: &str| json!({ "query": "entry", "collection": "pages", "slug": slug, "fields": [field] });
        let list = json!({ "query": "list", "collection": "news", "fields": ["title"] });
        let routes: Vec<Route> = serde_json::from_value(json!([
            { "id": "news", "path": "/news", "layout": "a", "data": { "list": list } },
            { "id": "article", "path": "/news/:id", "layout": "a", "entries": "news" },
            { "id": "rules", "path": "/news/rules", "layout": "a",
              "data": { "page": entry("rules", "body"), "other": entry("sent", "title") } },
            { "id": "about", "path": "/", "layout": "a", "metadata": { "title": "page.title" },
              "data": { "aside": entry("aside", "title"), "page": entry("home", "title") } },
            { "id": "figures", "path": "/figures/:id/table", "layout": "a", "entries": "figures" },
        ]))
        .unwrap();
        let locales: Vec<Locale> = serde_json::from_value(json!([
            { "code": "zh-CN", "name": "简体中文", "dir": "ltr", "prefix": "", "language": "zh",
              "default": true },
            { "code": "en", "name": "English", "dir": "ltr", "prefix": "en", "language": "en" },
        ]))
        .unwrap();
        for (page, file) in [
            ("/news/alder", Some("news/alder/zh-CN.md")),
            ("/en/news/alder", Some("news/alder/en.md")),
            ("/en/news/rules", Some("pages/rules/en.md")),
            ("/en", Some("pages/home/en.md")),
            ("/", Some("pages/home/zh-CN.md")),
            ("/figures/2026/table", Some("figures/2026/zh-CN.md")),
            ("/en/news", None),
            ("/en/news/page/2", None),
            ("/en/news/", None),
            ("/en/nowhere", None),
        ] {
            let found = find_entry(&routes, &locales, page);
            let found = found.map(|entry| entry.files()[0].clone());
            assert_eq!(found.as_deref(), file, "{page}");
        }
        let figures = find_entry(&routes, &locales, "/en/figures/2026/table").unwrap();
        assert_eq!(figures.files()[1], "figures/2026.yaml");
    }
}
