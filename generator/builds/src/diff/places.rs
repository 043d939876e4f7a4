//! PURE: where two payload files differ, by name and never by words, so that differences of guarded
//! pages may be reported, too.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::Part;

/// A place in a payload file or in a document's head: `payload.data.entry.title`, `head.hreflang`,
/// `app`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonPlace {
    path: String,
    /// The event there, if it is more than a change.
    note: Option<String>,
}

impl JsonPlace {
    /// A place; `note` is the event there, if it is more than a change.
    pub(super) fn new(path: String, note: Option<&str>) -> Self {
        Self {
            path,
            note: note.map(str::to_owned),
        }
    }

    /// The part of the page that it belongs to.
    pub fn part(&self) -> Part {
        match self.path.split('.').next() {
            Some("head") => Part::Head,
            Some("app") => Part::Chrome,
            _ => Part::Content,
        }
    }
}

impl Display for JsonPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        self.note
            .as_ref()
            .map_or(Ok(()), |note| write!(f, " ({note})"))
    }
}

impl Serialize for JsonPlace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Fields of `head` that payloads had before version 0.3; now only documents have them.
const OF_DOCUMENTS: [&str; 4] = ["image", "imageSize", "hreflang", "jsonLd"];

/// The places at which two payload files differ.
pub(super) fn places(before: &Value, after: &Value) -> Vec<JsonPlace> {
    let mut places = Vec::new();
    differences(before, after, "", &mut places);
    let is_of_document = |place: &JsonPlace| {
        let field = place.path.strip_prefix("head.");
        let name = field.and_then(|field| field.split('.').next());
        name.is_some_and(|name| OF_DOCUMENTS.contains(&name))
    };
    places.retain(|place| !is_of_document(place));
    places
}

/// Change of a page's content, without regard to the markup around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadChange {
    /// The content is the same.
    None,
    /// Only parts of other entries differ, which the page shows beside its own.
    Listed,
    /// The page's own content differs, or one of the payload files cannot be read.
    Own,
}

/// The change from one payload file of a page to the next; `is_own` is true for the names of the
/// answers that are the page's own content.
pub fn payload_change(before: &[u8], after: &[u8], is_own: impl Fn(&str) -> bool) -> PayloadChange {
    let payload = |bytes| {
        let mut file = serde_json::from_slice::<Value>(bytes).ok()?;
        Some(file.get_mut("payload")?.take())
    };
    let (Some(before), Some(after)) = (payload(before), payload(after)) else {
        return PayloadChange::Own;
    };
    if before == after {
        return PayloadChange::None;
    }
    let answers = |payload: &Value| payload.get("data").and_then(Value::as_object).cloned();
    let (before, after) = (answers(&before), answers(&after));
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    let mut names = before.keys().chain(after.keys());
    match names.any(|name| is_own(name) && before.get(name) != after.get(name)) {
        true => PayloadChange::Own,
        false => PayloadChange::Listed,
    }
}

fn differences(before: &Value, after: &Value, path: &str, places: &mut Vec<JsonPlace>) {
    let below = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in after {
                match before.get(name) {
                    Some(old) => differences(old, value, &below(name), places),
                    None => places.push(JsonPlace::new(below(name), Some("new"))),
                }
            }
            let gone = before.keys().filter(|name| !after.contains_key(*name));
            places.extend(gone.map(|name| JsonPlace::new(below(name), Some("gone"))));
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (index, (old, value)) in before.iter().zip(after).enumerate() {
                differences(old, value, &below(&index.to_string()), places);
            }
        }
        (Value::Array(before), Value::Array(after)) => {
            let note = format!("{} items, now {}", before.len(), after.len());
            places.push(JsonPlace::new(path.to_owned(), Some(&note)));
        }
        (before, after) if before == after => {}
        _ if path == "app" => {
            let note = "the frontend, a schema, or the generator's libraries";
            places.push(JsonPlace::new(path.to_owned(), Some(note)));
        }
        _ => places.push(JsonPlace::new(path.to_owned(), None)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_surrounds_a_page_is_not_what_it_says() {
        let file = |app: u8, text: &str, list: &[&str], locales: u8| {
            let data = json!({"text": text, "list": list});
            let payload = json!({"data": data, "alternates": locales});
            let file = json!({"app": app, "payload": payload, "head": {"title": app}});
            file.to_string().into_bytes()
        };
        let before = file(1, "a", &["x"], 2);
        let change = |after: &[u8]| payload_change(&before, after, |name| name == "text");
        for (after, changed) in [
            (file(2, "a", &["x"], 2), PayloadChange::None),
            (file(2, "a", &["x", "y"], 2), PayloadChange::Listed),
            (file(1, "a", &["x"], 1), PayloadChange::Listed),
            (file(1, "b", &["x", "y"], 2), PayloadChange::Own),
        ] {
            assert_eq!(
                change(&after),
                changed,
                "{}",
                String::from_utf8_lossy(&after)
            );
        }
        assert_eq!(
            payload_change(b"torn", b"torn", |_| true),
            PayloadChange::Own
        );
    }

    #[test]
    fn what_differs_is_named_by_its_place_and_never_by_its_words() {
        let before = json!({"app": "1", "payload": {"data": {"entry": {"title": "a", "tags": ["x"]}, "more": [1]}}, "head": {"title": "t", "keywords": "k", "image": "i"}});
        let after = json!({"app": "2", "payload": {"data": {"entry": {"title": "b", "tags": ["y"], "body": "secret"}, "more": [1, 2]}}, "head": {"title": "t"}});
        let places = places(&before, &after);
        let told: Vec<String> = places.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "app (the frontend, a schema, or the generator's libraries)",
                "payload.data.entry.title",
                "payload.data.entry.tags.0",
                "payload.data.entry.body (new)",
                "payload.data.more (1 items, now 2)",
                "head.keywords (gone)",
            ]
        );
        let parts: Vec<Part> = places.iter().map(JsonPlace::part).collect();
        assert_eq!(parts[..2], [Part::Chrome, Part::Content]);
        assert_eq!(parts[5], Part::Head);
    }
}
