//! Builds that are made and published later: `build --no-publish`, `publish`.

use std::fs;

use contract::build::{BuildId, BuildState, HistoryEntry, Latest};

use crate::command::{Ran, generator, run};
use crate::photo::Photo;
use crate::world::World;

fn done(ran: Ran) -> Ran {
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    ran
}

/// A site that is live, and an edit that is not.
fn edited() -> World {
    let mut world = World::new();
    done(run(&mut world.build("live", &[])));
    let text = world.read("news/cedar/en.md").unwrap();
    world.write("news/cedar/en.md", text.replace("Text.", "Another text."));
    world
}

fn live(world: &World) -> BuildId {
    let latest = fs::read(world.folder.path("live/builds/latest.json")).unwrap();
    serde_json::from_slice::<Latest>(&latest).unwrap().id
}

/// The newest build that waits.
fn staged(world: &World) -> BuildId {
    let history = fs::read(world.folder.path("live/builds/history.json")).unwrap();
    let history: Vec<HistoryEntry> = serde_json::from_slice(&history).unwrap();
    let waits = |entry: &&HistoryEntry| entry.state == BuildState::Staged;
    history.iter().rfind(waits).unwrap().id.clone()
}

fn on_builds(world: &World, arguments: &[&str]) -> Ran {
    let builds = world.folder.path("live/builds");
    run(generator(arguments).arg("--builds").arg(builds))
}

// R10.03, R10.04
#[test]
fn a_staged_build_changes_nothing_until_it_is_published_and_is_whole_then() {
    let world = edited();
    let before = live(&world);
    let ran = done(run(&mut world.build("live", &["--no-publish"])));
    let id = staged(&world);
    assert!(
        ran.result.starts_with(&format!("made {id}, not published")),
        "{}",
        ran.result
    );
    assert_eq!(live(&world), before);
    let list = done(on_builds(&world, &["list"]));
    assert!(
        list.result.contains(&format!("{id}  staged")),
        "{}",
        list.result
    );

    done(on_builds(&world, &["publish", id.as_str()]));
    assert_eq!(live(&world), id);
    done(run(&mut world.build("scratch", &[])));
    let photo = |out: &str| Photo::take(&world.folder.path(out).join("builds")).1;
    assert_eq!(photo("live").difference(&photo("scratch")), None);

    let again = on_builds(&world, &["publish", id.as_str()]);
    assert_eq!(again.code, Some(1), "{}", again.words);
    assert!(again.words.contains("live already"), "{}", again.words);
}

// R10.03
#[test]
fn a_staged_build_is_not_taken_for_the_live_one() {
    let world = edited();
    let before = live(&world);
    let report = world.folder.path("report.json");
    let report_option = report.to_str().unwrap();
    done(run(
        &mut world.build("live", &["--no-publish", "--report", report_option])
    ));
    let told: serde_json::Value = serde_json::from_slice(&fs::read(&report).unwrap()).unwrap();
    assert_eq!(told["staged"], true);
    assert_eq!(told["build"], staged(&world).as_str());

    let ran = done(run(&mut world.build("live", &[])));
    assert!(ran.result.starts_with("published "), "{}", ran.result);
    assert_ne!(live(&world), before);
    let back = done(on_builds(&world, &["rollback"]));
    assert!(back.result.contains(before.as_str()), "{}", back.result);
}

// R10.03
#[test]
fn what_is_live_already_is_not_staged() {
    let world = World::new();
    done(run(&mut world.build("live", &[])));
    let ran = done(run(&mut world.build("live", &["--no-publish"])));
    assert!(ran.result.starts_with("unchanged: "), "{}", ran.result);
    let list = done(on_builds(&world, &["list"]));
    assert_eq!(list.result.lines().count(), 1, "{}", list.result);
}
