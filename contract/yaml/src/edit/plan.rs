//! The bytes that change, and the new ones.

use std::ops::Range;

use serde_json::{Map, Value};

use super::layout::Layout;
use super::tree::{Collection, Entry, Node, Shape};
use super::write::{Indent, STEP, Writer, Written};
use super::{Change, index_of};

/// Plans one change of a text.
pub(super) struct Plan<'t> {
    /// The text.
    pub(super) layout: Layout<'t>,
    /// Value of the whole text.
    pub(super) root: &'t Entry,
    /// Writes new values.
    pub(super) writer: Writer,
}

/// The kind of value around a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    Text,
    Object,
    List,
}

/// A value and its surroundings.
#[derive(Clone, Copy)]
struct Spot<'t> {
    entry: &'t Entry,
    holder: Holder,
    /// True inside brackets or braces.
    in_flow: bool,
}

impl Plan<'_> {
    /// Changes that replace the value at `segments`.
    pub(super) fn replace(&self, segments: &[String], value: &Value) -> Option<Vec<Change>> {
        Some(self.put(self.spot(segments)?, value))
    }

    /// Changes that add a member at the end of an object.
    pub(super) fn add(&self, parent: &[String], name: &str, value: &Value) -> Option<Vec<Change>> {
        let spot = self.spot(parent)?;
        let node = &spot.entry.value;
        let entries = node.collection().map(|it| it.entries.as_slice());
        let (Some(first), Some(last)) = (
            entries.and_then(<[Entry]>::first),
            entries.and_then(<[Entry]>::last),
        ) else {
            let member = Map::from_iter([(name.to_owned(), value.clone())]);
            return Some(self.put(spot, &Value::Object(member)));
        };
        if is_flow(node) {
            let member = self.writer.flow_member(name, value);
            return Some(vec![at(last.value.bytes.end, format!(", {member}"))]);
        }
        let column = self.layout.column(first.start);
        let member = self.writer.member(name, value, column);
        let end = self.layout.line_end(node.bytes.end);
        Some(vec![at(end, format!("\n{}{member}", spaces(column)))])
    }

    /// Changes that insert an item into a list.
    pub(super) fn insert(
        &self,
        segments: &[String],
        index: usize,
        value: &Value,
    ) -> Option<Vec<Change>> {
        let spot = self.spot(segments)?;
        let list = spot.entry.value.collection()?;
        let Some(first) = list.entries.first() else {
            return Some(self.put(spot, &Value::from(vec![value.clone()])));
        };
        let before = index.checked_sub(1).and_then(|it| list.entries.get(it));
        if list.is_flow {
            let item = self.writer.flow(value, &Shape::Absent);
            return Some(vec![match before {
                Some(before) => at(before.value.bytes.end, format!(", {item}")),
                None => at(first.start, format!("{item}, ")),
            }]);
        }
        let column = self.layout.column(first.start);
        let item = self.writer.item(value, column);
        let end = match before {
            Some(before) => before.value.bytes.end,
            // Comments between the key and the first item belong to that item.
            None if spot.holder == Holder::Object => spot.entry.slot,
            None => return Some(vec![at(first.start, format!("{item}\n{}", spaces(column)))]),
        };
        let end = self.layout.line_end(end);
        Some(vec![at(end, format!("\n{}{item}", spaces(column)))])
    }

    /// Changes that remove a member or an item.
    pub(super) fn remove(&self, segments: &[String]) -> Option<Vec<Change>> {
        let (name, parent) = segments.split_last()?;
        let spot = self.spot(parent)?;
        let collection = spot.entry.value.collection()?;
        let index = position(collection, name)?;
        if collection.is_flow {
            let bytes = self.removed_in_flow(&spot.entry.value, &collection.entries, index);
            return Some(vec![(bytes, String::new())]);
        }
        let is_only = collection.entries.len() == 1;
        if is_only && (spot.holder != Holder::Text || collection.is_list) {
            return Some(self.put(spot, &empty(collection)));
        }
        let next = collection.entries.get(index + 1);
        let bytes = self.removed_in_block(&collection.entries[index], next);
        Some(vec![(bytes, String::new())])
    }

    fn removed_in_block(&self, entry: &Entry, next: Option<&Entry>) -> Range<usize> {
        let layout = self.layout;
        let bytes = entry.start..entry.value.bytes.end;
        let Some(next) = next.filter(|_| !layout.is_first_in_line(entry.start)) else {
            return layout.removed_lines(bytes);
        };
        let end = layout.line_end(bytes.end);
        if layout.text[end..next.start].trim().is_empty() {
            return entry.start..next.start;
        }
        // Comments are before the next entry, so the dash stays alone in its line.
        layout.text[..entry.start].trim_end_matches(' ').len()..end
    }

    fn removed_in_flow(&self, node: &Node, entries: &[Entry], index: usize) -> Range<usize> {
        let layout = self.layout;
        let (start, end) = (entries[index].start, entries[index].value.bytes.end);
        let comma = layout.skip_blank(end);
        let has_comma = layout.text[comma..].starts_with(',');
        let after = if has_comma { comma + 1 } else { end };
        let ends_line = layout.end_after_comment(after).is_some();
        if entries.len() == 1 {
            return node.bytes.start + 1..node.bytes.end - 1;
        }
        if index + 1 < entries.len() {
            let next = if ends_line {
                layout.next_line(after)
            } else {
                after
            };
            return start..layout.skip_spaces(next);
        }
        if ends_line && layout.is_first_in_line(start) {
            return layout.removed_lines(start..after);
        }
        entries[index - 1].value.bytes.end..end
    }

    fn spot(&self, segments: &[String]) -> Option<Spot<'_>> {
        let mut spot = Spot {
            entry: self.root,
            holder: Holder::Text,
            in_flow: false,
        };
        for segment in segments {
            let collection = spot.entry.value.collection()?;
            spot = Spot {
                entry: &collection.entries[position(collection, segment)?],
                holder: match collection.is_list {
                    true => Holder::List,
                    false => Holder::Object,
                },
                in_flow: spot.in_flow || collection.is_flow,
            };
        }
        Some(spot)
    }

    fn put(&self, spot: Spot<'_>, value: &Value) -> Vec<Change> {
        let node = &spot.entry.value;
        if spot.in_flow {
            return vec![self.put_in_flow(spot.entry, value)];
        }
        if stays_flow(node, value) {
            return vec![(node.bytes.clone(), self.writer.flow(value, &node.shape))];
        }
        let indent = self.indent(spot, value);
        let written = self.writer.block(value, &node.shape, indent);
        if spot.holder == Holder::Text && node.is_absent() {
            return vec![self.append(&written)];
        }
        self.place(spot.entry, written)
    }

    fn put_in_flow(&self, entry: &Entry, value: &Value) -> Change {
        let node = &entry.value;
        let text = self.writer.flow(value, &node.shape);
        if !node.is_absent() {
            return (node.bytes.clone(), text);
        }
        let comma = self.layout.skip_spaces(entry.slot);
        let has_comma = self.layout.text[comma..].starts_with(',');
        let end = if has_comma { comma } else { entry.slot };
        let colon = if entry.has_colon { "" } else { ":" };
        (entry.slot..end, format!("{colon} {text}"))
    }

    /// The first value of a text.
    fn append(&self, written: &Written) -> Change {
        let text = self.layout.text;
        let is_line_open = !text.is_empty() && !text.ends_with('\n');
        let start = if is_line_open { "\n" } else { "" };
        let Written { beside, below } = written;
        at(text.len(), format!("{start}{beside}{below}\n"))
    }

    fn indent(&self, spot: Spot<'_>, value: &Value) -> Indent {
        let node = &spot.entry.value;
        let is_text = spot.holder == Holder::Text;
        let is_near = self.layout.is_one_line(spot.entry.slot..node.bytes.start);
        let outer = self.layout.column(spot.entry.start);
        let usual = if is_text { outer } else { outer + STEP };
        let start = self.layout.column(node.bytes.start);
        let is_block = node.collection().is_some_and(|it| !it.is_flow);
        let holder = spot.holder;
        let inner = match &node.shape {
            Shape::Lines(block) if value.is_string() => block.column.unwrap_or(usual),
            Shape::Absent => usual,
            // Only a list may stand as deep as its key.
            _ if is_block && holder == Holder::Object => match start > outer || value.is_array() {
                true => start,
                false => usual,
            },
            _ if is_block => start,
            _ if holder == Holder::List && is_near && !value.is_string() => start,
            _ => usual,
        };
        Indent {
            outer,
            inner,
            is_beside: holder != Holder::Object && (is_near || !is_block),
        }
    }

    /// Puts the first part of a value after its key or dash, and its lines below, so that a comment
    /// between them stays.
    fn place(&self, entry: &Entry, written: Written) -> Vec<Change> {
        let layout = self.layout;
        let Node { bytes, shape } = &entry.value;
        let is_near = layout.is_one_line(entry.slot..bytes.start);
        let is_inline = match shape {
            Shape::Inline(_) => true,
            Shape::Collection(collection) => collection.is_flow,
            Shape::Absent | Shape::Lines(_) => false,
        };
        let (head, tail) = match shape {
            Shape::Absent => (None, None),
            Shape::Lines(block) => {
                let end = layout.line_end(block.header.end);
                (Some(block.header.clone()), Some(end..end.max(bytes.end)))
            }
            _ if is_inline && (is_near || written.below.is_empty()) => (Some(bytes.clone()), None),
            _ if is_near => (Some(bytes.start..layout.line_end(bytes.end)), None),
            _ => (None, Some(layout.lines(bytes.clone()))),
        };
        let (head, space) = match head {
            Some(head) => (head, ""),
            None => (self.free_space(entry.slot), " "),
        };
        let end = layout.line_end(head.end);
        let tail = tail.unwrap_or(end..end);
        let head = match written.beside.is_empty() {
            true => (entry.slot..head.end, String::new()),
            false => (head, format!("{space}{}", written.beside)),
        };
        vec![head, (tail, written.below)]
    }

    /// Spaces at the end of a line, unless a comment follows them.
    fn free_space(&self, slot: usize) -> Range<usize> {
        let end = self.layout.skip_spaces(slot);
        let is_end = end == self.layout.line_end(slot);
        slot..if is_end { end } else { slot }
    }
}

fn at(place: usize, text: String) -> Change {
    (place..place, text)
}

fn spaces(column: usize) -> String {
    " ".repeat(column)
}

fn position(collection: &Collection, segment: &str) -> Option<usize> {
    if collection.is_list {
        return index_of(segment).filter(|index| *index < collection.entries.len());
    }
    let mut entries = collection.entries.iter();
    entries.position(|entry| entry.name == segment)
}

fn empty(collection: &Collection) -> Value {
    match collection.is_list {
        true => Value::Array(Vec::new()),
        false => Value::Object(Map::new()),
    }
}

fn is_flow(node: &Node) -> bool {
    node.collection().is_some_and(|it| it.is_flow)
}

/// True if a list or an object in one line is written so again: both have entries, and the new
/// entries are scalars.
fn stays_flow(node: &Node, value: &Value) -> bool {
    let is_nested = |value: &Value| value.is_array() || value.is_object();
    let Some(old) = node.collection() else {
        return false;
    };
    let is_same_kind = match value {
        Value::Array(items) => old.is_list && !items.is_empty() && !items.iter().any(is_nested),
        Value::Object(map) => !old.is_list && !map.is_empty() && !map.values().any(is_nested),
        _ => false,
    };
    old.is_flow && !old.entries.is_empty() && is_same_kind
}
