//! Tests of rules between files, and of rules of the whole site.

use generator_ground::message::Language;

use crate::harness::{EN, Tree, ZH};

const GOOD: &str = "---\ntitle: A\ndate: 2026-05-03\n---\n";

#[test]
fn a_missing_translation_is_an_error_where_both_are_required() {
    let mut tree = Tree::new().write("news/a/zh-CN.md", GOOD);
    assert_eq!(tree.problems(), ["missing-locale content/news/a/en.md"]);
    let mut draft = Tree::new().write("news/a/zh-CN.md", GOOD.replace("date", "draft: true\ndate"));
    assert_eq!(draft.problems(), Vec::<String>::new());
}

#[test]
fn a_missing_translation_falls_back_where_the_collection_allows_it() {
    let mut tree = Tree::new()
        .write("notes/a/zh-CN.md", GOOD)
        .write("notes/b/en.md", GOOD);
    let content = tree.content();
    let notes = content.collection("notes").unwrap();
    let (a, b) = (notes.entry("a").unwrap(), notes.entry("b").unwrap());
    assert_eq!(
        (a.text_locale(EN), a.exists_in(EN), a.exists_in(ZH)),
        (Some(ZH), false, true)
    );
    assert_eq!(
        (b.text_locale(ZH), b.exists_in(ZH), b.exists_in(EN)),
        (Some(EN), false, true)
    );
}

#[test]
fn facts_must_be_the_same_in_every_language() {
    let mut tree = Tree::new()
        .write("news/a/zh-CN.md", GOOD)
        .write("news/a/en.md", GOOD.replace("2026-05-03", "2026-05-04"));
    let loaded = tree.load();
    assert_eq!(loaded.diagnostics.len(), 1);
    let problem = &loaded.diagnostics[0];
    assert_eq!(
        (problem.code(), problem.file.as_str(), problem.line),
        ("shared-differs", "content/news/a/en.md", Some(3))
    );
    assert!(
        problem
            .message
            .to_string()
            .contains("content/news/a/zh-CN.md")
    );
}

#[test]
fn a_fact_that_is_wrong_in_one_language_blames_that_one_alone() {
    let problems = |wrong: &str| {
        Tree::new()
            .company("tide", "")
            .write("news/a/zh-CN.md", GOOD.replace("date: 2026-05-03", wrong))
            .write("news/a/en.md", GOOD.replace("date", "company: tide\ndate"))
            .problems()
    };
    let wrong = "date: 2026-13-40\ncompany: tide";
    assert_eq!(
        problems(wrong),
        ["wrong-format content/news/a/zh-CN.md:3 /date"]
    );
    let wrong = "date: 2026-05-03\ncompany: nobody";
    assert_eq!(
        problems(wrong),
        ["unknown-reference content/news/a/zh-CN.md:4 /company"]
    );
    let missing = "company: tide";
    assert_eq!(
        problems(missing),
        ["missing-field content/news/a/zh-CN.md:2 /date"]
    );
}

#[test]
fn an_entry_guarded_in_one_language_is_guarded_and_told() {
    let mut tree = Tree::new()
        .write(
            "news/a/zh-CN.md",
            GOOD.replace("date", "access: guarded\ndate"),
        )
        .write("news/a/en.md", GOOD)
        .write("news/a/x.gif", crate::harness::GIF);
    let loaded = tree.load();
    assert_eq!(
        tree.problems(),
        ["access-differs content/news/a/en.md:2 /access"]
    );
    assert_eq!(
        loaded.content.media[0].access,
        contract::build::Access::Guarded
    );
}

#[test]
fn a_misspelt_reference_suggests_what_was_meant() {
    let mut tree = Tree::new().company("tidewater", "").item(
        "news/a",
        "2026-05-03",
        "companies: [tidewater, tidewatter]",
    );
    let loaded = tree.load();
    assert_eq!(loaded.diagnostics.len(), 2);
    assert_eq!(loaded.diagnostics[0].field.as_deref(), Some("/companies/1"));
    assert_eq!(
        loaded.diagnostics[0].message.remedy(Language::English),
        "did you mean `tidewater`?"
    );
}

#[test]
fn schemas_are_checked_as_strictly_as_what_they_check() {
    let cases = [
        (
            r#"{"type": "object", "additionalProperties": false}"#,
            "schema content/things/_schema.json:1 /x-collection",
        ),
        (
            r#"{"x-collection": {"kind": "data"}}"#,
            "schema content/things/_schema.json:1",
        ),
        (
            r#"{"x-collection": {"kind": "data"}, "additionalProperties": false, "type": "objct"}"#,
            "schema content/things/_schema.json:1 /type",
        ),
        (
            r#"{"x-collection": {"kind": "data"}, "additionalProperties": false, "properties": {"a": {"x-reference": "news"}}}"#,
            "schema content/things/_schema.json:1 /properties/a/x-reference",
        ),
        (
            r#"{"x-collection": {"kind": "data"}, "additionalProperties": false, "properties": {"a": {"x-ref": "nowhere"}}}"#,
            "schema content/things/_schema.json /properties/a/x-ref",
        ),
        (
            r#"{"x-collection": {"kind": "data"}, "additionalProperties": false, "properties": {"a": {"x-format": "money"}}}"#,
            "schema content/things/_schema.json:1 /properties/a/x-format",
        ),
        (
            r#"{"x-collection": {"kind": "data"}, "additionalProperties": false, "properties": {"href": {}}}"#,
            "schema content/things/_schema.json:1 /properties/href",
        ),
        (
            r#"{"x-collection": {"kind": "data", "dateField": "day"}, "additionalProperties": false}"#,
            "schema content/things/_schema.json:1 /x-collection/dateField",
        ),
        (
            r#"{"x-collection": {"kind": "data", "updatedField": "day"}, "additionalProperties": false}"#,
            "schema content/things/_schema.json:1 /x-collection/updatedField",
        ),
        (
            r#"{"x-collection": {"kind": "markdown", "feed": "full"}, "additionalProperties": false}"#,
            "schema content/things/_schema.json:1 /x-collection/feed",
        ),
        (
            r#"{"x-collection": {"kind": "data", "dateField": "day", "feed": "full"}, "additionalProperties": false, "properties": {"day": {"type": "string"}}}"#,
            "schema content/things/_schema.json:1 /x-collection/feed",
        ),
        (
            r#"{"x-collection": {"kind": "markdown"}, "additionalProperties": false, "properties": {"a": {"type": "array", "x-image": true}}}"#,
            "schema content/things/_schema.json:1 /properties/a/x-image",
        ),
        (
            r#"{"x-collection": {"kind": "markdown"}, "additionalProperties": false, "properties": {"a": {"type": "string", "x-ref": "news", "x-image": true}}}"#,
            "schema content/things/_schema.json:1 /properties/a/x-image",
        ),
        (
            r#"{"x-collection": {"kind": "data"}, "additionalProperties": false, "properties": {"a": {"type": "array", "items": {"type": "string", "x-image": true}}}}"#,
            "schema content/things/_schema.json:1 /properties/a/items/x-image",
        ),
    ];
    for (schema, expected) in cases {
        let problems = Tree::new().write("things/_schema.json", schema).problems();
        assert_eq!(problems, [expected], "{schema}");
    }
}

#[test]
fn settings_of_a_site_follow_its_own_schema() {
    let schema = r#"{"type": "object", "additionalProperties": false, "required": ["notice"], "properties": {
        "notice": {"type": "object", "x-localized": true}, "founded": {"type": "integer"}}}"#;
    let cases = [
        ("notice: { zh-CN: 示例, en: Sample }", None),
        (
            "founded: 2011",
            Some("missing-field content/site.yaml:4 /public/notice"),
        ),
        (
            "notice: { en: Sample }",
            Some("missing-locale content/site.yaml:5 /public/notice"),
        ),
        (
            "notice: Sample",
            Some("wrong-type content/site.yaml:5 /public/notice"),
        ),
        (
            "notice: { zh-CN: 示例, en: Sample, jp: 見本 }",
            Some("unknown-locale content/site.yaml:5 /public/notice/jp"),
        ),
        (
            "notice: { zh-CN: 示例, en: Sample }\n  foundet: 2011",
            Some("unknown-field content/site.yaml:6 /public/foundet"),
        ),
    ];
    for (settings, expected) in cases {
        let site = format!(
            "url: https://www.example.com\ntimeZone: UTC\npublic:\n  name: {{ zh-CN: 潮, en: Tide }}\n  {settings}\n"
        );
        let problems = Tree::new()
            .write("settings.schema.json", schema)
            .write("site.yaml", &site)
            .problems();
        assert_eq!(problems, Vec::from_iter(expected), "{settings}");
    }
}

#[test]
fn the_schema_of_the_settings_is_checked_itself() {
    let cases = [
        ("{", "json-syntax content/settings.schema.json:1"),
        ("{}", "schema content/settings.schema.json:1"),
        (
            r#"{"additionalProperties": false, "properties": {"name": {}}}"#,
            "schema content/settings.schema.json:1 /properties/name",
        ),
        (
            r#"{"additionalProperties": false, "properties": {"a": {"x-ref": "people"}}}"#,
            "schema content/settings.schema.json:1 /properties/a/x-ref",
        ),
    ];
    for (schema, expected) in cases {
        let problems = Tree::new().write("settings.schema.json", schema).problems();
        assert_eq!(problems, [expected], "{schema}");
    }
}

// R7.02
#[test]
fn calls_cannot_go_to_another_origin() {
    let problems = |base: &str| {
        let site = format!(
            "url: https://www.example.com\ntimeZone: UTC\npublic:\n  runtime:\n    apiBase: {base}\n"
        );
        Tree::new().write("site.yaml", site).problems()
    };
    let refused = ["foreign-api content/site.yaml:5 /public/runtime/apiBase"];
    for base in [
        "https://api.example.com",
        "//api.example.com",
        "api",
        "5",
        "'/\\api.example.com'",
    ] {
        assert_eq!(problems(base), refused, "{base}");
    }
    for base in ["\"\"", "/backend"] {
        assert_eq!(problems(base), Vec::<String>::new(), "{base}");
    }
}

// R8.01
#[test]
fn settings_that_have_one_language_have_all() {
    let site = "url: https://www.example.com\ntimeZone: UTC\npublic:\n  name: { zh-CN: 潮, en: Tide }\n  offices:\n    - { zh-CN: 杭州, en: Hangzhou }\n    - { en: Shanghai }\n  filing: { icp: one }\n";
    let problems = Tree::new().write("site.yaml", site).problems();
    assert_eq!(
        problems,
        ["missing-locale content/site.yaml:7 /public/offices/1"]
    );
}

const AGREEMENT: &str = "url: https://www.example.com\ntimeZone: UTC\nprotocols:\n  - { key: terms, page: terms, path: /terms }\npublic: { name: { zh-CN: 潮, en: Tide } }\n";

fn agreement(body: &str) -> Tree {
    let schema = r#"{"x-collection": {"kind": "markdown"}, "additionalProperties": false, "properties": {"title": {"type": "string"}, "updatedAt": {"type": "string"}}}"#;
    let text = format!("---\ntitle: Terms\nupdatedAt: 2026-06-01\n---\n{body}\n");
    Tree::new()
        .write("site.yaml", AGREEMENT)
        .write("pages/_schema.json", schema)
        .write("pages/terms/zh-CN.md", &text)
        .write("pages/terms/en.md", &text)
}

#[test]
fn the_origin_gets_settings_and_agreements_in_every_language() {
    let system_config = "- path: /about\n  seoConfig:\n    zh-CN: { title: 关于, description: 潮 }\n    en: { title: About, description: Tide, noindex: true }\n";
    let content = agreement("Be fair.")
        .write("system-config.yaml", system_config)
        .content();
    let data = &content.origin_data;
    assert_eq!(data.system_config["zh"][0].seo_config.title, "关于");
    assert!(
        data.system_config["en"][0].seo_config.noindex
            && !data.system_config["zh"][0].seo_config.noindex
    );
    let terms = &data.protocol_config["en"][0];
    assert_eq!(
        (
            terms.key.as_str(),
            terms.title.as_str(),
            terms.updated_at.as_str(),
            terms.path.as_str()
        ),
        ("terms", "Terms", "2026-06-01", "/en/terms")
    );
    assert_eq!(data.protocol_config["zh"][0].path, "/terms");
    assert_eq!(
        data.site_name,
        [("en", "Tide"), ("zh", "潮")]
            .map(|(l, name)| (l.to_owned(), name.to_owned()))
            .into()
    );
}

#[test]
fn an_agreement_has_a_new_version_exactly_when_its_text_changes() {
    let version = |body: &str| {
        agreement(body).content().origin_data.protocol_config["en"][0]
            .version
            .clone()
    };
    assert_eq!(version("Be fair."), version("Be fair."));
    assert_ne!(version("Be fair."), version("Be fair!"));
}

#[test]
fn an_agreement_without_a_page_is_an_error() {
    let tree = Tree::new().write("site.yaml", AGREEMENT);
    let mut tree = tree;
    assert_eq!(tree.problems(), ["agreement content/site.yaml /protocols"]);
}

#[test]
fn settings_for_a_path_are_given_once_and_for_known_languages() {
    let row = "- path: /a\n  seoConfig:\n    zh-CN: { title: a, description: b }\n    en: { title: a, description: b }\n";
    let problems = Tree::new()
        .write(
            "system-config.yaml",
            format!("{row}{row}    eng: {{ title: a, description: b }}\n"),
        )
        .problems();
    assert_eq!(
        problems,
        [
            "duplicate-path content/system-config.yaml:5 /1/path",
            "unknown-locale content/system-config.yaml:9 /1/seoConfig/eng"
        ]
    );
}

#[test]
fn a_sharing_image_must_be_there_for_everyone() {
    let row = |image: &str| {
        let seo = format!("{{ title: a, description: b, image: {image} }}");
        format!("- path: /a\n  seoConfig:\n    zh-CN: {seo}\n    en: {seo}\n")
    };
    let tree = |access: &str, image: &str| {
        Tree::new()
            .item("news/a", "2026-05-03", access)
            .write("news/a/x.gif", crate::harness::GIF)
            .write("system-config.yaml", row(image))
            .problems()
    };
    assert_eq!(tree("", "/media/news/a/x.gif"), Vec::<String>::new());
    let broken = ["broken-image content/system-config.yaml"];
    assert_eq!(tree("", "/media/news/a/y.gif"), broken);
    assert_eq!(tree("access: guarded", "/media/news/a/x.gif"), broken);
}

// R2.04, R2.05
#[test]
fn the_origin_gets_what_letters_about_messages_say() {
    let form = "title: { zh-CN: 表, en: Form }
path: /form
next: { zh-CN: 会有人读, en: Somebody reads it }
fields:
  - { name: email, kind: email, label: { zh-CN: 邮箱, en: E-mail } }
";
    let schema = include_str!("../../../../content/forms/_schema.json");
    let content = Tree::new()
        .write("forms/_schema.json", schema)
        .write("forms/plans.yaml", form)
        .content();
    let data = &content.origin_data;
    assert_eq!(data.site_url, content.site.url);
    assert_eq!(Some(&*data.time_zone), content.site.time_zone.iana_name());
    for (language, next) in [("zh", "会有人读"), ("en", "Somebody reads it")] {
        let plans = &data.forms[language]["plans"];
        assert_eq!(plans.next.as_deref(), Some(next));
    }
}

#[test]
fn a_form_whose_key_is_a_call_of_its_own_is_refused_with_its_file_and_a_remedy() {
    let form = "title: { zh-CN: 表, en: Form }
path: /form
fields:
  - { name: email, kind: email, label: { zh-CN: 邮箱, en: E-mail } }
";
    let schema = include_str!("../../../../content/forms/_schema.json");
    for key in contract::form::RESERVED_KEYS {
        let file = format!("forms/{key}.yaml");
        let mut tree = Tree::new()
            .write("forms/_schema.json", schema)
            .write("forms/plans.yaml", form)
            .write(&file, form);
        assert_eq!(tree.problems(), [format!("form-key content/{file}:1")]);
        let problem = tree.load().diagnostics.remove(0);
        for language in [Language::English, Language::Chinese] {
            let told = problem.message.text(language);
            assert!(told.contains(key), "{told}");
            assert_ne!(problem.message.remedy(language), "");
        }
    }
}
