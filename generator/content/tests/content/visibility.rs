//! Drafts, schedules and guarded entries: which visitors see them, and when.

use generator_ground::message::Language;
use serde_json::json;

use crate::harness::{EN, GIF, Page, Tree, ZH, slugs};

fn all() -> serde_json::Value {
    json!({"query": "list", "collection": "news", "sort": ["-date"], "fields": ["slug"]})
}

#[test]
fn drafts_future_and_expired_entries_are_nowhere() {
    let tree = Tree::new()
        .item("news/draft", "2026-05-01", "draft: true")
        .item("news/future", "2026-05-02", "publishAt: 2026-11-21T12:00")
        .item(
            "news/expired",
            "2026-05-03",
            "expireAt: 2026-11-21T11:00:00+08:00",
        )
        .item(
            "news/shown",
            "2026-05-04",
            "publishAt: 2026-11-21T11:00\nexpireAt: 2026-11-21T11:01",
        );
    for slug in ["draft", "future", "expired", "shown"] {
        tree.edit(&format!("news/{slug}/pic.gif"), GIF);
    }
    // 11:00 in Shanghai.
    let mut tree = tree.at("2026-11-21T03:00:00Z");
    let content = tree.content();
    assert_eq!(
        slugs(&Page::default().guarded().ask(&content, &all())),
        ["shown"]
    );
    let beside = json!({"query": "neighbours", "collection": "news", "slug": "shown", "sort": ["date"], "fields": ["slug"]});
    assert_eq!(Page::default().guarded().ask(&content, &beside), json!({}));
    assert_eq!(
        content
            .media
            .iter()
            .map(|media| media.path.as_str())
            .collect::<Vec<_>>(),
        ["/media/news/shown/pic.gif"]
    );
    assert_eq!(
        content.next_change,
        Some("2026-11-21T03:01:00Z".parse().unwrap())
    );
    tree.set_now("2026-11-21T03:01:00Z");
    let content = tree.content();
    assert_eq!(
        slugs(&Page::default().ask(&content, &all())),
        Vec::<&str>::new()
    );
    assert_eq!(
        content.next_change,
        Some("2026-11-21T04:00:00Z".parse().unwrap())
    );
    tree.set_now("2026-11-21T04:00:00Z");
    let content = tree.content();
    assert_eq!(slugs(&Page::default().ask(&content, &all())), ["future"]);
    assert_eq!(content.next_change, None);
}

#[test]
fn where_both_languages_are_required_they_appear_together() {
    let mut tree = Tree::new().item("news/a", "2026-05-03", "");
    tree.edit(
        "news/a/en.md",
        "---\ntitle: A\ndate: 2026-05-03\ndraft: true\n---\n",
    );
    assert_eq!(
        tree.problems(),
        ["~visibility-differs content/news/a/en.md:4 /draft"]
    );
    let content = tree.load().content;
    assert_eq!(
        slugs(&Page::default().ask(&content, &all())),
        Vec::<&str>::new()
    );
}

#[test]
fn a_language_that_is_held_back_alone_lets_no_other_one_stand_in_for_it() {
    let held = "---\ntitle: A\ndate: 2026-05-03\npublishAt: 2026-11-22\n---\n";
    let open = held.replace("publishAt: 2026-11-22\n", "");
    for (locale, texts) in [("zh-CN", [held, &open]), ("en", [&open, held])] {
        let mut tree = Tree::new();
        for (locale, text) in ["zh-CN", "en"].into_iter().zip(texts) {
            tree.edit(&format!("notes/a/{locale}.md"), text);
        }
        let place = format!("visibility-differs content/notes/a/{locale}.md:4 /publishAt");
        assert_eq!(tree.problems(), [place]);
        let content = tree.load().content;
        assert_eq!(content.collection("notes").unwrap().entries(), []);
    }
}

#[test]
fn a_translation_follows_an_original_where_languages_may_stand_in() {
    let text = "---\ntitle: A\ndate: 2026-05-03\ntranslation: later\n---\n";
    let tree = || Tree::new().write("notes/a/en.md", text);
    assert_eq!(
        tree().problems(),
        ["no-original content/notes/a/en.md:4 /translation"]
    );
    assert_eq!(
        tree()
            .write("notes/a/zh-CN.md", text.replace("later", "soon"))
            .problems(),
        ["not-allowed content/notes/a/zh-CN.md:4 /translation"]
    );
    let mut together = Tree::new()
        .item("news/a", "2026-05-03", "")
        .write("news/a/en.md", text);
    assert_eq!(
        together.problems(),
        ["~no-effect content/news/a/en.md:4 /translation"]
    );
}

#[test]
fn an_entry_that_is_over_before_it_begins_is_told() {
    let fields = "publishAt: 2026-12-01\nexpireAt: 2026-11-01";
    let mut tree = Tree::new().item("news/a", "2026-05-03", fields);
    assert_eq!(
        tree.problems(),
        [
            "~never-shown content/news/a/en.md:5 /expireAt",
            "~never-shown content/news/a/zh-CN.md:5 /expireAt"
        ]
    );
}

#[test]
fn a_draft_translation_falls_back_as_if_it_were_not_there() {
    let mut tree = Tree::new().item("notes/a", "2026-05-03", "");
    tree.edit(
        "notes/a/en.md",
        "---\ntitle: Unfinished\ndate: 2026-05-03\ndraft: true\ntranslation: later\n---\n",
    );
    let content = tree.content();
    let answer = Page::of(EN, "a")
        .try_ask(
            &content,
            &json!({"query": "entry", "collection": "notes", "slug": ":id", "fields": ["title"]}),
        )
        .unwrap();
    assert_eq!(
        (answer.value, answer.content_locale.as_deref()),
        (json!({"title": "文 a"}), Some("zh-CN"))
    );
}

#[test]
fn an_unfinished_draft_stops_nobody() {
    let mut tree = Tree::new().write("news/a/en.md", "---\ntilte: A\ndraft: true\n---\n");
    let problems = tree.problems();
    assert_eq!(
        problems,
        [
            "~missing-field content/news/a/en.md:2 /date",
            "~missing-field content/news/a/en.md:2 /title",
            "~unknown-field content/news/a/en.md:2 /tilte"
        ]
    );
}

fn secrets() -> Tree {
    Tree::new()
        .company("open", "")
        .company("secret", "access: guarded")
        .item(
            "news/a",
            "2026-05-01",
            "company: secret\ncompanies: [open, secret]\ntags: [x]\ncategory: firm",
        )
        .item(
            "news/b",
            "2026-05-02",
            "company: secret\ncompanies: [secret]\ntags: [x]",
        )
        .item(
            "news/c",
            "2026-05-03",
            "access: guarded\ntags: [x]\ncategory: firm",
        )
        .item("news/d", "2026-05-04", "company: open")
}

// R6.02
#[test]
fn a_public_page_gets_nothing_of_a_guarded_entry() {
    let mut tree = secrets();
    let content = tree.content();
    let page = Page::of(ZH, "a");
    let list = page.ask(
        &content,
        &json!({"query": "list", "collection": "news", "sort": ["-date"], "fields": ["slug"]}),
    );
    assert_eq!(
        (slugs(&list), &list["total"]),
        (vec!["d", "b", "a"], &json!(3))
    );
    let fields = ["company", "company.name", "companies"];
    let entry = page.ask(
        &content,
        &json!({"query": "entry", "collection": "news", "slug": ":id", "fields": fields}),
    );
    assert_eq!(entry, json!({"companies": ["open"]}));
    let names = page.ask(
        &content,
        &json!({"query": "entry", "collection": "news", "slug": "a", "fields": ["companies.name"]}),
    );
    assert_eq!(names, json!({"companies": [{"name": "公司 open"}]}));
    let related = |by: &str| {
        page.ask(&content, &json!({"query": "related", "collection": "news", "slug": ":id", "by": [by], "limit": 5, "fields": ["slug"]}))
    };
    assert_eq!(slugs(&related("tags")), ["b"]);
    assert_eq!(
        slugs(&related("company")),
        Vec::<&str>::new(),
        "a shared secret relates nothing"
    );
    let beside = |slug: &str| {
        Page::of(ZH, slug).ask(&content, &json!({"query": "neighbours", "collection": "news", "slug": ":id", "sort": ["date"], "fields": ["slug", "company.name"]}))
    };
    assert_eq!(
        beside("b"),
        json!({"before": {"slug": "a"}, "after": {"slug": "d", "company": {"name": "公司 open"}}}),
        "the guarded one between them is passed over"
    );
    let filtered = |field: &str, value: &str| {
        page.ask(&content, &json!({"query": "list", "collection": "news", "filter": {field: value}, "fields": ["slug"]}))
    };
    assert_eq!(filtered("company", "secret")["total"], 0);
    assert_eq!(filtered("category", "firm")["total"], 1);
    let latest = page.ask(
        &content,
        &json!({"query": "latest", "collection": "news", "limit": 9, "fields": ["slug"]}),
    );
    assert_eq!(slugs(&latest), ["d", "b", "a"]);
    let guarded = page.try_ask(
        &content,
        &json!({"query": "entry", "collection": "news", "slug": "c", "fields": ["title"]}),
    );
    assert!(
        guarded
            .unwrap_err()
            .message
            .to_string()
            .contains("is guarded")
    );
}

// R6.02
#[test]
fn a_guarded_page_sees_both() {
    let mut tree = secrets();
    let content = tree.content();
    let page = Page::of(ZH, "a").guarded();
    assert_eq!(slugs(&page.ask(&content, &all())), ["d", "c", "b", "a"]);
    let entry = page.ask(&content, &json!({"query": "entry", "collection": "news", "slug": ":id", "fields": ["company.name", "companies"]}));
    assert_eq!(
        entry,
        json!({"company": {"name": "公司 secret"}, "companies": ["open", "secret"]})
    );
    let beside = json!({"query": "neighbours", "collection": "news", "slug": "b", "sort": ["date"], "fields": ["slug"]});
    assert_eq!(
        page.ask(&content, &beside),
        json!({"before": {"slug": "a"}, "after": {"slug": "c"}})
    );
    let related = json!({"query": "related", "collection": "news", "slug": ":id", "by": ["tags", "category"], "limit": 5, "fields": ["slug"]});
    assert_eq!(slugs(&page.ask(&content, &related)), ["c", "b"]);
    // The answer for guarded pages is kept apart from the one for public pages.
    assert_eq!(slugs(&Page::of(ZH, "a").ask(&content, &related)), ["b"]);
}

#[test]
fn a_reference_to_what_is_not_published_is_a_warning_and_no_value() {
    let mut tree =
        Tree::new()
            .company("tide", "draft: true")
            .item("news/a", "2026-05-03", "company: tide");
    let loaded = tree.load();
    assert_eq!(loaded.diagnostics.len(), 2);
    assert!(
        loaded
            .diagnostics
            .iter()
            .all(|problem| problem.code() == "hidden-reference")
    );
    let entry = Page::of(EN, "a").ask(&loaded.content, &json!({"query": "entry", "collection": "news", "slug": ":id", "fields": ["title", "company.name"]}));
    assert_eq!(entry, json!({"title": "Item a"}));
}

// R10.06
#[test]
fn a_time_that_the_clocks_skip_or_repeat_is_named_with_the_moments_it_may_be() {
    let site = "url: https://x.example\ntimeZone: Europe/Berlin\npublic: { name: { zh-CN: 潮, en: Tide } }\n";
    for (typed, kind, moments) in [
        (
            "2026-03-29 2:30",
            "no such time",
            ["2026-03-29T03:30:00+02:00"; 2],
        ),
        (
            "2026/10/25 2:30",
            "has it twice",
            ["2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"],
        ),
    ] {
        let fields = format!("publishAt: {typed}");
        let mut tree = Tree::new()
            .write("site.yaml", site)
            .item("news/a", "2026-01-03", &fields);
        let told = tree.load().diagnostics;
        let told: Vec<String> = told
            .iter()
            .map(|told| told.line(Language::English))
            .collect();
        assert_eq!(told.len(), 2, "{told:#?}");
        for (told, file) in told.iter().zip(["en.md:4", "zh-CN.md:4"]) {
            let is_placed = told.contains(&format!("content/news/a/{file}"));
            assert!(is_placed && told.contains(kind), "{told}");
            assert!(told.contains("in Europe/Berlin"), "{told}");
            for moment in moments {
                assert!(told.contains(moment), "{told}");
            }
        }
    }
}

// R10.06
#[test]
fn a_time_in_another_order_is_refused_with_the_form_that_is_wanted() {
    let mut tree = Tree::new().item("news/a", "2026-05-03", "publishAt: 1.12.2026 9:00");
    let told = tree.load().diagnostics;
    let words = told[0].line(Language::English);
    assert!(words.contains("`2026-05-03"), "{words}");
}
