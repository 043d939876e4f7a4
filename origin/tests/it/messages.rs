//! Messages: taken whole or not at all, once, and refused with the fault of each field.

use http::Method;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::harness::{OriginTest, PREDICTABLE};
use crate::uploads::{PDF, Uploading};

pub(crate) const BP: &str = "/api/message/bp";
pub(crate) const WORK: &str = "/api/message/work";

/// An unused key.
pub(crate) fn key() -> String {
    format!("{:032x}", rand::random::<u128>())
}

impl OriginTest {
    /// Answers that can be taken.
    pub(crate) async fn message(&self) -> Value {
        let ask = self.get("/api/web/protocol-config");
        let protocols = ask.header("language", "en").send().await.json;
        let privacy = &protocols["data"][1];
        assert_eq!(privacy["key"], "privacy");
        json!({
            "key": key(),
            "fields": { "company": "潮汐动力", "email": "ann@example.com", "stage": "seed" },
            "consent": privacy["version"],
            "website": "",
        })
    }

    async fn message_with(&self, name: &str, value: Value) -> Value {
        let mut message = self.message().await;
        message["fields"][name] = value;
        message
    }

    pub(crate) async fn send(&self, path: &str, message: &Value) -> Answer {
        let ask = self.post(path).header("language", "en");
        ask.json(message.clone()).send().await
    }

    /// Messages, files' rows, uploads, things to be sent.
    pub(crate) async fn stored(&self) -> [i64; 4] {
        [
            self.number("SELECT count(*) FROM messages").await,
            self.number("SELECT count(*) FROM message_files").await,
            self.number("SELECT count(*) FROM uploads").await,
            self.number("SELECT count(*) FROM outgoing").await,
        ]
    }

    /// Names of the files in a folder of `var`.
    pub(crate) fn files(&self, folder: &str) -> Vec<String> {
        let folder = self.folder.path().join("var").join(folder);
        let files = std::fs::read_dir(folder).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.collect()
    }
}

/// Name → rule of each fault.
fn faults(answer: &Answer) -> Vec<(&str, &str)> {
    assert_eq!(answer.status, 422, "{}", answer.json);
    let faults = answer.json["data"]["fields"].as_array().unwrap().iter();
    faults
        .map(|fault| {
            let text = |name: &str| fault[name].as_str().unwrap();
            (text("name"), text("rule"))
        })
        .collect()
}

/// The number of a message that was taken.
pub(crate) fn number(answer: &Answer) -> &str {
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["data"]["number"].as_str().unwrap()
}

// R2.05
#[tokio::test]
async fn a_message_sent_twice_with_one_key_is_stored_once_and_has_one_number() {
    let t = OriginTest::live().await;
    let message = t.message().await;
    let first = t.send(WORK, &message).await;
    let again = t.send(WORK, &message).await;
    assert_eq!(number(&first), number(&again));
    assert_eq!(t.stored().await, [1, 0, 0, 1]);
    let other = t.send(WORK, &t.message().await).await;
    assert_ne!(number(&other), number(&first));
    assert_eq!(t.stored().await, [2, 0, 0, 2]);
}

#[tokio::test]
async fn a_message_sent_twice_at_one_moment_is_stored_once() {
    let t = OriginTest::live().await;
    let message = t.message().await;
    let (one, two) = tokio::join!(t.send(WORK, &message), t.send(WORK, &message));
    assert_eq!(number(&one), number(&two));
    assert_eq!(t.stored().await, [1, 0, 0, 1]);
}

// R5.01
#[tokio::test]
async fn a_wide_or_padded_answer_is_stored_plain() {
    let t = OriginTest::live().await;
    let mut message = t
        .message_with("company", json!(" ＡＢＣ（上海），公司\u{3000}"))
        .await;
    message["fields"]["email"] = json!("\u{3000}ａｎｎ＠example。com ");
    assert_eq!(t.send(WORK, &message).await.status, 200);
    let plain = "SELECT count(*) FROM messages WHERE email = 'ann@example.com' \
                 AND fields LIKE '%\"ABC（上海），公司\"%' AND fields LIKE '%\"ann@example.com\"%'";
    assert_eq!(t.number(plain).await, 1);
}

// R5.01
#[tokio::test]
async fn answers_that_cannot_be_taken_are_told_all_at_once_in_the_readers_language() {
    let t = OriginTest::live().await;
    let mut message = t.message_with("email", json!("ann")).await;
    message["fields"]["stage"] = json!("grown");
    message["fields"]["company"] = json!(" ");
    message["fields"]["admin"] = json!("yes");
    let answer = t.send(BP, &message).await;
    let expected = [
        ("company", "whitespace"),
        ("email", "email"),
        ("stage", "option"),
        ("admin", "type"),
        ("file", "required"),
    ];
    assert_eq!(faults(&answer), expected);
    assert_eq!(
        answer.msg(),
        "Please check: Company en, E-mail en, Stage en, admin, File en"
    );
    assert_eq!(t.stored().await, [0; 4]);
}

#[tokio::test]
async fn two_hundred_fields_are_refused_with_no_more_than_one_can_read() {
    let t = OriginTest::live().await;
    let mut message = t.message().await;
    for number in 0..200 {
        message["fields"][format!("field{number}")] = json!("x");
    }
    let answer = t.send(WORK, &message).await;
    assert_eq!(faults(&answer).len(), 50);
    assert!(answer.msg().len() < 300, "{}", answer.msg());
    assert_eq!(t.stored().await, [0; 4]);
}

#[tokio::test]
async fn a_message_that_fills_in_what_nobody_sees_is_thanked_for_and_thrown_away() {
    let t = OriginTest::live().await;
    let mut message = t.message().await;
    message["website"] = json!("https://spam.example");
    number(&t.send(WORK, &message).await);
    assert_eq!(t.stored().await, [0; 4]);
}

#[tokio::test]
async fn a_message_names_the_privacy_text_in_force() {
    let t = OriginTest::live().await;
    let mut message = t.message().await;
    message["consent"] = json!("an older one");
    let answer = t.send(WORK, &message).await;
    assert_eq!(answer.status, 409);
    assert_eq!(answer.json["data"], json!({ "field": "agreements" }));
    assert_eq!(t.stored().await, [0; 4]);
}

#[tokio::test]
async fn a_form_that_the_site_does_not_have_is_404_and_a_body_of_another_shape_400() {
    let t = OriginTest::live().await;
    let message = t.message().await;
    assert_eq!(t.send("/api/message/nothing", &message).await.status, 404);
    for (name, value) in [
        ("key", json!("short")),
        ("key", json!(5)),
        ("more", json!(1)),
    ] {
        let mut wrong = message.clone();
        wrong[name] = value;
        assert_eq!(t.send(WORK, &wrong).await.status, 400, "{name}");
    }
    let text = t.post(WORK).body(message.to_string()).send().await;
    assert_eq!(text.status, 415);
    let large = t
        .message_with("company", json!("x".repeat(64 * 1024)))
        .await;
    assert_eq!(t.send(WORK, &large).await.status, 413);
    assert_eq!(t.stored().await, [0; 4]);
}

#[tokio::test]
async fn a_network_that_sends_many_messages_is_asked_for_a_captcha_and_then_to_wait() {
    let t = OriginTest::live_with(&[PREDICTABLE]).await;
    let send = async |message: &Value| {
        let ask = t.post(WORK).from("192.0.2.7").header("language", "en");
        ask.json(message.clone()).send().await
    };
    for _ in 0..6 {
        number(&send(&t.message().await).await);
    }
    let mut message = t.message().await;
    let doubted = send(&message).await;
    assert_eq!(doubted.status, 403);
    assert_eq!(doubted.json["data"], json!({ "field": "captcha" }));
    message["captchaId"] = json!(t.captcha().await);
    message["captcha"] = json!("WRONG");
    assert_eq!(send(&message).await.status, 400);
    for _ in 0..22 {
        let mut message = t.message().await;
        message["captchaId"] = json!(t.captcha().await);
        message["captcha"] = json!(origin::PREDICTABLE_ANSWER);
        number(&send(&message).await);
    }
    assert_eq!(send(&t.message().await).await.status, 429);
    assert_eq!(t.stored().await[0], 28);
}

// R2.04, R7.03
#[tokio::test]
async fn a_message_with_its_file_is_one_thing() {
    let t = OriginTest::live().await;
    let mut message = t.message().await;
    let upload = t.upload("bp", "计划.pdf", PDF).await;
    message["upload"] = json!(upload.id());
    let first = t.send(BP, &message).await;
    assert_eq!(t.stored().await, [1, 1, 0, 1]);
    assert_eq!(
        t.number(
            "SELECT count(*) FROM message_files WHERE state = 'kept' AND message_id IS NOT NULL"
        )
        .await,
        1
    );
    let files = t.files("messages");
    assert_eq!((files.len(), t.files("uploads").len()), (1, 0));
    let kept = t.folder.path().join("var/messages").join(&files[0]);
    assert_eq!(std::fs::read(kept).unwrap(), PDF);
    // The same again is the same; the upload cannot be used by another message.
    assert_eq!(number(&first), number(&t.send(BP, &message).await));
    message["key"] = json!(key());
    assert_eq!(faults(&t.send(BP, &message).await), [("file", "arrived")]);
    assert_eq!(t.stored().await, [1, 1, 0, 1]);
}

#[tokio::test]
async fn a_file_of_another_kind_than_its_name_says_leaves_nothing_behind() {
    let t = OriginTest::live().await;
    let burst = [&b"PK\x03\x04"[..], &[0; 100]].concat();
    for (name, bytes) in [
        ("script.pdf", &b"#!/bin/sh\nrm -rf ~\n"[..]),
        ("bomb.docx", &burst),
        ("plan.docx", PDF),
    ] {
        let mut message = t.message().await;
        let upload = t.upload("bp", name, bytes).await;
        message["upload"] = json!(upload.id());
        assert_eq!(faults(&t.send(BP, &message).await), [("file", "content")]);
        upload.end().await;
        assert_eq!(t.stored().await, [0; 4], "{name}");
        assert!(t.files("messages").is_empty() && t.files("uploads").is_empty());
    }
}

#[tokio::test]
async fn an_upload_that_is_not_whole_or_for_another_form_is_no_file_of_a_message() {
    let t = OriginTest::live().await;
    let part = t.begin_upload("bp", "a.pdf", 100).await;
    part.append(0, PDF).await;
    let other = t.upload("work", "a.pdf", PDF).await;
    for id in [
        part.id(),
        other.id(),
        "0".repeat(64),
        "../../etc/passwd".to_owned(),
    ] {
        let mut message = t.message().await;
        message["upload"] = json!(id);
        assert_eq!(faults(&t.send(BP, &message).await), [("file", "arrived")]);
    }
    assert_eq!(t.stored().await[..2], [0, 0]);
}

#[tokio::test]
async fn a_file_that_was_announced_and_never_kept_goes_and_its_row_after_it() {
    let t = OriginTest::live().await;
    t.change(
        "INSERT INTO message_files (name, state, file_name, media_type, size, sha256, scan, since)
         SELECT 'abandoned', 'arriving', 'a.pdf', '', 1, u.hash, 'pending', 1795230245
         FROM (SELECT '0123456701234567012345670123456701234567012345670123456701234567' AS hash) u",
    )
    .await;
    let file = t.folder.path().join("var/messages/abandoned");
    std::fs::write(&file, "x").unwrap();
    t.advance(119);
    t.agreements().await;
    assert_eq!(
        (t.stored().await[1], file.exists()),
        (1, true),
        "a call may have it in hand"
    );
    t.advance(61);
    t.agreements().await;
    assert_eq!((t.stored().await[1], file.exists()), (0, false));
}

#[tokio::test]
async fn other_methods_are_405() {
    let t = OriginTest::live().await;
    let answer = t.ask(Method::GET, WORK).send().await;
    assert_eq!((answer.status, answer.header("allow")), (405, "POST"));
}
