//! Addresses that move: aliases of entries, and `redirects.yaml`.

use std::collections::BTreeMap;

use contract::build::Entry;

use crate::command::run;
use crate::photo::Photo;
use crate::world::World;

/// Adds fields to every language of an entry.
fn add_fields(world: &mut World, entry: &str, fields: &str) {
    for locale in ["zh-CN", "en"] {
        let file = format!("{entry}/{locale}.md");
        let text = world.read(&file).unwrap();
        world.write(
            &file,
            text.replacen("---\n", &format!("---\n{fields}\n"), 1),
        );
    }
}

/// Old address → status, and where it leads.
fn built(world: &World) -> BTreeMap<String, String> {
    let ran = run(&mut world.build("live", &[]));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let (_, photo) = Photo::take(&world.folder.path("live/builds"));
    let old = photo.paths.into_iter().filter_map(|(path, (entry, _))| {
        let told = match entry {
            Entry::File(_) => return None,
            Entry::Redirect { to, permanent } => {
                format!("{} {to}", if permanent { 308 } else { 307 })
            }
            Entry::Gone => "410".to_owned(),
        };
        Some((path, told))
    });
    old.collect()
}

fn expected<const N: usize>(rows: [(&str, &str); N]) -> BTreeMap<String, String> {
    let rows = rows.into_iter();
    rows.map(|(path, told)| (path.to_owned(), told.to_owned()))
        .collect()
}

/// Problems of a build that is refused, with their places.
fn refused(world: &World) -> String {
    let ran = run(&mut world.build("live", &[]));
    assert_eq!(ran.code, Some(1), "{}", ran.words);
    let checked = run(&mut crate::command::generator(check(world)));
    assert_eq!(checked.code, Some(1), "{}", checked.words);
    for line in ran.words.lines().filter(|line| line.starts_with("error[")) {
        assert!(checked.words.contains(line), "check says it, too: {line}");
    }
    ran.words
}

fn check(world: &World) -> Vec<String> {
    let mut arguments = world.arguments("check", "live");
    let has = ["--content", "--locales", "--frontend", "--now"];
    let pairs = arguments.split_off(1);
    let kept = pairs.chunks(2).filter(|pair| has.contains(&&*pair[0]));
    arguments.extend(kept.flatten().cloned());
    arguments
}

// R10.03
#[test]
fn an_alias_leads_to_its_entry_in_every_language_that_shows_it() {
    let mut world = World::new();
    world.rename("news/alder", "news/ash");
    let linking = world.read("news/birch/en.md").unwrap();
    for locale in ["zh-CN", "en"] {
        let text = linking.replace("/news/alder", "/news/ash");
        world.write(&format!("news/birch/{locale}.md"), text);
    }
    // One language declares it for all; another one may repeat it.
    let text = world.read("news/ash/zh-CN.md").unwrap();
    world.write(
        "news/ash/zh-CN.md",
        text.replacen(
            "---\n",
            "---\naliases: [/news/alder, /2019/Alder.html]\n",
            1,
        ),
    );
    add_fields(&mut world, "letters/autumn", "aliases: [/letters/old]");
    assert_eq!(
        built(&world),
        expected([
            ("/2019/Alder.html", "308 /news/ash"),
            ("/en/2019/Alder.html", "308 /en/news/ash"),
            ("/en/letters/old", "308 /en/letters/autumn"),
            ("/en/news/alder", "308 /en/news/ash"),
            ("/letters/old", "308 /letters/autumn"),
            ("/news/alder", "308 /news/ash"),
        ])
    );
}

// R10.03
#[test]
fn a_row_holds_in_every_language_or_in_one_for_good_for_now_or_as_gone() {
    let mut world = World::new();
    world.write(
        "redirects.yaml",
        "- { from: /aktuell, to: /news }\n\
         - { from: /numbers.csv, to: /figures/figures.csv, status: 307 }\n\
         - { from: /chart, to: /media/news/alder/chart.svg }\n\
         - { from: /media/news/oak/chart.svg, to: /media/news/alder/chart.svg }\n\
         - { from: /news/oak, status: 410 }\n\
         - { from: /old-home, to: /, locale: en }\n",
    );
    assert_eq!(
        built(&world),
        expected([
            ("/aktuell", "308 /news"),
            ("/chart", "308 /media/news/alder/chart.svg"),
            ("/en/aktuell", "308 /en/news"),
            ("/en/chart", "308 /media/news/alder/chart.svg"),
            ("/en/news/oak", "410"),
            ("/en/numbers.csv", "307 /en/figures/figures.csv"),
            ("/en/old-home", "308 /en"),
            (
                "/media/news/oak/chart.svg",
                "308 /media/news/alder/chart.svg"
            ),
            ("/news/oak", "410"),
            ("/numbers.csv", "307 /figures/figures.csv"),
        ])
    );
    world.write("redirects.yaml", "# none yet\n");
    assert_eq!(built(&world), expected([]));
}

// R10.03, R10.06
#[test]
fn an_alias_of_what_is_not_visible_yet_is_in_no_output() {
    let mut world = World::new();
    let held = "publishAt: 2027-01-01 09:00\naliases: [/quince-medlar]";
    add_fields(&mut world, "news/alder", held);
    let text = world.read("news/birch/en.md").unwrap();
    for locale in ["zh-CN", "en"] {
        let text = text.replace("[Alder](/news/alder)", "nothing");
        world.write(&format!("news/birch/{locale}.md"), text);
    }
    world.write(
        "redirects.yaml",
        "- { from: /loquat-sorb, to: /news/alder }\n",
    );
    assert_eq!(built(&world), expected([]));
    let builds = walkdir::WalkDir::new(world.folder.path("live/builds"));
    for file in builds.into_iter().map(Result::unwrap) {
        let name = file.path().to_string_lossy().into_owned();
        let bytes = std::fs::read(file.path()).unwrap_or_default();
        for word in ["quince-medlar", "loquat-sorb"] {
            let stands = memchr::memmem::find(&bytes, word.as_bytes()).is_some();
            assert!(!stands && !name.contains(word), "{name} has {word}");
        }
    }
    let ran = run(&mut crate::command::generator(check(&world)));
    assert!(
        ran.words.contains("warning[redirect-nowhere]"),
        "{}",
        ran.words
    );
    world.now = "2027-01-02T00:00:00Z".parse().unwrap();
    assert_eq!(
        built(&world),
        expected([
            ("/en/loquat-sorb", "308 /en/news/alder"),
            ("/en/quince-medlar", "308 /en/news/alder"),
            ("/loquat-sorb", "308 /news/alder"),
            ("/quince-medlar", "308 /news/alder"),
        ])
    );
}

// R10.03
#[test]
fn an_old_address_that_cannot_be_so_is_told_with_its_place() {
    let alias = |address: &str, told: &str| {
        let mut world = World::new();
        add_fields(&mut world, "news/alder", &format!("aliases: [{address}]"));
        let words = refused(&world);
        assert!(words.contains(told), "{address}: {words}");
        let place = "content/news/alder/en.md:2:";
        let other = "content/news/alder/zh-CN.md:2:";
        assert!(words.contains(place) || words.contains(other), "{words}");
    };
    alias(
        "/news/birch",
        "error[address-taken]: a page or a file stands at `/news/birch` now",
    );
    alias("/figures/figures.csv", "error[address-taken]");
    alias("/news/alder", "error[address-taken]");
    alias("/en/news/old", "`/en/news/old` begins with a language");
    alias("/api/old", "belongs to the server");
    alias("https://a.example/x", "error[bad-address]");
    alias("/news/old/", "error[bad-address]");

    let row = |rows: &str, told: &str, line: usize| {
        let mut world = World::new();
        world.write("redirects.yaml", rows);
        let words = refused(&world);
        assert!(words.contains(told), "{rows}: {words}");
        let place = format!("content/redirects.yaml:{line}:");
        assert!(words.contains(&place), "{place} {words}");
    };
    row(
        "- { from: /a, to: /nowhere }\n",
        "there is no page `/nowhere`",
        1,
    );
    row(
        "- { from: /a, to: /nowhere, locale: en }\n",
        "in the language `en`",
        1,
    );
    row(
        "- { from: /a, to: https://b.example/ }\n",
        "error[bad-address]",
        1,
    );
    row("- { from: /a, to: //b.example }\n", "error[bad-address]", 1);
    row("- { from: /a }\n", "error[redirect-target]", 1);
    row(
        "- { from: /a, to: /news, status: 410 }\n",
        "error[redirect-target]",
        1,
    );
    row("- { from: /a, to: /news, status: 302 }\n", "status", 1);
    row(
        "- { from: /a, to: /news, locale: fr }\n",
        "error[unknown-locale]",
        1,
    );
    row(
        "- { from: /a, to: /news, code: 308 }\n",
        "error[unknown-field]",
        1,
    );
    row(
        "- { from: /a, to: /news }\n- { from: /a, to: /terms }\n",
        "error[address-twice]",
        2,
    );
    row(
        "- { from: /a, to: /b }\n- { from: /b, to: /news }\n",
        "write where that leads: `/news`",
        1,
    );
    row(
        "- { from: /a, to: /b }\n- { from: /b, to: /a }\n",
        "error[redirect-loop]",
        1,
    );
    row("- { from: /a, to: /a }\n", "error[redirect-loop]", 1);
    row(
        "- { from: /a, to: /b }\n- { from: /b, status: 410 }\n",
        "`/b` is gone itself",
        1,
    );
    row(
        "- { from: /news, status: 410 }\n",
        "error[address-taken]",
        1,
    );
}

// R10.03
#[test]
fn two_entries_cannot_have_one_old_address_and_one_without_a_page_has_none() {
    let mut world = World::new();
    add_fields(&mut world, "news/cedar", "aliases: [/news/old]");
    world.write("redirects.yaml", "- { from: /news/old, to: /terms }\n");
    let words = refused(&world);
    assert!(
        words.contains("by `content/news/cedar/zh-CN.md`"),
        "{words}"
    );
    assert!(words.contains("content/redirects.yaml:1:"), "{words}");

    let mut world = World::new();
    add_fields(&mut world, "pages/about", "aliases: [/ueber-uns]");
    let words = refused(&world);
    assert!(words.contains("error[no-own-page]"), "{words}");
}

// R10.03
#[test]
fn a_build_that_ends_an_address_says_so_and_where_the_page_went() {
    let mut world = World::new();
    built(&world);
    world.rename("news/cedar", "news/larch");
    world.delete("news/dogwood");
    world.delete("letters/autumn");
    let report = world.folder.path("report.json");
    let ran = run(world.build("live", &["--report"]).arg(&report));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let moved = "warning: the page `/news/cedar` is at `/news/larch` now";
    assert!(ran.words.contains(moved), "{}", ran.words);
    assert!(
        ran.words
            .contains("`aliases: [/news/cedar]` into a text in `content/news/larch`"),
        "{}",
        ran.words
    );
    assert!(
        ran.words.contains("1 address ends: /news/dogwood;"),
        "{}",
        ran.words
    );
    // The words of members' addresses are for members.
    assert!(!ran.words.contains("autumn"), "{}", ran.words);
    assert!(
        ran.words.contains("1 address of a page for members ends"),
        "{}",
        ran.words
    );
    let report: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&report).unwrap()).unwrap();
    let ended: Vec<String> = report["ended"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ended| format!("{} {}", ended["path"], ended["why"]))
        .collect();
    assert_eq!(
        ended,
        [
            "\"/letters/autumn\" \"guarded\"",
            "\"/news/cedar\" {\"moved\":{\"to\":\"/news/larch\",\"entry\":\"content/news/larch\"}}",
            "\"/news/dogwood\" \"removed\"",
        ]
    );

    // Once is enough.
    let text = world.read("news/larch/en.md").unwrap();
    world.write("news/larch/en.md", format!("{text}\nMore.\n"));
    let ran = run(&mut world.build("live", &[]));
    assert!(!ran.words.contains("warning"), "{}", ran.words);
}

// R10.03
#[test]
fn an_address_that_is_kept_or_has_had_its_time_is_no_warning() {
    let mut world = World::new();
    add_fields(&mut world, "news/dogwood", "expireAt: 2026-12-01");
    built(&world);
    world.rename("news/cedar", "news/larch");
    add_fields(&mut world, "news/larch", "aliases: [/news/cedar]");
    world.now = "2026-12-02T00:00:00Z".parse().unwrap();
    let ran = run(&mut world.build("live", &[]));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    assert!(!ran.words.contains("warning"), "{}", ran.words);
    for page in ["/en/news/dogwood", "/news/dogwood"] {
        let expired = format!("\n  expired  https://www.example.com{page}\n");
        assert!(ran.result.contains(&expired), "{}", ran.result);
    }
}
