//! Under `generator watch`: files that are written slowly, and a frontend that is built again, go
//! live whole.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::thread::sleep;

use generator_builds::Builds;

use crate::folder::TABLES;
use crate::photo::Photo;
use crate::watching::{PAUSE, Watch, expected};
use crate::world::World;

const TEXT: &str = "---\ntitle: Cedar\ndate: 2026-05-03\ncompany: radial\n---\nThe first half.\n\nThe second half.\n";

/// A site with a watch that has published it once.
fn watched(world: &World) -> Watch {
    watched_with(world, &[])
}

fn watched_with(world: &World, options: &[&str]) -> Watch {
    let watch = Watch::start_with(world, options);
    let first = expected(world).unwrap();
    watch.wait_for(world, &first, &[]).unwrap();
    watch
}

/// How many builds were published.
fn published(world: &World) -> usize {
    let builds = Builds::new(&world.folder.path("live/builds"));
    builds.history().unwrap().len()
}

/// Writes `text` in two parts, with time enough for many builds in between.
fn write_slowly(path: &Path, text: &str, parts_at: usize) {
    let mut file = File::create(path).unwrap();
    for part in [&text[..parts_at], &text[parts_at..]] {
        file.write_all(part.as_bytes()).unwrap();
        sleep(10 * PAUSE);
    }
}

// R10.03
#[test]
fn a_file_that_is_written_slowly_goes_live_once_and_whole() {
    let world = World::new();
    let watch = watched(&world);
    let path = world.folder.content("news/cedar/en.md");
    write_slowly(&path, TEXT, TEXT.find("The second").unwrap());
    let whole = expected(&world).unwrap();
    watch.wait_for(&world, &whole, &[]).unwrap();
    assert_eq!(published(&world), 2, "{}", Watch::results(&world));
    assert_eq!(Watch::words(&world), "");
}

// R10.03
#[test]
fn a_folder_that_is_polled_goes_live_whole_and_so_does_one_that_is_moved_away() {
    let world = World::new();
    let watch = watched_with(&world, &["--poll-sources", "20"]);
    let path = world.folder.content("news/cedar/en.md");
    write_slowly(&path, TEXT, TEXT.find("The second").unwrap());
    let whole = expected(&world).unwrap();
    watch.wait_for(&world, &whole, &[]).unwrap();
    assert_eq!(published(&world), 2, "{}", Watch::results(&world));
    let (entry, elsewhere) = (
        world.folder.content("news/cedar"),
        world.folder.path("away"),
    );
    fs::rename(&entry, &elsewhere).unwrap();
    let without = expected(&world).unwrap();
    watch.wait_for(&world, &without, &[]).unwrap();
    fs::rename(&elsewhere, &entry).unwrap();
    watch.wait_for(&world, &whole, &[]).unwrap();
    let words = Watch::words(&world);
    assert!(
        words.starts_with("warning: 1 address ends: /news/cedar;"),
        "{words}"
    );
    assert_eq!(words.lines().count(), 1, "{words}");
}

// R10.03, R10.06
#[test]
fn a_file_that_is_emptied_before_it_is_written_is_no_error() {
    let world = World::new();
    let watch = watched(&world);
    let path = world.folder.content("news/cedar/en.md");
    write_slowly(&path, TEXT, 0);
    let whole = expected(&world).unwrap();
    watch.wait_for(&world, &whole, &[]).unwrap();
    assert_eq!(published(&world), 2, "{}", Watch::results(&world));
    assert_eq!(Watch::words(&world), "");
}

// R10.03
#[test]
fn a_frontend_that_is_built_again_goes_live_by_itself_every_time() {
    let world = World::new();
    let watch = watched(&world);
    let dist = world.folder.path("frontend/dist");
    for (version, table) in [(1, TABLES[1]), (2, TABLES[0])] {
        fs::remove_dir_all(&dist).unwrap();
        let times = |text: &str| Watch::words(&world).matches(text).count();
        Watch::wait_until("it is missed", || {
            times("is not built") == usize::from(version)
        });
        world.folder.build_frontend(table);
        world.folder.translate(version);
        let app = format!("frontend/dist/client/assets/app-{version}.js");
        world.folder.write(&app, "hydrate()");
        let whole = expected(&world).unwrap();
        watch.wait_for(&world, &whole, &[]).unwrap();
    }
}

// R10.03
#[test]
fn a_frontend_that_is_exchanged_for_another_goes_live_by_itself_every_time() {
    let world = World::new();
    let watch = watched(&world);
    let [dist, next, old] =
        ["dist", ".dist-next", ".dist-old"].map(|name| world.folder.path("frontend").join(name));
    for version in [1, 2] {
        world.folder.translate(version);
        let words = fs::read(dist.join("server/words.json")).unwrap();
        world.folder.translate(version - 1);
        copy(&dist, &next);
        fs::write(next.join("server/words.json"), words).unwrap();
        fs::rename(&dist, &old).unwrap();
        fs::rename(&next, &dist).unwrap();
        fs::remove_dir_all(&old).unwrap();
        let whole = expected(&world).unwrap();
        watch.wait_for(&world, &whole, &[]).unwrap();
    }
}

// R10.03
#[test]
fn a_photograph_that_is_being_encoded_holds_up_no_text() {
    let mut world = World::new();
    let watch = watched(&world);
    // Many shades, so that every encoder has work for seconds.
    let photo = image::RgbImage::from_fn(1_200, 900, |x, y| {
        image::Rgb([x, y, x * y].map(|value| (value.wrapping_mul(2_654_435_761) >> 24) as u8))
    });
    let beside = world.folder.path("beside.png");
    photo.save(&beside).unwrap();
    fs::rename(&beside, world.folder.content("news/alder/photo.png")).unwrap();
    let text = world.read("news/alder/en.md").unwrap();
    world.write(
        "news/alder/en.md",
        format!("{text}\n![A chair](photo.png)\n"),
    );
    let text = world.read("letters/winter/en.md").unwrap();
    world.write(
        "letters/winter/en.md",
        text.replace("For all.", "For everybody."),
    );

    let builds = world.folder.path("live/builds");
    let live = || Photo::take(&builds).1.paths;
    let has = |path: &str, words: &str| {
        let paths = live();
        let found = paths
            .get(path)
            .map(|(_, bytes)| String::from_utf8_lossy(bytes).contains(words));
        found == Some(true)
    };
    Watch::wait_until("the text is live", || {
        has("/en/letters/winter", "For everybody.")
    });
    assert!(
        !live().contains_key("/media/news/alder/photo.png"),
        "nobody waited"
    );
    assert!(!has("/en/news/alder", "photo.png"));
    let whole = expected(&world).unwrap();
    watch.wait_for(&world, &whole, &[]).unwrap();
    let words = Watch::words(&world);
    assert!(words.contains("encoding photo.png …"), "{words}");
    assert!(!words.contains("error"), "{words}");
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(target).unwrap();
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
