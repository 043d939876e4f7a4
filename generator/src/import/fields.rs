//! PURE: values of another system as the front matter of a collection.

use generator_ground::message::Message;
use jiff::civil::Date;
use serde_json::{Map, Value};

/// Keywords whose rules only a check of the whole site can decide, or that need an author.
const UNDECIDED: [&str; 5] = ["pattern", "x-ref", "x-image", "x-localized", "$ref"];

/// Characters of a summary that is made of the first words.
const SUMMARY: usize = 160;

/// The fields of a collection, as its `_schema.json` has them.
#[derive(Debug)]
pub struct Fields {
    collection: String,
    properties: Map<String, Value>,
    required: Vec<String>,
    /// Whether an entry must have every language.
    pub(crate) needs_all_languages: bool,
    /// The field for the day of the last change.
    pub(crate) updated: Option<String>,
    /// Fields that all texts of an entry have alike.
    pub(crate) shared: Vec<String>,
    /// Values for fields that the input does not have.
    given: Vec<(String, Value)>,
}

impl Fields {
    /// The fields of `collection`, from its schema; `given` has values for missing ones.
    pub fn from_schema(
        collection: &str,
        schema: &Value,
        given: &[(String, String)],
    ) -> Result<Self, Message> {
        let rules = &schema["x-collection"];
        if rules["kind"] != "markdown" {
            return Err(Message::new("import/collection").with("collection", collection));
        }
        let mut fields = Self {
            collection: collection.to_owned(),
            properties: schema["properties"]
                .as_object()
                .cloned()
                .unwrap_or_default(),
            required: texts(&schema["required"]),
            needs_all_languages: rules["parity"] != "fallback",
            updated: rules["updatedField"].as_str().map(str::to_owned),
            shared: texts(&rules["shared"]),
            given: Vec::new(),
        };
        for (name, text) in given {
            let typed = [Value::from(text.as_str())]
                .into_iter()
                .chain(serde_json::from_str(text).ok());
            let fit = fields.properties.get(name).and_then(|property| {
                // The author of the option knows the site: references are not refused.
                typed.into_iter().find_map(|value| fit(property, &value))
            });
            let Some(value) = fit else {
                return Err(Message::new("import/given").with("field", name));
            };
            fields.given.push((name.clone(), value));
        }
        Ok(fields)
    }

    /// The address of an entry, on sites whose routes follow the names of collections.
    pub(crate) fn address(&self, slug: &str) -> String {
        format!("/{}/{slug}", self.collection)
    }

    /// Whether the collection has this field.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.properties.contains_key(name)
    }

    /// The first candidate of each field that the collection can have, and a report about each
    /// other one.
    ///
    /// # Errors
    /// A required field has no value.
    pub(crate) fn assemble(
        &self,
        candidates: Vec<(String, Value)>,
    ) -> Result<(Map<String, Value>, Vec<Message>), Message> {
        let mut found = Map::new();
        let mut reports = Vec::new();
        for (name, value) in candidates {
            let Some(property) = self.properties.get(&name) else {
                reports.push(Message::new("import/field").with("field", name));
                continue;
            };
            let is_undecided = UNDECIDED.iter().any(|it| property.get(it).is_some());
            match fit(property, &value).filter(|_| !is_undecided && !found.contains_key(&name)) {
                Some(value) => {
                    found.insert(name, value);
                }
                None => reports.push(Message::new("import/value").with("field", name)),
            }
        }
        for (name, value) in &self.given {
            if !found.contains_key(name) {
                found.insert(name.clone(), value.clone());
            }
        }
        match self.required.iter().find(|name| !found.contains_key(*name)) {
            Some(missing) => Err(Message::new("import/required").with("field", missing)),
            None => Ok((found, reports)),
        }
    }
}

/// A value as `property` has it, if it can.
fn fit(property: &Value, value: &Value) -> Option<Value> {
    if let Some(allowed) = property["enum"].as_array() {
        return allowed.contains(value).then(|| value.clone());
    }
    match property["type"].as_str()? {
        "string" => {
            let text = plain(value.as_str()?);
            let text = match property["format"].as_str() {
                Some("date") => day(&text)?,
                Some(_) => return None,
                None => text,
            };
            let most = property["maxLength"].as_u64().unwrap_or(u64::MAX);
            (!text.is_empty() && text.chars().count() as u64 <= most).then(|| text.into())
        }
        "array" => {
            let mut items: Vec<Value> = Vec::new();
            for item in value.as_array()? {
                let item = fit(&property["items"], item)?;
                if !items.contains(&item) {
                    items.push(item);
                }
            }
            let most = property["maxItems"].as_u64().unwrap_or(u64::MAX);
            (!items.is_empty() && items.len() as u64 <= most).then(|| items.into())
        }
        "boolean" => value.is_boolean().then(|| value.clone()),
        "integer" => value.is_i64().then(|| value.clone()),
        "number" => value.is_number().then(|| value.clone()),
        _ => None,
    }
}

/// The day of a time that begins with it: `2024-05-01T09:00:00Z`.
fn day(text: &str) -> Option<String> {
    let day: Date = text.get(..10)?.parse().ok()?;
    Some(day.to_string())
}

/// One line without control characters, which no text of a site may have.
pub(crate) fn plain(text: &str) -> String {
    let printable = text
        .chars()
        .map(|sign| if sign.is_whitespace() { ' ' } else { sign })
        .filter(|sign| !yaml_reader::is_unprintable(*sign))
        .collect::<String>();
    printable.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The beginning of a text, as its summary.
pub(crate) fn first_words(text: &str) -> String {
    if text.chars().count() <= SUMMARY {
        return text.to_owned();
    }
    let cut: String = text.chars().take(SUMMARY).collect();
    // Chinese has no spaces at which to cut.
    let words = cut
        .rsplit_once(' ')
        .filter(|(words, _)| words.len() * 2 > cut.len());
    format!("{}…", words.map_or(&*cut, |(words, _)| words))
}

fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(given: &[(String, String)]) -> Result<Fields, Message> {
        let schema = json!({
            "x-collection": {"kind": "markdown", "parity": "fallback"},
            "required": ["title", "date", "category"],
            "properties": {
                "title": {"type": "string", "maxLength": 8},
                "date": {"type": "string", "format": "date"},
                "category": {"enum": ["firm"]},
                "company": {"type": "string", "x-ref": "companies"},
                "tags": {"type": "array", "items": {"type": "string"}},
            }
        });
        Fields::from_schema("news", &schema, given)
    }

    #[test]
    fn only_values_that_the_schema_accepts_are_kept() {
        let given = [("category".to_owned(), "firm".to_owned())];
        let candidates = vec![
            ("title".into(), json!("新\u{7}闻\n二")),
            ("date".into(), json!("2024-05-01 09:00:00")),
            ("company".into(), json!("x")),
            ("tags".into(), json!(["a", "a", "b"])),
            ("tags".into(), json!(["again"])),
            ("layout".into(), json!("wide")),
        ];
        let (found, reports) = fields(&given).unwrap().assemble(candidates).unwrap();
        let expected = json!({"title": "新闻 二", "date": "2024-05-01", "tags": ["a", "b"], "category": "firm"});
        assert_eq!(Value::Object(found), expected);
        assert_eq!(
            reports,
            [
                Message::new("import/value").with("field", "company"),
                Message::new("import/value").with("field", "tags"),
                Message::new("import/field").with("field", "layout"),
            ]
        );
    }

    #[test]
    fn an_entry_without_a_required_field_is_refused() {
        for date in ["", "0000-00-00 00:00:00", "2024-13-01", "日日日日日日"] {
            let candidates = vec![
                ("title".to_owned(), json!("A")),
                ("date".to_owned(), json!(date)),
            ];
            let missing = fields(&[]).unwrap().assemble(candidates).unwrap_err();
            assert_eq!(
                missing,
                Message::new("import/required").with("field", "date")
            );
        }
        let wrong = fields(&[("category".to_owned(), "fim".to_owned())]).unwrap_err();
        assert_eq!(
            wrong,
            Message::new("import/given").with("field", "category")
        );
    }

    #[test]
    fn a_summary_is_cut_at_a_word_or_a_character() {
        assert_eq!(first_words("short"), "short");
        assert_eq!(first_words(&"字".repeat(200)), "字".repeat(160) + "…");
        assert!(first_words(&"word ".repeat(80)).ends_with("word…"));
    }
}
