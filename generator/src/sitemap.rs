//! PURE: sitemap files and `robots.txt`.
//!
//! `/sitemap.xml` is an index of files by route. A route with many pages is split by the hash of the path, so that a new page
//! changes one file and not all that follow it; a file holds at most [`MAX_URLS`].

use std::collections::BTreeMap;
use std::fmt::Write;

use contract::Hash;

/// The design's limit per file; search engines take 50,000, but an edit should not rewrite megabytes.
const MAX_URLS: usize = 1_000;

/// One page for search engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitemapPage {
    /// Route id; names the file.
    pub route: String,
    /// Unprefixed path; chooses the file.
    pub path: String,
    /// Absolute URL.
    pub url: String,
    /// hreflang → absolute URL.
    pub hreflang: BTreeMap<String, String>,
    /// Tenths, 0 to 10.
    pub priority: u8,
}

/// Path on the site → text of every sitemap file, the index included.
pub fn sitemaps(mut pages: Vec<SitemapPage>, site_url: &str) -> BTreeMap<String, String> {
    pages.sort_by(|a, b| (&a.route, &a.path, &a.url).cmp(&(&b.route, &b.path, &b.url)));
    let mut files = BTreeMap::new();
    for of_route in pages.chunk_by(|a, b| a.route == b.route) {
        let parts = split(of_route);
        let single = parts.len() == 1;
        for (part, pages) in parts
            .iter()
            .enumerate()
            .filter(|(_, pages)| !pages.is_empty())
        {
            let suffix = if single {
                String::new()
            } else {
                format!("-{part:03}")
            };
            files.insert(
                format!("/sitemaps/{}{suffix}.xml", of_route[0].route),
                urlset(pages),
            );
        }
    }
    let index = index(files.keys(), site_url);
    files.insert("/sitemap.xml".to_owned(), index);
    files
}

/// `robots.txt`: everything that is public may be read.
pub fn robots(site_url: &str) -> String {
    format!("User-agent: *\nDisallow: /api/\n\nSitemap: {site_url}/sitemap.xml\n")
}

/// Doubles the number of parts until none is over the limit.
fn split(pages: &[SitemapPage]) -> Vec<Vec<&SitemapPage>> {
    let mut count = pages.len().div_ceil(MAX_URLS / 2).next_power_of_two();
    loop {
        let mut parts = vec![Vec::new(); count];
        for page in pages {
            let [high, low, ..] = *Hash::of(page.path.as_bytes()).as_bytes();
            parts[usize::from(u16::from_be_bytes([high, low])) % count].push(page);
        }
        if count > usize::from(u16::MAX) || parts.iter().all(|part| part.len() <= MAX_URLS) {
            return parts;
        }
        count *= 2;
    }
}

fn urlset(pages: &[&SitemapPage]) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    for page in pages {
        let _ = write!(xml, "<url><loc>{}</loc>", escape(&page.url));
        for (lang, url) in &page.hreflang {
            let _ = write!(
                xml,
                "<xhtml:link rel=\"alternate\" hreflang=\"{}\" href=\"{}\"/>",
                escape(lang),
                escape(url)
            );
        }
        let _ = writeln!(
            xml,
            "<priority>{}.{}</priority></url>",
            page.priority / 10,
            page.priority % 10
        );
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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(n: usize) -> SitemapPage {
        let path = format!("/news/{n}");
        SitemapPage {
            route: "news-article".to_owned(),
            url: format!("https://t.example{path}"),
            path,
            hreflang: BTreeMap::new(),
            priority: 5,
        }
    }

    #[test]
    fn no_file_holds_more_than_a_thousand_and_none_is_lost() {
        let files = sitemaps((0..5_000).map(page).collect(), "https://t.example");
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
        let before = sitemaps((0..5_000).map(page).collect(), "https://t.example");
        let after = sitemaps((0..5_001).map(page).collect(), "https://t.example");
        assert_eq!(
            after
                .iter()
                .filter(|(path, xml)| before.get(*path) != Some(xml))
                .count(),
            1
        );
    }

    #[test]
    fn a_small_route_has_one_file_under_its_name() {
        let files = sitemaps(vec![page(1)], "https://t.example");
        assert_eq!(
            files.keys().collect::<Vec<_>>(),
            ["/sitemap.xml", "/sitemaps/news-article.xml"]
        );
        assert!(files["/sitemaps/news-article.xml"].contains("<priority>0.5</priority>"));
    }
}
