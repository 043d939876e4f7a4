//! Tests of the answers to the queries of a page's route.

use generator_content::query::Read;
use generator_content::{KnownBodies, Targets};
use generator_ground::message::Language;
use serde_json::{Value, json};

use crate::harness::{EN, GIF, Page, Tree, ZH, slugs};

#[test]
fn an_entry_has_the_fields_that_were_asked_for_written_for_people() {
    let mut tree =
        Tree::new()
            .company("tide", "")
            .item("news/a", "2026-05-03", "company: tide\ntags: [x, y]");
    let content = tree.content();
    let query = json!({"query": "entry", "collection": "news", "slug": ":id", "fields": ["slug", "href", "date", "body", "company.name", "company.href", "tags"]});
    let answer = Page::of(EN, "a").try_ask(&content, &query).unwrap();
    let expected = json!({
        "slug": "a", "href": "/en/news/a", "date": {"value": "2026-05-03", "text": "3 May 2026"}, "body": answer.bodies[0].token(),
        "company": {"name": "Company tide", "href": "/en/enterprise/invested/tide"}, "tags": ["x", "y"]
    });
    assert_eq!(answer.value, expected);
    assert_eq!((answer.content_locale, answer.bodies.len()), (None, 1));
    assert_eq!(
        answer.bodies[0].get().unwrap().html,
        "<p>Body of Item a.</p>\n"
    );
    let entry = |collection: &str, slug: &str| Read::Entry {
        collection: collection.into(),
        slug: slug.into(),
    };
    assert_eq!(
        answer.reads,
        [entry("companies", "tide"), entry("news", "a")]
    );
    let chinese = Page::of(ZH, "a").ask(&content, &query);
    assert_eq!(
        (&chinese["href"], &chinese["date"]["text"]),
        (&json!("/news/a"), &json!("2026年5月3日"))
    );
}

#[test]
fn ids_stay_short_in_a_page_s_own_text_and_carry_the_entry_s_name_in_all_others() {
    let text = "---\nname: Tide\n---\n## Outlook\n";
    let mut tree = Tree::new()
        .write("companies/tide/zh-CN.md", text)
        .write("companies/tide/en.md", text)
        .item("news/a", "2026-05-03", "company: tide");
    let content = tree.content();
    let ask = |query| Page::of(EN, "a").ask(&content, &query);
    let own = "<h2 id=\"outlook\">Outlook</h2>\n";
    let among = "<h2 id=\"companies/tide/outlook\">Outlook</h2>\n";
    let entry = ask(
        json!({"query": "entry", "collection": "companies", "slug": "tide", "fields": ["body"]}),
    );
    assert_eq!(entry["body"], own);
    let list = ask(json!({"query": "list", "collection": "companies", "fields": ["body"]}));
    assert_eq!(list["items"][0]["body"], among);
    let referred = ask(
        json!({"query": "entry", "collection": "news", "slug": "a", "fields": ["company.body"]}),
    );
    assert_eq!(referred["company"]["body"], among);
}

#[test]
fn a_list_of_references_is_followed_and_asked_from_its_other_end() {
    let mut tree = Tree::new()
        .company("tide", "")
        .company("reef", "")
        .item("news/a", "2026-05-03", "companies: [tide, reef]")
        .item("news/b", "2026-05-04", "companies: [reef]")
        .item("news/c", "2026-05-05", "order: 1");
    let content = tree.content();
    let ask = |id: &str, query| Page::of(EN, id).ask(&content, &query);
    let entry = |fields: &[&str]| json!({"query": "entry", "collection": "news", "slug": ":id", "fields": fields});
    let followed = ask("a", entry(&["companies.name", "companies.href"]));
    let company = |name: &str| json!({"name": format!("Company {name}"), "href": format!("/en/enterprise/invested/{name}")});
    assert_eq!(
        followed,
        json!({"companies": [company("tide"), company("reef")]})
    );
    assert_eq!(
        ask("a", entry(&["companies"])),
        json!({"companies": ["tide", "reef"]})
    );
    let of_company = json!({"query": "list", "collection": "news", "sort": ["-date"], "filter": {"companies": ":id"}, "fields": ["slug"]});
    assert_eq!(slugs(&ask("reef", of_company.clone())), ["b", "a"]);
    assert_eq!(slugs(&ask("tide", of_company)), ["a"]);
}

#[test]
fn figures_are_formatted_and_texts_by_locale_reduced() {
    let mut tree = Tree::new().write(
        "figures/y.yaml",
        "revenue: 12345.67\nshare: 41.5\nstaff: 1200\nnote: { zh-CN: 好, en: Good }\n",
    );
    let content = tree.content();
    let query = json!({"query": "entry", "collection": "figures", "slug": "y", "fields": ["revenue", "share", "staff", "note"]});
    let expected = json!({
        "revenue": {"value": 12345.67, "text": "12,345.7"}, "share": {"value": 41.5, "text": "41.5%"}, "staff": {"value": 1200, "text": "1,200"}, "note": "Good"
    });
    assert_eq!(Page::of(EN, "y").ask(&content, &query), expected);
}

fn numbered(count: u32) -> Tree {
    (1..=count).fold(Tree::new(), |tree, number| {
        tree.item(
            &format!("news/n{number:02}"),
            &format!("2026-05-{number:02}"),
            &format!("order: {}", number % 3),
        )
    })
}

#[test]
fn lists_are_sorted_filtered_limited_and_paged() {
    let mut tree = numbered(7);
    let content = tree.content();
    let ask = |page: &Page, extra: Value| {
        let mut query = json!({"query": "list", "collection": "news", "fields": ["slug"]});
        query
            .as_object_mut()
            .unwrap()
            .extend(extra.as_object().unwrap().clone());
        page.ask(&content, &query)
    };
    let page = Page::default();
    assert_eq!(
        slugs(&ask(&page, json!({"sort": ["order", "-date"]}))),
        ["n06", "n03", "n07", "n04", "n01", "n05", "n02"]
    );
    let limited = ask(&page, json!({"sort": ["-date"], "limit": 2}));
    assert_eq!(
        limited,
        json!({"items": [{"slug": "n07"}, {"slug": "n06"}], "total": 7})
    );
    assert_eq!(
        slugs(&ask(&page, json!({"filter": {"order": 1}}))),
        ["n01", "n04", "n07"]
    );
    assert_eq!(
        slugs(&ask(
            &Page::of(ZH, "n02"),
            json!({"filter": {"slug": ":id"}})
        )),
        ["n02"]
    );
    assert_eq!(
        ask(&page, json!({"filter": {"order": 9}})),
        json!({"items": [], "total": 0})
    );
    let paged = json!({"sort": ["-date"], "pageSize": 3});
    let mut second = Page::default();
    second.params.insert("page".to_owned(), "3".to_owned());
    assert_eq!(
        ask(&page, paged.clone()),
        json!({"items": [{"slug": "n07"}, {"slug": "n06"}, {"slug": "n05"}], "total": 7, "page": 1, "pages": 3})
    );
    assert_eq!(
        ask(&second, paged),
        json!({"items": [{"slug": "n01"}], "total": 7, "page": 3, "pages": 3})
    );
}

#[test]
fn a_list_has_at_least_one_page_and_no_page_beyond_the_last() {
    let query = json!({"query": "list", "collection": "news", "pageSize": 3, "fields": ["slug"]});
    assert_eq!(Page::default().pages(&Tree::new().content(), &query), 1);
    let mut tree = numbered(7);
    let content = tree.content();
    assert_eq!(Page::default().pages(&content, &query), 3);
    for beyond in ["0", "4", "-1", "x", "99999999999"] {
        let mut page = Page::default();
        page.params.insert("page".to_owned(), beyond.to_owned());
        assert!(page.try_ask(&content, &query).is_err(), "{beyond}");
    }
}

#[test]
fn names_are_sorted_as_readers_expect_and_what_is_missing_comes_last() {
    let named = |tree: Tree, slug: &str, zh: &str, en: &str| {
        let text = |name: &str| format!("---\nname: {name}\n---\n");
        tree.write(&format!("companies/{slug}/zh-CN.md"), text(zh))
            .write(&format!("companies/{slug}/en.md"), text(en))
    };
    let tree = [
        ("a", "中", "beta"),
        ("b", "北", "Alpha"),
        ("c", "上", "Émile"),
    ]
    .into_iter()
    .fold(Tree::new(), |tree, (slug, zh, en)| {
        named(tree, slug, zh, en)
    });
    let mut tree = tree
        .item("news/x", "2026-05-01", "")
        .item("news/y", "2026-05-02", "order: 1");
    let content = tree.content();
    let query = |collection: &str, sort: &str| json!({"query": "list", "collection": collection, "sort": [sort], "fields": ["slug"]});
    assert_eq!(
        slugs(&Page::of(ZH, "").ask(&content, &query("companies", "name"))),
        ["b", "c", "a"]
    );
    assert_eq!(
        slugs(&Page::of(EN, "").ask(&content, &query("companies", "name"))),
        ["b", "a", "c"]
    );
    for sort in ["order", "-order"] {
        assert_eq!(
            slugs(&Page::default().ask(&content, &query("news", sort))),
            ["y", "x"]
        );
    }
}

#[test]
fn related_entries_share_most_newest_first() {
    let mut tree = Tree::new()
        .item("news/a", "2026-05-01", "tags: [x, y]\ncategory: firm")
        .item("news/b", "2026-05-02", "tags: [x]")
        .item("news/c", "2026-05-03", "tags: [y, x]\ncategory: firm")
        .item("news/d", "2026-05-04", "tags: [z]\ncategory: firm")
        .item("news/e", "2026-05-05", "tags: [z]");
    let content = tree.content();
    let query = json!({"query": "related", "collection": "news", "slug": ":id", "by": ["tags", "category"], "limit": 3, "fields": ["slug"]});
    let answer = Page::of(EN, "a").try_ask(&content, &query).unwrap();
    assert_eq!(slugs(&answer.value), ["c", "d", "b"]);
    assert!(answer.reads.contains(&Read::Collection("news".into())));
}

#[test]
fn neighbours_are_the_entries_before_and_after_and_the_ends_have_one() {
    let mut tree = numbered(3);
    let content = tree.content();
    let query = json!({"query": "neighbours", "collection": "news", "slug": ":id", "sort": ["-date"], "fields": ["title", "href"]});
    let ask = |slug: &str| Page::of(EN, slug).try_ask(&content, &query).unwrap();
    let item =
        |slug: &str| json!({"title": format!("Item {slug}"), "href": format!("/en/news/{slug}")});
    assert_eq!(ask("n03").value, json!({"after": item("n02")}));
    let middle = ask("n02");
    assert_eq!(
        middle.value,
        json!({"before": item("n03"), "after": item("n01")})
    );
    assert!(middle.reads.contains(&Read::Collection("news".into())));
    assert_eq!(ask("n01").value, json!({"before": item("n02")}));
    let mut alone = numbered(1);
    assert_eq!(
        Page::of(EN, "n01").ask(&alone.content(), &query),
        json!({}),
        "an entry alone has none"
    );
}

#[test]
fn an_added_entry_changes_the_neighbours_of_the_two_beside_it() {
    let mut tree = numbered(5);
    let before = tree.content();
    let mut tree = tree.item("news/new", "2026-05-03", "");
    let after = tree.content();
    let query = json!({"query": "neighbours", "collection": "news", "slug": ":id", "sort": ["date"], "fields": ["slug"]});
    let changed = ["n01", "n02", "n03", "n04", "n05"]
        .into_iter()
        .filter(|slug| {
            let page = Page::of(ZH, slug);
            page.ask(&before, &query) != page.ask(&after, &query)
        });
    assert_eq!(changed.collect::<Vec<_>>(), ["n03", "n04"]);
}

#[test]
fn config_gives_values_of_the_site_in_the_pages_language() {
    let content = Tree::new().content();
    let query = json!({"query": "config", "keys": ["name", "filing.icp"]});
    assert_eq!(
        Page::of(EN, "").ask(&content, &query),
        json!({"name": "Tide", "filing": {"icp": "A1"}})
    );
    assert_eq!(Page::of(ZH, "").ask(&content, &query)["name"], "潮");
    let private = Page::default().try_ask(&content, &json!({"query": "config", "keys": ["url"]}));
    assert!(private.is_err(), "only what is public");
}

#[test]
fn a_query_that_names_nothing_says_what_was_meant() {
    let mut tree = Tree::new().item("news/first-close", "2026-05-03", "");
    let content = tree.content();
    let cases = [
        (
            json!({"query": "list", "collection": "new", "fields": []}),
            "there is no collection `new`",
            "did you mean `news`?",
        ),
        (
            json!({"query": "list", "collection": "news", "fields": ["titel"]}),
            "`news` has no field `titel`",
            "did you mean `title`?",
        ),
        (
            json!({"query": "list", "collection": "news", "sort": ["-dat"], "fields": []}),
            "`news` has no field `dat`",
            "did you mean `date`?",
        ),
        (
            json!({"query": "neighbours", "collection": "news", "slug": "first-close", "sort": ["-dat"], "fields": []}),
            "`news` has no field `dat`",
            "did you mean `date`?",
        ),
        (
            json!({"query": "list", "collection": "figures", "fields": ["href"]}),
            "",
            "",
        ),
        (
            json!({"query": "entry", "collection": "news", "slug": "first-clos", "fields": []}),
            "there is no published `news/first-clos`",
            "did you mean `first-close`?",
        ),
        (
            json!({"query": "entry", "collection": "news", "slug": ":id", "fields": []}),
            "its path has no parameter `:id`",
            "",
        ),
        (
            json!({"query": "latest", "collection": "companies", "limit": 1, "fields": []}),
            "`companies` has no date",
            "",
        ),
    ];
    for (query, reason, remedy) in cases {
        match Page::default().try_ask(&content, &query) {
            Ok(answer) => assert_eq!((reason, slugs(&answer.value)), ("", vec![]), "{query}"),
            Err(problem) => {
                let words = problem.message.to_string();
                assert!(
                    words.starts_with("route `test`: ") && words.contains(reason),
                    "{words}"
                );
                let advice = problem.message.remedy(Language::English);
                assert!(advice.contains(remedy), "{advice}");
            }
        }
    }
}

#[test]
fn a_body_that_changed_since_the_load_is_never_mixed_in() {
    let mut tree = Tree::new().item("news/a", "2026-05-03", "");
    let content = tree.content();
    tree.edit(
        "news/a/en.md",
        "---\ntitle: New\ndate: 2026-05-03\n---\nNew.\n",
    );
    let query =
        json!({"query": "entry", "collection": "news", "slug": "a", "fields": ["title", "body"]});
    let answer = Page::of(EN, "a").try_ask(&content, &query).unwrap();
    assert!(answer.bodies[0].get().unwrap_err().retryable);
    let content = tree.content();
    assert_eq!(
        Page::of(EN, "a").ask(&content, &query)["body"],
        "<p>New.</p>\n"
    );
}

#[test]
fn a_fallbacks_links_lead_to_pages_in_the_readers_language() {
    let text = "---\ntitle: 文\ndate: 2026-05-03\n---\n[关于](/about) ![图](pic.gif)\n";
    let mut tree = Tree::new()
        .write("notes/a/zh-CN.md", text)
        .write("notes/a/pic.gif", GIF);
    let content = tree.content();
    let query = json!({"query": "entry", "collection": "notes", "slug": "a", "fields": ["body"]});
    let answer = Page::of(EN, "a").try_ask(&content, &query).unwrap();
    assert_eq!(answer.content_locale.as_deref(), Some("zh-CN"));
    let html = &answer.bodies[0].get().unwrap().html;
    assert!(
        html.contains("href=\"/en/about\"")
            && html.contains("src=\"/media/notes/a/pic.gif?t=")
            && html.contains("width=\"5\" height=\"3\""),
        "{html}"
    );
    let (bodies, body) = (KnownBodies::default(), &answer.bodies[0]);
    let links = bodies.facts(body).unwrap().links;
    let nothing = Targets::default();
    let broken = &body.broken_links(&nothing, |_| None).unwrap()[0];
    let href = body.get().unwrap().links[0].href.as_str();
    assert_eq!(
        (href, broken.line, broken.column),
        ("/en/about", Some(5), Some(6))
    );
    assert!(!bodies.lead(&[links], &nothing));
    let about = Targets::from_iter(["/en/about"]);
    assert!(body.broken_links(&about, |_| None).unwrap().is_empty());
    assert!(bodies.lead(&[links], &about));
}

#[test]
fn headings_are_listed_with_their_anchors_as_they_are_read() {
    let text = "---\ntitle: A\ndate: 2026-05-03\n---\n# No\n## 1. Who *we* are\n### No\n## 二、R&D <3\n\n<h2>Raw</h2>\n";
    let mut tree = Tree::new()
        .write("news/a/zh-CN.md", text)
        .write("news/a/en.md", text.replace("##", "#"));
    let content = tree.content();
    let query =
        json!({"query": "entry", "collection": "news", "slug": "a", "fields": ["headings"]});
    assert_eq!(
        Page::of(ZH, "a").ask(&content, &query),
        json!({"headings": [{"id": "1-who-we-are", "text": "1. Who we are"}, {"id": "二rd-3", "text": "二、R&D <3"}]})
    );
    let none =
        json!({"query": "entry", "collection": "companies", "slug": "c", "fields": ["headings"]});
    let mut tree = tree.company("c", "");
    let content = tree.content();
    assert_eq!(
        Page::of(EN, "c").ask(&content, &none),
        json!({"headings": []})
    );
}

#[test]
fn the_same_files_give_the_same_answers() {
    let answers = || {
        let mut tree = numbered(9).write("news/n01/en.md", "---\ntitle: X\ndate: 2026-05-01\norder: 1\n---\n<table><tr><td><input checked type=checkbox> a</table>\n");
        let content = tree.content();
        let list = json!({"query": "list", "collection": "news", "sort": ["order"], "fields": ["slug", "title", "body"]});
        Page::of(EN, "").ask(&content, &list).to_string()
    };
    assert_eq!(answers(), answers());
}
