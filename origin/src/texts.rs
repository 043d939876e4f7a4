//! What the origin says to people, in every language of the site: `locales/<code>/server.yaml`, compiled in.
//!
//! A catalog is a struct, so a key that is missing, misspelt or superfluous is found when the catalog is parsed, and the code
//! cannot ask for a key that does not exist.

use std::collections::BTreeMap;

use contract::locale::{Locale, LocalesError};
use serde::Deserialize;

/// The one list of locales.
const LOCALES: &str = include_str!("../../locales/locales.json");

/// Locale code → its catalog. A new locale needs a row here; a test says so.
const SOURCES: [(&str, &str); 2] = [
    ("zh-CN", include_str!("../../locales/zh-CN/server.yaml")),
    ("en", include_str!("../../locales/en/server.yaml")),
];

/// All catalogs, by the value of the `language` header.
#[derive(Debug)]
pub(crate) struct Texts {
    catalogs: BTreeMap<String, Catalog>,
    default: Language,
}

/// The texts of one language.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Catalog {
    /// `msg` of answers.
    pub(crate) api: ApiTexts,
    /// E-mails.
    pub(crate) mail: MailTexts,
}

/// `msg` of answers: one field per thing that can be said.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ApiTexts {
    pub(crate) ok: String,
    pub(crate) unknown_call: String,
    pub(crate) method_not_allowed: String,
    pub(crate) not_json: String,
    pub(crate) malformed_body: String,
    pub(crate) body_too_large: String,
    pub(crate) body_incomplete: String,
    pub(crate) unknown_kind: String,
    pub(crate) captcha_refused: String,
    pub(crate) bad_email: String,
    pub(crate) bad_name: String,
    pub(crate) code_too_soon: String,
    pub(crate) too_many_codes: String,
    pub(crate) too_many_calls: String,
    pub(crate) code_refused: String,
    pub(crate) agreements_changed: String,
    pub(crate) mail_failed: String,
    pub(crate) signed_out: String,
    pub(crate) unknown_session: String,
    pub(crate) no_build: String,
    pub(crate) unknown_data: String,
    pub(crate) bad_data_hash: String,
    pub(crate) unavailable: String,
    pub(crate) internal: String,
}

/// E-mails.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MailTexts {
    /// The locale's code, for `Content-Language` and `lang`; set when the catalog is loaded.
    #[serde(skip)]
    pub(crate) locale: String,
    /// The locale's `language`, for what the content says in several; set when the catalog is loaded.
    #[serde(skip)]
    pub(crate) language: Language,
    pub(crate) code_subject: String,
    pub(crate) code_greeting: String,
    pub(crate) code_intro: String,
    pub(crate) code_validity: String,
    pub(crate) code_unasked: String,
}

/// A value of the `language` header: `zh`.
type Language = String;

/// Why the texts cannot be used; a test keeps it from happening in a released binary.
#[derive(Debug, thiserror::Error)]
pub enum TextsError {
    /// A catalog does not parse.
    #[error("locales/{code}/server.yaml: {reason}")]
    Catalog {
        /// Locale code.
        code: String,
        /// What the parser says.
        reason: String,
    },
    /// The list of locales does not parse.
    #[error("locales/locales.json does not parse")]
    List(#[from] serde_json::Error),
    /// The list of locales breaks a rule.
    #[error("locales/locales.json cannot be used")]
    Locales(#[from] LocalesError),
}

impl Texts {
    /// Parses what was compiled in.
    pub(crate) fn load() -> Result<Self, TextsError> {
        let locales: Vec<Locale> = serde_json::from_str(LOCALES)?;
        contract::locale::check(&locales)?;
        let default = locales.iter().find(|locale| locale.default);
        let default = default.ok_or(LocalesError::Default(0))?.language.clone();
        let catalogs = locales
            .into_iter()
            .map(|locale| {
                let mut catalog = catalog(&locale.code)?;
                catalog.mail.locale = locale.code;
                catalog.mail.language.clone_from(&locale.language);
                Ok((locale.language, catalog))
            })
            .collect::<Result<_, TextsError>>()?;
        Ok(Self { catalogs, default })
    }

    /// The language of visitors who ask for none.
    pub(crate) fn default_language(&self) -> &str {
        &self.default
    }

    /// The catalog of a language, or of the default one.
    pub(crate) fn catalog(&self, language: &str) -> &Catalog {
        self.catalogs
            .get(language)
            .unwrap_or_else(|| &self.catalogs[&self.default])
    }
}

fn catalog(code: &str) -> Result<Catalog, TextsError> {
    let failed = |reason: String| TextsError::Catalog {
        code: code.to_owned(),
        reason,
    };
    let source = SOURCES.iter().find(|(known, _)| *known == code);
    let (_, yaml) = source.ok_or_else(|| failed("it is not compiled in".to_owned()))?;
    serde_saphyr::from_str(yaml).map_err(|error| failed(error.to_string()))
}

/// Puts values into a text: `fill("in {seconds} s", &[("seconds", "5")])` → `in 5 s`. Values are not searched for braces.
pub(crate) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let value = after.split_once('}').and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value, after))
        });
        match value {
            Some((value, after)) => {
                filled.push_str(value);
                rest = after;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Key → the placeholders of its text.
    fn placeholders(yaml: &str) -> BTreeMap<String, Vec<String>> {
        let tree: BTreeMap<String, BTreeMap<String, String>> =
            serde_saphyr::from_str(yaml).unwrap();
        let names = |text: &str| {
            let mut names: Vec<String> = text
                .split('{')
                .skip(1)
                .filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()))
                .collect();
            names.sort();
            names.dedup();
            names
        };
        tree.iter()
            .flat_map(|(part, texts)| {
                texts
                    .iter()
                    .map(move |(key, text)| (format!("{part}.{key}"), names(text)))
            })
            .collect()
    }

    #[test]
    fn every_locale_has_a_catalog_with_every_key_that_the_code_uses() {
        let texts = Texts::load().unwrap();
        assert_eq!(
            texts.catalogs.len(),
            SOURCES.len(),
            "a catalog belongs to no locale"
        );
        assert_eq!(texts.default_language(), "zh");
    }

    #[test]
    fn catalogs_have_the_same_keys_and_placeholders_and_no_empty_text() {
        let [(_, first), others @ ..] = SOURCES;
        for (code, yaml) in others {
            assert_eq!(placeholders(yaml), placeholders(first), "{code}");
        }
        for (code, yaml) in SOURCES {
            let tree: BTreeMap<String, BTreeMap<String, String>> =
                serde_saphyr::from_str(yaml).unwrap();
            for (key, text) in tree.values().flatten() {
                assert!(!text.trim().is_empty(), "{code}: {key}");
            }
        }
    }

    #[test]
    fn an_unknown_language_gets_the_default_one() {
        let texts = Texts::load().unwrap();
        assert_eq!(texts.catalog("en").api.ok, "OK");
        assert_eq!(texts.catalog("fr").api.ok, texts.catalog("zh").api.ok);
    }

    #[test]
    fn values_with_braces_are_not_filled_again() {
        assert_eq!(
            fill("{a} and {b}{", &[("a", "{b}"), ("b", "2")]),
            "{b} and 2{"
        );
        assert_eq!(fill("{unknown} {a", &[("a", "1")]), "{unknown} {a");
    }
}
