//! `--keep` and `--grace`: how much of the past a folder of builds holds.

use std::collections::BTreeSet;
use std::fs;

use contract::build::BuildId;
use generator_builds::Builds;

use crate::command::{Ran, run};
use crate::world::World;

/// One edit of the same text after another.
fn build(world: &mut World, number: usize, options: &[&str]) -> Ran {
    let text =
        format!("---\ntitle: Cedar\ndate: 2026-05-03\ncompany: radial\n---\nEdit {number}.\n");
    world.write("news/cedar/en.md", text);
    let ran = run(&mut world.build("live", options));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    ran
}

/// Ids of the builds that have files in a folder of builds.
fn folders(world: &World) -> BTreeSet<BuildId> {
    let entries = fs::read_dir(world.folder.path("live/builds")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.parse().ok()).collect()
}

// R10.04
#[test]
fn an_edit_after_another_leaves_at_most_twice_the_builds_that_are_kept() {
    let mut world = World::new();
    let builds = Builds::new(&world.folder.path("live/builds"));
    for number in 0..9 {
        build(&mut world, number, &["--keep", "3", "--grace", "0"]);
        let history = builds.history().unwrap();
        assert!(history.len() < 6, "{history:?}");
        let holders = history.iter().map(|entry| builds.index(&entry.id).unwrap());
        let needed: BTreeSet<BuildId> = holders.flat_map(|index| index.holders).collect();
        assert!(needed.is_subset(&folders(&world)), "what is kept is whole");
        assert!(folders(&world).len() <= needed.len() + 3, "{needed:?}");
    }
}

// R10.04
#[test]
fn within_the_grace_nothing_goes_however_few_builds_are_kept() {
    let mut world = World::new();
    for number in 0..5 {
        build(&mut world, number, &["--keep", "1"]);
    }
    let history = Builds::new(&world.folder.path("live/builds")).history();
    assert_eq!(history.unwrap().len(), 5);
}
