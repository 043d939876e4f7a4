//! Commands that change builds while a session makes another one.

use std::path::PathBuf;

use contract::build::BuildState;
use contract::control::{Initiator, Verb};
use generator::control::verbs::carry_out;
use generator_builds::Store;
use generator_content::ChangedPaths;

use crate::control::edit;
use crate::photo::Photo;
use crate::run::{open, report, scratch};
use crate::world::World;

/// Makes the newest superseded build live again, as a command beside does.
fn roll_back(store: &Store) {
    let rollback = Verb::Rollback {
        id: None,
        reopen: false,
    };
    let done = carry_out(store, &rollback, &Initiator::default());
    done.map_err(|failure| failure.error).unwrap();
}

// R10.03, R10.04
#[test]
fn a_build_that_a_rollback_overtook_is_made_again_after_the_build_that_is_live_now() {
    let mut world = World::new();
    let mut session = open(&world, "live", 1);
    session
        .build(&ChangedPaths::Everything)
        .map_err(|failure| failure.error)
        .unwrap();
    let first = session.store().live_id().unwrap().unwrap();
    edit(&mut world, "Second");
    session
        .build(&ChangedPaths::Everything)
        .map_err(|failure| failure.error)
        .unwrap();
    let second = session.store().live_id().unwrap().unwrap();
    assert_ne!(first, second);

    edit(&mut world, "Third");
    let store = session.store().clone();
    let mut live_when_read = Vec::new();
    let mut rolls_back_once = || -> Option<PathBuf> {
        if live_when_read.is_empty() {
            roll_back(&store);
        }
        live_when_read.push(store.live_id().unwrap().unwrap());
        None
    };
    let built = session.build_unless(&ChangedPaths::Everything, &mut rolls_back_once);
    let told = report(&built.map_err(|failure| failure.error).unwrap());
    assert_eq!(live_when_read, [first.clone(), first.clone()], "made twice");

    let (_, expected) = scratch(&world);
    let (live, photo) = Photo::take(&world.folder.path("live/builds"));
    assert_eq!(photo.difference(&expected.unwrap()), None);
    assert_eq!(told["build"], live.as_str());
    let states = store.history().unwrap().into_iter();
    let states: Vec<_> = states.map(|entry| (entry.id, entry.state)).collect();
    assert_eq!(
        states,
        [
            (second, BuildState::Withdrawn),
            (first, BuildState::Superseded),
            (live, BuildState::Live)
        ]
    );
}

// R10.03
#[test]
fn an_edit_after_a_rollback_is_built_on_the_build_that_is_live() {
    let mut world = World::new();
    let mut session = open(&world, "live", 1);
    session
        .build(&ChangedPaths::Everything)
        .map_err(|failure| failure.error)
        .unwrap();
    edit(&mut world, "Second");
    session
        .build(&ChangedPaths::Everything)
        .map_err(|failure| failure.error)
        .unwrap();
    roll_back(session.store());
    edit(&mut world, "Third.");
    let built = session.build(&ChangedPaths::Paths(world.changed.clone()));
    let told = report(&built.map_err(|failure| failure.error).unwrap());
    assert!(
        told["changed"].to_string().contains("\"/en/news/cedar\""),
        "{told}"
    );
    let (_, expected) = scratch(&world);
    let photo = Photo::take(&world.folder.path("live/builds")).1;
    assert_eq!(photo.difference(&expected.unwrap()), None);
}
