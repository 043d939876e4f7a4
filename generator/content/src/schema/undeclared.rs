//! PURE: fields inside an object that its schema does not name.
//!
//! At the root none gets that far: a schema is closed there, and a query names its fields. Inside,
//! a schema may leave an object open, and a page that takes the whole object then publishes fields
//! that no component knows, because the types of components are made from the schema.

use serde_json::{Map, Value};
use yaml_reader::push_pointer;

use super::keywords::{LIST, LOCALIZED};
use crate::field_problem::FieldProblem;
use generator_ground::message::{Argument, Message};

/// Keywords of schemas that declare names elsewhere than in `properties`, or leave them free.
const OPENERS: [&str; 7] = [
    "$ref",
    "additionalProperties",
    "dependentSchemas",
    "if",
    "patternProperties",
    "unevaluatedProperties",
    LOCALIZED,
];

/// Problems with the `fields` of a file that follows `schema`.
pub(crate) fn check(fields: &Map<String, Value>, schema: &Value) -> Vec<FieldProblem> {
    let mut found = Vec::new();
    check_properties(fields, schema, &mut String::new(), &mut found);
    found
}

fn check_value(value: &Value, schema: &Value, at: &mut String, found: &mut Vec<FieldProblem>) {
    match value {
        Value::Object(fields) => {
            let declared = schema["properties"].as_object();
            let declares_elsewhere = |keyword: &&str| schema.get(keyword).is_some();
            let is_open = OPENERS.iter().chain(&LIST).any(declares_elsewhere);
            if let Some(declared) = declared.filter(|_| !is_open) {
                let unknown = fields.keys().filter(|name| !declared.contains_key(*name));
                found.extend(unknown.map(|name| problem(at, name)));
            }
            check_properties(fields, schema, at, found);
        }
        Value::Array(items) => {
            let length = at.len();
            for (index, item) in items.iter().enumerate() {
                push_pointer(at, &index.to_string());
                check_value(item, &schema["items"], at, found);
                at.truncate(length);
            }
        }
        _ => {}
    }
}

fn check_properties(
    fields: &Map<String, Value>,
    schema: &Value,
    at: &mut String,
    found: &mut Vec<FieldProblem>,
) {
    let length = at.len();
    for (name, value) in fields {
        push_pointer(at, name);
        check_value(value, &schema["properties"][name], at, found);
        at.truncate(length);
    }
}

fn problem(parent: &str, name: &str) -> FieldProblem {
    let mut pointer = parent.to_owned();
    push_pointer(&mut pointer, name);
    let message = Message::new("undeclared-field")
        .with("field", name)
        .with("parent", Argument::field(parent));
    FieldProblem::at(pointer, message).at_name()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pointers(schema: &Value, fields: &Value) -> Vec<String> {
        let found = check(fields.as_object().unwrap(), schema).into_iter();
        found.map(|problem| problem.pointer).collect()
    }

    // R10.06
    #[test]
    fn names_that_an_open_object_does_not_declare_are_found_at_any_depth() {
        let place = json!({ "type": "object", "properties": { "town": { "type": "string" } } });
        let schema = json!({ "properties": {
            "place": place, "more": { "type": "array", "items": place },
            "deep": { "properties": { "place": place } },
        } });
        let fields = json!({
            "title": "validators report what is wrong at the root",
            "place": { "town": "a", "note": "b" },
            "more": [{ "town": "a" }, { "x/y": 1 }],
            "deep": { "place": { "town": "a", "z": { "town": 1 } } },
        });
        let expected = ["/place/note", "/more/1/x~1y", "/deep/place/z"];
        assert_eq!(pointers(&schema, &fields), expected);
    }

    // R10.06
    #[test]
    fn names_that_are_free_or_declared_elsewhere_are_left_alone() {
        for inside in [
            json!({ "type": "object" }),
            json!({ "properties": { "a": {} }, "additionalProperties": { "type": "string" } }),
            json!({ "properties": { "a": {} }, "patternProperties": { "^b": {} } }),
            json!({ "properties": { "a": {} }, "$ref": "#/$defs/b" }),
            json!({ "properties": { "a": {} }, "allOf": [{ "properties": { "b": {} } }] }),
            json!({ "x-localized": true, "properties": { "en": {} } }),
        ] {
            let schema = json!({ "properties": { "it": inside } });
            let found = pointers(&schema, &json!({ "it": { "a": 1, "b": 2 } }));
            assert_eq!(found, [""; 0], "{inside}");
        }
    }
}
