//! Texts of a page with marks, which lead to their places in `content/`.

use generator_content::Content;
use generator_content::marks::{Marks, Place};
use serde_json::{Value, json};

use crate::harness::{EN, GIF, Page, Tree, ZH};

const BODY: &str = "First *words*
go on.

## A heading

- one
- two `code`

| a | b |
|---|---|
| c | d |

> Quoted
>
> again

![A picture](picture.gif)

Last.
";

fn tree() -> Tree {
    let text = |title: &str| {
        format!(
            "---\ntitle: {title}\n# A note.\ndate: 2026-05-03\ncompany: tide\ntags:\n  - x\n  - 潮 y\n---\n\n{BODY}"
        )
    };
    Tree::new()
        .company("tide", "")
        .write("news/a/zh-CN.md", text("文"))
        .write("news/a/en.md", text("Item"))
        .write("news/a/picture.gif", GIF)
        .write(
            "figures/y.yaml",
            "revenue: 1.5\nnote: { zh-CN: 注, en: A note }\n",
        )
}

fn without_marks(value: &Value) -> Value {
    let is_mark = |character: char| character >= '\u{f0000}';
    serde_json::from_str(&value.to_string().replace(is_mark, "")).unwrap()
}

/// The text between the mark of a place and the next mark.
fn text_at(text: &str, index: usize) -> Option<&str> {
    let mark = char::from_u32(0xF_0000 + u32::try_from(index).unwrap()).unwrap();
    let (_, rest) = text.split_once(mark)?;
    rest.split(|character: char| character >= '\u{f0000}')
        .next()
}

fn ask(content: &Content, locale: usize, query: &Value) -> (Value, Vec<Place>) {
    let marks = Marks::default();
    let answer = Page::of(locale, "a").ask_marked(content, query, &marks);
    (answer, content.places(marks))
}

#[test]
fn marks_change_nothing_else_and_lead_to_the_place_of_each_text() {
    let mut tree = tree();
    let content = tree.content();
    let query = json!({"query": "entry", "collection": "news", "slug": "a", "fields": ["slug", "href", "title", "date", "body", "headings", "company.name", "company.href", "tags"]});
    for locale in [ZH, EN] {
        let (answer, _) = ask(&content, locale, &query);
        let plain = Page::of(locale, "a").ask(&content, &query);
        assert_eq!(without_marks(&answer), plain);
    }
    let (answer, places) = ask(&content, EN, &query);
    let text = answer.to_string();
    let found: Vec<_> = places
        .iter()
        .enumerate()
        .map(|(index, place)| {
            (
                &*place.file,
                &*place.field,
                place.lines,
                text_at(&text, index),
            )
        })
        .filter(|(file, ..)| *file == "content/news/a/en.md")
        .collect();
    let file = "content/news/a/en.md";
    for (field, line, shown) in [
        ("/title", 2, "Item"),
        ("/date", 4, "3 May 2026"),
        ("/tags/0", 7, "x"),
        ("/tags/1", 8, "潮 y"),
    ] {
        let expected = (file, field, (line, line), Some(shown));
        assert!(found.contains(&expected), "{expected:?} {found:#?}");
    }
    let company = places.iter().position(|place| place.file.contains("tide"));
    assert_eq!(text_at(&text, company.unwrap()), Some("Company tide"));
}

#[test]
fn each_block_of_a_body_leads_to_its_lines() {
    let mut tree = tree();
    let content = tree.content();
    let query = json!({"query": "entry", "collection": "news", "slug": "a", "fields": ["body"]});
    let (answer, places) = ask(&content, EN, &query);
    let html = answer["body"].as_str().unwrap();
    let blocks: Vec<_> = places
        .iter()
        .enumerate()
        .map(|(index, place)| (place.lines, text_at(html, index).unwrap_or_default()))
        .collect();
    let texts: Vec<_> = blocks
        .iter()
        .map(|(lines, html)| (*lines, html.split('<').next().unwrap_or_default()))
        .collect();
    assert_eq!(
        texts,
        [
            ((11, 12), "First "),
            ((14, 14), "A heading"),
            ((16, 17), "one"),
            ((19, 21), "a"),
            ((23, 25), "Quoted"),
            ((27, 27), "A picture\">"),
            ((29, 29), "Last."),
        ]
    );
}

#[test]
fn values_in_all_languages_and_settings_lead_to_their_own_language() {
    let mut tree = tree();
    let content = tree.content();
    let query = json!({"query": "entry", "collection": "figures", "slug": "y", "fields": ["revenue", "note"]});
    let (answer, places) = ask(&content, EN, &query);
    assert_eq!(answer["note"], "\u{f0001}A note\u{100000}");
    let note = &places[1];
    assert_eq!(
        (&*note.file, &*note.field),
        ("content/figures/y.yaml", "/note/en")
    );
    assert_eq!((note.lines, note.column), ((2, 2), 23));
    let query = json!({"query": "config", "keys": ["name", "filing.icp"]});
    let (answer, places) = ask(&content, ZH, &query);
    let fields: Vec<&str> = places.iter().map(|place| &*place.field).collect();
    assert_eq!(fields, ["/public/name/zh-CN", "/public/filing/icp"]);
    assert_eq!(answer["name"], "\u{f0000}潮\u{100000}");
    assert_eq!(answer["filing"]["icp"], "A1");
    assert_eq!(places[0].lines, (4, 4));
}
