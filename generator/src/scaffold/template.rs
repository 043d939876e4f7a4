//! The files of a new site, as they are written: a pure function of the choices.

use std::collections::BTreeMap;

use include_dir::{Dir, include_dir};
use serde_json::{Value, json};

use super::catalogs::words;
use super::file::{NewFile, all, pretty};
use super::languages::WRITTEN;
use super::lock::{LOCK, MANIFEST, lock};
use super::{NewSite, SiteLanguage, product, server_texts};

/// The template of a site with every part.
static SITE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template/site");

/// Faces, colours and sizes, a folder for each look.
static LOOKS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template/looks");

/// First texts, a folder for each kind of house.
static KINDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template/kinds");

/// Files and folders that belong to a part.
const PARTS: &str = include_str!("../../template/parts.json");

/// Texts of data files, by language.
const TEXTS: &str = include_str!("../../template/texts.json");

/// Pages that no search leads to, neither the site's nor the web's.
const UNSEARCHED: [&str; 6] = [
    "search",
    "login",
    "terms",
    "contact-sent",
    "contact-failed",
    "message-state",
];

/// Files of the site, in the order of their places.
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
    for (path, bytes) in sources(site)
        .into_iter()
        .filter(|(path, _)| !left_out(path))
    {
        for path in places(&path, site) {
            let text = fill_in(
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
    let manifest = files.iter().find(|file| file.path == MANIFEST);
    let manifest = manifest.map(|file| String::from_utf8_lossy(&file.bytes));
    let lock = manifest.and_then(|manifest| lock(&manifest));
    files.extend(lock.map(|text| NewFile::text(LOCK, text)));
    files.extend(product::files(&site.languages.default().locale.code));
    let rows: Vec<_> = site
        .languages
        .all()
        .iter()
        .map(|language| &language.locale)
        .collect();
    files.push(NewFile::text("locales/locales.json", pretty(&json!(rows))));
    for language in site.languages.all() {
        files.extend(words(language, &chosen, &written));
        let code = &language.locale.code;
        let texts = server_texts::file(code);
        files.extend(texts.map(|text| NewFile::text(server_texts::place(code), text)));
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Files of the template, of the look and of the kind, by their places in the site.
fn sources(site: &NewSite) -> Vec<(String, &'static [u8])> {
    let mut files = all(&SITE);
    for (folders, name) in [(&LOOKS, site.look.name()), (&KINDS, site.kind.name())] {
        let folder = format!("{name}/");
        let chosen = all(folders).into_iter();
        files.extend(
            chosen
                .filter_map(|(path, bytes)| Some((path.strip_prefix(&folder)?.to_owned(), bytes))),
        );
    }
    files
}

/// Text of a file that is the same in every site.
pub(super) fn text(place: &str) -> Option<String> {
    let text = SITE.get_file(place)?.contents_utf8()?;
    Some(text.to_owned())
}

/// Paths in the site of a file of the template: one that is named by a language occurs once for
/// each language that is written from it, the README once for the default one.
fn places(path: &str, site: &NewSite) -> Vec<String> {
    let default = site.languages.default();
    match split_at_language(path) {
        None => vec![path.to_owned()],
        Some(("README.", written, _)) if default.written == written => vec!["README.md".to_owned()],
        Some(("README.", ..)) => Vec::new(),
        Some((before, written, end)) => {
            let languages = site
                .languages
                .all()
                .iter()
                .filter(|language| language.written == written);
            languages
                .map(|language| format!("{before}{}{end}", language.locale.code))
                .collect()
        }
    }
}

/// The parts of a path that is named by a language of the template: `content/pages/about/`, `ja`
/// and `.md`; or `content/news/_schema.`, `ja` and `.json`.
fn split_at_language(path: &str) -> Option<(&str, &'static str, &str)> {
    let (stem, end) = path.split_at(path.rfind('.')?);
    let (before, language) = stem.split_at(stem.rfind(['/', '.'])? + 1);
    let language = WRITTEN.into_iter().find(|written| *written == language)?;
    [".md", ".json"]
        .contains(&end)
        .then_some((before, language, end))
}

/// The lines of a text for a site with these parts.
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

/// Values of the names between percent signs, by name; those of quoted ones are JSON.
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
    values.extend(site.look.values(site.accent));
    let primary = |east: bool| {
        let all = site.languages.all().iter();
        let chosen = all.filter(|language| is_east(language) == east);
        json!(chosen.map(primary_code).collect::<Vec<_>>()).to_string()
    };
    let documents = product::mark_of_documents(&site.languages.default().locale.code);
    values.push(("%DOC%".to_owned(), documents.to_owned()));
    values.push(("\"%LATIN%\"".to_owned(), primary(false)));
    values.push(("\"%EAST%\"".to_owned(), primary(true)));
    for page in UNSEARCHED {
        let seo = |language: &SiteLanguage| {
            let of = |field| field_of(page, language.written, field);
            let title = format!("{} · {}", of("title"), site.name);
            (
                language.locale.code.clone(),
                json!({"title": title, "description": of("summary"), "noindex": true}),
            )
        };
        let seo = Value::Object(site.languages.all().iter().map(seo).collect());
        values.push((format!("\"%SEO {page}%\""), seo.to_string()));
    }
    for (key, words) in &texts {
        values.push((format!("\"%TEXT {key}%\""), by_language(words).to_string()));
    }
    // Inside of quotes.
    let quoted = json!(site.name).to_string();
    values.push(("%NAME%".to_owned(), quoted.trim_matches('"').to_owned()));
    values
}

/// Whether headings of the language have few letters of a Latin face.
fn is_east(language: &SiteLanguage) -> bool {
    ["zh", "ja", "ko"].contains(&primary_code(language))
}

fn primary_code(language: &SiteLanguage) -> &str {
    let code = &language.locale.code;
    code.split('-').next().unwrap_or(code)
}

/// A field of the front matter of a page's text in the template.
fn field_of(page: &str, language: &str, field: &str) -> String {
    let text = text(&format!("content/pages/{page}/{language}.md")).unwrap_or_default();
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(field)?.strip_prefix(": "));
    value.unwrap_or_default().trim_matches('"').to_owned()
}

/// The host of an address, without `www.`.
fn host(url: &str) -> &str {
    let after = url.split_once("://").map_or(url, |(_, after)| after);
    let host = after.split(['/', ':']).next().unwrap_or(after);
    host.strip_prefix("www.").unwrap_or(host)
}

fn fill_in(text: &str, values: &[(String, String)]) -> String {
    let fill = |text: String, (key, value): &(String, String)| text.replace(key, value);
    values.iter().fold(text.to_owned(), fill)
}

/// Embedded data, which tests read as well.
fn parse<T: serde::Deserialize<'static>>(text: &'static str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| unreachable!("an embedded table: {error}"))
}
