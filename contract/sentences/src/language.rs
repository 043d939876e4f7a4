//! The language in which a program speaks to its user.

use clap::{Args, ValueEnum};

/// A language that the catalogs have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// Simplified Chinese.
    #[value(name = "zh", aliases = ["zh-CN", "zh-cn"])]
    Chinese,
    /// English.
    #[default]
    #[value(name = "en")]
    English,
}

/// The option that names it; a program flattens it into its own options.
#[derive(Clone, Debug, Default, Args)]
#[group(skip)]
pub struct LanguageOption {
    /// Language of messages; default: that of LC_ALL, LC_MESSAGES or LANG
    #[arg(
        long,
        global = true,
        env = "PORTICO_LANG",
        value_name = "LANGUAGE",
        value_enum,
        // After the options of a verb.
        display_order = 1001
    )]
    pub lang: Option<Language>,
}

impl LanguageOption {
    /// The language for this process.
    pub fn language(&self) -> Language {
        Language::choose(self.lang, |name| std::env::var(name).ok())
    }
}

/// Variables that say which language messages have, the strongest first, as POSIX orders them.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

impl Language {
    /// Name of the language on the command line.
    pub fn code(self) -> &'static str {
        match self {
            Self::Chinese => "zh",
            Self::English => "en",
        }
    }

    /// The one that was asked for, else the one of the environment, else English.
    fn choose(asked: Option<Self>, variable: impl Fn(&str) -> Option<String>) -> Self {
        asked.unwrap_or_else(|| {
            let set = VARIABLES.into_iter().filter_map(variable);
            let locale = set.into_iter().find(|value| !value.is_empty());
            match locale {
                Some(locale) if is_chinese(&locale) => Self::Chinese,
                _ => Self::English,
            }
        })
    }
}

/// `zh_CN.UTF-8`, `zh-Hans`, `zh`.
fn is_chinese(locale: &str) -> bool {
    let language = locale.split(['_', '-', '.', '@']).next();
    language.is_some_and(|language| language.eq_ignore_ascii_case("zh"))
}

#[cfg(test)]
mod tests {
    use super::Language::{Chinese, English};
    use super::*;

    #[test]
    fn the_language_is_the_one_asked_for_else_that_of_the_environment_else_english() {
        for (asked, environment, expected) in [
            (None, &[][..], English),
            (None, &[("LANG", "zh_CN.UTF-8")], Chinese),
            (None, &[("LANG", "zh")], Chinese),
            (None, &[("LANG", "zh-Hans-CN")], Chinese),
            (None, &[("LANG", "ZH_TW.Big5")], Chinese),
            (None, &[("LANG", "zho")], English),
            (None, &[("LANG", "C.UTF-8")], English),
            (None, &[("LANG", "de_DE.UTF-8")], English),
            (None, &[("LANG", "zh_CN"), ("LC_ALL", "C")], English),
            (None, &[("LANG", "zh_CN"), ("LC_ALL", "")], Chinese),
            (
                None,
                &[("LANG", "en_US"), ("LC_MESSAGES", "zh_CN")],
                Chinese,
            ),
            (
                None,
                &[("LC_MESSAGES", "zh_CN"), ("LC_ALL", "en_GB")],
                English,
            ),
            (None, &[("LC_CTYPE", "zh_CN")], English),
            (Some(Chinese), &[("LC_ALL", "en_GB")], Chinese),
            (Some(English), &[("LC_ALL", "zh_CN")], English),
        ] {
            let variable = |name: &str| {
                let found = environment.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            let chosen = Language::choose(asked, variable);
            assert_eq!(chosen, expected, "{asked:?} {environment:?}");
        }
    }
}
