//! The forms of messages: entries of the collection `forms`, for the embedded origin.
//!
//! A page gets its form by a query like any other entry. The collection's own schema declares the
//! permitted values; this module contains the rules that no schema can express.

use std::collections::{BTreeMap, BTreeSet};

use contract::form::{FieldKind, Form, FormField, RESERVED_KEYS, RESERVED_NAMES};
use contract::locale::Locale;
use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Number, Value};

use crate::entries::collection::{Collection, Entry};
use crate::field_problem::FieldProblem;
use crate::files::folder::ContentFolder;
use crate::files::text_file;
use crate::schema::Shape;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::{Argument, Message};

/// The collection.
const FORMS: &str = "forms";
/// Field by which the sender can be answered; every form has it.
const REPLY_TO: &str = "email";

/// Language → key → form; a site need not have any.
pub(crate) type Forms = BTreeMap<String, BTreeMap<String, Form>>;

/// All forms in every language. An unusable form is reported once.
pub(crate) fn read(
    folder: &ContentFolder,
    collections: &BTreeMap<String, Collection>,
    locales: &[Locale],
    diagnostics: &mut Vec<Diagnostic>,
) -> Forms {
    let Some(collection) = collections.get(FORMS) else {
        return Forms::new();
    };
    let mut forms = Forms::new();
    for (index, locale) in locales.iter().enumerate() {
        let mut in_language = BTreeMap::new();
        for entry in collection.entries() {
            match form(collection, entry, (index, locale)) {
                Ok(form) => {
                    in_language.insert(entry.slug.to_string(), form);
                }
                Err((file, problem)) if index == 0 => {
                    diagnostics.extend(text_file::point(folder, &file, *problem));
                }
                Err(_) => {}
            }
        }
        forms.insert(locale.language.clone(), in_language);
    }
    forms
}

/// One form in one language; else its file, and the problem there.
fn form(
    collection: &Collection,
    entry: &Entry,
    (index, locale): (usize, &Locale),
) -> Result<Form, (String, Box<FieldProblem>)> {
    let Some(text) = collection.text(entry, index) else {
        let problem = FieldProblem::at("", Message::new("form-unread"));
        return Err((String::new(), Box::new(problem)));
    };
    let shape = &collection.schema.shape;
    let fields = text.fields.iter().map(|(name, value)| {
        let shape = shape.properties.get(name);
        let value = in_language(&value, shape, &locale.code);
        (name.to_owned(), value)
    });
    let form = Form::deserialize(Value::Object(fields.collect()))
        .map_err(|error| FieldProblem::at("", Message::new("form").with("why", error.to_string())));
    let key = &*entry.slug;
    let form = form.and_then(|form| match key_problem(key).or_else(|| problem(&form)) {
        Some(problem) => Err(problem),
        None => Ok(form),
    });
    form.map_err(|problem| (text.file.clone(), Box::new(problem)))
}

/// The value as pages get it: of a localized one, the value for that language.
fn in_language(value: &Value, shape: Option<&Shape>, code: &str) -> Value {
    let Some(shape) = shape else {
        return value.clone();
    };
    match value {
        Value::Object(texts) if shape.localized => texts.get(code).cloned().unwrap_or_default(),
        Value::Object(inside) => inside
            .iter()
            .map(|(name, value)| {
                let shape = shape.properties.get(name);
                (name.clone(), in_language(value, shape, code))
            })
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(items) => items
            .iter()
            .map(|item| in_language(item, shape.items.as_deref(), code))
            .collect(),
        plain => plain.clone(),
    }
}

/// Why no message could be sent by a form of this key.
fn key_problem(key: &str) -> Option<FieldProblem> {
    let message = || Message::new("form-key").with("key", key);
    RESERVED_KEYS
        .contains(&key)
        .then(|| FieldProblem::at("", message()))
}

/// The first problem that no schema can express. PURE.
fn problem(form: &Form) -> Option<FieldProblem> {
    let mut names = BTreeSet::new();
    for (index, field) in form.fields.iter().enumerate() {
        let name = &field.name;
        let message = if RESERVED_NAMES.contains(&name.as_str()) {
            Some(Message::new("form-reserved").with("field", name))
        } else if !names.insert(name) {
            Some(Message::new("form-twice").with("field", name))
        } else {
            field_problem(field)
        };
        if let Some(message) = message {
            return Some(FieldProblem::at(format!("/fields/{index}"), message));
        }
    }
    let answers = |field: &FormField| field.name == REPLY_TO && field.kind == FieldKind::Email;
    let can_be_answered = form
        .fields
        .iter()
        .any(|field| answers(field) && !field.optional);
    (!can_be_answered).then(|| FieldProblem::at("/fields", Message::new("form-no-email")))
}

fn field_problem(field: &FormField) -> Option<Message> {
    let offers = matches!(field.kind, FieldKind::Choice | FieldKind::Choices);
    if offers == field.options.is_empty() {
        return Some(Message::new("form-options").with("field", &field.name));
    }
    let [min, max] = [&field.min, &field.max].map(|limit| limit.as_ref().and_then(Number::as_f64));
    if min.zip(max).is_some_and(|(min, max)| min > max) {
        return Some(Message::new("form-limits").with("field", &field.name));
    }
    let pattern = field.pattern.as_ref()?;
    let why = Regex::new(pattern).err()?.to_string();
    let message = Message::new("form-pattern").with("field", &field.name);
    Some(message.with("why", Argument::Literal(why)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn form(fields: Value) -> Form {
        serde_json::from_value(json!({"title": "T", "path": "/t", "fields": fields})).unwrap()
    }

    fn field(more: Value) -> Value {
        let mut field = json!({"name": "a", "label": "A", "kind": "text"});
        let more = more.as_object().unwrap().clone();
        field.as_object_mut().unwrap().extend(more);
        field
    }

    #[test]
    fn a_form_whose_key_is_a_path_of_the_api_is_told() {
        assert_eq!(key_problem("bp"), None);
        for key in RESERVED_KEYS {
            let found = key_problem(key).unwrap();
            assert_eq!(found.message.code(), "form-key", "{key}");
        }
    }

    #[test]
    fn a_form_that_cannot_be_used_is_told_with_its_place() {
        let email = field(json!({"name": "email", "kind": "email"}));
        assert_eq!(problem(&form(json!([email]))), None);
        let rows = [
            (json!({"name": "key"}), "form-reserved"),
            (json!({"name": "email"}), "form-twice"),
            (json!({"kind": "choice"}), "form-options"),
            (
                json!({"options": [{"value": "a", "label": "A"}]}),
                "form-options",
            ),
            (json!({"min": 3, "max": 2}), "form-limits"),
            (json!({"pattern": "("}), "form-pattern"),
        ];
        for (wrong, code) in rows {
            let found = problem(&form(json!([email, field(wrong)]))).unwrap();
            assert_eq!(
                (found.pointer.as_str(), found.message.code()),
                ("/fields/1", code)
            );
        }
        for fields in [json!([]), json!([field(json!({"name": "email"}))])] {
            let found = problem(&form(fields)).unwrap();
            assert_eq!(found.message.code(), "form-no-email");
        }
    }
}
