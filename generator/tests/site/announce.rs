//! Announcements: each receiver hears of each content once, also with edits, crashes and refusals
//! in between. `increments` shows after random edits that no other address is sent.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::command::{Ran, generator, run};
use crate::recorder::{KEY, Recorder};
use crate::world::World;

/// The pages of entries among these addresses: those of lists are news when an entry of theirs is.
fn articles(addresses: &[String]) -> Vec<&str> {
    let addresses = addresses.iter().map(String::as_str);
    addresses
        .filter(|path| path.contains("/news/") && !path.contains("/page/"))
        .collect()
}

/// A world with its receivers.
struct Announcer {
    world: World,
    recorder: Recorder,
    file: PathBuf,
}

impl Announcer {
    fn new() -> Self {
        let mut world = World::new();
        world.write(&format!("static/{KEY}.txt"), KEY);
        let recorder = Recorder::start();
        let file = recorder.write_file(&world);
        Self {
            world,
            recorder,
            file,
        }
    }

    fn build(&self) {
        let ran = run(&mut self.world.build("live", &[]));
        assert_eq!(ran.code, Some(0), "{}", ran.words);
    }

    fn announce(&self, options: &[&str]) -> Ran {
        let folder = |name: &str| self.world.folder.path(name);
        run(generator(["announce"])
            .arg("--to")
            .arg(&self.file)
            .arg("--builds")
            .arg(folder("live/builds"))
            .arg("--var")
            .arg(folder("live/var"))
            .args(options))
    }

    /// Announces, and returns the addresses that each receiver heard of.
    fn round(&self) -> BTreeMap<&'static str, Vec<String>> {
        let ran = self.announce(&[]);
        assert_eq!(ran.code, Some(0), "{}", ran.words);
        self.recorder.take_all()
    }

    fn edit(&mut self, entry: &str, from: &str, to: &str) {
        for locale in ["zh-CN", "en"] {
            let file = format!("{entry}/{locale}.md");
            let text = self.world.read(&file).unwrap();
            self.world.write(&file, text.replace(from, to));
        }
    }
}

#[test]
fn a_search_engine_hears_of_each_page_once_and_a_cache_of_changes_only() {
    let mut site = Announcer::new();
    site.build();
    let first = site.round();
    let pages: BTreeSet<&String> = first["indexnow"].iter().collect();
    assert!(pages.contains(&"/news/alder".to_owned()) && pages.contains(&"/en".to_owned()));
    assert_eq!(pages.len(), first["indexnow"].len(), "each once");
    assert_eq!(first["baidu"], first["indexnow"]);
    assert!(first["cloudflare"].is_empty() && first["webhook"].is_empty());
    // Members' pages and the error document are not sent.
    for hidden in ["/letters", "/404", "/en/letters"] {
        assert!(!pages.contains(&hidden.to_owned()), "{hidden}");
    }
    assert!(site.round().values().all(Vec::is_empty), "no change");

    // Others refer to the entry; only its own pages are news, and the lists that have it.
    site.edit("news/alder", "title: Alder", "title: Ash");
    site.build();
    let edited = site.round();
    assert_eq!(
        articles(&edited["indexnow"]),
        ["/en/news/alder", "/news/alder"]
    );
    assert_eq!(edited["baidu"], edited["indexnow"]);
    let purged: BTreeSet<&str> = edited["cloudflare"].iter().map(String::as_str).collect();
    for path in [
        "/news/alder",
        "/en/news/alder/_payload.json",
        "/news/page/2",
        "/feeds/news.xml",
    ] {
        assert!(purged.contains(path), "{path} in {purged:?}");
    }
    assert!(!purged.contains("/about"), "{purged:?}");
    assert_eq!(edited["webhook"], edited["cloudflare"]);

    // One that ends is news for those that can forget it.
    site.world.delete("news/birch");
    site.build();
    let ended = site.round();
    assert_eq!(
        articles(&ended["indexnow"]),
        ["/en/news/birch", "/news/birch"]
    );
    assert!(articles(&ended["baidu"]).is_empty());
    assert!(ended["cloudflare"].contains(&"/news/birch".to_owned()));
}

#[test]
fn a_guarded_page_is_told_of_as_an_end() {
    let mut site = Announcer::new();
    site.build();
    site.round();
    site.edit("news/cedar", "date:", "access: guarded\ndate:");
    site.build();
    let sent = site.round();
    assert_eq!(
        articles(&sent["indexnow"]),
        ["/en/news/cedar", "/news/cedar"]
    );
    assert!(articles(&sent["baidu"]).is_empty());
}

#[test]
fn a_quota_is_kept_and_the_rest_waits() {
    let site = Announcer::new();
    site.build();
    site.recorder.state.lock().unwrap().quota = 0;
    let ran = site.announce(&[]);
    assert_eq!(ran.code, Some(5), "{}", ran.words);
    assert!(
        ran.result.contains("baidu: 0 addresses sent"),
        "{}",
        ran.result
    );
    assert!(site.recorder.take("/urls").is_empty());
    // The day is not over: it is not even asked again.
    site.recorder.state.lock().unwrap().quota = 1_000;
    assert_eq!(site.announce(&[]).code, Some(5));
    assert!(site.recorder.take("/urls").is_empty());
    // Another receiver has heard all, and hears it once.
    assert!(!site.recorder.take("/indexnow").is_empty());
    assert_eq!(site.announce(&[]).code, Some(5));
    assert!(site.recorder.take("/indexnow").is_empty());
}

#[test]
fn a_receiver_that_is_away_hears_later_what_it_missed() {
    let mut site = Announcer::new();
    site.build();
    site.round();
    site.recorder.state.lock().unwrap().refuses = Some(503);
    site.edit("news/alder", "title: Alder", "title: Ash");
    site.build();
    let ran = site.announce(&[]);
    assert_eq!(ran.code, Some(5), "{}", ran.words);
    site.edit("news/birch", "title: Birch", "title: Beech");
    site.build();
    site.recorder.state.lock().unwrap().refuses = None;
    let expected = [
        "/en/news/alder",
        "/en/news/birch",
        "/news/alder",
        "/news/birch",
    ];
    assert_eq!(articles(&site.round()["indexnow"]), expected);
}

#[test]
fn a_batch_whose_answer_was_lost_is_sent_again_where_that_costs_no_quota() {
    let site = Announcer::new();
    site.build();
    site.round();
    // As a program that was killed between the call and its record leaves it.
    let folder = site.world.folder.path("live/var/announced");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let mut record: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let known = record["sent"]
            .as_object_mut()
            .unwrap()
            .remove("/news/alder")
            .unwrap();
        record["begun"] = json!({"/news/alder": known});
        std::fs::write(&path, record.to_string()).unwrap();
    }
    let sent = site.round();
    assert_eq!(sent["indexnow"], ["/news/alder"]);
    assert_eq!(sent["cloudflare"], ["/news/alder"]);
    assert!(sent["baidu"].is_empty());
}

#[test]
fn an_address_is_announced_after_it_can_be_read() {
    let site = Announcer::new();
    std::fs::create_dir_all(site.world.folder.path("live/builds")).unwrap();
    let ran = site.announce(&[]);
    assert_eq!(
        (ran.code, ran.words.contains("nothing is published")),
        (Some(1), true)
    );
    site.build();
    let ran = site.announce(&["--gateway", &site.recorder.url]);
    assert_eq!(ran.code, Some(5), "{}", ran.words);
    assert!(site.recorder.take("/indexnow").is_empty());
    let ran = site.announce(&["--dry-run"]);
    assert!(
        ran.result.contains("indexnow: ") && ran.result.contains(" addresses to be sent"),
        "{}",
        ran.result
    );
    assert!(site.recorder.take("/indexnow").is_empty());
}

#[test]
fn a_receiver_that_asks_for_a_proof_needs_it_on_the_site() {
    let mut site = Announcer::new();
    site.world.delete(&format!("static/{KEY}.txt"));
    site.build();
    let ran = site.announce(&[]);
    assert_eq!(ran.code, Some(1), "{}", ran.words);
    assert!(
        ran.words.contains(&format!("content/static/{KEY}.txt")),
        "{}",
        ran.words
    );
}
