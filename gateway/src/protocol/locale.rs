//! Step 5 of the pipeline: the language for a visitor of `/`, and for the answer to a path without
//! an entry. Pure.
//!
//! 1. the locale cookie, because the visitor chose it by hand
//! 2. `Accept-Language`, by weight
//! 3. the default locale
//!
//! Only these requests are negotiated. A deep link names its language by its prefix and is never
//! overridden.

use contract::locale::Locale;
use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;

use crate::protocol::qvalue::members;

/// The reason for a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The locale cookie.
    Cookie,
    /// `Accept-Language`.
    Header,
    /// The site's default, because the request has no usable preference.
    Default,
}

/// The locale for a visitor, among `available` (never empty; the default locale is among them).
pub(crate) fn negotiate<'a>(
    available: &[&'a Locale],
    cookie: Option<&str>,
    headers: &HeaderMap,
) -> Option<(&'a Locale, Source)> {
    if let Some(chosen) = available
        .iter()
        .find(|locale| Some(locale.code.as_str()) == cookie)
    {
        return Some((chosen, Source::Cookie));
    }
    let mut ranges: Vec<_> = members(headers, &ACCEPT_LANGUAGE)
        .filter(|(_, weight)| *weight > 0)
        .collect();
    ranges.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
    let matched = ranges.iter().find_map(|(range, _)| find(available, range));
    match matched {
        Some(locale) => Some((locale, Source::Header)),
        None => default_of(available).map(|locale| (locale, Source::Default)),
    }
}

/// The locale of a path: that of its first segment, else the default one.
pub(crate) fn of_path<'a>(locales: &'a [Locale], path: &str) -> Option<&'a Locale> {
    let first = path
        .trim_start_matches('/')
        .split('/')
        .next()
        .unwrap_or_default();
    let prefixed = locales
        .iter()
        .find(|locale| !locale.prefix.is_empty() && locale.prefix == first);
    prefixed.or_else(|| locales.iter().find(|locale| locale.default))
}

/// Exactly, or by primary language: `zh-TW` reads `zh-CN` rather than English.
fn find<'a>(available: &[&'a Locale], range: &str) -> Option<&'a Locale> {
    if range == "*" {
        return default_of(available);
    }
    let exact = available
        .iter()
        .find(|locale| locale.code.eq_ignore_ascii_case(range));
    let related = || {
        available
            .iter()
            .find(|locale| primary(&locale.code).eq_ignore_ascii_case(primary(range)))
    };
    exact.or_else(related).copied()
}

fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
}

fn default_of<'a>(available: &[&'a Locale]) -> Option<&'a Locale> {
    available.iter().find(|locale| locale.default).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::locale::Direction;
    use http::HeaderValue;

    fn locale(code: &str, prefix: &str) -> Locale {
        Locale {
            code: code.to_owned(),
            name: code.to_owned(),
            dir: Direction::Ltr,
            prefix: prefix.to_owned(),
            language: code.to_owned(),
            default: prefix.is_empty(),
            formats: None,
        }
    }

    // R1.01: the browser's language is detected on first access.
    #[test]
    fn cookie_then_header_then_default() {
        let (chinese, english) = (locale("zh-CN", ""), locale("en", "en"));
        let rows = [
            (None, "", "zh-CN", Source::Default),
            (None, "en-GB,en;q=0.9", "en", Source::Header),
            (None, "zh-TW,en;q=0.9", "zh-CN", Source::Header),
            (None, "fr,en;q=0.5,zh;q=0.4", "en", Source::Header),
            (None, "en;q=0.2,zh;q=0.4", "zh-CN", Source::Header),
            (None, "en;q=0,fr", "zh-CN", Source::Default),
            (None, "*", "zh-CN", Source::Header),
            (Some("en"), "zh-CN", "en", Source::Cookie),
            (Some("zh-CN"), "en", "zh-CN", Source::Cookie),
            (Some("tlh"), "en", "en", Source::Header),
            (Some(""), "en", "en", Source::Header),
        ];
        for (cookie, header, code, source) in rows {
            let headers =
                HeaderMap::from_iter([(ACCEPT_LANGUAGE, HeaderValue::from_static(header))]);
            let (found, by) = negotiate(&[&chinese, &english], cookie, &headers).unwrap();
            assert_eq!(
                (found.code.as_str(), by),
                (code, source),
                "{cookie:?} {header}"
            );
        }
    }

    #[test]
    fn a_language_that_the_page_lacks_is_not_chosen() {
        let chinese = locale("zh-CN", "");
        let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, HeaderValue::from_static("en"))]);
        let (found, _) = negotiate(&[&chinese], Some("en"), &headers).unwrap();
        assert_eq!(found.code, "zh-CN");
    }

    #[test]
    fn a_path_has_the_locale_of_its_prefix() {
        let locales = [locale("zh-CN", ""), locale("en", "en")];
        for (path, code) in [
            ("/", "zh-CN"),
            ("/en", "en"),
            ("/en/news", "en"),
            ("/english", "zh-CN"),
            ("/news/en", "zh-CN"),
        ] {
            assert_eq!(of_path(&locales, path).unwrap().code, code, "{path}");
        }
    }
}
