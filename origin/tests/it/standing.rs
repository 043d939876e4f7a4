//! A message after it was sent: seen and taken back by its link alone.

use serde_json::{Value, json};

use crate::answer::Answer;
use crate::harness::OriginTest;
use crate::messages::number;
use crate::uploads::{PDF, Uploading};

pub(crate) const STATE: &str = "/api/message/state";
pub(crate) const WITHDRAW: &str = "/api/message/withdraw";

/// The token of the one message's link, and its hash.
pub(crate) const TOKEN: &str = "1111111111111111111111111111111111111111111111111111111111111111";
pub(crate) const LINK: &str = "UPDATE messages SET link_hash =
    '02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc'";

impl OriginTest {
    pub(crate) async fn by_link(&self, path: &str, token: &str) -> Answer {
        let ask = self.post(path).header("language", "en");
        ask.json(json!({ "token": token })).send().await
    }

    /// Sends a message with a file; its link is [`TOKEN`]'s. Says what was sent.
    async fn with_link(&self) -> Value {
        let mut message = self.message().await;
        let upload = self.upload("bp", "plan.pdf", PDF).await;
        message["upload"] = json!(upload.id());
        number(&self.send("/api/message/bp", &message).await);
        self.change(LINK).await;
        message
    }
}

// R2.04, R2.05
#[tokio::test]
async fn a_message_is_seen_by_its_link_and_by_nothing_else() {
    let t = OriginTest::live().await;
    let message = t.with_link().await;
    let again = t.send("/api/message/bp", &message).await;
    let standing = t.by_link(STATE, TOKEN).await;
    assert_eq!(standing.status, 200, "{}", standing.json);
    let expected = json!({
        "number": number(&again), "form": "bp en", "receivedAt": "2026-11-21T03:04:05Z", "timeZone": "Asia/Shanghai",
        "state": "received", "file": "plan.pdf",
    });
    assert_eq!(standing.json["data"], expected);
    let id = "0".repeat(64);
    for token in [&id, "", "7K3D-9QXF", &TOKEN[1..], number(&again)] {
        for path in [STATE, WITHDRAW] {
            assert_eq!(t.by_link(path, token).await.status, 404, "{token}");
        }
    }
    let fields = t.post(STATE).json(json!({ "token": TOKEN, "number": "x" }));
    assert_eq!(fields.send().await.status, 400);
    assert_eq!(t.stored().await[..2], [1, 1]);
}

// R2.04
#[tokio::test]
async fn a_message_that_was_withdrawn_leaves_nothing_of_what_was_sent() {
    let t = OriginTest::live().await;
    let message = t.with_link().await;
    let again = t.send("/api/message/bp", &message).await;
    let withdrawn = t.by_link(WITHDRAW, TOKEN).await;
    assert_eq!(withdrawn.status, 200, "{}", withdrawn.json);
    let expected = json!({
        "number": number(&again), "form": "bp en", "receivedAt": "2026-11-21T03:04:05Z", "timeZone": "Asia/Shanghai",
        "state": "withdrawn",
    });
    assert_eq!(withdrawn.json["data"], expected);
    t.advance(60);
    for path in [STATE, WITHDRAW] {
        let answer = t.by_link(path, TOKEN).await;
        assert_eq!(answer.json["data"], expected, "{path}");
    }
    assert_eq!(t.stored().await[..2], [1, 0]);
    assert!(t.files("messages").is_empty());
    let kept = "SELECT count(*) FROM messages WHERE email <> '' OR fields <> '{}'";
    assert_eq!(t.number(kept).await, 0);
    // The sender's browser may still ask whether it arrived.
    let same = t.send("/api/message/bp", &message).await;
    assert_eq!(number(&same), number(&again));
    assert_eq!(t.stored().await[..2], [1, 0]);
}

#[tokio::test]
async fn a_message_withdrawn_twice_at_one_moment_is_withdrawn_once() {
    let t = OriginTest::live().await;
    t.with_link().await;
    let (one, two) = tokio::join!(t.by_link(WITHDRAW, TOKEN), t.by_link(WITHDRAW, TOKEN));
    assert_eq!((one.status, two.status), (200, 200));
    assert_eq!(one.json["data"], two.json["data"]);
}

#[tokio::test]
async fn a_form_that_the_site_has_no_more_is_told_by_its_key() {
    let t = OriginTest::live().await;
    t.with_link().await;
    t.change("UPDATE messages SET form = 'older'").await;
    let standing = t.by_link(STATE, TOKEN).await;
    assert_eq!(standing.json["data"]["form"], "older");
}

#[tokio::test]
async fn one_client_looks_at_so_many_links_and_another_at_its_own() {
    let t = OriginTest::live().await;
    let ask = async |path: &str, client: &str| {
        let ask = t.post(path).from(client).json(json!({ "token": TOKEN }));
        ask.send().await.status
    };
    for number in 0..30 {
        let path = [STATE, WITHDRAW][number % 2];
        assert_eq!(ask(path, "192.0.2.7").await, 404);
    }
    assert_eq!(ask(STATE, "192.0.2.7").await, 429);
    assert_eq!(ask(WITHDRAW, "192.0.2.7").await, 429);
    assert_eq!(ask(STATE, "192.0.2.8").await, 404);
}
