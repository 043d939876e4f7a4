//! Letters and webhooks about messages where not all goes well: sent again and again, to those
//! alone who have not got them, and by one process at a time.

use serde_json::json;

use crate::harness::{OriginTest, PREDICTABLE};
use crate::log::Log;
use crate::outgoing::{ANN, WORK, webhooks};
use crate::receiver::Receiver;
use crate::smtp::SmtpServer;

const FROM: &str = "--mail-from=Tidewater <no-reply@site.example>";

const DAY: u64 = 24 * 60 * 60;

#[tokio::test]
async fn a_receiver_that_fails_is_told_again_and_the_others_are_not() {
    let (log, _logging) = Log::start();
    let folder = tempfile::tempdir().unwrap();
    let mut failing = Receiver::start(&["500 ", "500 ", "204 "]).await;
    let mut fine = Receiver::start(&["204 "]).await;
    let receiver = |url: &str| json!({ "url": url, "format": "json", "on": ["received"] });
    let file = webhooks(&folder, &[receiver(&failing.url), receiver(&fine.url)]);
    let file = file.to_str().unwrap();
    let t = OriginTest::live_with(&[PREDICTABLE, "--message-webhooks", file]).await;
    let numbers = [t.sent(WORK).await, t.sent(WORK).await];
    t.origin.work().await;
    t.mails(2);
    assert_eq!(failing.told().len(), 1, "one shows that it fails");
    assert_eq!(fine.told().len(), 2);
    assert_eq!(t.origin.work().await, 60);
    for (seconds, told) in [(59, 0), (1, 1), (59, 0), (1, 2)] {
        t.advance(seconds);
        t.origin.work().await;
        assert_eq!(failing.told().len(), told, "after {seconds} s more");
    }
    assert_eq!((fine.told().len(), t.waiting().await), (0, 0));
    let text = log.of_origin();
    assert!(numbers.iter().any(|number| text.contains(number)), "{text}");
    assert!(!text.contains("s3cret") && !text.contains(ANN), "{text}");
}

#[tokio::test]
async fn a_server_that_is_away_for_hours_gets_every_letter_when_it_is_back() {
    let (log, _logging) = Log::start();
    let folder = tempfile::tempdir().unwrap();
    let url = |port: u16| format!("smtp://127.0.0.1:{port}");
    let file = folder.path().join("smtp-url");
    std::fs::write(&file, url(1)).unwrap();
    let smtp = format!("--smtp-url-file={}", file.display());
    let t = OriginTest::live_with(&[PREDICTABLE, FROM, &smtp]).await;
    let numbers = [t.sent(WORK).await, t.sent(WORK).await, t.sent(WORK).await];
    for _ in 0..200 {
        t.advance(60);
        t.origin.work().await;
    }
    assert_eq!(t.waiting().await, 3);
    let mut server = SmtpServer::start(&[]).await;
    let aside = file.with_extension("new");
    std::fs::write(&aside, url(server.port)).unwrap();
    std::fs::rename(&aside, &file).unwrap();
    // The longest pause there is.
    t.advance(6 * 60 * 60);
    t.origin.work().await;
    assert_eq!(t.waiting().await, 0);
    let mut found = Vec::new();
    for _ in 0..3 {
        let event = server.event().await;
        assert_eq!(event["to"][0], ANN);
        let message = event["message"].as_str().unwrap().to_owned();
        found.extend(numbers.iter().filter(|number| message.contains(*number)));
    }
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 3);
    assert_eq!(server.rest().await, [""; 0], "each once");
    assert!(!log.of_origin().contains(ANN));
}

#[tokio::test]
async fn a_letter_that_cannot_be_sent_is_given_up_after_a_week_with_its_number() {
    let (log, _logging) = Log::start();
    let t = OriginTest::live_with(&[PREDICTABLE, FROM, "--smtp-url=smtp://127.0.0.1:1"]).await;
    let number = t.sent(WORK).await;
    let tries = "SELECT tries FROM outgoing";
    for (seconds, expected) in [
        (0, 1),
        (59, 1),
        (1, 2),
        (119, 2),
        (1, 3),
        (7 * DAY - 600, 4),
    ] {
        t.advance(seconds);
        t.origin.work().await;
        assert_eq!(t.number(tries).await, expected, "after {seconds} s more");
    }
    assert_eq!(t.waiting().await, 1);
    t.advance(DAY);
    assert_eq!(t.origin.work().await, 300, "nothing is due any more");
    assert_eq!((t.waiting().await, t.stored().await[3]), (0, 1));
    assert_eq!(
        t.number("SELECT count(*) FROM outgoing WHERE given_up_at > queued_at")
            .await,
        1
    );
    let text = log.of_origin();
    let last = text
        .lines()
        .rfind(|line| line.contains("given up"))
        .unwrap();
    assert!(last.contains("ERROR") && last.contains(&number), "{last}");
    assert!(!text.contains(ANN) && !text.contains("潮汐动力"), "{text}");
}

#[tokio::test]
async fn a_letter_that_is_greylisted_is_sent_later_as_the_same_letter() {
    let mut server = SmtpServer::start(&["--reply", "451 later", "--reply", "250"]).await;
    let url = format!("--smtp-url=smtp://127.0.0.1:{}", server.port);
    let t = OriginTest::live_with(&[PREDICTABLE, FROM, &url]).await;
    t.sent(WORK).await;
    t.origin.work().await;
    assert_eq!(server.event().await["refused"], ANN);
    assert_eq!(t.waiting().await, 1);
    t.advance(60);
    t.origin.work().await;
    let event = server.event().await;
    assert_eq!((&event["to"][0], t.waiting().await), (&ANN.into(), 0));
    let message = event["message"].as_str().unwrap();
    assert!(message.contains("multipart/alternative"), "{message}");
}

#[tokio::test]
async fn a_refused_letter_is_tried_for_a_day() {
    let server = SmtpServer::start(&["--reply", "550 5.1.1 <ADDRESS> is unknown"]).await;
    let url = format!("--smtp-url=smtp://127.0.0.1:{}", server.port);
    let t = OriginTest::live_with(&[PREDICTABLE, FROM, &url]).await;
    t.sent(WORK).await;
    t.origin.work().await;
    t.advance(DAY - 1);
    t.origin.work().await;
    assert_eq!(t.waiting().await, 1);
    t.advance(DAY);
    t.origin.work().await;
    assert_eq!((t.waiting().await, t.stored().await[3]), (0, 1));
}

#[tokio::test]
async fn two_processes_send_each_letter_once() {
    let t = OriginTest::live().await;
    let other = t.beside().await;
    // More than go in a row.
    for number in 0..50 {
        t.sent_by(&format!("ann{number}@example.com")).await;
    }
    tokio::join!(t.origin.work(), other.work());
    assert_eq!(t.waiting().await, 0);
    let mut ids: Vec<String> = t.mails(50).into_iter().map(|mail| mail.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 50);
    other.close().await;
}

#[tokio::test]
async fn a_thing_whose_sender_was_killed_is_sent_when_its_lease_has_ended() {
    let t = OriginTest::live().await;
    t.sent(WORK).await;
    t.change("UPDATE outgoing SET leased_until = 1795230245 + 60")
        .await;
    assert_eq!(t.origin.work().await, 60);
    t.mails(0);
    t.advance(60);
    t.origin.work().await;
    t.mail();
}
