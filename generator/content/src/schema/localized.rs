//! PURE: the languages of `x-localized` values.

use contract::locale::Locale;
use serde_json::{Map, Value};
use yaml_reader::push_pointer;

use super::Shape;
use crate::field_problem::FieldProblem;
use generator_ground::diagnostic::suggestion;
use generator_ground::message::Message;

/// Every `x-localized` value in `value` that lacks one of the site's languages, or has another.
pub(crate) fn check(
    value: &Value,
    shape: &Shape,
    locales: &[Locale],
    problems: &mut Vec<FieldProblem>,
) {
    let mut localized = LocalizedFields {
        locales,
        pointer: String::new(),
        problems,
    };
    localized.check(value, shape);
}

struct LocalizedFields<'a> {
    locales: &'a [Locale],
    /// JSON pointer to the value that is checked.
    pointer: String,
    problems: &'a mut Vec<FieldProblem>,
}

impl LocalizedFields<'_> {
    fn check(&mut self, value: &Value, shape: &Shape) {
        match value {
            Value::Object(texts) if shape.localized => self.check_languages(texts),
            Value::Object(fields) => {
                for (name, field) in fields {
                    if let Some(shape) = shape.properties.get(name) {
                        self.inside(name, |localized| localized.check(field, shape));
                    }
                }
            }
            Value::Array(items) => {
                if let Some(shape) = shape.items.as_deref() {
                    for (index, item) in items.iter().enumerate() {
                        self.inside(&index.to_string(), |localized| localized.check(item, shape));
                    }
                }
            }
            _ => {}
        }
    }

    /// The languages of one value.
    fn check_languages(&mut self, texts: &Map<String, Value>) {
        let locales = self.locales;
        for locale in locales {
            if !texts.contains_key(&locale.code) {
                let message = Message::new("missing-locale").with("language", &locale.code);
                self.problems
                    .push(FieldProblem::at(&*self.pointer, message));
            }
        }
        for code in texts.keys() {
            if !locales.iter().any(|locale| locale.code == *code) {
                let near = suggestion(code, locales.iter().map(|locale| locale.code.as_str()));
                let message = Message::new("unknown-locale").with("language", code);
                self.inside(code, |localized| {
                    let problem = FieldProblem::at(&*localized.pointer, message.suggest(near));
                    localized.problems.push(problem.at_name());
                });
            }
        }
    }

    /// Calls `check` for the value of `name` in this one.
    fn inside(&mut self, name: &str, check: impl FnOnce(&mut Self)) {
        let end = self.pointer.len();
        push_pointer(&mut self.pointer, name);
        check(self);
        self.pointer.truncate(end);
    }
}
