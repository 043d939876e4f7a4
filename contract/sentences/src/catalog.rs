//! The words of one language: `catalogs/<program>.<language>.yaml`, compiled in, read when the
//! first message is shown.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

use super::Language;
use yaml_reader as yaml;

/// English catalog.
const ENGLISH: &str = include_str!("../catalogs/generator.en.yaml");

/// Chinese catalog.
const CHINESE: &str = include_str!("../catalogs/generator.zh-CN.yaml");

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

    /// All of it.
    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Sentences)> {
        self.0.iter().map(|(key, sentences)| (&**key, sentences))
    }

    /// A catalog is compiled in, and a test reads it, so it is valid here.
    fn parse(text: &str) -> Self {
        let Ok(Value::Object(entries)) = yaml::parse(text) else {
            return Self(BTreeMap::new());
        };
        Self(
            entries
                .into_iter()
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
