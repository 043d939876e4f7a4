//! `locales/<code>/server.yaml`: texts of the gateway and the embedded origin in a language.
//!
//! A language that Portico includes needs no file and may replace some texts; any other language
//! needs all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use contract::locale::Locale;
use contract::texts::{self, Texts};
use serde_json::{Map, Value};

use crate::field_problem::FieldProblem;
use crate::files::text_file;
use generator_ground::diagnostic::{Diagnostic, suggestion};
use generator_ground::message::{Argument, Message};

/// The file's name in a language's folder.
pub(super) const FILE: &str = "server.yaml";

/// Path of the texts of a language.
pub fn path(folder: &Path, code: &str) -> PathBuf {
    folder.join(code).join(FILE)
}

/// Locale code → all its texts.
pub(crate) fn read(
    folder: &Path,
    locales: &[Locale],
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Texts> {
    let base = folder
        .file_name()
        .map_or_else(|| "locales".into(), |name| name.to_string_lossy());
    let one = |locale: &Locale| {
        let code = &locale.code;
        let file = format!("{base}/{code}/{FILE}");
        let own = read_one(&path(folder, code), &file, code, diagnostics);
        (code.clone(), texts::complete(code, own.as_ref()))
    };
    locales.iter().map(one).collect()
}

fn read_one(
    path: &Path,
    file: &str,
    code: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Texts> {
    let is_spoken = texts::built_in_for(code).is_some();
    if !path.exists() {
        if !is_spoken {
            diagnostics.push(no_file(file, code));
        }
        return None;
    }
    let read = text_file::read(path, file, text_file::MAX_YAML).and_then(|read| {
        let value = text_file::yaml(file, &read.text, 0..read.text.len())?;
        Ok((read.text, value))
    });
    let (text, value) = match read {
        Ok(read) => read,
        Err(problem) => {
            diagnostics.push(*problem);
            return None;
        }
    };
    diagnostics.extend(text_file::doubts(file, &text, 0..text.len()));
    let problems = check(&value, !is_spoken);
    diagnostics.extend(text_file::locate(file, &text, 0..text.len(), problems));
    // Problems were reported; the site is not published then.
    serde_json::from_value(value).ok()
}

fn no_file(file: &str, code: &str) -> Diagnostic {
    Diagnostic::new(file, Message::new("missing-texts").with("language", code))
}

/// Problems of a file: wrong keys, or texts without the same placeholders as in English; with
/// `all`, missing texts, too.
fn check(value: &Value, all: bool) -> Vec<FieldProblem> {
    let nothing = Map::new();
    let sections = match value {
        Value::Null => &nothing,
        Value::Object(sections) => sections,
        _ => return vec![FieldProblem::at("", Message::new("not-a-text/file"))],
    };
    let reference = texts::reference();
    let mut problems = unknown("", sections, reference.keys());
    for (section, english) in reference {
        let at = format!("/{section}");
        let said = match sections.get(section) {
            None | Some(Value::Null) => &nothing,
            Some(Value::Object(said)) => said,
            Some(_) => {
                let message = Message::new("not-a-text/section").with("section", section.as_str());
                problems.push(FieldProblem::at(at, message));
                continue;
            }
        };
        problems.extend(unknown(&at, said, english.keys()));
        for (key, english) in english {
            let name = format!("{section}.{key}");
            match said.get(key) {
                Some(text) => {
                    problems.extend(check_text(&format!("{at}/{key}"), &name, text, english))
                }
                None if all => problems.push(missing(&at, &name, key, section, english)),
                None => {}
            }
        }
    }
    problems
}

fn check_text(at: &str, name: &str, text: &Value, english: &str) -> Option<FieldProblem> {
    let Some(text) = text.as_str().filter(|text| !text.trim().is_empty()) else {
        let message = Message::new("not-a-text")
            .with("text", name)
            .with("english", english);
        return Some(FieldProblem::at(at, message));
    };
    let (wanted, found) = (texts::placeholders(english), texts::placeholders(text));
    let message = Message::new("placeholder")
        .with("text", name)
        .with("found", in_braces(&found))
        .with("wanted", in_braces(&wanted))
        .with("english", english);
    (wanted != found).then(|| FieldProblem::at(at, message))
}

fn in_braces(names: &BTreeSet<&str>) -> Argument {
    if names.is_empty() {
        return Message::new("no-placeholder").into();
    }
    let names: Vec<String> = names.iter().map(|name| format!("{{{name}}}")).collect();
    names.join(", ").into()
}

fn missing(at: &str, name: &str, key: &str, section: &str, english: &str) -> FieldProblem {
    let message = Message::new("missing-text")
        .with("text", name)
        .with("key", key)
        .with("section", section)
        .with("english", english);
    FieldProblem::at(at, message).at_name()
}

fn unknown<'a>(
    at: &str,
    said: &Map<String, Value>,
    known: impl Iterator<Item = &'a String> + Clone,
) -> Vec<FieldProblem> {
    let strange = said
        .keys()
        .filter(|key| !known.clone().any(|known| known == *key));
    let problem = |key: &String| {
        let near = suggestion(key, known.clone().map(String::as_str));
        let message = Message::new("unknown-text").with("key", key.as_str());
        FieldProblem::at(format!("{at}/{key}"), message.suggest(near)).at_name()
    };
    strange.map(problem).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use contract::locale::Direction;

    use super::*;
    use generator_ground::message::Language;

    fn locale(code: &str) -> Locale {
        Locale {
            code: code.to_owned(),
            name: code.to_owned(),
            dir: Direction::Ltr,
            prefix: code.to_owned(),
            language: code.to_owned(),
            default: false,
            formats: None,
        }
    }

    /// The texts and the problems of a language with this file.
    fn texts_and_problems(code: &str, file: Option<&str>) -> (Texts, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let locales = folder.path().join("locales");
        if let Some(file) = file {
            fs::create_dir_all(locales.join(code)).unwrap();
            fs::write(locales.join(code).join(FILE), file).unwrap();
        }
        let mut diagnostics = Vec::new();
        let mut texts = read(&locales, &[locale(code)], &mut diagnostics);
        let tell = |d: &Diagnostic| {
            let line = d.line.map_or_else(String::new, |line| format!(":{line}"));
            let (reason, remedy) = (
                d.message.text(Language::English),
                d.message.remedy(Language::English),
            );
            format!("{} {}{line} | {reason} | {remedy}", d.code(), d.file)
        };
        (
            texts.remove(code).unwrap(),
            diagnostics.iter().map(tell).collect(),
        )
    }

    fn problems(file: &str) -> Vec<String> {
        texts_and_problems("en", Some(file)).1
    }

    #[test]
    fn a_language_that_portico_speaks_may_say_some_texts_otherwise() {
        let (texts, problems) =
            texts_and_problems("en", Some("mail:\n  codeGreeting: Good day,\n"));
        assert_eq!(problems, [""; 0]);
        assert_eq!(texts["mail"]["codeGreeting"], "Good day,");
        assert_eq!(texts["api"]["ok"], "OK");
        for file in [None, Some(""), Some("# Nothing yet.\napi:\n")] {
            let (texts, problems) = texts_and_problems("zh-CN", file);
            assert_eq!((texts["api"]["ok"].as_str(), problems), ("成功", vec![]));
        }
    }

    #[test]
    fn any_other_language_says_every_text() {
        let (_, problems) = texts_and_problems("ja", None);
        assert_eq!(
            problems,
            [
                "missing-texts locales/ja/server.yaml | nothing says what the gateway and the origin say in `ja` \
                 | copy `contract/texts/en.json` to this file, which may be JSON, and translate it"
            ]
        );
        let whole = serde_json::to_string(texts::reference()).unwrap();
        assert_eq!(texts_and_problems("ja", Some(&whole)).1, [""; 0]);
        let one_less = whole.replacen("\"ok\":\"OK\",", "", 1);
        assert_eq!(
            texts_and_problems("ja", Some(&one_less)).1,
            [
                "missing-text locales/ja/server.yaml:1 | `api.ok` is missing \
                 | add `ok:` under `api:`; in English it says “OK”"
            ]
        );
    }

    #[test]
    fn what_does_not_fit_is_told_with_its_place_and_its_remedy() {
        let rows = [
            (
                "api:\n  okay: Fine\n",
                "unknown-text locales/en/server.yaml:2 | no program says `okay` | remove it",
            ),
            (
                "api:\n  intrnal: Fine\n",
                "unknown-text locales/en/server.yaml:2 | no program says `intrnal` | did you mean `internal`?",
            ),
            (
                "mial: {}\n",
                "unknown-text locales/en/server.yaml:1 | no program says `mial` | did you mean `mail`?",
            ),
            (
                "mail:\n  codeIntro: \"Your code at {sight}:\"\n",
                "placeholder locales/en/server.yaml:2 | `mail.codeIntro` has {sight} where the program fills in {site} \
                 | in English it says “your sign-in code for {site} is:”",
            ),
            (
                "api:\n  ok: \"{site}\"\n",
                "placeholder locales/en/server.yaml:2 | `api.ok` has {site} where the program fills in no word in braces \
                 | in English it says “OK”",
            ),
            (
                "api:\n  ok: 5\n",
                "not-a-text locales/en/server.yaml:2 | `api.ok` is not a text | write a text; in English it says “OK”",
            ),
            (
                "api: OK\n",
                "not-a-text locales/en/server.yaml:1 | `api` has no keys \
                 | write `key: text` in each line, as in `contract/texts/en.json`",
            ),
        ];
        for (file, problem) in rows {
            assert_eq!(problems(file), [problem], "{file}");
        }
    }
}
