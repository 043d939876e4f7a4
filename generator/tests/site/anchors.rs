//! Links to anchors of other pages: compared with the documents that a build makes, whichever build
//! made them.

use serde_json::json;

use crate::command::run;
use crate::run::{build_edited, build_once};
use crate::world::World;

/// Writes an entry; only its English text has the body.
fn write(world: &mut World, entry: &str, fields: &str, body: &str) {
    for (locale, body) in [("zh-CN", ""), ("en", body)] {
        let text = format!("---\ntitle: A\ndate: 2026-05-01\n{fields}---\n{body}\n");
        world.write(&format!("{entry}/{locale}.md"), text);
    }
}

/// The warning about a link in `content/news/alder/en.md`.
fn warning(place: &str, page: &str, anchor: &str, help: &str) -> String {
    format!(
        "content/news/alder/en.md:{place}: the page `{page}` has no place with the name `{anchor}`; {help}"
    )
}

#[test]
fn a_link_is_compared_with_the_document_of_its_page_and_others_are_left_alone() {
    let mut world = World::new();
    write(
        &mut world,
        "news/cedar",
        "",
        "## A heading\n\n## 潮汐\n\n## Top up",
    );
    let fine = "[a](/news/cedar#a-heading) [b](/news/cedar#%E6%BD%AE%E6%B1%90) [c](/news/cedar#潮汐) \
        [d](/news/cedar?a=b#top-up) [e](/news/cedar#languages) [f](/news/cedar#top) [g](/news/cedar#) \
        [h](/news/cedar#:~:text=x) [i](/letters/autumn#gone) [j](https://example.com/#gone) \
        [k](/media/pages/about/chart.svg#gone)";
    write(
        &mut world,
        "news/alder",
        "",
        &format!("{fine}\n\n[x](/news/cedar#a-haeding) [y](/terms#gone)"),
    );
    let (_, report) = build_once(&mut world);
    let near = "did you mean `#a-heading`?";
    let none = "link to a heading of that page (its words in lower case, joined by `-`), or leave \
        `#gone` out";
    let expected = [
        warning("7:5", "/news/cedar", "#a-haeding", near),
        warning("7:32", "/terms", "#gone", none),
    ];
    assert_eq!(report["warnings"], json!(expected));
}

// R10.01
#[test]
fn a_link_of_a_page_that_is_taken_over_is_checked_when_its_anchor_goes_or_comes() {
    let mut world = World::new();
    write(&mut world, "news/cedar", "", "## A heading");
    write(
        &mut world,
        "news/alder",
        "tags: [/en/news/cedar#a-heading]\n",
        "[x](/news/cedar#a-heading)",
    );
    let (mut builder, report) = build_once(&mut world);
    assert_eq!(report["warnings"], json!([]));

    write(&mut world, "news/cedar", "", "## A headline");
    let report = build_edited(&mut builder, &mut world);
    let warnings = report["warnings"].clone();
    let text = warnings.to_string();
    assert!(text.contains("content/news/alder/en.md:6:5: "), "{text}");
    assert!(text.contains("did you mean `#a-headline`?"), "{text}");
    let changed = report["changed"].as_array().unwrap();
    assert!(changed.iter().all(|page| page["path"] != "/en/news/alder"));

    // Every other build repeats it, whatever is edited and wherever the pages are in the plan.
    write(&mut world, "news/aspen", "", "New.");
    assert_eq!(build_edited(&mut builder, &mut world)["warnings"], warnings);
    drop(builder);
    // No page is rendered: the live build knows the links of its documents.
    let (mut builder, report) = build_once(&mut world);
    assert_eq!(
        (&report["rendered"], &report["warnings"]),
        (&json!(0), &warnings)
    );

    write(&mut world, "news/cedar", "", "## A heading");
    assert_eq!(
        build_edited(&mut builder, &mut world)["warnings"],
        json!([])
    );
}

#[test]
fn a_components_link_is_reported_once_where_it_comes_from() {
    let mut world = World::new();
    write(&mut world, "news/alder", "tags: [/terms#gone]\n", "A.");
    write(&mut world, "news/birch", "tags: [/terms#gone]\n", "B.");
    let (mut builder, report) = build_once(&mut world);
    let warnings = report["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let text = warnings[0].as_str().unwrap();
    assert!(
        text.contains("the page `/terms` has no place with the name `#gone`"),
        "{text}"
    );
    // The page that is rendered again has no such link any more, the others still have.
    write(&mut world, "news/alder", "", "A.");
    let warnings = build_edited(&mut builder, &mut world)["warnings"].clone();
    assert_eq!(warnings.as_array().unwrap().len(), 1, "{warnings}");
    write(&mut world, "news/birch", "", "B.");
    assert_eq!(
        build_edited(&mut builder, &mut world)["warnings"],
        json!([])
    );
}

#[test]
fn a_site_sets_the_level_of_the_check() {
    let mut world = World::new();
    write(&mut world, "news/alder", "", "[x](/terms#gone)");
    let with = |level: &str| {
        crate::folder::SITE.replace(
            "timeZone:",
            &format!("checks: {{ anchor: {level} }}\ntimeZone:"),
        )
    };
    world.write("site.yaml", with("error"));
    let ran = run(&mut world.build("live", &[]));
    assert_eq!(ran.code, Some(1), "{}", ran.words);
    assert!(
        ran.words.contains("error[anchor]: the page `/terms`"),
        "{}",
        ran.words
    );
    world.write("site.yaml", with("off"));
    let ran = run(&mut world.build("live", &[]));
    assert_eq!((ran.code, ran.words.contains("#gone")), (Some(0), false));
}
