//! `_schema.<language>.json`: the words of a collection's schema in a language, for the studio.
//!
//! The file is a JSON Merge Patch (RFC 7396) of the schema which holds titles and descriptions and
//! the way to them. A word that it lacks is shown as the schema has it. No page is made of it, so
//! it belongs neither to the app id nor to the sources of a build.

use contract::locale::Locale;
use serde_json::{Map, Value};
use yaml_reader::push_pointer;

use super::Schema;
use super::keywords::{NAMED, ONE};
use crate::field_problem::FieldProblem;
use crate::files::folder::ContentFolder;
use crate::files::found::unknown_language;
use crate::files::name::words_file;
use crate::files::text_file;
use generator_ground::diagnostic::{Diagnostic, suggestion};
use generator_ground::message::Message;

/// Keywords that are words for people.
const WORDS: [&str; 2] = ["title", "description"];

/// Problems of the words of `schema` in `language`.
pub(crate) fn check_file(
    folder: &ContentFolder,
    locales: &[Locale],
    (collection, schema): (&str, &Schema),
    language: &str,
) -> Vec<Diagnostic> {
    let inside = format!("{collection}/{}", words_file(language));
    let file = folder.name(&inside);
    if locales.iter().all(|locale| locale.code != language) {
        let message = unknown_language(language, locales, words_file);
        return vec![Diagnostic::new(file, message)];
    }
    let checked =
        text_file::read(&folder.place(&inside), &file, text_file::MAX_YAML).and_then(|read| {
            let words = text_file::json(&file, &read.text)?;
            let problems = check(&words, &schema.source);
            Ok(text_file::locate(
                &file,
                &read.text,
                0..read.text.len(),
                problems,
            ))
        });
    checked.unwrap_or_else(|problem| vec![*problem])
}

/// The problems of `words`, which are those of `schema`.
fn check(words: &Value, schema: &Value) -> Vec<FieldProblem> {
    let mut check = Check {
        pointer: String::new(),
        problems: Vec::new(),
    };
    check.words(words, schema);
    check.problems
}

struct Check {
    /// JSON pointer to the words that are checked.
    pointer: String,
    problems: Vec<FieldProblem>,
}

impl Check {
    /// The words of one place of the schema.
    fn words(&mut self, words: &Value, schema: &Value) {
        for (keyword, value) in self.members(words) {
            self.inside(keyword, |check| {
                check.keyword(keyword, value, &schema[keyword]);
            });
        }
    }

    fn keyword(&mut self, keyword: &str, value: &Value, of_schema: &Value) {
        if WORDS.contains(&keyword) {
            self.text(keyword, value);
        } else if ONE.contains(&keyword) {
            self.place(keyword, value, of_schema, &[]);
        } else if NAMED.contains(&keyword) {
            self.places(keyword, value, of_schema);
        } else {
            self.report(unknown(keyword));
        }
    }

    fn text(&mut self, keyword: &str, value: &Value) {
        if value.as_str().is_none_or(|text| text.trim().is_empty()) {
            let message = Message::new("schema-words/text").with("keyword", keyword);
            self.problems
                .push(FieldProblem::at(&*self.pointer, message));
        }
    }

    /// The words of `of_schema`, the place `name`, which has `others` beside it.
    fn place(&mut self, name: &str, words: &Value, of_schema: &Value, others: &[&str]) {
        if of_schema.is_object() || *of_schema == Value::Bool(true) {
            return self.words(words, of_schema);
        }
        let message = Message::new("schema-words/place").with("name", name);
        self.report(message.suggest(suggestion(name, others.iter().copied())));
    }

    /// The words of all places in `of_schema`, by name.
    fn places(&mut self, keyword: &str, words: &Value, of_schema: &Value) {
        let Some(schemas) = of_schema.as_object() else {
            return self.place(keyword, words, &Value::Null, &[]);
        };
        let names: Vec<&str> = schemas.keys().map(String::as_str).collect();
        for (name, words) in self.members(words) {
            self.inside(name, |check| {
                check.place(name, words, &of_schema[name], &names);
            });
        }
    }

    /// The members of an object; anything else is a problem.
    fn members<'v>(
        &mut self,
        value: &'v Value,
    ) -> impl Iterator<Item = (&'v String, &'v Value)> + use<'v> {
        let members = value.as_object();
        if members.is_none() {
            let message = Message::new("schema-words/object");
            self.problems
                .push(FieldProblem::at(&*self.pointer, message));
        }
        members.into_iter().flat_map(Map::iter)
    }

    fn report(&mut self, message: Message) {
        let problem = FieldProblem::at(&*self.pointer, message);
        self.problems.push(problem.at_name());
    }

    /// Calls `check` for the value of `name` in this one.
    fn inside(&mut self, name: &str, check: impl FnOnce(&mut Self)) {
        let end = self.pointer.len();
        push_pointer(&mut self.pointer, name);
        check(self);
        self.pointer.truncate(end);
    }
}

fn unknown(keyword: &str) -> Message {
    let known = [&WORDS[..], &ONE, &NAMED].concat();
    let message = Message::new("schema-words").with("keyword", keyword);
    message.suggest(suggestion(keyword, known))
}

#[cfg(test)]
mod tests {
    use generator_ground::message::Language;
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({
            "title": "Thing", "additionalProperties": false, "properties": {
                "name": {"type": "string"}, "any": true, "none": false,
                "rows": {"type": "array", "items": {"properties": {"label": {"title": "Label"}}}},
                "note": {"x-localized": true, "additionalProperties": {"type": "string"}}
            }
        })
    }

    /// Code, pointer and remedy of every problem.
    fn problems(words: &Value) -> Vec<(String, String, String)> {
        let facts = |problem: FieldProblem| {
            let message = problem.message;
            let code = message.code().to_owned();
            (code, problem.pointer, message.remedy(Language::English))
        };
        check(words, &schema()).into_iter().map(facts).collect()
    }

    #[test]
    fn titles_and_descriptions_may_be_in_every_place_of_the_schema() {
        let words = json!({
            "title": "物品", "description": "一件物品。", "properties": {
                "name": {"title": "名称"}, "any": {"description": "随意。"},
                "rows": {"items": {"properties": {"label": {"title": "标签"}}}},
                "note": {"additionalProperties": {"title": "备注"}}
            }
        });
        assert_eq!(problems(&words), []);
        assert_eq!(problems(&json!({})), []);
    }

    #[test]
    fn a_place_that_the_schema_lacks_is_reported_with_the_one_that_was_meant() {
        let cases = [
            (
                json!({"properties": {"nmae": {"title": "名称"}}}),
                "/properties/nmae",
            ),
            (
                json!({"properties": {"name": {"items": {}}}}),
                "/properties/name/items",
            ),
            (json!({"properties": {"none": {}}}), "/properties/none"),
            (json!({"additionalProperties": {}}), "/additionalProperties"),
            (json!({"$defs": {"a": {}}}), "/$defs"),
        ];
        for (words, pointer) in &cases {
            let found = problems(words);
            assert_eq!(found.len(), 1, "{words}");
            assert_eq!((&*found[0].0, &*found[0].1), ("schema-words", *pointer));
        }
        assert_eq!(problems(&cases[0].0)[0].2, "did you mean `name`?");
    }

    #[test]
    fn rules_and_values_that_are_no_words_are_reported() {
        for (words, pointer) in [
            (json!({"type": "object"}), "/type"),
            (
                json!({"properties": {"name": {"titel": "名称"}}}),
                "/properties/name/titel",
            ),
            (
                json!({"properties": {"name": {"title": 1}}}),
                "/properties/name/title",
            ),
            (
                json!({"properties": {"name": {"title": null}}}),
                "/properties/name/title",
            ),
            (json!({"description": " "}), "/description"),
            (json!({"properties": {"name": "名称"}}), "/properties/name"),
            (json!({"properties": []}), "/properties"),
            (json!([]), ""),
        ] {
            let found = problems(&words);
            assert_eq!(found.len(), 1, "{words}");
            assert_eq!(found[0].1, pointer, "{words}");
        }
    }
}
