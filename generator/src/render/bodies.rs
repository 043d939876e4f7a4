//! PURE: bodies put where their tokens stand, in a page's data and in its markup.
//!
//! A component may show a body through `<Html field>` and do nothing else with it. What comes back from the worker is therefore held
//! against the input: each token in the markup stands alone in an element with `data-html`, belongs to the field that is named there,
//! and the worker told of the same fields. Anything else is an error of the page, never a page with a token in it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use contract::Hash;
use contract::page::BODY_TOKEN;
use serde_json::{Map, Value};

use crate::content::ShownBody;
use crate::diagnostic::Diagnostic;

/// Hexadecimal digits of a key.
const KEY_DIGITS: usize = 32;

/// The bodies of one page, rendered.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    html: BTreeMap<Hash, String>,
    /// Place in the page's data (`entry.body`) → the body whose token stands there.
    places: BTreeMap<String, Hash>,
}

/// A token of a page's bodies in a text.
struct Hit<'a> {
    start: usize,
    end: usize,
    key: Hash,
    html: &'a str,
}

impl Bodies {
    /// Renders what a page shows.
    pub(super) fn render(shown: &[ShownBody<'_>]) -> Result<Self, Box<Diagnostic>> {
        let mut bodies = Self::default();
        for body in shown {
            bodies.html.insert(body.key(), body.get()?.html.clone());
        }
        Ok(bodies)
    }

    /// Finds the `count` places of bodies in a page's data. A body without HTML becomes an empty text there, so that a component can tell
    /// that there is nothing to show; true if there was one.
    ///
    /// # Errors
    /// Somebody wrote a text that is a token.
    pub(super) fn find(
        &mut self,
        data: &mut Map<String, Value>,
        count: usize,
    ) -> Result<bool, String> {
        let mut places = BTreeMap::new();
        let mut empty = 0;
        for (name, value) in data {
            each_text(value, name, &mut |field, text| {
                let Some(key) = key_of(text) else { return };
                match self.html.get(&key) {
                    Some(html) if html.is_empty() => {
                        text.clear();
                        empty += 1;
                    }
                    Some(_) => {
                        places.insert(field.to_owned(), key);
                    }
                    None => {}
                }
            });
        }
        if places.len() + empty != count {
            return Err(self.stray(&places));
        }
        self.html.retain(|_, html| !html.is_empty());
        self.places = places;
        Ok(empty > 0)
    }

    /// Refuses an input in which a token stands anywhere but in the places of bodies.
    pub(super) fn check(&self, input: &str) -> Result<(), String> {
        if self.hits(input).count() == self.places.len() {
            Ok(())
        } else {
            Err(self.stray(&self.places))
        }
    }

    fn stray(&self, places: &BTreeMap<String, Hash>) -> String {
        let fields: Vec<&str> = places.keys().map(String::as_str).collect();
        format!(
            "what stands for a body (`{BODY_TOKEN}…`) stands elsewhere, too, in the page's data or head; the bodies are {}. Name another field in the route's `machine`, or change the text that looks like it",
            fields.join(", ")
        )
    }

    /// JSON with every token replaced by its body's HTML, as `quote` writes a text.
    pub(super) fn fill_json<'j>(
        &self,
        json: &'j str,
        quote: impl Fn(&str) -> anyhow::Result<String>,
    ) -> anyhow::Result<Cow<'j, str>> {
        let (mut filled, mut done) = (String::new(), 0);
        for hit in self.hits(json) {
            // The quotation marks belong to the text.
            filled.push_str(&json[done..hit.start - 1]);
            filled.push_str(&quote(hit.html)?);
            done = hit.end + 1;
        }
        if done == 0 {
            return Ok(Cow::Borrowed(json));
        }
        filled.push_str(&json[done..]);
        Ok(Cow::Owned(filled))
    }

    /// The markup with every body in its place; `told` are the fields that the worker says are shown.
    ///
    /// # Errors
    /// A component does something else with a body than to show it.
    pub(super) fn fill_markup(&self, markup: &str, told: &[String]) -> Result<String, String> {
        let (mut filled, mut done) = (String::new(), 0);
        let mut shown: Vec<&str> = Vec::with_capacity(told.len());
        for hit in self.hits(markup) {
            let is_alone = markup[hit.end..].starts_with('<');
            let field = field_before(&markup[..hit.start])
                .filter(|field| is_alone && self.places.get(*field) == Some(&hit.key))
                .filter(|field| !shown.contains(field))
                .ok_or_else(|| self.misused(hit.key))?;
            shown.push(field);
            filled.push_str(&markup[done..hit.start]);
            filled.push_str(hit.html);
            done = hit.end;
        }
        if shown.len() != told.len() || !told.iter().all(|field| shown.contains(&field.as_str())) {
            return Err(format!(
                "the worker says that the markup shows {told:?}, and in it stand {shown:?}; a body is shown through `<Html field>`, once"
            ));
        }
        filled.push_str(&markup[done..]);
        Ok(filled)
    }

    /// Refuses a page file that has a token in it.
    pub(super) fn check_file(&self, bytes: &[u8]) -> Result<(), String> {
        // Tokens are ASCII: what is no UTF-8 around them does not matter.
        match self.hits(&String::from_utf8_lossy(bytes)).next() {
            Some(hit) => Err(self.misused(hit.key)),
            None => Ok(()),
        }
    }

    fn misused(&self, key: Hash) -> String {
        let fields: Vec<&str> = self
            .places
            .iter()
            .filter(|(_, place)| **place == key)
            .map(|(field, _)| field.as_str())
            .collect();
        format!(
            "the body `{}` is used otherwise than through `<Html field>`; a component has its place, not its text: ask for what it needs as a field of its own (`headings`, a field of the schema)",
            fields.join("` or `")
        )
    }

    /// The tokens of these bodies in `text`, in order. Other texts of their shape are left alone.
    fn hits<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Hit<'a>> {
        text.match_indices(BODY_TOKEN)
            .filter_map(move |(start, _)| {
                let end = start + BODY_TOKEN.len() + KEY_DIGITS;
                let key = key_of(text.get(start..end)?)?;
                let html = self.html.get(&key)?;
                Some(Hit {
                    start,
                    end,
                    key,
                    html,
                })
            })
    }
}

/// The key in a token.
fn key_of(token: &str) -> Option<Hash> {
    token.strip_prefix(BODY_TOKEN)?.parse().ok()
}

/// The field in whose element the markup has just arrived: `entry.body` after `… data-html="entry.body">`.
fn field_before(markup: &str) -> Option<&str> {
    let (element, field) = markup.strip_suffix("\">")?.rsplit_once('"')?;
    element.ends_with(" data-html=").then_some(field)
}

/// Calls `found` with the place and the text of every string in `value`, which stands at `place`.
fn each_text(value: &mut Value, place: &str, found: &mut impl FnMut(&str, &mut String)) {
    match value {
        Value::String(text) => found(place, text),
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                each_text(item, &format!("{place}.{index}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                each_text(field, &format!("{place}.{name}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn bodies(html: &[&str]) -> Bodies {
        let html = html.iter().map(|html| (key(html), (*html).to_owned()));
        Bodies {
            html: html.collect(),
            places: BTreeMap::new(),
        }
    }

    fn key(html: &str) -> Hash {
        Hash::of(html.as_bytes())
    }

    fn token(html: &str) -> String {
        format!("{BODY_TOKEN}{}", key(html))
    }

    fn data(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    const HTML: &str = "<p>潮 \"a\"</p>";

    /// One body, at `entry.body`.
    fn placed() -> Bodies {
        let mut bodies = bodies(&[HTML]);
        let mut input = data(json!({"entry": {"title": "t", "body": token(HTML)}}));
        assert!(!bodies.find(&mut input, 1).unwrap());
        bodies
    }

    #[test]
    fn a_body_stands_where_its_token_stood() {
        let bodies = placed();
        let markup = format!(
            "<h1>t</h1><div class=\"x\" data-html=\"entry.body\">{}</div>",
            token(HTML)
        );
        let filled = bodies.fill_markup(&markup, &["entry.body".to_owned()]);
        assert_eq!(
            filled.unwrap(),
            format!("<h1>t</h1><div class=\"x\" data-html=\"entry.body\">{HTML}</div>")
        );
        let json = json!({"a": token(HTML), "b": [token(HTML), "html:x"]}).to_string();
        let filled = bodies
            .fill_json(&json, |html| Ok(serde_json::to_string(html)?))
            .unwrap();
        assert_eq!(
            serde_json::from_str::<Value>(&filled).unwrap(),
            json!({"a": HTML, "b": [HTML, "html:x"]})
        );
    }

    #[test]
    fn two_fields_with_the_same_body_are_two_places() {
        let mut bodies = bodies(&[HTML]);
        let mut input = data(json!({"list": [{"body": token(HTML)}, {"body": token(HTML)}]}));
        bodies.find(&mut input, 2).unwrap();
        let field =
            |index: u32| format!("<div data-html=\"list.{index}.body\">{}</div>", token(HTML));
        let told = ["list.1.body".to_owned(), "list.0.body".to_owned()];
        assert!(bodies.fill_markup(&(field(1) + &field(0)), &told).is_ok());
        assert!(bodies.fill_markup(&(field(1) + &field(1)), &told).is_err());
    }

    // R10.06
    #[test]
    fn whatever_else_a_component_does_with_a_body_is_an_error_that_names_it() {
        let bodies = placed();
        let (token, told) = (token(HTML), ["entry.body".to_owned()]);
        let shown = format!("<div data-html=\"entry.body\">{token}</div>");
        for misuse in [
            format!("<p>{token}</p>"),
            format!("<a title=\"{token}\">x</a>"),
            format!("<div data-html=\"entry.body\">x{token}</div>"),
            format!("<div data-html=\"entry.body\">{token}x</div>"),
            format!("<div data-html=\"entry.title\">{token}</div>"),
            format!("<div data-other=\"entry.body\">{token}</div>"),
            format!("{shown}{shown}"),
            format!("{shown}<p>{token}</p>"),
        ] {
            let error = bodies.fill_markup(&misuse, &told).unwrap_err();
            assert!(
                error.contains("`entry.body`") && error.contains("<Html field>"),
                "{misuse}: {error}"
            );
            assert!(bodies.check_file(misuse.as_bytes()).is_err());
        }
        // The worker and the markup must tell the same.
        for (markup, told) in [
            ("<p>x</p>", &told[..]),
            (&shown, &[]),
            (&shown, &["entry.title".to_owned()][..]),
        ] {
            assert!(
                bodies.fill_markup(markup, told).is_err(),
                "{markup} {told:?}"
            );
        }
    }

    #[test]
    fn what_only_looks_like_a_token_is_left_alone() {
        let bodies = placed();
        let markup = "<p>html: html:潮 html:00000000000000000000000000000000 html:0</p>";
        assert_eq!(bodies.fill_markup(markup, &[]).unwrap(), markup);
        assert!(bodies.check_file(markup.as_bytes()).is_ok());
    }

    #[test]
    fn a_text_that_is_a_bodys_token_is_refused_and_never_becomes_html() {
        let forged = data(json!({"entry": {"title": token(HTML), "body": token(HTML)}}));
        assert!(bodies(&[HTML]).find(&mut forged.clone(), 1).is_err());
        let bodies = placed();
        let input =
            |title: &str| json!({"data": {"body": token(HTML)}, "title": title}).to_string();
        assert!(bodies.check(&input("html:")).is_ok());
        assert!(bodies.check(&input(&token(HTML))).is_err());
        assert!(
            bodies
                .check(&input(&format!("see {}", token(HTML))))
                .is_err()
        );
    }

    #[test]
    fn a_body_without_html_is_an_empty_text() {
        let mut bodies = bodies(&[HTML, ""]);
        let mut input = data(json!({"a": {"body": token("")}, "b": {"body": token(HTML)}}));
        assert!(bodies.find(&mut input, 2).unwrap());
        assert_eq!(
            Value::Object(input),
            json!({"a": {"body": ""}, "b": {"body": token(HTML)}})
        );
        assert_eq!(bodies.places.keys().collect::<Vec<_>>(), ["b.body"]);
    }
}
