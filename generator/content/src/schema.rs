//! `_schema.json`: the fields of a collection's entries, and how they are shown.
//!
//! A closed JSON Schema with a few keywords of ours (`x-collection`, `x-ref`, `x-format`,
//! `x-localized`, `x-image`). The [`Shape`] is the part of it that is needed to answer queries.

pub(crate) mod format;
mod keywords;
pub(crate) mod localized;
#[cfg(test)]
mod reference;
pub(crate) mod root_file;
pub(crate) mod settings;
pub(crate) mod undeclared;
pub mod validate;
pub(crate) mod visibility;
pub(crate) mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use contract::Hash;
use jsonschema::Validator;
use serde::Deserialize;
use serde_json::Value;

use crate::field_problem::FieldProblem;
use crate::schema::keywords::Reads;
use generator_ground::message::Message;

/// A collection's schema, compiled.
#[derive(Debug)]
pub struct Schema {
    /// Hash of the file's bytes.
    pub(crate) hash: Hash,
    /// The file as it was parsed: its words in other languages have the same places.
    pub(crate) source: Value,
    /// The root's `x-collection`.
    pub(crate) rules: Rules,
    /// Checks a file's fields.
    pub(crate) validator: Validator,
    /// Shape of the fields.
    pub shape: Shape,
    /// Names of the fields.
    pub(crate) names: Arc<[String]>,
}

/// `x-collection`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Rules {
    /// Markdown in folders, or one YAML file per entry.
    pub(crate) kind: Kind,
    /// Parity of languages.
    #[serde(default)]
    parity: Parity,
    /// The field that "newest" refers to.
    #[serde(default)]
    pub(crate) date_field: Option<String>,
    /// The field with the day of an entry's last change.
    #[serde(default)]
    pub(crate) updated_field: Option<String>,
    /// The part of each entry that the collection's feed has; none: there is no feed.
    #[serde(default)]
    pub(crate) feed: Option<FeedText>,
    /// Fields that are facts, not words: equal in all languages.
    #[serde(default)]
    pub(crate) shared: Vec<String>,
}

impl Rules {
    /// Parity of languages; a data entry has all of them in one file.
    pub(crate) fn parity(&self) -> Parity {
        match self.kind {
            Kind::Markdown => self.parity,
            Kind::Data => Parity::Require,
        }
    }
}

/// How the entries of a collection are stored on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// `<slug>/<locale>.md`.
    Markdown,
    /// `<slug>.yaml` for all languages.
    Data,
}

/// Treatment of an entry that lacks a language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Parity {
    /// A missing language is an error.
    #[default]
    Require,
    /// Another language is shown instead.
    Fallback,
}

/// The part of an entry that a feed has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FeedText {
    /// The whole text.
    Full,
    /// The description of its page.
    Summary,
}

/// Shape of a value, apart from its JSON type.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// `x-ref`: a slug of that collection.
    pub reference: Option<String>,
    /// `x-format`.
    pub format: Option<Format>,
    /// `x-localized`: an object with one value per locale code.
    pub localized: bool,
    /// `x-image`: the name of an image beside the text.
    pub image: bool,
    /// A text in an author's own words: no rule but its length limits it.
    pub prose: bool,
    /// Shapes of an object's properties.
    pub properties: BTreeMap<String, Shape>,
    /// Shape of a list's items.
    pub items: Option<Box<Shape>>,
}

/// `x-format`: how a value is written for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A day: `2026年5月3日`, `3 May 2026`.
    Date,
    /// Grouped digits: `12,345`. With so many decimals.
    Decimal(u8),
    /// A number of hundredths, with so many decimals: `41.5%`.
    Percent(u8),
}

/// Decimals beyond these are refused: they are of no use to a reader.
const MAX_DECIMALS: u8 = 9;
/// Schemas nested deeper are refused.
const MAX_DEPTH: usize = 32;
/// Fields that every Markdown entry has; a schema may not define them.
pub(crate) const BUILT_IN: [&str; 7] = [
    "draft",
    "publishAt",
    "expireAt",
    "access",
    "translation",
    "placeholder",
    "aliases",
];
/// Names that a query always knows; a schema may not define them.
pub(crate) const QUERY_FIELDS: [&str; 4] = ["slug", "href", "body", "headings"];

impl Schema {
    /// Compiles `source`, the parsed file of `hash`. All problems are reported at once.
    pub(crate) fn compile(source: Value, hash: Hash) -> Result<Self, Vec<FieldProblem>> {
        let mut problems = Vec::new();
        let rules = match Rules::deserialize(&source["x-collection"]) {
            Ok(rules) => Some(rules),
            Err(error) => {
                let message = match source.get("x-collection") {
                    Some(_) => Message::new("schema/rules").with("why", error.to_string()),
                    None => Message::new("schema/no-rules"),
                };
                problems.push(FieldProblem::at("/x-collection", message));
                None
            }
        };
        if source["additionalProperties"] != Value::Bool(false) {
            problems.push(FieldProblem::at("", Message::new("schema/open")));
        }
        keywords::check(&source, Reads::Collection, &mut problems);
        let shape = shape(&source, "", 0, &mut problems);
        let validator = validator(&source).map_err(|problem| problems.push(problem));
        if let Some(rules) = &rules {
            check_names(rules, &shape, &mut problems);
        }
        match (rules, validator) {
            (Some(rules), Ok(validator)) if problems.is_empty() => Ok(Self {
                hash,
                source,
                rules,
                validator,
                names: shape.properties.keys().cloned().collect(),
                shape,
            }),
            _ => Err(problems),
        }
    }

    /// True if fields name entries or files, which must be there.
    pub(crate) fn names_others(&self) -> bool {
        !self.references().is_empty() || image(&self.shape, String::new()).is_some()
    }

    /// Names of collections that fields refer to.
    pub(crate) fn references(&self) -> Vec<(String, &str)> {
        let mut found = Vec::new();
        collect_references(&self.shape, String::new(), &mut found);
        found
    }
}

fn shape(schema: &Value, pointer: &str, depth: usize, problems: &mut Vec<FieldProblem>) -> Shape {
    if depth > MAX_DEPTH {
        problems.push(FieldProblem::at(pointer, Message::new("schema/too-deep")));
        return Shape::default();
    }
    let mut found = Shape {
        localized: schema["x-localized"] == Value::Bool(true),
        reference: keyword(reference(schema), format!("{pointer}/x-ref"), problems),
        format: keyword(
            value_format(schema),
            format!("{pointer}/x-format"),
            problems,
        ),
        image: keyword(is_image(schema), format!("{pointer}/x-image"), problems),
        prose: is_prose(schema),
        ..Shape::default()
    };
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let at = format!("{pointer}/properties/{name}");
        if depth == 0
            && (BUILT_IN.contains(&name.as_str()) || QUERY_FIELDS.contains(&name.as_str()))
        {
            let message = Message::new("schema/taken").with("field", name);
            problems.push(FieldProblem::at(at.clone(), message));
        }
        found
            .properties
            .insert(name.clone(), shape(property, &at, depth + 1, problems));
    }
    if schema["items"].is_object() {
        let at = format!("{pointer}/items");
        found.items = Some(Box::new(shape(&schema["items"], &at, depth + 1, problems)));
    }
    found
}

fn validator(schema: &Value) -> Result<Validator, FieldProblem> {
    let validator = jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(schema);
    validator.map_err(|error| {
        let message = Message::new("schema").with("why", error.to_string());
        FieldProblem::at(error.instance_path().to_string(), message)
    })
}

/// A keyword as it was `found`; a problem is reported at the pointer `at`.
fn keyword<T: Default>(
    found: Result<T, Message>,
    at: String,
    problems: &mut Vec<FieldProblem>,
) -> T {
    found.unwrap_or_else(|message| {
        problems.push(FieldProblem::at(at, message));
        T::default()
    })
}

/// `x-ref`.
fn reference(schema: &Value) -> Result<Option<String>, Message> {
    match &schema["x-ref"] {
        Value::Null => Ok(None),
        Value::String(collection) => Ok(Some(collection.clone())),
        _ => Err(Message::new("schema/x-ref")),
    }
}

/// `x-format`.
fn value_format(schema: &Value) -> Result<Option<Format>, Message> {
    let text = &schema["x-format"];
    if text.is_null() {
        return Ok(None);
    }
    let format = text.as_str().and_then(Format::parse);
    let unknown = || Message::new("schema/x-format").with("format", text.to_string());
    format.map(Some).ok_or_else(unknown)
}

/// `x-image`.
fn is_image(schema: &Value) -> Result<bool, Message> {
    match &schema["x-image"] {
        Value::Null => Ok(false),
        Value::Bool(true) if is_plain_text(schema) => Ok(true),
        _ => Err(Message::new("schema/x-image")),
    }
}

fn is_plain_text(schema: &Value) -> bool {
    schema["type"] == "string" && schema["x-ref"].is_null() && schema["x-format"].is_null()
}

/// A text for people, or one for each language.
fn is_prose(schema: &Value) -> bool {
    let schema = match schema["x-localized"] {
        Value::Bool(true) => &schema["additionalProperties"],
        _ => schema,
    };
    let rules = ["enum", "const", "pattern", "format", "x-image"];
    is_plain_text(schema) && rules.iter().all(|rule| schema[rule].is_null())
}

fn check_names(rules: &Rules, shape: &Shape, problems: &mut Vec<FieldProblem>) {
    if let (Kind::Data, Some(pointer)) = (rules.kind, image(shape, String::new())) {
        problems.push(FieldProblem::at(pointer, Message::new("schema/no-images")));
    }
    problems.extend(feed_problem(rules));
    let date = rules
        .date_field
        .iter()
        .map(|name| ("/x-collection/dateField".to_owned(), name));
    let updated = rules
        .updated_field
        .iter()
        .map(|name| ("/x-collection/updatedField".to_owned(), name));
    let shared = rules
        .shared
        .iter()
        .enumerate()
        .map(|(index, name)| (format!("/x-collection/shared/{index}"), name));
    for (pointer, name) in date.chain(updated).chain(shared) {
        if !shape.properties.contains_key(name) {
            let message = Message::new("schema/field").with("field", name);
            problems.push(FieldProblem::at(pointer, message));
        }
    }
}

/// Why the entries of a collection make no feed.
fn feed_problem(rules: &Rules) -> Option<FieldProblem> {
    let message = match (rules.feed?, rules.kind) {
        (FeedText::Full, Kind::Data) => Message::new("schema/feed-text"),
        _ if rules.date_field.is_none() => Message::new("schema/feed-date"),
        _ => return None,
    };
    Some(FieldProblem::at("/x-collection/feed", message))
}

fn collect_references<'a>(shape: &'a Shape, pointer: String, found: &mut Vec<(String, &'a str)>) {
    if let Some(collection) = &shape.reference {
        found.push((format!("{pointer}/x-ref"), collection));
    }
    for (name, property) in &shape.properties {
        collect_references(property, format!("{pointer}/properties/{name}"), found);
    }
    if let Some(items) = &shape.items {
        collect_references(items, format!("{pointer}/items"), found);
    }
}

/// Where the first image is declared.
fn image(shape: &Shape, pointer: String) -> Option<String> {
    if shape.image {
        return Some(format!("{pointer}/x-image"));
    }
    let mut properties = shape.properties.iter();
    let inside = properties
        .find_map(|(name, property)| image(property, format!("{pointer}/properties/{name}")));
    inside.or_else(|| image(shape.items.as_deref()?, format!("{pointer}/items")))
}

impl Format {
    fn parse(text: &str) -> Option<Self> {
        let decimals = |digits: &str| {
            digits
                .parse()
                .ok()
                .filter(|&digits: &u8| digits <= MAX_DECIMALS)
        };
        match text.split_once(':') {
            None if text == "date" => Some(Self::Date),
            None if text == "integer" => Some(Self::Decimal(0)),
            Some(("decimal", digits)) => decimals(digits).map(Self::Decimal),
            Some(("percent", digits)) => decimals(digits).map(Self::Percent),
            _ => None,
        }
    }
}
