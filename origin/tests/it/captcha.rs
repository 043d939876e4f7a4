//! A captcha is asked for free and answered once.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use origin::PREDICTABLE_ANSWER;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::harness::OriginTest;
use crate::program::{Program, Site};

const SEND: &str = "/api/common/send-email-code";

/// Asks for a code with this answer to a captcha.
async fn answer(t: &OriginTest, id: &str, captcha: &str) -> Answer {
    let body = json!({ "email": "ann@example.com", "captchaId": id, "captcha": captcha });
    t.post(SEND).json(body).send().await
}

fn assert_refused(answer: &Answer) {
    assert_eq!(answer.status, 400, "{}", answer.json);
    assert_eq!(answer.json["data"], json!({ "field": "captcha" }));
}

#[tokio::test]
async fn a_picture_or_a_recording_comes_with_its_id_and_never_both() {
    let t = OriginTest::new().await;
    for (query, shown, hidden, kind, magic) in [
        ("", "image", "audio", "image/png", &b"\x89PNG"[..]),
        ("?kind=image", "image", "audio", "image/png", b"\x89PNG"),
        ("?kind=audio", "audio", "image", "audio/wav", b"RIFF"),
    ] {
        let path = format!("/api/common/captcha{query}");
        let answer = t.get(&path).send().await;
        let data = &answer.json["data"];
        assert_eq!((answer.status, &data["expiresIn"]), (200, &json!(600)));
        let url = data[shown].as_str().unwrap();
        let bytes = url.strip_prefix(&format!("data:{kind};base64,")).unwrap();
        assert!(STANDARD.decode(bytes).unwrap().starts_with(magic), "{url}");
        assert_eq!(data.get(hidden), None);
        assert!(data["captchaId"].as_str().unwrap().len() < 256);
    }
}

#[tokio::test]
async fn another_kind_is_400() {
    let t = OriginTest::new().await;
    for query in ["kind=", "kind=video", "kind=Image", "kind=%ff"] {
        let path = format!("/api/common/captcha?{query}");
        assert_eq!(t.get(&path).send().await.status, 400, "{query}");
    }
}

#[tokio::test]
async fn asking_for_one_stores_nothing() {
    let t = OriginTest::new().await;
    let [first, second] = [t.captcha().await, t.captcha().await];
    assert_ne!(first, second);
    let rows = "SELECT count(*) FROM used_captchas";
    assert_eq!(t.number(rows).await, 0);
    assert_refused(&answer(&t, &first, "wrong").await);
    assert_eq!(t.number(rows).await, 1);
}

#[tokio::test]
async fn an_answer_uses_it_up_right_or_wrong() {
    let t = OriginTest::new().await;
    let id = t.captcha().await;
    assert_eq!(answer(&t, &id, " tests ").await.status, 200, "any case");
    t.mail();
    t.advance(60);
    assert_refused(&answer(&t, &id, PREDICTABLE_ANSWER).await);
    let id = t.captcha().await;
    assert_refused(&answer(&t, &id, "TESTT").await);
    assert_refused(&answer(&t, &id, PREDICTABLE_ANSWER).await);
}

#[tokio::test]
async fn it_lasts_ten_minutes_and_no_trace_of_it_much_longer() {
    let t = OriginTest::new().await;
    let (early, late) = (t.captcha().await, t.captcha().await);
    t.advance(599);
    assert_eq!(answer(&t, &early, PREDICTABLE_ANSWER).await.status, 200);
    t.mail();
    t.advance(1);
    assert_refused(&answer(&t, &late, PREDICTABLE_ANSWER).await);
    t.advance(60);
    t.captcha().await;
    assert_eq!(t.number("SELECT count(*) FROM used_captchas").await, 0);
}

#[tokio::test]
async fn an_id_that_was_not_given_out_is_refused() {
    let t = OriginTest::new().await;
    let id = t.captcha().await;
    let (start, seal) = id.rsplit_once('.').unwrap();
    let (nonce, rest) = start.split_once('.').unwrap();
    for forged in [
        String::new(),
        "x".to_owned(),
        format!("{start}.{}", "0".repeat(64)),
        format!("{}.{rest}.{seal}", "0".repeat(32)),
        format!("{nonce}.{}.image.{seal}", i64::MAX),
        id.replace("image", "audio"),
    ] {
        assert_refused(&answer(&t, &forged, PREDICTABLE_ANSWER).await);
    }
}

#[tokio::test]
async fn answers_cannot_be_predicted_unless_that_is_asked_for() {
    let t = OriginTest::live_with(&[]).await;
    for _ in 0..5 {
        assert_refused(&answer(&t, &t.captcha().await, PREDICTABLE_ANSWER).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_answers_at_the_same_moment_one_counts() {
    let t = Arc::new(OriginTest::new().await);
    let id = t.captcha().await;
    let answers: [_; 8] = std::array::from_fn(|number| {
        let (t, id) = (Arc::clone(&t), id.clone());
        let email = format!("ann{number}@example.com");
        let body = json!({ "email": email, "captchaId": id, "captcha": PREDICTABLE_ANSWER });
        tokio::spawn(async move { t.post(SEND).json(body).send().await.status })
    });
    let mut statuses = Vec::new();
    for answer in answers {
        statuses.push(answer.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400, 400, 400, 400, 400, 400, 400]);
    t.mail();
}

#[test]
fn it_is_used_up_for_every_process_over_the_same_data() {
    let site = Site::new();
    let (first, second) = (site.serve(), site.serve());
    let (_, captcha) = first.ask("GET /api/common/captcha HTTP/1.1", "");
    let send = |program: &Program, email: &str| -> (u16, Value) {
        let id = &captcha["data"]["captchaId"];
        let body = json!({ "email": email, "captchaId": id, "captcha": PREDICTABLE_ANSWER });
        program.ask(&format!("POST {SEND} HTTP/1.1"), &body.to_string())
    };
    assert_eq!(
        send(&second, "ann@example.com").0,
        200,
        "asked of the first"
    );
    assert_eq!(send(&first, "bob@example.com").0, 400);
    assert_eq!(send(&second, "bob@example.com").0, 400);
}
