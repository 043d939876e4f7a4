//! The history: publications, past pages, and the ways back.

use contract::studio::Role;
use generator::studio::calls::{Call, answer};
use generator_ground::message::Language;
use http::Method;
use serde_json::{Value, json};

use super::{ALDER, ANN, BO, Desks, PAGE, desks, title};
use crate::world::World;

impl Desks {
    /// Publishes a new title of the page as Bo, and answers with the build.
    fn publish_title(&mut self, words: &str) -> String {
        let set = self.ann("POST /sets", json!({ "name": words }));
        let set = set["id"].as_str().unwrap();
        self.edit(set, ALDER, title(words), PAGE);
        let (status, data) = self.publish(BO, &[set], None);
        assert_eq!(status, 200, "{data}");
        // What `watch` does: the build is by the person of the job.
        let job = self.jobs.take().unwrap();
        self.live.build_for(Some(job.initiator));
        assert!(self.turn());
        self.live_id()
    }

    fn live_id(&self) -> String {
        self.live.store().live_id().unwrap().unwrap().to_string()
    }

    fn history(&self, query: &str) -> Value {
        self.ann(&format!("GET /history{query}"), Value::Null)
    }

    fn refused(&self, person: (&str, Role), call: &str, body: Value) -> (u16, String) {
        let (method, path) = call.split_once(' ').unwrap();
        let answer = answer(
            &self.studio,
            &Call {
                method: &method.parse::<Method>().unwrap(),
                path: &format!("/api/studio{path}"),
                query: Vec::new(),
                body: body.to_string().as_bytes(),
                user: person.0,
                roles: &[person.1],
                language: Language::English,
            },
        );
        let envelope: Value = serde_json::from_slice(&answer.body(Language::English)).unwrap();
        let words = envelope["msg"].as_str().unwrap().to_owned();
        (answer.status.as_u16(), words)
    }
}

#[test]
fn the_history_says_who_published_what_and_what_a_page_said_before() {
    let mut desks = desks(World::new());
    let first = desks.live_id();
    let one = desks.publish_title("Alder one");
    let two = desks.publish_title("Alder two");

    let history = desks.history("");
    let lines = history["lines"].as_array().unwrap();
    let builds: Vec<&Value> = lines.iter().map(|line| &line["build"]).collect();
    assert_eq!(builds, [&json!(two), &json!(one), &json!(first)]);
    assert_eq!(lines[0]["by"], "bo@example.com");
    assert_eq!(lines[0]["why"], "Alder two");
    assert_eq!(lines[0]["isLive"], true);
    assert_eq!(lines[1]["isLive"], false);
    assert_eq!(lines[1]["canReturn"], true);
    assert_eq!(lines[0]["canReturn"], false, "it is live");
    assert_eq!(lines[0]["sets"][0]["name"], "Alder two");
    assert_eq!(lines[2]["sets"], json!([]));
    assert_eq!(history["live"], two.as_str());
    assert_eq!(history["hold"], Value::Null);

    let of_page = desks.history(&format!("?page={PAGE}"));
    assert_eq!(of_page["lines"].as_array().unwrap().len(), 3, "{of_page}");
    let of_other = desks.history("?page=/en/no-such-page");
    assert_eq!(of_other["lines"], json!([]));

    let compared = desks.ann(
        &format!("GET /history/compare?from={first}&to={two}"),
        Value::Null,
    );
    let changed = compared["changed"].as_array().unwrap();
    assert!(
        changed.iter().any(|page| page["path"] == PAGE),
        "{compared}"
    );
    let texts = format!("GET /history/compare?from={one}&to={two}&page={PAGE}");
    let texts = desks.ann(&texts, Value::Null).to_string();
    assert!(
        texts.contains("Alder one") && texts.contains("Alder two"),
        "{texts}"
    );

    let then = format!("GET /history/page?path={PAGE}&build={one}");
    let then = desks.ann(&then, Value::Null);
    assert!(then["page"]["html"].as_str().unwrap().contains("Alder one"));
    assert_eq!(then["page"]["files"], format!("/studio/files/{one}"));
    assert!(then["lines"].to_string().contains("Alder one"), "{then}");
    let time = lines[0]["time"].as_str().unwrap();
    let at = desks.ann(
        &format!("GET /history/page?path={PAGE}&at={time}"),
        Value::Null,
    );
    assert_eq!((&at["isKept"], &at["build"]), (&json!(true), &json!(two)));
    let before = format!("GET /history/page?path={PAGE}&at=2001-01-01");
    let before = desks.ann(&before, Value::Null);
    assert_eq!(before["isKept"], false);
    assert_eq!(before["firstKept"]["build"], first.as_str(), "{before}");
}

#[test]
fn a_publisher_rolls_back_reads_the_hold_and_releases() {
    let mut desks = desks(World::new());
    let one = desks.publish_title("Alder one");
    let two = desks.publish_title("Alder two");
    let back = json!({ "build": one, "why": "wrong figure" });
    let (status, data) = desks.call(BO, "POST /history/rollback", back);
    assert_eq!(status, 200, "{data}");
    assert_eq!(desks.live_id(), one);

    let history = desks.history("");
    let line = &history["lines"][0];
    assert_eq!(
        (&line["verb"], &line["isLive"]),
        (&json!("rollback"), &json!(true))
    );
    assert_eq!(
        (&line["by"], &line["why"]),
        (&json!(BO.0), &json!("wrong figure"))
    );
    assert_eq!(history["lines"][2]["isLive"], false, "its own publication");
    let hold = &history["hold"];
    assert_eq!(hold["withdrawn"][0]["build"], two.as_str());
    assert_eq!(hold["withdrawn"][0]["why"], "wrong figure");
    assert_eq!(hold["files"], json!([format!("content/{ALDER}")]));

    // The hold keeps the withdrawn text away from visitors.
    desks.turn();
    assert_eq!(desks.live_id(), one);
    let (status, data) = desks.call(BO, "POST /history/release", json!({}));
    assert_eq!(status, 200, "{data}");
    assert!(data["job"].is_string(), "{data}");
    assert_eq!(desks.history("")["hold"], Value::Null);
    desks.turn();
    assert_ne!(desks.live_id(), one);
    let (status, words) = desks.refused(BO, "POST /history/release", json!({}));
    assert_eq!(status, 409, "{words}");
}

#[test]
fn no_editor_and_no_program_goes_back_and_each_try_is_logged() {
    let mut desks = desks(World::new());
    let first = desks.live_id();
    let one = desks.publish_title("Alder one");
    let agent = ("agent: assistant (bo@example.com)", Role::Publisher);
    let back = json!({ "build": first, "why": "a try" });
    for person in [ANN, agent] {
        for (call, body) in [
            ("POST /history/rollback", back.clone()),
            ("POST /history/release", json!({})),
        ] {
            assert_eq!(
                desks.refused(person, call, body).0,
                403,
                "{person:?} {call}"
            );
        }
    }
    for (body, status) in [
        (json!({ "build": first }), 400),
        (json!({ "build": "../x", "why": "a try" }), 400),
        (
            json!({ "build": "20010101T000000Z-00000000", "why": "a try" }),
            409,
        ),
        (json!({ "build": one, "why": "a try" }), 409),
    ] {
        let (answered, words) = desks.refused(BO, "POST /history/rollback", body);
        assert_eq!(answered, status, "{words}");
    }
    assert_eq!(desks.live_id(), one);
    let acts = desks.live.config().var.join("studio/acts.jsonl");
    let acts = std::fs::read_to_string(acts).unwrap();
    let tries = acts.lines().filter(|act| act.contains("POST /history/"));
    assert_eq!(tries.count(), 8, "{acts}");
}

const TOLD: &str = "---\ntitle: Alder\ndate: 2026-05-01\ncompany: lichen\ntags: [sea, land]\n---\n";

impl Desks {
    /// A text editor changes the page's words on disk; returns the build that has them.
    fn type_words(&mut self, words: &str) -> String {
        self.world.write(ALDER, format!("{TOLD}{words}\n"));
        assert!(self.turn());
        self.live_id()
    }

    fn can_restore(&self, page: &str, build: &str) -> bool {
        let past = format!("GET /history/page?path={page}&build={build}");
        self.ann(&past, Value::Null)["canRestore"] == true
    }

    /// Puts a page back in a new change set: its status, its id, and the answer.
    fn restore(&self, page: &str, build: &str) -> (u16, String, Value) {
        let set = self.set();
        let call = format!("POST /sets/{set}/restore");
        let (status, data) = self.call(ANN, &call, json!({ "page": page, "build": build }));
        (status, set, data)
    }

    fn publish_set(&mut self, set: &str) {
        let (status, data) = self.publish(BO, &[set], None);
        assert_eq!(status, 200, "{data}");
        assert!(self.turn());
    }
}

#[test]
fn a_text_that_a_text_editor_changed_is_put_back_as_it_was_in_a_build() {
    let mut desks = desks(World::new());
    let one = desks.type_words("The first words.");
    let two = desks.type_words("The second words.");
    assert!(desks.can_restore(PAGE, &one));
    assert!(!desks.can_restore(PAGE, &two), "it is the text now");

    let (status, set, data) = desks.restore(PAGE, &one);
    let files = json!([{ "path": ALDER, "kind": "changed" }]);
    assert_eq!((status, &data["files"]), (200, &files), "{data}");
    assert_eq!(data["editors"], json!([ANN.0]));
    let changes = desks.ann(&format!("GET /sets/{set}/changes"), Value::Null);
    let file = &changes["files"][0];
    assert!(file["base"].as_str().unwrap().contains("second"), "{file}");
    assert!(file["text"].as_str().unwrap().contains("first"), "{file}");
    assert_eq!(changes["pages"]["changed"], json!([PAGE]));
    let call = format!("POST /sets/{set}/restore");
    let again = json!({ "page": PAGE, "build": one });
    let (status, words) = desks.refused(ANN, &call, again);
    assert_eq!((status, &*words), (409, "the page has the same text now"));

    desks.publish_set(&set);
    assert!(desks.live_page(PAGE).contains("The first words."));
    let acts = desks.live.config().var.join("studio/acts.jsonl");
    let acts = std::fs::read_to_string(acts).unwrap();
    let act = acts.lines().find(|act| act.contains(&call)).unwrap();
    assert!(act.contains(PAGE) && act.contains(ANN.0), "{act}");
}

#[test]
fn a_page_whose_entry_was_deleted_comes_back_as_an_added_file() {
    let mut desks = desks(World::new());
    let (birch, file) = ("/en/news/birch", "news/birch/en.md");
    let first = desks.live_id();
    let text = desks.world.read(file).unwrap();
    let chinese = desks.world.read("news/birch/zh-CN.md");
    assert!(desks.world.delete("news/birch"));
    assert!(desks.turn());
    assert!(desks.live.look_up(birch).unwrap().is_none());
    assert!(desks.can_restore(birch, &first));
    let (status, set, data) = desks.restore(birch, &first);
    let files = json!([{ "path": file, "kind": "added" }]);
    assert_eq!((status, &data["files"]), (200, &files), "{data}");
    if chinese.is_some() {
        let body = json!({ "page": "/news/birch", "build": first });
        desks.ann(&format!("POST /sets/{set}/restore"), body);
    }
    desks.publish_set(&set);
    assert_eq!(desks.world.read(file), Some(text));
    desks.live_page(birch);
}

#[test]
fn a_page_without_a_kept_text_of_its_own_is_not_put_back() {
    let mut desks = desks(World::new());
    let one = desks.type_words("The first words.");
    desks.type_words("The second words.");
    for (page, build, status, words) in [
        ("/en/news", &*one, 409, "is a list"),
        ("/en/nowhere", &one, 409, "is a list"),
        (PAGE, "20010101T000000Z-00000000", 409, "are not kept"),
        (PAGE, "../x", 400, "not the id of a build"),
    ] {
        let set = desks.set();
        let call = format!("POST /sets/{set}/restore");
        let refused = desks.refused(ANN, &call, json!({ "page": page, "build": build }));
        assert_eq!(refused.0, status, "{page} {refused:?}");
        assert!(refused.1.contains(words), "{page} {refused:?}");
        assert_eq!(desks.facts(&set)["files"], json!([]));
    }
    assert!(!desks.can_restore("/en/news", &one));

    // The list of a build goes with the build, and then its texts do.
    let folder = desks.live.config().var.join("studio/sources");
    let kept = || std::fs::read_dir(&folder).unwrap().count();
    let before = kept();
    desks.studio.drop_old_sources();
    assert_eq!(kept(), before, "all builds are kept");
    let list = desks.live.store().root().join(format!("sources/{one}.bin"));
    std::fs::remove_file(list).unwrap();
    desks.studio.drop_old_sources();
    assert_eq!(kept(), before - 1);
    assert!(!desks.can_restore(PAGE, &one));
    assert_eq!(desks.restore(PAGE, &one).0, 409);
}
