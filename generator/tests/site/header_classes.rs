//! Header classes: from the frontend that defines them into the index that the gateway reads; and
//! builds of the layout that had none.

use std::fs;
use std::path::PathBuf;

use contract::build::{Index, Latest, SCHEMA};
use serde_json::{Value, json};

use crate::command::{Ran, generator, run};
use crate::world::World;

/// Path of the live build's index.
fn index(world: &World) -> PathBuf {
    let builds = world.folder.path("live/builds");
    let latest = fs::read(builds.join("latest.json")).unwrap();
    let latest: Latest = serde_json::from_slice(&latest).unwrap();
    builds.join(format!("index/{}.json", latest.id))
}

fn build(world: &World) -> Ran {
    run(&mut world.build("live", &[]))
}

/// A frontend with the class `partner` on its home page; `classes` defines it, or not.
fn with_classes(world: &World, classes: &Value) {
    let routes = format!(
        "import {{ routes as first }} from './first.mjs'
export const headerClasses = {classes}
export const routes = first.map((route) => (route.id === 'home' ? {{ ...route, headerClass: 'partner' }} : route))"
    );
    let place = "frontend/dist/server/routes.mjs";
    world.folder.write(place, routes);
}

#[test]
fn the_index_defines_the_classes_that_files_name() {
    let world = World::new();
    let class = json!({
        "frameAncestors": ["https://*.partner.example"],
        "scriptSources": ["https://scripts.partner.example"],
    });
    with_classes(&world, &json!({ "partner": class }));
    assert_eq!(build(&world).code, Some(0));
    let index: Value = serde_json::from_slice(&fs::read(index(&world)).unwrap()).unwrap();
    assert_eq!(index["headerClasses"], json!({ "partner": class }));
    assert_eq!(index["schema"], SCHEMA);
}

// R10.06
#[test]
fn a_class_that_is_missing_or_unsafe_is_refused_with_its_name() {
    let world = World::new();
    let injected = "https://a.example; script-src 'unsafe-inline'";
    for (classes, words) in [
        (json!({}), ["`home`", "`partner`", "define it in"]),
        (
            json!({ "partner": { "scriptSources": [injected] } }),
            ["`partner`", injected, "is not a source"],
        ),
        (
            json!({ "Partner": {} }),
            ["`Partner`", "lower-case", "cannot be called"],
        ),
    ] {
        with_classes(&world, &classes);
        let arguments = world.arguments("check", "live");
        let checked = run(generator(["check"]).args(&arguments[1..7]));
        for ran in [checked, build(&world)] {
            assert_eq!(ran.code, Some(1), "{}", ran.words);
            for word in words {
                assert!(ran.words.contains(word), "{word}: {}", ran.words);
            }
        }
    }
    assert!(!world.folder.path("live/builds/latest.json").exists());
}

#[test]
fn a_build_goes_on_from_one_of_an_older_layout_and_no_rollback_leads_there() {
    let mut world = World::new();
    assert_eq!(build(&world).code, Some(0));
    let path = index(&world);
    let mut older: Index = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    older.schema = SCHEMA - 1;
    fs::write(&path, serde_json::to_vec(&older).unwrap()).unwrap();

    let text = world.read("news/cedar/en.md").unwrap();
    world.write("news/cedar/en.md", text.replace("Text.", "Another text."));
    let ran = build(&world);
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    assert!(
        ran.result.contains("\n  3 files written; 1 of "),
        "{}",
        ran.result
    );
    let newer: Index = serde_json::from_slice(&fs::read(index(&world)).unwrap()).unwrap();
    assert_eq!(newer.schema, SCHEMA);

    let builds = world.folder.path("live/builds");
    let ran = run(generator(["rollback", "--builds"]).arg(&builds));
    assert_eq!(ran.code, Some(5), "{}", ran.words);
    let id = older.id.to_string();
    assert!(ran.words.contains(&id), "{}", ran.words);
    assert!(ran.words.contains("layout"), "{}", ran.words);
    assert!(index(&world).ends_with(format!("{}.json", newer.id)));
}
