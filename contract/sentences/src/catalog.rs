//! The words of one language: `catalogs/<program>.<language>.yaml`, compiled in, read when the
//! first message is shown.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::Language;
use yaml_reader as yaml;

/// English, by program.
const ENGLISH: [&str; 3] = [
    include_str!("../catalogs/gateway.en.yaml"),
    include_str!("../catalogs/generator.en.yaml"),
    include_str!("../catalogs/origin.en.yaml"),
];

/// Chinese, by program.
const CHINESE: [&str; 3] = [
    include_str!("../catalogs/gateway.zh-CN.yaml"),
    include_str!("../catalogs/generator.zh-CN.yaml"),
    include_str!("../catalogs/origin.zh-CN.yaml"),
];

/// Sentences of one language, by key.
#[derive(Debug)]
pub(super) struct Catalog(BTreeMap<String, Sentences>);

/// Sentences about one thing.
#[derive(Debug, Default)]
pub(super) struct Sentences {
    /// The reason, or the whole message.
    pub(super) text: Option<String>,
    /// The remedy.
    pub(super) remedy: Option<String>,
}

impl Catalog {
    /// The catalog of that language.
    pub(super) fn in_language(language: Language) -> &'static Self {
        static CATALOGS: [LazyLock<Catalog>; 2] = [
            LazyLock::new(|| Catalog::parse(ENGLISH)),
            LazyLock::new(|| Catalog::parse(CHINESE)),
        ];
        match language {
            Language::English => &CATALOGS[0],
            Language::Chinese => &CATALOGS[1],
        }
    }

    /// The sentences under that key.
    pub(super) fn get(&self, key: &str) -> Option<&Sentences> {
        self.0.get(key)
    }

    /// All messages, in their order.
    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Sentences)> {
        self.0.iter().map(|(key, sentences)| (&**key, sentences))
    }

    /// Catalogs are compiled in, and a test reads them, so they are valid here. A key is in one of
    /// them.
    fn parse(texts: [&str; 3]) -> Self {
        let entries = |text| match yaml::parse(text) {
            Ok(Value::Object(entries)) => entries,
            _ => Map::new(),
        };
        let entries = texts.into_iter().flat_map(entries);
        Self(
            entries
                .map(|(key, entry)| (key, Sentences::from_yaml(&entry)))
                .collect(),
        )
    }
}

impl Sentences {
    /// Either one sentence, or `reason` and `remedy`.
    fn from_yaml(entry: &Value) -> Self {
        let sentence = |value: &Value| value.as_str().map(str::to_owned);
        match entry {
            Value::String(text) => Self {
                text: Some(text.clone()),
                remedy: None,
            },
            entry => Self {
                text: sentence(&entry["reason"]),
                remedy: sentence(&entry["remedy"]),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_catalog_is_valid_and_no_key_is_in_two() {
        for (texts, language) in [(ENGLISH, Language::English), (CHINESE, Language::Chinese)] {
            let keys = texts.map(|text| yaml::parse(text).unwrap().as_object().unwrap().len());
            assert!(keys.iter().all(|count| *count > 50), "{keys:?}");
            let all = Catalog::in_language(language).0.len();
            assert_eq!(all, keys.iter().sum::<usize>(), "{language:?}");
        }
    }
}
