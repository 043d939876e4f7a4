//! A rollback holds: no automatic build publishes again the content that it withdrew.

use std::fs;

use contract::build::BuildId;
use serde_json::Value;

use crate::command::run;
use crate::control::{done, edit, live, published_after};
use crate::folder::TABLES;
use crate::watching::Watch;
use crate::world::World;

/// A site of three builds, each with a paragraph more, and its builds.
fn edited() -> (World, [BuildId; 3]) {
    let mut world = World::new();
    let first = built(&world, &[]).1.unwrap();
    edit(&mut world, "Second.");
    let second = built(&world, &[]).1.unwrap();
    edit(&mut world, "Third.");
    let third = built(&world, &[]).1.unwrap();
    (world, [first, second, third])
}

/// Words of `generator build`, and the build that is live then.
fn built(world: &World, more: &[&str]) -> (String, Option<BuildId>) {
    let ran = run(&mut world.build("live", more));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    (ran.result, live(world))
}

fn is_held(world: &World) -> bool {
    world.folder.path("live/builds/hold.json").exists()
}

// R10.03, R10.04
#[test]
fn a_build_of_content_that_was_taken_back_is_held_until_the_content_is_another() {
    let (mut world, [first, second, third]) = edited();
    let withdrawn = world.state();
    let told = done(&world, &["rollback", "--why", "a wrong figure"]);
    let words = "by ann, who took this content back\n  why: a wrong figure\n";
    assert!(
        told.contains(second.as_str()) && told.contains(words),
        "{told}"
    );

    let report = world.folder.path("report.json");
    for _ in 0..2 {
        let more = ["--report", report.to_str().unwrap()];
        let (told, now_live) = built(&world, &more);
        assert!(
            told.starts_with("held since ") && told.contains(words),
            "{told}"
        );
        assert!(
            told.contains(&format!("`generator publish {third}`")),
            "{told}"
        );
        assert_eq!(now_live, Some(second.clone()));
        let report: Value = serde_json::from_slice(&fs::read(&report).unwrap()).unwrap();
        assert_eq!(report["held"]["build"], third.as_str());
        assert_eq!(report["build"], Value::Null);
    }
    // Another app: the frontend was built again.
    world.folder.build_frontend(TABLES[1]);
    assert!(built(&world, &[]).0.starts_with("held since "));

    done(&world, &["rollback"]);
    assert_eq!(live(&world), Some(first.clone()));
    let without = |paragraph: &str, world: &mut World| {
        let text = world.read("news/cedar/en.md").unwrap();
        let text = text.replace(&format!("\n\n{paragraph}\n"), "");
        world.write("news/cedar/en.md", text);
    };
    without("Third.", &mut world);
    let (told, now_live) = built(&world, &[]);
    assert!(
        told.starts_with("held since "),
        "the second text was taken back, too: {told}"
    );
    assert_eq!(now_live, Some(first.clone()));
    world.restore(&withdrawn);
    assert!(
        built(&world, &[]).0.starts_with("held since "),
        "and the third still is"
    );

    edit(&mut world, "Fourth.");
    let (told, now_live) = built(&world, &[]);
    assert!(told.starts_with("published "), "{told}");
    assert!(!is_held(&world));
    world.restore(&withdrawn);
    let (told, after) = built(&world, &[]);
    assert!(
        told.starts_with("published "),
        "who brings it back means it: {told}"
    );
    assert_ne!(now_live, after);
}

// R10.03, R10.04
#[test]
fn an_entry_that_appears_by_itself_ends_no_hold() {
    let mut world = World::new();
    for locale in ["zh-CN", "en"] {
        let text = "---\ntitle: A\ndate: 2026-05-01\npublishAt: 2027-01-01T04:00:00Z\n---\n";
        world.write(&format!("news/fir/{locale}.md"), text);
    }
    let first = built(&world, &[]).1;
    edit(&mut world, "Second.");
    built(&world, &[]);
    done(&world, &["rollback"]);
    world.now = "2027-02-01T00:00:00Z".parse().unwrap();
    let (told, now_live) = built(&world, &[]);
    assert!(told.starts_with("held since "), "{told}");
    assert_eq!(now_live, first);
    assert!(is_held(&world));
}

// R10.03, R10.04
#[test]
fn a_rollback_beside_a_watch_holds_through_saves_and_a_restart_until_the_text_is_another() {
    let mut world = World::new();
    let watch = Watch::start(&world);
    let first = published_after(&world, None);
    edit(&mut world, "Second.");
    let second = published_after(&world, Some(&first));
    done(&world, &["rollback", "--why", "a wrong figure"]);
    let count = |world: &World| Watch::results(world).matches("held since ").count();
    let text = world.read("news/cedar/en.md").unwrap();
    for saves in 1..=3 {
        world.write("news/cedar/en.md", &text);
        Watch::wait_until("it says that it is held", || count(&world) >= saves);
        assert_eq!(live(&world), Some(first.clone()));
    }
    drop(watch);
    let _watch = Watch::start(&world);
    Watch::wait_until("it says so after a restart", || count(&world) >= 1);
    assert_eq!(live(&world), Some(first.clone()));
    let status = done(&world, &["status"]);
    assert!(
        status.contains("held since ") && status.contains("a watch runs"),
        "{status}"
    );

    edit(&mut world, "Third.");
    let third = published_after(&world, Some(&first));
    assert_ne!(third, second);
    Watch::wait_until("nothing is held", || !is_held(&world));
}

// R10.03, R10.04
#[test]
fn a_person_lets_go_of_what_is_held_beside_a_watch() {
    let mut world = World::new();
    let _watch = Watch::start(&world);
    let first = published_after(&world, None);
    edit(&mut world, "Second.");
    let second = published_after(&world, Some(&first));
    done(&world, &["rollback"]);
    done(&world, &["publish", second.as_str()]);
    assert!(!is_held(&world));
    assert_eq!(live(&world), Some(second.clone()));

    done(&world, &["rollback"]);
    assert!(is_held(&world));
    let told = done(&world, &["release"]);
    assert!(told.starts_with("released"), "{told}");
    let again = published_after(&world, Some(&first));
    assert_ne!(again, second, "it is published without an edit");
    Watch::wait_until("nothing is held", || !is_held(&world));
    assert!(done(&world, &["release"]).contains("nothing was held"));
}

/// A site with another revenue in its second build than in its first, rolled back.
fn with_wrong_figure() -> (World, [BuildId; 2]) {
    let mut world = World::new();
    let first = built(&world, &[]).1.unwrap();
    world.write("figures/2025.yaml", WRONG);
    let second = built(&world, &[]).1.unwrap();
    done(&world, &["rollback", "--why", "the figure is wrong"]);
    (world, [first, second])
}

const WRONG: &str = "revenue: 9208.5\nnote: { zh-CN: 增, en: Up }\n";

// R10.03, R10.04
#[test]
fn no_edit_elsewhere_brings_back_a_file_that_was_taken_back() {
    let (mut world, [first, _]) = with_wrong_figure();
    let news = |title: &str| format!("---\ntitle: {title}\ndate: 2026-05-09\n---\nText.\n");
    type Edit = fn(&mut World, &dyn Fn(&str) -> String);
    let edits: [(&str, Edit); 7] = [
        ("a word", |world, _| edit(world, "A word more.")),
        ("a new entry", |world, news| {
            for locale in ["zh-CN", "en"] {
                world.write(&format!("news/elm/{locale}.md"), news("Elm"));
            }
        }),
        ("another figure", |world, _| {
            world.write("figures/2026.yaml", "revenue: 1.5\n");
        }),
        ("settings", |world, _| {
            let site = world.read("site.yaml").unwrap();
            world.write("site.yaml", site.replace("icp: A1", "icp: A2"));
        }),
        ("a deleted entry", |world, _| {
            world.delete("news/elm/en.md");
            world.delete("news/elm/zh-CN.md");
        }),
        ("an entry with another name", |world, _| {
            world.rename("news/dogwood", "news/spindle");
        }),
        ("the clock", |world, _| {
            world.now = "2027-02-01T00:00:00Z".parse().unwrap();
        }),
    ];
    for (name, edit) in edits {
        edit(&mut world, &news);
        let (told, now_live) = built(&world, &[]);
        assert!(told.starts_with("held since "), "{name}: {told}");
        assert!(
            told.contains("not edited since: content/figures/2025.yaml\n"),
            "{name}: {told}"
        );
        assert_eq!(now_live, Some(first.clone()), "{name}");
    }
    world.write("figures/2025.yaml", WRONG.replace("9208.5", "2208.5"));
    let (told, _) = built(&world, &[]);
    assert!(told.starts_with("published "), "{told}");
    assert!(told.contains("nothing is held any more"), "{told}");
    assert!(!is_held(&world));
    let log = fs::read_to_string(world.folder.path("live/builds/log.jsonl")).unwrap();
    let last = log.lines().last().unwrap();
    assert!(last.contains("\"held\":false"), "{last}");
}

// R10.03, R10.04
#[test]
fn a_file_that_a_rollback_brought_back_is_not_deleted_again_by_an_edit_elsewhere() {
    let mut world = World::new();
    let first = built(&world, &[]).1;
    for file in ["zh-CN.md", "en.md", "chart.svg"] {
        world.delete(&format!("news/dogwood/{file}"));
    }
    built(&world, &[]);
    done(&world, &["rollback"]);
    edit(&mut world, "Second.");
    let (told, now_live) = built(&world, &[]);
    assert!(told.contains("3 files are deleted again"), "{told}");
    assert_eq!(now_live, first);
}

// R10.03, R10.04
#[test]
fn edits_that_no_page_shows_are_no_part_of_what_was_taken_back() {
    let mut world = World::new();
    let mut silent = world.read("figures/2024.yaml").unwrap();
    built(&world, &[]);
    silent.push_str("# A remark.\n");
    world.write("figures/2024.yaml", &silent);
    assert!(built(&world, &[]).0.starts_with("unchanged"));
    world.write("figures/2025.yaml", WRONG);
    built(&world, &[]);
    done(&world, &["rollback"]);
    world.write("figures/2025.yaml", WRONG.replace("9208.5", "2208.5"));
    assert!(built(&world, &[]).0.starts_with("published "));
}

// R10.03, R10.04
#[test]
fn a_frontend_that_was_taken_back_is_not_published_by_an_edit_of_a_text() {
    let mut world = World::new();
    let first = built(&world, &[]).1;
    // Other pages are guarded in this one.
    world.folder.build_frontend(TABLES[1]);
    built(&world, &[]);
    done(&world, &["rollback", "--reopen"]);
    edit(&mut world, "Second.");
    let (told, now_live) = built(&world, &[]);
    assert!(told.contains("the frontend is still the one"), "{told}");
    assert_eq!(now_live, first);
    world.folder.build_frontend(TABLES[0]);
    assert!(built(&world, &[]).0.starts_with("published "));
}

// R10.03, R10.04
#[test]
fn an_entry_that_its_moment_published_and_a_person_took_back_stays_away() {
    let mut world = World::new();
    for locale in ["zh-CN", "en"] {
        let text = "---\ntitle: A\ndate: 2026-05-01\npublishAt: 2027-01-01T04:00:00Z\n---\n";
        world.write(&format!("news/fir/{locale}.md"), text);
    }
    let first = built(&world, &[]).1;
    world.now = "2027-02-01T00:00:00Z".parse().unwrap();
    built(&world, &[]);
    done(&world, &["rollback"]);
    edit(&mut world, "Second.");
    let (told, now_live) = built(&world, &[]);
    assert!(
        told.contains("still show what was taken back: ") && told.contains("/news/fir"),
        "{told}"
    );
    assert_eq!(now_live, first);
}
