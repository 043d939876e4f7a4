//! PURE: the values of a page's front matter, for the fields that collections have.

use generator_ground::message::Message;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::Offset;
use serde_json::{Value, json};

use super::super::fields::{first_words, plain};
use super::super::markdown::{Lines, words};
use super::Site;
use super::front_matter::Parts;
use super::shortcodes;

/// The end of the words that a list of pages shows.
const MORE: &str = "<!--more-->";

/// Times between which a text is visible.
#[derive(Clone, Debug, Default)]
pub(super) struct Visibility {
    pub(super) is_draft: bool,
    pub(super) publish_at: Option<Timestamp>,
    pub(super) expire_at: Option<Timestamp>,
}

impl Visibility {
    /// Whether other texts may link to it.
    pub(super) fn is_lasting(&self) -> bool {
        !self.is_draft && self.publish_at.is_none() && self.expire_at.is_none()
    }

    /// The fields that every entry may have.
    pub(super) fn fields(&self) -> impl Iterator<Item = (String, Value)> {
        let draft = self.is_draft.then(|| ("draft", json!(true)));
        let publish = self
            .publish_at
            .map(|at| ("publishAt", json!(at.to_string())));
        let expire = self.expire_at.map(|at| ("expireAt", json!(at.to_string())));
        let fields = draft.into_iter().chain(publish).chain(expire);
        fields.map(|(name, value)| (name.to_owned(), value))
    }
}

/// The values of one page.
#[derive(Default)]
pub(super) struct Values {
    pub(super) candidates: Vec<(String, Value)>,
    pub(super) visibility: Visibility,
    pub(super) slug: Option<String>,
    pub(super) url: Option<String>,
    pub(super) aliases: Vec<String>,
    pub(super) reports: Vec<Message>,
}

/// Sorts the fields of a page.
///
/// # Errors
/// The page has no valid time from which, or until which, it is visible.
pub(super) fn read_values(parts: &Parts<'_>, site: &Site<'_>) -> Result<Values, Message> {
    let mut values = Values::default();
    let (mut date, mut publish, mut summary) = (None, None, None);
    for (name, value) in &parts.fields {
        let text = scalar(value);
        match &*name.to_ascii_lowercase() {
            "title" => values.add("title", text.into()),
            "date" => {
                date = text.as_deref().and_then(instant);
                values.add("date", text.into());
            }
            "lastmod" => {
                let field = site.fields.updated.as_deref().unwrap_or("lastmod");
                values.add(field, text.into());
            }
            "summary" => summary = text,
            "description" if site.fields.has("description") => {
                values.add("description", text.into());
            }
            "description" => summary = summary.or(text),
            "tags" => values.add("tags", list(value).into()),
            "categories" if site.fields.has("categories") => {
                values.add("categories", list(value).into());
            }
            "categories" | "category" => {
                let found = list(value).into_iter();
                found.for_each(|category| values.add("category", category.into()));
            }
            "author" | "authors" => values.add("author", author(value).into()),
            "draft" => values.visibility.is_draft |= *value != json!(false),
            // Such a page is in no list, and has no address.
            "headless" => values.visibility.is_draft |= *value == json!(true),
            "build" | "_build" => {
                values.visibility.is_draft |=
                    ["never", "false"].contains(&&*scalar(&value["render"]).unwrap_or_default());
            }
            "publishdate" => publish = Some(time("publishDate", text.as_deref())?),
            "expirydate" => {
                values.visibility.expire_at = Some(time("expiryDate", text.as_deref())?)
            }
            "slug" => values.slug = text,
            "url" => values.url = text,
            "aliases" => values.aliases = list(value),
            _ => values.add_other(name, value, site),
        }
    }
    // Hugo shows no page before its date.
    let begin = publish.or(date).filter(|begin| *begin > site.now);
    values.visibility.publish_at = begin;
    if values.visibility.is_draft {
        values.reports.push(Message::new("import/draft"));
    }
    if site.fields.has("summary") {
        let summary = summary.filter(|text| !plain(text).is_empty());
        let summary = summary.or_else(|| beginning(parts.body));
        let title = parts.fields.get("title").and_then(scalar);
        values.add("summary", summary.or(title).into());
    } else if let Some(summary) = summary {
        values.add("summary", summary.into());
    }
    Ok(values)
}

impl Values {
    fn add(&mut self, name: &str, value: Value) {
        self.candidates.push((name.to_owned(), value));
    }

    /// A field that only this site has.
    fn add_other(&mut self, name: &str, value: &Value, site: &Site<'_>) {
        match site.fields.has(name) {
            true => self.add(name, value.clone()),
            // For a message: the name may be anything.
            false => self.add(&first_words(&plain(name)), value.clone()),
        }
    }
}

/// The text of a value that is written without quotation marks, too.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// The texts of a list, or of one text.
fn list(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().filter_map(scalar).collect(),
        other => scalar(other).into_iter().collect(),
    }
}

/// `author: A`, `authors: [A, B]`, `author: { name: A }`.
fn author(value: &Value) -> Option<String> {
    match value {
        Value::Array(items) => {
            let names: Vec<String> = items.iter().filter_map(author).collect();
            (!names.is_empty()).then(|| names.join(", "))
        }
        Value::Object(fields) => fields.get("name").and_then(scalar),
        other => scalar(other),
    }
}

/// The beginning of a body.
fn beginning(body: &str) -> Option<String> {
    let body = body.split_once(MORE).map_or(body, |(before, _)| before);
    let mut lines = Lines::new(body.to_owned(), 1);
    shortcodes::replace(&mut lines, &|_| None).ok()?;
    let words = words(lines.text());
    (!words.is_empty()).then(|| first_words(&words))
}

fn time(name: &'static str, text: Option<&str>) -> Result<Timestamp, Message> {
    let found = text.and_then(instant);
    found.ok_or_else(|| Message::new("import/time").with("field", name))
}

/// A time; without an offset, Hugo takes it for UTC.
fn instant(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(found) = text.parse::<Timestamp>() {
        return Some(found);
    }
    // Its date would be another day.
    if text
        .get(10..)
        .is_some_and(|rest| rest.contains(['+', 'Z', 'z']))
    {
        return None;
    }
    let local = text.parse::<DateTime>().ok();
    let local = local.or_else(|| {
        Some(
            text.parse::<Date>()
                .ok()?
                .to_datetime(jiff::civil::Time::midnight()),
        )
    });
    Offset::UTC.to_timestamp(local?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_an_instant() {
        for (text, expected) in [
            ("2027-05-01T09:00:00+08:00", Some("2027-05-01T01:00:00Z")),
            ("2027-05-01 09:00:00", Some("2027-05-01T09:00:00Z")),
            ("2027-05-01", Some("2027-05-01T00:00:00Z")),
            ("2027-05-01T09:00:00Z", Some("2027-05-01T09:00:00Z")),
            ("May 1", None),
        ] {
            let found = instant(text).map(|time| time.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn authors_and_lists_have_several_forms() {
        assert_eq!(
            author(&json!(["A", {"name": "B"}])).as_deref(),
            Some("A, B")
        );
        assert_eq!(author(&json!({"email": "x"})), None);
        assert_eq!(list(&json!("a")), ["a"]);
        assert_eq!(list(&json!(["a", 2024, {"x": 1}])), ["a", "2024"]);
    }
}
