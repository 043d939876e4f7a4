//! The languages of a new site, and the language of the template that is used for each.

use contract::locale::{Direction, Locale};

use generator_ground::message::Message;

/// Languages in which the template is written; the first is used for those that it lacks.
pub(super) const WRITTEN: [&str; 3] = ["en", "zh-CN", "ja"];

/// Names of languages in themselves.
const NAMES: [(&str, &str); 26] = [
    ("ar", "العربية"),
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en", "English"),
    ("es", "Español"),
    ("fa", "فارسی"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("he", "עברית"),
    ("hi", "हिन्दी"),
    ("id", "Bahasa Indonesia"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("ru", "Русский"),
    ("sv", "Svenska"),
    ("th", "ไทย"),
    ("tr", "Türkçe"),
    ("vi", "Tiếng Việt"),
    ("zh-CN", "简体中文"),
    ("zh-TW", "繁體中文"),
];

/// Languages that are written from right to left.
const FROM_RIGHT: [&str; 4] = ["ar", "fa", "he", "ur"];

/// The languages of a site, the default one first; never none.
#[derive(Clone, Debug)]
pub struct Languages(Vec<SiteLanguage>);

/// A language of a site.
#[derive(Clone, Debug)]
pub struct SiteLanguage {
    /// Row of the language in `locales.json`.
    pub locale: Locale,
    /// Language of the template from which the language's files are copied.
    pub(super) written: &'static str,
}

impl Languages {
    /// Languages by their codes, as `en`, or `eo=Esperanto`; the first is the site's default.
    pub fn parse(codes: &[&str]) -> Result<Self, Message> {
        let mut languages: Vec<SiteLanguage> = Vec::new();
        for given in codes {
            let (code, name) = match given.split_once('=') {
                Some((code, name)) => (code, Some(name)),
                None => (
                    *given,
                    NAMES
                        .iter()
                        .find(|(code, _)| code == given)
                        .map(|(_, name)| *name),
                ),
            };
            if !is_code(code) {
                return Err(Message::new("new-no-language").with("code", code));
            }
            let Some(name) = name else {
                return Err(Message::new("new-unnamed-language").with("code", code));
            };
            if languages.iter().any(|other| other.locale.code == code) {
                return Err(Message::new("new-language-twice").with("code", code));
            }
            let alone = |short: &str| languages.iter().all(|other| other.locale.language != short);
            let short = match primary(code) {
                short if alone(short) => short.to_owned(),
                _ => code.to_ascii_lowercase(),
            };
            let default = languages.is_empty();
            let dir = match FROM_RIGHT.contains(&primary(code)) {
                true => Direction::Rtl,
                false => Direction::Ltr,
            };
            let locale = Locale {
                code: code.to_owned(),
                name: name.to_owned(),
                dir,
                prefix: if default {
                    String::new()
                } else {
                    short.clone()
                },
                language: short,
                default,
                formats: None,
            };
            languages.push(SiteLanguage {
                locale,
                written: nearest_language(code),
            });
        }
        Ok(Self(languages))
    }

    /// Every language, the default first.
    pub fn all(&self) -> &[SiteLanguage] {
        &self.0
    }

    /// The site's default.
    pub fn default(&self) -> &SiteLanguage {
        &self.0[0]
    }
}

/// `zh` of `zh-CN`.
fn primary(code: &str) -> &str {
    code.split('-').next().unwrap_or(code)
}

/// The template's language that is nearest.
fn nearest_language(code: &str) -> &'static str {
    let exact = WRITTEN.into_iter().find(|written| *written == code);
    let near = || {
        WRITTEN
            .into_iter()
            .find(|written| primary(written) == primary(code))
    };
    exact.or_else(near).unwrap_or(WRITTEN[0])
}

/// Whether a text may be the code of a language: it becomes part of file names and addresses.
fn is_code(code: &str) -> bool {
    let mut tags = code.split('-');
    let language = tags.next().unwrap_or_default();
    let is_language =
        matches!(language.len(), 2..=3) && language.bytes().all(|byte| byte.is_ascii_lowercase());
    is_language
        && tags.all(|tag| {
            matches!(tag.len(), 2..=8) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(codes: &[&str]) -> Vec<String> {
        let languages = Languages::parse(codes).unwrap();
        let row = |SiteLanguage { locale, written }: &SiteLanguage| {
            format!(
                "{} {} /{} {} from {written}",
                locale.code, locale.name, locale.prefix, locale.language
            )
        };
        languages.all().iter().map(row).collect()
    }

    #[test]
    fn the_first_is_the_default_and_each_other_has_a_prefix_of_its_own() {
        assert_eq!(
            rows(&["en", "zh-CN", "zh-TW", "eo=Esperanto"]),
            [
                "en English / en from en",
                "zh-CN 简体中文 /zh zh from zh-CN",
                "zh-TW 繁體中文 /zh-tw zh-tw from zh-CN",
                "eo Esperanto /eo eo from en"
            ]
        );
    }

    #[test]
    fn a_language_that_is_none_has_no_name_or_is_there_twice_is_refused() {
        for wrong in [&["../en"][..], &["english"], &["xx"], &["en", "en"], &[""]] {
            assert!(Languages::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
