//! What is wrong with a file's fields, in an editor's words.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::types::JsonType;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use super::yaml::push_pointer;
use crate::diagnostic::suggestion;
use crate::message::{Argument, Message};

/// One thing wrong with one field, before it is known where the field stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// JSON pointer to the field.
    pub(crate) pointer: String,
    /// True: the field's name is meant rather than its value.
    pub(crate) name: bool,
    /// What is wrong, and what to do.
    pub(crate) message: Message,
}

impl Problem {
    /// A problem with the value of the field at `pointer`.
    pub(crate) fn at(pointer: impl Into<String>, message: Message) -> Self {
        Self {
            pointer: pointer.into(),
            name: false,
            message,
        }
    }

    /// One in words that no catalog has yet.
    pub(crate) fn new(
        code: &'static str,
        pointer: impl Into<String>,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::at(pointer, Message::verbatim(code, reason, remedy))
    }

    /// The same with a field's name.
    pub(crate) fn named(mut self) -> Self {
        self.name = true;
        self
    }
}

/// All that `validator` finds wrong with `fields`. `known` are further names that may stand at the root.
pub(crate) fn check(
    validator: &Validator,
    fields: &Value,
    schema_fields: &[&str],
    known: &[&str],
) -> Vec<Problem> {
    if validator.is_valid(fields) {
        return Vec::new();
    }
    let all: Vec<&str> = schema_fields.iter().chain(known).copied().collect();
    validator
        .iter_errors(fields)
        .flat_map(|error| explain(&error, &all))
        .collect()
}

fn explain(error: &ValidationError<'_>, root_fields: &[&str]) -> Vec<Problem> {
    let at = error.instance_path().to_string();
    let shown = field_name(&at);
    let one =
        |code, reason: String, remedy: String| vec![Problem::new(code, at.clone(), reason, remedy)];
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            let known = if at.is_empty() { root_fields } else { &[] };
            unexpected
                .iter()
                .map(|name| unknown(&at, name, known))
                .collect()
        }
        ValidationErrorKind::Required { property } => {
            let property = property.as_str().unwrap_or_default();
            let reason = if at.is_empty() {
                format!("the field `{property}` is missing")
            } else {
                format!("`{property}` is missing in {shown}")
            };
            let mut pointer = at.clone();
            push_pointer(&mut pointer, property);
            let remedy = format!("add a line `{property}: …`");
            vec![Problem::new("missing-field", pointer, reason, remedy)]
        }
        ValidationErrorKind::Enum { options } => {
            let options: Vec<&str> = options
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let given = error.instance();
            let near = given
                .as_str()
                .and_then(|given| suggestion(given, options.iter().copied()));
            let remedy = near.map_or_else(
                || format!("use one of {}", list(&options)),
                |near| format!("did you mean `{near}`?"),
            );
            one(
                "not-allowed",
                format!(
                    "{shown} must be one of {}, not {}",
                    list(&options),
                    quote(given)
                ),
                remedy,
            )
        }
        ValidationErrorKind::Type { kind } => {
            let (given, wanted) = (error.instance(), type_names(kind));
            one(
                "wrong-type",
                format!(
                    "{shown} must be of type {}, not {}",
                    list(&wanted),
                    quote(given)
                ),
                type_remedy(given, &wanted),
            )
        }
        ValidationErrorKind::Format { format } => {
            let remedy = if format == "date" {
                "write a date like 2026-05-03".to_owned()
            } else {
                format!("write a valid {format}")
            };
            one(
                "wrong-format",
                format!(
                    "{shown} must be a {format}, not {}",
                    quote(error.instance())
                ),
                remedy,
            )
        }
        ValidationErrorKind::MinLength { limit: 1 } => one(
            "empty",
            format!("{shown} is empty"),
            "write a text, or remove the field if it is optional".to_owned(),
        ),
        _ => {
            let text = error.to_string();
            one(
                "not-allowed",
                format!("{shown}: {text}"),
                "correct the value".to_owned(),
            )
        }
    }
}

fn unknown(parent: &str, name: &str, known: &[&str]) -> Problem {
    let mut pointer = parent.to_owned();
    push_pointer(&mut pointer, name);
    let message = if known.is_empty() {
        Message::new("unknown-field/inside")
    } else {
        Message::new("unknown-field")
            .with("known", Argument::names(known.iter().copied()))
            .suggest(suggestion(name, known.iter().copied()))
    };
    Problem::at(pointer, message.with("field", name)).named()
}

fn type_names(kind: &TypeKind) -> Vec<&'static str> {
    match kind {
        TypeKind::Single(wanted) => vec![wanted.as_str()],
        TypeKind::Multiple(wanted) => wanted.iter().map(JsonType::as_str).collect(),
    }
}

fn type_remedy(given: &Value, wanted: &[&str]) -> String {
    if wanted.contains(&"string") && (given.is_number() || given.is_boolean()) {
        format!("put it in quotes: \"{given}\"")
    } else if wanted.contains(&"array") {
        "write a list, one `- …` per line".to_owned()
    } else if given.is_null() {
        "write a value, or remove the field".to_owned()
    } else {
        format!("write a value of type {}", list(wanted))
    }
}

/// `/figures/0/label` → ``the field `figures` › 1 › `label` ``.
fn field_name(pointer: &str) -> String {
    if pointer.is_empty() {
        return "the front matter".to_owned();
    }
    let parts: Vec<String> = pointer[1..]
        .split('/')
        .map(|part| match part.parse::<usize>() {
            Ok(index) => format!("item {}", index + 1),
            Err(_) => format!("`{}`", part.replace("~1", "/").replace("~0", "~")),
        })
        .collect();
    parts.join(" › ")
}

fn list(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// A value in a message: short, on one line.
fn quote(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::Null => "nothing".to_owned(),
        Value::String(text) => format!(
            "`{}`",
            text.chars().take(60).collect::<String>().replace('\n', " ")
        ),
        other => format!("`{other}`"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::message::Language;

    #[test]
    fn a_wrong_type_names_the_wanted_ones_whatever_the_value_says() {
        let told = |types: Value, given: Value| {
            let schema = json!({"properties": {"a": {"type": types}}});
            let validator = jsonschema::draft202012::new(&schema).unwrap();
            let problem = check(&validator, &json!({ "a": given }), &["a"], &[]).remove(0);
            let message = problem.message;
            (
                message.text(Language::English),
                message.remedy(Language::English),
            )
        };
        let sly = " is not of types \"b\"";
        let cases = [
            (
                json!("string"),
                json!(5),
                "`string`, not `5`",
                "put it in quotes: \"5\"",
            ),
            (
                json!(["integer", "null"]),
                json!(sly),
                "`null`, `integer`, not ` is not of types \"b\"`",
                "write a value of type `null`, `integer`",
            ),
            (
                json!("array"),
                json!("x"),
                "`array`, not `x`",
                "write a list, one `- …` per line",
            ),
        ];
        for (types, given, reason, remedy) in cases {
            let reason = format!("`a` must be of type {reason}");
            assert_eq!(told(types, given), (reason, remedy.to_owned()));
        }
    }
}
