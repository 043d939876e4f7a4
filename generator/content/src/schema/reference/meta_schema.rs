//! The schema of schemas: keywords and their places as `super::super::keywords` checks them, so
//! that an editor completes them and marks a misspelt one.
//!
//! It is written in draft 7 of JSON Schema and refers to no other file. The language servers of
//! VS Code and others know this draft whole; of 2020-12, in which sites write their schemas, they
//! do not read `$dynamicRef`, on which its own schema of schemas is built.

use serde_json::{Map, Value, json};

use super::own_keywords;
use crate::schema::keywords::{COLLECTION, LIST, LOCALIZED, NAMED, ONE, PLAIN, Reads};
use crate::schema::settings::COMMON;
use crate::schema::{BUILT_IN, QUERY_FIELDS};

/// Schema of the file that is read as `reads`.
pub(super) fn meta_schema(reads: Reads) -> Value {
    let (title, required, taken): (_, &[&str], _) = match reads {
        Reads::Collection => (
            "content/<collection>/_schema.json",
            &[COLLECTION, "additionalProperties"],
            [&BUILT_IN[..], &QUERY_FIELDS].concat(),
        ),
        Reads::Settings => (
            "content/settings.schema.json",
            &["additionalProperties"],
            COMMON.to_vec(),
        ),
    };
    let is_ours = |name: &str| reads == Reads::Collection || name == LOCALIZED;
    let mut root = keywords("field", |name| is_ours(name));
    root["additionalProperties"] = json!({"enum": [false], "description": "A schema is closed."});
    root["properties"]["propertyNames"] = json!({"not": {"enum": taken}});
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": title,
        "type": "object",
        "additionalProperties": false,
        "required": required,
        "properties": root,
        "definitions": {
            "field": schema(keywords("field", |name| is_ours(name) && name != COLLECTION)),
            "condition": schema(keywords("condition", |_| false)),
        }
    })
}

fn schema(keywords: Map<String, Value>) -> Value {
    json!({"type": ["object", "boolean"], "additionalProperties": false, "properties": keywords})
}

/// The keywords of a schema, those of ours as far as `is_ours`. `below`: definition of the schemas
/// in `properties` and `items`.
fn keywords(below: &str, is_ours: impl Fn(&str) -> bool) -> Map<String, Value> {
    let definition = |keyword: &str| {
        let is_shown = ["properties", "items"].contains(&keyword);
        let name = if is_shown { below } else { "condition" };
        json!({"$ref": format!("#/definitions/{name}")})
    };
    let mut found = Map::new();
    for keyword in own_keywords().into_iter().filter(|own| is_ours(own.name)) {
        let mut value = keyword.value;
        value["description"] = Value::from(keyword.meaning);
        found.insert(keyword.name.to_owned(), value);
    }
    for keyword in ONE {
        found.insert(keyword.to_owned(), definition(keyword));
    }
    for keyword in LIST {
        let list = json!({"type": "array", "items": definition(keyword)});
        found.insert(keyword.to_owned(), list);
    }
    for keyword in NAMED {
        let named = json!({"type": "object", "additionalProperties": definition(keyword)});
        found.insert(keyword.to_owned(), named);
    }
    for keyword in PLAIN {
        found.insert(keyword.to_owned(), plain_value(keyword));
    }
    found
}

/// Schema of the value of a keyword that has no schema in it.
fn plain_value(keyword: &str) -> Value {
    const TYPES: [&str; 7] = [
        "string", "number", "integer", "boolean", "array", "object", "null",
    ];
    match keyword {
        "type" => json!({
            "anyOf": [{"enum": TYPES}, {"type": "array", "items": {"enum": TYPES}}]
        }),
        "const" | "default" => json!(true),
        "enum" | "examples" => json!({"type": "array"}),
        "required" => json!({"type": "array", "items": {"type": "string"}}),
        "dependentRequired" | "$vocabulary" => json!({"type": "object"}),
        "deprecated" | "readOnly" | "uniqueItems" | "writeOnly" => json!({"type": "boolean"}),
        "exclusiveMaximum" | "exclusiveMinimum" | "maximum" | "minimum" | "multipleOf" => {
            json!({"type": "number"})
        }
        _ if keyword.starts_with("max") || keyword.starts_with("min") => {
            json!({"type": "integer", "minimum": 0})
        }
        "format" => json!({"type": "string", "examples": ["date", "date-time", "email", "uri"]}),
        _ => json!({"type": "string"}),
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use contract::Hash;
    use jsonschema::Validator;

    use super::*;
    use crate::schema::Schema;
    use crate::schema::settings::SettingsSchema;

    fn validator(reads: Reads) -> Validator {
        jsonschema::draft7::new(&meta_schema(reads)).unwrap()
    }

    fn schemas(folder: &Path) -> Vec<(PathBuf, Value)> {
        let found = std::fs::read_dir(folder).unwrap();
        let paths = found.map(|entry| entry.unwrap().path().join("_schema.json"));
        paths
            .filter(|path| path.is_file())
            .map(|path| (path.clone(), read(&path)))
            .collect()
    }

    fn read(path: &Path) -> Value {
        let text = std::fs::read_to_string(path).unwrap();
        // Lines of the template at which the text of a part begins or ends are no JSON.
        let is_of_schema = |line: &&str| !line.trim_start().starts_with("// @");
        let lines: Vec<&str> = text.lines().filter(is_of_schema).collect();
        serde_json::from_str(&lines.join("\n")).unwrap()
    }

    /// An editor finds the schema of a schema by the path in it, as it is in a site.
    fn assert_follows(schema: &Value, path: &Path, reads: Reads, place: &str) {
        assert_eq!(schema["$schema"], place, "{}", path.display());
        let error = validator(reads).validate(schema).err();
        let error = error.map(|error| error.to_string());
        assert_eq!(error, None, "{}", path.display());
    }

    #[test]
    fn schemas_of_the_sample_and_of_new_sites_follow_it() {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for folder in ["content", "generator/template/site/content"] {
            let folder = repository.join(folder);
            let found = schemas(&folder);
            assert!(found.len() > 2, "{}", folder.display());
            for (path, schema) in found {
                let place = "../../frontend/portico/schemas/collection.schema.json";
                assert_follows(&schema, &path, Reads::Collection, place);
                assert!(Schema::compile(schema, Hash::of(b"")).is_ok());
            }
            let path = folder.join("settings.schema.json");
            let place = "../frontend/portico/schemas/settings.schema.json";
            assert_follows(&read(&path), &path, Reads::Settings, place);
        }
    }

    /// An editor and the generator accept and refuse the same schemas.
    #[test]
    fn it_refuses_a_keyword_where_the_generator_does() {
        let field = |field: Value| {
            json!({
                "x-collection": {"kind": "markdown"}, "type": "object",
                "additionalProperties": false, "properties": {"a": field}
            })
        };
        let right = [
            json!({"type": "string", "x-ref": "people", "description": "A person."}),
            json!({"type": "array", "items": {"type": "string", "x-ref": "people"}}),
            json!({"type": "number", "x-format": "percent:1"}),
            json!({"type": ["string", "null"], "anyOf": [{"minLength": 1}, true]}),
            json!({"type": "object", "properties": {"b": {"type": "string", "x-image": true}}}),
        ];
        let wrong = [
            json!({"type": "string", "x-reff": "people"}),
            json!({"type": "string", "minLenght": 1}),
            json!({"x-collection": {"kind": "data"}}),
            json!({"x-ref": 1}),
            json!({"type": "number", "x-format": "percents"}),
            json!({"type": "string", "x-image": false}),
            json!({"anyOf": [{"x-ref": "people"}]}),
            json!({"not": {"properties": {"b": {"x-image": true}}}}),
        ];
        let validator = validator(Reads::Collection);
        let compiles = |schema: &Value| Schema::compile(schema.clone(), Hash::of(b"")).is_ok();
        for schema in right.map(field) {
            assert!(validator.is_valid(&schema) && compiles(&schema), "{schema}");
        }
        let mut wrong = wrong.map(field).to_vec();
        wrong.push(json!({"x-collection": {"kind": "data"}, "properties": {}}));
        wrong.push(json!({"x-collection": {"kind": "yaml"}, "additionalProperties": false}));
        wrong.push(
            json!({"x-collection": {"kind": "data", "dates": 1}, "additionalProperties": false}),
        );
        wrong.push(json!({"additionalProperties": false}));
        let mut taken = field(json!(true));
        taken["properties"] = json!({"slug": {"type": "string"}});
        wrong.push(taken);
        for schema in wrong {
            assert!(
                !validator.is_valid(&schema) && !compiles(&schema),
                "{schema}"
            );
        }
    }

    #[test]
    fn settings_have_one_value_per_language_and_no_other_keyword_of_ours() {
        let settings = |field: Value| json!({"type": "object", "additionalProperties": false, "properties": {"a": field}});
        let validator = validator(Reads::Settings);
        let agrees = |schema: &Value, is_right: bool| {
            let problems = SettingsSchema::compile(schema);
            assert_eq!(validator.is_valid(schema), is_right, "{schema}");
            assert_eq!(problems.is_ok(), is_right, "{schema}");
        };
        let text = json!({"type": "string"});
        agrees(
            &settings(json!({"type": "object", "x-localized": true, "additionalProperties": text})),
            true,
        );
        agrees(
            &settings(json!({"type": "string", "x-ref": "people"})),
            false,
        );
        agrees(
            &json!({"additionalProperties": false, "properties": {"runtime": {"type": "string"}}}),
            false,
        );
    }
}
