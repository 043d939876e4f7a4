//! The characters that a text may show in a face that is cut to them: those of its fields, opening
//! paragraph, headings and quotations.
//!
//! Other body text is set in the reader's own fonts. A guarded text counts whole: there are few,
//! they are letters to be kept, and the subsets for characters that only they use are for members.
//! Headings and quotations are found by how their lines begin, without parsing Markdown: a line too
//! many (a comment in a code block) costs a glyph, a parse would cost more than the rest of
//! loading.

use std::collections::BTreeSet;

use contract::build::Access;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A set of characters beyond ASCII, which every face has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Characters(Box<str>);

impl Characters {
    /// The characters that the fields and the Markdown body of a text may show.
    pub(crate) fn new(fields: &Map<String, Value>, body: &str, access: Access) -> Self {
        let mut set = Set::default();
        fields.values().for_each(|value| set.add_value(value));
        if access == Access::Guarded {
            set.add(body);
        } else {
            add_display_lines(&mut set, body);
        }
        Self(set.into_sorted())
    }

    /// The characters of the strings in `value`.
    pub fn of_value(value: &Value) -> Self {
        let mut set = Set::default();
        set.add_value(value);
        Self(set.into_sorted())
    }

    /// The characters of `text`.
    pub fn of_text(text: &str) -> Self {
        let mut set = Set::default();
        set.add(text);
        Self(set.into_sorted())
    }

    /// Each character once, in the order of code points.
    pub fn iter(&self) -> impl Iterator<Item = char> {
        self.0.chars()
    }
}

/// The opening block, headings (`# …`, or underlined), lines that begin with raw HTML, and
/// quotations with the lines that continue them.
fn add_display_lines(set: &mut Set, body: &str) {
    let mut quoted = false;
    let mut opening = true;
    let body = body.trim_start();
    let mut previous = "";
    for line in body.split('\n') {
        let text = line.trim_start();
        let is_underline = !text.is_empty()
            && text
                .trim_end()
                .bytes()
                .all(|byte| byte == b'=' || byte == b'-');
        if is_underline {
            set.add(previous);
        }
        quoted = text.starts_with('>') || (quoted && !text.is_empty());
        opening = opening && !text.is_empty();
        if opening || quoted || text.starts_with('#') || text.starts_with('<') {
            set.add(text);
        }
        previous = text;
    }
}

/// A set in the making.
#[derive(Default)]
struct Set(BTreeSet<char>);

impl Set {
    fn add_value(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.add(text),
            Value::Array(items) => items.iter().for_each(|item| self.add_value(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.add_value(field)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn add(&mut self, text: &str) {
        let beyond = text.chars().filter(|character| !character.is_ascii());
        self.0.extend(beyond);
    }

    fn into_sorted(self) -> Box<str> {
        self.0.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn new(fields: Value, body: &str) -> String {
        let fields = fields.as_object().unwrap();
        let characters = Characters::new(fields, body, Access::Public);
        characters.iter().collect()
    }

    #[test]
    fn fields_count_at_any_depth_and_each_character_once() {
        let fields = json!({"title": "潮生 tide 潮", "facts": [{"value": "亿"}], "order": 7});
        assert_eq!(new(fields, ""), "亿潮生");
    }

    #[test]
    fn opening_headings_and_quotations_count_and_other_text_does_not() {
        let body = "\n起首\n一段\n\n正文\n\n## 标题\n\n> 引用\n接着引\n\n末段\n\n下划\n---\n\n<h3>原样</h3>\n";
        assert_eq!(
            new(json!({}), body),
            Characters::of_text("起首一段标题引用接着下划原样")
                .iter()
                .collect::<String>()
        );
    }

    #[test]
    fn a_guarded_text_counts_whole() {
        let whole = Characters::new(&Map::new(), "起首\n\n正文", Access::Guarded);
        assert_eq!(whole, Characters::of_text("起首正文"));
    }

    #[test]
    fn characters_beyond_the_basic_plane_are_kept() {
        assert_eq!(new(json!({"title": "𰻝𠮷é𠮷"}), ""), "é𠮷𰻝");
    }
}
