//! Letters and webhooks about messages, and to whom they go.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use contract::Hash;
use contract::build::SCHEMA;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{OriginTest, PREDICTABLE};
use crate::messages::number;
use crate::receiver::Receiver;
use crate::standing::{LINK, STATE, TOKEN, WITHDRAW};
use crate::uploads::{PDF, Uploading};

pub(crate) const ANN: &str = "ann@example.com";
const BP: &str = "/api/message/bp";
pub(crate) const WORK: &str = "/api/message/work";

/// The token of the link in a letter's text.
pub(crate) fn token(text: &str) -> String {
    let mut lines = text.lines();
    let link = lines.find_map(|line| line.trim_end().split_once("/message/state#"));
    link.unwrap().1.to_owned()
}

/// A file of receivers, each on `on`.
pub(crate) fn webhooks(folder: &TempDir, receivers: &[Value]) -> PathBuf {
    let path = folder.path().join("webhooks.json");
    std::fs::write(&path, json!(receivers).to_string()).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
    path
}

impl OriginTest {
    /// Sends a message without a file and returns its number.
    pub(crate) async fn sent(&self, path: &str) -> String {
        let answer = self.send(path, &self.message().await).await;
        number(&answer).to_owned()
    }

    /// Sends a message of this sender, without a file.
    pub(crate) async fn sent_by(&self, email: &str) {
        let mut message = self.message().await;
        message["fields"]["email"] = json!(email);
        number(&self.send(WORK, &message).await);
    }

    pub(crate) async fn waiting(&self) -> i64 {
        self.number("SELECT count(*) FROM outgoing WHERE given_up_at = 0")
            .await
    }
}

// R2.04, R2.05
#[tokio::test]
async fn a_sender_gets_a_letter_whose_link_shows_the_message_and_withdraws_it() {
    let t = OriginTest::live().await;
    let mut message = t.message().await;
    let upload = t.upload("bp", "计划 <1>.pdf", PDF).await;
    message["upload"] = json!(upload.id());
    let answer = t.send(BP, &message).await;
    let number = number(&answer);
    assert_eq!(t.waiting().await, 1);
    t.origin.work().await;
    let mail = t.mail();
    assert_eq!((mail.to.as_str(), mail.language.as_str()), (ANN, "en"));
    assert!(mail.subject.contains(number), "{}", mail.subject);
    for part in [&mail.text, &mail.html] {
        for fact in [number, "bp en", "2026-11-21 11:04 (UTC+08:00)", "Site en"] {
            assert!(part.contains(fact), "{fact}: {part}");
        }
        assert!(part.contains("https://www.site.example/en/message/state#"));
    }
    assert!(mail.text.contains("计划 <1>.pdf"));
    assert_eq!(t.waiting().await, 0);

    let token = token(&mail.text);
    let standing = t.by_link(STATE, &token).await;
    assert_eq!(standing.json["data"]["number"], number);
    let withdrawn = t.by_link(WITHDRAW, &token).await;
    assert_eq!(withdrawn.json["data"]["state"], "withdrawn");
    // Without waiting for a visitor, nor for the time of all the rest.
    t.origin.work().await;
    assert_eq!(t.stored().await, [1, 0, 0, 0]);
    assert!(t.files("messages").is_empty());
}

#[tokio::test]
async fn a_letter_speaks_the_senders_language() {
    let t = OriginTest::live().await;
    let chinese = t.get("/api/web/protocol-config").header("language", "zh");
    let privacy = chinese.send().await.json["data"][1]["version"].clone();
    let mut message = t.message().await;
    message["consent"] = privacy;
    let ask = t.post(WORK).header("language", "zh").json(message);
    assert_eq!(ask.send().await.status, 200);
    t.origin.work().await;
    let mail = t.mail();
    assert_eq!(mail.language, "zh-CN");
    assert!(mail.text.contains("work zh") && mail.text.contains("您好"));
    assert!(
        mail.text
            .contains("https://www.site.example/message/state#")
    );
}

#[tokio::test]
async fn staff_are_told_of_a_message_and_of_its_withdrawal_and_not_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Receiver::start(&["204 "]).await;
    let mut group = Receiver::start(&[r#"200 {"code":0}"#]).await;
    let mut other = Receiver::start(&[r#"200 {"errcode":0}"#]).await;
    let both = ["received", "withdrawn"];
    let file = webhooks(
        &folder,
        &[
            json!({ "url": program.url, "format": "json", "on": both, "secret": "key" }),
            json!({ "url": group.url, "format": "feishu", "on": both, "secret": "key" }),
            json!({ "url": other.url, "format": "wecom", "on": ["received"] }),
        ],
    );
    let t = OriginTest::live_with(&[
        PREDICTABLE,
        "--staff-email=desk@site.example,head@site.example",
        "--staff-email=desk@site.example",
        "--message-webhooks",
        file.to_str().unwrap(),
    ])
    .await;
    let mut message = t.message().await;
    let upload = t.upload("bp", "plan.pdf", PDF).await;
    message["upload"] = json!(upload.id());
    let answer = t.send(BP, &message).await;
    let number = number(&answer);
    assert_eq!(t.waiting().await, 6);
    t.origin.work().await;
    let mails = t.mails(3);
    let to: Vec<&str> = mails.iter().map(|mail| mail.to.as_str()).collect();
    for address in [ANN, "desk@site.example", "head@site.example"] {
        assert!(to.contains(&address), "{to:?}");
    }
    let told = [program.told(), group.told(), other.told()];
    let told = told.map(|mut told| told.remove(0));
    assert!(told[0].head.contains("portico-signature: sha256="));
    let expected = json!({
        "event": "received", "site": "https://www.site.example", "number": number, "form": "bp",
        "title": "bp zh", "receivedAt": "2026-11-21T03:04:05Z", "fileBytes": PDF.len(),
    });
    assert_eq!(told[0].body, expected);
    assert_eq!(told[1].body["msg_type"], "post");
    assert_eq!(told[2].body["msgtype"], "markdown");
    let staff = mails.iter().filter(|mail| mail.to.as_str() != ANN);
    let letters = staff.map(|mail| format!("{} {} {}", mail.subject, mail.text, mail.html));
    let notices = told[1..].iter().map(|told| told.body.to_string());
    for text in letters.chain(notices) {
        assert!(text.contains(number) && text.contains("bp zh"), "{text}");
        for personal in [ANN, "潮汐动力", "plan.pdf", "message/state"] {
            assert!(!text.contains(personal), "{personal}: {text}");
        }
    }
    let letter = mails.iter().find(|mail| mail.to.as_str() == ANN).unwrap();
    t.by_link(WITHDRAW, &token(&letter.text)).await;
    t.by_link(WITHDRAW, &token(&letter.text)).await;
    assert_eq!(t.waiting().await, 4);
    t.origin.work().await;
    assert!(t.mails(2)[0].subject.contains(number));
    assert_eq!(program.told()[0].body["event"], "withdrawn");
    assert_eq!((group.told().len(), other.told().len()), (1, 0));
}

#[tokio::test]
async fn a_letter_that_is_sent_again_has_the_link_that_was_told_before_also_after_a_rotation() {
    let t = OriginTest::live().await;
    t.sent(WORK).await;
    let copy = "INSERT INTO outgoing (id, message_id, kind, way, receiver, queued_at, next_at)
                SELECT 'again', id, 'confirmation', 'mail', '', received_at, received_at
                FROM messages";
    t.origin.work().await;
    let first = token(&t.mail().text);
    let var = t.folder.path().join("var");
    for is_same in [true, true, false] {
        t.change(copy).await;
        t.origin.work().await;
        let told = token(&t.mail().text);
        assert_eq!(told == first, is_same);
        assert_eq!(t.by_link(STATE, &told).await.status, 200);
        origin::rotate_key(&var, None).unwrap();
    }
    assert_eq!(
        t.by_link(STATE, &first).await.status,
        404,
        "its key is gone"
    );
}

#[tokio::test]
async fn what_was_not_sent_before_a_withdrawal_is_not_sent_after_it() {
    let t = OriginTest::live_with(&[PREDICTABLE, "--staff-email=desk@site.example"]).await;
    t.sent(WORK).await;
    t.change(LINK).await;
    t.by_link(WITHDRAW, TOKEN).await;
    t.origin.work().await;
    let mail = t.mail();
    assert_eq!(mail.to.as_str(), "desk@site.example");
    assert_eq!(t.stored().await[3], 0);
}

#[tokio::test]
async fn an_address_gets_ten_letters_at_once_and_every_message_is_stored() {
    let t = OriginTest::live().await;
    for _ in 0..12 {
        t.sent(WORK).await;
    }
    assert_eq!((t.stored().await[0], t.waiting().await), (12, 10));
    t.origin.work().await;
    t.mails(10);
}

/// Publishes an older generator's build, which does not contain the site's address.
fn publish_without_address(t: &OriginTest) {
    let hash = t.builds().write_data("Older");
    let name = |hash| format!("origin/{hash}.json");
    let data = std::fs::read(t.folder.path().join("builds").join(name(hash))).unwrap();
    let mut data: Value = serde_json::from_slice(&data).unwrap();
    data.as_object_mut().unwrap().remove("siteUrl");
    let data = data.to_string().into_bytes();
    let hash = Hash::of(&data);
    t.builds().write(&name(hash), &data);
    t.builds().write_index(2, hash, SCHEMA);
    t.builds().point_at(2);
}

#[tokio::test]
async fn a_letter_waits_until_a_build_says_at_which_address_the_site_is() {
    let t = OriginTest::live().await;
    t.sent(WORK).await;
    let latest = t.folder.path().join("builds/latest.json");
    let live = std::fs::read(&latest).unwrap();
    publish_without_address(&t);
    t.origin.work().await;
    assert_eq!(t.waiting().await, 1);
    t.builds().write_latest(&live);
    t.advance(60);
    t.origin.work().await;
    t.mail();
}
