//! Texts for people, in every language of the site.
//!
//! The live build carries the languages and their texts; before the first build Portico's own
//! speak. A catalog is a struct, so the code cannot ask for a key that does not exist.

use std::collections::BTreeMap;
use std::sync::Arc;

use contract::locale::Locale;
use contract::origin_data::OriginData;
use contract::texts::{self, BUILT_IN};
use sentences::Message;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IntoDeserializer, value};

use crate::html::escape;

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
    /// The site's own document around e-mails, with the places of
    /// [`contract::origin_data::MAIL_PLACES`] except `{url}`, which is filled in.
    pub mail_page: Option<Arc<str>>,
}

/// `msg` of answers: one field per thing that can be said.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ApiTexts {
    /// Success, beside `data` of an answer.
    pub ok: String,
    /// There is no call `{call}`: a method and a path.
    pub unknown_call: String,
    /// The path has other methods: `{allow}`.
    pub method_not_allowed: String,
    /// The body's content type is not JSON.
    pub not_json: String,
    /// The body does not parse at `{place}`.
    pub malformed_body: String,
    /// The body has more than `{kilobytes}` KB.
    pub body_too_large: String,
    /// The body broke off, or took too long.
    pub body_incomplete: String,
    /// There is no such kind of captcha.
    pub unknown_kind: String,
    /// A search has no question, or one that is too long.
    pub bad_question: String,
    /// Another parameter of a search is not valid.
    pub bad_page: String,
    /// The messages are no conversation that ends with a question.
    pub bad_conversation: String,
    /// The answer to a captcha is wrong or late, or was given before.
    pub captcha_refused: String,
    /// The text is no e-mail address.
    pub bad_email: String,
    /// The text is no display name, which has at most `{max}` characters.
    pub bad_name: String,
    /// A code was sent a moment ago; the next one may be sent in `{seconds}` s.
    pub code_too_soon: String,
    /// The address has had all its codes; the next one may be sent in `{minutes}` min.
    pub too_many_codes: String,
    /// The client has made all its calls; the next one may be made in `{seconds}` s.
    pub too_many_calls: String,
    /// The code does not count; the text reveals no reason.
    pub code_refused: String,
    /// The accepted agreements are not those of the live build.
    pub agreements_changed: String,
    /// The e-mail with the code could not be sent.
    pub mail_failed: String,
    /// The call has no valid token of a session.
    pub signed_out: String,
    /// The person has no session of this id.
    pub unknown_session: String,
    /// The site has no such form, or none that takes a file.
    pub unknown_form: String,
    /// No message has this link, or no longer.
    pub unknown_message: String,
    /// The person is no recipient of messages.
    pub needs_recipient: String,
    /// No message has this number, or no longer.
    pub unknown_number: String,
    /// The message has no file.
    pub no_message_file: String,
    /// The file of the message is not scanned yet.
    pub file_not_scanned: String,
    /// The file of the message is infected.
    pub file_infected: String,
    /// The message was not done.
    pub not_done: String,
    /// The sender took the message back.
    pub message_withdrawn: String,
    /// The key of a message has not the form of one.
    pub bad_key: String,
    /// Answers are refused; `{fields}` are their names for people.
    pub fields_refused: String,
    /// The accepted privacy text is not that of the live build.
    pub privacy_changed: String,
    /// A captcha has to be solved, as many messages came from the network.
    pub captcha_needed: String,
    /// The client does not speak tus 1.0.0.
    pub not_tus: String,
    /// The body is not declared as bytes of an upload.
    pub not_bytes: String,
    /// The header `{header}` of an upload is missing or malformed.
    pub bad_upload_header: String,
    /// No file may have such a name.
    pub bad_file_name: String,
    /// The form takes no file of this kind.
    pub bad_file_kind: String,
    /// The file has no byte.
    pub empty_file: String,
    /// The file has more than `{megabytes}` MB.
    pub file_too_large: String,
    /// No upload has this id, or no longer.
    pub unknown_upload: String,
    /// The upload stopped at another byte.
    pub upload_elsewhere: String,
    /// More bytes came than were announced.
    pub upload_too_long: String,
    /// Another call writes to the upload.
    pub upload_contested: String,
    /// The site is not connected with Feishu.
    pub no_feishu: String,
    /// Feishu's code is used, expired or made up.
    pub feishu_code_refused: String,
    /// Feishu does not vouch for the person, or the person may not make an account.
    pub feishu_person_refused: String,
    /// Feishu takes the next question in `{seconds}` s.
    pub feishu_busy: String,
    /// Feishu cannot be reached, or refuses the site.
    pub feishu_away: String,
    /// The session was not begun by Feishu.
    pub needs_feishu: String,
    /// The address is no page of the site that Feishu shows.
    pub not_feishu_page: String,
    /// The address is no page of the site.
    pub not_wechat_page: String,
    /// WeChat cannot be reached, or refuses the site.
    pub wechat_away: String,
    /// No supplier has this id.
    pub unknown_supplier: String,
    /// The parameter `{name}` of the query is not valid.
    pub bad_query: String,
    /// No build is published.
    pub no_build: String,
    /// The origin data that `{header}` names does not exist.
    pub unknown_data: String,
    /// The value of `{header}` has not the form of a hash.
    pub bad_data_hash: String,
    /// A passing fault of the service.
    pub unavailable: String,
    /// A fault of the service itself.
    pub internal: String,
}

/// E-mails.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MailTexts {
    /// Subject of the letter with a code; `{code}` and `{site}` are filled in.
    pub code_subject: String,
    /// Greeting of the letter with a code.
    pub code_greeting: String,
    /// Sentence before the code; `{site}` is filled in.
    pub code_intro: String,
    /// How long the code works; `{minutes}` are filled in.
    pub code_validity: String,
    /// Advice to a person that asked for no code.
    pub code_unasked: String,
    /// A fact in one line: `{label}` and `{value}`.
    pub fact: String,
    /// Name of the fact "number of the message".
    pub fact_number: String,
    /// Name of the fact "form".
    pub fact_form: String,
    /// Name of the fact "time of arrival".
    pub fact_received: String,
    /// Name of the fact "file".
    pub fact_file: String,
    /// Value of the fact "file" for a message without one.
    pub fact_no_file: String,
    /// Subject of a confirmation; `{site}` and `{number}` are filled in.
    pub confirmation_subject: String,
    /// Greeting of a confirmation.
    pub confirmation_greeting: String,
    /// First sentences of a confirmation; `{site}` is filled in.
    pub confirmation_intro: String,
    /// Next steps, where the form has no words of its own for them.
    pub confirmation_next: String,
    /// Words of the link that shows and withdraws the message.
    pub confirmation_link: String,
    /// Warning not to pass the link on.
    pub confirmation_secret: String,
    /// Advice to a person that sent no message.
    pub confirmation_unasked: String,
    /// Title of a notice of a new message; `{number}` and `{form}` are filled in.
    pub received_subject: String,
    /// First sentence of a notice of a new message; `{form}` is filled in.
    pub received_intro: String,
    /// Advice on reading a new message; `{number}` is filled in.
    pub received_task: String,
    /// Title of a notice of a withdrawn message; `{number}` and `{form}` are filled in.
    pub withdrawn_subject: String,
    /// First sentences of a notice of a withdrawn message; `{number}` is filled in.
    pub withdrawn_intro: String,
    /// Request to delete all copies of a withdrawn message.
    pub withdrawn_task: String,
}

/// A value of the `language` header: `zh`.
type Language = String;

/// Why the texts cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum TextsError {
    /// A text is missing; a test keeps it from happening with the texts of a released binary.
    Catalog {
        /// Locale code.
        code: String,
        /// The missing key.
        source: value::Error,
    },
    /// There is no default language.
    Default,
}

impl TextsError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Catalog { code, .. } => Message::new("texts-of").with("language", code),
            Self::Default => Message::new("texts-default"),
        }
    }
}

impl Texts {
    /// Portico's own languages.
    pub fn built_in() -> Result<Self, TextsError> {
        let languages = BUILT_IN.iter();
        Self::new(languages.map(|one| (&one.locale, Some(&one.texts))), None)
    }

    /// The languages of a build. One from before builds had any has the built-in ones.
    pub fn from_build(data: &OriginData) -> Result<Self, TextsError> {
        if data.locales.is_empty() {
            return Self::built_in();
        }
        let languages = data.locales.iter();
        let languages = languages.map(|locale| (locale, data.texts.get(&locale.language)));
        Self::new(languages, mail_page(data).as_ref())
    }

    fn new<'a>(
        languages: impl Iterator<Item = (&'a Locale, Option<&'a texts::Texts>)>,
        mail_page: Option<&Arc<str>>,
    ) -> Result<Self, TextsError> {
        let mut catalogs = BTreeMap::new();
        let mut default = None;
        for (locale, texts) in languages {
            let mut catalog = Catalog::new(locale, texts)?;
            catalog.mail_page = mail_page.cloned();
            let catalog = Arc::new(catalog);
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
            mail_page: None,
        })
    }
}

fn mail_page(data: &OriginData) -> Option<Arc<str>> {
    let page = data.mail_page.replace("{url}", &escape(&data.site_url));
    (!page.is_empty()).then(|| page.into())
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
