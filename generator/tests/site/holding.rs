//! A rollback holds: nothing automatic publishes again what it took back.

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
