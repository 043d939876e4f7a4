//! What a build says of itself: what changed of which page, and what will cost more than it should.

use std::fs;

use serde_json::Value;

use crate::command::run;
use crate::world::World;

/// Builds, and answers what is printed and what stands in the JSON report.
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
    let content = "content changed (3): /en/figures /en/news/cedar /figures";
    assert!(told.contains(content), "{told}");
    assert!(
        told.contains(&format!("chrome changed ({})", chrome.len())),
        "{told}"
    );
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

    // The newest two stand below every article and every letter.
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
