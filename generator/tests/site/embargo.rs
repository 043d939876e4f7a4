//! An embargo in one language holds for the whole story: no byte that is published knows a word of
//! it, in any language, compressed or not.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};

use contract::build::DCZ_MAGIC;
use walkdir::WalkDir;

use crate::command::{Ran, generator, run};
use crate::folder::LOCALES;
use crate::photo::Photo;
use crate::world::World;

/// Words that are in one text of the story each, and its slug.
const WORDS: [&str; 3] = ["quxinghua", "apricot", "the-story"];

/// Fields that hold a text back on the day of the build.
const HELD: [&str; 4] = [
    "draft: true",
    "draft: yes",
    "publishAt: 2027-01-01 09:00",
    "expireAt: 2026-01-01",
];

/// A story in a collection with languages that fall back to each other, with a file beside it, and
/// these fields by language.
fn world(fields: [&str; 2]) -> World {
    let mut world = World::new();
    for ((locale, word), fields) in LOCALES.into_iter().zip(WORDS).zip(fields) {
        let text = format!(
            "---\ntitle: Title {word}\ndate: 2026-05-03\ntags: [sea, {word}]\n{fields}\n---\nBody {word}. ![{word}](chart.svg)\n"
        );
        world.write(&format!("news/the-story/{locale}.md"), text);
    }
    world.write(
        "news/the-story/chart.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' width='6' height='3'><!-- apricot quxinghua --></svg>",
    );
    world
}

/// Extensions of compressed copies.
const SIDECARS: [&str; 4] = ["br", "dcz", "gz", "zst"];

/// The words that are in a published file, or in the name of one.
fn told(world: &World) -> Vec<&'static str> {
    told_by(&files(world, "live"), |_| true)
}

/// The words that are in one of those files, or in its name.
fn told_by(
    files: &BTreeMap<PathBuf, Vec<u8>>,
    is_meant: impl Fn(&Path) -> bool,
) -> Vec<&'static str> {
    let meant = files.iter().filter(|(path, _)| is_meant(path));
    let mut haystack = Vec::new();
    for (path, bytes) in meant {
        haystack.extend_from_slice(path.as_os_str().as_encoded_bytes());
        haystack.extend_from_slice(bytes);
    }
    let stands = |word: &&str| memchr::memmem::find(&haystack, word.as_bytes()).is_some();
    WORDS.into_iter().filter(stands).collect()
}

/// Everything below `builds/`, decompressed: log and history, too. Not previews: their purpose is
/// to show held-back content to readers that have their key.
fn files(world: &World, out: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let root = world.folder.path(out).join("builds");
    let all = WalkDir::new(&root).into_iter();
    let public = all.filter_entry(|entry| entry.path() != root.join("preview"));
    let mut files = BTreeMap::new();
    for entry in public.map(Result::unwrap) {
        let bytes = match entry.file_type().is_file() {
            true => std::fs::read(entry.path()).unwrap(),
            false => Vec::new(),
        };
        let path = entry.path().strip_prefix(&root).unwrap();
        files.insert(path.to_owned(), bytes);
    }
    let dictionaries: Vec<Vec<u8>> = files
        .iter()
        .filter(|(path, _)| {
            path.extension()
                .is_some_and(|extension| extension == "dict")
        })
        .map(|(_, bytes)| bytes.clone())
        .collect();
    let original = |path: &Path| files.get(&path.with_extension("")).cloned();
    let mut plain = files.clone();
    for (path, bytes) in &mut plain {
        if let Some(sidecar) = sidecar(path) {
            *bytes = decompressed(sidecar, bytes, &dictionaries);
            assert_eq!(Some(&*bytes), original(path).as_ref(), "{}", path.display());
        }
    }
    plain
}

fn sidecar(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?;
    SIDECARS.into_iter().find(|sidecar| extension == *sidecar)
}

fn decompressed(sidecar: &str, bytes: &[u8], dictionaries: &[Vec<u8>]) -> Vec<u8> {
    let mut plain = Vec::new();
    match sidecar {
        "br" => brotli::BrotliDecompress(&mut &bytes[..], &mut plain).unwrap(),
        "gz" => drop(
            flate2::read::GzDecoder::new(bytes)
                .read_to_end(&mut plain)
                .unwrap(),
        ),
        "zst" => plain = zstd::stream::decode_all(bytes).unwrap(),
        _ => {
            let frame = bytes.strip_prefix(&DCZ_MAGIC).unwrap().get(32..).unwrap();
            let read = |dictionary: &Vec<u8>| {
                let mut decoder = zstd::stream::read::Decoder::with_dictionary(frame, dictionary);
                let mut plain = Vec::new();
                let read = decoder.as_mut().ok()?.read_to_end(&mut plain);
                read.ok().map(|_| plain)
            };
            plain = dictionaries.iter().find_map(read).expect("a dictionary");
        }
    }
    plain
}

/// Builds with compressed copies.
fn build_compressed(world: &World, out: &str, more: &[&str]) -> Ran {
    let mut arguments = world.arguments("build", out);
    let sidecars = arguments.iter_mut().find(|argument| *argument == "never");
    *sidecars.unwrap() = "before".to_owned();
    arguments.extend(more.iter().map(|&option| option.to_owned()));
    let ran = run(&mut generator(arguments));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    ran
}

/// Kinds of published files: extensions, and names that are a kind each.
fn kinds(files: &BTreeMap<PathBuf, Vec<u8>>) -> BTreeSet<String> {
    let kind = |path: &PathBuf| Some(path.extension()?.to_str()?.to_owned());
    let names = files
        .keys()
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    files.keys().filter_map(kind).chain(names).collect()
}

// R10.06
#[test]
fn what_is_held_back_in_one_language_only_stops_the_build_and_names_the_place() {
    for held in HELD {
        for (locale, fields) in LOCALES.into_iter().zip([[held, ""], ["", held]]) {
            let world = world(fields);
            let ran = run(&mut world.build("live", &[]));
            assert_eq!(ran.code, Some(1), "{locale} {held}: {}", ran.words);
            let place = format!("content/news/the-story/{locale}.md:5:");
            assert!(
                ran.words.contains("error[visibility-differs]"),
                "{}",
                ran.words
            );
            assert!(ran.words.contains(&place), "{}", ran.words);
            assert_eq!(told(&world), Vec::<&str>::new());
        }
    }
}

// R10.06
#[test]
fn no_byte_knows_a_story_that_is_held_back_whichever_language_follows() {
    let later = "translation: later";
    for held in &HELD[2..] {
        let held_and_later = format!("{held}\n{later}");
        for fields in [
            [*held, *held],
            [held, later],
            [later, held],
            [held, &held_and_later],
        ] {
            let world = world(fields);
            let ran = run(&mut world.build("live", &[]));
            assert_eq!(ran.code, Some(0), "{fields:?}: {}", ran.words);
            assert_eq!(told(&world), Vec::<&str>::new(), "{fields:?}");
        }
    }
}

// R10.06
#[test]
fn no_compressed_copy_log_or_history_knows_a_story_before_its_time() {
    let held = "publishAt: 2027-01-01 09:00";
    let mut world = world([held, held]);
    world.folder.build_frontend("third");
    build_compressed(&world, "live", &[]);
    // Another build, one that waits, one that is taken back, and a preview, which shows the story.
    for text in ["Another text.", "Yet another text."] {
        let old = world.read("news/cedar/en.md").unwrap();
        world.write("news/cedar/en.md", format!("{old}\n{text}\n"));
        build_compressed(&world, "live", &[]);
    }
    let old = world.read("news/cedar/en.md").unwrap();
    world.write("news/cedar/en.md", format!("{old}\nThe last text.\n"));
    build_compressed(&world, "live", &["--no-publish"]);
    let builds = world.folder.path("live/builds");
    let ran = run(generator(["rollback"]).arg("--builds").arg(&builds));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let mut preview = world.arguments("preview", "live");
    let now = preview.iter().position(|name| name == "--now").unwrap();
    preview.drain(now..now + 2);
    let ran = run(&mut generator(preview));
    assert_eq!(ran.code, Some(0), "{}", ran.words);

    let before = files(&world, "live");
    assert_eq!(told(&world), Vec::<&str>::new());
    let kinds = kinds(&before);
    let all = ["html", "xml", "png", "css", "woff2", "dict"].into_iter();
    for kind in all.chain(SIDECARS).chain([
        "log.jsonl",
        "history.json",
        "hold.json",
        "robots.txt",
        "sitemap.xml",
    ]) {
        assert!(kinds.contains(kind), "{kind} is among {kinds:?}");
    }

    world.now = "2027-01-02T00:00:00Z".parse().unwrap();
    build_compressed(&world, "live", &[]);
    let after = files(&world, "live");
    for sidecar in SIDECARS {
        let of_kind = |path: &Path| path.extension().is_some_and(|found| found == sidecar);
        assert_eq!(told_by(&after, of_kind), WORDS, "{sidecar}, at its time");
    }
}

// R10.06
#[test]
fn a_translation_that_comes_later_keeps_its_own_words_back_and_no_others() {
    for held in ["draft: true", "publishAt: 2027-01-01 09:00"] {
        let follows = format!("{held}\ntranslation: later");
        let mut world = world(["", &follows]);
        // The drawing contains words of both languages.
        world.write(
            "news/the-story/chart.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='6' height='3'/>",
        );
        let ran = run(&mut world.build("live", &[]));
        assert_eq!(ran.code, Some(0), "{}", ran.words);
        assert_eq!(told(&world), ["quxinghua", "the-story"], "{held}");
        world.now = "2027-01-02T00:00:00Z".parse().unwrap();
        let ran = run(&mut world.build("live", &[]));
        assert_eq!(ran.code, Some(0), "{}", ran.words);
        let is_out = told(&world).contains(&"apricot");
        assert_eq!(is_out, held.starts_with("publishAt"), "{held}");
    }
}

// R10.06
#[test]
fn a_site_with_a_story_that_is_held_back_is_byte_for_byte_the_site_without_it() {
    for held in HELD {
        // Its words, its characters, its picture, its tags and its old address are its own.
        let mut world = world([held, held]);
        world.folder.build_frontend("third");
        for locale in LOCALES {
            let file = format!("news/the-story/{locale}.md");
            let text = world.read(&file).unwrap();
            let text = text.replace("title: Title", "aliases: [/the-story-old]\ntitle: Þÿ 鸂");
            world.write(&file, text);
        }
        let photo = |world: &World, out: &str| {
            build_compressed(world, out, &[]);
            let photo = Photo::take(&world.folder.path(out).join("builds")).1;
            (photo, compressed(world, out))
        };
        let (with, compressed_with) = photo(&world, "with");
        assert!(world.delete("news/the-story"));
        let (without, compressed_without) = photo(&world, "without");
        assert_eq!(with.difference(&without), None, "{held}");
        assert_eq!(compressed_with, compressed_without, "{held}");
    }
}

/// Compressed copies and dictionaries of a first build, by their paths without its id → bytes.
fn compressed(world: &World, out: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let root = world.folder.path(out).join("builds");
    let mut found = BTreeMap::new();
    for path in files(world, out).into_keys() {
        let is_dictionary = path
            .extension()
            .is_some_and(|extension| extension == "dict");
        if sidecar(&path).is_some() || is_dictionary {
            let bytes = std::fs::read(root.join(&path)).unwrap();
            found.insert(path.components().skip(1).collect(), bytes);
        }
    }
    assert!(!found.is_empty());
    found
}
