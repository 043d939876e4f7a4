//! PURE: files of a section, as pages in their languages.

use std::collections::{BTreeMap, BTreeSet};

use contract::locale::Locale;
use generator_ground::message::Message;
use serde_json::{Map, Value};

use super::super::LeftOut;
use super::super::address::find_locale;
use super::front_matter;
use super::values::{Visibility, read_values};
use super::{Files, Site};

/// A file with the language that its name has.
pub(super) struct Source {
    pub(super) path: String,
    pub(super) locale: String,
}

/// A page, without its final body.
pub(super) struct Page<'a> {
    pub(super) path: &'a str,
    pub(super) locale: &'a str,
    pub(super) fields: Map<String, Value>,
    pub(super) visibility: Visibility,
    /// Last part of the page's address, if the front matter has one.
    pub(super) slug: Option<String>,
    /// Whole address of the page, if the front matter has one.
    pub(super) url: Option<String>,
    /// Old addresses: first as Hugo has them, then as the entry has them.
    pub(super) aliases: Vec<String>,
    pub(super) body: &'a str,
    /// The line with which the body begins.
    pub(super) line: usize,
}

impl<'a> Page<'a> {
    /// Reads a file; `left_out` gets the fields that the collection does not have.
    pub(super) fn read(
        source: &'a Source,
        files: &'a Files,
        site: &Site<'_>,
        left_out: &mut Vec<LeftOut>,
    ) -> Result<Self, LeftOut> {
        let path = &source.path;
        let text = files.texts.get(path).map_or("", String::as_str);
        let parts = front_matter::split(text)
            .map_err(|(line, reason)| LeftOut::new(&format!("{path}:{line}"), reason))?;
        let refuse = |reason| LeftOut::new(path, reason);
        let values = read_values(&parts, site).map_err(refuse)?;
        let (fields, reports) = site.fields.assemble(values.candidates).map_err(refuse)?;
        let reports = values.reports.into_iter().chain(reports);
        left_out.extend(reports.map(refuse));
        Ok(Self {
            path,
            locale: &source.locale,
            fields,
            visibility: values.visibility,
            slug: values.slug,
            url: values.url,
            aliases: values.aliases,
            body: parts.body,
            line: parts.line,
        })
    }
}

/// The files of each entry by its path in the section, in the order of the site's languages.
pub(super) fn group(
    files: &Files,
    locales: &[Locale],
    unnamed: &str,
    left_out: &mut Vec<LeftOut>,
) -> BTreeMap<String, Vec<Source>> {
    let stems: BTreeSet<&str> = files.texts.keys().filter_map(|path| stem(path)).collect();
    let bundles: BTreeSet<&str> = files
        .texts
        .keys()
        .filter_map(|path| path.rsplit_once('/'))
        .filter(|(_, name)| *name == "index.md" || is_variant(name, "index"))
        .map(|(folder, _)| folder)
        .collect();
    let mut groups: BTreeMap<String, Vec<Source>> = BTreeMap::new();
    for path in files.texts.keys() {
        match identify(path, &stems, &bundles, locales, unnamed) {
            Ok((key, locale)) => {
                let sources = groups.entry(key).or_default();
                if sources.iter().any(|known| known.locale == locale) {
                    let reason = Message::new("import/same-language").with("language", locale);
                    left_out.push(LeftOut::new(path, reason));
                    continue;
                }
                let path = path.clone();
                sources.push(Source { path, locale });
            }
            Err(reason) => left_out.push(LeftOut::new(path, reason)),
        }
    }
    let order = |code: &str| locales.iter().position(|locale| locale.code == code);
    for sources in groups.values_mut() {
        sources.sort_by_key(|source| order(&source.locale));
    }
    groups
}

/// The path of the entry and its language.
fn identify(
    path: &str,
    stems: &BTreeSet<&str>,
    bundles: &BTreeSet<&str>,
    locales: &[Locale],
    unnamed: &str,
) -> Result<(String, String), Message> {
    let stem = stem(path).unwrap_or(path);
    let (mut key, mut locale) = (stem, unnamed.to_owned());
    if let Some((base, code)) = split_code(stem) {
        match find_locale(code, locales, true) {
            Some(found) => (key, locale) = (base, found.to_owned()),
            // A page of the same name makes it a translation, and no name with a point.
            None if has_other(base, stem, stems) => {
                return Err(Message::new("import/language").with("language", code));
            }
            None => {}
        }
    }
    let (folder, name) = key.rsplit_once('/').unwrap_or(("", key));
    if name == "_index" {
        return Err(Message::new("import/branch"));
    }
    if name == "index" {
        return match folder.is_empty() {
            true => Err(Message::new("import/branch")),
            false => Ok((folder.to_owned(), locale)),
        };
    }
    let above = folder.match_indices('/').map(|(at, _)| &folder[..at]);
    match above.chain([folder]).any(|above| bundles.contains(above)) {
        true => Err(Message::new("import/resource")),
        false => Ok((key.to_owned(), locale)),
    }
}

fn stem(path: &str) -> Option<&str> {
    path.strip_suffix(".md")
        .or_else(|| path.strip_suffix(".markdown"))
}

/// A name and the code of a language after its last point.
fn split_code(stem: &str) -> Option<(&str, &str)> {
    let (base, code) = stem.rsplit_once('.')?;
    let main = code.split(['-', '_']).next().unwrap_or_default();
    let is_code = (2..=3).contains(&main.len())
        && code.len() <= 12
        && main.bytes().all(|byte| byte.is_ascii_alphabetic())
        && code
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    (is_code && !base.is_empty() && !base.ends_with('/')).then_some((base, code))
}

/// Whether there is another language of the file at `base`.
fn has_other(base: &str, stem: &str, stems: &BTreeSet<&str>) -> bool {
    let variants = stems
        .range(base..)
        .take_while(|other| other.starts_with(base));
    // The names that begin alike are few, unless the input is hostile.
    variants.take(1_000).any(|other| {
        *other == base || (*other != stem && split_code(other).is_some_and(|it| it.0 == base))
    })
}

fn is_variant(name: &str, base: &str) -> bool {
    stem(name)
        .and_then(split_code)
        .is_some_and(|it| it.0 == base)
}

#[cfg(test)]
mod tests {
    use contract::locale::Direction;

    use super::*;

    #[test]
    fn names_have_a_page_and_a_language() {
        let locales = [("zh-CN", ""), ("en", "en")].map(|(code, prefix)| Locale {
            code: code.to_owned(),
            name: code.to_owned(),
            dir: Direction::Ltr,
            prefix: prefix.to_owned(),
            language: code.to_owned(),
            default: prefix.is_empty(),
            formats: None,
        });
        let names = [
            "_index.md",
            "a.en.md",
            "a.fr.md",
            "a.md",
            "b/data.md",
            "b/index.md",
            "b/index.zh.md",
            "c/index.en-us.md",
            "c/index.zh-hans.md",
            "d/e.md",
            "index.md",
            "node.js.md",
        ];
        let mut files = Files::default();
        for name in names {
            files.texts.insert(name.to_owned(), String::new());
        }
        let mut left_out = Vec::new();
        let groups = group(&files, &locales, "zh-CN", &mut left_out);
        let found: Vec<String> = groups
            .iter()
            .map(|(key, sources)| {
                let sources = sources
                    .iter()
                    .map(|it| format!("{}={}", it.locale, it.path));
                format!("{key}: {}", sources.collect::<Vec<_>>().join(" "))
            })
            .collect();
        assert_eq!(
            found,
            [
                "a: zh-CN=a.md en=a.en.md",
                "b: zh-CN=b/index.md",
                "c: zh-CN=c/index.zh-hans.md en=c/index.en-us.md",
                "d/e: zh-CN=d/e.md",
                "node.js: zh-CN=node.js.md",
            ]
        );
        let places: Vec<&str> = left_out.iter().map(|it| &*it.place).collect();
        assert_eq!(
            places,
            [
                "_index.md",
                "a.fr.md",
                "b/data.md",
                "b/index.zh.md",
                "index.md"
            ]
        );
    }
}
