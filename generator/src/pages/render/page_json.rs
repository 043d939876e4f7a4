//! PURE: a page's input as JSON, and the JSON of the two files that share most of its bytes.
//!
//! ```text
//! input    {"renderer":…, │ "route":…,"path":…,"locale":…,"payload":…,"head":… │ ,"crawlerHead":…,"site":"<hash>"}     bodies are tokens
//! payload  {"app":…,      │                      the same                      │ }                                     tokens become HTML
//! state    {"app":…,      │                      the same                      │ ,"site":{…}}                          bodies that the markup shows are left out
//! ```
//!
//! The parts are cut out of serde's output for the input, because writing values three times took
//! as long as rendering them in React. The tests compare the result with serde's output for
//! [`contract::page::PayloadFile`] and [`contract::page::InlineState`].

use std::ops::Range;

use anyhow::Context;
use contract::Hash;
use contract::page::PageInput;

use super::bodies::{Bodies, Hit};
use crate::pages::document::escape_script;
use crate::pages::site_json::SiteJson;

/// The JSON of one page's input.
#[derive(Debug)]
pub(super) struct PageJson {
    input: String,
    /// Bytes before and after the shared part of the files.
    before: usize,
    behind: usize,
}

impl PageJson {
    pub(super) fn new(input: &PageInput) -> serde_json::Result<Self> {
        let crawler_head = serde_json::to_string(&input.crawler_head)?;
        let behind = format!(
            ",\"crawlerHead\":{crawler_head},\"site\":\"{}\"}}",
            input.site
        );
        Ok(Self {
            input: serde_json::to_string(input)?,
            before: format!("{{\"renderer\":\"{}\",", input.renderer).len(),
            behind: behind.len(),
        })
    }

    /// The page input that is hashed and sent.
    pub(super) fn input(&self) -> &str {
        &self.input
    }

    fn shared_json(&self) -> &str {
        &self.input[self.before..self.input.len() - self.behind]
    }

    /// Writes `_payload.json`.
    pub(super) fn write_payload(
        &self,
        app: &Hash,
        bodies: &Bodies,
        out: &mut Vec<u8>,
    ) -> anyhow::Result<()> {
        let shared = self.shared_json();
        begin(app, out);
        let mut done = 0;
        for hit in bodies.hits(shared) {
            let cut = quoted_range(&hit);
            out.extend_from_slice(&shared.as_bytes()[done..cut.start]);
            serde_json::to_writer(&mut *out, hit.html)?;
            done = cut.end;
        }
        out.extend_from_slice(&shared.as_bytes()[done..]);
        out.push(b'}');
        Ok(())
    }

    /// Writes the inline state, ready for a `<script>`, without the bodies of `shown`, which are in
    /// the markup.
    pub(super) fn write_state(
        &self,
        app: &Hash,
        site: &SiteJson,
        bodies: &Bodies,
        shown: &[String],
        out: &mut Vec<u8>,
    ) -> anyhow::Result<()> {
        let shared = self.shared_json();
        begin(app, out);
        let mut done = 0;
        for (hit, field) in bodies.hits(shared).zip(bodies.fields()) {
            if shown.iter().any(|shown| shown == field) {
                let cut = member(shared, &hit, field).with_context(|| {
                    format!(
                        "the body `{field}` stands in a list; it must be the field of an object"
                    )
                })?;
                escape_script(&shared[done..cut.start], out);
                done = cut.end;
            } else {
                let cut = quoted_range(&hit);
                escape_script(&shared[done..cut.start], out);
                escape_script(&serde_json::to_string(hit.html)?, out);
                done = cut.end;
            }
        }
        escape_script(&shared[done..], out);
        out.extend_from_slice(b",\"site\":");
        out.extend_from_slice(site.inline());
        out.push(b'}');
        Ok(())
    }
}

fn begin(app: &Hash, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("{{\"app\":\"{app}\",").as_bytes());
}

/// A token with its quotation marks.
fn quoted_range(hit: &Hit<'_>) -> Range<usize> {
    hit.start - 1..hit.end + 1
}

/// A token with its member name and one comma.
fn member(json: &str, hit: &Hit<'_>, field: &str) -> Option<Range<usize>> {
    let Range { start, end } = quoted_range(hit);
    let name = field.rsplit('.').next()?;
    let before = json[..start].strip_suffix("\":")?.strip_suffix(name)?;
    let before = before.strip_suffix('"')?;
    if let Some(before) = before.strip_suffix(',') {
        return Some(before.len()..end);
    }
    let comma = usize::from(json[end..].starts_with(','));
    Some(before.len()..end + comma)
}

#[cfg(test)]
mod tests {
    use contract::page::{CrawlerHead, Head, InlineState, Payload, PayloadFile};
    use serde_json::{Map, Value, json};

    use super::super::bodies::tests::{place_bodies, token};
    use super::*;

    const HTML: &str = "<p>潮 \"a\" &amp; \u{2028}\\</p>\n";

    /// Shapes of a page's data: bodies alone, first, last and between; in lists; one that
    /// is shown and one that is not.
    fn data(body: &str) -> Map<String, Value> {
        let data = json!({
            "page": {"title": "</script>&\u{2029}", "body": body},
            "entry": {"body": body, "tags": ["a", "body"]},
            "list": {"items": [{"body": body}, {"a": 1, "body": body, "z": null}], "total": 2}
        });
        data.as_object().unwrap().clone()
    }

    fn input(data: Map<String, Value>, site: Hash) -> PageInput {
        PageInput {
            renderer: Hash::of(b"renderer"),
            route: "news".to_owned(),
            path: "/en/news".to_owned(),
            locale: "en".to_owned(),
            payload: Payload {
                params: [("page".to_owned(), "2".to_owned())].into(),
                data,
                alternates: Vec::new(),
                content_locale: Some("zh-CN".to_owned()),
            },
            head: Head {
                title: "<T> & \"q\"".to_owned(),
                ..Head::default()
            },
            crawler_head: CrawlerHead {
                json_ld: Some(json!({"name": "a", "crawlerHead": {}, "site": "b"})),
                ..CrawlerHead::default()
            },
            site,
        }
    }

    fn payload_file(app: Hash, input: PageInput) -> PayloadFile {
        let PageInput {
            route,
            path,
            locale,
            payload,
            head,
            ..
        } = input;
        PayloadFile {
            app,
            route,
            path,
            locale,
            payload,
            head,
        }
    }

    #[test]
    fn the_files_are_what_serde_would_write() {
        let app = Hash::of(b"app");
        let site_value = json!({"name": {"en": "Tide & <Co>"}});
        let site = SiteJson::new(&site_value).unwrap();
        let mut with_tokens = input(data(&token(HTML)), site.hash());
        let bodies = place_bodies(&[HTML], &mut with_tokens.payload.data);
        let page = PageJson::new(&with_tokens).unwrap();

        let mut payload = Vec::new();
        page.write_payload(&app, &bodies, &mut payload).unwrap();
        let expected = payload_file(app, input(data(HTML), site.hash()));
        assert_eq!(payload, serde_json::to_vec(&expected).unwrap());

        for shown in [
            &[][..],
            &["page.body"],
            &["entry.body", "list.items.0.body"],
            &[
                "list.items.1.body",
                "page.body",
                "entry.body",
                "list.items.0.body",
            ],
        ] {
            let mut page_of_state = expected.clone();
            for field in shown {
                let pointer = format!("/{}", field.replace('.', "/"));
                let parent = pointer.strip_suffix("/body").unwrap();
                let mut data = Value::Object(std::mem::take(&mut page_of_state.payload.data));
                let object = data.pointer_mut(parent).unwrap().as_object_mut().unwrap();
                assert!(object.shift_remove("body").is_some());
                page_of_state.payload.data = data.as_object().unwrap().clone();
            }
            let state = InlineState {
                page: page_of_state,
                site: site_value.clone(),
            };
            let mut expected = Vec::new();
            escape_script(&serde_json::to_string(&state).unwrap(), &mut expected);
            let mut written = Vec::new();
            let shown: Vec<String> = shown.iter().map(|&field| field.to_owned()).collect();
            page.write_state(&app, &site, &bodies, &shown, &mut written)
                .unwrap();
            assert_eq!(
                String::from_utf8(written).unwrap(),
                String::from_utf8(expected).unwrap()
            );
        }
    }
}
