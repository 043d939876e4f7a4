//! The numbers of an origin for Prometheus: database, mail, messages, files, search.

use origin::Handle;
use serde_json::json;

use crate::harness::{OriginTest, PREDICTABLE};
use crate::messages::{BP, WORK};
use crate::outgoing::{token, webhooks};
use crate::program::Site;
use crate::receiver::Receiver;
use crate::search::page;
use crate::standing::WITHDRAW;
use crate::uploads::{PDF, Uploading};

/// The samples of an exposition that begin with `origin_`.
fn assert_samples(text: &str, expected: &[&str]) {
    for sample in expected {
        assert!(text.lines().any(|line| line == *sample), "{sample}\n{text}");
    }
}

// R11.03
#[tokio::test]
async fn letters_and_notices_are_counted_while_they_wait_and_when_they_are_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let receiver = Receiver::start(&["503 "]).await;
    let both = [json!({ "url": receiver.url, "format": "json", "on": ["received"] })];
    let file = webhooks(&folder, &both);
    let webhooks = ["--message-webhooks", file.to_str().unwrap()];
    let staff = [PREDICTABLE, "--staff-email=desk@site.example"];
    let t = OriginTest::live_with(&[&staff[..], &webhooks].concat()).await;
    t.sent(WORK).await;
    t.advance(90);
    let text = t.origin.expose_metrics().await;
    assert_samples(
        &text,
        &[
            "origin_database_up 1",
            "origin_messages_received_total 1",
            "origin_messages_withdrawn_total 0",
            "origin_unsent{way=\"mail\",state=\"waiting\"} 2",
            "origin_unsent{way=\"webhook\",state=\"waiting\"} 1",
            "origin_unsent_age_seconds{way=\"mail\"} 90",
        ],
    );
    // No label names a person, a form, or an address.
    for word in ["example", "work", &receiver.url] {
        assert!(!text.contains(word), "{word}\n{text}");
    }
    t.origin.work().await;
    assert_eq!(t.mails(2).len(), 2);
    let text = t.origin.expose_metrics().await;
    assert_samples(
        &text,
        &[
            "origin_unsent{way=\"mail\",state=\"waiting\"} 0",
            "origin_unsent{way=\"webhook\",state=\"waiting\"} 1",
            "origin_unsent_age_seconds{way=\"mail\"} 0",
            "origin_unsent_age_seconds{way=\"webhook\"} 90",
        ],
    );
    // A notice is tried for a week.
    t.advance(8 * 24 * 3600);
    t.origin.work().await;
    let text = t.origin.expose_metrics().await;
    assert_samples(
        &text,
        &[
            "origin_unsent{way=\"webhook\",state=\"waiting\"} 0",
            "origin_unsent{way=\"webhook\",state=\"given_up\"} 1",
            "origin_unsent_age_seconds{way=\"webhook\"} 0",
        ],
    );
}

#[tokio::test]
async fn messages_that_were_withdrawn_and_files_by_their_scan_are_counted() {
    let t = OriginTest::live().await;
    let mut message = t.message().await;
    message["upload"] = json!(t.upload("bp", "plan.pdf", PDF).await.id());
    assert_eq!(t.send(BP, &message).await.status, 200);
    t.origin.work().await;
    let off = "origin_message_files{scan=\"off\"} 1";
    let pending = "origin_message_files{scan=\"pending\"} 0";
    assert_samples(&t.origin.expose_metrics().await, &[off, pending]);
    let link = token(&t.mail().text);
    for _ in 0..2 {
        assert_eq!(t.by_link(WITHDRAW, &link).await.status, 200);
    }
    let withdrawn = "origin_messages_withdrawn_total 1";
    let gone = "origin_message_files{scan=\"off\"} 0";
    assert_samples(&t.origin.expose_metrics().await, &[withdrawn, gone]);
}

#[tokio::test]
async fn questions_are_counted_by_outcome_and_an_index_of_before_is_told_apart() {
    let t = OriginTest::live().await;
    let [about, news] = [
        page("/en/about", "About", "<p>We invest in semiconductors.</p>"),
        page("/en/news", "News", "<p>Duskline sees in the dark.</p>"),
    ];
    t.builds().publish_pages(2, std::slice::from_ref(&about));
    let ask = async |question: &str| {
        let path = format!("/api/search?q={question}");
        t.get(&path).header("language", "en").send().await.status
    };
    assert_eq!(ask("semiconductors").await, 503);
    let before = t.origin.expose_metrics().await;
    assert_samples(&before, &["origin_search_current 0"]);
    assert!(t.origin.renew_search());
    assert_eq!(ask("semiconductors").await, 200);
    assert_eq!(ask("volcano").await, 200);
    assert_samples(
        &t.origin.expose_metrics().await,
        &[
            "origin_search_current 1",
            "origin_search_questions_total{outcome=\"found\"} 1",
            "origin_search_questions_total{outcome=\"none\"} 1",
            "origin_search_questions_total{outcome=\"failed\"} 1",
        ],
    );
    t.builds().publish_pages(3, &[about, news]);
    let after = t.origin.expose_metrics().await;
    assert_samples(&after, &["origin_search_current 0"]);
}

// R11.03
#[tokio::test]
async fn numbers_of_memory_come_without_the_database() {
    let site = Site::new();
    let handle = Handle::start(site.config()).unwrap();
    let text = handle.expose_metrics().await;
    assert_samples(&text, &["origin_database_up 1"]);
    assert!(text.contains("origin_unsent{"), "{text}");
    assert!(text.contains("origin_database_answer_seconds 0."), "{text}");
    handle.stop().await;

    let t = OriginTest::live().await;
    t.origin.close().await;
    let text = t.origin.expose_metrics().await;
    assert_samples(
        &text,
        &["origin_database_up 0", "origin_messages_received_total 0"],
    );
    assert!(!text.contains("origin_unsent"), "{text}");
    assert!(!text.contains("origin_database_answer_seconds"), "{text}");
}

#[test]
fn an_origin_of_its_own_has_its_numbers_and_those_of_the_process() {
    let site = Site::new();
    let program = site.serve();
    let answer = program.ask_text("GET /metrics HTTP/1.1", "");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let head = answer.to_ascii_lowercase();
    assert!(head.contains("content-type: text/plain; version=0.0.4; charset=utf-8\r\n"));
    for name in ["\norigin_database_up 1\n", "\nprocess_open_fds "] {
        assert!(answer.contains(name), "{name}\n{answer}");
    }
    let head = program.ask_text("HEAD /metrics HTTP/1.1", "");
    assert!(
        head.starts_with("HTTP/1.1 200 ") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
    let refused = program.ask_text("POST /metrics HTTP/1.1", "{}");
    assert!(refused.starts_with("HTTP/1.1 405 "), "{refused}");
    assert!(
        refused
            .to_ascii_lowercase()
            .contains("allow: get, head\r\n")
    );
    assert_eq!(program.stop(), Some(0));
}
