//! PURE: keywords of a schema that are not read. A validator ignores a keyword that it does not
//! know, so a slip in one would switch a check off unseen.

use serde_json::Value;
use yaml_reader::push_pointer;

use crate::field_problem::FieldProblem;
use generator_ground::diagnostic::suggestion;
use generator_ground::message::Message;

/// Describes a collection; at the root alone.
pub(super) const COLLECTION: &str = "x-collection";
/// One value per language.
pub(super) const LOCALIZED: &str = "x-localized";
/// Describe a value; read at the root, in `properties` and in `items`.
pub(super) const VALUE: [&str; 4] = ["x-ref", "x-format", LOCALIZED, "x-image"];
/// Keywords with a schema as value (JSON Schema, draft 2020-12).
pub(super) const ONE: [&str; 11] = [
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords with a list of schemas as value.
pub(super) const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords with an object of schemas as value.
pub(super) const NAMED: [&str; 5] = [
    "$defs",
    "definitions",
    "dependentSchemas",
    "patternProperties",
    "properties",
];
/// Keywords without a schema in them.
pub(super) const PLAIN: [&str; 38] = [
    "$anchor",
    "$comment",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$ref",
    "$schema",
    "$vocabulary",
    "const",
    "contentEncoding",
    "contentMediaType",
    "default",
    "dependentRequired",
    "deprecated",
    "description",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "readOnly",
    "required",
    "title",
    "type",
    "uniqueItems",
    "writeOnly",
];

/// Keywords of ours that count in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// All keywords: pages get the values of a collection as its schema shows them.
    Collection,
    /// Only `x-localized`: pages get settings as they are written.
    Settings,
}

/// Place of a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The whole file.
    Root,
    /// A field, or an item of one: its value is shown on pages.
    Field,
    /// Under a condition or a name of its own: it checks, and has no effect on the display.
    Condition,
}

/// Reports every keyword of `schema` that is misspelt, or is in a place without effect.
pub(super) fn check(schema: &Value, reads: Reads, problems: &mut Vec<FieldProblem>) {
    let mut keywords = Keywords {
        reads,
        pointer: String::new(),
        problems,
    };
    keywords.check(schema, Place::Root);
}

struct Keywords<'a> {
    reads: Reads,
    /// JSON pointer to the schema that is checked.
    pointer: String,
    problems: &'a mut Vec<FieldProblem>,
}

impl Keywords<'_> {
    fn check(&mut self, schema: &Value, place: Place) {
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            self.inside(keyword, |keywords| {
                keywords.check_keyword(keyword, value, place);
            });
        }
    }

    fn check_keyword(&mut self, keyword: &str, value: &Value, place: Place) {
        let shown = match (place, keyword) {
            (Place::Root | Place::Field, "properties" | "items") => Place::Field,
            _ => Place::Condition,
        };
        if ONE.contains(&keyword) {
            self.check(value, shown);
        } else if LIST.contains(&keyword) {
            for (index, schema) in value.as_array().into_iter().flatten().enumerate() {
                self.inside(&index.to_string(), |keywords| {
                    keywords.check(schema, Place::Condition);
                });
            }
        } else if NAMED.contains(&keyword) {
            for (name, schema) in value.as_object().into_iter().flatten() {
                self.inside(name, |keywords| keywords.check(schema, shown));
            }
        } else if keyword == COLLECTION || VALUE.contains(&keyword) {
            self.check_place(keyword, place);
        } else if !PLAIN.contains(&keyword) {
            self.report(unknown(keyword));
        }
    }

    fn check_place(&mut self, keyword: &str, place: Place) {
        let is_read = match place {
            Place::Root => true,
            Place::Field => keyword != COLLECTION,
            Place::Condition => false,
        };
        let message = match self.reads {
            Reads::Settings if keyword != LOCALIZED => Message::new("schema/of-collections"),
            _ if !is_read => Message::new("schema/misplaced"),
            _ => return,
        };
        self.report(message.with("keyword", keyword));
    }

    fn report(&mut self, message: Message) {
        let problem = FieldProblem::at(&*self.pointer, message);
        self.problems.push(problem.at_name());
    }

    /// Calls `check` for the value of `name` in this one.
    fn inside(&mut self, name: &str, check: impl FnOnce(&mut Self)) {
        let end = self.pointer.len();
        push_pointer(&mut self.pointer, name);
        check(self);
        self.pointer.truncate(end);
    }
}

fn unknown(keyword: &str) -> Message {
    let message = Message::new("schema/keyword").with("keyword", keyword);
    message.suggest(similar(keyword))
}

/// The keyword that is meant, if one is similar.
fn similar(keyword: &str) -> Option<&'static str> {
    // No keyword of JSON Schema begins so.
    if keyword.starts_with('x') {
        let ours = [&[COLLECTION], &VALUE[..]].concat();
        let beginning = ours.iter().find(|own| keyword.starts_with(**own)).copied();
        return suggestion(keyword, ours).or(beginning);
    }
    suggestion(keyword, [&ONE[..], &LIST, &NAMED, &PLAIN].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use generator_ground::message::Language;

    fn problems(schema: &Value) -> Vec<(String, String)> {
        let mut problems = Vec::new();
        check(schema, Reads::Collection, &mut problems);
        let told = |problem: FieldProblem| {
            let remedy = problem.message.remedy(Language::English);
            (problem.pointer, remedy.clone())
        };
        problems.into_iter().map(told).collect()
    }

    #[test]
    fn a_misspelt_keyword_is_found_wherever_a_schema_stands() {
        let schemas = [
            (
                "/x-reference",
                serde_json::json!({"x-reference": "artists"}),
            ),
            (
                "/properties/a/x-imgae",
                serde_json::json!({"properties": {"a": {"x-imgae": true}}}),
            ),
            (
                "/properties/a/items/anyOf/1/minLenght",
                serde_json::json!({"properties": {"a": {"items": {"anyOf": [true, {"minLenght": 1}]}}}}),
            ),
            (
                "/$defs/b/requierd",
                serde_json::json!({"$defs": {"b": {"requierd": []}}}),
            ),
        ];
        for (pointer, schema) in schemas {
            let found = problems(&schema);
            assert_eq!(found.len(), 1, "{schema}");
            assert_eq!(found[0].0, pointer);
        }
    }

    #[test]
    fn a_misspelt_keyword_has_the_right_one_in_its_remedy() {
        let remedy = |keyword: &str| {
            let schema = serde_json::json!({"properties": {"a": {keyword: true}}});
            problems(&schema).remove(0).1
        };
        for (misspelt, right) in [
            ("x-imgae", "x-image"),
            ("x-reff", "x-ref"),
            ("xref", "x-ref"),
            ("x-reference", "x-ref"),
            ("x-formatted", "x-format"),
            ("x-localised", "x-localized"),
            ("x-collections", "x-collection"),
            ("minLenght", "minLength"),
        ] {
            assert_eq!(remedy(misspelt), format!("did you mean `{right}`?"));
        }
        assert!(remedy("x-unit").contains("schema-keywords.md"));
    }

    #[test]
    fn values_and_names_of_fields_are_no_keywords() {
        let schema = serde_json::json!({
            "x-collection": {"kind": "data", "dateField": "x-day"},
            "required": ["x-day"],
            "properties": {"x-day": {"enum": [{"x-any": 1}], "default": {"whatever": 1}}},
        });
        assert_eq!(problems(&schema), []);
    }

    #[test]
    fn a_keyword_of_ours_stands_where_it_is_read() {
        let misplaced = [
            serde_json::json!({"properties": {"a": {"x-collection": {}}}}),
            serde_json::json!({"anyOf": [{"x-ref": "people"}]}),
            serde_json::json!({"properties": {"a": {"not": {"x-localized": true}}}}),
            serde_json::json!({"$defs": {"name": {"properties": {"a": {"x-image": true}}}}}),
        ];
        for schema in misplaced {
            assert_eq!(problems(&schema).len(), 1, "{schema}");
        }
        let read = serde_json::json!({"properties": {"a": {"items": {"properties": {"b": {"x-ref": "people"}}}}}});
        assert_eq!(problems(&read), []);
    }
}
