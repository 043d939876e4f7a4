//! `generator diff`: the check of an operator before a rollback, and of a developer after an
//! upgrade.

use std::path::PathBuf;

use serde_json::Value;

use crate::command::{Ran, generator, run};
use crate::world::World;

/// A site with two builds; `edit` makes the change between them.
fn two_builds(edit: impl FnOnce(&mut World)) -> (World, [String; 2]) {
    let mut world = World::new();
    let first = published(&world);
    edit(&mut world);
    let second = published(&world);
    (world, [first, second])
}

fn published(world: &World) -> String {
    let ran = run(&mut world.build("live", &[]));
    let id = ran
        .result
        .strip_prefix("published ")
        .and_then(|rest| rest.split(':').next());
    id.unwrap_or_else(|| panic!("{ran:?}")).to_owned()
}

fn diff(world: &World, arguments: &[&str]) -> Ran {
    let builds = world.folder.path("live/builds");
    run(generator(["diff"])
        .args(arguments)
        .arg("--builds")
        .arg(builds))
}

fn lines(ran: &Ran) -> Vec<&str> {
    ran.result.lines().skip(1).map(str::trim_start).collect()
}

#[test]
fn a_page_is_named_with_the_part_that_differs() {
    let (world, [first, second]) = two_builds(|world| {
        let text = world.read("news/cedar/en.md").unwrap();
        world.write("news/cedar/en.md", text.replace("Text.", "Another text."));
        world.write("figures/2025.yaml", "revenue: 1\n");
        world.write("news/alder/notes.txt", "notes");
    });
    let ran = diff(&world, &[&first, &second]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let years = ["revenue.value", "revenue.text", "note (gone)"]
        .map(|place| format!("payload.data.years.items.0.{place}"))
        .join(", ");
    assert_eq!(
        ran.result,
        format!(
            "{first} → {second}: pages 0 added, 0 removed, 3 changed; files 1 added, 0 removed, 1 changed
  changed  page /en/figures: content ({years}), files (figures.csv)
  changed  page /en/news/cedar: content (payload.data.entry.body)
  changed  page /figures: content ({years}), files (figures.csv)
  added    file /media/news/alder/notes.txt
  changed  file /en/feeds/news.xml: bytes
"
        )
    );
    assert_eq!(ran.words, "");
}

#[test]
fn what_came_what_went_and_who_may_read_it_is_told() {
    let (world, [first, second]) = two_builds(|world| {
        world.delete("letters/winter");
        for locale in ["zh-CN", "en"] {
            let path = format!("letters/autumn/{locale}.md");
            let text = world.read(&path).unwrap();
            world.write(&path, text.replace("access: guarded\n", ""));
        }
    });
    let ran = diff(&world, &[&first, &second]);
    let told = lines(&ran);
    for line in [
        "removed  page /letters/winter",
        "removed  page /en/letters/winter",
        "removed  file /media/letters/winter/chart.svg",
        "changed  page /letters/autumn: head (head.noindex (gone), head.hreflang (new), head.jsonLd (new)), rules (access guarded → public)",
        "changed  page /letters (guarded): content (payload.data.list.items (2 items, now 1), payload.data.list.total)",
        "changed  file /media/letters/autumn/chart.svg: access guarded → public",
    ] {
        assert!(told.contains(&line), "{line}: {told:#?}");
    }
    let back = diff(&world, &[&second, &first]);
    assert!(
        lines(&back).contains(&"added    page /letters/winter"),
        "{back:?}"
    );
}

#[test]
fn settings_for_search_engines_change_heads() {
    let (world, [first, second]) = two_builds(|world| world.origin.become_backend(1));
    let ran = diff(&world, &[&first, &second]);
    let part = "head (head.title, head.description)";
    assert_eq!(
        lines(&ran),
        [
            format!("changed  page /en/news/alder: {part}"),
            format!("changed  page /news/alder: {part}"),
            "changed  file /en/feeds/news.xml: bytes".to_owned(),
            "changed  file /feeds/news.xml: bytes".to_owned()
        ]
    );
}

#[test]
fn what_surrounds_pages_is_chrome_and_is_not_listed_without_end() {
    let (world, [first, second]) = two_builds(|world| {
        let template = "frontend/templates/document.html";
        let text = std::fs::read_to_string(world.folder.path(template)).unwrap();
        world.folder.write(template, format!("{text}<!-- -->\n"));
    });
    let ran = diff(&world, &[&first, &second]);
    let told = lines(&ran);
    assert_eq!(told[0], "site     app", "{told:#?}");
    assert!(
        told[1..21].iter().all(|line| line.ends_with(": chrome")),
        "{told:#?}"
    );
    assert!(told[21].ends_with("more pages: chrome (--message-format json names them)"));
    assert_eq!(told.len(), 22);
}

#[test]
fn another_frontend_is_told_as_such() {
    let (world, [first, second]) = two_builds(|world| {
        world.folder.build_frontend("second");
        world
            .folder
            .write("frontend/dist/client/assets/more.js", "1");
    });
    let ran = diff(&world, &[&first, &second]);
    let told = lines(&ran);
    for line in [
        "site     app",
        "site     assets/more.js",
        "site     headerClasses",
        "site     errors",
        "changed  page /figures: chrome, files (figures.csv), rules (class page → feishu)",
        "changed  page /login: head (head.noindex (gone), head.hreflang (new), head.jsonLd (new)), chrome, rules (access guest → public)",
    ] {
        assert!(told.contains(&line), "{line}: {told:#?}");
    }
}

#[test]
fn the_lines_that_differ_are_shown_on_request() {
    let (world, [first, second]) = two_builds(|world| {
        let text = world.read("news/cedar/en.md").unwrap();
        world.write("news/cedar/en.md", text.replace("Text.", "Another text."));
    });
    let page = "/en/news/cedar";
    for path in [page, "/en/news/cedar/_payload.json"] {
        let ran = diff(&world, &[&first, &second, "--show", path]);
        let shown = ran.result.split_once(&format!("\n\n{path}\n")).unwrap().1;
        assert!(
            shown.contains("\n-<p>Text.</p>") && shown.contains("\n+<p>Another text.</p>"),
            "{shown}"
        );
    }
}

#[test]
fn what_is_guarded_is_not_shown_unless_asked_for() {
    let (world, [first, second]) = two_builds(|world| {
        let text = world.read("letters/autumn/en.md").unwrap();
        world.write(
            "letters/autumn/en.md",
            text.replace("For members.", "A secret."),
        );
    });
    let asked = [first.as_str(), &second, "--show", "/en/letters/autumn"];
    for format in ["human", "json"] {
        let ran = diff(
            &world,
            &[&asked[..], &["--message-format", format]].concat(),
        );
        assert!(
            !ran.result.contains("secret") && !ran.result.contains("members"),
            "{}",
            ran.result
        );
        assert!(ran.result.contains("/en/letters/autumn"), "{}", ran.result);
    }
    let ran = diff(&world, &[&asked[..], &["--show-guarded"]].concat());
    assert!(ran.result.contains("+<p>A secret.</p>"), "{}", ran.result);
}

#[test]
fn what_was_guarded_before_is_not_shown_either() {
    let (world, [first, second]) = two_builds(|world| {
        for locale in ["zh-CN", "en"] {
            world.write(
                &format!("letters/autumn/{locale}.md"),
                "---\ntitle: A\ndate: 2026-04-01\n---\nFor all.\n",
            );
        }
    });
    let ran = diff(&world, &[&first, &second, "--show", "/en/letters/autumn"]);
    assert!(!ran.result.contains("members"), "{}", ran.result);
}

#[test]
fn two_folders_of_the_same_site_are_the_same() {
    let world = World::new();
    published(&world);
    let other = run(&mut world.build("other", &[]));
    assert_eq!(other.code, Some(0), "{}", other.words);
    let folder = |out: &str| {
        world
            .folder
            .path(out)
            .join("builds")
            .into_os_string()
            .into_string()
            .unwrap()
    };
    let ran = run(&mut generator(["diff", &folder("live"), &folder("other")]));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.result.starts_with("same: "), "{}", ran.result);
    assert_eq!(ran.result.lines().count(), 1);
}

#[test]
fn a_build_of_another_folder_is_named_by_its_path() {
    let (world, [first, second]) =
        two_builds(|world| world.write("figures/2026.yaml", "revenue: 1\n"));
    let place = |id: &str| -> PathBuf { world.folder.path("live/builds").join(id) };
    let by_path = run(generator(["diff"])
        .arg(place(&first))
        .arg(world.folder.path("live/builds")));
    let by_id = diff(&world, &[&first, &second]);
    assert_eq!(by_path.result, by_id.result);
    assert_eq!(by_path.code, Some(1));
}

#[test]
fn a_program_reads_json() {
    let (world, [first, second]) =
        two_builds(|world| world.write("figures/2026.yaml", "revenue: 1\n"));
    let ran = diff(
        &world,
        &[
            &first,
            &second,
            "--message-format",
            "json",
            "--show",
            "/figures/figures.csv",
        ],
    );
    let told: Value = serde_json::from_str(&ran.result).unwrap();
    assert_eq!(told["before"]["build"], first);
    assert_eq!(told["after"]["build"], second);
    assert_eq!(told["site"], serde_json::json!([]));
    let page = &told["pages"]["changed"][1];
    assert_eq!(page["path"], "/figures");
    assert_eq!(page["parts"], serde_json::json!(["content", "files"]));
    assert_eq!(page["files"], serde_json::json!(["figures.csv"]));
    assert_eq!(page["rulesNow"]["access"], "public");
    let text = &told["shown"]["/figures/figures.csv"]["text"];
    assert!(text.as_str().unwrap().contains('+'));
}

#[test]
fn what_cannot_be_compared_is_named() {
    let (world, [first, _]) = two_builds(|world| world.write("figures/2026.yaml", "revenue: 1\n"));
    let unknown = first.replace(|letter: char| letter.is_ascii_digit(), "0");
    let empty = world
        .folder
        .path("live/var")
        .into_os_string()
        .into_string()
        .unwrap();
    for (arguments, reason) in [
        ([unknown.as_str(), &first], "is missing"),
        (
            [&first, "no-such-folder"],
            "`no-such-folder` names no build",
        ),
        ([&empty, &first], "nothing is published there"),
    ] {
        let ran = diff(&world, &arguments);
        assert_eq!(ran.code, Some(5), "{ran:?}");
        assert!(
            ran.words.starts_with("error: ") && ran.words.contains(reason),
            "{}",
            ran.words
        );
    }
    let ran = diff(&world, &[&first, &first, "--show", "/nowhere"]);
    assert_eq!(
        (ran.code, ran.words.as_str()),
        (
            Some(5),
            "error: --show: neither build has the path `/nowhere`\n"
        )
    );
}

#[test]
fn a_page_that_became_a_redirect_is_compared() {
    let (world, [first, second]) = two_builds(|world| {
        for locale in ["zh-CN", "en"] {
            let text = world.read(&format!("news/cedar/{locale}.md"));
            if let Some(text) = text {
                let text = text.replacen("---\n", "---\naliases: [/news/cedar]\n", 1);
                world.write(&format!("news/teak/{locale}.md"), text);
            }
        }
        world.delete("news/cedar");
    });
    let ran = diff(&world, &[&first, &second]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let line = "changed  page /news/cedar: rules (page → redirect to /news/teak)";
    assert!(lines(&ran).contains(&line), "{ran:?}");
    let back = diff(&world, &[&second, &first]);
    let line = "changed  page /news/cedar: rules (redirect to /news/teak → page)";
    assert!(lines(&back).contains(&line), "{back:?}");
    let why =
        run(generator(["why", "/news/teak", "--builds"]).arg(world.folder.path("live/builds")));
    assert_eq!(why.code, Some(0), "{why:?}");
}
