//! PURE: the elements of an export that posts are made of.

use std::collections::BTreeMap;

use generator_ground::message::Message;
use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

/// An export has five levels.
const MAX_DEPTH: usize = 32;

/// An export.
#[derive(Debug, Default)]
pub(super) struct Export {
    /// Language of the export, `en-US`.
    pub(super) language: String,
    /// Address of the old site.
    pub(super) link: String,
    /// Name for sign-in → shown name.
    pub(super) authors: BTreeMap<String, String>,
    /// Posts, pages, pictures.
    pub(super) items: Vec<Item>,
}

/// A part of an export: a post, a page or a picture.
#[derive(Debug, Default)]
pub(super) struct Item {
    /// Element → its text.
    texts: BTreeMap<String, String>,
    pub(super) categories: Vec<String>,
    pub(super) tags: Vec<String>,
    /// Names of fields of plugins.
    pub(super) meta: Vec<String>,
    /// Number of comments.
    pub(super) comments: usize,
}

impl Item {
    /// The text of an element, empty without it.
    pub(super) fn get(&self, element: &str) -> &str {
        self.texts.get(element).map_or("", |text| text.trim())
    }
}

/// An open element.
struct Open {
    name: String,
    text: String,
    /// `domain` of a category.
    domain: String,
}

impl Export {
    /// Reads `text`. There is no document type to take entities from: one that XML does not know
    /// is an error.
    ///
    /// # Errors
    /// It is no XML, or no export of WordPress.
    pub(super) fn parse(text: &str) -> Result<Self, Message> {
        let mut reader = Reader::from_str(text);
        let mut export = Self::default();
        let mut open: Vec<Open> = Vec::new();
        let mut author = (String::new(), String::new());
        loop {
            let at = reader.buffer_position();
            let wrong = |reason: &dyn std::fmt::Display| {
                let before = text.get(..usize::try_from(at).unwrap_or(0)).unwrap_or(text);
                Message::new("import/xml")
                    .with("line", before.matches('\n').count() + 1)
                    .with("reason", reason.to_string())
            };
            let event = reader.read_event().map_err(|error| wrong(&error))?;
            match event {
                Event::Start(start) => {
                    if open.len() >= MAX_DEPTH {
                        return Err(Message::new("import/nested").with("depth", MAX_DEPTH));
                    }
                    open.push(Open {
                        domain: domain(&start),
                        name: String::from_utf8_lossy(start.name().as_ref()).into_owned(),
                        text: String::new(),
                    });
                    if is_item(&open) {
                        export.items.push(Item::default());
                    }
                }
                Event::Text(words) => {
                    let words = words.xml_content(XmlVersion::Implicit1_0);
                    add(&mut open, &words.map_err(|error| wrong(&error))?);
                }
                Event::CData(words) => {
                    let words = words.xml_content(XmlVersion::Implicit1_0);
                    add(&mut open, &words.map_err(|error| wrong(&error))?);
                }
                Event::GeneralRef(reference) => {
                    let number = reference.resolve_char_ref();
                    let sign = match number.map_err(|error| wrong(&error))? {
                        Some(sign) => sign.to_string(),
                        None => {
                            let name = reference.decode().map_err(|error| wrong(&error))?;
                            let known = quick_xml::escape::resolve_predefined_entity(&name);
                            known.ok_or_else(|| wrong(&format!("&{name};")))?.to_owned()
                        }
                    };
                    add(&mut open, &sign);
                }
                Event::End(_) => {
                    if let Some(closed) = open.pop() {
                        export.close(closed, &open, &mut author);
                    }
                }
                Event::DocType(_) => return Err(wrong(&"<!DOCTYPE")),
                Event::Eof if open.is_empty() => break,
                Event::Eof => return Err(wrong(&"</")),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            }
        }
        match export.items.is_empty() && export.link.is_empty() {
            true => Err(Message::new("import/no-export")),
            false => Ok(export),
        }
    }

    fn close(&mut self, closed: Open, above: &[Open], author: &mut (String, String)) {
        let path: Vec<&str> = above.iter().map(|open| open.name.as_str()).collect();
        let text = closed.text;
        match (&path[..], closed.name.as_str()) {
            (["rss", "channel"], "language") => text.trim().clone_into(&mut self.language),
            (["rss", "channel"], "link") => text.trim().clone_into(&mut self.link),
            (["rss", "channel", "wp:author"], "wp:author_login") => author.0 = text,
            (["rss", "channel", "wp:author"], "wp:author_display_name") => author.1 = text,
            (["rss", "channel"], "wp:author") => {
                let (login, name) = std::mem::take(author);
                self.authors.insert(login, name);
            }
            (["rss", "channel", "item", rest @ ..], name) => {
                let Some(item) = self.items.last_mut() else {
                    return;
                };
                match (rest, name) {
                    ([], "category") if closed.domain == "post_tag" => item.tags.push(text),
                    ([], "category") => item.categories.push(text),
                    ([], "wp:comment") => item.comments += 1,
                    // Names that begin with `_` are WordPress's own, as the last editor is.
                    (["wp:postmeta"], "wp:meta_key")
                        if !text.starts_with('_') || text == "_thumbnail_id" =>
                    {
                        item.meta.push(text);
                    }
                    ([], _) => {
                        item.texts.insert(closed.name, text);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

fn is_item(open: &[Open]) -> bool {
    let names: Vec<&str> = open.iter().map(|open| open.name.as_str()).collect();
    names == ["rss", "channel", "item"]
}

fn add(open: &mut [Open], words: &str) {
    if let Some(last) = open.last_mut() {
        last.text += words;
    }
}

fn domain(start: &BytesStart<'_>) -> String {
    let found = start.try_get_attribute("domain").ok().flatten();
    found.map_or_else(String::new, |found| {
        String::from_utf8_lossy(&found.value).into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_with_cdata_and_references() {
        let text = "<?xml version='1.0'?><rss><channel><link>https://x.example</link><language>en-US</language>\
            <item><title>A &amp; B &#8217;</title><content:encoded><![CDATA[<p>x</p>]]]]><![CDATA[>]]></content:encoded>\
            <category domain='post_tag' nicename='s'>sea</category><wp:comment><wp:comment_content>no</wp:comment_content></wp:comment>\
            </item></channel></rss>";
        let export = Export::parse(text).unwrap();
        let item = &export.items[0];
        assert_eq!(item.get("title"), "A & B ’");
        assert_eq!(item.get("content:encoded"), "<p>x</p>]]>");
        assert_eq!((item.tags.len(), item.comments), (1, 1));
        assert_eq!(
            (&*export.language, &*export.link),
            ("en-US", "https://x.example")
        );
    }

    #[test]
    fn other_texts_and_entities_are_refused() {
        let bomb = "<!DOCTYPE rss [<!ENTITY a 'aaaa'>]><rss><channel>&a;</channel></rss>";
        let deep = "<a>".repeat(100_000);
        for text in [
            bomb,
            &deep,
            "",
            "plain",
            "<rss><channel>&file;</channel></rss>",
            "<rss><channel><item></channel></rss>",
            "<rss><channel><item>",
            "<html></html>",
        ] {
            assert!(Export::parse(text).is_err(), "{text:.40}");
        }
    }
}
