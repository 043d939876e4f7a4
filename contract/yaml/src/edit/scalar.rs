//! Strings as YAML writes them.

use serde_json::{Value, json};

use crate::{parse, plain};

/// Words that another reader, or a person, takes for something else than a text.
const WORDS: [&str; 16] = [
    "yes", "no", "on", "off", "y", "n", "true", "false", "null", "~", ".inf", "-.inf", "+.inf",
    ".nan", "<<", "=",
];

/// True if a value without quotes reads as this text.
pub(super) fn is_plain_value(text: &str, in_flow: bool) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_number = lower.starts_with("0x") || lower.starts_with("0o");
    let is_word = WORDS.contains(&lower.as_str()) || !plain(text).is_string();
    let probe = match in_flow {
        true => format!("{{k: {text}}}"),
        false => format!("k: {text}"),
    };
    !is_word && !is_number && is_bare(text, in_flow) && parse(&probe) == Ok(json!({ "k": text }))
}

/// True if a key without quotes reads as this text.
pub(super) fn is_plain_key(text: &str, in_flow: bool) -> bool {
    let probe = match in_flow {
        true => format!("{{{text}: 1}}"),
        false => format!("{text}: 1"),
    };
    let is_key = || {
        let mut wanted = serde_json::Map::new();
        wanted.insert(text.to_owned(), Value::from(1));
        parse(&probe) == Ok(Value::Object(wanted))
    };
    text != "<<" && is_bare(text, in_flow) && is_key()
}

/// False for signs that mean something without quotes, wherever the text stands.
fn is_bare(text: &str, in_flow: bool) -> bool {
    let mut characters = text.chars();
    let (first, second) = (characters.next(), characters.next());
    let has_space = |it: Option<char>| it.is_none_or(char::is_whitespace);
    let is_indicator = match first {
        Some('-' | '?' | ':') => has_space(second) || in_flow,
        Some(first) => ",[]{}#&*!|>'\"%@`".contains(first),
        None => true,
    };
    let is_marker = text.starts_with("---") || text.starts_with("...");
    !is_indicator
        && !is_marker
        && text.trim() == text
        && !text.contains(must_be_escaped)
        && !text.contains('\t')
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && !(in_flow && text.contains([',', '[', ']', '{', '}']))
}

/// True for characters that are line ends to some reader, or that nobody sees.
fn must_be_escaped(character: char) -> bool {
    matches!(
        character,
        '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{feff}'
    )
}

/// The text in single quotes, if it can be written so.
pub(super) fn single_quoted(text: &str) -> Option<String> {
    (!text.contains(must_be_escaped)).then(|| format!("'{}'", text.replace('\'', "''")))
}

/// The text in double quotes, in one line.
pub(super) fn double_quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            it if must_be_escaped(it) => quoted.push_str(&format!("\\u{:04x}", u32::from(it))),
            it => quoted.push(it),
        }
    }
    quoted.push('"');
    quoted
}

/// True if lines after `|` can hold the text.
pub(super) fn is_literal(text: &str) -> bool {
    let words = text.trim_end_matches('\n');
    let last = words.rsplit('\n').next().unwrap_or(words);
    let is_refused = |it: char| it != '\n' && must_be_escaped(it);
    !last.trim().is_empty() && !text.contains(is_refused)
}

/// Header and lines of a literal block; each line has `\n` before it. `column` is the number of
/// spaces before each line, `depth` the part of them below the key or the dash.
pub(super) fn literal(text: &str, column: usize, depth: usize) -> (String, String) {
    let begins = text.trim_start_matches('\n');
    let depth = match begins.starts_with([' ', '\t']) {
        true => depth.to_string(),
        false => String::new(),
    };
    let words = text.trim_end_matches('\n');
    let keep = match text.len() - words.len() {
        0 => "-",
        1 => "",
        _ => "+",
    };
    let mut lines = String::new();
    for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
        lines.push('\n');
        if !line.is_empty() {
            lines.push_str(&" ".repeat(column));
            lines.push_str(line);
        }
    }
    (format!("|{depth}{keep}"), lines)
}
