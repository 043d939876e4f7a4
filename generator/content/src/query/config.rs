//! `config`: values of `site.yaml`, for everyone to see.

use serde_json::{Map, Value};

use super::view::View;
use super::{Context, Failure, wrong};
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
            Some(marks) => view.localise_marked(value, &format!("/public{pointer}"), marks),
            None => view.localise(value),
        };
        put(&mut answer, key, value);
    }
    Ok(Value::Object(answer))
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
