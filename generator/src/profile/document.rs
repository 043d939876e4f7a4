//! PURE: a document as a profile reads it: its head, its links, its forms, the addresses that a
//! browser requests for it.

use std::collections::BTreeMap;

use html_escape::decode_html_entities;

use crate::pages::markup::{Tag, Token, tokens};

/// Relations of a `<link>` that only name an address.
const QUIET_LINKS: [&str; 4] = ["canonical", "alternate", "author", "license"];

/// A document of one route in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Path with the language's prefix.
    pub path: String,
    /// Code of the document's language: `zh-CN`.
    pub locale: String,
    /// Whether search engines may index the document.
    pub is_indexable: bool,
    /// Whether the page is for guests only: the sign-in.
    pub is_for_guests: bool,
    /// Whether the route has a header class: another program shows the page in a frame.
    pub is_framed: bool,
    /// Whether the route has its sharing image drawn.
    pub has_card: bool,
    /// Attribute `lang` of the root element.
    pub lang: String,
    /// Title of the document.
    pub title: String,
    /// `name` or `property` → `content` of the `<meta>` elements.
    pub meta: BTreeMap<String, String>,
    /// Links that visitors follow.
    pub links: Vec<Link>,
    /// Addresses that the browser requests by itself.
    pub requests: Vec<String>,
    /// Forms of the document.
    pub forms: Vec<DocumentForm>,
    /// Text of the body.
    pub text: String,
    /// Whether the document has an `<h1>`.
    pub has_heading: bool,
}

/// A link that visitors follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Address of the link.
    pub href: String,
    /// Text of the link.
    pub text: String,
    /// Whether the link is in a `<footer>`.
    pub is_in_footer: bool,
    /// Whether the link is in `<main>`.
    pub is_in_main: bool,
}

/// A form of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentForm {
    /// The address that receives it.
    pub action: String,
    /// `post` or `get`.
    pub method: String,
    /// Whether the form has a box to tick with `consent` in its name.
    pub has_consent: bool,
    /// Addresses of the links in the form.
    pub links: Vec<String>,
}

/// The position in a document while it is read.
#[derive(Default)]
struct Position {
    /// Depth of each element that matters.
    inside: BTreeMap<&'static str, usize>,
    link: Option<Link>,
    form: Option<DocumentForm>,
}

impl Document {
    /// Reads the parts of `html` that a profile judges; the other facts are those of the route.
    pub fn read(html: &str) -> Self {
        let mut document = Self::default();
        let mut position = Position::default();
        for token in tokens(html) {
            match token {
                Token::Text(text) => document.add_text(text, &mut position),
                Token::Tag(tag) if tag.is_end => document.end(&tag, &mut position),
                Token::Tag(tag) => document.start(&tag, &mut position),
            }
        }
        document
    }

    fn add_text(&mut self, text: &str, position: &mut Position) {
        let text = decode_html_entities(text);
        if position.is_in("title") && !position.is_in("body") {
            self.title.push_str(&text);
        }
        if let Some(link) = &mut position.link {
            link.text.push_str(&text);
        }
        if position.is_in("body") {
            self.text.push_str(&text);
        }
    }

    fn start(&mut self, tag: &Tag<'_>, position: &mut Position) {
        let value = |name: &str| tag.value(name).unwrap_or_default();
        match tag.name {
            "html" => self.lang = value("lang"),
            "h1" => self.has_heading = true,
            "meta" => {
                let name = tag.value("name").or_else(|| tag.value("property"));
                if let Some(name) = name {
                    self.meta.insert(name, value("content"));
                }
            }
            "a" => {
                let link = Link {
                    href: value("href"),
                    text: String::new(),
                    is_in_footer: position.is_in("footer"),
                    is_in_main: position.is_in("main"),
                };
                if let Some(form) = &mut position.form {
                    form.links.push(link.href.clone());
                }
                position.link = Some(link);
            }
            "form" => {
                self.requests.extend(tag.value("action"));
                position.form = Some(DocumentForm {
                    action: value("action"),
                    method: value("method").to_lowercase(),
                    ..DocumentForm::default()
                });
            }
            "input" if value("type") == "checkbox" && value("name").contains("consent") => {
                if let Some(form) = &mut position.form {
                    form.has_consent = true;
                }
            }
            _ => {}
        }
        self.add_requests(tag);
        position.enter(tag.name);
    }

    fn add_requests(&mut self, tag: &Tag<'_>) {
        let is_quiet = |rel: String| rel.split(' ').any(|word| QUIET_LINKS.contains(&word));
        match tag.name {
            "link" if tag.value("rel").is_some_and(is_quiet) => {}
            "link" => self.requests.extend(tag.value("href")),
            _ => {
                for name in ["src", "poster", "data"] {
                    self.requests.extend(tag.value(name));
                }
                let sources = tag.value("srcset").unwrap_or_default();
                let sources = sources.split(',').filter_map(|source| {
                    let address = source.split_whitespace().next()?;
                    Some(address.to_owned())
                });
                self.requests.extend(sources);
            }
        }
    }

    fn end(&mut self, tag: &Tag<'_>, position: &mut Position) {
        match tag.name {
            "a" => self.links.extend(position.link.take()),
            "form" => self.forms.extend(position.form.take()),
            _ => {}
        }
        position.leave(tag.name);
        // Words of two elements are two words.
        self.text.push(' ');
    }

    /// The description for search engines.
    pub fn description(&self) -> &str {
        self.meta.get("description").map_or("", String::as_str)
    }

    /// True if it has a link whose address begins with `address`, in its footer.
    pub fn footer_leads_to(&self, address: &str) -> bool {
        let mut links = self.links.iter();
        links.any(|link| link.is_in_footer && link.href.starts_with(address))
    }
}

/// Elements whose depth is kept.
const KEPT: [&str; 4] = ["title", "body", "footer", "main"];

impl Position {
    fn is_in(&self, name: &str) -> bool {
        self.inside.get(name).is_some_and(|depth| *depth > 0)
    }

    fn enter(&mut self, name: &str) {
        if let Some(name) = KEPT.iter().find(|kept| **kept == name) {
            *self.inside.entry(name).or_default() += 1;
        }
    }

    fn leave(&mut self, name: &str) {
        if let Some(depth) = self.inside.get_mut(name) {
            *depth = depth.saturating_sub(1);
        }
    }
}
