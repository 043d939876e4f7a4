//! PURE: links of a content file to other sites, in its body and in the values of its fields.

use std::cell::RefCell;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag as HtmlTag, Token, TokenSink, TokenSinkResult, Tokenizer};
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value;
use yaml_reader::{TextRange, push_pointer};

use super::flaws::place;
use super::front_matter;
use super::text_file;

/// A link to another site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkElsewhere {
    /// `https://www.example.com/a`, without its fragment.
    pub address: String,
    /// Place of the link in the file.
    pub place: TextRange,
}

/// The links in `text`, the whole Markdown or YAML file `file`: those of the fields first.
pub fn links_elsewhere(file: &str, text: &str) -> Vec<LinkElsewhere> {
    let is_markdown = file.ends_with(".md");
    let parts = is_markdown.then(|| front_matter::split(text));
    let (yaml, body) = match parts {
        None => (0..text.len(), text.len()),
        Some(Ok(parts)) => (parts.start..parts.end, parts.body),
        Some(Err(_)) => (0..0, 0),
    };
    // A file that cannot be read is reported by the check itself.
    let fields = yaml_reader::parse(&text[yaml.clone()]).unwrap_or_default();
    let mut in_fields = Vec::new();
    collect(&fields, &mut String::new(), &mut in_fields);
    let (pointers, addresses): (Vec<String>, Vec<String>) = in_fields.into_iter().unzip();
    let places = text_file::values(text, yaml, pointers).map(|(_, place)| place);
    let in_fields = addresses.into_iter().zip(places);
    let in_body = in_body(&text[body..]).into_iter();
    let in_body = in_body.map(|(at, address)| (address, place(text, body + at)));
    let links = in_fields.chain(in_body);
    links
        .filter(|(address, _)| is_elsewhere(address))
        .map(|(address, place)| LinkElsewhere {
            address: address.split('#').next().unwrap_or_default().to_owned(),
            place,
        })
        .collect()
}

/// JSON pointers and values of texts that are an address.
fn collect(value: &Value, pointer: &mut String, found: &mut Vec<(String, String)>) {
    let length = pointer.len();
    let mut child = |name: &str, value| {
        push_pointer(pointer, name);
        collect(value, pointer, found);
        pointer.truncate(length);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| child(name, value)),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                child(&index.to_string(), item);
            }
        }
        Value::String(text) if is_elsewhere(text) && !text.contains(char::is_whitespace) => {
            found.push((pointer.clone(), text.clone()));
        }
        _ => {}
    }
}

/// Places and addresses of the links in Markdown, those of its HTML included.
fn in_body(body: &str) -> Vec<(usize, String)> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let events = Parser::new_ext(body, options).into_offset_iter();
    let links = events.flat_map(|(event, range)| match event {
        Event::Start(Tag::Link { dest_url, .. }) => vec![(range.start, dest_url.to_string())],
        Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => {
            let html = &body[range.clone()];
            let links = in_html(html).into_iter();
            // An address with character references has another spelling, and the place of its HTML.
            let links = links.map(|address| (html.find(&address).unwrap_or_default(), address));
            links.map(|(at, link)| (range.start + at, link)).collect()
        }
        _ => Vec::new(),
    });
    links.collect()
}

/// Values of `href` in HTML.
fn in_html(html: &str) -> Vec<String> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Links::default(), Default::default());
    // It pauses only where the sink asks for it.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

#[derive(Default)]
struct Links(RefCell<Vec<String>>);

impl TokenSink for Links {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(HtmlTag { attrs, .. }) = token {
            let links = attrs.iter().filter(|attr| &*attr.name.local == "href");
            let links = links.map(|attr| attr.value.to_string());
            self.0.borrow_mut().extend(links);
        }
        TokenSinkResult::Continue
    }
}

fn is_elsewhere(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(file: &str, text: &str) -> Vec<(String, u32, u32)> {
        let links = links_elsewhere(file, text).into_iter();
        links
            .map(|link| (link.address, link.place.line, link.place.column))
            .collect()
    }

    #[test]
    fn links_are_found_in_fields_and_texts_and_not_in_code() {
        let text = "---\ntitle: A https://no.example\nsource: https://a.example/x\nmore:\n  - \"http://b.example\"\n---\n\n\
                    [c](https://c.example/d#e) and <https://f.example> [g](/g) `https://no.example`\n\n\
                    ```\n[h](https://no.example)\n```\n";
        assert_eq!(
            links("news/a/en.md", text),
            [
                ("https://a.example/x".to_owned(), 3, 9),
                ("http://b.example".to_owned(), 5, 5),
                ("https://c.example/d".to_owned(), 8, 1),
                ("https://f.example".to_owned(), 8, 32),
            ]
        );
        assert_eq!(links_elsewhere("news/a/en.md", ""), []);
    }

    #[test]
    fn links_are_found_in_html_and_in_every_form_of_yaml() {
        let text = "a <a class=\"x\" href=\"https://a.example/?b=1&amp;c=2\">b</a>\n\n\
                    <p>\n<a\n  href='https://d.example'>e</a> <a>f</a> <b>https://no.example</b>\n</p>\n";
        assert_eq!(
            links("news/a/en.md", text),
            [
                ("https://a.example/?b=1&c=2".to_owned(), 1, 3),
                ("https://d.example".to_owned(), 5, 9),
            ]
        );
        let yaml = "site: https://a.example # ours\nlist:\n  - url: https://b.example\n  - { url: 'https://c.example' }\n\
                    text: see https://no.example\n";
        assert_eq!(
            links("companies/a.yaml", yaml),
            [
                ("https://a.example".to_owned(), 1, 7),
                ("https://b.example".to_owned(), 3, 10),
                ("https://c.example".to_owned(), 4, 12),
            ]
        );
        assert_eq!(links("companies/a.yaml", "a: [https://a.example"), []);
    }
}
