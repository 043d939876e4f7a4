//! Sentences for the people who run a program, in their language.
//!
//! A [`Message`] is a key of the catalogs (`catalogs/generator.en.yaml`, `.zh-CN.yaml` and those of
//! the other programs) and the values of its placeholders. It becomes text only where a person
//! reads it, so the code that finds a problem knows neither the text nor the language. Tests in
//! `tests.rs` walk through the sources: each key has a text in both languages, and no text bypasses
//! the catalogs.

pub mod language;

mod argument;
mod catalog;
mod explain;
mod template;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Map;

pub use argument::Argument;
use catalog::{Catalog, Sentences};
pub use explain::explain;
pub use language::{Language, LanguageOption};

/// Placeholder of the word that was meant, advised in place of the problem's own remedy.
const SUGGESTION: &str = "suggestion";

/// A message for a person: a key of the catalogs, with the values of its placeholders.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Message {
    /// `unknown-field`, or `unknown-field/alone` for other words about the same problem.
    key: Cow<'static, str>,
    values: Vec<(Cow<'static, str>, Argument)>,
}

impl Message {
    /// The message of the catalogs called `key`.
    pub fn new(key: &'static str) -> Self {
        Self {
            key: key.into(),
            values: Vec::new(),
        }
    }

    /// Adds a value for the placeholder `name`.
    pub fn with(mut self, name: &'static str, value: impl Into<Argument>) -> Self {
        self.values.push((name.into(), value.into()));
        self
    }

    /// The message; if there is a near name, `near`, the remedy suggests it.
    pub fn suggest(self, near: Option<impl Into<String>>) -> Self {
        match near {
            Some(near) => self.with(SUGGESTION, near.into()),
            None => self,
        }
    }

    /// Stable name of its subject, whichever text it uses: `unknown-field`.
    pub fn code(&self) -> &str {
        self.key.split('/').next().unwrap_or_default()
    }

    /// The reason; the whole message, where there is no remedy.
    pub fn text(&self, language: Language) -> String {
        self.words(language, |sentences| sentences.text.as_deref())
    }

    /// The remedy.
    pub fn remedy(&self, language: Language) -> String {
        if let Some(near) = self.get(SUGGESTION) {
            let words = Self::new("did-you-mean").with(SUGGESTION, near.clone());
            return words.text(language);
        }
        self.words(language, |sentences| sentences.remedy.as_deref())
    }

    /// The value of a placeholder, if it is a text.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        let mut values = self.values.iter();
        let (_, value) = values.find(|(known, _)| known == name)?;
        match value {
            Argument::Text(text) | Argument::Literal(text) => Some(text),
            _ => None,
        }
    }

    /// The values as data, for programs.
    pub fn data(&self, language: Language) -> Map<String, serde_json::Value> {
        let values = self.values.iter();
        values
            .map(|(name, value)| (name.to_string(), value.data(language)))
            .collect()
    }

    /// An error with this message, followed by its cause.
    pub fn because(self, cause: impl Into<anyhow::Error>) -> anyhow::Error {
        let cause = cause.into();
        anyhow::Error::new(Explained {
            message: self,
            cause,
        })
    }

    fn get(&self, name: &str) -> Option<&Argument> {
        let mut values = self.values.iter();
        values
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// The sentence that `pick` takes from the catalog; words about one problem that lack it share
    /// that of the problem.
    fn words(&self, language: Language, pick: fn(&Sentences) -> Option<&str>) -> String {
        let catalog = Catalog::in_language(language);
        let sentence = |key: &str| catalog.get(key).and_then(pick);
        match sentence(&self.key).or_else(|| sentence(self.code())) {
            Some(sentence) => template::fill(sentence, language, |name| self.get(name)),
            // No key is missing (a test checks it), except in files that another version wrote.
            None => self.key.to_string(),
        }
    }
}

/// Shows the message in English, as logs are.
impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl std::error::Error for Message {}

/// Makes a type an error: its method `message` has the words, and logs have them in English.
#[macro_export]
macro_rules! error_in_words {
    ($error:ty) => {
        impl ::std::fmt::Display for $error {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                self.message().fmt(f)
            }
        }

        impl ::std::error::Error for $error {}
    };
}

/// A message with its cause.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Explained {
    /// The failure.
    pub message: Message,
    #[source]
    cause: anyhow::Error,
}

/// Number of names that a sentence lists; the rest are counted.
const NAMED: usize = 5;

/// The first of some names, and how many more there are: `a, b, … (+3)`.
pub fn join_first(names: &[String]) -> String {
    let named = names.get(..NAMED).unwrap_or(names);
    match names.len() - named.len() {
        0 => named.join(", "),
        more => format!("{}, … (+{more})", named.join(", ")),
    }
}

#[cfg(test)]
mod tests;
