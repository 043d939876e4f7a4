//! Texts of the gateway and the origin in a language of the site's own: the file that a new site
//! gets, and the texts that a version adds to it. Without one of them no build is published.

use std::collections::BTreeMap;

use contract::texts::{self, Texts};
use serde_json::json;
use yaml_reader::edit::{self, EditError};

use super::catalogs::TEMPLATE_LOCALES;
use super::file::pretty;

/// Place of the texts of a language.
pub(super) fn place(code: &str) -> String {
    format!("locales/{code}/server.yaml")
}

/// The file of a language: as the template has it, else with the English texts. None for a language
/// that needs no file.
pub(super) fn file(code: &str) -> Option<String> {
    if texts::built_in_for(code).is_some() {
        return None;
    }
    // JSON is YAML, too; in English until it is translated.
    let english = || pretty(&json!(texts::reference()));
    Some(template_text(code).map_or_else(english, str::to_owned))
}

/// The text of a language's file with all texts that it lacks. Errors if it is written in a way in
/// which none can be added.
pub(super) fn complete(code: &str, text: &str) -> Result<String, EditError> {
    let known = template_text(code).and_then(|text| yaml_reader::parse(text).ok());
    let known: Texts = known
        .and_then(|texts| serde_json::from_value(texts).ok())
        .unwrap_or_default();
    let own = yaml_reader::parse(text).map_err(EditError::Broken)?;
    let mut completed = text.to_owned();
    for (section, english) in texts::reference() {
        let known = known.get(section);
        let said = |key: &String| known.and_then(|known| known.get(key));
        let all = english.iter();
        let all = all.map(|(key, english)| (key, said(key).unwrap_or(english)));
        match own.get(section).filter(|texts| !texts.is_null()) {
            None => {
                let all: BTreeMap<_, _> = all.collect();
                completed = edit::set(&completed, &format!("/{section}"), &json!(all))?;
            }
            Some(texts) => {
                for (key, text) in all.filter(|(key, _)| texts.get(key).is_none()) {
                    completed = edit::set(&completed, &format!("/{section}/{key}"), &json!(text))?;
                }
            }
        }
    }
    Ok(completed)
}

/// The file of a language as the template has it.
fn template_text(code: &str) -> Option<&'static str> {
    TEMPLATE_LOCALES
        .get_file(format!("{code}/server.yaml"))?
        .contents_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file without the lines of these texts.
    fn without(text: &str, keys: &[&str]) -> String {
        let is_other = |line: &&str| !keys.iter().any(|key| line.trim_start().starts_with(key));
        text.split_inclusive('\n').filter(is_other).collect()
    }

    fn text_at(text: &str, pointer: &str) -> String {
        let value = yaml_reader::parse(text).unwrap();
        value.pointer(pointer).unwrap().as_str().unwrap().to_owned()
    }

    #[test]
    fn a_file_gets_the_texts_that_it_lacks_and_keeps_its_own() {
        let whole = file("ja").unwrap();
        let older = without(&whole, &["notWechatPage:", "wechatAway:"])
            .replace("ok: 成功しました", "ok: よし # ours");
        assert_ne!(older, whole);
        let completed = complete("ja", &older).unwrap();
        for key in ["/api/notWechatPage", "/api/wechatAway"] {
            assert_eq!(text_at(&completed, key), text_at(&whole, key));
        }
        assert!(completed.contains("ok: よし # ours"), "{completed}");
        assert_eq!(complete("ja", &completed).unwrap(), completed);
    }

    #[test]
    fn texts_of_a_language_that_the_template_lacks_are_english() {
        let whole = file("fr").unwrap();
        for older in ["", "api:\n  ok: Bien\n", "api: {ok: Bien}\nmail:\n"] {
            let completed = complete("fr", older).unwrap();
            let own = yaml_reader::parse(&completed).unwrap();
            let reference = yaml_reader::parse(&whole).unwrap();
            for (section, texts) in reference.as_object().unwrap() {
                for (key, english) in texts.as_object().unwrap() {
                    let is_own = !older.is_empty() && section == "api" && key == "ok";
                    let expected = if is_own { &json!("Bien") } else { english };
                    assert_eq!(own[section][key], *expected, "{section}.{key} in {older:?}");
                }
            }
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_not_changed() {
        for text in ["api: [", "- a list\n", "api: a text\n"] {
            assert!(complete("fr", text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn languages_that_portico_has_need_no_file() {
        for code in ["en", "en-GB", "zh-CN"] {
            assert_eq!(file(code), None, "{code}");
        }
    }
}
