//! The document of an answer without JavaScript.

use contract::api::{KindCount, TextRun};
use contract::origin_data::OriginData;
use serde_json::json;

use super::*;

fn page() -> ResultsPage {
    let data = include_str!("../../../../../contract/tests/golden/origin-data.json");
    let data: OriginData = serde_json::from_str(data).unwrap();
    let file = include_str!("../../../../../contract/tests/golden/results-file.json");
    let english = data.locales.iter().find(|locale| locale.code == "en");
    ResultsPage {
        locale: english.unwrap().clone(),
        locales: data.locales,
        document: r#"<html><head><title>Search</title></head><body><input name="q" value=""/><div id="answer"></div></body></html>"#.to_owned(),
        file: serde_json::from_str(file).unwrap(),
    }
}

fn results(value: serde_json::Value) -> SearchResults {
    let mut whole =
        json!({"query": "", "total": 0, "page": 1, "pages": 0, "kinds": [], "hits": []});
    let fields = whole.as_object_mut().unwrap();
    fields.extend(value.as_object().unwrap().clone());
    serde_json::from_value(whole).unwrap()
}

fn ask(query: &str) -> Asked<'static> {
    Asked {
        query: query.to_owned(),
        kind: None,
        locale: "en",
    }
}

#[test]
fn hits_stand_in_the_place_of_the_answer() {
    let hit = json!({"href": "/en/news/a", "title": "A & B", "kind": "news", "locale": "en", "date": "2026-05-03",
        "passages": [{"anchor": "为 什", "heading": "Why", "text": [{"text": "the ", "marked": false}, {"text": "tide", "marked": true}]}]});
    let found = results(json!({"total": 1, "pages": 1, "hits": [hit]}));
    let page = page();
    let document = page.document(&ask("tide"), &page.parts(&ask("tide"), &found));
    assert!(
        document.contains("<title>“tide” · Search</title>"),
        "{document}"
    );
    assert!(document.contains(r#"<input name="q" value="tide"/>"#));
    assert!(document.contains(r#"<h3><a href="/en/news/a">A &amp; B</a></h3>"#));
    assert!(document.contains(r#"<time dateTime="2026-05-03">3 May 2026</time>"#));
    assert!(
        document.contains(
            r#"<a href="/en/news/a#%E4%B8%BA%20%E4%BB%80">Why</a> the <mark>tide</mark>"#
        )
    );
    assert!(document.contains("Pages found: 1"));
    assert!(!document.contains('{'));
}

#[test]
fn whatever_is_asked_or_found_is_text() {
    let hostile = r#""><script>alert(1)</script>{parts}{query}' onload=x"#;
    let hit = json!({"href": hostile, "title": hostile, "kind": hostile, "locale": hostile, "date": hostile,
        "passages": [{"anchor": hostile, "heading": hostile, "text": [{"text": hostile, "marked": true}]}]});
    let kinds = json!([{"kind": hostile, "count": 1}, {"kind": "news", "count": 1}]);
    let found = results(
        json!({"total": 20, "pages": 2, "hits": [hit], "kinds": kinds, "didYouMean": hostile}),
    );
    let page = page();
    let asked = Asked {
        kind: Some(hostile.to_owned()),
        ..ask(hostile)
    };
    let document = page.document(&asked, &page.parts(&asked, &found));
    assert!(!document.contains("<script"), "{document}");
    assert!(!document.contains("' onload"), "{document}");
    let quoted = document.matches('"').count();
    assert!(quoted.is_multiple_of(2), "{document}");
    assert_eq!(document.matches("<div id=\"answer\">").count(), 1);
}

#[test]
fn filters_and_pages_are_links_that_ask_again() {
    let kinds = [("news", 12), ("page", 8)].map(|(kind, count)| KindCount {
        kind: kind.to_owned(),
        count,
    });
    let found = SearchResults {
        kinds: kinds.to_vec(),
        ..results(json!({"total": 12, "page": 2, "pages": 3}))
    };
    let asked = Asked {
        kind: Some("news".to_owned()),
        ..ask("a & b")
    };
    let parts = page().parts(&asked, &found);
    let link = |rest: &str| format!("href=\"/api/search?q=a+%26+b&amp;locale=en{rest}\"");
    for rest in [
        "",
        "&amp;kind=page",
        "&amp;kind=news",
        "&amp;kind=news&amp;page=3",
    ] {
        assert!(parts.contains(&link(rest)), "{rest}: {parts}");
    }
    assert!(parts.contains(&format!(
        "{} aria-current=\"page\">News 12",
        link("&amp;kind=news")
    )));
    assert!(parts.contains("Everything 20"));
    assert!(parts.contains("Page 2 of 3"));
}

#[test]
fn nothing_found_says_so_and_an_empty_question_nothing() {
    let page = page();
    let parts = page.parts(&ask("<b>"), &results(json!({})));
    assert_eq!(parts, "<p>No page says anything about “&lt;b&gt;”.</p>");
    let document = page.document(&ask(""), "");
    assert!(document.contains("<title>Search</title>"));
    assert!(document.contains(r#"<div id="answer"></div>"#));
}

#[test]
fn a_place_that_is_not_there_once_is_left_alone() {
    assert_eq!(replace_once("a-b", "-", "+"), "a+b");
    assert_eq!(replace_once("a-b-c", "-", "+"), "a-b-c");
    assert_eq!(replace_once("abc", "-", "+"), "abc");
}

#[test]
fn a_page_in_another_language_says_which() {
    let run = TextRun {
        text: "潮".to_owned(),
        marked: false,
    };
    let hit = SearchHit {
        href: "/news/a".to_owned(),
        title: "潮".to_owned(),
        kind: "cases".to_owned(),
        locale: "zh-CN".to_owned(),
        date: None,
        passages: vec![SearchPassage {
            anchor: None,
            heading: None,
            text: vec![run],
        }],
    };
    let html = page().hit(&hit);
    assert!(
        html.contains("<p>Page · 简体中文 </p><div lang=\"zh-CN\">"),
        "{html}"
    );
}
