//! An embargo in one language holds for the whole story: no byte that is published knows a word of
//! it, in any language.

use walkdir::WalkDir;

use crate::command::run;
use crate::folder::LOCALES;
use crate::photo::Photo;
use crate::world::World;

/// Words that stand in one text of the story each, and its slug.
const WORDS: [&str; 3] = ["quxinghua", "apricot", "the-story"];

/// What holds a text back on the day of the build.
const HELD: [&str; 4] = [
    "draft: true",
    "draft: yes",
    "publishAt: 2027-01-01 09:00",
    "expireAt: 2026-01-01",
];

/// A story in a collection whose languages stand in for each other, with a file beside it, and
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

/// Which of the words stand in a file, or in the name of one, that was published.
fn told(world: &World) -> Vec<&'static str> {
    let files = WalkDir::new(world.folder.path("live/builds"));
    let mut haystack = Vec::new();
    for file in files.into_iter().map(Result::unwrap) {
        haystack.extend_from_slice(file.path().as_os_str().as_encoded_bytes());
        if file.file_type().is_file() {
            haystack.extend(std::fs::read(file.path()).unwrap());
        }
    }
    let stands = |word: &&str| memchr::memmem::find(&haystack, word.as_bytes()).is_some();
    WORDS.into_iter().filter(stands).collect()
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
fn a_translation_that_comes_later_keeps_its_own_words_back_and_no_others() {
    for held in ["draft: true", "publishAt: 2027-01-01 09:00"] {
        let follows = format!("{held}\ntranslation: later");
        let mut world = world(["", &follows]);
        // The drawing says words of both languages.
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
            let mut build = world.build(out, &[]);
            let ran = run(&mut build);
            assert_eq!(ran.code, Some(0), "{held}: {}", ran.words);
            Photo::take(&world.folder.path(out).join("builds")).1
        };
        let with = photo(&world, "with");
        assert!(world.delete("news/the-story"));
        let without = photo(&world, "without");
        assert_eq!(with.difference(&without), None, "{held}");
    }
}
