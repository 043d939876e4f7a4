//! The same sources give the same site, wherever, whenever and by whomever they are built.

use std::fs::{self, File, FileTimes};
use std::path::Path;
use std::time::{Duration, SystemTime};

use generator_builds::Builds;
use walkdir::WalkDir;

use crate::command::{generator, run};
use crate::control::edit;
use crate::folder::TABLES;
use crate::origin::BACKENDS;
use crate::photo::Photo;
use crate::world::World;

// R10.05
#[test]
fn a_clone_elsewhere_has_the_same_content() {
    for table in TABLES {
        let mut world = World::new();
        world.folder.build_frontend(table);
        world.write(
            "news/alder/tide.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/>",
        );
        let ran = run(&mut world.build("live", &[]));
        assert_eq!(ran.code, Some(0), "{}", ran.words);
        let (_, here) = Photo::take(&world.folder.path("live/builds"));

        let clone = "a/clone elsewhere/潮";
        for (from, to) in [
            ("content", "texts"),
            ("frontend", "ui"),
            ("locales", "locales"),
        ] {
            copy_backwards(&world.folder.path(from), &world.folder.path(clone).join(to));
        }
        for out in ["builds", "var"] {
            fs::create_dir_all(world.folder.path(clone).join(out)).unwrap();
        }
        // The origin looks for the data it is asked for below folders at the top.
        std::os::unix::fs::symlink(world.folder.path(clone), world.folder.path("clone")).unwrap();
        let mut elsewhere = generator([
            "build",
            "--content",
            "texts",
            "--frontend",
            "ui",
            "--locales",
            "locales",
            "--now",
            "2026-11-21T11:00:00+08:00",
        ]);
        elsewhere
            .args([
                "--origin",
                &world.origin.address,
                "--workers",
                "3",
                "--sidecars",
                "before",
            ])
            .current_dir(world.folder.path(clone))
            .envs([
                ("TZ", "America/St_Johns"),
                ("LANG", "tr_TR.UTF-8"),
                ("LC_ALL", "tr_TR.UTF-8"),
            ])
            .envs([
                ("HOME", "/nonexistent"),
                ("RAYON_NUM_THREADS", "5"),
                ("NODE_OPTIONS", "--no-such-option"),
            ]);
        let ran = run(&mut elsewhere);
        assert_eq!(ran.code, Some(0), "{}", ran.words);
        let (_, there) = Photo::take(&world.folder.path(clone).join("builds"));
        assert_eq!(there.difference(&here), None, "{table}");
    }
}

// R3.02, R10.05
#[test]
fn a_build_for_the_embedded_origin_asks_nobody_and_has_the_same_content() {
    let world = World::new();
    let ran = run(&mut world.build("asked", &[]));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let down = BACKENDS.iter().position(|does| *does == "is down").unwrap();
    world.origin.become_backend(u8::try_from(down).unwrap());

    let mut arguments = world.arguments("build", "alone");
    let origin = arguments
        .iter()
        .position(|name| name == "--origin")
        .unwrap();
    arguments.drain(origin..origin + 2);
    let ran = run(&mut generator(arguments));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let photo = |out: &str| Photo::take(&world.folder.path(out).join("builds")).1;
    assert_eq!(photo("alone").difference(&photo("asked")), None);
}

// R3.02
#[test]
fn a_site_without_settings_for_its_paths_is_built_from_its_pages() {
    let mut world = World::new();
    assert!(world.delete("system-config.yaml"));
    let mut arguments = world.arguments("build", "alone");
    let origin = arguments
        .iter()
        .position(|name| name == "--origin")
        .unwrap();
    arguments[origin + 1] = "embedded".to_owned();
    let ran = run(&mut generator(arguments));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
}

// R10.05
#[test]
fn caches_that_are_torn_or_of_another_run_change_no_byte() {
    let mut world = World::new();
    world.write(
        "news/alder/tide.jpg",
        include_bytes!("../fixtures/print.jpg"),
    );
    let text = world.read("news/alder/en.md").unwrap();
    world.write(
        "news/alder/en.md",
        format!("{text}\n![The tide](tide.jpg)\n"),
    );
    let built = |out: &str| {
        let ran = run(&mut world.build(out, &[]));
        assert_eq!(ran.code, Some(0), "{out}: {}", ran.words);
        Photo::take(&world.folder.path(out).join("builds")).1
    };
    let live = built("live");
    let caches = world.folder.path("live/var");
    let halves: fn(&[u8]) -> &[u8] = |bytes| &bytes[..bytes.len() / 2];
    for (out, part_of) in [
        ("shared", (|bytes| bytes) as fn(&[u8]) -> &[u8]),
        ("torn", halves),
    ] {
        let mut copied = 0;
        let entries = WalkDir::new(&caches).into_iter().map(Result::unwrap);
        // A record of an origin's answer, and no cache.
        for entry in entries.filter(|entry| entry.file_name() != "system-config.json") {
            let name = entry.path().strip_prefix(&caches).unwrap();
            let target = world.folder.path(out).join("var").join(name);
            match entry.file_type().is_dir() {
                true => fs::create_dir_all(target).unwrap(),
                false => {
                    let bytes = fs::read(entry.path()).unwrap();
                    fs::write(target, part_of(&bytes)).unwrap();
                    copied += 1;
                }
            }
        }
        assert!(copied > 3, "there are caches");
        assert_eq!(built(out).difference(&live), None, "{out}");
    }
}

/// Copies a folder from its last name to its first, with times far from now.
fn copy_backwards(from: &Path, to: &Path) {
    let mut entries: Vec<_> = WalkDir::new(from).into_iter().map(Result::unwrap).collect();
    entries.sort_by(|a, b| b.path().cmp(a.path()));
    for (number, entry) in entries.iter().enumerate() {
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        if entry.file_type().is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(entry.path()).unwrap(), &target).unwrap();
        } else if entry.file_type().is_file() {
            fs::copy(entry.path(), &target).unwrap();
            let days = Duration::from_secs(86_400 * (1 + number as u64));
            let time = if number % 2 == 0 {
                SystemTime::UNIX_EPOCH + days
            } else {
                SystemTime::now() + days
            };
            let file = File::options().append(true).open(&target).unwrap();
            file.set_times(FileTimes::new().set_modified(time)).unwrap();
        } else {
            fs::create_dir_all(&target).unwrap();
        }
    }
}

/// Only content that every visitor may read is in a file that every visitor fetches; and a clone
/// has the same file.
#[test]
fn a_dictionary_has_nothing_of_guarded_pages_and_is_the_same_in_a_clone() {
    let mut world = World::new();
    // So much of it that a dictionary would have it, were these pages among its samples.
    let words = |words: &str| words.repeat(400);
    for (file, text) in [
        ("letters/autumn/en.md", words("MEMBERS-ONLY ")),
        ("letters/winter/en.md", words("FOR-EVERYBODY ")),
    ] {
        let before = world.read(file).unwrap();
        world.write(file, format!("{before}\n{text}\n"));
    }
    let build = |out: &str| {
        let mut arguments = world.arguments("build", out);
        let sidecars = arguments.iter_mut().find(|argument| *argument == "never");
        *sidecars.unwrap() = "before".to_owned();
        let ran = run(&mut generator(arguments));
        assert_eq!(ran.code, Some(0), "{}", ran.words);
        let builds = world.folder.path(out).join("builds");
        let index = Builds::new(&builds).live().unwrap().unwrap().index;
        fs::read(builds.join("assets").join(index.dictionary.unwrap().asset)).unwrap()
    };
    let dictionary = build("live");
    assert_eq!(dictionary, build("other"));
    let text = String::from_utf8_lossy(&dictionary);
    assert!(!text.contains("MEMBERS-ONLY"));
    assert!(text.contains("FOR-EVERYBODY"), "{text}");
}

#[test]
fn nothing_is_compressed_where_that_is_left_to_a_proxy() {
    let world = World::new();
    let ran = run(&mut world.build("live", &[]));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    assert_eq!(compressed_files(&world), [""; 0]);
    // Another build in the same folder makes up for it.
    dictionary_of_build(&world);
    let all = compressed_files(&world);
    for place in ["assets/", "assets/speculation/"] {
        let is_there = |file: &&String| file.starts_with(place) && file.ends_with(".br");
        assert!(all.iter().any(|file| is_there(&file)), "{place} {all:?}");
    }
}

/// Compressed copies among the published files, relative to `builds/`.
fn compressed_files(world: &World) -> Vec<String> {
    let builds = world.folder.path("live/builds");
    let files = WalkDir::new(&builds).into_iter().map(Result::unwrap);
    let names = files.map(|file| {
        let name = file.path().strip_prefix(&builds).unwrap();
        name.to_string_lossy().into_owned()
    });
    let is_copy = |name: &String| {
        let mut ends = [".br", ".gz", ".zst", ".dcz"].into_iter();
        ends.any(|end| name.ends_with(end))
    };
    names.filter(is_copy).collect()
}

// R6.02, R10.04
#[test]
fn a_dictionary_has_nothing_of_pages_that_are_not_public_any_more() {
    let marked = "---\ntitle: Elm\ndate: 2026-05-09\n---\n";
    type Hide = fn(&mut World);
    let ways: [(&str, Hide); 3] = [
        ("guarded", |world| {
            edit_elm(world, "date:", "access: guarded\ndate:")
        }),
        ("draft", |world| {
            edit_elm(world, "date:", "draft: true\ndate:")
        }),
        ("deleted", |world| {
            for locale in ["en", "zh-CN"] {
                world.delete(&format!("news/elm/{locale}.md"));
            }
        }),
    ];
    for (name, hide) in ways {
        let mut world = World::new();
        for locale in ["en", "zh-CN"] {
            let text = format!("{marked}{}\n", "NOT-FOR-LONG ".repeat(40));
            world.write(&format!("news/elm/{locale}.md"), text);
        }
        let (public, before) = dictionary_of_build(&world);
        assert!(public.contains("NOT-FOR-LONG"), "{name}");
        hide(&mut world);
        let (hidden, after) = dictionary_of_build(&world);
        assert!(!hidden.contains("NOT-FOR-LONG"), "{name}");
        assert_ne!(before, after, "{name}: it has another address");
        // An edit of another page leaves it alone.
        edit(&mut world, "Another paragraph.");
        assert_eq!(dictionary_of_build(&world).1, after, "{name}");
    }
}

fn edit_elm(world: &mut World, before: &str, after: &str) {
    for locale in ["en", "zh-CN"] {
        let file = format!("news/elm/{locale}.md");
        let text = world.read(&file).unwrap().replace(before, after);
        world.write(&file, text);
    }
}

/// Builds with compressed files; the text of the dictionary, and its name.
fn dictionary_of_build(world: &World) -> (String, String) {
    let mut arguments = world.arguments("build", "live");
    let sidecars = arguments.iter_mut().find(|argument| *argument == "never");
    *sidecars.unwrap() = "before".to_owned();
    let ran = run(&mut generator(arguments));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let builds = world.folder.path("live").join("builds");
    let index = Builds::new(&builds).live().unwrap().unwrap().index;
    let asset = index.dictionary.unwrap().asset;
    let bytes = fs::read(builds.join("assets").join(&asset)).unwrap();
    (String::from_utf8_lossy(&bytes).into_owned(), asset)
}
