//! PURE: replacement of tokens by bodies, in a page's data and in its markup.
//!
//! A component may only show a body through `<Html field>`. The worker's answer is therefore
//! compared with the input: each token in the markup is alone in an element with `data-html`,
//! belongs to the field that is named there, and the worker reported the same fields. Every other
//! use is an error of the page, never a page with a token in it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use contract::Hash;
use contract::page::BODY_TOKEN;
use memchr::memmem;
use serde_json::{Map, Value};

use generator_content::ShownBody;
use generator_content::marks::Marks;
use generator_ground::diagnostic::Diagnostic;

/// Hexadecimal digits of a key.
const KEY_DIGITS: usize = 32;

/// The bodies of one page, rendered.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    html: BTreeMap<Hash, String>,
    /// Places of tokens in the page's data, in its order.
    places: Vec<TokenField>,
}

/// A place in a page's data: `entry.body`.
#[derive(Debug, PartialEq, Eq)]
struct TokenField {
    field: String,
    key: Hash,
}

/// A token of a page's bodies in a text.
pub(super) struct Hit<'a> {
    pub(super) start: usize,
    pub(super) end: usize,
    key: Hash,
    pub(super) html: &'a str,
}

impl Bodies {
    /// Renders the bodies that a page shows.
    pub(super) fn render(shown: &[ShownBody<'_>]) -> Result<Self, Box<Diagnostic>> {
        let mut bodies = Self::default();
        for body in shown {
            bodies.html.insert(body.key(), body.get()?.html.clone());
        }
        Ok(bodies)
    }

    /// Like [`Self::render`], with a mark at the beginning of each block.
    pub(super) fn render_marked(
        shown: &[ShownBody<'_>],
        marks: &Marks,
    ) -> Result<Self, Box<Diagnostic>> {
        let mut bodies = Self::default();
        for body in shown {
            bodies.html.insert(body.key(), body.marked_html(marks)?);
        }
        Ok(bodies)
    }

    /// Finds the `count` places of bodies in a page's data. A body without HTML becomes an empty
    /// text there, so that a component can detect it; true if there was one.
    ///
    /// # Errors
    /// An author wrote a text that is a token.
    pub(super) fn find(
        &mut self,
        data: &mut Map<String, Value>,
        count: usize,
    ) -> Result<bool, String> {
        if count == 0 {
            return Ok(false);
        }
        let (mut places, mut empty) = (Vec::with_capacity(count), 0);
        let mut found = |field: &str, text: &mut String| {
            let Some(key) = key_of(text) else { return };
            match self.html.get(&key) {
                Some(html) if html.is_empty() => {
                    text.clear();
                    empty += 1;
                }
                Some(_) => places.push(TokenField {
                    field: field.to_owned(),
                    key,
                }),
                None => {}
            }
        };
        let mut field = String::new();
        for (name, value) in data {
            field.clone_from(name);
            each_text(value, &mut field, &mut found);
        }
        self.places = places;
        if self.places.len() + empty != count {
            return Err(self.stray());
        }
        self.html.retain(|_, html| !html.is_empty());
        Ok(empty > 0)
    }

    /// Refuses an input with a token outside the places of bodies.
    pub(super) fn check_input(&self, json: &str) -> Result<(), String> {
        if self.hits(json).count() == self.places.len() {
            Ok(())
        } else {
            Err(self.stray())
        }
    }

    fn stray(&self) -> String {
        let fields: Vec<&str> = self.fields().collect();
        format!(
            "what stands for a body (`{BODY_TOKEN}…`) stands elsewhere, too, in the page's data or head; the bodies are `{}`. Name another field in the route's `metadata`, or change the text that looks like it",
            fields.join("`, `")
        )
    }

    /// Refuses markup in which a component uses a body for any purpose other than to show it;
    /// `told` are the fields that are shown according to the worker.
    pub(super) fn check_markup(&self, markup: &str, told: &[String]) -> Result<(), String> {
        let mut shown: Vec<&str> = Vec::with_capacity(told.len());
        for hit in self.hits(markup) {
            let is_alone = markup[hit.end..].starts_with('<');
            let field = field_before(&markup[..hit.start])
                .filter(|field| is_alone && !shown.contains(field))
                .filter(|field| self.is_at(field, hit.key))
                .ok_or_else(|| self.misuse(hit.key))?;
            shown.push(field);
        }
        if shown.len() == told.len() && told.iter().all(|field| shown.contains(&field.as_str())) {
            return Ok(());
        }
        Err(format!(
            "the worker says that the markup shows {told:?}, and in it stand {shown:?}; a body is shown through `<Html field>`, once"
        ))
    }

    /// Writes markup with every body in its place.
    pub(super) fn write_markup(&self, markup: &str, out: &mut String) {
        let mut done = 0;
        for hit in self.hits(markup) {
            out.push_str(&markup[done..hit.start]);
            out.push_str(hit.html);
            done = hit.end;
        }
        out.push_str(&markup[done..]);
    }

    /// Refuses a page file that has a token in it.
    pub(super) fn check_file(&self, bytes: &[u8]) -> Result<(), String> {
        // Tokens are ASCII: invalid UTF-8 around them does not matter.
        match self.hits(&String::from_utf8_lossy(bytes)).next() {
            Some(hit) => Err(self.misuse(hit.key)),
            None => Ok(()),
        }
    }

    fn misuse(&self, key: Hash) -> String {
        let places = self.places.iter().filter(|place| place.key == key);
        let fields: Vec<&str> = places.map(|place| place.field.as_str()).collect();
        format!(
            "the body `{}` is used otherwise than through `<Html field>`; a component has its place, not its text: ask for what it needs as a field of its own (`headings`, a field of the schema)",
            fields.join("` or `")
        )
    }

    fn is_at(&self, field: &str, key: Hash) -> bool {
        let is_it = |place: &TokenField| place.field == field && place.key == key;
        self.places.iter().any(is_it)
    }

    /// The fields that hold bodies, in the order of their tokens in the page's JSON.
    pub(super) fn fields(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|place| place.field.as_str())
    }

    /// The tokens of these bodies in `text`, in order. Other texts of their shape are left alone.
    pub(super) fn hits<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Hit<'a>> {
        let text_of_bodies = if self.html.is_empty() { "" } else { text };
        let found = memmem::find_iter(text_of_bodies.as_bytes(), BODY_TOKEN);
        found.filter_map(move |start| {
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

/// The field of the element that has just been opened at the end of `markup`: `entry.body` after
/// `… data-html="entry.body">`.
fn field_before(markup: &str) -> Option<&str> {
    let (element, field) = markup.strip_suffix("\">")?.rsplit_once('"')?;
    element.ends_with(" data-html=").then_some(field)
}

/// Calls `found` with the place and the text of every string in `value`, which is at `place`.
fn each_text(value: &mut Value, place: &mut String, found: &mut impl FnMut(&str, &mut String)) {
    let end = place.len();
    match value {
        Value::String(text) => found(place, text),
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                // Writing into a string cannot fail.
                let _ = write!(place, ".{index}");
                each_text(item, place, found);
                place.truncate(end);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                place.push('.');
                place.push_str(name);
                each_text(field, place, found);
                place.truncate(end);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::*;

    /// The bodies with this HTML, and the places of their tokens in `data`.
    pub(in crate::pages::render) fn place_bodies(
        html: &[&str],
        data: &mut Map<String, Value>,
    ) -> Bodies {
        let mut bodies = Bodies::default();
        let html = html.iter().map(|html| (key(html), (*html).to_owned()));
        bodies.html.extend(html);
        let mut count = 0;
        let mut is_token =
            |_: &str, text: &mut String| count += usize::from(key_of(text).is_some());
        data.values_mut()
            .for_each(|value| each_text(value, &mut String::new(), &mut is_token));
        bodies.find(data, count).unwrap();
        bodies
    }

    pub(in crate::pages::render) fn token(html: &str) -> String {
        format!("{BODY_TOKEN}{}", key(html))
    }

    fn key(html: &str) -> Hash {
        Hash::of(html.as_bytes())
    }

    fn data(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    const HTML: &str = "<p>潮 \"a\"</p>";

    /// One body, at `entry.body`.
    fn article() -> Bodies {
        let mut data = data(json!({"entry": {"title": "t", "body": token(HTML)}}));
        place_bodies(&[HTML], &mut data)
    }

    fn fields(fields: &[&str]) -> Vec<String> {
        fields.iter().map(|&field| field.to_owned()).collect()
    }

    #[test]
    fn a_body_stands_where_its_token_stood() {
        let bodies = article();
        let markup = |body: &str| {
            format!("<h1>t</h1><div class=\"x\" data-html=\"entry.body\">{body}</div>")
        };
        let sent_back = markup(&token(HTML));
        assert_eq!(
            bodies.check_markup(&sent_back, &fields(&["entry.body"])),
            Ok(())
        );
        let mut written = String::new();
        bodies.write_markup(&sent_back, &mut written);
        assert_eq!(written, markup(HTML));
    }

    #[test]
    fn two_fields_with_the_same_body_are_two_places() {
        let mut data = data(json!({"list": [{"body": token(HTML)}, {"body": token(HTML)}]}));
        let bodies = place_bodies(&[HTML], &mut data);
        let field =
            |index: u32| format!("<div data-html=\"list.{index}.body\">{}</div>", token(HTML));
        let told = fields(&["list.1.body", "list.0.body"]);
        assert_eq!(bodies.check_markup(&(field(1) + &field(0)), &told), Ok(()));
        assert!(bodies.check_markup(&(field(1) + &field(1)), &told).is_err());
    }

    // R10.06
    #[test]
    fn whatever_else_a_component_does_with_a_body_is_an_error_that_names_it() {
        let bodies = article();
        let (token, told) = (token(HTML), fields(&["entry.body"]));
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
            let error = bodies.check_markup(&misuse, &told).unwrap_err();
            let names_both = error.contains("`entry.body`") && error.contains("<Html field>");
            assert!(names_both, "{misuse}: {error}");
            assert!(bodies.check_file(misuse.as_bytes()).is_err());
        }
        // The worker and the markup must agree.
        for (markup, told) in [
            ("<p>x</p>", told),
            (&shown, Vec::new()),
            (&shown, fields(&["entry.title"])),
        ] {
            assert!(
                bodies.check_markup(markup, &told).is_err(),
                "{markup} {told:?}"
            );
        }
    }

    #[test]
    fn what_only_looks_like_a_token_is_left_alone() {
        let bodies = article();
        let text = "<p>html: html:潮 html:00000000000000000000000000000000 html:0</p>";
        assert_eq!(bodies.check_markup(text, &[]), Ok(()));
        assert_eq!(bodies.check_file(text.as_bytes()), Ok(()));
        let mut written = String::new();
        bodies.write_markup(text, &mut written);
        assert_eq!(written, text);
    }

    #[test]
    fn a_text_that_is_a_bodys_token_is_refused_and_never_becomes_html() {
        let mut forged = data(json!({"entry": {"title": token(HTML), "body": token(HTML)}}));
        assert!(article().find(&mut forged, 1).is_err());
        let input =
            |title: &str| json!({"data": {"body": token(HTML)}, "title": title}).to_string();
        assert_eq!(article().check_input(&input("html:")), Ok(()));
        for title in [token(HTML), format!("see {}", token(HTML))] {
            assert!(article().check_input(&input(&title)).is_err());
        }
    }

    #[test]
    fn a_body_without_html_is_an_empty_text() {
        let mut data = data(json!({"a": {"body": token("")}, "b": {"body": token(HTML)}}));
        let bodies = place_bodies(&[HTML, ""], &mut data);
        let expected = json!({"a": {"body": ""}, "b": {"body": token(HTML)}});
        assert_eq!(Value::Object(data), expected);
        assert_eq!(bodies.fields().collect::<Vec<_>>(), ["b.body"]);
    }
}
