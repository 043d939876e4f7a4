//! `translations`: texts that a language lacks, or that are older than their original.

use std::collections::BTreeSet;

use generator_content::listing::{ListedEntry, ListedText};
use generator_ground::diagnostic::console::{self, MessageFormat};
use generator_ground::diagnostic::failure::Failure;
use generator_ground::message::{Language, Message};
use generator_ground::storage::spill::Spill;
use generator_studio::translations::SeenVersions;
use jiff::Timestamp;
use serde::Serialize;

use super::site::{load, print_diagnostics};
use crate::config::SiteConfig;
use crate::config::options::TranslationsArgs;
use crate::studio::translations::{inside, translations as pairs};

/// Work that is left in one language.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Left {
    language: String,
    /// Files that are not there, while their original is.
    missing: Vec<String>,
    /// Files that are older than their original.
    outdated: Vec<String>,
}

/// Lists the texts of every language but the default one that are missing, or older than their
/// original.
pub fn translations(args: &TranslationsArgs, language: Language) -> Result<(), Failure> {
    let config = SiteConfig::from_args(&args.site, language)?;
    let spill = Spill::new(&std::env::temp_dir());
    let loaded = load(&config, &spill);
    spill.check()?;
    let now = config.now.unwrap_or_else(Timestamp::now);
    let listing = loaded.content.listing(now);
    let outdated = SeenVersions::read(&args.var).find_outdated(&pairs(&listing));
    let codes: Vec<&str> = config
        .locales
        .iter()
        .map(|locale| locale.code.as_str())
        .collect();
    for left in work_left(&listing, &codes, &outdated) {
        match config.messages.format {
            MessageFormat::Json => console::line(&serde_json::json!(left).to_string()),
            _ => print(&left, language),
        }
    }
    print_diagnostics(&loaded.diagnostics, &loaded.content, &config)
}

fn print(left: &Left, language: Language) {
    let sum = Message::new("translations")
        .with("language", &left.language)
        .with("missing", left.missing.len())
        .with("outdated", left.outdated.len());
    console::line(&sum.text(language));
    for (files, message) in [
        (&left.missing, Message::new("translations/missing")),
        (&left.outdated, Message::new("translations/outdated")),
    ] {
        for file in files {
            console::line(&message.clone().with("file", file).text(language));
        }
    }
}

/// The work per language, in the order of their codes; the first has the originals. `outdated`
/// has paths below the content folder.
fn work_left(listing: &[ListedEntry], codes: &[&str], outdated: &BTreeSet<String>) -> Vec<Left> {
    let others = codes.iter().enumerate().skip(1);
    let left = others.map(|(at, code)| {
        let text = |entry: &ListedEntry| entry.texts.get(at).cloned().flatten();
        let missing = listing.iter().filter(|entry| text(entry).is_none());
        let outdated = listing
            .iter()
            .filter_map(text)
            .filter(|text| outdated.contains(inside(&text.file)));
        Left {
            language: (*code).to_owned(),
            missing: missing
                .filter_map(|entry| entry.texts.first()?.as_ref())
                .map(|original| place_in(original, code))
                .collect(),
            outdated: outdated.map(|text| text.file).collect(),
        }
    });
    left.collect()
}

/// The file of a translation: beside its original, named by its language.
fn place_in(original: &ListedText, code: &str) -> String {
    let folder = original
        .file
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder);
    format!("{folder}/{code}.md")
}

#[cfg(test)]
mod tests {
    use contract::Hash;
    use contract::build::Access;
    use generator_content::listing::TextState;

    use super::*;

    fn entry(slug: &str, languages: [Option<&str>; 3]) -> ListedEntry {
        let text = |code: &str| ListedText {
            file: format!("content/news/{slug}/{code}.md"),
            title: slug.to_owned(),
            hash: Hash::of(code.as_bytes()),
            state: TextState::Live,
            until: None,
            placeholder: false,
        };
        ListedEntry {
            collection: "news".into(),
            slug: slug.into(),
            access: Access::Public,
            texts: languages.map(|code| code.map(text)).to_vec(),
        }
    }

    #[test]
    fn work_is_what_a_language_lacks_of_the_originals_and_what_is_older() {
        let listing = [
            entry("a", [Some("en"), Some("zh-CN"), None]),
            entry("b", [Some("en"), Some("zh-CN"), Some("ja")]),
            // No translation: it has no original.
            entry("c", [None, Some("zh-CN"), None]),
        ];
        let outdated = BTreeSet::from(["news/b/zh-CN.md".to_owned()]);
        let left = |language: &str, missing: &[&str], outdated: &[&str]| Left {
            language: language.to_owned(),
            missing: missing.iter().map(ToString::to_string).collect(),
            outdated: outdated.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(
            work_left(&listing, &["en", "zh-CN", "ja"], &outdated),
            [
                left("zh-CN", &[], &["content/news/b/zh-CN.md"]),
                left("ja", &["content/news/a/ja.md"], &[]),
            ]
        );
    }
}
