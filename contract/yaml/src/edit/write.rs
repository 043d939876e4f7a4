//! New values as lines of a block, or in brackets and braces.

use saphyr_parser::ScalarStyle;
use serde_json::Value;

use super::scalar::{
    double_quoted, is_literal, is_plain_key, is_plain_value, literal, single_quoted,
};
use super::tree::{Block, Shape};

/// Spaces by which lines are deeper than the lines around them.
pub(super) const STEP: usize = 2;

/// Writes values.
#[derive(Clone, Copy)]
pub(super) struct Writer {
    /// Strings are always in double quotes.
    is_quoted: bool,
}

/// A new value: the part beside its key or dash, and the lines after it, each with `\n` before it.
#[derive(Default)]
pub(super) struct Written {
    /// Beside the key or the dash, without a space before it; may be empty.
    pub(super) beside: String,
    /// The lines below.
    pub(super) below: String,
}

/// Where the lines of a value begin.
#[derive(Clone, Copy)]
pub(super) struct Indent {
    /// Column of the key or the dash.
    pub(super) outer: usize,
    /// Column of the lines of the value.
    pub(super) inner: usize,
    /// True if a collection begins beside its dash.
    pub(super) is_beside: bool,
}

impl Writer {
    /// A writer that uses quotes where they are needed.
    pub(super) fn plain() -> Writer {
        Writer { is_quoted: false }
    }

    /// A writer that has every string in double quotes.
    pub(super) fn in_quotes() -> Writer {
        Writer { is_quoted: true }
    }

    /// A value in a block, in the style of the old one.
    pub(super) fn block(self, value: &Value, old: &Shape, indent: Indent) -> Written {
        match value {
            Value::Array(items) if !items.is_empty() => {
                let entry = |item: &Value| self.item(item, indent.inner);
                entries(items.iter().map(entry), indent)
            }
            Value::Object(map) if !map.is_empty() => {
                let entry = |(key, value): (&String, &Value)| self.member(key, value, indent.inner);
                entries(map.iter().map(entry), indent)
            }
            Value::String(text) => self.string(text, old, indent),
            value => beside(self.flow(value, old)),
        }
    }

    /// `key: value` with the key at a column.
    pub(super) fn member(self, key: &str, value: &Value, column: usize) -> String {
        let indent = Indent {
            outer: column,
            inner: column + STEP,
            is_beside: false,
        };
        join(
            format!("{}:", key_text(key, false)),
            &self.block(value, &Shape::Absent, indent),
        )
    }

    /// `- value` with the dash at a column.
    pub(super) fn item(self, value: &Value, column: usize) -> String {
        let indent = Indent {
            outer: column,
            inner: column + STEP,
            is_beside: true,
        };
        join("-".to_owned(), &self.block(value, &Shape::Absent, indent))
    }

    /// A value in brackets or braces, or anywhere in one line, in the style of the old one.
    pub(super) fn flow(self, value: &Value, old: &Shape) -> String {
        match value {
            Value::Array(items) => {
                let items = items.iter().map(|item| self.flow(item, &Shape::Absent));
                format!("[{}]", items.collect::<Vec<_>>().join(", "))
            }
            Value::Object(map) => {
                let members = map.iter().map(|(key, value)| self.flow_member(key, value));
                format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
            }
            Value::String(text) => self.line(text, old, true),
            value => value.to_string(),
        }
    }

    /// `key: value` in braces.
    pub(super) fn flow_member(self, key: &str, value: &Value) -> String {
        let value = self.flow(value, &Shape::Absent);
        format!("{}: {value}", key_text(key, true))
    }

    fn string(self, text: &str, old: &Shape, indent: Indent) -> Written {
        let lines = match old {
            Shape::Lines(block) => Some(block),
            _ => None,
        };
        let is_lines = lines.is_some() || text.contains('\n');
        if self.is_quoted || !is_lines || !is_literal(text) {
            return beside(self.line(text, old, false));
        }
        let depth = indent.inner.saturating_sub(indent.outer);
        let (mut header, below) = literal(text, indent.inner, depth);
        if lines.is_some_and(|block| stays_folded(block, text)) {
            header = header.replace('|', ">");
        }
        Written {
            beside: header,
            below,
        }
    }

    /// A string in one line.
    fn line(self, text: &str, old: &Shape, in_flow: bool) -> String {
        let new = match old {
            _ if self.is_quoted => None,
            Shape::Inline(ScalarStyle::SingleQuoted) => single_quoted(text),
            Shape::Inline(ScalarStyle::DoubleQuoted) => None,
            _ => is_plain_value(text, in_flow).then(|| text.to_owned()),
        };
        new.unwrap_or_else(|| double_quoted(text))
    }
}

fn key_text(key: &str, in_flow: bool) -> String {
    match is_plain_key(key, in_flow) {
        true => key.to_owned(),
        false => double_quoted(key),
    }
}

/// Whether a text of one line reads the same when it is folded.
fn stays_folded(block: &Block, text: &str) -> bool {
    let line = text.strip_suffix('\n').unwrap_or(text);
    block.is_folded && !line.contains('\n') && !line.starts_with([' ', '\t'])
}

fn entries(entries: impl Iterator<Item = String>, indent: Indent) -> Written {
    let space = " ".repeat(indent.inner);
    if !indent.is_beside {
        return Written {
            beside: String::new(),
            below: entries.map(|entry| format!("\n{space}{entry}")).collect(),
        };
    }
    let lines = entries.collect::<Vec<_>>().join(&format!("\n{space}"));
    let end = lines.find('\n').unwrap_or(lines.len());
    Written {
        beside: lines[..end].to_owned(),
        below: lines[end..].to_owned(),
    }
}

fn beside(text: String) -> Written {
    Written {
        beside: text,
        below: String::new(),
    }
}

fn join(mut entry: String, written: &Written) -> String {
    if !written.beside.is_empty() {
        entry.push(' ');
        entry.push_str(&written.beside);
    }
    entry + &written.below
}
