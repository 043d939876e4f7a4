//! `config`: values of `site.yaml`, for everyone to see.

use serde_json::{Map, Value};

use super::view::{View, is_prose, pointer_below};
use super::{Context, Failure, wrong};
use crate::content::Content;
use crate::files::scan::SITE;
use crate::marks::Marks;
use generator_ground::message::Message;

/// An object with the dotted `keys` of `site.yaml`'s public part; texts by locale are reduced to
/// the page's.
pub(super) fn answer(
    view: View<'_>,
    keys: &[String],
    context: &Context<'_>,
) -> Result<Value, Failure> {
    let mut answer = Map::new();
    for key in keys {
        let pointer = format!("/{}", key.replace('.', "/"));
        let Some(value) = view.content.site.public.pointer(&pointer) else {
            let message = Message::new("query/config")
                .with("route", context.route)
                .with("key", key);
            return Err(wrong(message));
        };
        let value = match context.marks {
            Some(marks) => view.localise_with_marks(value, &format!("/public{pointer}"), marks),
            None => view.localise(value),
        };
        put(&mut answer, key, value);
    }
    Ok(Value::Object(answer))
}

/// The public part of `site.yaml`, in all languages, with a mark on each text for people.
pub fn mark_settings(content: &Content, marks: &Marks) -> Value {
    let file = content.folder.name(SITE);
    let is_locale = |name: &String| content.locales.iter().any(|it| it.code == *name);
    mark(&content.site.public, "/public", (&file, marks), &is_locale)
}

fn mark(
    value: &Value,
    field: &str,
    (file, marks): (&str, &Marks),
    is_locale: &impl Fn(&String) -> bool,
) -> Value {
    let below = |name: &str, value: &Value| {
        let field = pointer_below(field, name);
        mark(value, &field, (file, marks), is_locale)
    };
    match value {
        // A text in each language is for people, however it is written.
        Value::Object(texts) if texts.keys().all(is_locale) => texts
            .iter()
            .map(|(name, text)| match text {
                Value::String(text) => {
                    let field = pointer_below(field, name);
                    let marked = marks.field(file, &field, text, true);
                    (name.clone(), Value::from(marked))
                }
                other => (name.clone(), below(name, other)),
            })
            .collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), below(name, value)))
            .collect(),
        Value::Array(items) => (0..)
            .zip(items)
            .map(|(index, item)| below(&index.to_string(), item))
            .collect(),
        Value::String(text) => Value::from(marks.field(file, field, text, is_prose(text))),
        other => other.clone(),
    }
}

/// Puts `value` at the dotted `key`.
fn put(object: &mut Map<String, Value>, key: &str, value: Value) {
    match key.split_once('.') {
        None => {
            object.insert(key.to_owned(), value);
        }
        Some((name, rest)) => {
            let inner = object
                .entry(name)
                .or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                put(inner, rest, value);
            }
        }
    }
}
