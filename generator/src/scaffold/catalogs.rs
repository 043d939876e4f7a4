//! The catalogs of a new site: the existing texts of its pages, and the package's; without
//! translations in a language that the template lacks.

use std::collections::BTreeMap;

use include_dir::{Dir, include_dir};

use super::SiteLanguage;
use super::file::NewFile;
use super::languages::WRITTEN;

/// Words of the template's pages by language, and the package's in languages that the sample lacks.
pub(super) static TEMPLATE_LOCALES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template/locales");

/// The package's words in the languages of the sample.
static LOCALES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../locales");

/// Catalogs of the package, with the parts that need one; none: every site does.
const CATALOGS: [(&str, &[&str]); 4] = [
    ("portico", &[]),
    ("forms", &["forms", "members"]),
    ("search", &["search"]),
    ("chat", &["chat"]),
];

/// The catalogs of a language: the site's own words, of files that there are, and the package's.
pub(super) fn words(
    language: &SiteLanguage,
    chosen: &[&str],
    written: &BTreeMap<String, String>,
) -> Vec<NewFile> {
    let code = &language.locale.code;
    let mut files = Vec::new();
    let catalog = |name: &str| catalog(name, code, "");
    for (name, parts) in CATALOGS {
        if parts.is_empty() || parts.iter().any(|part| chosen.contains(part)) {
            files.push(NewFile::text(
                format!("locales/{code}/{name}.po"),
                catalog(name),
            ));
        }
    }
    files.push(NewFile::text(
        format!("locales/{code}/site.po"),
        used_entries(&catalog("site"), written),
    ));
    files
}

/// The package's catalogs as this version has them, for the site with the catalogs that `old`
/// reads: those that the site has, with translations kept in languages that the template lacks.
pub(super) fn renew(codes: &[String], old: impl Fn(&str) -> Option<String>) -> Vec<NewFile> {
    let places = codes
        .iter()
        .flat_map(|code| CATALOGS.map(|(name, _)| (code, name)));
    let renewed = places.filter_map(|(code, name)| {
        let path = format!("locales/{code}/{name}.po");
        let text = catalog(name, code, &old(&path)?);
        Some(NewFile::text(path, text))
    });
    renewed.collect()
}

/// The catalog `name` in a language: as it was written, else with the translations of `old`.
fn catalog(name: &str, code: &str, old: &str) -> String {
    let own = WRITTEN.contains(&code);
    let path = format!("{}/{name}.po", if own { code } else { WRITTEN[0] });
    let found = TEMPLATE_LOCALES
        .get_file(&path)
        .or_else(|| LOCALES.get_file(&path));
    let text = found
        .and_then(|file| file.contents_utf8())
        .unwrap_or_default();
    if own {
        text.to_owned()
    } else {
        translate(text, code, old)
    }
}

/// An English catalog for another language, with the translations that `old` has.
fn translate(english: &str, code: &str, old: &str) -> String {
    let translations: BTreeMap<&str, &str> =
        old.trim_end().split("\n\n").filter_map(message).collect();
    let entries = english
        .trim_end()
        .split("\n\n")
        .enumerate()
        .map(|(at, entry)| {
            if at == 0 {
                return entry.replace("Language: en", &format!("Language: {code}"));
            }
            let (before, _) = entry.split_once("\nmsgstr ").unwrap_or((entry, ""));
            let known = message(entry).and_then(|(id, _)| translations.get(id));
            format!("{before}\nmsgstr {}", known.unwrap_or(&"\"\""))
        });
    entries.collect::<Vec<_>>().join("\n\n") + "\n"
}

/// Message and translation of a catalog's entry, without its comments.
fn message(entry: &str) -> Option<(&str, &str)> {
    let context = entry.find("msgctxt ").or_else(|| entry.find("msgid "))?;
    entry[context..].split_once("\nmsgstr ")
}

/// The entries of a catalog that files of the site use, each with those files.
fn used_entries(catalog: &str, written: &BTreeMap<String, String>) -> String {
    let entries = catalog.trim_end().split("\n\n").filter_map(|entry| {
        let words = entry
            .lines()
            .find_map(|line| line.strip_prefix("msgid \""))
            .unwrap_or_default();
        // Up to the first placeholder.
        let words = words
            .split(['<', '{', '"'])
            .next()
            .unwrap_or_default()
            .trim();
        let says = |line: &str| {
            line.strip_prefix("#: ").is_none_or(|origin| {
                let file = written.get(&format!("frontend/{origin}"));
                file.is_some_and(|text| text.contains(words))
            })
        };
        let has_origins = entry.contains("#: ");
        let is_said = entry
            .lines()
            .any(|line| line.starts_with("#: ") && says(line));
        (is_said || !has_origins).then(|| {
            entry
                .lines()
                .filter(|line| says(line))
                .collect::<Vec<_>>()
                .join("\n")
        })
    });
    entries.collect::<Vec<_>>().join("\n\n") + "\n"
}
