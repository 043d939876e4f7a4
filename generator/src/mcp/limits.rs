//! PURE: limits of an answer's size.

use serde_json::Value;

/// Longest text of an answer, in bytes.
const TEXT_MAX: usize = 64 * 1024;

/// Maximum size of all texts of an answer together, in bytes.
const ANSWER_MAX: usize = 4 * TEXT_MAX;

/// Longest list of an answer.
pub(super) const LIST_MAX: usize = 200;

/// A note in answers of which a part is missing.
const NOTE: &str = "A part of this answer is left out, where `[cut: …]` stands. Do not write a cut \
                    text back as a whole: change its lines or fields.";

/// Shortens long texts and lists, and notes it.
pub(super) fn limit(answer: &mut Value) {
    let mut limiter = Limiter {
        left: ANSWER_MAX,
        has_cut: false,
    };
    limiter.visit(answer);
    if let (true, Some(fields)) = (limiter.has_cut, answer.as_object_mut()) {
        fields.insert("cut".to_owned(), NOTE.into());
    }
}

struct Limiter {
    left: usize,
    has_cut: bool,
}

impl Limiter {
    fn visit(&mut self, value: &mut Value) {
        match value {
            Value::String(text) => self.shorten(text),
            Value::Array(items) => {
                let count = items.len();
                if count > LIST_MAX {
                    items.truncate(LIST_MAX);
                    self.has_cut = true;
                }
                items.iter_mut().for_each(|item| self.visit(item));
                if count > LIST_MAX {
                    items.push(format!("[cut: {LIST_MAX} of {count} items]").into());
                }
            }
            Value::Object(fields) => fields.values_mut().for_each(|field| self.visit(field)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn shorten(&mut self, text: &mut String) {
        let whole = text.len();
        let end = text.floor_char_boundary(whole.min(TEXT_MAX).min(self.left));
        self.left -= end;
        if end < whole {
            text.truncate(end);
            text.push_str(&format!("\n[cut: {end} of {whole} bytes]"));
            self.has_cut = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters_and_the_answer_says_so() {
        let mut answer = json!({ "text": "潮".repeat(TEXT_MAX), "version": "v" });
        limit(&mut answer);
        let text = answer["text"].as_str().unwrap();
        assert!(text.ends_with("潮\n[cut: 65535 of 196608 bytes]"));
        assert_eq!(answer["version"], "v");
        assert!(answer["cut"].as_str().unwrap().contains("left out"));
        let mut short = json!({ "text": "x".repeat(TEXT_MAX), "list": vec![1; LIST_MAX] });
        let before = short.clone();
        limit(&mut short);
        assert_eq!(short, before);
    }

    #[test]
    fn many_texts_and_items_together_are_bounded() {
        let mut answer = json!({ "files": vec!["x".repeat(TEXT_MAX); 1000] });
        limit(&mut answer);
        assert!(answer.to_string().len() < ANSWER_MAX + 100 * LIST_MAX);
        let files = answer["files"].as_array().unwrap();
        assert_eq!(files[LIST_MAX], "[cut: 200 of 1000 items]");
        assert_eq!(files.len(), LIST_MAX + 1);
    }
}
