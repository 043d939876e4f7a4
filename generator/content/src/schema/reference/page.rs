//! `docs/reference/schema-keywords.md`.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::{OwnKeyword, own_keywords};
use crate::schema::keywords::{LIST, NAMED, ONE, PLAIN};
use crate::schema::{BUILT_IN, QUERY_FIELDS};

/// Width of a document's text.
const COLUMNS: usize = 100;

const INTRODUCTION: &str = "\
`content/<collection>/_schema.json` is JSON Schema (draft 2020-12) with five keywords of Portico's. \
[Collections](../collections.md) has an example and the queries. A keyword that this page does not \
have is an error, and so is one of the five in a place where it has no effect.";

/// The whole document.
pub(super) fn markdown() -> String {
    let mut out = "# Keywords of schemas\n\n".to_owned();
    out += "Written from `generator/content/src/schema` by a test; CONTRIBUTING.md names the command.\n";
    paragraph(&mut out, INTRODUCTION);
    for keyword in own_keywords() {
        section(&mut out, &keyword);
    }
    out += "\n## Keywords of JSON Schema\n";
    let taken = [&BUILT_IN[..], &QUERY_FIELDS].concat();
    for (words, keywords) in [
        ("One schema each", &ONE[..]),
        ("A list of schemas", &LIST),
        ("Schemas by name", &NAMED),
        ("No schema", &PLAIN),
    ] {
        paragraph(&mut out, &format!("{words}: {}.", code(keywords)));
    }
    paragraph(
        &mut out,
        &format!(
            "The root has `additionalProperties: false`, and `properties` has none of the names {}, \
             which every entry or query has.",
            code(&taken)
        ),
    );
    out
}

fn section(out: &mut String, keyword: &OwnKeyword) {
    let _ = write!(out, "\n## `{}`\n", keyword.name);
    paragraph(out, &format!("Place: {}.", keyword.place));
    paragraph(out, keyword.meaning);
    if let Some(members) = keyword.value["properties"].as_object() {
        members_table(out, members);
    } else {
        paragraph(out, &format!("Values: {}.", values(&keyword.value)));
    }
    let example = serde_json::to_string(&keyword.example).unwrap_or_default();
    let _ = write!(out, "\n```json\n{}\n```\n", add_spaces(&example));
}

fn members_table(out: &mut String, members: &Map<String, Value>) {
    *out += "\n| member | values | meaning |\n|---|---|---|\n";
    for (name, schema) in members {
        let meaning = schema["description"].as_str().unwrap_or_default();
        let default = match &schema["default"] {
            Value::String(value) => format!("; `{value}` without it"),
            _ => String::new(),
        };
        let _ = writeln!(
            out,
            "| `{name}` | {}{default} | {meaning} |",
            values(schema)
        );
    }
}

/// Values that a schema accepts, in words.
fn values(schema: &Value) -> String {
    let listed = schema["enum"].as_array().into_iter().flatten();
    let listed: Vec<String> = listed
        .map(|value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        })
        .collect();
    let listed: Vec<&str> = listed.iter().map(String::as_str).collect();
    match (&listed[..], schema["type"].as_str()) {
        ([], Some("array")) => "a list of strings".to_owned(),
        ([], _) => "a string".to_owned(),
        (listed, _) => code(listed),
    }
}

/// Names as code, in one sentence.
fn code(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// JSON on one line, with spaces for people.
fn add_spaces(json: &str) -> String {
    json.replace("\":", "\": ").replace(",\"", ", \"")
}

fn paragraph(out: &mut String, text: &str) {
    let mut line = String::new();
    out.push('\n');
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            let _ = writeln!(out, "{}", std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(out, "{line}");
}
