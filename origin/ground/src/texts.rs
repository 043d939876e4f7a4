//! Texts for people, in every language of the site.
//!
//! The live build carries the languages and their texts; before the first build Portico's own
//! speak. A catalog is a struct, so the code cannot ask for a key that does not exist.

use std::collections::BTreeMap;
use std::sync::Arc;

use contract::locale::Locale;
use contract::origin_data::OriginData;
use contract::texts::{self, BUILT_IN};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IntoDeserializer, value};

/// All catalogs, by the value of the `language` header.
#[derive(Debug)]
pub struct Texts {
    catalogs: BTreeMap<Language, Arc<Catalog>>,
    default: Arc<Catalog>,
}

/// The texts of one language.
#[derive(Clone, Debug)]
pub struct Catalog {
    /// The language.
    pub locale: Locale,
    /// `msg` of answers.
    pub api: ApiTexts,
    /// E-mails.
    pub mail: MailTexts,
}

/// `msg` of answers: one field per thing that can be said.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ApiTexts {
    pub ok: String,
    pub unknown_call: String,
    pub method_not_allowed: String,
    pub not_json: String,
    pub malformed_body: String,
    pub body_too_large: String,
    pub body_incomplete: String,
    pub unknown_kind: String,
    pub bad_question: String,
    pub bad_page: String,
    pub bad_conversation: String,
    pub captcha_refused: String,
    pub bad_email: String,
    pub bad_name: String,
    pub code_too_soon: String,
    pub too_many_codes: String,
    pub too_many_calls: String,
    pub code_refused: String,
    pub agreements_changed: String,
    pub mail_failed: String,
    pub signed_out: String,
    pub unknown_session: String,
    pub unknown_form: String,
    pub unknown_message: String,
    pub bad_key: String,
    pub fields_refused: String,
    pub privacy_changed: String,
    pub captcha_needed: String,
    pub not_tus: String,
    pub not_bytes: String,
    pub bad_upload_header: String,
    pub bad_file_name: String,
    pub bad_file_kind: String,
    pub empty_file: String,
    pub file_too_large: String,
    pub unknown_upload: String,
    pub upload_elsewhere: String,
    pub upload_too_long: String,
    pub upload_contested: String,
    pub no_feishu: String,
    pub feishu_code_refused: String,
    pub feishu_person_refused: String,
    pub feishu_busy: String,
    pub feishu_away: String,
    pub needs_feishu: String,
    pub not_feishu_page: String,
    pub unknown_supplier: String,
    pub bad_query: String,
    pub no_build: String,
    pub unknown_data: String,
    pub bad_data_hash: String,
    pub unavailable: String,
    pub internal: String,
}

/// E-mails.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MailTexts {
    pub code_subject: String,
    pub code_greeting: String,
    pub code_intro: String,
    pub code_validity: String,
    pub code_unasked: String,
    pub fact: String,
    pub fact_number: String,
    pub fact_form: String,
    pub fact_received: String,
    pub fact_file: String,
    pub fact_no_file: String,
    pub confirmation_subject: String,
    pub confirmation_greeting: String,
    pub confirmation_intro: String,
    pub confirmation_next: String,
    pub confirmation_link: String,
    pub confirmation_secret: String,
    pub confirmation_unasked: String,
    pub received_subject: String,
    pub received_intro: String,
    pub received_task: String,
    pub withdrawn_subject: String,
    pub withdrawn_intro: String,
    pub withdrawn_task: String,
}

/// A value of the `language` header: `zh`.
type Language = String;

/// Why the texts cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TextsError {
    /// A text is missing; a test keeps it from happening with the texts of a released binary.
    #[error("the texts of `{code}`")]
    Catalog {
        /// Locale code.
        code: String,
        /// The missing key.
        source: value::Error,
    },
    /// There is no default language.
    #[error("none of the site's languages is the default one")]
    Default,
}

impl Texts {
    /// Portico's own languages.
    pub fn built_in() -> Result<Self, TextsError> {
        let languages = BUILT_IN.iter();
        Self::new(languages.map(|one| (&one.locale, Some(&one.texts))))
    }

    /// The languages of a build. One from before builds had any has the built-in ones.
    pub fn from_build(data: &OriginData) -> Result<Self, TextsError> {
        if data.locales.is_empty() {
            return Self::built_in();
        }
        let languages = data.locales.iter();
        Self::new(languages.map(|locale| (locale, data.texts.get(&locale.language))))
    }

    fn new<'a>(
        languages: impl Iterator<Item = (&'a Locale, Option<&'a texts::Texts>)>,
    ) -> Result<Self, TextsError> {
        let mut catalogs = BTreeMap::new();
        let mut default = None;
        for (locale, texts) in languages {
            let catalog = Arc::new(Catalog::new(locale, texts)?);
            if locale.default {
                default = Some(Arc::clone(&catalog));
            }
            catalogs.insert(locale.language.clone(), catalog);
        }
        let default = default.ok_or(TextsError::Default)?;
        Ok(Self { catalogs, default })
    }

    /// Whether the paths of a language begin with this segment.
    pub fn has_prefix(&self, segment: &str) -> bool {
        let mut catalogs = self.catalogs.values();
        !segment.is_empty() && catalogs.any(|one| one.locale.prefix == segment)
    }

    /// The language of visitors who ask for none, or for one that the site does not speak.
    pub fn default_language(&self) -> &str {
        &self.default.locale.language
    }

    /// The catalog of a language, or of the default one.
    pub fn catalog(&self, language: &str) -> &Arc<Catalog> {
        self.catalogs.get(language).unwrap_or(&self.default)
    }
}

impl Catalog {
    fn new(locale: &Locale, texts: Option<&texts::Texts>) -> Result<Self, TextsError> {
        let mut all = texts::complete(&locale.code, texts);
        let failed = |source| TextsError::Catalog {
            code: locale.code.clone(),
            source,
        };
        Ok(Self {
            api: section(&mut all, "api").map_err(failed)?,
            mail: section(&mut all, "mail").map_err(failed)?,
            locale: locale.clone(),
        })
    }
}

fn section<T: DeserializeOwned>(all: &mut texts::Texts, name: &str) -> Result<T, value::Error> {
    T::deserialize(all.remove(name).unwrap_or_default().into_deserializer())
}

/// Puts values into a text: `fill("in {seconds} s", &[("seconds", "5")])` → `in 5 s`. Values are
/// not searched for braces.
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
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

    #[test]
    fn the_built_in_languages_have_every_text_that_the_code_uses() {
        let texts = Texts::built_in().unwrap();
        assert_eq!(texts.catalogs.len(), BUILT_IN.len());
        assert_eq!(texts.default_language(), "zh");
        assert_eq!(texts.catalog("en").api.ok, "OK");
    }

    #[test]
    fn a_builds_languages_and_its_default_are_spoken_and_no_others() {
        let data: OriginData = serde_json::from_value(serde_json::json!({
            "systemConfig": {}, "protocolConfig": {},
            "locales": [
                { "code": "en", "name": "English", "dir": "ltr", "prefix": "", "language": "en", "default": true },
                { "code": "ja", "name": "日本語", "dir": "ltr", "prefix": "ja", "language": "ja" },
            ],
            "texts": { "ja": { "api": { "ok": "成功しました" } } },
        }))
        .unwrap();
        let texts = Texts::from_build(&data).unwrap();
        assert_eq!(texts.default_language(), "en");
        let ok = |language: &str| texts.catalog(language).api.ok.clone();
        assert_eq!(
            [ok("ja"), ok("en"), ok("zh"), ok("fr")],
            ["成功しました", "OK", "OK", "OK"]
        );
    }

    #[test]
    fn a_build_from_before_builds_had_texts_has_the_built_in_ones() {
        let texts = Texts::from_build(&OriginData::default()).unwrap();
        assert_eq!(texts.catalog("zh").api.ok, "成功");
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
