//! PURE: sitemap files and `robots.txt`.
//!
//! `/sitemap.xml` is an index of files by route. A route with many pages is split by the hash of
//! the path, so that a new page changes one file and not all that follow it; a file holds at most
//! [`MAX_URLS`].

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Write;

use contract::Hash;
use contract::locale::Locale;
use contract::route::Route;

use crate::pages::document::escape;
use crate::pages::head::hreflang;
use crate::pages::plan::{PageIndex, Plan};
use crate::pages::records::PageRecords;

/// The design's limit per file; search engines take 50,000, but an edit should not rewrite
/// megabytes.
const MAX_URLS: usize = 1_000;

/// Pages for search engines. There are as many as pages of the site: the sitemap's facts about one
/// are looked up when its file is written.
#[derive(Clone, Debug)]
pub struct Listed<'a> {
    /// Plan of all pages.
    pub plan: &'a Plan,
    /// The route table; a route's id names its files.
    pub routes: &'a [Route],
    /// The records of all pages.
    pub(crate) records: &'a PageRecords,
    /// Indices of the listed pages.
    pub indices: Vec<PageIndex>,
}

impl<'a> Listed<'a> {
    fn route(&self, index: PageIndex) -> &'a Route {
        &self.routes[self.plan.route(index)]
    }

    /// Compares two pages by route and path; the languages of a page by their prefix.
    fn order(&self, one: usize, other: usize) -> Ordering {
        let key = |index| (&*self.route(index).id, self.plan.path(index));
        let languages = || self.plan.href(one).cmp(&self.plan.href(other));
        key(one).cmp(&key(other)).then_with(languages)
    }
}

/// Facts that all sitemaps have in common.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// The site's public URL without a trailing slash.
    pub url: &'a str,
    /// The languages by position.
    pub locales: &'a [Locale],
}

/// Hands every sitemap file to `put`, path on the site and text, the index last. Answers their
/// paths.
pub fn sitemaps(
    mut listed: Listed<'_>,
    site: Site<'_>,
    mut put: impl FnMut(&str, String) -> anyhow::Result<()>,
) -> anyhow::Result<BTreeSet<String>> {
    let mut indices = std::mem::take(&mut listed.indices);
    indices.sort_unstable_by(|one, other| listed.order(*one, *other));
    let mut paths = BTreeSet::new();
    let id = |index: PageIndex| &*listed.route(index).id;
    for of_route in indices.chunk_by(|one, other| id(*one) == id(*other)) {
        let parts = split(of_route, listed.plan);
        let single = parts.len() == 1;
        for (part, indices) in parts
            .iter()
            .enumerate()
            .filter(|(_, indices)| !indices.is_empty())
        {
            let suffix = if single {
                String::new()
            } else {
                format!("-{part:03}")
            };
            let path = format!("/sitemaps/{}{suffix}.xml", id(of_route[0]));
            put(&path, urlset(indices, &listed, site))?;
            paths.insert(path);
        }
    }
    put("/sitemap.xml", index(paths.iter(), site.url))?;
    paths.insert("/sitemap.xml".to_owned());
    Ok(paths)
}

/// `robots.txt`: everything that is public may be read.
pub fn robots(site_url: &str) -> String {
    format!("User-agent: *\nDisallow: /api/\n\nSitemap: {site_url}/sitemap.xml\n")
}

/// Doubles the number of parts until none is over the limit.
fn split(indices: &[PageIndex], plan: &Plan) -> Vec<Vec<PageIndex>> {
    let mut count = indices.len().div_ceil(MAX_URLS / 2).next_power_of_two();
    loop {
        let mut parts = vec![Vec::new(); count];
        for index in indices {
            let [high, low, ..] = *Hash::of(plan.path(*index).as_bytes()).as_bytes();
            parts[usize::from(u16::from_be_bytes([high, low])) % count].push(*index);
        }
        if count > usize::from(u16::MAX) || parts.iter().all(|part| part.len() <= MAX_URLS) {
            return parts;
        }
        count *= 2;
    }
}

fn urlset(indices: &[PageIndex], listed: &Listed<'_>, site: Site<'_>) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n",
    );
    let url = |path: &str| escape(&format!("{}{path}", site.url));
    for index in indices {
        let (page, route) = (listed.plan.page(*index), listed.route(*index));
        let record = listed.records.get(*index);
        let _ = write!(xml, "<url><loc>{}</loc>", url(&page.href));
        if let Some(day) = record.last_change {
            let _ = write!(xml, "<lastmod>{day}</lastmod>");
        }
        // The schema of sitemaps has this order.
        let priority = route.metadata.priority.unwrap_or_default();
        let (whole, tenth) = (priority / 10, priority % 10);
        let _ = write!(xml, "<priority>{whole}.{tenth}</priority>");
        let own = page.alternates.iter().filter(|page| page.is_own);
        let own = own.map(|page| (&*site.locales[page.locale].code, &*page.href));
        for (language, path) in hreflang(own, site.locales) {
            let _ = write!(
                xml,
                "<xhtml:link rel=\"alternate\" hreflang=\"{}\" href=\"{}\"/>",
                escape(language),
                url(path)
            );
        }
        if let Some(path) = record.picture {
            let path = url(path);
            let _ = write!(
                xml,
                "<image:image><image:loc>{path}</image:loc></image:image>"
            );
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
}

fn index<'a>(paths: impl Iterator<Item = &'a String>, site_url: &str) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in paths {
        let _ = writeln!(
            xml,
            "<sitemap><loc>{}</loc></sitemap>",
            escape(&format!("{site_url}{path}"))
        );
    }
    xml.push_str("</sitemapindex>\n");
    xml
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use contract::route::Query;
    use jiff::civil::date;
    use serde_json::json;

    use super::*;
    use crate::pages::plan::{Entries, LocaleText, PlannedEntry, plan};
    use crate::pages::records::RecordsBuilder;
    use crate::pages::render::outcome::Record;

    /// A number of entries in two languages; every tenth has its own words in Chinese only.
    struct News(usize);

    impl Entries for News {
        fn entries(&self, _: &str) -> Option<impl Iterator<Item = PlannedEntry>> {
            let entry = |number: usize| PlannedEntry {
                slug: number.to_string().into(),
                is_guarded: false,
                shown: vec![
                    LocaleText::Own,
                    match number.is_multiple_of(10) {
                        true => LocaleText::Fallback,
                        false => LocaleText::Own,
                    },
                ],
            };
            Some((0..self.0).map(entry))
        }

        fn pages(&self, _: &Query, _: &Locale, _: bool) -> u32 {
            1
        }
    }

    /// The files of `count` entries' Chinese pages.
    fn files(count: usize) -> BTreeMap<String, String> {
        let routes = json!([{"id": "news-article", "path": "/news/:id", "layout": "default", "entries": "news", "metadata": {"priority": 5}}]);
        let routes: Vec<Route> = serde_json::from_value(routes).unwrap();
        let locales = json!([
            {"code": "zh-CN", "name": "中", "dir": "ltr", "prefix": "", "language": "zh", "default": true},
            {"code": "en", "name": "E", "dir": "ltr", "prefix": "en", "language": "en"}
        ]);
        let locales: Vec<Locale> = serde_json::from_value(locales).unwrap();
        let plan = plan(&routes, &locales, &News(count)).unwrap();
        let building = RecordsBuilder::new(plan.len(), None);
        for index in 0..plan.len() {
            let is_known = plan.path(index) == "/news/2";
            let last_change = is_known.then(|| date(2026, 11, 5));
            let picture = is_known.then(|| "/media/a&b.png".into());
            let record = Record {
                is_listed: true,
                last_change,
                picture,
                ..Record::default()
            };
            building.put(index, record);
        }
        let listed = Listed {
            plan: &plan,
            routes: &routes,
            records: &building.finish(),
            indices: (0..plan.len())
                .filter(|index| plan.locale(*index) == 0)
                .collect(),
        };
        let site = Site {
            url: "https://t.example",
            locales: &locales,
        };
        let mut files = BTreeMap::new();
        let paths = sitemaps(listed, site, |path, xml| {
            files.insert(path.to_owned(), xml);
            Ok(())
        });
        assert!(paths.unwrap().iter().eq(files.keys()));
        files
    }

    #[test]
    fn no_file_holds_more_than_a_thousand_and_none_is_lost() {
        let files = files(5_000);
        let counts: Vec<usize> = files
            .iter()
            .filter(|(path, _)| path.starts_with("/sitemaps/"))
            .map(|(_, xml)| xml.matches("<loc>").count())
            .collect();
        assert!(counts.iter().all(|count| *count <= MAX_URLS), "{counts:?}");
        assert_eq!(counts.iter().sum::<usize>(), 5_000);
    }

    #[test]
    fn a_new_page_changes_one_file() {
        let (before, after) = (files(5_000), files(5_001));
        assert_eq!(
            after
                .iter()
                .filter(|(path, xml)| before.get(*path) != Some(xml))
                .count(),
            1
        );
    }

    #[test]
    fn a_page_has_the_day_of_its_last_change_and_its_picture_where_they_are_known() {
        let files = files(3);
        let xml = &files["/sitemaps/news-article.xml"];
        let day = "<loc>https://t.example/news/2</loc><lastmod>2026-11-05</lastmod><priority>";
        let picture = "<image:image><image:loc>https://t.example/media/a&amp;b.png</image:loc></image:image></url>";
        assert!(xml.contains(day) && xml.contains(picture), "{xml}");
        assert_eq!(xml.matches("<lastmod>").count(), 1);
        assert_eq!(xml.matches("<image:image>").count(), 1);
    }

    #[test]
    fn a_small_route_has_one_file_under_its_name() {
        let files = files(1);
        assert_eq!(
            files.keys().collect::<Vec<_>>(),
            ["/sitemap.xml", "/sitemaps/news-article.xml"]
        );
        assert!(files["/sitemaps/news-article.xml"].contains("<priority>0.5</priority>"));
    }

    #[test]
    fn languages_are_named_where_the_page_has_its_own_words_in_several() {
        let files = files(2);
        let urls: Vec<&str> = files["/sitemaps/news-article.xml"]
            .lines()
            .filter(|line| line.starts_with("<url>"))
            .collect();
        let link = |language: &str, path: &str| {
            format!(
                r#"<xhtml:link rel="alternate" hreflang="{language}" href="https://t.example{path}"/>"#
            )
        };
        let links = [
            link("en", "/en/news/1"),
            link("x-default", "/news/1"),
            link("zh-CN", "/news/1"),
        ];
        let loc = |path: &str| format!("<url><loc>https://t.example{path}</loc>");
        let loc = |path: &str| loc(path) + "<priority>0.5</priority>";
        let links = links.concat();
        assert_eq!(
            urls,
            [
                loc("/news/0") + "</url>",
                loc("/news/1") + &links + "</url>"
            ]
        );
    }
}
