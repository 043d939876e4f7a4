//! The language of a call, and the gateway's own texts in it. Pure.
//!
//! 1. the header `language`, by which programs choose one
//! 2. `Accept-Language`, by weight
//! 3. the default language
//!
//! The languages and their texts are the live build's; before the first build, the built-in ones.

use std::collections::BTreeMap;

use contract::locale::Locale;
use contract::texts::{self, BUILT_IN, GATEWAY_SECTION};
use http::HeaderMap;
use http::header::{HeaderName, HeaderValue};

use super::Site;
use crate::protocol::locale::negotiate;

/// The header with the language of a call.
pub(crate) const HEADER: HeaderName = HeaderName::from_static("language");

/// Longest language tag that is forwarded (RFC 5646, 4.4.1).
const TAG_MAX: usize = 35;

/// Locale code → key → text.
type Texts = BTreeMap<String, BTreeMap<String, String>>;

/// The languages that can be spoken.
#[derive(Clone)]
pub(crate) struct Languages<'a> {
    locales: Vec<&'a Locale>,
    texts: Option<&'a Texts>,
}

impl<'a> Languages<'a> {
    /// Languages and texts of a build, or the built-in ones where there is none.
    pub(crate) fn for_site(site: Option<&'a Site>) -> Self {
        match site {
            Some(site) => Self::new(&site.index.locales, &site.index.texts),
            None => Self::built_in(),
        }
    }

    fn new(locales: &'a [Locale], texts: &'a Texts) -> Self {
        Self {
            locales: locales.iter().collect(),
            texts: Some(texts),
        }
    }

    /// The languages that need no build.
    pub(crate) fn built_in() -> Self {
        Self {
            locales: BUILT_IN.iter().map(|one| &one.locale).collect(),
            texts: None,
        }
    }

    /// Every language, the default one first.
    pub(crate) fn all(&self) -> &[&'a Locale] {
        &self.locales
    }

    /// The language to answer in.
    pub(crate) fn chosen(&self, headers: &HeaderMap) -> &'a Locale {
        let named = tag(headers).map(|tag| {
            let named = |locale: &&&Locale| locale.language.as_bytes() == tag.as_bytes();
            self.locales.iter().find(named).copied()
        });
        let negotiated = || match named {
            // A language that the site does not have: its default, as from the origin.
            Some(unknown) => unknown.or_else(|| self.default()),
            None => negotiate(&self.locales, None, headers).map(|(locale, _)| locale),
        };
        negotiated().unwrap_or(&BUILT_IN[0].locale)
    }

    /// The header `language` that the origin gets: the client's own if it can be one, since only
    /// the origin knows its languages.
    pub(crate) fn header(&self, headers: &HeaderMap) -> HeaderValue {
        if let Some(tag) = tag(headers) {
            return tag.clone();
        }
        let language = &self.chosen(headers).language;
        // A build is refused at load time if its languages do not fit a header.
        HeaderValue::from_str(language).unwrap_or(HeaderValue::from_static("en"))
    }

    /// The text of a key in a language: the build's, else the program's own.
    pub(crate) fn text(&self, locale: &Locale, key: &str) -> &'a str {
        let own = self
            .texts
            .and_then(|texts| texts.get(&locale.code)?.get(key));
        let built_in = || {
            texts::built_in_for(&locale.code)?
                .get(GATEWAY_SECTION)?
                .get(key)
        };
        let text = own.or_else(built_in);
        let text = text.or_else(|| texts::reference().get(GATEWAY_SECTION)?.get(key));
        text.map_or("", String::as_str)
    }

    fn default(&self) -> Option<&'a Locale> {
        self.locales.iter().find(|locale| locale.default).copied()
    }
}

/// The header `language`, if it is one and could be a language tag.
fn tag(headers: &HeaderMap) -> Option<&HeaderValue> {
    let mut values = headers.get_all(HEADER).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return None;
    };
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let is_tag = (1..=TAG_MAX).contains(&value.len()) && value.as_bytes().iter().all(fits);
    is_tag.then_some(value)
}

#[cfg(test)]
mod tests {
    use contract::locale::Direction;

    use super::*;

    fn locale(code: &str, prefix: &str, language: &str) -> Locale {
        Locale {
            code: code.to_owned(),
            name: code.to_owned(),
            dir: Direction::Ltr,
            prefix: prefix.to_owned(),
            language: language.to_owned(),
            default: prefix.is_empty(),
            formats: None,
        }
    }

    // R7.04
    #[test]
    fn a_call_is_in_the_language_it_names_else_in_the_browsers_else_in_the_default_one() {
        let locales = [
            locale("en", "", "en"),
            locale("zh-CN", "zh", "zh"),
            locale("ja", "ja", "ja"),
        ];
        let texts = Texts::new();
        let languages = Languages::new(&locales, &texts);
        let long = "x".repeat(TAG_MAX + 1);
        let rows = [
            ("language", "ja", "ja", "ja"),
            ("language", "zh", "zh", "zh-CN"),
            // The origin may know it; the gateway's own texts are in the default language.
            ("language", "fr", "fr", "en"),
            ("language", "pt-BR", "pt-BR", "en"),
            ("language", "ja\"; x", "en", "en"),
            ("language", &long, "en", "en"),
            ("language", "", "en", "en"),
            ("accept-language", "de,ja;q=0.5", "ja", "ja"),
            ("accept-language", "zh-TW,ja;q=0.5", "zh", "zh-CN"),
            ("accept-language", "de", "en", "en"),
            ("accept", "*/*", "en", "en"),
        ];
        for (name, value, header, code) in rows {
            let headers = HeaderMap::from_iter([(
                HeaderName::from_static(name),
                HeaderValue::from_str(value).unwrap(),
            )]);
            assert_eq!(languages.header(&headers), header, "{name}: {value}");
            assert_eq!(languages.chosen(&headers).code, code, "{name}: {value}");
        }
    }

    #[test]
    fn a_language_said_twice_is_not_said() {
        let mut headers = HeaderMap::new();
        headers.append(HEADER, HeaderValue::from_static("ja"));
        headers.append(HEADER, HeaderValue::from_static("en"));
        assert_eq!(Languages::built_in().header(&headers), "zh");
    }

    #[test]
    fn a_text_is_the_builds_else_the_programs_own_else_english() {
        let locales = [
            locale("ja", "", "ja"),
            locale("zh-CN", "zh", "zh"),
            locale("en-GB", "en", "en"),
        ];
        let said = BTreeMap::from([("notFound".to_owned(), "ページが見つかりません".to_owned())]);
        let texts = Texts::from([("ja".to_owned(), said)]);
        let languages = Languages::new(&locales, &texts);
        let rows = [
            (0, "notFound", "ページが見つかりません"),
            (0, "range", "The requested range does not exist"),
            (1, "notFound", "页面不存在"),
            (2, "notFound", "Page not found"),
        ];
        for (locale, key, text) in rows {
            assert_eq!(languages.text(&locales[locale], key), text);
        }
    }
}
