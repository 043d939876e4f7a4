//! The files of a new site, as they are written: a pure function of what is wanted.

use std::collections::BTreeMap;

use contract::texts;
use include_dir::{Dir, DirEntry, include_dir};
use serde_json::{Value, json};

use super::languages::WRITTEN;
use super::{NewSite, SiteLanguage};

/// The template of a site with every part.
static SITE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template/site");

/// Words of the template's pages by language, and the package's in languages that the sample lacks.
static TEMPLATE_LOCALES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template/locales");

/// The package's words in the languages of the sample.
static LOCALES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../locales");

/// Makers of pictures and fonts, which the generator calls.
static MEDIA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../frontend/media");

/// The package that every site uses: a site has it as it is, and takes the next one whole.
static PACKAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../frontend/portico");

/// The script inside every document.
const INLINE_SCRIPT: &str = include_str!("../../../frontend/templates/inline.js");

/// Files and folders that belong to a part.
const PARTS: &str = include_str!("../../template/parts.json");

/// Texts of data files, by language.
const TEXTS: &str = include_str!("../../template/texts.json");

/// Catalogs of the package, with the parts that need one; none: every site does.
const CATALOGS: [(&str, &[&str]); 4] = [
    ("portico", &[]),
    ("forms", &["forms", "members"]),
    ("search", &["search"]),
    ("chat", &["chat"]),
];

/// A file of the new site.
pub(super) struct NewFile {
    /// Place in the site.
    pub(super) path: String,
    /// Content.
    pub(super) bytes: Vec<u8>,
    /// Whether it is a program.
    pub(super) runs: bool,
}

impl NewFile {
    fn text(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            bytes: text.into().into_bytes(),
            runs: false,
        }
    }
}

/// All files of the site, in the order of their places.
pub(super) fn files(site: &NewSite) -> Vec<NewFile> {
    let chosen: Vec<&str> = site.parts.iter().map(|part| part.name()).collect();
    let owners: BTreeMap<&str, Vec<&str>> = parse(PARTS);
    let left_out = |path: &str| {
        let owner = owners
            .iter()
            .find(|(_, places)| places.iter().any(|place| path.starts_with(place)));
        owner.is_some_and(|(part, _)| !chosen.contains(part))
    };
    let values = values(site);
    let mut files = Vec::new();
    for (path, bytes) in all(&SITE).into_iter().filter(|(path, _)| !left_out(path)) {
        for path in places(&path, site) {
            let text = filled(
                &with_parts(&String::from_utf8_lossy(bytes), &chosen),
                &values,
            );
            let runs = path.starts_with("scripts/");
            files.push(NewFile {
                path,
                bytes: text.into_bytes(),
                runs,
            });
        }
    }
    let written = files
        .iter()
        .map(|file| {
            (
                file.path.clone(),
                String::from_utf8_lossy(&file.bytes).into_owned(),
            )
        })
        .collect();
    for (place, folder) in [("frontend/media", &MEDIA), ("frontend/portico", &PACKAGE)] {
        for (path, bytes) in all(folder).into_iter().filter(|(path, _)| !is_test(path)) {
            let runs = path.starts_with("bin/");
            let path = format!("{place}/{path}");
            files.push(NewFile {
                path,
                bytes: bytes.to_vec(),
                runs,
            });
        }
    }
    files.push(NewFile::text("frontend/templates/inline.js", INLINE_SCRIPT));
    let rows: Vec<_> = site
        .languages
        .all()
        .iter()
        .map(|language| &language.locale)
        .collect();
    files.push(NewFile::text("locales/locales.json", pretty(&json!(rows))));
    for language in site.languages.all() {
        files.extend(words(language, &chosen, &written));
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Whether a file of the package tests the package; what a site's tests use is in `testing/`.
fn is_test(path: &str) -> bool {
    path.contains(".test.")
}

/// Every file of an embedded folder, by its place there.
fn all(folder: &'static Dir<'_>) -> Vec<(String, &'static [u8])> {
    let mut found = Vec::new();
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(inner) => found.extend(all(inner)),
            DirEntry::File(file) => {
                found.push((file.path().to_string_lossy().into_owned(), file.contents()))
            }
        }
    }
    found
}

/// Where a file of the template stands in the site: one that a language names stands once for each
/// language that is written from it, the README once for the default one.
fn places(path: &str, site: &NewSite) -> Vec<String> {
    let default = site.languages.default();
    let named = path.strip_suffix(".md").and_then(|stem| {
        let (before, language) = stem.rsplit_once(['/', '.'])?;
        let language = WRITTEN.into_iter().find(|written| *written == language)?;
        Some((before, language))
    });
    match named {
        None => vec![path.to_owned()],
        Some(("README", written)) if default.written == written => vec!["README.md".to_owned()],
        Some(("README", _)) => Vec::new(),
        Some((folder, written)) => {
            let languages = site
                .languages
                .all()
                .iter()
                .filter(|language| language.written == written);
            languages
                .map(|language| format!("{folder}/{}.md", language.locale.code))
                .collect()
        }
    }
}

/// The lines of a text that stand in a site with these parts.
fn with_parts(text: &str, chosen: &[&str]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut shown = true;
    for line in text.split_inclusive('\n') {
        if let Some((_, part)) = line.split_once("@part ") {
            let name = part.split_whitespace().next().unwrap_or_default();
            shown = match name.strip_prefix('!') {
                Some(name) => !chosen.contains(&name),
                None => chosen.contains(&name),
            };
        } else if line.trim_matches(|sign: char| !sign.is_ascii_alphabetic() && sign != '@')
            == "@end"
        {
            shown = true;
        } else if shown {
            kept.push_str(line);
        }
    }
    kept
}

/// Values of what stands between percent signs, by name; those of quoted ones are JSON.
fn values(site: &NewSite) -> Vec<(String, String)> {
    let codes = || {
        site.languages
            .all()
            .iter()
            .map(|language| &language.locale.code)
    };
    let slug: String = site
        .name
        .to_lowercase()
        .chars()
        .map(|sign| {
            if sign.is_ascii_alphanumeric() {
                sign
            } else {
                '-'
            }
        })
        .collect();
    let slug = slug.trim_matches('-');
    let texts: BTreeMap<&str, BTreeMap<&str, &str>> = parse(TEXTS);
    let by_language = |words: &BTreeMap<&str, &str>| {
        let word = |language: &SiteLanguage| {
            (language.locale.code.clone(), json!(words[language.written]))
        };
        Value::Object(site.languages.all().iter().map(word).collect())
    };
    let seo = |language: &SiteLanguage| {
        let description = texts["home.description"][language.written];
        (
            language.locale.code.clone(),
            json!({"title": site.name, "description": description}),
        )
    };
    let mut values = vec![
        (
            "\"%NAMES%\"".to_owned(),
            Value::Object(
                codes()
                    .map(|code| (code.clone(), json!(site.name)))
                    .collect(),
            )
            .to_string(),
        ),
        (
            "\"%HOME_SEO%\"".to_owned(),
            Value::Object(site.languages.all().iter().map(seo).collect()).to_string(),
        ),
        ("%URL%".to_owned(), site.url.clone()),
        ("%EMAIL%".to_owned(), format!("hello@{}", host(&site.url))),
        ("%TIME_ZONE%".to_owned(), site.time_zone.clone()),
        ("%DATE%".to_owned(), site.today.to_string()),
        (
            "%SLUG%".to_owned(),
            if slug.is_empty() { "site" } else { slug }.to_owned(),
        ),
    ];
    for (key, words) in &texts {
        values.push((format!("\"%TEXT {key}%\""), by_language(words).to_string()));
    }
    // Inside of quotes.
    let quoted = json!(site.name).to_string();
    values.push(("%NAME%".to_owned(), quoted.trim_matches('"').to_owned()));
    values
}

/// The host of an address, without `www.`.
fn host(url: &str) -> &str {
    let after = url.split_once("://").map_or(url, |(_, after)| after);
    let host = after.split(['/', ':']).next().unwrap_or(after);
    host.strip_prefix("www.").unwrap_or(host)
}

fn filled(text: &str, values: &[(String, String)]) -> String {
    let fill = |text: String, (key, value): &(String, String)| text.replace(key, value);
    values.iter().fold(text.to_owned(), fill)
}

/// The catalogs of a language: the site's own words, of files that there are, and the package's.
fn words(
    language: &SiteLanguage,
    chosen: &[&str],
    written: &BTreeMap<String, String>,
) -> Vec<NewFile> {
    let code = &language.locale.code;
    let own = language.written == code;
    let source = if own { language.written } else { WRITTEN[0] };
    let mut files = Vec::new();
    let catalog = |name: &str| {
        let path = format!("{source}/{name}.po");
        let found = TEMPLATE_LOCALES
            .get_file(&path)
            .or_else(|| LOCALES.get_file(&path));
        let text = found
            .and_then(|file| file.contents_utf8())
            .unwrap_or_default();
        if own {
            text.to_owned()
        } else {
            untranslated(text, code)
        }
    };
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
        used(&catalog("site"), written),
    ));
    if !["en", "zh-CN"].contains(&code.as_str()) {
        let file = TEMPLATE_LOCALES.get_file(format!("{code}/server.yaml"));
        let text = match file.and_then(|file| file.contents_utf8()) {
            Some(text) => text.to_owned(),
            // JSON is YAML, too; in English until somebody translates it.
            None => pretty(&json!(texts::reference())),
        };
        files.push(NewFile::text(format!("locales/{code}/server.yaml"), text));
    }
    files
}

/// A catalog of another language, without its translations.
fn untranslated(catalog: &str, code: &str) -> String {
    let entries = catalog.split("\n\n").enumerate().map(|(at, entry)| {
        if at == 0 {
            return entry.replace("Language: en", &format!("Language: {code}"));
        }
        let (before, _) = entry.split_once("\nmsgstr").unwrap_or((entry, ""));
        format!("{before}\nmsgstr \"\"")
    });
    let mut text = entries.collect::<Vec<_>>().join("\n\n");
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// The entries of a catalog that a file of the site says, each with the files that do.
fn used(catalog: &str, written: &BTreeMap<String, String>) -> String {
    let entries = catalog.trim_end().split("\n\n").filter_map(|entry| {
        let words = entry
            .lines()
            .find_map(|line| line.strip_prefix("msgid \""))
            .unwrap_or_default();
        // Up to what the code fills in.
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

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// Embedded data, which tests read as well.
fn parse<T: serde::Deserialize<'static>>(text: &'static str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| unreachable!("an embedded table: {error}"))
}
