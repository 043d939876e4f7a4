//! Reports of a builder on pages that it takes over: it keeps neither their text nor their links,
//! and yet reports the same about both as a build from scratch.

use generator::pipeline::Builder;
use generator_content::ChangedPaths;
use serde_json::{Value, json};

use crate::run::{Outcome, build_once, problems_of, report, scratch};
use crate::world::World;

/// Builds the edited files.
fn build(builder: &mut Builder, world: &mut World) -> Outcome {
    let touched = ChangedPaths::Paths(std::mem::take(&mut world.changed));
    builder.build(&touched).map(|built| report(&built))
}

/// Code, file, line and column of every problem that a build ends with.
fn problems(outcome: Outcome) -> Vec<Value> {
    let failure = outcome.unwrap_err();
    let place = |problem: &Value| {
        json!([
            problem["code"],
            problem["file"],
            problem["line"],
            problem["column"]
        ])
    };
    problems_of(&failure).iter().map(place).collect()
}

// R10.01
#[test]
fn links_of_pages_that_are_taken_over_are_checked_when_their_page_goes() {
    let mut world = World::new();
    for locale in ["zh-CN", "en"] {
        world.write(
            &format!("news/elm/{locale}.md"),
            "---\ntitle: Elm\ndate: 2026-05-01\n---\n",
        );
        let terms = format!(
            "---\ntitle: Terms\nupdatedAt: 2026-01-01\n---\nBe fair.\n\n[A](/news/elm) [B](/news/elm#top) {locale}\n"
        );
        world.write(&format!("pages/terms/{locale}.md"), terms);
    }
    let (mut builder, _) = build_once(&mut world);
    let before = world.state();
    world.delete("news/elm");
    let broken = |locale: &str| {
        let file = format!("content/pages/terms/{locale}.md");
        let at = |column: u32| json!(["broken-link", file, 7, column]);
        [at(5), at(20)]
    };
    let expected = [broken("en"), broken("zh-CN")].concat();
    assert_eq!(problems(build(&mut builder, &mut world)), expected);
    assert_eq!(problems(scratch(&world).0), expected);

    world.restore(&before);
    assert!(build(&mut builder, &mut world).is_ok());
    drop(builder);
    // The facts about links are known from the earlier process: no page is rendered.
    let (mut builder, report) = build_once(&mut world);
    assert_eq!(report["rendered"], 0);
    world.delete("news/elm");
    assert_eq!(problems(build(&mut builder, &mut world)), expected);
}

// R10.01
#[test]
fn a_warning_is_told_by_every_build_of_a_session_until_it_is_heeded() {
    let mut world = World::new();
    let text = |image: &str| {
        format!("---\ntitle: Terms\nupdatedAt: 2026-01-01\n---\n{image}\n\n[N](/news)\n")
    };
    world.write("pages/terms/en.md", text("![](chart.svg)"));
    let (mut builder, report) = build_once(&mut world);
    let warnings = report["warnings"].clone();
    assert_eq!(warnings.as_array().unwrap().len(), 1, "{warnings}");
    assert!(
        warnings[0]
            .as_str()
            .unwrap()
            .contains("no alternative text")
    );

    // Another page is edited; pages are added, so that all of them have other positions in the
    // plan.
    let news = "---\ntitle: Aspen\ndate: 2026-04-02\n---\n";
    for path in ["letters/winter/en.md", "news/aspen/zh-CN.md"] {
        world.write(path, news);
        let report = build(&mut builder, &mut world).map_err(|failure| failure.error);
        let report = report.unwrap();
        let changed = report["changed"].as_array().unwrap();
        let is_rendered = changed.iter().any(|page| page["path"] == "/en/terms");
        assert_eq!(
            (&report["warnings"], is_rendered),
            (&warnings, false),
            "{path}"
        );
    }
    world.write("pages/terms/en.md", text("![A chart](chart.svg)"));
    let report = build(&mut builder, &mut world).map_err(|failure| failure.error);
    assert_eq!(report.unwrap()["warnings"], json!([]));
}
