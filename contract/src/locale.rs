//! The one list of locales: `locales/locales.json`, read by Rust and by TypeScript.

use serde::{Deserialize, Serialize};

/// One language of the site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Locale {
    /// BCP 47 code, also `<html lang>` and the name of content files: `zh-CN`, `en`.
    #[cfg_attr(test, ts(type = "LocaleCode"))]
    pub code: String,
    /// The language's own name: `简体中文`.
    pub name: String,
    /// Writing direction: `ltr` or `rtl`.
    pub dir: Direction,
    /// First path segment of its pages, without slashes; empty for the default locale.
    pub prefix: String,
    /// The value of the `language` header that the origin understands: `zh`, `en`.
    pub language: String,
    /// Exactly one locale is the default; its prefix is empty.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub default: bool,
    /// BCP 47 code of the region whose dates and numbers are written; absent: `code`. Plain `en`
    /// means the United States.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formats: Option<String>,
}

/// Writing direction of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Left to right.
    Ltr,
    /// Right to left.
    Rtl,
}

impl Locale {
    /// The path of an unprefixed route path in this locale: (`en`, `/news`) → `/en/news`, (`en`,
    /// `/`) → `/en`.
    pub fn href(&self, path: &str) -> String {
        match (self.prefix.as_str(), path) {
            ("", path) => path.to_owned(),
            (prefix, "/") => format!("/{prefix}"),
            (prefix, path) => format!("/{prefix}{path}"),
        }
    }
}

/// Why a list of locales cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum LocalesError {
    /// There must be exactly one default locale.
    #[error("exactly one locale must have `\"default\": true` and an empty `prefix`; found {0}")]
    Default(usize),
    /// Two locales share a code, a prefix or a language.
    #[error("two locales share the {field} `{value}`")]
    Twice {
        /// `code`, `prefix` or `language`.
        field: &'static str,
        /// The shared value.
        value: String,
    },
}

/// Checks the rules that the type cannot carry.
pub fn check(locales: &[Locale]) -> Result<(), LocalesError> {
    let defaults = locales
        .iter()
        .filter(|l| l.default && l.prefix.is_empty())
        .count();
    let unprefixed = locales
        .iter()
        .filter(|l| l.default || l.prefix.is_empty())
        .count();
    if defaults != 1 || unprefixed != 1 {
        return Err(LocalesError::Default(defaults));
    }
    type Field = (&'static str, fn(&Locale) -> &str);
    let fields: [Field; 3] = [
        ("code", |l| &l.code),
        ("prefix", |l| &l.prefix),
        ("language", |l| &l.language),
    ];
    for (field, read) in fields {
        let mut seen = std::collections::BTreeSet::new();
        for locale in locales {
            if !seen.insert(read(locale)) {
                return Err(LocalesError::Twice {
                    field,
                    value: read(locale).to_owned(),
                });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locale(code: &str, prefix: &str, default: bool) -> Locale {
        let (code, prefix, language) = (code.to_owned(), prefix.to_owned(), code.to_owned());
        Locale {
            name: code.clone(),
            code,
            dir: Direction::Ltr,
            prefix,
            language,
            default,
            formats: None,
        }
    }

    #[test]
    fn the_default_locale_has_no_prefix_and_others_do() {
        assert_eq!(locale("zh-CN", "", true).href("/news"), "/news");
        assert_eq!(locale("en", "en", false).href("/news"), "/en/news");
        assert_eq!(locale("en", "en", false).href("/"), "/en");
    }

    #[test]
    fn two_defaults_none_and_twins_are_refused() {
        assert!(check(&[locale("zh-CN", "", true), locale("en", "en", false)]).is_ok());
        assert_eq!(
            check(&[locale("en", "en", false)]),
            Err(LocalesError::Default(0))
        );
        assert!(check(&[locale("zh-CN", "", true), locale("en", "", false)]).is_err());
        let twins = [
            locale("zh-CN", "", true),
            locale("en", "en", false),
            locale("en", "gb", false),
        ];
        assert_eq!(
            check(&twins),
            Err(LocalesError::Twice {
                field: "code",
                value: "en".to_owned()
            })
        );
    }
}
