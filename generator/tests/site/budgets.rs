//! Budgets of sizes: an increment knows which pages are too large as a build from scratch does,
//! whichever build measured them.

use generator::pipeline::Builder;
use generator_content::ChangedPaths;
use generator_ground::diagnostic::failure::Exit;
use serde_json::{Value, json};

use crate::folder::{SITE, dense};
use crate::run::{build_edited, build_once};
use crate::world::World;

/// Builds the edited files. Answers the warnings; they are those of a build from scratch.
fn warnings(builder: &mut Builder, world: &mut World) -> Value {
    build_edited(builder, world)["warnings"].clone()
}

/// Writes an entry; only its English text has the body.
fn write(world: &mut World, entry: &str, body: &str) {
    for (locale, body) in [("zh-CN", ""), ("en", body)] {
        let text = format!("---\ntitle: A\ndate: 2026-05-01\n---\n{body}\n");
        world.write(&format!("{entry}/{locale}.md"), text);
    }
}

/// The starts of warnings that name this file.
fn of_file<'a>(warnings: &'a Value, file: &str) -> Vec<&'a str> {
    let warnings = warnings.as_array().unwrap().iter();
    let warnings = warnings.filter_map(|warning| warning.as_str()?.strip_prefix(file));
    warnings.collect()
}

// R10.06
#[test]
fn a_page_above_a_budget_is_reported_by_every_build_until_it_fits() {
    let mut world = World::new();
    write(&mut world, "news/cedar", &dense(70_000));
    let (mut builder, report) = build_once(&mut world);
    let expected = report["warnings"].clone();
    let found = of_file(&expected, "content/news/cedar/en.md: ");
    let is = |part: &str| found.iter().filter(|it| it.contains(part)).count();
    assert_eq!(found.len(), 2, "{expected}");
    assert_eq!(is("waits for"), 1, "{expected}");
    assert_eq!(is("the data of `/en/news/cedar`"), 1, "{expected}");
    assert_eq!(is("more than the 20 KB"), 2, "{expected}");
    assert_eq!(is(".body`"), 2, "{expected}");

    // Whatever is edited, and wherever the pages are in the plan.
    write(&mut world, "news/aspen", "New.");
    assert_eq!(warnings(&mut builder, &mut world), expected);
    drop(builder);
    // No page is rendered: the live build knows how heavy its documents are.
    let (mut builder, report) = build_once(&mut world);
    assert_eq!(report["rendered"], json!(0));
    assert_eq!(report["warnings"], expected);

    write(&mut world, "news/cedar", "Short.");
    assert_eq!(warnings(&mut builder, &mut world), json!([]));
}

// R10.06
#[test]
fn a_changed_budget_holds_for_pages_that_are_as_they_were() {
    let mut world = World::new();
    write(&mut world, "news/cedar", &dense(70_000));
    let (mut builder, report) = build_once(&mut world);
    assert_eq!(report["warnings"].as_array().unwrap().len(), 2, "{report}");
    let more = "budgets: { document: 60, payload: 50 }\n";
    for (line, count) in [
        (more, 0),
        ("budgets: { document: 60 }\n", 1),
        ("checks: { budget: off }\n", 0),
        ("checks: { budget: warning }\n", 2),
    ] {
        world.write("site.yaml", format!("{SITE}{line}"));
        let found = warnings(&mut builder, &mut world);
        assert_eq!(found.as_array().unwrap().len(), count, "{line}: {found}");
    }
    world.write("site.yaml", format!("{SITE}checks: {{ budget: error }}\n"));
    let touched = ChangedPaths::Paths(std::mem::take(&mut world.changed));
    let failure = builder.build(&touched).err().expect("it is refused");
    assert_eq!(failure.exit, Exit::Content);
}

// R10.06
#[test]
fn the_largest_of_the_pictures_that_a_page_shows_first_is_named() {
    let mut world = World::new();
    let line = "budgets: { pictures: 3 }\n";
    world.write("site.yaml", format!("{SITE}{line}"));
    let drawing = |length: usize| {
        let open = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>";
        format!("{open}<desc>{}</desc></svg>", dense(length))
    };
    world.write("news/cedar/tide.svg", drawing(4000));
    world.write("news/cedar/later.svg", drawing(9000));
    let words = "Words. ".repeat(300);
    write(
        &mut world,
        "news/cedar",
        &format!("![a](tide.svg)\n\n{words}\n\n![b](later.svg)"),
    );
    let (mut builder, report) = build_once(&mut world);
    let expected = report["warnings"].clone();
    let found = of_file(&expected, "content/news/cedar/en.md: ");
    assert_eq!(found.len(), 1, "{expected}");
    assert!(
        found[0].contains("`content/news/cedar/tide.svg` with 4"),
        "{expected}"
    );

    world.write("news/cedar/tide.svg", drawing(2000));
    assert_eq!(warnings(&mut builder, &mut world), json!([]));
}
