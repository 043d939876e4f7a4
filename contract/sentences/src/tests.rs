//! The sources against the catalogs: each message has a text, and each text is used by a message.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use super::catalog::{Catalog, Sentences};
use super::template::{Piece, pieces};
use super::*;

/// How a message begins in the sources.
const BEGINNING: &str = "Message::new(";

/// How it gets a value.
const VALUE: &str = ".with(";

/// Folders whose crates have sentences.
const ROOMS: [&str; 4] = ["contract", "gateway", "generator", "origin"];

/// The sources of all crates without their tests: name → text.
fn sources() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let is_code = |entry: &DirEntry| {
        !["tests", "template"]
            .iter()
            .any(|name| entry.file_name() == *name)
    };
    let mut sources = BTreeMap::new();
    let walk = |room| WalkDir::new(root.join(room)).into_iter();
    for entry in ROOMS
        .into_iter()
        .flat_map(|room| walk(room).filter_entry(is_code))
    {
        let entry = entry.unwrap();
        let name = entry.path().strip_prefix(&root).unwrap();
        let name = name.to_string_lossy().into_owned();
        let is_test = name.contains("tests") || name.ends_with("fixtures.rs");
        if name.ends_with(".rs") && !is_test {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next();
            sources.insert(name, code.unwrap_or_default().to_owned());
        }
    }
    assert!(sources.len() > 100, "{}", sources.len());
    sources
}

/// The functions of a source, as texts.
fn functions(code: &str) -> impl Iterator<Item = &str> {
    let is_start = |(at, _): &(usize, &str)| {
        let line = code[..*at].rsplit('\n').next().unwrap_or_default();
        let before = line.trim_start();
        ["", "pub ", "pub ", "pub(super) "].contains(&before)
    };
    let mut starts: Vec<usize> = code
        .match_indices("fn ")
        .filter(is_start)
        .map(|(at, _)| at)
        .collect();
    starts.insert(0, 0);
    let ends = starts.clone().into_iter().skip(1).chain([code.len()]);
    starts
        .into_iter()
        .zip(ends)
        .map(|(start, end)| &code[start..end])
}

/// The text between quotes after each `beginning`; none where it is no text.
fn literals<'c>(code: &'c str, beginning: &'static str) -> impl Iterator<Item = Option<&'c str>> {
    code.split(beginning).skip(1).map(|rest| {
        let literal = rest.trim_start().strip_prefix('"')?;
        literal.split('"').next()
    })
}

/// Names in braces.
fn placeholders(sentence: &str) -> BTreeSet<&str> {
    pieces(sentence)
        .into_iter()
        .filter_map(|piece| match piece {
            Piece::Placeholder(name, _) => Some(name),
            Piece::Words(_) => None,
        })
        .collect()
}

/// Text and remedy under a key, those of its code where it has none.
fn sentences(language: Language, key: &str) -> [Option<&'static str>; 2] {
    let catalog = Catalog::in_language(language);
    let code = key.split('/').next().unwrap();
    let pick = |pick: fn(&Sentences) -> Option<&str>| {
        let of = |key: &str| catalog.get(key).and_then(pick);
        of(key).or_else(|| of(code))
    };
    [
        pick(|sentences| sentences.text.as_deref()),
        pick(|sentences| sentences.remedy.as_deref()),
    ]
}

#[test]
fn both_languages_have_the_same_keys_with_the_same_placeholders() {
    let [english, chinese] = [Language::English, Language::Chinese].map(Catalog::in_language);
    let keys = |catalog: &'static Catalog| catalog.iter().map(|(key, _)| key);
    assert!(keys(english).eq(keys(chinese)), "{:?}", {
        let [english, chinese] = [english, chinese].map(|c| keys(c).collect::<BTreeSet<_>>());
        english
            .symmetric_difference(&chinese)
            .copied()
            .collect::<Vec<_>>()
    });
    for (key, english) in english.iter() {
        let chinese = chinese.get(key).unwrap();
        for (english, chinese) in [
            (&english.text, &chinese.text),
            (&english.remedy, &chinese.remedy),
        ] {
            let of = |sentence: &'static Option<String>| sentence.as_deref().map(placeholders);
            assert_eq!(of(english), of(chinese), "{key}");
        }
    }
}

#[test]
fn chinese_is_written_in_chinese_and_english_in_english() {
    let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    for (language, expected) in [(Language::English, false), (Language::Chinese, true)] {
        for (key, Sentences { text, remedy }) in Catalog::in_language(language).iter() {
            for sentence in [text, remedy].into_iter().flatten() {
                let words = pieces(sentence);
                let has_words = words.iter().any(|piece| {
                    matches!(piece, Piece::Words(words) if words.chars().any(char::is_alphabetic))
                });
                assert!(
                    !has_words || is_chinese(sentence) == expected,
                    "{key}: {sentence}"
                );
                assert!(!sentence.ends_with(['.', '。']), "{key}: {sentence}");
            }
        }
    }
}

#[test]
fn whatever_the_sources_say_has_words_and_all_its_values() {
    for (name, code) in sources() {
        for function in functions(&code) {
            let given: BTreeSet<_> = literals(function, VALUE).flatten().collect();
            for key in literals(function, BEGINNING) {
                let key = key.unwrap_or_else(|| panic!("{name}: a key is not written out"));
                for language in [Language::English, Language::Chinese] {
                    let [text, remedy] = sentences(language, key);
                    let text = text.unwrap_or_else(|| panic!("{name}: no words for `{key}`"));
                    for sentence in [Some(text), remedy].into_iter().flatten() {
                        let missing: Vec<_> = placeholders(sentence)
                            .into_iter()
                            .filter(|name| !given.contains(name))
                            .collect();
                        let is_filled = missing.is_empty()
                            || key.starts_with("progress-bar")
                            || name == "contract/sentences/src/lib.rs";
                        assert!(is_filled, "{name}: `{key}` gets no {missing:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn no_words_are_left_that_nothing_says() {
    let sources = sources();
    let said: BTreeSet<&str> = sources
        .values()
        .flat_map(|code| {
            literals(code, BEGINNING)
                .chain(literals(code, "Self::new("))
                .flatten()
        })
        .collect();
    for (key, _) in Catalog::in_language(Language::English).iter() {
        let is_lent = said.iter().any(|said| said.split('/').next() == Some(key));
        assert!(said.contains(key) || is_lent, "nothing says `{key}`");
    }
}

#[test]
fn nothing_is_said_past_the_catalogs() {
    for (name, code) in sources() {
        // A value is a name, a number or a message, never half a sentence.
        for value in code.split(VALUE).skip(1) {
            let words = value
                .split_once(',')
                .map_or("", |(_, value)| value.trim_start());
            let words = words.strip_prefix("format!(").unwrap_or(words);
            let literal = words
                .strip_prefix('"')
                .and_then(|words| words.split('"').next());
            let is_sentence = literal.is_some_and(|literal| literal.contains(' '));
            assert!(
                !is_sentence,
                "{name}: {literal:?} belongs into the catalogs"
            );
        }
    }
}
