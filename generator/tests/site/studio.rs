//! The studio: a change set on its way from an editor's call to the site.

mod history;
mod publication;

use std::fs;
use std::sync::Arc;

use contract::studio::Role;
use generator::control::served::Served;
use generator::jobs::Jobs;
use generator::pipeline::Builder;
use generator::pipeline::watch::Desk;
use generator::studio::Studio;
use generator::studio::calls::{Call, answer};
use generator_content::ChangedPaths;
use generator_ground::message::Language;
use http::Method;
use serde_json::{Value, json};

use crate::command::run;
use crate::run::open;
use crate::world::World;

const ANN: (&str, Role) = ("ann@example.com", Role::Editor);
const BO: (&str, Role) = ("bo@example.com", Role::Publisher);

/// A site with a live build and a studio.
struct Desks {
    world: World,
    studio: Studio,
    jobs: Arc<Jobs>,
    live: Builder,
}

/// The site as a `watch` begins it.
fn desks(world: World) -> Desks {
    let mut live = open(&world, "live", 1);
    live.set_now(world.now);
    let jobs = Arc::new(Jobs::default());
    let served = Served {
        store: Arc::clone(live.store()),
        jobs: Arc::clone(&jobs),
        notices: None,
    };
    let studio = Studio::open(live.config(), Arc::new(served)).unwrap();
    let built = live.build(&ChangedPaths::Everything);
    studio.settle(built.is_ok());
    if let Some(content) = live.content() {
        studio.remember(content, live.routes());
    }
    Desks {
        world,
        studio,
        jobs,
        live,
    }
}

impl Desks {
    /// Status and data of an answer.
    fn call(&self, (user, role): (&str, Role), call: &str, body: Value) -> (u16, Value) {
        let (method, target) = call.split_once(' ').unwrap();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let query = query.split('&').filter_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            Some((name.to_owned(), value.to_owned()))
        });
        let body = match body {
            Value::Null => Vec::new(),
            // A picture.
            Value::String(text) => text.into_bytes(),
            body => serde_json::to_vec(&body).unwrap(),
        };
        let answer = answer(
            &self.studio,
            &Call {
                method: &method.parse::<Method>().unwrap(),
                path: &format!("/api/studio{path}"),
                query: query.collect(),
                body: &body,
                user,
                roles: &[role],
                language: Language::English,
            },
        );
        let envelope: Value = serde_json::from_slice(&answer.body(Language::English)).unwrap();
        assert_eq!(envelope["code"], answer.status.as_u16());
        (answer.status.as_u16(), envelope["data"].clone())
    }

    fn ann(&self, call: &str, body: Value) -> Value {
        let (status, data) = self.call(ANN, call, body);
        assert_eq!(status, 200, "{call} {data}");
        data
    }

    /// Id of a new change set.
    fn set(&self) -> String {
        let set = self.ann("POST /sets", json!({ "name": "Words" }));
        set["id"].as_str().unwrap().to_owned()
    }

    fn version(&self, set: &str, path: &str) -> Value {
        self.ann(&format!("GET /sets/{set}/file?path={path}"), Value::Null)["version"].clone()
    }

    /// Saves an edit of the file's present version, and answers with the page.
    fn edit(&self, set: &str, path: &str, edit: Value, page: &str) -> Value {
        let edits = json!({
            "path": path, "version": self.version(set, path), "edits": [edit], "page": page
        });
        self.ann(&format!("POST /sets/{set}/edits"), edits)
    }

    /// One turn of the `watch`: a requested job, or an edit on disk.
    fn turn(&mut self) -> bool {
        let written = self.studio.write();
        self.studio.note(&ChangedPaths::Everything);
        let built = written.is_ok() && self.live.build(&ChangedPaths::Everything).is_ok();
        self.studio.settle(built);
        if let Some(content) = self.live.content().filter(|_| built) {
            self.studio.remember(content, self.live.routes());
        }
        built
    }

    fn live_page(&self, path: &str) -> String {
        match self.live.look_up(path).unwrap() {
            Some(generator::pipeline::shown_page::Shown::Document(bytes)) => {
                String::from_utf8(bytes).unwrap()
            }
            _ => panic!("no page at {path}"),
        }
    }

    fn facts(&self, set: &str) -> Value {
        let sets = self.ann("GET /sets", Value::Null);
        let sets = sets["sets"].as_array().unwrap();
        let found = sets.iter().find(|found| found["id"] == set);
        found.unwrap().clone()
    }

    fn state(&self, set: &str) -> Value {
        self.facts(set)["state"].clone()
    }

    /// Asks for the publication of change sets as they are now.
    fn publish(&self, who: (&str, Role), sets: &[&str], at: Option<&str>) -> (u16, Value) {
        let seen = sets
            .iter()
            .map(|set| json!({ "id": set, "changed": self.facts(set)["changed"] }));
        let body = json!({ "sets": seen.collect::<Vec<_>>(), "at": at });
        self.call(who, "POST /publish", body)
    }
}

fn title(value: &str) -> Value {
    json!({ "kind": "field", "field": "/title", "value": value })
}

const ALDER: &str = "news/alder/en.md";
const PAGE: &str = "/en/news/alder";

/// Messages are the origin's: a recipient needs the start alone, and gets no text of a change set.
#[test]
fn a_recipient_who_is_no_editor_gets_the_start_and_no_other_call() {
    let desks = desks(World::new());
    let recipient = ("rae@example.com", Role::Recipient);
    let (status, start) = desks.call(recipient, "GET ", Value::Null);
    assert_eq!(
        (status, &start["roles"]),
        (200, &json!(["recipient"])),
        "{start}"
    );
    let set = desks.set();
    for call in [
        "GET /sets",
        "POST /sets",
        "PATCH /sets/ID",
        "DELETE /sets/ID",
        "GET /sets/live/entries",
        "GET /sets/live/file?path=pages/about/en.md",
        "GET /sets/ID/page?path=/en/about",
        "GET /sets/ID/changes",
        "POST /sets/ID/edits",
        "POST /sets/ID/propose",
        "POST /sets/ID/publish",
        "POST /sets/ID/preview",
        "GET /nothing",
    ] {
        let (status, data) = desks.call(recipient, &call.replace("ID", &set), json!({}));
        assert_eq!((status, data), (403, Value::Null), "{call}");
    }
}

#[test]
fn an_edit_shows_on_its_page_and_reaches_no_visitor_before_it_is_published() {
    let mut desks = desks(World::new());
    let set = desks.set();
    let saved = desks.edit(&set, ALDER, title("Alder, again"), PAGE);
    assert_eq!(saved["saved"], true, "{saved}");
    let html = saved["page"]["html"].as_str().unwrap();
    assert!(html.contains("Alder, again"), "{html}");
    let changes = desks.ann(&format!("GET /sets/{set}/changes"), Value::Null);
    let pages = &changes["pages"];
    assert_eq!(pages["changed"], json!([PAGE]));
    assert!(
        pages["listed"]
            .as_array()
            .unwrap()
            .contains(&json!("/en/news/birch"))
    );
    assert_eq!(
        (&pages["added"], &pages["removed"]),
        (&json!([]), &json!([]))
    );
    assert_eq!(changes["files"][0]["kind"], "changed");
    assert!(desks.turn());
    assert!(!desks.live_page(PAGE).contains("Alder, again"));
    let live = desks.ann(&format!("GET /sets/live/page?path={PAGE}"), Value::Null);
    assert!(!live["html"].as_str().unwrap().contains("Alder, again"));

    desks.ann(&format!("POST /sets/{set}/propose"), Value::Null);
    let (status, _) = desks.publish(ANN, &[&set], None);
    assert_eq!(status, 403, "an editor does not publish");
    let (status, job) = desks.publish(BO, &[&set], None);
    assert!(status == 200 && job["job"].is_string(), "{job}");
    assert!(desks.turn());
    assert!(desks.live_page(PAGE).contains("Alder, again"));
    assert_eq!(desks.state(&set), "published");
    let file = fs::read_to_string(desks.world.folder.content(ALDER)).unwrap();
    assert!(file.contains("Alder, again"), "{file}");
    let late = json!({ "path": ALDER, "version": desks.version(&set, ALDER), "edits": [] });
    let (status, _) = desks.call(ANN, &format!("POST /sets/{set}/edits"), late);
    assert_eq!(status, 409, "a published change set is closed");
    let log = fs::read_to_string(desks.world.folder.path("live/var/studio/acts.jsonl")).unwrap();
    let acts: Vec<Value> = log
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    let acts = acts.iter().map(|act| {
        let act =
            [&act["by"], &act["act"], &act["status"]].map(|it| it.to_string().replace(&set, "SET"));
        act.join(" ").replace('"', "")
    });
    assert_eq!(
        acts.collect::<Vec<_>>(),
        [
            "ann@example.com POST /sets 200",
            "ann@example.com POST /sets/SET/edits 200",
            "ann@example.com POST /sets/SET/propose 200",
            "ann@example.com POST /publish 403",
            "bo@example.com POST /publish 200",
            "ann@example.com POST /sets/SET/edits 409",
        ]
    );
    assert!(!log.contains("again"), "no text is in the log");
}

#[test]
fn a_change_that_breaks_a_rule_is_named_and_the_good_version_stays() {
    let desks = desks(World::new());
    let set = desks.set();
    desks.edit(&set, ALDER, title("Good"), PAGE);
    let good = desks.version(&set, ALDER);
    let remove = json!({ "kind": "removeField", "field": "/title" });
    let refused = desks.edit(&set, ALDER, remove, PAGE);
    assert_eq!(
        (&refused["saved"], &refused["version"]),
        (&json!(false), &good)
    );
    let problem = &refused["problems"][0];
    assert_eq!(
        (&problem["field"], &problem["file"]),
        (&json!("/title"), &json!("content/news/alder/en.md"))
    );
    assert!(problem["remedy"].as_str().unwrap().contains("title"));
    assert_eq!(desks.version(&set, ALDER), good);
    let page = desks.ann(&format!("GET /sets/{set}/page?path={PAGE}"), Value::Null);
    assert!(page["html"].as_str().unwrap().contains("Good"));
}

#[test]
fn a_mistake_in_another_file_keeps_no_editor_from_working() {
    let mut world = World::new();
    world.write("news/birch/en.md", "no front matter");
    let desks = desks(world);
    let set = desks.set();
    let page = format!("GET /sets/{set}/page?path={PAGE}");
    let (status, broken) = desks.call(ANN, &page, Value::Null);
    assert_eq!(status, 422);
    assert_eq!(broken["problems"][0]["file"], "content/news/birch/en.md");
    let saved = desks.edit(&set, ALDER, title("Meanwhile"), PAGE);
    assert_eq!(
        (&saved["saved"], &saved["page"]),
        (&json!(true), &Value::Null)
    );
    assert!(!saved["problems"].as_array().unwrap().is_empty());

    let mended = "---\ntitle: Birch en\ndate: 2026-05-02\ntags: [sea]\n---\nMended.\n";
    let text = json!({ "kind": "text", "text": mended });
    let saved = desks.edit(&set, "news/birch/en.md", text, PAGE);
    assert_eq!(saved["problems"], json!([]));
    assert!(
        saved["page"]["html"]
            .as_str()
            .unwrap()
            .contains("Meanwhile")
    );
}

#[test]
fn nothing_is_written_over_a_version_that_the_editor_has_not_seen() {
    let desks = desks(World::new());
    let set = desks.set();
    let seen = desks.version(&set, ALDER);
    desks.edit(&set, ALDER, title("First"), PAGE);
    let late = json!({ "path": ALDER, "version": seen, "edits": [title("Second")] });
    let (status, file) = desks.call(ANN, &format!("POST /sets/{set}/edits"), late);
    assert_eq!(status, 409);
    assert!(file["text"].as_str().unwrap().contains("First"));
    assert_eq!(file["version"], desks.version(&set, ALDER));
}

#[test]
fn an_edit_on_disk_beside_a_change_of_the_same_file_is_joined_before_the_publication() {
    let mut desks = desks(World::new());
    let set = desks.set();
    desks.edit(&set, ALDER, title("Mine"), PAGE);
    let theirs = "---\ntitle: Theirs\ndate: 2026-05-01\ncompany: lichen\ntags: [sea, land]\n---\n";
    desks.world.write(ALDER, theirs);
    assert!(desks.turn());
    let (status, data) = desks.publish(BO, &[&set], None);
    assert_eq!((status, &data["conflicts"]), (409, &json!([ALDER])));
    let changes = desks.ann(&format!("GET /sets/{set}/changes"), Value::Null);
    assert_eq!(changes["files"][0]["conflict"], true);
    assert!(desks.live_page(PAGE).contains("Theirs"));
    let merge = desks.ann(&format!("GET /sets/{set}/merge?path={ALDER}"), Value::Null);
    assert_eq!(merge["merged"]["conflicts"][0]["field"], "title");
    assert_eq!(merge["merged"]["conflicts"][0]["mine"], "Mine");
    let text = merge["merged"]["text"]
        .as_str()
        .unwrap()
        .replace("Theirs", "Ours");
    let join = |theirs: &Value| json!({ "path": ALDER, "theirs": theirs, "text": text });
    let (status, _) = desks.call(ANN, &format!("POST /sets/{set}/merge"), join(&Value::Null));
    assert_eq!(status, 409, "a version that nobody has seen");
    let joined = desks.ann(
        &format!("POST /sets/{set}/merge"),
        join(&merge["theirsVersion"]),
    );
    assert_eq!(joined["saved"], true, "{joined}");
    let (status, _) = desks.publish(BO, &[&set], None);
    assert_eq!(status, 200);
    assert!(desks.turn());
    assert!(desks.live_page(PAGE).contains("Ours"));
    // A set without a conflict is shown with the edit on disk.
    let other = desks.set();
    let page = desks.ann(&format!("GET /sets/{other}/page?path={PAGE}"), Value::Null);
    assert!(page["html"].as_str().unwrap().contains("Ours"));
}

#[test]
fn a_set_that_visitors_cannot_get_is_taken_back_whole() {
    let mut desks = desks(World::new());
    let set = desks.set();
    // Reviewers see an entry that lacks a language; the site refuses it.
    let text = "---\nname: Hazel\n---\n";
    let path = "companies/hazel/en.md";
    let edits =
        json!({ "path": path, "version": null, "edits": [{ "kind": "text", "text": text }] });
    let saved = desks.ann(&format!("POST /sets/{set}/edits"), edits);
    if saved["saved"] == false {
        // It is refused at once where the reviewers' build refuses it, too.
        return assert!(!desks.world.folder.content(path).exists());
    }
    desks.publish(BO, &[&set], None);
    assert!(!desks.turn());
    assert!(!desks.world.folder.content(path).exists());
    assert_eq!(desks.state(&set), "open");
    assert!(desks.turn(), "the site is as before");
}

#[test]
fn a_publication_that_a_crash_interrupted_is_finished_by_the_next_watch() {
    let desks = desks(World::new());
    let set = desks.set();
    desks.edit(&set, ALDER, title("Alder, again"), PAGE);
    desks.publish(BO, &[&set], None);
    desks.studio.write().unwrap();
    assert_eq!(desks.state(&set), "publishing");
    let Desks {
        world,
        studio,
        jobs: _,
        live,
    } = desks;
    drop((studio, live));
    let desks = self::desks(world);
    assert!(desks.live_page(PAGE).contains("Alder, again"));
    assert_eq!(desks.state(&set), "published");
}

#[test]
fn files_outside_of_the_content_are_out_of_reach() {
    let desks = desks(World::new());
    let set = desks.set();
    for path in [
        "../locales/locales.json",
        "/etc/passwd",
        "news/../../var/x.md",
        "news/_schema.json",
        "news/_schema.en.json",
        "news/alder/.git/config",
        "",
    ] {
        let (read, _) = desks.call(
            ANN,
            &format!("GET /sets/{set}/file?path={path}"),
            Value::Null,
        );
        let edits =
            json!({ "path": path, "version": null, "edits": [{ "kind": "text", "text": "x" }] });
        let (written, _) = desks.call(ANN, &format!("POST /sets/{set}/edits"), edits);
        let upload = format!("PUT /sets/{set}/upload?path={path}");
        let (uploaded, _) = desks.call(ANN, &upload, json!("x"));
        assert_eq!([read, written, uploaded], [400; 3], "{path}");
    }
    for call in [
        "GET /sets/..%2f../page",
        "GET /sets/00000000/page",
        "GET /sets/live/changes",
        "POST /sets/live/edits",
        "DELETE /sets/live",
        "GET /nothing",
        "GET /sets/00000000/file",
    ] {
        let (status, _) = desks.call(BO, call, Value::Null);
        assert!(matches!(status, 400 | 404), "{call} {status}");
    }
    let changed = desks.ann("GET /sets", Value::Null);
    assert_eq!(changed["sets"][0]["files"], json!([]));
}

#[test]
fn a_translation_is_outdated_after_a_change_of_its_original_alone() {
    let mut desks = desks(World::new());
    let states = |desks: &Desks, set: &str| {
        let entries = desks.ann(&format!("GET /sets/{set}/entries"), Value::Null);
        let entries = entries["entries"].as_array().unwrap().clone();
        let alder = entries
            .into_iter()
            .find(|entry| entry["slug"] == "alder")
            .unwrap();
        let text = |text: &Value| (text["state"].clone(), text["outdated"].clone());
        alder["texts"]
            .as_array()
            .unwrap()
            .iter()
            .map(text)
            .collect::<Vec<_>>()
    };
    let current = (json!("live"), json!(false));
    let original = fs::read_to_string(desks.world.folder.content("news/alder/zh-CN.md")).unwrap();
    desks
        .world
        .write("news/alder/zh-CN.md", format!("{original}\nMore.\n"));
    assert!(desks.turn());
    let outdated = (json!("live"), json!(true));
    assert_eq!(states(&desks, "live"), [current.clone(), outdated.clone()]);
    let listed = run(&mut desks.world.translations("live"));
    assert_eq!(
        listed.result,
        "en: 0 texts missing, 1 older than the original\n  older    content/news/alder/en.md\n"
    );
    let set = desks.set();
    desks.edit(&set, ALDER, title("Alder, translated again"), PAGE);
    assert_eq!(states(&desks, &set), [current.clone(), current]);
    assert_eq!(states(&desks, "live")[1], outdated);
}

#[test]
fn a_workshop_that_was_closed_opens_again_with_all_changes() {
    let mut desks = desks(World::new());
    let set = desks.set();
    desks.edit(&set, ALDER, title("Alder, again"), PAGE);
    desks.studio.close_idle(std::time::Duration::ZERO);
    let birch = "---\ntitle: Birch, on disk\ndate: 2026-05-02\ntags: [sea]\n---\n";
    desks.world.write("news/birch/en.md", birch);
    assert!(desks.turn());
    for (path, words) in [(PAGE, "Alder, again"), ("/en/news/birch", "Birch, on disk")] {
        let page = desks.ann(&format!("GET /sets/{set}/page?path={path}"), Value::Null);
        assert!(page["html"].as_str().unwrap().contains(words), "{path}");
    }
}

#[test]
fn a_published_set_is_taken_back_and_later_changes_stay() {
    let mut desks = desks(World::new());
    let set = desks.set();
    desks.edit(&set, ALDER, title("Alder, again"), PAGE);
    let (status, _) = desks.call(ANN, &format!("POST /sets/{set}/reverse"), Value::Null);
    assert_eq!(status, 409, "it is not published");
    desks.publish(BO, &[&set], None);
    assert!(desks.turn());
    let file = fs::read_to_string(desks.world.folder.content(ALDER)).unwrap();
    desks.world.write(ALDER, format!("{file}\nLater words.\n"));
    assert!(desks.turn());
    let reversed = desks.ann(&format!("POST /sets/{set}/reverse"), Value::Null);
    assert_eq!(reversed["name"], "Take back: Words");
    assert_eq!(reversed["files"][0]["path"], ALDER);
    let id = reversed["id"].as_str().unwrap();
    desks.publish(BO, &[id], None);
    assert!(desks.turn());
    let page = desks.live_page(PAGE);
    assert!(
        !page.contains("Alder, again") && page.contains("Later words."),
        "{page}"
    );
}

#[test]
fn a_page_names_the_address_of_its_own_pictures_and_fonts() {
    let desks = desks(World::new());
    let set = desks.set();
    let page = format!("GET /sets/{set}/page?path={PAGE}");
    assert_eq!(
        desks.ann(&page, Value::Null)["files"],
        format!("/studio/files/{set}")
    );
    let live = desks.ann(&format!("GET /sets/live/page?path={PAGE}"), Value::Null);
    assert_eq!(live["files"], "/studio/files/live");
    let about = desks.ann("GET ", Value::Null);
    assert_eq!(about["siteUrl"], "https://www.example.com");
    assert_eq!(about["timeZone"], "Asia/Shanghai");
    assert_eq!(about["locales"][1]["prefix"], "/en");
    assert_eq!(about["roles"], json!(["editor"]));
}

#[test]
fn words_of_a_schema_reach_the_studio_and_change_no_page() {
    let mut desks = desks(World::new());
    let words = |desks: &Desks| {
        let about = desks.ann("GET ", Value::Null);
        let collections = about["collections"].as_array().unwrap();
        let mut news = collections.iter().filter(|known| known["name"] == "news");
        news.next().unwrap()["words"].clone()
    };
    assert_eq!(words(&desks), json!({}));
    let latest = desks.world.folder.path("live/builds/latest.json");
    let build = fs::read(&latest).unwrap();
    for title in ["新闻", "消息"] {
        let chinese = json!({ "title": title });
        desks
            .world
            .write("news/_schema.zh-CN.json", chinese.to_string());
        assert!(desks.turn());
        assert_eq!(words(&desks), json!({ "zh-CN": chinese }));
        assert_eq!(fs::read(&latest).unwrap(), build);
    }
}

#[test]
fn a_marked_page_is_the_page_and_each_mark_has_a_place() {
    let desks = desks(World::new());
    let mark = |character: char| character >= '\u{f0000}';
    let mut marks = 0;
    for path in [
        "/",
        "/en",
        "/news",
        "/en/news/alder",
        "/figures",
        "/terms",
        "/letters",
        "/en/companies/lichen",
    ] {
        let page = desks.ann(&format!("GET /sets/live/page?path={path}"), Value::Null);
        let marked = page["marked"].as_str().unwrap();
        let html = page["html"].as_str().unwrap();
        assert!(!html.contains(mark), "{path}");
        let root = format!("<div id=\"root\">{}</div>", marked.replace(mark, ""));
        // The body's last line end is outside of its last block.
        let squeeze = |text: &str| text.replace('\n', "");
        assert!(
            squeeze(html).contains(&squeeze(&root)),
            "{path} {marked} {html}"
        );
        let places = page["places"].as_array().unwrap();
        for character in marked
            .chars()
            .filter(|it| ('\u{f0000}'..'\u{100000}').contains(it))
        {
            let place = &places[character as usize - 0xf_0000];
            let file = place["file"]
                .as_str()
                .unwrap()
                .strip_prefix("content/")
                .unwrap();
            let text = fs::read_to_string(desks.world.folder.content(file)).unwrap();
            let line = place["lines"][0].as_u64().unwrap() as usize;
            assert!((1..=text.lines().count()).contains(&line), "{place}");
            marks += 1;
        }
    }
    assert!(marks > 20, "{marks}");
}

#[test]
fn an_entry_is_listed_and_renamed_with_its_pictures() {
    let desks = desks(World::new());
    let set = desks.set();
    let files = |entry: &str| {
        let listed = desks.ann(&format!("GET /sets/{set}/files?entry={entry}"), Value::Null);
        listed["files"].as_array().unwrap().clone()
    };
    let names = |entry: &str| {
        let names = files(entry)
            .into_iter()
            .map(|file| file["path"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    let upload = format!("PUT /sets/{set}/upload?path=news/alder/plan.svg&version=");
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"3\"/>";
    let uploaded = desks.ann(&upload, json!(svg));
    assert_eq!(uploaded["saved"], true, "{uploaded}");
    let before = files("news/alder");
    assert_eq!(before.len(), 4, "{before:?}");
    let moved = |path: &str| path.replace("alder", "moved");
    let mut changes: Vec<Value> = Vec::new();
    for file in &before {
        let path = file["path"].as_str().unwrap();
        let aliases = json!({ "kind": "field", "field": "/aliases", "value": ["/news/alder"] });
        let edits = if path.ends_with(".md") {
            json!([aliases])
        } else {
            json!([])
        };
        changes.push(json!({
            "path": moved(path), "version": null, "from": path, "edits": edits
        }));
        changes.push(json!({
            "path": path, "version": file["version"], "edits": [{ "kind": "removeFile" }]
        }));
    }
    let call = format!("POST /sets/{set}/several");
    // Pictures without a text are no entry, and nothing is saved.
    let pictures: Vec<&Value> = changes
        .iter()
        .filter(|change| {
            change["path"].as_str().unwrap().starts_with("news/moved/")
                && !change["path"].as_str().unwrap().ends_with("md")
        })
        .collect();
    let refused = desks.ann(&call, json!({ "changes": pictures }));
    assert_eq!(refused["saved"], false, "{refused}");
    assert!(names("news/moved").is_empty());
    // Links to it are changed with it.
    let refused = desks.ann(&call, json!({ "changes": changes }));
    assert_eq!(refused["problems"][0]["code"], "broken-link", "{refused}");
    for path in ["news/birch/en.md", "news/birch/zh-CN.md"] {
        let file = desks.ann(&format!("GET /sets/{set}/file?path={path}"), Value::Null);
        let text = moved(file["text"].as_str().unwrap());
        changes.push(json!({
            "path": path, "version": file["version"], "edits": [{ "kind": "text", "text": text }]
        }));
    }
    let saved = desks.ann(&call, json!({ "changes": changes }));
    assert_eq!(saved["saved"], true, "{saved}");
    assert!(names("news/alder").is_empty());
    assert_eq!(names("news/moved").len(), 4);
    // The versions are old now.
    let (status, _) = desks.call(ANN, &call, json!({ "changes": changes }));
    assert_eq!(status, 409);
    for call in [
        "files?entry=..",
        "files?entry=",
        "files?entry=news",
        "files?entry=news/../..",
    ] {
        let (status, _) = desks.call(ANN, &format!("GET /sets/live/{call}"), Value::Null);
        assert_eq!(status, 400, "{call}");
    }
}
