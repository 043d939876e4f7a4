//! Previews: everything that is held back, in a folder of their own, and in no output besides.

use std::path::Path;

use contract::build::{Access, Entry};
use contract::preview::{Preview, PreviewKey};
use generator_builds::Builds;
use walkdir::WalkDir;

use crate::command::{Ran, generator, run};
use crate::photo::Photo;
use crate::world::World;

/// Words that are held back: as a draft, until later, until long ago.
const WORDS: [&str; 3] = ["medlarquince", "sorbloquat", "pastbullace"];

fn world() -> World {
    let mut world = World::new();
    let held = [
        "draft: true",
        "publishAt: 2099-01-01",
        "expireAt: 2020-01-01",
    ];
    for (word, held) in WORDS.into_iter().zip(held) {
        for locale in ["zh-CN", "en"] {
            let text = format!(
                "---\ntitle: {word}\ndate: 2026-05-03\n{held}\naliases: [/{word}-old]\n---\n{word}\n"
            );
            world.write(&format!("news/{word}/{locale}.md"), text);
        }
    }
    let ran = run(&mut world.build("live", &[]));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    world
}

fn preview(world: &World, more: &[&str]) -> Ran {
    let mut arguments = world.arguments("preview", "live");
    let now = arguments.iter().position(|name| name == "--now").unwrap();
    arguments.drain(now..now + 2);
    arguments.extend(more.iter().map(|&option| option.to_owned()));
    run(&mut generator(arguments))
}

/// The key in an address that was printed.
fn key(ran: &Ran) -> PreviewKey {
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let (_, rest) = ran.result.split_once("/preview/").unwrap();
    rest.lines().next().unwrap().parse().unwrap()
}

/// The words that are in a file, or in the name of one, below a folder.
fn told(folder: &Path, without: &str) -> Vec<&'static str> {
    let mut haystack = Vec::new();
    let files = WalkDir::new(folder).into_iter();
    for file in files.filter_entry(|file| file.file_name() != without) {
        let file = file.unwrap();
        haystack.extend_from_slice(file.path().as_os_str().as_encoded_bytes());
        if file.file_type().is_file() {
            haystack.extend(std::fs::read(file.path()).unwrap());
        }
    }
    let stands = |word: &&str| memchr::memmem::find(&haystack, word.as_bytes()).is_some();
    WORDS.into_iter().filter(stands).collect()
}

// R10.03, R10.06
#[test]
fn a_preview_has_what_is_held_back_and_no_public_output_knows_it() {
    let world = world();
    let builds = world.folder.path("live/builds");
    let (live, before) = Photo::take(&builds);
    // The generator may note scheduled entries for itself; no file there is served.
    let var = world.folder.path("live/var");
    let known = told(&var, "");
    let ran = preview(&world, &["--days", "1"]);
    let key = key(&ran);
    let folder = builds.join("preview").join(key.id.as_str());

    // Expired entries stay hidden.
    assert_eq!(told(&folder, ""), WORDS[..2]);
    assert_eq!(told(&builds, "preview"), Vec::<&str>::new());
    assert_eq!(told(&var, ""), known);
    let (still, after) = Photo::take(&builds);
    assert_eq!((still, after.difference(&before)), (live, None));

    let preview = std::fs::read(folder.join("preview.json")).unwrap();
    let preview: Preview = serde_json::from_slice(&preview).unwrap();
    assert_eq!(preview.secret, key.hash());
    let text = key.expose();
    for file in WalkDir::new(&builds).into_iter().map(Result::unwrap) {
        let bytes = std::fs::read(file.path()).unwrap_or_default();
        let secret = &text.as_bytes()[8..];
        assert!(memchr::memmem::find(&bytes, secret).is_none(), "{file:?}");
    }

    let reader = Builds::new(&folder);
    let tree = reader.live().unwrap().unwrap().tree;
    for page in [
        "/news/medlarquince",
        "/en/news/sorbloquat",
        "/letters/autumn",
    ] {
        assert!(matches!(tree.get(page), Some(Entry::File(_))), "{page}");
    }
    for (path, entry) in tree.iter() {
        let Entry::File(file) = entry else { continue };
        let bytes = reader.bytes(&path, &file).unwrap();
        if file.media_type.starts_with("text/html") && file.access != Access::Private {
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.contains("noindex"), "{path}");
        } else if path.starts_with("/sitemap") {
            let text = String::from_utf8(bytes).unwrap();
            assert!(
                !text.contains("<loc>https://www.example.com/news"),
                "{path}"
            );
        }
    }
}

// R10.03
#[test]
fn a_preview_is_listed_and_ended_and_gone_at_its_time() {
    let world = world();
    let builds = world.folder.path("live/builds");
    let list = || {
        let ran = preview(&world, &["--list"]);
        assert_eq!(ran.code, Some(0), "{}", ran.words);
        ran.result
    };
    let first = key(&preview(&world, &[]));
    let second = key(&preview(&world, &["--until", "2098-01-01T00:00:00Z"]));
    let listed = list();
    assert!(listed.contains(&format!(
        "{}  open until 2098-01-01 08:00 +08:00",
        second.id
    )));
    assert!(listed.contains(first.id.as_str()) && !listed.contains(&first.expose()));

    // A build deletes the one that is over, and leaves the other.
    let file = builds
        .join("preview")
        .join(first.id.as_str())
        .join("preview.json");
    let over = Preview {
        secret: first.hash(),
        expires: 1,
    };
    std::fs::write(&file, serde_json::to_vec(&over).unwrap()).unwrap();
    let ran = run(&mut world.build("live", &["--audit", "1"]));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    assert!(!file.parent().unwrap().exists());
    let left = builds.join("preview").join(second.id.as_str());
    assert!(left.join("preview.json").exists());

    let ended = preview(&world, &["--end", second.id.as_str()]);
    assert_eq!(ended.code, Some(0), "{}", ended.words);
    assert!(!left.exists());
    assert_eq!(list(), "");
    for wrong in [second.id.as_str(), "../live", "x"] {
        let ran = preview(&world, &["--end", wrong]);
        assert_eq!(ran.code, Some(64), "{}", ran.words);
    }
    let past = preview(&world, &["--until", "2020-01-01T00:00:00Z"]);
    assert_eq!(past.code, Some(64), "{}", past.words);
}

// R10.03
#[test]
fn what_is_wrong_stops_a_preview_and_leaves_nothing_of_it() {
    let mut world = world();
    world.write("news/birch/en.md", "---\ntitle: Birch\n---\n");
    let ran = preview(&world, &[]);
    assert_eq!(ran.code, Some(1), "{}", ran.words);
    assert!(
        ran.words.contains("content/news/birch/en.md"),
        "{}",
        ran.words
    );
    let folder = world.folder.path("live/builds/preview");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
}

// R10.03
#[test]
fn a_previewed_page_says_so_in_its_language_and_a_public_one_has_no_byte_of_it() {
    let world = world();
    let more = [
        "--until",
        "2099-01-01T09:00:00Z",
        "--address",
        "http://127.0.0.1:8080/",
    ];
    let ran = preview(&world, &more);
    let key = key(&ran);
    let address = format!("http://127.0.0.1:8080/preview/{}\n", key.expose());
    assert!(ran.result.starts_with(&address), "{}", ran.result);
    assert!(
        ran.result.contains(" http://127.0.0.1:8080/preview/end "),
        "{}",
        ran.result
    );
    let builds = world.folder.path("live/builds");
    let document = |folder: &Path, page: &str| {
        let store = Builds::new(folder);
        let live = store.live().unwrap().unwrap();
        let Some(Entry::File(file)) = live.tree.get(page) else {
            panic!("no {page}");
        };
        String::from_utf8(store.bytes(page, &file).unwrap()).unwrap()
    };
    let preview = builds.join("preview").join(key.id.as_str());
    for (page, words) in [
        ("/en", ">Preview, gone at 2099-01-01 17:00 +08:00</aside>"),
        ("/", ">预览，2099-01-01 17:00 +08:00 失效</aside>"),
    ] {
        let (note, page) = (document(&preview, page), document(&builds, page));
        let (_, after) = note.split_once("<body").unwrap();
        let (_, after) = after.split_once('>').unwrap();
        let begins = after.starts_with("<aside style=\"padding:");
        assert!(begins && note.contains(words), "{note}");
        assert!(!page.contains("<aside style="), "{page}");
    }
}
