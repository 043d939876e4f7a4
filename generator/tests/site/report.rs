//! The report of a build: the changes of each page, and content that will cost more than it should.

use std::fs;

use serde_json::Value;

use crate::command::run;
use crate::world::World;

/// Builds, and returns the printed output and the JSON report.
fn built(world: &World) -> (String, Value) {
    let path = world.folder.path("report.json");
    let ran = run(world.build("live", &["--report"]).arg(&path));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let report = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    (ran.result, report)
}

fn changed(report: &Value, kind: &str) -> Vec<String> {
    let pages = report["changed"].as_array().unwrap().iter();
    let of_kind = pages.filter(|page| page["kind"] == kind);
    of_kind
        .map(|page| page["path"].as_str().unwrap().to_owned())
        .collect()
}

// R10.02
#[test]
fn what_pages_say_is_told_apart_from_what_surrounds_them() {
    let mut world = World::new();
    built(&world);
    let text = world.read("news/cedar/en.md").unwrap();
    world.write("news/cedar/en.md", text.replace("Text.", "Another text."));
    world.folder.translate(1);
    let (told, report) = built(&world);
    assert_eq!(
        changed(&report, "content"),
        ["/en/figures", "/en/news/cedar", "/figures"]
    );
    let chrome = changed(&report, "chrome");
    assert!(chrome.contains(&"/news/cedar".to_owned()), "{chrome:?}");
    assert_eq!(chrome.len() + 3, report["pages"].as_u64().unwrap() as usize);
    let address = "https://www.example.com/en/news/cedar";
    let around = chrome.len();
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("published "), "{told}");
    assert!(lines[0].contains(": 3 pages changed ("), "{told}");
    assert!(
        lines.contains(&format!("  changed  {address}").as_str()),
        "{told}"
    );
    assert!(
        lines.contains(&format!("  also     {around} pages, only around the text").as_str()),
        "{told}"
    );
}

// R10.06
#[test]
fn warnings_are_said_again_by_a_build_that_reads_nothing() {
    let mut world = World::new();
    let text = "---\ntitle: Terms\nupdatedAt: 2026-01-01\n---\n![](chart.svg)\n";
    world.write("pages/terms/en.md", text);
    let path = world.folder.path("report.json");
    let again = || {
        let ran = run(world.build("live", &["--report"]).arg(&path));
        let report: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        (
            ran.words,
            report["warnings"].clone(),
            report["steps"].clone(),
        )
    };
    let (words, warnings, _) = again();
    assert!(words.contains("no alternative text"), "{words}");
    // A file that was written a moment before it was read is read once more.
    again();
    let (said, remembered, steps) = again();
    assert_eq!((said, remembered), (words, warnings));
    let steps: Vec<&String> = steps.as_object().unwrap().keys().collect();
    assert_eq!(steps, ["content", "origin"], "nothing is read");
}

// R10.06
#[test]
fn what_will_appear_by_itself_is_told_by_every_build() {
    let mut world = World::new();
    for locale in ["zh-CN", "en"] {
        let text = "---\ntitle: Cedar\ndate: 2026-05-03\npublishAt: 2026-12-01 09:00\n---\n";
        world.write(&format!("news/cedar/{locale}.md"), text);
    }
    for _ in 0..3 {
        let (told, report) = built(&world);
        let line = "scheduled: /news/cedar at 2026-12-01 09:00 +08:00\n";
        assert!(told.ends_with(line), "{told}");
        assert_eq!(report["scheduled"][0]["at"], "2026-12-01T09:00:00+08:00");
    }
}

// R10.02
#[test]
fn a_result_names_addresses_and_counts_files() {
    let mut world = World::new();
    world.folder.build_frontend("third");
    let (told, report) = built(&world);
    assert!(
        told.contains("\n  new      https://www.example.com/\n"),
        "{told}"
    );
    assert!(!told.contains("/_error/"), "{told}");
    let errors = changed(&report, "new")
        .iter()
        .filter(|path| path.contains("/_error/"))
        .count();
    let more = report["pages"].as_u64().unwrap() as usize - errors - 5;
    assert!(
        told.contains(&format!("\n  new      and {more} more\n")),
        "{told}"
    );
    let text = world.read("news/cedar/en.md").unwrap();
    world.write("news/cedar/en.md", text.replace("Cedar", "Cedars"));
    world.delete("letters/winter");
    let (told, report) = built(&world);
    for page in ["/en/letters/winter", "/letters/winter"] {
        let gone = format!("\n  removed  https://www.example.com{page}\n");
        assert!(told.contains(&gone), "{told}");
    }
    assert!(!told.contains("/media/"), "{told}");
    let removed = report["removed"].as_array().unwrap();
    let is_card = |path: &&Value| path.as_str().unwrap().starts_with("/media/cards/");
    assert!(removed.iter().any(|path| is_card(&path)), "{removed:?}");
    let files = format!("\n  {} files written; ", report["filesWritten"]);
    assert!(told.contains(&files), "{told}");
}

// R10.02, R10.03
#[test]
fn a_title_that_lists_show_is_told_by_the_address_of_its_own_page() {
    let mut world = World::new();
    built(&world);
    let text = world.read("news/cedar/en.md").unwrap();
    world.write("news/cedar/en.md", text.replace("Cedar", "Cedars"));
    let mut build = world.build("live", &["--address", "http://127.0.0.1:8080/"]);
    let ran = run(&mut build);
    let told: Vec<&str> = ran.result.lines().skip(1).collect();
    let own = "  changed  http://127.0.0.1:8080/en/news/cedar";
    assert_eq!(told[0], own, "{}", ran.result);
    let listing = told[1].strip_prefix("  also     ").unwrap();
    assert!(
        listing.ends_with(" or quote what changed"),
        "{}",
        ran.result
    );
    assert!(told[2].contains(" written; "), "{}", ran.result);
    let fits = |line: &str| line.contains("://") || line.chars().count() <= 80;
    assert!(ran.result.lines().all(fits), "{}", ran.result);
    let refused = run(&mut world.build("live", &["--address", "127.0.0.1"]));
    assert_eq!(refused.code, Some(64), "{}", refused.words);
}

// R10.02
#[test]
fn a_query_that_ties_many_pages_to_one_entry_is_named() {
    let mut world = World::new();
    for number in 0..60 {
        for locale in ["zh-CN", "en"] {
            let text = format!("---\ntitle: N{number}\ndate: 2026-01-01\n---\n");
            world.write(&format!("news/n{number}/{locale}.md"), text);
        }
    }
    let (told, report) = built(&world);
    assert_eq!(report["ties"], serde_json::json!([]), "{told}");

    // The newest two are listed below every article and every letter.
    let routes = "import { routes as first } from './first.mjs'
const footer = { query: 'latest', collection: 'news', limit: 2, fields: ['title'] }
const has = ['article', 'letter', 'home']
export const routes = first.map((route) => (has.includes(route.id) ? { ...route, data: { ...route.data, footer } } : route))";
    world
        .folder
        .write("frontend/dist/server/routes.mjs", routes);
    let (told, report) = built(&world);
    let ties = report["ties"].as_array().unwrap();
    assert_eq!(ties.len(), 1, "{told}");
    assert_eq!(ties[0]["query"], "footer");
    assert_eq!(
        ties[0]["routes"],
        serde_json::json!(["article", "home", "letter"])
    );
    let newest = serde_json::json!(["news/cedar", "news/dogwood"]);
    assert_eq!(ties[0]["entries"], newest);
    let (pages, of) = (&ties[0]["pages"], &report["pages"]);
    assert_eq!(pages.as_u64(), Some(2 * (64 + 2 + 1)));
    let note = format!(
        "  note: the query `footer` (routes `article`, `home`, `letter`) ties {pages} of {of} pages to the entry `news/cedar`, \
         and as many to another entry: an edit of it makes them all anew; ask for it on fewer routes, or only for fields that seldom change"
    );
    assert!(told.contains(&note), "{told}");
}

// R10.03
#[test]
fn a_report_lies_where_the_program_was_started_and_a_folder_in_its_place_is_named() {
    let world = World::new();
    let mut build = world.build("live", &["--report", "report.json"]);
    let ran = run(build.current_dir(world.folder.path(".")));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    assert!(world.folder.path("report.json").is_file());
    fs::create_dir(world.folder.path("taken")).unwrap();
    let ran = run(world
        .build("live", &["--report"])
        .arg(world.folder.path("taken")));
    assert_eq!(ran.code, Some(5), "{}", ran.words);
    assert!(ran.words.contains("/taken`"), "{}", ran.words);
}
