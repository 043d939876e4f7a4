//! Announcements: each receiver hears of each content once, also with edits, crashes and refusals
//! in between. Receivers are real servers that enforce the documented limits.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use crate::command::{Ran, generator, run};
use crate::world::World;

const KEY: &str = "0123456789abcdef";

/// The receivers, as one server, and their calls in order.
struct Recorder {
    url: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// Path of the call and its body.
    calls: Vec<(String, String)>,
    /// Addresses that Baidu takes today.
    quota: usize,
    /// Status with which all refuse.
    refuses: Option<u16>,
}

impl Recorder {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State {
            quota: 1_000,
            ..State::default()
        }));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let _ = answer(stream.unwrap(), &shared);
            }
        });
        Self { url, state }
    }

    /// Addresses of the calls whose path begins so since the last time, each as often as it came.
    fn take(&self, path: &str) -> Vec<String> {
        let mut state = self.state.lock().unwrap();
        let of = |call: &mut (String, String)| call.0.starts_with(path);
        let calls: Vec<_> = state.calls.extract_if(.., of).collect();
        let mut addresses: Vec<String> =
            calls.iter().flat_map(|(_, body)| addresses(body)).collect();
        addresses.sort();
        addresses
    }
}

/// All addresses in a body of any receiver, without the host.
fn addresses(body: &str) -> Vec<String> {
    let path = |address: &str| {
        address
            .strip_prefix("https://www.example.com")
            .map(str::to_owned)
    };
    let Ok(value) = serde_json::from_str::<Value>(body) else {
        return body.lines().filter_map(path).collect();
    };
    let lists = ["urlList", "files", "added", "changed", "ended"];
    let lists = lists.iter().filter_map(|name| value[name].as_array());
    let texts = lists.flatten().filter_map(Value::as_str);
    texts.filter_map(path).collect()
}

/// The pages of entries among these addresses: those of lists are news when an entry of theirs is.
fn articles(addresses: &[String]) -> Vec<&str> {
    let addresses = addresses.iter().map(String::as_str);
    addresses
        .filter(|path| path.contains("/news/") && !path.contains("/page/"))
        .collect()
}

/// One call, with the limits that the receivers document.
fn answer(mut stream: TcpStream, state: &Mutex<State>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = String::from_utf8(body).unwrap();
    let path = first.split(' ').nth(1).unwrap().to_owned();
    let count = addresses(&body).len();
    let mut state = state.lock().unwrap();
    let (status, text) = if let Some(status) = state.refuses {
        (status, json!({"error": status}))
    } else if path.starts_with("/urls") {
        let is_known = path == "/urls?site=https://www.example.com&token=s3cret";
        match (is_known, count <= 2_000, count <= state.quota) {
            (true, true, true) => {
                state.quota -= count;
                (200, json!({"remain": state.quota, "success": count}))
            }
            (true, true, false) => (400, json!({"error": 400, "message": "over quota"})),
            _ => (401, json!({"error": 401, "message": "token is not valid"})),
        }
    } else if path.contains("purge_cache") && count > 30 {
        (400, json!({"success": false}))
    } else {
        (200, json!({"success": true}))
    };
    if status == 200 {
        state.calls.push((path, body));
    }
    let text = text.to_string();
    write!(
        stream,
        "HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{text}",
        text.len()
    )
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
        let url = &recorder.url;
        let receivers = format!(
            "- {{ to: indexnow, key: {KEY}, url: '{url}' }}\n\
             - {{ to: baidu, token: s3cret, url: '{url}' }}\n\
             - {{ to: cloudflare, zone: zone, token: token, url: '{url}' }}\n\
             - {{ to: webhook, url: '{url}/hook', secret: word }}\n"
        );
        let file = world.folder.write("announce.yaml", receivers);
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
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
        let paths = [
            ("indexnow", "/indexnow"),
            ("baidu", "/urls"),
            ("cloudflare", "/client"),
            ("webhook", "/hook"),
        ];
        let take = |(name, path)| (name, self.recorder.take(path));
        paths.into_iter().map(take).collect()
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
    // The members' pages and the error document are no news for anybody.
    for hidden in ["/letters", "/404", "/en/letters"] {
        assert!(!pages.contains(&hidden.to_owned()), "{hidden}");
    }
    assert!(site.round().values().all(Vec::is_empty), "nothing changed");

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
        ran.result.contains("baidu: notified of 0 addresses"),
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
        let known = record["told"]
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
fn nothing_is_announced_before_it_can_be_read() {
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
        ran.result.contains("indexnow: ") && ran.result.contains(" addresses to be notified"),
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
