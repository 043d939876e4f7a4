//! Feeds: the newest entries of a collection, each in the words of its page. That an edit makes the
//! feed of a clean build is shown by `sequences`.

use crate::command::run;
use crate::photo::Photo;
use crate::world::World;

const FEED: &str = "/en/feeds/news.xml";

/// The feed of news in English, built.
fn feed(world: &World) -> Option<String> {
    let ran = run(&mut world.build("live", &[]));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let (_, photo) = Photo::take(&world.folder.path("live/builds"));
    let (_, bytes) = photo.paths.get(FEED)?;
    Some(String::from_utf8(bytes.clone()).unwrap())
}

/// Slugs of the entries in a feed, in order.
fn slugs(feed: &str) -> Vec<&str> {
    let ids = feed.split("<entry><id>").skip(1);
    ids.map(|rest| {
        let id = rest.split("</id>").next().unwrap();
        id.strip_prefix("https://www.example.com/en/news/").unwrap()
    })
    .collect()
}

#[test]
fn a_feed_has_the_newest_entries_and_addresses_that_hold_elsewhere() {
    let world = World::new();
    let feed = feed(&world).unwrap();
    assert_eq!(slugs(&feed), ["cedar", "dogwood", "birch", "alder"]);
    for part in [
        "<title>Alder en</title><published>2026-04-30T16:00:00Z</published>",
        "&lt;strong&gt;bold&lt;/strong&gt;",
        "&lt;a href=&quot;https://www.example.com/en/news/alder&quot;&gt;",
        "<link rel=\"self\" type=\"application/atom+xml\" href=\"https://www.example.com/en/feeds/news.xml\"/>",
    ] {
        assert!(feed.contains(part), "{part} in {feed}");
    }
}

#[test]
fn the_day_of_a_change_is_in_the_feed_and_in_the_sitemap() {
    let mut world = World::new();
    let text = world.read("news/alder/en.md").unwrap();
    let changed = text.replacen("---\n", "---\nupdatedAt: 2026-05-20\n", 1);
    world.write("news/alder/en.md", changed);
    let feed = feed(&world).unwrap();
    let dates =
        "<published>2026-04-30T16:00:00Z</published><updated>2026-05-19T16:00:00Z</updated>";
    assert!(feed.contains(dates), "{feed}");
    let (_, photo) = Photo::take(&world.folder.path("live/builds"));
    let sitemap = String::from_utf8_lossy(&photo.paths["/sitemaps/article.xml"].1).into_owned();
    for line in [
        "https://www.example.com/en/news/alder</loc><lastmod>2026-05-20</lastmod>",
        // The Chinese text is as it was.
        "https://www.example.com/news/alder</loc><lastmod>2026-05-01</lastmod>",
    ] {
        assert!(sitemap.contains(line), "{line} in {sitemap}");
    }
}

#[test]
fn a_document_names_the_feeds_in_its_language() {
    let world = World::new();
    feed(&world).unwrap();
    let (_, photo) = Photo::take(&world.folder.path("live/builds"));
    for (page, feed, other) in [
        ("/news", "\"/feeds/news.xml\"", "\"/en/feeds/news.xml\""),
        ("/en", "\"/en/feeds/news.xml\"", "\"/feeds/news.xml\""),
    ] {
        let document = String::from_utf8_lossy(&photo.paths[page].1);
        assert!(document.contains(feed), "{page}");
        assert!(!document.contains(other), "{page}");
    }
}

#[test]
fn entries_that_guests_do_not_read_here_are_in_no_feed() {
    let mut world = World::new();
    let fields = |fields: &str| format!("---\ntitle: Held\ndate: 2026-05-03\n{fields}---\nHeld.\n");
    for locale in ["zh-CN", "en"] {
        world.write(
            &format!("news/alder/{locale}.md"),
            fields("access: guarded\n"),
        );
        world.write(&format!("news/birch/{locale}.md"), fields("draft: true\n"));
        world.write(
            &format!("news/cedar/{locale}.md"),
            fields("publishAt: 2099-01-01\n"),
        );
    }
    // Its page shows the Chinese text.
    world.delete("news/dogwood/en.md");
    assert_eq!(slugs(&feed(&world).unwrap()), Vec::<&str>::new());
}

#[test]
fn an_edit_changes_the_feed_and_a_feed_goes_with_its_mark() {
    let mut world = World::new();
    feed(&world).unwrap();
    let text = "---\ntitle: Elm en\ndate: 2026-06-01\n---\nNew & <b>.\n";
    world.write("news/elm/en.md", text);
    world.write("news/elm/zh-CN.md", text);
    let edited = feed(&world).unwrap();
    assert_eq!(slugs(&edited)[0], "elm");
    world.delete("news/elm");
    assert_eq!(slugs(&feed(&world).unwrap())[0], "cedar");
    let schema = world.read("news/_schema.json").unwrap();
    world.write(
        "news/_schema.json",
        schema.replace("\"feed\":\"full\",", ""),
    );
    assert_eq!(feed(&world), None);
}
