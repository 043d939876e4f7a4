//! Keywords of schemas for people and for their editors: `docs/reference/schema-keywords.md`, its
//! Chinese version, and the schemas in `frontend/portico/schemas`, which a site has. Tests write
//! these files, and no program has this module.

mod meta_schema;
mod page;
mod words;

use std::path::Path;

use serde_json::{Value, json};

use super::keywords::{COLLECTION, LOCALIZED, Reads, VALUE};
use super::{Format, MAX_DECIMALS};

/// A keyword that JSON Schema does not have.
struct OwnKeyword {
    name: &'static str,
    /// The schemas that may have it.
    place: &'static str,
    meaning: &'static str,
    /// Schema of its value.
    value: Value,
    /// A field with it.
    example: Value,
}

/// The keywords of Portico, in the order of [`COLLECTION`] and [`VALUE`].
fn own_keywords() -> [OwnKeyword; 5] {
    [
        OwnKeyword {
            name: COLLECTION,
            place: "the root of a collection's schema, which must have it",
            meaning: "How the entries of the collection are stored on disk.",
            value: collection_rules(),
            example: json!({"x-collection": {"kind": "markdown", "parity": "fallback", "dateField": "date"}}),
        },
        OwnKeyword {
            name: "x-ref",
            place: "a string, or the `items` of an array",
            meaning: "The value is the slug of an entry of the collection named. A query reads the \
                      fields of that entry by a dot: `company.name`.",
            value: json!({"type": "string", "minLength": 1}),
            example: json!({"artists": {"type": "array", "items": {"type": "string", "x-ref": "artists"}}}),
        },
        OwnKeyword {
            name: "x-format",
            place: "a number or a string",
            meaning: "The value's format on pages, in their language. A page gets an object with `value` and `text`. \
                      The number after `decimal` and `percent` is that of decimals; a percentage is \
                      a number of hundredths.",
            value: json!({"enum": formats()}),
            example: json!({"opens": {"type": "string", "format": "date", "x-format": "date"}}),
        },
        OwnKeyword {
            name: LOCALIZED,
            place: "an object; the only one of the five in `content/settings.schema.json`",
            meaning: "The object has one value per language code, and a page gets that of its own \
                      language. For YAML entries and settings, which have no file per language.",
            value: json!({"enum": [true]}),
            example: json!({"label": {"type": "object", "x-localized": true, "additionalProperties": {"type": "string"}}}),
        },
        OwnKeyword {
            name: "x-image",
            place: "a string in a collection of the kind `markdown`",
            meaning: "The value is the name of an image beside the text. A page gets a picture in \
                      all its widths.",
            value: json!({"enum": [true]}),
            example: json!({"photo": {"type": "string", "x-image": true}}),
        },
    ]
}

/// Schema of the value of `x-collection`.
fn collection_rules() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["kind"],
        "properties": {
            "kind": {
                "enum": ["markdown", "data"],
                "description": "`markdown`: `<slug>/<language>.md` with a running text; `data`: one `<slug>.yaml` for all languages."
            },
            "parity": {
                "enum": ["require", "fallback"],
                "default": "require",
                "description": "An entry that lacks a language is an error (`require`), or another language replaces it (`fallback`); for the kind `markdown`."
            },
            "dateField": { "type": "string", "description": "The field with the date by which entries are the newest." },
            "updatedField": { "type": "string", "description": "The field with the day of an entry's last change: sitemaps and feeds have it. Without a value, an entry of a collection with a feed has the day of its `dateField`." },
            "feed": {
                "enum": ["full", "summary"],
                "description": "The collection has a feed for each language, `/feeds/<collection>.xml`, with the newest entries: their whole texts (`full`) or the descriptions of their pages (`summary`). It needs `dateField`."
            },
            "shared": {
                "type": "array",
                "items": { "type": "string" },
                "description": "Fields that are facts, not words: equal in all languages."
            }
        }
    })
}

/// Every value of `x-format`.
fn formats() -> Vec<String> {
    let with_decimals =
        |name: &'static str| (0..=MAX_DECIMALS).map(move |decimals| format!("{name}:{decimals}"));
    let plain = ["date", "integer"].map(str::to_owned);
    plain
        .into_iter()
        .chain(with_decimals("decimal"))
        .chain(with_decimals("percent"))
        .collect()
}

/// Compares a file of the repository with `text`; `UPDATE_GOLDEN=1` writes it.
fn assert_is_current(place: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(place);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap_or_default() == text,
        "{place} differs; if the change is meant: UPDATE_GOLDEN=1 cargo test -p generator-content --lib reference"
    );
}

#[test]
fn all_keywords_of_ours_are_described() {
    let names = own_keywords().map(|keyword| keyword.name);
    let known: Vec<&str> = [COLLECTION].into_iter().chain(VALUE).collect();
    assert_eq!(names.as_slice(), known);
}

#[test]
fn all_formats_are_known() {
    for format in formats() {
        assert!(Format::parse(&format).is_some(), "{format}");
    }
}

#[test]
fn the_pages_on_keywords_are_current() {
    for (name, words) in [
        ("schema-keywords.md", &words::ENGLISH),
        ("schema-keywords.zh-CN.md", &words::CHINESE),
    ] {
        assert_is_current(&format!("docs/reference/{name}"), &page::markdown(words));
    }
}

/// A keyword without words in Chinese would be in English on the Chinese page.
#[test]
fn all_sentences_are_in_chinese() {
    let known: Vec<String> = words::sentences().collect();
    let translated = words::CHINESE.sentences.iter();
    let translated: Vec<&str> = translated.map(|(english, _)| *english).collect();
    assert_eq!(translated, known);
}

/// A site has the schemas that the generator itself applies, and those of its schemas.
#[test]
fn the_schemas_of_the_package_are_current() {
    let meta_schema = |reads| format!("{:#}\n", meta_schema::meta_schema(reads));
    let collection = meta_schema(Reads::Collection);
    let settings = meta_schema(Reads::Settings);
    for (name, text) in [
        ("collection", &*collection),
        ("settings", &settings),
        ("site", include_str!("../site.schema.json")),
        (
            "system-config",
            include_str!("../system-config.schema.json"),
        ),
        ("redirects", include_str!("../redirects.schema.json")),
        ("search", include_str!("../search.schema.json")),
    ] {
        assert_is_current(
            &format!("frontend/portico/schemas/{name}.schema.json"),
            text,
        );
    }
}
