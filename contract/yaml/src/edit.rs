//! Changes of one value in a text that a person wrote: all other bytes stay as they are.
//!
//! A change is planned on the places of the values and then proved: the new text is read again, and
//! it must have the old value with exactly this change. Otherwise there is no new text.

mod layout;
mod plan;
#[cfg(test)]
mod properties;
mod scalar;
#[cfg(test)]
mod tests;
mod tree;
mod write;

use std::ops::Range;

use serde_json::{Map, Value};

use crate::{YamlError, is_unprintable, parse};
use layout::Layout;
use plan::Plan;
use tree::Entry;
use write::Writer;

/// Why a text was not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The text is no YAML that [`parse`] reads.
    Broken(YamlError),
    /// The text has no such member, item, object or list.
    NoPlace,
    /// The new value has a character that no text may hold.
    Unprintable(char),
    /// The text is written in a way in which this change is not possible.
    Unsupported,
}

/// A range of bytes and the text that takes its place; `\n` stands for the text's line end.
type Change = (Range<usize>, String);

/// The text with `value` at the JSON pointer `pointer`: in the place of the value there, in its
/// style, or as a new last member of an object. An empty text counts as an object without members.
pub fn set(text: &str, pointer: &str, value: &Value) -> Result<String, EditError> {
    let (mut wanted, segments) = read(text, pointer)?;
    if let Some(current) = wanted.pointer_mut(pointer) {
        if is_same(current, value) {
            return Ok(text.to_owned());
        }
        *current = value.clone();
        check_characters(value)?;
        return prove(text, &wanted, |plan| plan.replace(&segments, value));
    }
    let (name, parent) = segments.split_last().ok_or(EditError::NoPlace)?;
    if parent.is_empty() && wanted.is_null() && is_blank(text) {
        wanted = Value::Object(Map::new());
    }
    let Some(Value::Object(map)) = wanted.pointer_mut(parent_of(pointer)) else {
        return Err(EditError::NoPlace);
    };
    map.insert(name.clone(), value.clone());
    check_text(name)?;
    check_characters(value)?;
    prove(text, &wanted, |plan| plan.add(parent, name, value))
}

/// The text without the member or the item at `pointer`. The last one leaves `{}` or `[]`; where
/// the whole text is a mapping of lines, its last member leaves the comments.
pub fn remove(text: &str, pointer: &str) -> Result<String, EditError> {
    let (mut wanted, segments) = read(text, pointer)?;
    let name = segments.last().ok_or(EditError::NoPlace)?;
    let parent = wanted.pointer_mut(parent_of(pointer));
    match parent.ok_or(EditError::NoPlace)? {
        Value::Object(map) => drop(map.shift_remove(name).ok_or(EditError::NoPlace)?),
        Value::Array(items) => {
            let index = index_of(name).filter(|index| *index < items.len());
            items.remove(index.ok_or(EditError::NoPlace)?);
        }
        _ => return Err(EditError::NoPlace),
    }
    let change = |plan: &Plan<'_>| plan.remove(&segments);
    match prove(text, &wanted, change) {
        // A mapping of lines has no lines left: the text is empty.
        Err(EditError::Unsupported) if wanted == Value::Object(Map::new()) => {
            prove(text, &Value::Null, change)
        }
        proved => proved,
    }
}

/// The text with `value` as a new item of the list at `pointer`: before the item `index`, or at the
/// end where there is no such item.
pub fn insert(text: &str, pointer: &str, index: usize, value: &Value) -> Result<String, EditError> {
    let (mut wanted, segments) = read(text, pointer)?;
    let Some(Value::Array(items)) = wanted.pointer_mut(pointer) else {
        return Err(EditError::NoPlace);
    };
    let index = index.min(items.len());
    items.insert(index, value.clone());
    check_characters(value)?;
    prove(text, &wanted, |plan| plan.insert(&segments, index, value))
}

/// The value of a text, and the names on the way of a pointer.
fn read(text: &str, pointer: &str) -> Result<(Value, Vec<String>), EditError> {
    let value = parse(text).map_err(EditError::Broken)?;
    let mut segments = pointer.split('/');
    if segments.next() != Some("") {
        return Err(EditError::NoPlace);
    }
    let unescape = |segment: &str| segment.replace("~1", "/").replace("~0", "~");
    Ok((value, segments.map(unescape).collect()))
}

/// The first new text that reads as `wanted`: with strings as a person writes them, or, where that
/// reads differently at this place, all in double quotes.
fn prove(
    text: &str,
    wanted: &Value,
    change: impl Fn(&Plan<'_>) -> Option<Vec<Change>>,
) -> Result<String, EditError> {
    let (mark, body) = split_mark(text);
    let root = Entry::root(body).ok_or(EditError::Unsupported)?;
    [Writer::plain(), Writer::in_quotes()]
        .into_iter()
        .find_map(|writer| {
            let plan = Plan {
                layout: Layout { text: body },
                root: &root,
                writer,
            };
            let changed = apply(body, change(&plan)?);
            let changed = format!("{mark}{changed}");
            let is_proved = parse(&changed).is_ok_and(|value| is_same(&value, wanted));
            is_proved.then_some(changed)
        })
        .ok_or(EditError::Unsupported)
}

/// The text after changes that do not overlap, in the order of their places.
fn apply(text: &str, changes: Vec<Change>) -> String {
    let line_end = match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let mut changed = String::with_capacity(text.len());
    let mut end = 0;
    for (bytes, new) in changes {
        changed.push_str(&text[end..bytes.start]);
        changed.push_str(&new.replace('\n', line_end));
        end = bytes.end;
    }
    changed.push_str(&text[end..]);
    changed
}

/// True for equal values with the same order of keys and the same kinds of numbers.
fn is_same(one: &Value, other: &Value) -> bool {
    let written = [one, other].map(Value::to_string);
    written[0] == written[1]
}

/// True for a text without any value, even a written `null`.
fn is_blank(text: &str) -> bool {
    Entry::root(split_mark(text).1).is_some_and(|root| root.value.is_absent())
}

/// The byte order mark, if there is one, and the text after it.
fn split_mark(text: &str) -> (&str, &str) {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.split_at(text.len() - body.len())
}

/// The pointer of the value around the one at `pointer`.
fn parent_of(pointer: &str) -> &str {
    pointer.rfind('/').map_or("", |end| &pointer[..end])
}

/// The index that a pointer's segment names, in its only spelling.
fn index_of(segment: &str) -> Option<usize> {
    let index: usize = segment.parse().ok()?;
    (index.to_string() == segment).then_some(index)
}

fn check_characters(value: &Value) -> Result<(), EditError> {
    match value {
        Value::String(text) => check_text(text),
        Value::Array(items) => items.iter().try_for_each(check_characters),
        Value::Object(map) => map.iter().try_for_each(|(key, value)| {
            check_text(key)?;
            check_characters(value)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

fn check_text(text: &str) -> Result<(), EditError> {
    let refused = text.chars().find(|it| is_unprintable(*it));
    refused.map_or(Ok(()), |it| Err(EditError::Unprintable(it)))
}
