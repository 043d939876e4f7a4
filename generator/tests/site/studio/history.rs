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
