//! PURE: the files that a browser searches where a site has no origin: one for each language, with
//! all that can be found in it.
//!
//! A file contains only the text that the documents of public pages show. It is fetched whole, so
//! it has a limit: beyond it a site needs an origin.

use std::collections::BTreeMap;

use contract::search::SearchPage;
use serde::Serialize;

/// Bytes of a file before it is compressed; about a quarter of them travel. A few hundred long
/// pages.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Kind of a page that shows no entry of a collection.
const PAGE: &str = "page";

/// Pages that can be found, by language, in the order of their paths.
#[derive(Debug, Default)]
pub struct SearchIndex {
    pages: BTreeMap<String, BTreeMap<String, IndexedPage>>,
}

#[derive(Debug, Serialize)]
struct IndexedPage {
    kind: String,
    #[serde(flatten)]
    page: SearchPage,
}

#[derive(Serialize)]
struct IndexFile<'a> {
    pages: Vec<&'a IndexedPage>,
}

impl SearchIndex {
    /// Adds a page; `collection` is that of the entry which it shows.
    pub fn add(&mut self, page: SearchPage, collection: Option<&str>) {
        let kind = collection.unwrap_or(PAGE).to_owned();
        let pages = self.pages.entry(page.locale.clone()).or_default();
        pages.insert(page.href.clone(), IndexedPage { kind, page });
    }

    /// Path and JSON of each language's file, one for each of `locales`.
    pub fn files<'a>(
        &'a self,
        locales: impl Iterator<Item = &'a str>,
    ) -> impl Iterator<Item = serde_json::Result<(String, Vec<u8>)>> {
        locales.map(|code| {
            let pages = self.pages.get(code).into_iter();
            let file = IndexFile {
                pages: pages.flat_map(BTreeMap::values).collect(),
            };
            Ok((path(code), serde_json::to_vec(&file)?))
        })
    }
}

/// Path of the file of a language.
fn path(code: &str) -> String {
    format!("/search/{code}.json")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn page(href: &str, locale: &str) -> SearchPage {
        SearchPage {
            href: href.to_owned(),
            locale: locale.to_owned(),
            title: "T".to_owned(),
            ..SearchPage::default()
        }
    }

    #[test]
    fn each_language_has_a_file_whatever_order_its_pages_came_in() {
        let pages = [("/b", "zh-CN"), ("/en/a", "en"), ("/a", "zh-CN")];
        let files = |order: &[usize]| {
            let mut index = SearchIndex::default();
            for at in order {
                let (href, locale) = pages[*at];
                index.add(page(href, locale), (href == "/b").then_some("news"));
            }
            let files = index.files(["zh-CN", "en", "ja"].into_iter());
            files.collect::<Result<Vec<_>, _>>().unwrap()
        };
        let found = files(&[0, 1, 2]);
        assert_eq!(found, files(&[2, 1, 0]));
        let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
        let expected = ["/search/zh-CN.json", "/search/en.json", "/search/ja.json"];
        assert_eq!(paths, expected);
        let parsed = |at: usize| serde_json::from_slice::<Value>(&found[at].1).unwrap();
        let shown = |page: &Value| (page["href"].clone(), page["kind"].clone());
        let chinese: Vec<_> = parsed(0)["pages"]
            .as_array()
            .unwrap()
            .iter()
            .map(shown)
            .collect();
        assert_eq!(
            chinese,
            [(json!("/a"), json!("page")), (json!("/b"), json!("news"))]
        );
        assert_eq!(parsed(2), json!({"pages": []}));
    }
}
