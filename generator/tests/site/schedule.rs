//! The clock of the machine: scheduled content appears and disappears automatically, never early,
//! and also when no process was running at its moment.

use std::process::Command;
use std::time::Duration;

use contract::build::Entry;
use generator_builds::Builds;
use jiff::Timestamp;

use crate::command::{generator, run};
use crate::watching::Watch;
use crate::world::World;

/// Time between the start and a scheduled change that is long enough for a build before it.
const AHEAD: Duration = Duration::from_secs(6);

/// A site with a story that appears at an instant and one that disappears.
fn world() -> (World, Timestamp) {
    let mut world = World::new();
    let seconds = (Timestamp::now() + AHEAD).as_second();
    let at = Timestamp::from_second(seconds).unwrap();
    for (slug, field) in [("comes", "publishAt"), ("goes", "expireAt")] {
        for locale in ["zh-CN", "en"] {
            let text = format!("---\ntitle: {slug}\ndate: 2026-05-01\n{field}: {at}\n---\n");
            world.write(&format!("news/{slug}/{locale}.md"), text);
        }
    }
    (world, at)
}

/// The program without `--now`.
fn by_the_clock(world: &World, name: &str) -> Command {
    let mut arguments = world.arguments(name, "live");
    let now = arguments.iter().position(|name| name == "--now").unwrap();
    arguments.drain(now..now + 2);
    generator(arguments)
}

/// The instant that decided the live content, and which of the stories are there.
fn live(world: &World) -> Option<(Timestamp, [bool; 2])> {
    let live = Builds::new(&world.folder.path("live/builds")).live();
    let live = live.ok()??;
    let is_there = |path: &str| matches!(live.tree.get(path), Some(Entry::File(_)));
    let there = ["/news/comes", "/news/goes"].map(is_there);
    for (page, path) in ["/en/news/comes", "/en/news/goes"].into_iter().enumerate() {
        assert_eq!(is_there(path), there[page], "both languages at once");
    }
    Some((live.index.now.parse().unwrap(), there))
}

/// Returns when the stories have changed places; no change is early.
fn wait_for_the_moment(world: &World, at: Timestamp) {
    Watch::wait_until("the moment has come", || match live(world) {
        Some((now, there)) => {
            // Recorded times have whole seconds.
            let is_time = now >= at;
            assert_eq!(there, [is_time, !is_time], "decided at {now} of {at}");
            is_time
        }
        None => false,
    });
}

// R10.02, R10.06
#[test]
fn a_watch_publishes_and_takes_away_by_its_own_clock() {
    let (world, at) = world();
    let watch = Watch::of(&world, by_the_clock(&world, "watch"));
    Watch::wait_until("there is a build", || live(&world).is_some());
    wait_for_the_moment(&world, at);
    drop(watch);
    // The clock did it; the author of the first build is not known.
    let builds = Builds::new(&world.folder.path("live/builds"));
    let log = builds.log().unwrap();
    let by: Vec<String> = log.map(|line| line.by).collect();
    assert_eq!(by.first().map(String::as_str), Some("clock"), "{by:?}");
    assert_eq!(by.last().map(String::as_str), Some("unknown"), "{by:?}");
}

// R10.02, R10.06
#[test]
fn a_watch_that_slept_through_the_moment_makes_up_for_it_at_its_start() {
    let (world, at) = world();
    let watch = Watch::of(&world, by_the_clock(&world, "watch"));
    Watch::wait_until("there is a build", || live(&world).is_some());
    drop(watch);
    let (before, there) = live(&world).unwrap();
    assert!(there == [false, true] || before >= at);
    Watch::wait_until("the moment is past", || Timestamp::now() >= at);
    let watch = Watch::of(&world, by_the_clock(&world, "watch"));
    wait_for_the_moment(&world, at);
    drop(watch);
}

// R10.02, R10.06
#[test]
fn a_build_that_runs_by_a_timetable_publishes_what_is_due_though_no_file_changed() {
    let (world, at) = world();
    let build = || {
        let ran = run(&mut by_the_clock(&world, "build"));
        assert_eq!(ran.code, Some(0), "{}", ran.words);
    };
    while Timestamp::now() < at {
        build();
        let (now, there) = live(&world).unwrap();
        assert_eq!(there == [true, false], now >= at, "decided at {now}");
    }
    build();
    wait_for_the_moment(&world, at);
}
