//! Messages as recipients handle them in the studio (R2.05): the rules and the log of
//! `origin messages`.

use http::Method;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::harness::OriginTest;
use crate::inbox::{ANN, BOB};
use crate::program::Ended;
use crate::uploads::PDF;

const RAE: &str = "rae@example.com";

/// Each call with a body that fits.
fn calls(number: &str) -> [(&'static str, Value); 7] {
    [
        ("list", json!({})),
        ("show", json!({ "number": number })),
        ("file", json!({ "number": number })),
        ("done", json!({ "numbers": [number] })),
        ("reopen", json!({ "numbers": [number] })),
        ("export", json!({ "format": "csv" })),
        ("purge", json!({ "numbers": [number] })),
    ]
}

impl OriginTest {
    /// A session of a person with these roles.
    async fn session_with(&self, email: &str, roles: &[&str]) -> String {
        let token = self.operator_creates_session(email).await;
        let command = [&["user", "role", email], roles].concat();
        Ended::of(&mut self.command(&command)).line();
        token
    }

    async fn recipient(&self, token: &str, call: &str, body: Value) -> Answer {
        let ask = self.post(&format!("/api/messages/{call}"));
        let ask = ask.header("language", "en").bearer(token);
        ask.json(body).send().await
    }

    /// The log's lines about messages: person, verb and object of each.
    fn message_acts(&self) -> Vec<(String, String, String)> {
        let log = Ended::of(&mut self.command(&["log", "--json"]));
        let lines = log.lines().into_iter();
        let acts = lines.map(|line| {
            let act: Value = serde_json::from_str(line).unwrap();
            let text = |name: &str| act[name].as_str().unwrap().to_owned();
            (text("by"), text("verb"), text("object"))
        });
        acts.filter(|(_, verb, _)| verb.starts_with("messages"))
            .collect()
    }
}

// R2.05
#[tokio::test]
async fn each_call_is_closed_to_guests_and_to_every_role_but_that_of_recipients() {
    let t = OriginTest::live().await;
    let ann = t.post_message(&ANN).await;
    for roles in [&["member"][..], &["editor"], &["publisher"]] {
        let token = t.session_with("bo@example.com", roles).await;
        for (call, body) in calls(&ann) {
            let guest = t.post(&format!("/api/messages/{call}"));
            assert_eq!(guest.json(body.clone()).send().await.status, 401, "{call}");
            let answer = t.recipient(&token, call, body).await;
            assert_eq!(answer.status, 403, "{call} {roles:?}");
        }
    }
    assert!(t.message_acts().is_empty(), "a refused call leaves no line");
    assert_eq!(t.shown(&ann)["state"], "received");

    let both = t
        .session_with("bo@example.com", &["publisher", "recipient"])
        .await;
    assert_eq!(t.recipient(&both, "list", json!({})).await.status, 200);
    t.session_with("bo@example.com", &["publisher"]).await;
    let answer = t.recipient(&both, "list", json!({})).await;
    assert_eq!(answer.status, 403, "a role that is taken away ends at once");
}

// R2.05
#[tokio::test]
async fn a_recipient_reads_takes_out_finishes_exports_and_purges_and_the_log_names_the_person() {
    let t = OriginTest::live().await;
    let (ann, bob) = (t.post_message(&ANN).await, t.post_message(&BOB).await);
    let rae = t.session_with(RAE, &["recipient"]).await;

    let shown = t.recipient(&rae, "show", json!({ "number": ann })).await;
    let message = &shown.json["data"];
    assert_eq!(message["answers"][0]["label"], "Company en");
    assert_eq!(message["answers"][0]["text"], "潮汐动力");
    assert_eq!(message["answers"][2]["text"], "Seed en");
    assert_eq!(message["consent"], t.shown(&ann)["consent"]);
    assert_eq!(message["file"]["name"], "计划.pdf");
    assert_eq!(message["file"]["size"], PDF.len());

    let file = t.recipient(&rae, "file", json!({ "number": ann })).await;
    assert_eq!(file.json.as_str().unwrap().as_bytes(), PDF);
    assert_eq!(file.header("content-type"), "application/octet-stream");
    assert_eq!(file.header("x-content-type-options"), "nosniff");
    let disposition = file.header("content-disposition");
    assert!(disposition.starts_with("attachment; "), "{disposition}");
    assert!(disposition.contains(&format!("UTF-8''{ann}-%E8%AE%A1%E5%88%92.pdf")));

    let one = json!({ "numbers": [ann] });
    for (call, state) in [("done", "done"), ("reopen", "received"), ("done", "done")] {
        assert_eq!(t.recipient(&rae, call, one.clone()).await.status, 200);
        assert_eq!(t.shown(&ann)["state"], state, "{call}");
    }
    for (format, option) in [("csv", "--csv"), ("json", "--json")] {
        let given = t
            .recipient(&rae, "export", json!({ "format": format }))
            .await;
        let printed = t.staff(&["export", option]);
        assert_eq!(
            given.json.as_str().unwrap().trim_end(),
            printed.out.trim_end()
        );
    }
    assert_eq!(t.recipient(&rae, "purge", one.clone()).await.status, 200);
    assert_eq!(t.recipient(&rae, "purge", one).await.status, 404);
    assert_eq!(t.stored().await[..2], [1, 0], "its file is gone, too");

    let acts = t.message_acts();
    let own = acts.iter().filter(|(by, ..)| by == RAE);
    let own: Vec<_> = own
        .map(|(_, verb, object)| (verb.as_str(), object.as_str()))
        .collect();
    let mut expected = vec![
        ("messages show", &*ann),
        ("messages file", &ann),
        ("messages done", &ann),
        ("messages reopen", &ann),
        ("messages done", &ann),
        ("messages export", ""),
        ("messages export", ""),
        ("messages purge", ""),
    ];
    // Acts of one second have no order.
    let mut own = own;
    own.sort_unstable();
    expected.sort_unstable();
    assert_eq!(own, expected);
    let rest = t.recipient(&rae, "list", json!({})).await;
    assert_eq!(rest.json["data"]["messages"][0]["number"], bob);
}

// R2.05
#[tokio::test]
async fn a_list_finds_by_form_state_and_words_and_goes_on_where_it_ended() {
    let t = OriginTest::live().await;
    let (ann, bob) = (t.post_message(&ANN).await, t.post_message(&BOB).await);
    let rae = t.session_with(RAE, &["recipient"]).await;
    let done = t.recipient(&rae, "done", json!({ "numbers": [bob] })).await;
    assert_eq!(done.status, 200);
    let found = async |asked: Value| {
        let list = t.recipient(&rae, "list", asked).await;
        let found = list.json["data"]["messages"].as_array().unwrap().clone();
        let numbers = found
            .iter()
            .map(|one| one["number"].as_str().unwrap().to_owned());
        let mut numbers: Vec<String> = numbers.collect();
        numbers.sort_unstable();
        numbers
    };
    let mut both = [ann.clone(), bob.clone()];
    both.sort_unstable();
    for (asked, expected) in [
        (json!({}), &both[..]),
        (json!({ "form": "bp" }), std::slice::from_ref(&ann)),
        (json!({ "state": "done" }), std::slice::from_ref(&bob)),
        (json!({ "text": "潮汐" }), std::slice::from_ref(&ann)),
        (json!({ "text": "ANN@example" }), std::slice::from_ref(&ann)),
        (
            json!({ "text": bob.to_lowercase() }),
            std::slice::from_ref(&bob),
        ),
        (json!({ "text": "company" }), &[]),
    ] {
        assert_eq!(found(asked.clone()).await, expected, "{asked}");
    }
    for _ in 0..50 {
        t.post_message(&BOB).await;
    }
    let first = t.recipient(&rae, "list", json!({})).await.json["data"].clone();
    assert_eq!(first["messages"].as_array().unwrap().len(), 50);
    assert_eq!(found(json!({ "after": first["next"] })).await.len(), 2);
}

#[tokio::test]
async fn a_call_that_does_not_fit_is_refused_and_changes_nothing() {
    let t = OriginTest::live().await;
    let bob = t.post_message(&BOB).await;
    let rae = t.session_with(RAE, &["recipient"]).await;
    for (call, body, status) in [
        ("list", json!({ "form": "nope" }), 404),
        ("list", json!({ "after": "7" }), 400),
        ("list", json!({ "text": "长".repeat(201) }), 400),
        ("show", json!({ "number": "7K3D-9QXF" }), 404),
        ("show", json!({ "number": "no number" }), 404),
        ("file", json!({ "number": bob }), 404),
        ("reopen", json!({ "numbers": [bob] }), 409),
        ("done", json!({ "numbers": [bob, "7K3D-9QXF"] }), 404),
        ("purge", json!({ "numbers": [] }), 400),
        ("purge", json!({ "numbers": [bob, "7K3D-9QXF"] }), 404),
        ("export", json!({ "form": "nope", "format": "csv" }), 404),
        ("export", json!({ "format": "xml" }), 400),
    ] {
        let answer = t.recipient(&rae, call, body.clone()).await;
        assert_eq!(answer.status, status, "{call} {body}");
    }
    for (call, _) in calls(&bob) {
        let path = format!("/api/messages/{call}");
        let get = t.ask(Method::GET, &path).bearer(&rae).send().await;
        assert_eq!(get.status, 405, "a link causes no act: {call}");
    }
    assert!(t.message_acts().is_empty());
    assert_eq!(t.shown(&bob)["state"], "received");
}
