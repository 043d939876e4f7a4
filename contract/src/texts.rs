//! Texts of the servers: `msg` of API answers, e-mails, and the pages that the gateway makes
//! itself.
//!
//! A build has them for each language of its site. Portico's own are Chinese and English, in
//! `texts/` of this crate: they are used before the first build, and for a text that a build does
//! not have yet. Their keys and the words in braces, which programs fill in, are those of every
//! other language.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::locale::{Direction, Locale};

/// Section → key → text: `api` → `codeTooSoon` → `…in {seconds} s`.
pub type Texts = BTreeMap<String, BTreeMap<String, String>>;

/// The section that the gateway uses; the others are the origin's.
pub const GATEWAY_SECTION: &str = "gateway";

/// A language that every program has.
#[derive(Debug)]
pub struct BuiltIn {
    /// The language; the first one is the default.
    pub locale: Locale,
    /// All texts of the programs in that language.
    pub texts: Texts,
}

/// The languages that every program has, the default one first.
pub static BUILT_IN: LazyLock<[BuiltIn; 2]> = LazyLock::new(|| {
    [
        built_in(
            ["zh-CN", "简体中文", "", "zh"],
            include_str!("../texts/zh-CN.json"),
        ),
        built_in(
            ["en", "English", "en", "en"],
            include_str!("../texts/en.json"),
        ),
    ]
});

fn built_in([code, name, prefix, language]: [&str; 4], texts: &str) -> BuiltIn {
    BuiltIn {
        locale: Locale {
            code: code.to_owned(),
            name: name.to_owned(),
            dir: Direction::Ltr,
            prefix: prefix.to_owned(),
            language: language.to_owned(),
            default: prefix.is_empty(),
            formats: None,
        },
        // A test reads them: they cannot fail to parse.
        texts: serde_json::from_str(texts).unwrap_or_default(),
    }
}

/// English, the reference: every other language is checked against its keys and placeholders.
pub fn reference() -> &'static Texts {
    let [_, english] = &*BUILT_IN;
    &english.texts
}

/// Portico's own texts in a language: (`en-GB`) → English. None for a language that it does not
/// have.
pub fn built_in_for(code: &str) -> Option<&'static Texts> {
    let serves = |own: &str| {
        let rest = code
            .get(..own.len())
            .filter(|start| start.eq_ignore_ascii_case(own));
        rest.is_some() && matches!(code.as_bytes().get(own.len()), None | Some(b'-'))
    };
    let found = BUILT_IN.iter().find(|one| serves(&one.locale.code));
    found.map(|one| &one.texts)
}

/// The texts of a language: the site's, else Portico's own in that language, else English.
pub fn complete(code: &str, site: Option<&Texts>) -> Texts {
    let mut texts = reference().clone();
    let layers = [built_in_for(code), site];
    for (section, said) in layers.into_iter().flatten().flatten() {
        // A section or key that is not known here belongs to a newer program.
        let Some(known) = texts.get_mut(section) else {
            continue;
        };
        for (key, text) in said {
            if let Some(known) = known.get_mut(key) {
                known.clone_from(text);
            }
        }
    }
    texts
}

/// The words in braces of a text, which the program fills in: `in {seconds} s` → `seconds`.
pub fn placeholders(text: &str) -> BTreeSet<&str> {
    let inside = text.split('{').skip(1);
    inside
        .filter_map(|rest| Some(rest.split_once('}')?.0))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_languages_have_the_same_keys_and_placeholders_and_no_empty_text() {
        let shape = |texts: &'static Texts| -> BTreeMap<_, _> {
            let sections = texts.iter();
            let all = sections.flat_map(|(section, texts)| {
                let keys = texts.iter();
                keys.map(move |(key, text)| ((section, key), placeholders(text)))
            });
            all.collect()
        };
        let [chinese, english] = &*BUILT_IN;
        assert_eq!(shape(&chinese.texts), shape(&english.texts));
        assert_eq!(
            reference().keys().collect::<Vec<_>>(),
            ["api", "gateway", "mail"]
        );
        for text in BUILT_IN.iter().flat_map(|one| one.texts.values().flatten()) {
            assert!(!text.1.trim().is_empty(), "{}", text.0);
        }
        crate::locale::check(&BUILT_IN.each_ref().map(|one| one.locale.clone())).unwrap();
    }

    #[test]
    fn a_language_is_served_by_its_own_and_by_a_wider_one() {
        let ok = |code| built_in_for(code).map(|texts| texts["api"]["ok"].as_str());
        for (code, expected) in [
            ("en", Some("OK")),
            ("en-GB", Some("OK")),
            ("zh-CN", Some("成功")),
            ("zh-TW", None),
            ("ja", None),
            ("eno", None),
        ] {
            assert_eq!(ok(code), expected, "{code}");
        }
    }

    #[test]
    fn what_a_site_leaves_out_is_said_in_its_language_else_in_english() {
        let site = |text: &str| -> Texts { serde_json::from_str(text).unwrap() };
        let own = site(r#"{"api": {"ok": "よし", "newer": "x"}, "newer": {"ok": "x"}}"#);
        let japanese = complete("ja", Some(&own));
        assert_eq!(japanese["api"]["ok"], "よし");
        assert_eq!(japanese["api"]["internal"], reference()["api"]["internal"]);
        assert_eq!(complete("zh-CN", None)["api"]["ok"], "成功");
        let keys = |texts: &Texts| texts.values().map(BTreeMap::len).collect::<Vec<_>>();
        assert_eq!(keys(&japanese), keys(reference()));
    }
}
