//! `docs/reference/schema-keywords.md`, in the language of its words.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::words::Words;
use super::{OwnKeyword, own_keywords};
use crate::schema::keywords::{LIST, NAMED, ONE, PLAIN};
use crate::schema::{BUILT_IN, QUERY_FIELDS};

/// Width of a document's text; a Chinese character is as wide as two letters.
const COLUMNS: usize = 100;

/// The whole document.
pub(super) fn markdown(words: &Words) -> String {
    let mut out = format!("# {}\n\n{}\n", words.title, words.other_language);
    paragraph(&mut out, words.generated);
    paragraph(&mut out, words.introduction);
    for keyword in own_keywords() {
        section(&mut out, words, &keyword);
    }
    let _ = write!(out, "\n## {}\n", words.of_json_schema);
    let taken = [&BUILT_IN[..], &QUERY_FIELDS].concat();
    for (kind, keywords) in words.kinds.iter().zip([&ONE[..], &LIST, &NAMED, &PLAIN]) {
        let line = words.label(kind, &words.code(keywords));
        paragraph(&mut out, &line);
    }
    let root = words.root.replace("{names}", &words.code(&taken));
    paragraph(&mut out, &root);
    out
}

fn section(out: &mut String, words: &Words, keyword: &OwnKeyword) {
    let _ = write!(out, "\n## `{}`\n", keyword.name);
    paragraph(
        out,
        &words.label(words.place, words.translate(keyword.place)),
    );
    paragraph(out, words.translate(keyword.meaning));
    if let Some(members) = keyword.value["properties"].as_object() {
        members_table(out, words, members);
    } else {
        let line = words.label(words.values, &values(words, &keyword.value));
        paragraph(out, &line);
    }
    let example = serde_json::to_string(&keyword.example).unwrap_or_default();
    let _ = write!(out, "\n```json\n{}\n```\n", add_spaces(&example));
}

fn members_table(out: &mut String, words: &Words, members: &Map<String, Value>) {
    let _ = write!(out, "\n{}\n|---|---|---|\n", words.columns);
    for (name, schema) in members {
        let meaning = words.translate(schema["description"].as_str().unwrap_or_default());
        let default = match &schema["default"] {
            Value::String(value) => words.default.replace("{value}", value),
            _ => String::new(),
        };
        let values = values(words, schema);
        let _ = writeln!(out, "| `{name}` | {values}{default} | {meaning} |");
    }
}

/// Values that a schema accepts, in words.
fn values(words: &Words, schema: &Value) -> String {
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
        ([], Some("array")) => words.strings.to_owned(),
        ([], _) => words.string.to_owned(),
        (listed, _) => words.code(listed),
    }
}

/// JSON on one line, with spaces for people.
fn add_spaces(json: &str) -> String {
    json.replace("\":", "\": ").replace(",\"", ", \"")
}

fn paragraph(out: &mut String, text: &str) {
    let (mut line, mut columns) = (String::new(), 0);
    out.push('\n');
    for piece in pieces(text) {
        let width = width(piece.trim_end());
        if columns > 0 && columns + width > COLUMNS {
            let _ = writeln!(out, "{}", std::mem::take(&mut line).trim_end());
            columns = 0;
        }
        line.push_str(piece);
        columns += width + usize::from(piece.ends_with(' '));
    }
    let _ = writeln!(out, "{line}");
}

/// Pieces of a text between which a line may end: after a space, and between Chinese characters,
/// where a page has no space for the end of a line.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut before, mut is_code) = (0, ' ', false);
    for (at, character) in text.char_indices() {
        let between = is_chinese(before) && is_chinese(character);
        let may_end = !"（《".contains(before) && !"，。；：、）》".contains(character);
        if at > 0 && ((before == ' ' && start < at) || (!is_code && between && may_end)) {
            pieces.push(&text[start..at]);
            start = at;
        }
        is_code ^= character == '`';
        before = character;
    }
    pieces.push(&text[start..]);
    pieces
}

fn is_chinese(character: char) -> bool {
    matches!(character, '\u{3000}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

fn width(text: &str) -> usize {
    let columns = |character| 1 + usize::from(is_chinese(character));
    text.chars().map(columns).sum()
}
