//! Problems of a file's fields, in an editor's words.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::types::JsonType;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use crate::field_problem::FieldProblem;
use generator_ground::diagnostic::suggestion;
use generator_ground::message::{Argument, Message};
use yaml_reader::push_pointer;

/// Maximum number of characters of a value that a message repeats.
const SHOWN_MAX: usize = 60;

/// Problems that `validator`, compiled from `schema`, finds in `fields`. `known` are further names
/// that are allowed at the root.
pub(crate) fn check(
    (validator, schema): (&Validator, &Value),
    fields: &Value,
    known: &[&str],
) -> Vec<FieldProblem> {
    if validator.is_valid(fields) {
        return Vec::new();
    }
    validator
        .iter_errors(fields)
        .flat_map(|error| explain(&error, schema, known))
        .collect()
}

fn explain(error: &ValidationError<'_>, schema: &Value, known: &[&str]) -> Vec<FieldProblem> {
    let at = error.instance_path().to_string();
    let schema = object_with_keyword(error, schema);
    if let ValidationErrorKind::AdditionalProperties { unexpected } = error.kind() {
        let properties = schema["properties"].as_object().into_iter().flatten();
        let mut names: Vec<&str> = properties.map(|(name, _)| name.as_str()).collect();
        if at.is_empty() {
            names.extend(known);
        }
        let unexpected = unexpected.iter();
        return unexpected.map(|name| unknown(&at, name, &names)).collect();
    }
    let message = message(error, schema, &at);
    // A missing value is reported at the field itself, so that a question about the field is
    // answered.
    let mut pointer = at;
    if let ValidationErrorKind::Required { property } = error.kind() {
        push_pointer(&mut pointer, property.as_str().unwrap_or_default());
    }
    vec![FieldProblem::at(pointer, message)]
}

/// The part of `schema` whose keyword the value breaks; null where the way to it leads through a
/// `$ref`.
fn object_with_keyword<'a>(error: &ValidationError<'_>, schema: &'a Value) -> &'a Value {
    let pointer = error.schema_path().to_string();
    let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
    schema.pointer(parent).unwrap_or(&Value::Null)
}

/// The message about the value at the pointer `at`, which breaks `schema`.
fn message(error: &ValidationError<'_>, schema: &Value, at: &str) -> Message {
    let field = || Argument::field(at);
    let given = || given_value(error.instance());
    let limited =
        |message: Message, limit: u64| message.with("field", field()).with("limit", limit);
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let message = match at {
                "" => Message::new("missing-field"),
                _ => Message::new("missing-field/inside").with("parent", field()),
            };
            message.with("field", property.as_str().unwrap_or_default())
        }
        ValidationErrorKind::Enum { options } => {
            let options = options.as_array().into_iter().flatten();
            let name = |option: &Value| match option {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let options: Vec<String> = options.map(name).collect();
            let options = || options.iter().map(String::as_str);
            let text = error.instance().as_str();
            let near = text.and_then(|text| suggestion(text, options()));
            Message::new("not-allowed/option")
                .with("field", field())
                .with("options", Argument::names(options()))
                .with("given", given())
                .suggest(near)
        }
        ValidationErrorKind::Type { kind } => type_message(error.instance(), &types(kind), at),
        ValidationErrorKind::Format { format } => {
            let message = match format.as_str() {
                "date" => Message::new("wrong-format/date"),
                _ => Message::new("wrong-format").with("format", format),
            };
            message.with("field", field()).with("given", given())
        }
        ValidationErrorKind::MinLength { limit: 1 } => Message::new("empty").with("field", field()),
        ValidationErrorKind::MinLength { limit } => {
            limited(Message::new("not-allowed/too-short"), *limit)
        }
        ValidationErrorKind::MaxLength { limit } => {
            limited(Message::new("not-allowed/too-long"), *limit)
        }
        ValidationErrorKind::MinItems { limit } => {
            limited(Message::new("not-allowed/too-few"), *limit)
        }
        ValidationErrorKind::MaxItems { limit } => {
            limited(Message::new("not-allowed/too-many"), *limit)
        }
        ValidationErrorKind::Minimum { limit } => Message::new("not-allowed/too-small")
            .with("field", field())
            .with("limit", limit.to_string())
            .with("given", given()),
        ValidationErrorKind::ExclusiveMinimum { limit } => Message::new("not-allowed/not-above")
            .with("field", field())
            .with("limit", limit.to_string())
            .with("given", given()),
        ValidationErrorKind::Maximum { limit } => Message::new("not-allowed/too-large")
            .with("field", field())
            .with("limit", limit.to_string())
            .with("given", given()),
        ValidationErrorKind::UniqueItems => {
            Message::new("not-allowed/twice").with("field", field())
        }
        ValidationErrorKind::Pattern { pattern } => {
            let message = match schema["examples"][0].as_str() {
                Some(example) => Message::new("not-allowed/example").with("example", example),
                None => Message::new("not-allowed/pattern").with("pattern", pattern),
            };
            message.with("field", field()).with("given", given())
        }
        _ => Message::new("not-allowed")
            .with("field", field())
            .with("why", error.to_string()),
    }
}

fn unknown(parent: &str, name: &str, known: &[&str]) -> FieldProblem {
    let mut pointer = parent.to_owned();
    push_pointer(&mut pointer, name);
    let message = if known.is_empty() {
        Message::new("unknown-field/inside").with("field", name)
    } else {
        Message::new("unknown-field")
            .with("field", name)
            .with("known", Argument::names(known.iter().copied()))
            .suggest(suggestion(name, known.iter().copied()))
    };
    FieldProblem::at(pointer, message).at_name()
}

/// The types that a value may have.
fn types(kind: &TypeKind) -> Vec<JsonType> {
    match kind {
        TypeKind::Single(one) => vec![*one],
        TypeKind::Multiple(several) => several.iter().collect(),
    }
}

fn type_name(kind: JsonType) -> Message {
    match kind {
        JsonType::Array => Message::new("type-list"),
        JsonType::Boolean => Message::new("type-boolean"),
        JsonType::Integer => Message::new("type-integer"),
        JsonType::Null => Message::new("type-nothing"),
        JsonType::Number => Message::new("type-number"),
        JsonType::Object => Message::new("type-object"),
        JsonType::String => Message::new("type-text"),
    }
}

/// The message about a value that has none of the types `wanted`.
fn type_message(value: &Value, wanted: &[JsonType], at: &str) -> Message {
    let is_wanted = |kind: JsonType| wanted.contains(&kind);
    let message = if is_wanted(JsonType::String) && (value.is_number() || value.is_boolean()) {
        Message::new("wrong-type/quotes").with("value", value.to_string())
    } else if let (Some(number), true) = (number_in_quotes(value), is_number(wanted)) {
        Message::new("wrong-type/no-quotes").with("value", number)
    } else if is_wanted(JsonType::Array) {
        Message::new("wrong-type/list")
    } else if value.is_null() {
        Message::new("wrong-type/nothing")
    } else {
        Message::new("wrong-type")
    };
    // Where null is allowed, too, the other type is the one to write.
    let written = wanted
        .iter()
        .filter(|kind| wanted.len() == 1 || **kind != JsonType::Null);
    let types = written.map(|kind| type_name(*kind));
    message
        .with("field", Argument::field(at))
        .with("types", Argument::list(types))
        .with("given", given_value(value))
}

fn is_number(wanted: &[JsonType]) -> bool {
    let mut wanted = wanted.iter();
    wanted.any(|kind| matches!(kind, JsonType::Integer | JsonType::Number))
}

/// The number that a text is.
fn number_in_quotes(value: &Value) -> Option<&str> {
    let text = value.as_str()?;
    text.parse::<f64>().is_ok().then_some(text)
}

/// A value in a message: short, on one line.
fn given_value(value: &Value) -> Argument {
    match value {
        Value::Array(_) => Message::new("given-list").into(),
        Value::Object(_) => Message::new("given-object").into(),
        Value::Null => Message::new("given-nothing").into(),
        Value::String(text) => {
            let start: String = text.chars().take(SHOWN_MAX).collect();
            Argument::Literal(start.replace('\n', " "))
        }
        other => Argument::Literal(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use generator_ground::message::Language;

    #[test]
    fn a_wrong_type_names_the_wanted_ones_whatever_the_value_says() {
        let told = |types: Value, given: Value| {
            let schema = json!({"properties": {"a": {"type": types}}});
            let validator = jsonschema::draft202012::new(&schema).unwrap();
            let problem = check((&validator, &schema), &json!({ "a": given }), &[]).remove(0);
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
                "a text, not `5`",
                "put it in quotes: \"5\"",
            ),
            (
                json!(["integer", "null"]),
                json!(sly),
                "a whole number, not ` is not of types \"b\"`",
                "write a whole number",
            ),
            (
                json!("number"),
                json!("99"),
                "a number, not `99`",
                "take away the quotation marks: 99",
            ),
            (
                json!("array"),
                json!("x"),
                "a list, not `x`",
                "write a list, one `- …` per line",
            ),
        ];
        for (types, given, reason, remedy) in cases {
            let reason = format!("`a` must be {reason}");
            assert_eq!(told(types, given), (reason, remedy.to_owned()));
        }
    }
}
