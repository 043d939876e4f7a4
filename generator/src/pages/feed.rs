//! PURE: feeds. One for each collection that its schema marks (`"feed"`), in each language:
//! `/feeds/news.xml`, `/en/feeds/news.xml`.
//!
//! The form is Atom (RFC 4287). Addresses are absolute, in texts too: readers show them elsewhere.

use std::collections::HashSet;
use std::io;

use contract::locale::Locale;
use contract::page::PayloadFile;
use contract::route::Route;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::pages::head::{own_title, place};
use crate::pages::input::own_text;
use generator_content::{Content, FeedText};

/// Content type of a feed.
pub const MEDIA_TYPE: &str = "application/atom+xml; charset=utf-8";

/// Entries of a feed at most: readers ask for it often, to find the new ones.
pub const NEWEST: usize = 20;

const NAMESPACE: &str = "http://www.w3.org/2005/Atom";

/// A collection with a feed.
#[derive(Clone, Debug)]
pub struct FeedSource<'a> {
    /// Name of the collection.
    pub collection: &'a str,
    /// The part of each entry that the feed has.
    pub text: FeedText,
    /// The route of the pages of its entries.
    pub route: &'a Route,
    /// The route of the page that lists them, if there is one.
    pub list: Option<&'a Route>,
}

impl FeedSource<'_> {
    /// Address of the feed in a language.
    pub fn href(&self, locale: &Locale) -> String {
        locale.href(&format!("/feeds/{}.xml", self.collection))
    }
}

/// The collections with feeds. A collection whose entries have no pages that everyone may see has
/// none.
pub fn sources<'a>(content: &'a Content, routes: &'a [Route]) -> Vec<FeedSource<'a>> {
    let is_public =
        |route: &&Route| !route.requires_auth && !route.guest_only && route.status.is_none();
    let public = || routes.iter().filter(is_public);
    let source = |(name, text): (&'a str, FeedText)| {
        let route = public().find(|route| route.entries.as_deref() == Some(name))?;
        let folder = route.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        Some(FeedSource {
            collection: name,
            text,
            route,
            list: public().find(|other| other.path == folder),
        })
    };
    let collections = content.collections.iter();
    let marked = collections.filter_map(|(name, found)| Some((name.as_str(), found.feed()?)));
    marked.filter_map(source).collect()
}

/// A feed in one language.
#[derive(Clone, Debug)]
pub struct Feed<'a> {
    /// The site's public URL without a trailing slash.
    pub url: &'a str,
    /// Address of the feed.
    pub href: String,
    /// Address of the page that has the same entries.
    pub page: String,
    /// Code of the language.
    pub language: &'a str,
    /// Title of the feed.
    pub title: String,
    /// Name of the site, the author of entries that name none.
    pub site: &'a str,
    /// The newest first.
    pub entries: Vec<FeedEntry>,
}

/// One entry of a feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedEntry {
    href: String,
    title: String,
    summary: String,
    /// The whole text, as HTML.
    text: Option<String>,
    date: Timestamp,
    /// Time of the last change, never before `date`.
    last_change: Timestamp,
    author: Option<String>,
}

/// The dates of an entry.
#[derive(Clone, Copy, Debug)]
pub struct Dates<'a> {
    /// A day, an instant or a year.
    pub date: &'a str,
    /// The day of its last change, if that is known.
    pub last_change: Option<Date>,
    /// The time zone of days.
    pub zone: &'a TimeZone,
}

impl FeedEntry {
    /// An entry as its page has it; none if search engines are not to have the page.
    pub fn new(
        source: &FeedSource<'_>,
        page: PayloadFile,
        dates: &Dates<'_>,
        url: &str,
    ) -> Option<Self> {
        if page.head.noindex {
            return None;
        }
        let (route, data) = (source.route, &page.payload.data);
        let text = || data.get(own_text(&route.data)?)?.get("body")?.as_str();
        let author = || {
            let author = route.metadata.json_ld.as_ref()?.get("author")?;
            let named = author.get("name").unwrap_or(author).as_str()?;
            place(data, Some(named.strip_prefix('$')?))
        };
        let date = instant(dates.date, dates.zone)?;
        let last_change = dates.last_change.map(|day| day.to_string());
        let last_change = last_change.and_then(|day| instant(&day, dates.zone));
        Some(Self {
            title: own_title(&page.payload, route).unwrap_or(page.head.title),
            text: match source.text {
                FeedText::Full => text().map(|html| portable(html, &format!("{url}{}", page.path))),
                FeedText::Summary => None,
            },
            date,
            last_change: last_change.map_or(date, |change| change.max(date)),
            author: author(),
            summary: page.head.description,
            href: page.path,
        })
    }
}

/// A day begins at midnight, a year on its first day.
fn instant(date: &str, zone: &TimeZone) -> Option<Timestamp> {
    let year = date.len() == 4;
    let date = if year { &format!("{date}-01-01") } else { date };
    let with_offset = date.parse::<Timestamp>();
    with_offset.ok().or_else(|| {
        let here = date.parse::<DateTime>().ok()?.to_zoned(zone.clone()).ok()?;
        Some(here.timestamp())
    })
}

/// A text for readers, without parts that only the site's own pages can use. Addresses in it are
/// read from `page`.
fn portable(html: &str, page: &str) -> String {
    // The page loads such a picture when it comes into view. Written text has no `<`.
    let html = html.replace("<img class=\"lazy\" data-src=", "<img src=");
    let mut cleaner = ammonia::Builder::new();
    cleaner
        .clean_content_tags(HashSet::from(["noscript", "script", "style"]))
        .link_rel(None);
    if let Ok(base) = ammonia::Url::parse(page) {
        cleaner.url_relative(ammonia::UrlRelative::RewriteWithBase(base));
    }
    cleaner.clean(&html).to_string()
}

/// The feed's file.
pub fn atom(feed: &Feed<'_>) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let root = writer.create_element("feed");
    let root = root.with_attributes([("xmlns", NAMESPACE), ("xml:lang", feed.language)]);
    root.write_inner_content(|out| {
        let own = format!("{}{}", feed.url, feed.href);
        write_text(out, "id", &own)?;
        write_text(out, "title", &feed.title)?;
        let newest = feed.entries.iter().map(|entry| entry.last_change).max();
        write_text(out, "updated", &moment(newest.unwrap_or_default()))?;
        write_link(out, "self", ("application/atom+xml", &own))?;
        let page = format!("{}{}", feed.url, feed.page);
        write_link(out, "alternate", ("text/html", &page))?;
        write_person(out, feed.site)?;
        feed.entries
            .iter()
            .try_for_each(|entry| write_entry(out, entry, feed.url))
    })?;
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn write_entry(out: &mut Writer<Vec<u8>>, entry: &FeedEntry, url: &str) -> io::Result<()> {
    let address = format!("{url}{}", entry.href);
    out.create_element("entry").write_inner_content(|out| {
        write_text(out, "id", &address)?;
        write_text(out, "title", &entry.title)?;
        write_text(out, "published", &moment(entry.date))?;
        write_text(out, "updated", &moment(entry.last_change))?;
        write_link(out, "alternate", ("text/html", &address))?;
        if let Some(author) = &entry.author {
            write_person(out, author)?;
        }
        if !entry.summary.is_empty() {
            write_text(out, "summary", &entry.summary)?;
        }
        let Some(text) = &entry.text else {
            return Ok(());
        };
        let content = out
            .create_element("content")
            .with_attribute(("type", "html"));
        content.write_text_content(BytesText::new(&without_controls(text)))?;
        Ok(())
    })?;
    Ok(())
}

fn write_text(out: &mut Writer<Vec<u8>>, name: &str, text: &str) -> io::Result<()> {
    out.create_element(name)
        .write_text_content(BytesText::new(&without_controls(text)))?;
    Ok(())
}

fn write_person(out: &mut Writer<Vec<u8>>, name: &str) -> io::Result<()> {
    let author = out.create_element("author");
    author.write_inner_content(|out| write_text(out, "name", name))?;
    Ok(())
}

fn write_link(
    out: &mut Writer<Vec<u8>>,
    relation: &str,
    (media_type, address): (&str, &str),
) -> io::Result<()> {
    let attributes = [("rel", relation), ("type", media_type), ("href", address)];
    out.create_element("link")
        .with_attributes(attributes)
        .write_empty()?;
    Ok(())
}

fn moment(date: Timestamp) -> String {
    date.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Text without the characters that XML has no form for.
fn without_controls(text: &str) -> String {
    let is_allowed = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(is_allowed).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use serde_json::json;

    fn route() -> Route {
        let metadata = json!({"title": "entry.title", "jsonLd": {"author": "$entry.author"}});
        let body =
            json!({"query": "entry", "collection": "news", "slug": ":id", "fields": ["body"]});
        let route = json!({
            "id": "article", "path": "/news/:id", "layout": "default", "entries": "news",
            "data": {"entry": body}, "metadata": metadata
        });
        serde_json::from_value(route).unwrap()
    }

    fn page(body: &str, noindex: bool) -> PayloadFile {
        let entry = json!({"title": "High & low", "author": "Ann <ann>", "body": body});
        let page = json!({
            "app": "0".repeat(32), "route": "article", "path": "/en/news/tide", "locale": "en",
            "payload": {"params": {"id": "tide"}, "data": {"entry": entry}, "alternates": []},
            "head": {
                "title": "High & low · Site", "description": "It turns.\u{8}", "noindex": noindex,
                "canonical": "https://t.example/en/news/tide"
            }
        });
        serde_json::from_value(page).unwrap()
    }

    fn entry(text: FeedText, body: &str, noindex: bool) -> Option<FeedEntry> {
        let route = route();
        let source = FeedSource {
            collection: "news",
            text,
            route: &route,
            list: None,
        };
        let zone = TimeZone::fixed(jiff::tz::offset(8));
        let dates = Dates {
            date: "2026-09-03",
            last_change: Some(date(2026, 9, 5)),
            zone: &zone,
        };
        FeedEntry::new(&source, page(body, noindex), &dates, "https://t.example")
    }

    fn feed(entries: Vec<FeedEntry>) -> String {
        let feed = Feed {
            url: "https://t.example",
            href: "/en/feeds/news.xml".to_owned(),
            page: "/en/news".to_owned(),
            language: "en",
            title: "News".to_owned(),
            site: "Site",
            entries,
        };
        String::from_utf8(atom(&feed).unwrap()).unwrap()
    }

    #[test]
    fn a_text_needs_nothing_of_the_site() {
        let body = concat!(
            r##"<p><a href="/about">us</a> <a href="#low">low</a></p>"##,
            r#"<picture><source srcset="/a.avif 1x"><img class="lazy" data-src="/a.png?t=1" alt="A"></picture>"#,
            r#"<noscript><img src="/a.png?t=1" alt="A"></noscript><p>&lt;img class="lazy" data-src=</p>"#,
        );
        let text = entry(FeedText::Full, body, false).unwrap().text.unwrap();
        let expected = concat!(
            r#"<p><a href="https://t.example/about">us</a> "#,
            r#"<a href="https://t.example/en/news/tide#low">low</a></p>"#,
            r#"<img src="https://t.example/a.png?t=1" alt="A"><p>&lt;img class="lazy" data-src=</p>"#,
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn an_entry_has_the_words_of_its_page_and_the_day_of_its_site() {
        let entry = entry(FeedText::Full, "<p>1 &lt; 2</p>", false).unwrap();
        let xml = feed(vec![entry]);
        for part in [
            "<id>https://t.example/en/news/tide</id><title>High &amp; low</title>",
            "<published>2026-09-02T16:00:00Z</published><updated>2026-09-04T16:00:00Z</updated>",
            "<title>News</title><updated>2026-09-04T16:00:00Z</updated>",
            "<author><name>Ann &lt;ann&gt;</name></author><summary>It turns.</summary>",
            r#"<content type="html">&lt;p&gt;1 &amp;lt; 2&lt;/p&gt;</content>"#,
        ] {
            assert!(xml.contains(part), "{part} in {xml}");
        }
    }

    #[test]
    fn a_feed_of_summaries_has_no_text() {
        let entry = entry(FeedText::Summary, "<p>x</p>", false).unwrap();
        let xml = feed(vec![entry]);
        assert!(
            !xml.contains("<content") && xml.contains("<summary>"),
            "{xml}"
        );
    }

    #[test]
    fn a_page_that_search_engines_must_not_have_is_in_no_feed() {
        assert_eq!(entry(FeedText::Full, "", true), None);
    }

    #[test]
    fn a_feed_without_entries_is_whole() {
        let xml = feed(Vec::new());
        assert!(
            xml.ends_with("<author><name>Site</name></author></feed>\n"),
            "{xml}"
        );
        assert!(
            xml.contains("<updated>1970-01-01T00:00:00Z</updated>"),
            "{xml}"
        );
    }

    #[test]
    fn instants_and_days_are_read() {
        let zone = TimeZone::fixed(jiff::tz::offset(-5));
        for (date, expected) in [
            ("2026-09-03", Some("2026-09-03T05:00:00Z")),
            ("2026-09-03T10:30:00", Some("2026-09-03T15:30:00Z")),
            ("2026-09-03T10:30:00+08:00", Some("2026-09-03T02:30:00Z")),
            ("2026", Some("2026-01-01T05:00:00Z")),
            ("soon", None),
            ("late", None),
        ] {
            assert_eq!(
                instant(date, &zone).map(moment).as_deref(),
                expected,
                "{date}"
            );
        }
    }
}
