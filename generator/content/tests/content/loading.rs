//! Bad and hostile files: each is reported once, with its place, and all of them at once.

use std::os::unix::fs::symlink;

use generator_content::ChangedPaths;
use generator_ground::message::Language;
use serde_json::json;

use crate::harness::{GIF, Tree};

const GOOD: &str = "---\ntitle: A\ndate: 2026-05-03\n---\n";

#[test]
fn a_sound_tree_has_no_problems() {
    let mut tree = Tree::new()
        .company("tide", "")
        .item("news/a", "2026-05-03", "company: tide\ntags: [x]")
        .write("news/a/pic.gif", GIF);
    let content = tree.content();
    assert_eq!(
        content
            .media
            .iter()
            .map(|media| media.path.as_str())
            .collect::<Vec<_>>(),
        ["/media/news/a/pic.gif"]
    );
    assert_eq!(content.schemas.len(), 4);
    assert_eq!(content.schemas[0].path, "content/companies/_schema.json");
    assert_eq!(
        (
            content.site.url.as_str(),
            content.site.locale_cookie.as_str()
        ),
        ("https://www.example.com", "i18n_redirected")
    );
}

// R10.06
#[test]
fn each_bad_file_is_told_with_its_place() {
    let front = |fields: &str| format!("---\ntitle: A\ndate: 2026-05-03\n{fields}\n---\n");
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        (
            "news/a/en.md",
            front("tilte: x").into(),
            "unknown-field content/news/a/en.md:4 /tilte",
        ),
        (
            "news/a/en.md",
            front("publishAt: 9999-12-31 23:59:59").into(),
            "wrong-format content/news/a/en.md:4 /publishAt",
        ),
        (
            "news/a/en.md",
            front("expireAt: -009999-01-01T00:00").into(),
            "wrong-format content/news/a/en.md:4 /expireAt",
        ),
        (
            "news/a/en.md",
            front("expireAt: 9999-12-31T23:59:59Z").into(),
            "wrong-format content/news/a/en.md:4 /expireAt",
        ),
        (
            "news/a/b.svg",
            include_bytes!("../../../tests/fixtures/svg-doctype/entity.svg").to_vec(),
            "bad-image content/news/a/b.svg",
        ),
        (
            "news/a/en.md",
            front("category: firms").into(),
            "not-allowed content/news/a/en.md:4 /category",
        ),
        (
            "news/a/en.md",
            front("order: many").into(),
            "wrong-type content/news/a/en.md:4 /order",
        ),
        (
            "news/a/en.md",
            front("tags: [a, 5]").into(),
            "wrong-type content/news/a/en.md:4 /tags/1",
        ),
        (
            "news/a/en.md",
            "---\ndate: 2026-05-03\n---\n".into(),
            "missing-field content/news/a/en.md:2 /title",
        ),
        (
            "news/a/en.md",
            "---\ntitle: A: b\n---\n".into(),
            "yaml-syntax content/news/a/en.md:2",
        ),
        (
            "news/a/en.md",
            front("order：1").into(),
            "full-width-sign content/news/a/en.md:4",
        ),
        (
            "news/a/en.md",
            "---\ntitle：A\n---\n".into(),
            "full-width-sign content/news/a/en.md:2",
        ),
        (
            "news/a/en.md",
            front("tags: [团队，新加坡]").into(),
            "~full-width-sign content/news/a/en.md:4",
        ),
        (
            "news/a/en.md",
            front("tags:\n\t- a").into(),
            "tab content/news/a/en.md:5",
        ),
        (
            "news/a/en - 副本.md",
            "anything".into(),
            "~copy content/news/a/en - 副本.md",
        ),
        (
            "news/a - 副本/en.md",
            "anything".into(),
            "~copy content/news/a - 副本",
        ),
        (
            "news/a/en.md",
            front("title: B").into(),
            "duplicate-key content/news/a/en.md:4",
        ),
        (
            "news/a/en.md",
            front("tags: &a [x]\ncategory: *a").into(),
            "yaml-alias content/news/a/en.md:5",
        ),
        (
            "news/a/en.md",
            front("draft: yes").into(),
            "~wrong-type content/news/a/en.md:4 /draft",
        ),
        (
            "news/a/en.md",
            front("publishAt: soon").into(),
            "wrong-format content/news/a/en.md:4 /publishAt",
        ),
        (
            "news/a/en.md",
            "no front matter".into(),
            "front-matter content/news/a/en.md",
        ),
        (
            "news/a/en.md",
            "---\ntitle: A\n".into(),
            "front-matter content/news/a/en.md",
        ),
        (
            "news/a/en.md",
            "---\n- a\n---\n".into(),
            "front-matter content/news/a/en.md",
        ),
        (
            "news/a/en.md",
            b"---\ntitle: \xff\n---\n".to_vec(),
            "not-utf8 content/news/a/en.md",
        ),
        (
            "news/a/en.md",
            [GOOD.as_bytes(), &vec![b'x'; 10 << 20]].concat(),
            "too-large content/news/a/en.md",
        ),
        (
            "news/a/en.md",
            front("company: nowhere").into(),
            "unknown-reference content/news/a/en.md:4 /company",
        ),
        (
            "news/a/fr.md",
            GOOD.into(),
            "unknown-locale content/news/a/fr.md",
        ),
        (
            "news/a/Pic 1.gif",
            GIF.into(),
            "bad-file-name content/news/a/Pic 1.gif",
        ),
        (
            "news/a/pic.exe",
            GIF.into(),
            "file-type content/news/a/pic.exe",
        ),
        (
            "news/a/pic.png",
            "no picture".into(),
            "bad-image content/news/a/pic.png",
        ),
        (
            "news/First/en.md",
            GOOD.into(),
            "bad-slug content/news/First",
        ),
        ("news/..x/en.md", GOOD.into(), ""),
        (
            "news/stray.md",
            GOOD.into(),
            "stray-file content/news/stray.md",
        ),
        (
            "news/b/pic.gif",
            GIF.into(),
            "no-text content/news/b/pic.gif",
        ),
        (
            "news/c.yaml",
            "a: 1".into(),
            "wrong-kind content/news/c.yaml",
        ),
        (
            "figures/x.yaml",
            "revenue: a".into(),
            "wrong-type content/figures/x.yaml:1 /revenue",
        ),
        (
            "figures/x.yaml",
            "revenue: 1\nnote: { en: a }".into(),
            "missing-locale content/figures/x.yaml:2 /note",
        ),
        (
            "figures/x/en.md",
            GOOD.into(),
            "wrong-kind content/figures/x/en.md",
        ),
        (
            "things/a/en.md",
            GOOD.into(),
            "no-schema content/things/_schema.json",
        ),
        ("Things/a.txt", "x".into(), "bad-collection content/Things"),
        ("notes.txt", "x".into(), "~stray-file content/notes.txt"),
        (
            "things/_schema.json",
            "{".into(),
            "json-syntax content/things/_schema.json:1",
        ),
        (
            "news/_schema.en.json",
            "{\n".into(),
            "json-syntax content/news/_schema.en.json:1",
        ),
        (
            "news/_schema.zh-cn.json",
            "{}".into(),
            "unknown-locale content/news/_schema.zh-cn.json",
        ),
        (
            "news/_schema.zh-CN.json",
            "{\"properties\": {\n\"titel\": {}}}".into(),
            "schema-words content/news/_schema.zh-CN.json:2 /properties/titel",
        ),
        (
            "news/_schema.zh-CN.json",
            "{\"properties\": {\"title\": {\n\"type\": \"string\"}}}".into(),
            "schema-words content/news/_schema.zh-CN.json:2 /properties/title/type",
        ),
        (
            "site.yaml",
            "url: https://x.example\ntimeZone: Asia/Shanghia\npublic: {}\n".into(),
            "time-zone content/site.yaml:2 /timeZone",
        ),
        (
            "site.yaml",
            "url: x\ntimeZone: UTC\npublic: {}\n".into(),
            "not-allowed content/site.yaml:1 /url",
        ),
        (
            "system-config.yaml",
            "- path: /about\n  seoConfig:\n    en: { title: a, description: b }\n".into(),
            "missing-locale content/system-config.yaml:3 /0/seoConfig",
        ),
    ];
    for (path, bytes, expected) in cases {
        let mut tree = Tree::new()
            .write("news/a/zh-CN.md", GOOD)
            .write("news/a/en.md", GOOD)
            .write(path, &bytes);
        let problems = tree.problems();
        // A wrong field may also differ from the other language's.
        let found = problems.iter().any(|problem| problem == expected)
            || (expected.is_empty() && problems.is_empty());
        assert!(
            found,
            "{path} {}: {problems:?}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(60)])
        );
    }
}

// R10.06
#[test]
fn all_problems_are_told_at_once_in_the_order_of_files() {
    let mut tree = Tree::new()
        .write("news/a/zh-CN.md", "---\ntitle: A\ntilte: B\ndate: x\n---\n")
        .write("news/a/en.md", "none")
        .write("news/B/en.md", GOOD)
        .write("figures/x.yaml", "[");
    let problems = tree.problems();
    let expected = [
        "yaml-syntax content/figures/x.yaml:1",
        "bad-slug content/news/B",
        "front-matter content/news/a/en.md",
        "unknown-field content/news/a/zh-CN.md:3 /tilte",
        "wrong-format content/news/a/zh-CN.md:4 /date",
    ];
    assert_eq!(problems, expected);
}

#[test]
fn a_message_says_what_to_do() {
    let mut tree = Tree::new().write("news/a/zh-CN.md", GOOD).write(
        "news/a/en.md",
        "---\ntitle: A\ndate: 2026-05-03\ncatgory: firm\n---\n",
    );
    let loaded = tree.load();
    let text = loaded.diagnostics[0].human(false, Language::English);
    let expected = "\
error[unknown-field]: unknown field `catgory`
 --> content/news/a/en.md:4:1
  |
4 | catgory: firm
  | ^^^^^^^
  |
  = help: did you mean `category`?";
    assert_eq!(text, expected);
}

#[test]
fn byte_order_marks_and_windows_lines_are_fine() {
    let text = format!("\u{feff}{}", GOOD.replace('\n', "\r\n"));
    let mut tree = Tree::new()
        .write("news/a/zh-CN.md", &text)
        .write("news/a/en.md", &text);
    assert_eq!(
        tree.content().collection("news").unwrap().entries().len(),
        1
    );
}

#[test]
fn links_are_not_followed_and_loops_end() {
    let tree = Tree::new().item("news/a", "2026-05-03", "");
    symlink("/etc/hostname", tree.path("news/a/secret.txt")).unwrap();
    symlink(tree.path("news"), tree.path("news/a/loop")).unwrap();
    symlink(tree.path("news/a"), tree.path("news/b")).unwrap();
    let mut tree = tree;
    let links: Vec<String> = ["news/a/loop", "news/a/secret.txt", "news/b"]
        .map(|path| format!("symbolic-link content/{path}"))
        .into();
    assert_eq!(tree.problems(), links);
    assert!(tree.load().content.media.is_empty());
}

#[test]
fn names_that_differ_only_in_case_are_refused() {
    let mut tree = Tree::new()
        .item("news/a", "2026-05-03", "")
        .write("news/a/Pic.gif", GIF)
        .write("news/a/pic.gif", GIF);
    assert_eq!(tree.problems(), ["case-clash content/news/a/pic.gif"]);
}

#[test]
fn what_editors_leave_behind_is_ignored() {
    let tree = Tree::new().item("news/a", "2026-05-03", "");
    let mut tree = [
        ".DS_Store",
        "news/.en.md.swp",
        "news/a/en.md~",
        "news/a/4913",
        "news/a/#en.md#",
        ".git/config",
        "README.md",
        "README.zh-CN.md",
        "news/README.md",
        "news/README.zh-CN.md",
    ]
    .into_iter()
    .fold(tree, |tree, path| tree.write(path, "x"));
    assert_eq!(tree.problems(), [""; 0]);
}

#[test]
fn a_missing_folder_is_told() {
    let tree = Tree::new();
    std::fs::remove_dir_all(tree.path("")).unwrap();
    let mut tree = tree;
    assert_eq!(
        tree.problems(),
        ["unreadable content", "missing-file content/site.yaml"]
    );
}

#[test]
fn an_edit_of_the_same_length_within_a_clock_tick_is_seen() {
    let mut tree = Tree::new().item("news/a", "2026-05-03", "");
    for number in 0..50 {
        let text =
            |locale: &str| format!("---\ntitle: {locale} {number:02}\ndate: 2026-05-03\n---\n");
        tree.edit("news/a/en.md", text("en"));
        tree.edit("news/a/zh-CN.md", text("zh"));
        let content = tree.content();
        let news = content.collection("news").unwrap();
        let text = news.text(news.entry("a").unwrap(), 1).unwrap();
        assert_eq!(
            text.fields.get("title"),
            Some(json!(format!("en {number:02}")))
        );
    }
}

#[test]
fn a_second_load_sees_what_came_went_and_changed_meaning() {
    let mut tree =
        Tree::new()
            .item("news/a", "2026-05-03", "")
            .item("news/b", "2026-05-04", "order: 1");
    assert_eq!(
        tree.content().collection("news").unwrap().entries().len(),
        2
    );
    std::fs::remove_dir_all(tree.path("news/a")).unwrap();
    let schema = std::fs::read_to_string(tree.path("news/_schema.json")).unwrap();
    tree.edit("news/_schema.json", schema.replace("\"order\"", "\"rank\""));
    assert_eq!(
        tree.problems(),
        [
            "unknown-field content/news/b/en.md:4 /order",
            "unknown-field content/news/b/zh-CN.md:4 /order"
        ]
    );
    tree.edit("news/_schema.json", schema);
    assert_eq!(
        tree.content().collection("news").unwrap().entries().len(),
        1
    );
}

#[test]
fn words_of_a_schema_are_no_part_of_the_app_or_of_a_build() {
    let mut tree = Tree::new().item("news/a", "2026-05-03", "");
    let before = tree.content();
    let path = tree.path("news/_schema.zh-CN.json");
    let touched = ChangedPaths::Paths([path.clone()].into());
    for words in [
        r#"{"title": "新闻"}"#,
        r#"{"properties": {"title": {"title": "标题"}}}"#,
    ] {
        tree.edit("news/_schema.zh-CN.json", words);
        let after = tree.load_touched(&touched);
        assert_eq!(after.diagnostics, []);
        assert_eq!(after.content.schemas, before.schemas);
        assert_eq!(after.content.source_hash, before.source_hash);
    }
    tree.edit("news/_schema.zh-CN.json", r#"{"titel": "新闻"}"#);
    let broken = tree.load_touched(&touched).diagnostics;
    assert_eq!(
        broken[0].message.remedy(Language::English),
        "did you mean `title`?"
    );
    std::fs::remove_file(path).unwrap();
    assert_eq!(tree.load_touched(&touched).diagnostics, []);
}

#[test]
fn many_threads_may_ask_one_content() {
    fn is_shared<T: Send + Sync>(_: &T) {}
    is_shared(&Tree::new().content());
}

/// A collection with entries that show a picture.
const SHOTS: &str = r#"{"x-collection": {"kind": "markdown"}, "type": "object", "additionalProperties": false, "required": ["title"],
    "properties": {"title": {"type": "string"}, "cover": {"type": "string", "x-image": true}}}"#;

// R10.06
#[test]
fn an_error_that_is_alone_in_the_content_is_told_once() {
    let conflict = "---\nname: x\n---\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> b\n";
    let cases: [(&str, Option<&str>, &str); 7] = [
        (
            "companies/tide/en.md",
            None,
            "missing-locale content/companies/tide/en.md",
        ),
        (
            "companies/tide/en.md",
            Some("---\nname: 5\n---\n"),
            "wrong-type content/companies/tide/en.md:2 /name",
        ),
        (
            "companies/tide/en.md",
            Some("---\nname: @x\n---\n"),
            "taken-sign content/companies/tide/en.md:2",
        ),
        (
            "companies/tide/en.md",
            Some(conflict),
            "conflict-marker content/companies/tide/en.md:4",
        ),
        (
            "companies/tide/en.md",
            Some("---\nname: x\n---\n\u{8}"),
            "control-character content/companies/tide/en.md:4",
        ),
        (
            "figures/2025.yaml",
            Some("revenue: 1\n=======\n"),
            "conflict-marker content/figures/2025.yaml:2",
        ),
        (
            "figures/2025.yaml",
            Some("revenue: 1\nnote: { en: \"a\\x08\", zh-CN: b }\n"),
            "control-character content/figures/2025.yaml:2",
        ),
    ];
    for (path, text, expected) in cases {
        let mut tree = Tree::new()
            .company("tide", "")
            .item("news/a", "2026-05-03", "company: tide")
            .item("news/b", "2026-05-03", "companies: [tide]")
            .write("figures/2025.yaml", "revenue: 1\n");
        tree.content();
        match text {
            Some(text) => tree.edit(path, text),
            None => std::fs::remove_file(tree.path(path)).unwrap(),
        }
        assert_eq!(tree.problems(), [expected], "{path} {text:?}");
        assert_eq!(tree.problems(), [expected], "again: {path}");
    }
}

// R10.06
#[test]
fn a_file_under_a_wrong_name_is_told_once_with_a_name_to_take() {
    let shot = |cover: &str| format!("---\ntitle: A\ncover: {cover}\n---\n");
    for (name, better) in [("照片.gif", "file.gif"), ("IMG 0001.gif", "IMG-0001.gif")] {
        let mut tree = Tree::new()
            .write("shots/_schema.json", SHOTS)
            .write("shots/a/zh-CN.md", shot(name))
            .write("shots/a/en.md", shot(name))
            .write(&format!("shots/a/{name}"), GIF);
        let loaded = tree.load();
        let [problem] = &loaded.diagnostics[..] else {
            panic!("{:?}", loaded.diagnostics)
        };
        assert_eq!(problem.file, format!("content/shots/a/{name}"));
        assert!(
            problem
                .message
                .remedy(Language::English)
                .contains(&format!("`{better}`"))
        );
    }
    for name in ["EN.md", "En.md"] {
        let mut tree = Tree::new()
            .write("news/a/zh-CN.md", GOOD)
            .write(&format!("news/a/{name}"), GOOD);
        let loaded = tree.load();
        let [problem] = &loaded.diagnostics[..] else {
            panic!("{:?}", loaded.diagnostics)
        };
        assert_eq!(
            problem.message.remedy(Language::English),
            "did you mean `en.md`?"
        );
    }
}

#[test]
fn a_text_that_yaml_cuts_and_marks_that_turn_words_are_warnings() {
    for (field, expected) in [
        (
            "tags: [a, 第 #1 名\n  ]",
            "~taken-sign content/news/a/en.md:4",
        ),
        ("tags:\n  - 第 #1 名", "~taken-sign content/news/a/en.md:5"),
        ("tags:\n  - &x 名", "~taken-sign content/news/a/en.md:5"),
        (
            "tags:\n  - a\u{202e}b",
            "~direction-mark content/news/a/en.md:5",
        ),
    ] {
        let text = format!("---\ntitle: A\ndate: 2026-05-03\n{field}\n---\n");
        let mut tree = Tree::new()
            .write("news/a/zh-CN.md", GOOD)
            .write("news/a/en.md", text);
        assert_eq!(tree.problems(), [expected], "{field}");
    }
    let mut tree = Tree::new().write("redirects.yaml", "- from: /a\n  to: /news #1\n");
    let problems = tree.problems();
    let expected = "~taken-sign content/redirects.yaml:2".to_owned();
    assert!(problems.contains(&expected), "{problems:?}");
}
