//! Requests of a person about the messages of an address (R2.05).

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::harness::OriginTest;
use crate::inbox::{ANN, BOB, Sent, text};
use crate::uploads::PDF;

// R2.05
#[tokio::test]
async fn a_person_gets_all_messages_of_an_address_and_has_them_deleted() {
    let t = OriginTest::live().await;
    let first = t.post_message(&ANN).await;
    let second = t
        .post_message(&Sent {
            email: "ann@example.com",
            ..ANN
        })
        .await;
    // Hers too: her address is an answer.
    let third = t
        .post_message(&Sent {
            company: " ANN@example.com",
            ..BOB
        })
        .await;
    let mention = t
        .post_message(&Sent {
            company: "ask ann@example.com for more",
            ..BOB
        })
        .await;
    let other = t
        .post_message(&Sent {
            email: "joann@example.com",
            ..BOB
        })
        .await;
    t.operator_creates_session("ann@example.com").await;
    let folder = t.path("ann");
    let subject = ["subject", "ANN@EXAMPLE.COM", "--out", text(&folder)];
    let said = t.staff(&subject);
    let said = said.lines();
    assert_eq!(said[0], format!("wrote 3 messages to {}", text(&folder)));
    assert!(
        said[1].contains(&mention) && said[1].contains("stay as they are"),
        "{said:?}"
    );
    assert!(said[2].contains("`origin user delete`"), "{said:?}");
    let read = |name: &str| -> Value {
        serde_json::from_slice(&std::fs::read(folder.join(name)).unwrap()).unwrap()
    };
    let numbers: Vec<_> = read("messages.json")
        .as_array()
        .unwrap()
        .iter()
        .map(|message| message["number"].as_str().unwrap().to_owned())
        .collect();
    for number in [&first, &second, &third] {
        assert!(numbers.contains(number), "{numbers:?}");
    }
    assert_eq!(numbers.len(), 3);
    assert_eq!(read("account.json")["email"], "ann@example.com");
    let file = folder.join("files").join(format!("{first}-计划.pdf"));
    assert_eq!(std::fs::read(file).unwrap(), PDF);
    let mode = folder.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o700);
    assert!(t.staff(&subject).error().contains("not empty"));

    // A file that the scanner has not looked at is not given out, and an infected one never is.
    let again = t.path("again");
    let subject = ["subject", "ann@example.com", "--out", text(&again)];
    t.change("UPDATE message_files SET scan = 'pending'").await;
    assert!(t.staff(&subject).error().contains("not scanned yet"));
    assert!(!again.exists());
    t.change("UPDATE message_files SET scan = 'infected'").await;
    let said = t.staff(&subject);
    assert!(said.lines()[1].starts_with("files that are infected were left out: "));
    assert_eq!(std::fs::read_dir(again.join("files")).unwrap().count(), 0);

    let delete = ["subject", "ann@example.com", "--delete"];
    assert!(t.staff(&delete).error().contains("`--yes`"));
    assert_eq!(t.stored().await[0], 5);
    let deleted = t.staff(&[&delete[..], &["--yes"]].concat());
    assert_eq!(deleted.lines()[0], "deleted 3 messages");
    assert_eq!(t.stored().await[..2], [2, 0]);
    assert!(t.files("messages").is_empty());
    for number in [&mention, &other] {
        assert_eq!(t.shown(number)["state"], "received");
    }
    let nobody = t.staff(&["subject", "nobody@example.com", "--delete"]);
    assert_eq!(nobody.line(), "deleted no messages");
}
