//! PURE: the text of a page as an editor wrote it, from its payload, and how two of them differ.
//!
//! Builds keep payloads and no content files, so a payload is the only place that still has a
//! sentence which another save has replaced.

mod html;

use serde::Serialize;
use serde_json::Value;
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices, group_diff_ops};

/// Lines shown around a change, so that an editor finds its place in the file.
const CONTEXT: usize = 1;

/// A line of a page's text: a paragraph of a body, or the value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct TextLine {
    /// Name of the field; none in a body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Text of the line.
    pub text: String,
}

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineChange {
    /// Which of the two texts has it.
    pub change: ChangeOfLine,
    /// The line.
    #[serde(flatten)]
    pub line: TextLine,
}

/// Which of two texts has a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeOfLine {
    /// Only the text before has the line.
    Removed,
    /// Only the text after has the line.
    Added,
    /// Both texts have the line; it shows the place of a change.
    Same,
}

/// The lines of a payload file.
pub fn lines(payload: &Value) -> Vec<TextLine> {
    let mut lines = Vec::new();
    let answers = payload.pointer("/payload/data").and_then(Value::as_object);
    for answer in answers.into_iter().flat_map(|answers| answers.values()) {
        push_lines(answer, "", &mut lines);
    }
    lines
}

/// Differences of `after` to `before`; none if they are the same.
pub fn changes(before: &[TextLine], after: &[TextLine]) -> Vec<LineChange> {
    let ops = capture_diff_slices(Algorithm::Myers, before, after);
    let groups = group_diff_ops(ops, CONTEXT).into_iter();
    let ops = groups.flatten();
    ops.flat_map(|op| changes_of(&op, before, after)).collect()
}

fn changes_of(op: &DiffOp, before: &[TextLine], after: &[TextLine]) -> Vec<LineChange> {
    let (tag, old, new) = op.as_tag_tuple();
    let marked = |change, lines: &[TextLine]| {
        let line = |line: &TextLine| LineChange {
            change,
            line: line.clone(),
        };
        lines.iter().map(line).collect::<Vec<_>>()
    };
    if tag == DiffTag::Equal {
        return marked(ChangeOfLine::Same, &before[old]);
    }
    let removed = marked(ChangeOfLine::Removed, &before[old]);
    [removed, marked(ChangeOfLine::Added, &after[new])].concat()
}

fn push_lines(value: &Value, field: &str, lines: &mut Vec<TextLine>) {
    let text = match value {
        Value::Null => return,
        Value::Object(fields) => match shown_text(value) {
            Some(text) => text.to_owned(),
            None => {
                for (name, value) in fields {
                    let below = match field {
                        "" => name.clone(),
                        field => format!("{field}.{name}"),
                    };
                    push_lines(value, &below, lines);
                }
                return;
            }
        },
        // Without their numbers, because one item more would change all that follow.
        Value::Array(items) => return items.iter().for_each(|item| push_lines(item, field, lines)),
        Value::String(text) if html::is_html(text) => {
            let body = html::lines(text).into_iter();
            return lines.extend(body.map(|text| TextLine { field: None, text }));
        }
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    };
    let field = Some(field.to_owned()).filter(|field| !field.is_empty());
    lines.push(TextLine { field, text });
}

/// The words for a date or a number, which has its value beside it.
fn shown_text(value: &Value) -> Option<&str> {
    let fields = value.as_object()?;
    let is_formatted = fields.len() == 2 && fields.contains_key("value");
    fields.get("text")?.as_str().filter(|_| is_formatted)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn page(title: &str, body: &str) -> Vec<TextLine> {
        let date = json!({"value": "2026-05-03", "text": "3 May 2026"});
        let entry = json!({"title": title, "date": date, "tags": ["sea", "air"], "body": body});
        lines(&json!({"app": "1", "payload": {"data": {"entry": entry, "more": null}}}))
    }

    fn words(changes: &[LineChange]) -> Vec<String> {
        let word = |LineChange { change, line }: &LineChange| {
            let mark = match change {
                ChangeOfLine::Removed => '-',
                ChangeOfLine::Added => '+',
                ChangeOfLine::Same => ' ',
            };
            let field = line.field.as_deref().unwrap_or("body");
            format!("{mark}{field}: {}", line.text)
        };
        changes.iter().map(word).collect()
    }

    // R10.04
    #[test]
    fn a_sentence_that_another_save_replaced_is_in_the_difference() {
        let before = page("Cedar", "<p>One.</p><p>Kept.</p><p>Hers.</p>");
        let after = page("Cedar &", "<p>One.</p><p>Kept.</p><p>His.</p>");
        assert_eq!(
            words(&changes(&before, &after)),
            [
                "-title: Cedar",
                "+title: Cedar &",
                " date: 3 May 2026",
                " body: Kept.",
                "-body: Hers.",
                "+body: His.",
            ]
        );
        assert_eq!(changes(&before, &before), []);
    }

    // R10.04
    #[test]
    fn an_item_more_leaves_the_other_items_as_they_were() {
        let list = |titles: &[&str]| {
            let items: Vec<_> = titles.iter().map(|title| json!({"title": title})).collect();
            lines(&json!({"payload": {"data": {"list": {"items": items}}}}))
        };
        let changed = changes(&list(&["b", "c"]), &list(&["a", "b", "c"]));
        assert_eq!(words(&changed), ["+items.title: a", " items.title: b"]);
    }

    // R10.04
    #[test]
    fn a_payload_without_data_has_no_text() {
        for payload in [json!(null), json!({"payload": {}}), json!([1])] {
            assert_eq!(lines(&payload), [], "{payload}");
        }
    }
}
