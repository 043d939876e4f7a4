//! Metadata of routes: a slip is an error of `check` and `build`, which name the route, the field
//! and the nearest right place.

use serde_json::json;

use crate::command::{Ran, generator, run};
use crate::world::World;

/// `check` and `build` of the sample with other metadata of a route.
fn with_metadata(route: &str, metadata: &serde_json::Value) -> (World, [Ran; 2]) {
    let world = World::new();
    let declared = match metadata.is_null() {
        true => "undefined".to_owned(),
        false => metadata.to_string(),
    };
    let routes = format!(
        "import {{ routes as first }} from './first.mjs'
export const routes = first.map((route) => (route.id === '{route}' ? {{ ...route, metadata: {declared} }} : route))"
    );
    world
        .folder
        .write("frontend/dist/server/routes.mjs", routes);
    let arguments = world.arguments("check", "live");
    let checked = run(generator(["check"]).args(&arguments[1..7]));
    let built = run(&mut world.build("live", &[]));
    (world, [checked, built])
}

// R1.03
#[test]
fn a_slip_is_refused_with_route_field_and_the_nearest_place() {
    let near_title = "did you mean `entry.title`?";
    for (route, metadata, words) in [
        (
            "article",
            json!({ "title": "entry.titel" }),
            ["`title`", "`entry.titel`", near_title],
        ),
        (
            "article",
            json!({ "title": "entri.title" }),
            ["`title`", "`entri.title`", near_title],
        ),
        (
            "article",
            json!({ "title": "entry" }),
            ["`title`", "`entry`", "no text"],
        ),
        (
            "article",
            json!({ "title": "entry.tags" }),
            ["`title`", "`entry.tags`", "no text"],
        ),
        (
            "article",
            json!({ "title": "entry.company" }),
            ["`title`", "`entry.company`", "no text"],
        ),
        // A field of the schema that the query does not ask for.
        (
            "company",
            json!({ "title": "entry.slug" }),
            ["`title`", "`entry.slug`", "no text"],
        ),
        (
            "article",
            json!({ "title": "entry.title", "description": "entry.company.nam" }),
            [
                "`description`",
                "`entry.company.nam`",
                "did you mean `entry.company.name`?",
            ],
        ),
        (
            "article",
            json!({ "title": "entry.title", "image": "entry.title" }),
            ["`image`", "`entry.title`", "no picture"],
        ),
        (
            "article",
            json!({ "title": "entry.title", "jsonLd": { "@type": "Article", "datePublished": "$entry.date.valeu" } }),
            [
                "`jsonLd.datePublished`",
                "`entry.date.valeu`",
                "did you mean `entry.date.value`?",
            ],
        ),
        (
            "article",
            json!({ "title": "entry.title", "moment": { "when": "$entry.date.valeu" } }),
            [
                "`moment.when`",
                "`entry.date.valeu`",
                "did you mean `entry.date.value`?",
            ],
        ),
        // Only a list has numbered items.
        (
            "article",
            json!({ "title": "entry.title", "moment": { "first": "$entry.title.0" } }),
            ["`moment.first`", "`entry.title.0`", "no value"],
        ),
        (
            "home",
            json!({ "title": "site.nam" }),
            ["`title`", "`site.nam`", "did you mean `site.name`?"],
        ),
        (
            "home",
            json!({ "title": "latest.title" }),
            ["`title`", "`latest.title`", "no text"],
        ),
        (
            "home",
            json!(null),
            ["`home`", "without metadata", "`home: page()`"],
        ),
        (
            "company",
            json!(null),
            ["`company`", "without metadata", "metadata.ts"],
        ),
    ] {
        let (world, both) = with_metadata(route, &metadata);
        for ran in both {
            assert_eq!(ran.code, Some(1), "{metadata}: {}", ran.words);
            for word in words.iter().chain([&"frontend/site/metadata.ts", &route]) {
                assert!(ran.words.contains(word), "{word}: {}", ran.words);
            }
        }
        assert!(!world.folder.path("live/builds/latest.json").exists());
    }
}

#[test]
fn places_that_can_hold_a_text_are_accepted_and_a_page_behind_a_sign_in_needs_none() {
    for (route, metadata) in [
        (
            "article",
            json!({
                "title": "entry.title",
                "description": "entry.company.name",
                "jsonLd": {
                    "@type": "NewsArticle", "datePublished": "$entry.date.value", "dateline": "$entry.date",
                    "about": "$entry.company.href", "price": "5 $",
                },
            }),
        ),
        (
            "article",
            json!({
                "title": "entry.title",
                "moment": { "kind": "tags", "all": "$entry.tags", "first": "$entry.tags.0", "about": "$entry.company.name" },
            }),
        ),
        (
            "home",
            json!({
                "title": "site.name",
                "moment": { "titles": "$latest.title", "first": "$latest.0.title" },
            }),
        ),
        (
            "news",
            json!({ "title": "list.total", "moment": { "titles": "$list.items.title" } }),
        ),
        ("home", json!({ "title": "site.name" })),
        ("news", json!({ "title": "list.total" })),
        ("letters", json!(null)),
        ("home", json!({})),
        ("not-found", json!(null)),
    ] {
        let (_, both) = with_metadata(route, &metadata);
        for ran in both {
            assert_eq!(ran.code, Some(0), "{metadata}: {}", ran.words);
        }
    }
}
