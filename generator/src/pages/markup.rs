//! PURE: tags and texts of a document, and the anchors in it.

use std::collections::BTreeSet;

use html_escape::decode_html_entities;
use memchr::{memchr, memmem};
use percent_encoding::percent_decode_str;

/// Elements whose content is no text of the page.
const RAW: [&str; 3] = ["script", "style", "noscript"];

/// A part of a document.
pub(crate) enum Token<'a> {
    /// Text between two tags, with references.
    Text(&'a str),
    /// A tag.
    Tag(Tag<'a>),
}

/// The texts and tags of `html` in order, without comments and the content of scripts.
pub(crate) fn tokens(html: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = html;
    std::iter::from_fn(move || {
        loop {
            let at = rest.find('<')?;
            if at > 0 {
                let (text, after) = rest.split_at(at);
                rest = after;
                return Some(Token::Text(text));
            }
            if let Some(comment) = rest.strip_prefix("<!--") {
                rest = comment.split_once("-->").map_or("", |(_, after)| after);
                continue;
            }
            let Some((tag, after)) = Tag::read(rest) else {
                rest = &rest[1..];
                continue;
            };
            rest = after;
            let raw = RAW.iter().find(|name| !tag.is_end && **name == tag.name);
            if let Some(name) = raw {
                let end = format!("</{name}");
                rest = rest.find(&end).map_or("", |at| &rest[at..]);
            }
            return Some(Token::Tag(tag));
        }
    })
}

/// A page's links to anchors of pages of this site, sorted: `/en/about#team`.
pub(crate) type Links = Box<[Box<str>]>;

/// Links of `markup` to anchors of pages of this site, each once.
pub(crate) fn anchor_links(markup: &str) -> Links {
    let mut places = memmem::find_iter(markup.as_bytes(), b"<a ").peekable();
    let mut links: BTreeSet<Box<str>> = BTreeSet::new();
    while let Some(place) = places.next() {
        // Most links have no anchor, and to read a tag takes longer.
        let next = places.peek().copied().unwrap_or(markup.len());
        let near = &markup.as_bytes()[place..next];
        if memchr(b'>', near).is_some() && memchr(b'#', near).is_none() {
            continue;
        }
        let tag = Tag::read(&markup[place..]).map(|(tag, _)| tag);
        let href = tag.and_then(|tag| tag.value("href"));
        let here = href.filter(|href| href.starts_with('/') && !href.starts_with("//"));
        let here = here.filter(|href| anchor(href).is_some());
        links.extend(here.map(String::into_boxed_str));
    }
    links.into_iter().collect()
}

/// The anchor that a link names, as it is written there. Every page has `#top` and texts
/// (`#:~:text=`).
pub(crate) fn anchor(href: &str) -> Option<&str> {
    let (_, anchor) = href.split_once('#')?;
    let is_everywhere =
        anchor.is_empty() || anchor.eq_ignore_ascii_case("top") || anchor.contains(":~:");
    (!is_everywhere).then_some(anchor)
}

/// Names of the places in a document that a link can lead to.
pub(crate) struct Anchors(BTreeSet<String>);

impl Anchors {
    /// The anchors of a document.
    pub(crate) fn new(document: &str) -> Self {
        let names = tokens(document).flat_map(|token| match token {
            Token::Tag(tag) if !tag.is_end => {
                let name = tag.value("name").filter(|_| tag.name == "a");
                [tag.value("id"), name]
            }
            _ => [None, None],
        });
        Self(names.flatten().collect())
    }

    /// True if a link with this anchor leads to a place: as browsers do, it is compared as it is
    /// written, and decoded.
    pub(crate) fn contains(&self, anchor: &str) -> bool {
        self.0.contains(anchor) || self.0.contains(&decode_anchor(anchor))
    }

    /// The names that people may write in a link; the others are made up by React.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.0.iter().map(String::as_str);
        names.filter(|name| !name.starts_with('_'))
    }
}

/// An anchor in the characters that its author reads.
pub(crate) fn decode_anchor(anchor: &str) -> String {
    percent_decode_str(anchor).decode_utf8_lossy().into_owned()
}

/// A tag with its attributes.
pub(crate) struct Tag<'a> {
    /// Name of the element.
    pub(crate) name: &'a str,
    /// Whether the tag ends the element.
    pub(crate) is_end: bool,
    /// Attributes as they are written in the markup.
    attributes: &'a str,
}

impl<'a> Tag<'a> {
    /// The tag at the beginning of `text`, and the text after it; none: it is a plain `<`.
    fn read(text: &'a str) -> Option<(Self, &'a str)> {
        let inner = text.strip_prefix('<')?;
        let (is_end, inner) = match inner.strip_prefix('/') {
            Some(inner) => (true, inner),
            None => (false, inner),
        };
        let end = inner.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))?;
        let (name, attributes) = inner.split_at(end);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let mut rest = attributes;
        loop {
            match Attribute::read(rest)? {
                (Some(_), after) => rest = after,
                (None, after) => {
                    let tag = Self {
                        name,
                        is_end,
                        attributes,
                    };
                    return Some((tag, after));
                }
            }
        }
    }

    /// The value of an attribute, without references.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        let mut rest = self.attributes;
        while let Some((Some(attribute), after)) = Attribute::read(rest) {
            if attribute.name.eq_ignore_ascii_case(name) {
                return Some(decode_html_entities(attribute.value).into_owned());
            }
            rest = after;
        }
        None
    }
}

/// An attribute as it is written.
struct Attribute<'a> {
    name: &'a str,
    value: &'a str,
}

impl<'a> Attribute<'a> {
    /// The attribute at the beginning of `rest`, and the text after it; without one, the text after
    /// the tag. None: the tag has no end.
    fn read(rest: &'a str) -> Option<(Option<Self>, &'a str)> {
        let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return Some((None, after));
        }
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/' | '='))?;
        let (name, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix('=') {
            None => ("", after),
            Some(after) => match after.strip_prefix(['"', '\'']) {
                Some(quoted) => {
                    let quote = &after[..1];
                    quoted.split_once(quote)?
                }
                None => {
                    let end = after.find(|c: char| c.is_whitespace() || c == '>')?;
                    after.split_at(end)
                }
            },
        };
        // An odd character would be read again and again.
        let is_odd = name.is_empty() && after.len() == rest.len();
        (!is_odd).then_some((Some(Self { name, value }), after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(markup: &str) -> Vec<String> {
        anchor_links(markup)
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn links_to_anchors_of_pages_are_found_once_and_in_order() {
        let markup = "<p id=\"a\"><a class=\"x\" href=\"/b?x=1&amp;y#two\">b</a>\
            <a href=\"/a#%E6%BD%AE\">潮</a><a href=\"/a#%E6%BD%AE\">潮</a><a href=\"/n\">#</a>\
            <a title=\"<a >\" href=\"/c#d\"></p>";
        assert_eq!(links(markup), ["/a#%E6%BD%AE", "/b?x=1&y#two", "/c#d"]);
    }

    #[test]
    fn links_that_lead_to_no_named_place_of_a_page_are_left_alone() {
        for href in [
            "/a",
            "/a#",
            "/a#top",
            "/a#Top",
            "/a#:~:text=tide",
            "/a#b:~:text=tide",
            "#b",
            "//example.com/a#b",
            "https://example.com/a#b",
            "mailto:a@example.com#b",
        ] {
            let markup = format!("<a href=\"{href}\">x</a>");
            assert_eq!(links(&markup), [""; 0], "{href}");
        }
        assert_eq!(
            links("<p>&lt;a href=\"/a#b\"></p><b title=\"/a#b\">"),
            [""; 0]
        );
    }

    #[test]
    fn an_anchor_is_an_id_of_any_element_or_a_name_as_browsers_compare_them() {
        let anchors = Anchors::new(
            "<html><!-- <i id=\"c\"> --><script id=\"s\">'<i id=\"in\">'</script>\
             <h2 id=\"潮&amp;汐\">x</h2><a name=\"old\"></a><input name=\"q\"><i id=\"a%20b\">",
        );
        for anchor in ["s", "潮&汐", "%E6%BD%AE%26%E6%B1%90", "old", "a%20b"] {
            assert!(anchors.contains(anchor), "{anchor}");
        }
        for anchor in ["c", "in", "q", "a b", "OLD"] {
            assert!(!anchors.contains(anchor), "{anchor}");
        }
    }
}
