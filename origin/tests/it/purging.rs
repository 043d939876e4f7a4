//! Purging messages, by hand and by age: at once, and without a trace (R2.05).

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::harness::{OriginTest, PREDICTABLE};
use crate::inbox::{ANN, BOB, Sent, text};
use crate::kills::Kept;
use crate::program::{Ended, Site};

/// Whether a file holds some bytes.
fn holds(path: &Path, text: &str) -> bool {
    let bytes = std::fs::read(path).unwrap_or_default();
    bytes
        .windows(text.len())
        .any(|part| part == text.as_bytes())
}

// R2.05
#[tokio::test]
async fn of_a_purged_message_no_byte_is_left_nor_comes_into_a_backup() {
    let t = OriginTest::live_on_sqlite().await;
    let mut purged = Vec::new();
    // So many that SQLite has to move rows from page to page.
    for index in 0..120 {
        let company = format!("MARK{index:04}").repeat(1 + index % 11);
        let email = format!("mark{index:04}@example.com");
        let file = format!("mark{index:04}.pdf");
        let number = t
            .post_message(&Sent {
                form: "work",
                email: &email,
                company: &company,
                file: (index % 4 == 0).then_some(&file),
            })
            .await;
        if index % 3 == 0 {
            purged.push((index, number));
        }
    }
    let numbers: Vec<_> = purged.iter().map(|(_, number)| number.as_str()).collect();
    let said = t
        .staff(&[&["purge", "--yes"], &numbers[..]].concat())
        .line();
    assert_eq!(said, "purged 40 messages");
    let backup = t.path("site.backup");
    let mut command = t.command(&["backup", text(&backup)]);
    Ended::of(&mut command).line();
    for (index, number) in &purged {
        for text in [
            format!("MARK{index:04}"),
            format!("mark{index:04}"),
            number.clone(),
        ] {
            for file in ["var/origin.db", "var/origin.db-wal", "site.backup"] {
                assert!(!holds(&t.path(file), &text), "{file} holds {text}");
            }
        }
    }
    assert!(holds(&t.path("var/origin.db"), "MARK0001"));
    assert_eq!(t.files("messages").len(), 20);
    assert_eq!(t.stored().await[..2], [80, 20]);
    assert!(
        t.staff(&["show", numbers[0]])
            .error()
            .contains("no message")
    );
}

#[tokio::test]
async fn a_purge_that_cannot_reach_a_file_or_the_log_says_so_and_is_ended_later() {
    let t = OriginTest::live_on_sqlite().await;
    let again = ["purge", "--before", "1970-01-01"];
    let ann = t.post_message(&ANN).await;
    let stored = t.path("var/messages").join(&t.files("messages")[0]);
    std::fs::remove_file(&stored).unwrap();
    std::fs::create_dir(&stored).unwrap();
    let left = t.staff(&["purge", &ann, "--yes"]);
    assert!(left.error().contains("not all of their files"), "{left:?}");
    assert_eq!(t.stored().await[..2], [0, 1]);
    assert!(!holds(&t.path("var/origin.db"), &ann));
    std::fs::remove_dir(&stored).unwrap();
    assert_eq!(t.staff(&again).line(), "purged no messages");
    assert_eq!(t.stored().await[..2], [0, 0]);

    let bob = t.post_message(&BOB).await;
    let mut reader = t.connect().await;
    let begin = "BEGIN; SELECT count(*) FROM messages";
    sqlx::Executor::execute(&mut reader, begin).await.unwrap();
    let left = t.staff(&["purge", &bob, "--yes"]);
    assert!(left.error().contains("another program reads"), "{left:?}");
    assert!(holds(&t.path("var/origin.db-wal"), &bob));
    sqlx::Connection::close(reader).await.unwrap();
    t.staff(&again).line();
    assert!(!holds(&t.path("var/origin.db-wal"), &bob));
}

#[tokio::test]
async fn purging_by_date_asks_and_takes_the_older_ones() {
    let t = OriginTest::live().await;
    t.post_message(&ANN).await;
    t.advance(24 * 60 * 60);
    let bob = t.post_message(&BOB).await;
    let purge = ["purge", "--before", "2026-11-22"];
    let asked = t.staff(&purge);
    assert!(asked.error().contains("`--yes`"), "{asked:?}");
    assert_eq!(t.stored().await[..2], [2, 1]);
    let said = t.staff(&[&purge[..], &["--yes"]].concat()).line();
    assert_eq!(said, "purged 1 message");
    assert_eq!(t.stored().await[..2], [1, 0]);
    assert!(t.files("messages").is_empty());
    assert_eq!(t.shown(&bob)["state"], "received");
    assert_eq!(t.staff(&purge).line(), "purged no messages");
}

#[tokio::test]
async fn messages_that_have_been_kept_as_long_as_they_may_be_are_purged() {
    let t = OriginTest::live_with(&[PREDICTABLE, "--message-retention", "30"]).await;
    t.post_message(&ANN).await;
    t.advance(29 * 24 * 60 * 60);
    t.post_message(&BOB).await;
    assert_eq!(t.stored().await[..2], [2, 1]);
    t.advance(24 * 60 * 60 + 60);
    t.agreements().await;
    assert_eq!(t.stored().await[..2], [1, 0]);
    assert!(t.files("messages").is_empty());
}

// R2.05
#[tokio::test]
async fn a_clock_that_is_wrong_for_a_while_purges_nothing_and_ends_no_upload() {
    let t = OriginTest::live_with(&[PREDICTABLE, "--message-retention", "30"]).await;
    t.post_message(&ANN).await;
    t.agreements().await;
    let forty_days = 40 * 24 * 60 * 60;
    for _ in 0..3 {
        t.set_clock_by(forty_days);
        for _ in 0..3 {
            t.advance(60 * 60);
            t.agreements().await;
        }
        assert_eq!(t.stored().await[..2], [1, 1], "forty days ahead");
        t.set_clock_by(-forty_days);
        t.advance(60);
        t.agreements().await;
    }
    assert_eq!(t.stored().await[..2], [1, 1]);
    // Forty days that pass are another matter, as is a clock that stays where it was set.
    t.set_clock_by(forty_days);
    t.agreements().await;
    for _ in 0..24 {
        assert_eq!(t.stored().await[..2], [1, 1]);
        t.advance(60 * 60);
        t.agreements().await;
    }
    assert_eq!(t.stored().await[..2], [0, 0]);
}

#[test]
fn a_purge_that_is_killed_leaves_a_message_whole_or_nothing_of_it() {
    let kept = Kept {
        site: Site::new(),
        s3: None,
    };
    let program = kept.serve();
    let staff = |arguments: &[&str]| kept.site.run(&[&["messages"], arguments].concat());
    for moment in 0..8 {
        let numbers = [kept.message(&program).0, kept.message(&program).0];
        let purge = ["messages", "purge", "--yes", &numbers[0], &numbers[1]];
        let mut purge = kept.site.command(&purge);
        let purge = purge.stdout(Stdio::null()).stderr(Stdio::null());
        let mut purge = purge.spawn().unwrap();
        thread::sleep(Duration::from_millis(8 * moment));
        let _ = purge.kill();
        purge.wait().unwrap();
        assert_eq!(staff(&["check"]).line(), "every message has its file");
        let there = numbers.map(|number| staff(&["show", &number]).code);
        assert_eq!(there[0], there[1], "both or none");
    }
    staff(&["purge", "--before", "2100-01-01", "--yes"]).line();
    let files = std::fs::read_dir(kept.site.var().join("messages")).unwrap();
    assert_eq!(files.count(), 0);
}
