//! What must vanish: out of every build that is kept, and off the disk.

use std::fs;

use contract::build::HistoryEntry;
use walkdir::WalkDir;

use crate::command::{generator, run};
use crate::control::{command, done, edit, live, published_after};
use crate::watching::Watch;
use crate::world::World;

/// Words that stand in what is purged and nowhere else.
const SECRET: &str = "eleven-point-four";

/// Builds, with compressed files.
fn build(world: &World, more: &[&str]) {
    let mut arguments = world.arguments("build", "live");
    for argument in &mut arguments {
        if argument == "never" {
            *argument = "before".to_owned();
        }
    }
    let ran = run(generator(arguments).args(more));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
}

/// Files below `builds/` that have the secret in their bytes, or lie where it stood.
fn leaks(world: &World) -> Vec<String> {
    let root = world.folder.path("live/builds");
    let files = WalkDir::new(root).into_iter().map(Result::unwrap);
    let files = files.filter(|entry| entry.file_type().is_file());
    let leaks = files.filter(|file| {
        let bytes = fs::read(file.path()).unwrap();
        let is_there = file.path().to_string_lossy().contains("news/fir");
        is_there
            || bytes
                .windows(SECRET.len())
                .any(|part| part == SECRET.as_bytes())
    });
    leaks
        .map(|file| file.path().display().to_string())
        .collect()
}

/// A site in whose earlier builds there is an article that the live one lacks.
fn site() -> World {
    let mut world = World::new();
    let before = world.state();
    for locale in ["zh-CN", "en"] {
        let text = format!("---\ntitle: Fir {SECRET}\ndate: 2026-05-01\n---\n\n{SECRET}\n");
        world.write(&format!("news/fir/{locale}.md"), text);
    }
    build(&world, &[]);
    edit(&mut world, "Second.");
    build(&world, &[]);
    world.restore(&before);
    world
}

// R10.03, R10.04
#[test]
fn a_purged_path_is_in_no_build_and_no_file_any_more() {
    let mut world = site();
    let both = ["purge", "/news/fir", "/en/news/fir/"];
    let ran = command(&world, &both);
    assert_eq!(ran.code, Some(1), "{}", ran.words);
    assert!(
        ran.words.contains("the live build still has"),
        "{}",
        ran.words
    );
    assert!(!leaks(&world).is_empty(), "nothing was touched");

    build(&world, &[]);
    edit(&mut world, "Another.");
    build(&world, &[]);
    assert!(!leaks(&world).is_empty(), "the earlier builds have it");
    let ran = command(&world, &both);
    assert_eq!(ran.code, Some(1), "{}", ran.words);
    assert!(
        ran.words.contains("`generator build --sidecars never`"),
        "{}",
        ran.words
    );
    let mut without = world.build("live", &[]);
    assert_eq!(run(&mut without).code, Some(0));
    edit(&mut world, "And another.");
    assert_eq!(run(&mut world.build("live", &[])).code, Some(0));
    let now_live = live(&world);
    let told = done(&world, &both);
    assert!(told.starts_with("purged: 4 builds dropped"), "{told}");
    assert!(told.contains("/en/news/fir/_payload.json\n"), "{told}");
    assert!(
        told.lines().filter(|line| line.starts_with("http")).count() >= 4,
        "{told}"
    );
    assert_eq!(leaks(&world), [""; 0]);

    assert_eq!(live(&world), now_live);
    let history = fs::read(world.folder.path("live/builds/history.json")).unwrap();
    let history: Vec<HistoryEntry> = serde_json::from_slice(&history).unwrap();
    assert_eq!(history.len(), 2, "the builds without it are kept");
    done(&world, &["rollback"]);
    build(&world, &["--audit", "9"]);
    for wrong in ["/", "news", "/a/../b"] {
        assert_eq!(command(&world, &["purge", wrong]).code, Some(64), "{wrong}");
    }
}

// R10.03, R10.04
#[test]
fn a_purge_beside_a_watch_leaves_it_a_site_that_it_can_build_on() {
    let mut world = site();
    let first = live(&world);
    let _watch = Watch::start(&world);
    let second = published_after(&world, first.as_ref());
    let told = done(&world, &["purge", "/en/news/fir", "/news/fir"]);
    assert!(told.starts_with("purged: 2 builds"), "{told}");
    assert_eq!(leaks(&world), [""; 0]);
    edit(&mut world, "Third.");
    published_after(&world, Some(&second));
    assert_eq!(leaks(&world), [""; 0]);
}
