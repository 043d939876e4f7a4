//! Purges: content disappears from every build that is kept, and from the disk.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use contract::build::HistoryEntry;
use walkdir::WalkDir;

use crate::command::{generator, run};
use crate::control::{command, done, edit, live, published_after};
use crate::watching::Watch;
use crate::world::World;

/// Words that are in the purged content and nowhere else.
const SECRET: &str = "eleven-point-four";

/// Arguments with which files are compressed.
fn compressing(world: &World, name: &str) -> Vec<String> {
    let mut arguments = world.arguments(name, "live");
    for argument in &mut arguments {
        if argument == "never" {
            *argument = "before".to_owned();
        }
    }
    arguments
}

/// Builds, with compressed files.
fn build(world: &World, more: &[&str]) {
    let ran = run(generator(compressing(world, "build")).args(more));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
}

/// All files below `builds/`.
fn files(world: &World) -> Vec<PathBuf> {
    let root = world.folder.path("live/builds");
    let files = WalkDir::new(root).into_iter().map(Result::unwrap);
    let files = files.filter(|entry| entry.file_type().is_file());
    files.map(walkdir::DirEntry::into_path).collect()
}

/// The dictionaries that browsers may fetch.
fn dictionaries(world: &World) -> BTreeSet<PathBuf> {
    let all = files(world).into_iter();
    all.filter(|file| {
        file.extension()
            .is_some_and(|extension| extension == "dict")
    })
    .collect()
}

/// The bytes of a file, and the decompressed ones of a compressed file.
fn contents(path: &Path, dictionaries: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let bytes = fs::read(path).unwrap();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let mut unpacked = Vec::new();
    match &*extension {
        "br" => drop(
            brotli::Decompressor::new(&bytes[..], 4096)
                .read_to_end(&mut unpacked)
                .unwrap(),
        ),
        "gz" => drop(
            flate2::read::GzDecoder::new(&bytes[..])
                .read_to_end(&mut unpacked)
                .unwrap(),
        ),
        "zst" => unpacked = zstd::decode_all(&bytes[..]).unwrap(),
        "dcz" => {
            let decoded = dictionaries.iter().find_map(|dictionary| {
                let frame = &bytes[40..];
                let decoder = zstd::stream::read::Decoder::with_dictionary(frame, dictionary);
                let mut unpacked = Vec::new();
                decoder.ok()?.read_to_end(&mut unpacked).ok()?;
                Some(unpacked)
            });
            unpacked = decoded.unwrap_or_default();
        }
        _ => {}
    }
    vec![bytes, unpacked]
}

/// Files below `builds/` that have the secret in their bytes, compressed or not, or are at its
/// path.
fn leaks(world: &World) -> Vec<String> {
    let known: Vec<_> = dictionaries(world)
        .iter()
        .map(|path| fs::read(path).unwrap())
        .collect();
    let has_secret = |bytes: &Vec<u8>| {
        let mut parts = bytes.windows(SECRET.len());
        parts.any(|part| part == SECRET.as_bytes())
    };
    let leaks = files(world).into_iter().filter(|path| {
        path.to_string_lossy().contains("news/fir") || contents(path, &known).iter().any(has_secret)
    });
    leaks.map(|path| path.display().to_string()).collect()
}

/// A site with an article in earlier builds that the live one lacks.
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
    let now_live = live(&world);
    let told = done(&world, &both);
    assert!(told.starts_with("purged: 2 builds dropped"), "{told}");
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
    // Nor is there anything that the builds which are kept do not need.
    let again = done(&world, &both);
    assert!(
        again.starts_with("purged: 0 builds dropped, 0 files"),
        "{again}"
    );
}

// R10.03, R10.04
#[test]
fn a_dictionary_goes_with_a_page_that_it_was_made_from() {
    let world = site();
    let before = dictionaries(&world);
    let known: Vec<_> = before.iter().map(|path| fs::read(path).unwrap()).collect();
    let is_part = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).contains("eleven");
    assert!(known.iter().any(is_part), "a dictionary of repeated words");
    build(&world, &[]);
    let told = done(&world, &["purge", "/news/fir", "/en/news/fir"]);
    assert!(told.starts_with("purged: 2 builds "), "{told}");
    let after = dictionaries(&world);
    assert!(after.len() == 1 && after.is_disjoint(&before), "{after:?}");
    assert_eq!(leaks(&world), [""; 0]);
    build(&world, &["--audit", "9"]);
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

// R10.04
#[test]
fn a_path_that_no_build_has_is_refused_and_the_nearest_one_named() {
    let world = site();
    let record = world.folder.path("live/builds/purged.json");
    for (path, words) in [
        ("/news/fi", "the nearest is `/news/fir`"),
        ("/nonsense/at/all", "--even-if-absent"),
    ] {
        let ran = command(&world, &["purge", "/en/news/fir", path]);
        assert_eq!(ran.code, Some(1), "{path}: {}", ran.words);
        assert!(ran.words.contains(words), "{path}: {}", ran.words);
        assert!(!record.exists(), "{path}");
    }
    build(&world, &[]);
    done(&world, &["purge", "--even-if-absent", "/nonsense/at/all"]);
    assert!(record.exists());
    // A purge that was begun is finished by the same command.
    done(&world, &["purge", "/nonsense/at/all"]);
}
