//! `generator check` finds what `generator build` refuses, and reports it in the same words.

use crate::command::{Ran, generator, run};
use crate::world::World;

/// Places below `content/` and the contents that make a sound site refused there; none: the file is
/// deleted.
const FAULTS: [(&str, &str, Option<&str>); 22] = [
    (
        "broken-link",
        "news/alder/en.md",
        Some("[x](/no/such/page)"),
    ),
    ("broken-link", "news/alder/en.md", Some("[x](gone.pdf)")),
    (
        "broken-link",
        "news/alder/en.md",
        Some("[x](/media/news/alder/gone.svg)"),
    ),
    ("broken-anchor", "news/alder/en.md", Some("[x](#nowhere)")),
    ("broken-image", "news/alder/en.md", Some("![a](gone.png)")),
    (
        "foreign-image",
        "news/alder/en.md",
        Some("![a](https://example.com/a.png)"),
    ),
    ("bad-link", "news/alder/en.md", Some("[x](javascript:x)")),
    (
        "reserved-id",
        "news/alder/en.md",
        Some("<p id=\"portico-state\">x</p>"),
    ),
    (
        "unknown-field",
        "news/alder/en.md",
        Some("---\ntitle: A\ndate: 2026-05-01\ntilte: A\n---\n"),
    ),
    (
        "missing-field",
        "news/alder/en.md",
        Some("---\ndate: 2026-05-01\n---\n"),
    ),
    (
        "yaml-syntax",
        "news/alder/en.md",
        Some("---\ntitle: a: b\n---\n"),
    ),
    ("front-matter", "news/alder/en.md", Some("")),
    (
        "shared-differs",
        "news/alder/en.md",
        Some("---\ntitle: A\ndate: 2026-05-02\ncompany: lichen\n---\n"),
    ),
    (
        "visibility-differs",
        "news/alder/en.md",
        Some("---\ntitle: A\ndate: 2026-05-01\ncompany: lichen\ndraft: true\n---\n"),
    ),
    (
        "unknown-reference",
        "letters/winter/en.md",
        Some("---\ntitle: A\ndate: 2026-04-02\ncompany: nobody\n---\n"),
    ),
    ("missing-locale", "pages/about/en.md", None),
    ("agreement", "pages/terms", None),
    ("file-type", "news/alder/run.exe", Some("MZ")),
    ("bad-image", "news/alder/a.png", Some("no picture")),
    ("bad-slug", "news/Alder/en.md", Some("x")),
    ("wrong-type", "figures/2024.yaml", Some("revenue: much\n")),
    (
        "foreign-api",
        "site.yaml",
        Some(
            "url: https://www.example.com\ntimeZone: UTC\npublic: { name: { zh-CN: a, en: b }, runtime: { apiBase: https://a.example } }\n",
        ),
    ),
];

fn check(world: &World) -> Ran {
    let arguments = world.arguments("check", "live");
    let of_sources = ["--content", "--locales", "--frontend", "--now"];
    let pairs = arguments[1..].chunks(2);
    let pairs = pairs.filter(|pair| of_sources.contains(&pair[0].as_str()));
    run(generator(["check"]).args(pairs.flatten()))
}

/// All reports about content, without the sum at the end.
fn told(ran: &Ran) -> String {
    let lines = ran.words.lines();
    let lines = lines.filter(|line| !line.starts_with("error: "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// A text of a sound entry with this body; a whole file as it is.
fn whole(text: &str) -> String {
    let fields = "---\ntitle: A\ndate: 2026-05-01\ncompany: lichen\n---\n";
    match text.starts_with(['-', 'M', 'n', 'u', 'r', 'x']) || text.is_empty() {
        true => text.to_owned(),
        false => format!("{fields}{text}\n"),
    }
}

// R10.06
#[test]
fn a_check_tells_what_a_build_refuses_in_the_same_words() {
    let mut world = World::new();
    let sound = world.state();
    let ran = check(&world);
    assert_eq!((ran.code, ran.words.as_str()), (Some(0), ""));
    for (code, path, text) in FAULTS {
        match text {
            Some(text) => world.write(path, whole(text)),
            None => assert!(world.delete(path)),
        }
        let checked = check(&world);
        let built = run(&mut world.build("live", &[]));
        assert_eq!(told(&checked), told(&built), "{code} {path}");
        assert!(
            checked.words.contains(&format!("error[{code}]")),
            "{}",
            checked.words
        );
        assert_eq!((checked.code, built.code), (Some(1), Some(1)), "{code}");
        world.restore(&sound);
    }
}

// R10.06
#[test]
fn a_file_with_a_wrong_field_is_told_its_broken_links_and_pictures_too() {
    let mut world = World::new();
    let text = "---\ntitle: A\ndate: 2026-05-01\ncompany: lichen\ntilte: A\n---\n[x](/nowhere) ![a](gone.png) [y](/news/birch)\n";
    world.write("news/alder/en.md", text);
    // Its own page is not published as it is, which is no fault of the texts that link to it.
    world.write("news/birch/en.md", "---\ntitle: A: b\n---\n");
    let checked = check(&world);
    let codes: Vec<&str> = checked
        .words
        .lines()
        .filter_map(|line| line.strip_prefix("error[")?.split(']').next())
        .collect();
    assert_eq!(
        codes,
        [
            "unknown-field",
            "broken-link",
            "broken-image",
            "yaml-syntax"
        ],
        "{}",
        checked.words
    );
    assert_eq!(told(&checked), told(&run(&mut world.build("live", &[]))));
}

// R10.06
#[test]
fn without_a_built_frontend_nobody_is_told_that_links_are_sound() {
    let world = World::new();
    std::fs::remove_dir_all(world.folder.path("frontend/dist")).unwrap();
    let ran = check(&world);
    assert_eq!((ran.code, ran.result.as_str()), (Some(5), ""));
    assert!(ran.words.contains("is not built"), "{}", ran.words);
}

/// `check --profile china` of this site.
fn profile(world: &World, more: &[&str]) -> Ran {
    let arguments = world.arguments("check", "live");
    let of_sources = ["--content", "--locales", "--frontend", "--now"];
    let pairs = arguments[1..].chunks(2);
    let pairs = pairs.filter(|pair| of_sources.contains(&pair[0].as_str()));
    let check = ["check", "--profile", "china"];
    run(generator(check).args(more).args(pairs.flatten()))
}

#[test]
fn a_profile_prints_each_row_with_its_place_and_remedy_and_refuses_what_is_missing() {
    let mut world = World::new();
    world.write(
        "site.yaml",
        "url: http://203.0.113.7\ntimeZone: Asia/Shanghai\n\
         protocols:\n  - { key: terms, page: terms, path: /terms }\n\
         public: { name: { zh-CN: a, en: b }, filing: { icp: \"1\" } }\n",
    );
    let ran = profile(&world, &[]);
    assert_eq!(ran.code, Some(1), "{}", ran.words);
    let parts = [
        "\nmissing [icp-number] the ICP filing number is set and has a valid form\n    found: 1\n    \
         place: content/site.yaml:5 (/public/filing/icp)\n    remedy: ",
        "\nmissing [https] ",
        "\nmissing [privacy-policy] ",
        "\nmissing [icp-link] ",
        "\nfine [time-zone] ",
        "\nunknown here [ipv6] ",
        "\nprofile china: 46 rows, ",
    ];
    for part in parts {
        assert!(ran.result.contains(part), "{part}: {}", ran.result);
    }
    let chinese = profile(&world, &["--lang", "zh"]);
    let row =
        "\n缺少 [icp-number] 已填写ICP备案号，格式正确\n    发现：1\n    位置：content/site.yaml:5";
    assert!(chinese.result.contains(row), "{}", chinese.result);
}

#[test]
fn a_profile_prints_the_same_rows_as_data() {
    let world = World::new();
    let ran = profile(&world, &["--message-format", "json"]);
    let lines = ran.result.lines();
    let lines: Vec<serde_json::Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let rows: Vec<_> = lines.iter().filter(|line| line["id"].is_string()).collect();
    assert_eq!(rows.len(), 46);
    for row in &rows {
        for name in ["state", "requirement", "remedy", "file"] {
            assert!(row[name].is_string(), "{row}");
        }
    }
    let of = |state: &str| rows.iter().filter(|row| row["state"] == state).count();
    let sum = lines.last().unwrap();
    for state in ["fine", "missing", "unknown"] {
        assert_eq!(sum[state], of(state), "{sum}");
    }
    assert_eq!(sum["profile"], "china");
}

#[test]
fn a_profile_of_content_with_errors_prints_the_errors_alone() {
    let mut world = World::new();
    assert!(world.delete("pages/about/en.md"));
    let ran = profile(&world, &[]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.words.contains("error[missing-locale]"), "{}", ran.words);
    assert!(!ran.result.contains("icp-number"), "{}", ran.result);
}
