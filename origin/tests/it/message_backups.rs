//! Messages in backups: none comes back that was taken away, and each has its file (R2.05).

use serde_json::json;
use sha2::Digest;

use crate::harness::OriginTest;
use crate::inbox::{ANN, BOB, text};
use crate::program::{Ended, Site};
use crate::uploads::PDF;

impl OriginTest {
    /// Runs `origin backup` or `origin restore` on a file.
    fn keep(&self, command: &str, options: &[&str]) -> Ended {
        let file = self.path("site.backup");
        Ended::of(&mut self.command(&[&[command, text(&file)], options].concat()))
    }

    async fn withdraw(&self, number: &str) {
        // As the sender does by the link of the confirmation, whose token only a letter has.
        let token = "5".repeat(64);
        let hash = hex::encode(sha2::Sha256::digest([0x55; 32]));
        let sql = format!("UPDATE messages SET link_hash = '{hash}' WHERE number = '{number}'");
        self.change(sqlx::AssertSqlSafe(sql)).await;
        let ask = self.post("/api/message/withdraw");
        let answer = ask.json(json!({ "token": token })).send().await;
        assert_eq!(answer.json["data"]["state"], "withdrawn", "{}", answer.json);
    }
}

// R2.05
#[tokio::test]
async fn an_older_backup_brings_no_message_back_that_was_purged_or_withdrawn_since() {
    let t = OriginTest::live().await;
    let kept = t.post_message(&ANN).await;
    let purged = t.post_message(&ANN).await;
    let withdrawn = t.post_message(&ANN).await;
    t.keep("backup", &[]).line();
    t.staff(&["purge", &purged, "--yes"]).line();
    t.withdraw(&withdrawn).await;
    for _ in 0..2 {
        let restored = t.keep("restore", &[]);
        let said = "2 messages were withdrawn or purged after that backup, and stay so";
        assert!(restored.lines().contains(&said), "{restored:?}");
        assert_eq!(t.shown(&kept)["state"], "received");
        let shown = t.shown(&withdrawn);
        assert_eq!(
            (&shown["state"], &shown["email"]),
            (&json!("withdrawn"), &json!(""))
        );
        assert_eq!(shown["answers"], json!([]));
        assert!(t.staff(&["show", &purged]).error().contains("no message"));
    }
    // What the backup's rows called theirs is let go again.
    t.advance(60);
    t.agreements().await;
    assert_eq!(t.stored().await[..2], [2, 1]);
    // A newer backup knows of it, too: nor does the older one bring them back elsewhere, after it.
    let newer = t.path("newer.backup");
    Ended::of(&mut t.command(&["backup", text(&newer)])).line();
    let site = Site::new();
    site.run(&["restore", text(&newer)]).lines();
    let restored = site.run(&["restore", text(&t.path("site.backup"))]);
    assert!(restored.out.contains("2 messages"), "{restored:?}");
}

#[tokio::test]
async fn a_message_whose_file_is_missing_or_cut_off_is_named() {
    let t = OriginTest::live().await;
    let ann = t.post_message(&ANN).await;
    t.post_message(&BOB).await;
    assert_eq!(t.staff(&["check"]).line(), "every message has its file");
    let stored = t.path("var/messages").join(&t.files("messages")[0]);
    std::fs::write(&stored, &PDF[1..]).unwrap();
    assert!(t.staff(&["check"]).err.contains(&ann));
    std::fs::remove_file(&stored).unwrap();
    let missing = t.staff(&["check"]);
    assert!(missing.err.starts_with(&format!("{ann}: ")), "{missing:?}");
    assert!(
        missing
            .error()
            .starts_with("1 message without a whole file")
    );
}

// The order that docs/operating.md names: the database first, then the files.
#[tokio::test]
async fn files_that_are_copied_after_the_database_are_all_that_its_backup_needs() {
    let t = OriginTest::live().await;
    let ann = t.post_message(&ANN).await;
    t.keep("backup", &[]).line();
    // Between the two copies a message comes and one goes.
    t.post_message(&ANN).await;
    let elsewhere = Site::new();
    let copy = elsewhere.var().join("messages");
    std::fs::create_dir_all(&copy).unwrap();
    for name in t.files("messages") {
        let from = t.path("var/messages").join(&name);
        std::fs::copy(from, copy.join(&name)).unwrap();
    }
    elsewhere
        .run(&["restore", text(&t.path("site.backup"))])
        .lines();
    let checked = elsewhere.run(&["messages", "check"]);
    assert_eq!(checked.line(), "every message has its file");
    let place = t.path("again.pdf");
    elsewhere
        .run(&["messages", "file", &ann, text(&place)])
        .line();
    assert_eq!(std::fs::read(place).unwrap(), PDF);
}
