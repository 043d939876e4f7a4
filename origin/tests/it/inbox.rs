//! Messages as staff handle them, by `origin messages …` beside a running origin (R2.05).

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use origin::exit::Exit;
use serde_json::{Value, json};

use crate::harness::OriginTest;
use crate::kills::Kept;
use crate::program::{Ended, Site};
use crate::s3::S3;
use crate::uploads::{PDF, Uploading};

/// The parts of a message that a test sends.
pub(crate) struct Sent<'a> {
    pub(crate) form: &'a str,
    pub(crate) email: &'a str,
    pub(crate) company: &'a str,
    /// Name of its file.
    pub(crate) file: Option<&'a str>,
}

pub(crate) const ANN: Sent<'_> = Sent {
    form: "bp",
    email: "Ann@Example.com",
    company: "潮汐动力",
    file: Some("计划.pdf"),
};

pub(crate) const BOB: Sent<'_> = Sent {
    form: "work",
    email: "bob@example.com",
    company: "=cmd|' /C calc'!A0",
    file: None,
};

impl OriginTest {
    /// Sends a message and returns its number.
    pub(crate) async fn post_message(&self, sent: &Sent<'_>) -> String {
        let mut message = self.message().await;
        message["fields"]["email"] = json!(sent.email);
        message["fields"]["company"] = json!(sent.company);
        if let Some(name) = sent.file {
            let upload = self.upload(sent.form, name, PDF).await;
            message["upload"] = json!(upload.id());
        }
        let ask = self.post(&format!("/api/message/{}", sent.form));
        let answer = ask.header("language", "en").json(message).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json["data"]["number"].as_str().unwrap().to_owned()
    }

    /// Runs `origin messages …` on the same data.
    pub(crate) fn staff(&self, arguments: &[&str]) -> Ended {
        Ended::of(&mut self.command(&[&["messages"], arguments].concat()))
    }

    pub(crate) fn shown(&self, number: &str) -> Value {
        let shown = self.staff(&["show", number, "--json"]);
        serde_json::from_str(&shown.lines().concat()).unwrap()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

// R2.05
#[tokio::test]
async fn staff_see_messages_with_the_questions_that_were_asked() {
    let t = OriginTest::live().await;
    let ann = t.post_message(&ANN).await;
    t.advance(60);
    let bob = t.post_message(&BOB).await;
    let list = t.staff(&["list"]);
    let lines = list.lines();
    assert_eq!(lines.len(), 3);
    let columns: Vec<_> = lines[2]
        .split("  ")
        .map(str::trim)
        .filter(|cell| !cell.is_empty())
        .collect();
    let expected = [
        &ann,
        "2026-11-21 03:04",
        "received",
        "bp",
        "24 B, not scanned",
        "Ann@Example.com",
    ];
    assert_eq!(columns, expected);
    assert!(lines[1].starts_with(&bob), "the newest comes first");
    for (options, expected) in [
        (&["--form", "bp"][..], 1),
        (&["--state", "done"], 0),
        (&["--since", "2026-11-21T03:05:05Z"], 1),
        (&["--since", "2026-11-21"], 2),
        (&["--since", "2026-11-22"], 0),
    ] {
        let list = t.staff(&[&["list", "--json"], options].concat());
        let list: Value = serde_json::from_str(&list.lines().concat()).unwrap();
        assert_eq!(list.as_array().unwrap().len(), expected, "{options:?}");
    }

    let shown = t.shown(&ann.to_lowercase());
    assert_eq!(shown["title"], "bp en");
    assert_eq!(shown["receivedAt"], "2026-11-21T03:04:05Z");
    assert_eq!(shown["answers"][0]["label"], "Company en");
    assert_eq!(shown["answers"][2]["value"], "seed");
    assert_eq!(shown["answers"][2]["text"], "Seed en");
    assert_eq!(shown["file"]["name"], "计划.pdf");
    assert_eq!(shown["file"]["type"], "application/pdf");
    let unsent = json!([{
        "kind": "confirmation", "way": "mail", "tries": 0, "nextAt": "2026-11-21T03:04:05Z",
    }]);
    assert_eq!(shown["unsent"], unsent);
    let page = t.staff(&["show", &ann]);
    let page = page.lines().join("\n");
    for part in [
        "Form:      bp en (bp)",
        "Consent:   privacy text ",
        "Stage en\n    Seed en",
        "Unsent:    confirmation by mail, next try at 2026-11-21T03:04:05Z",
        "File:      计划.pdf",
    ] {
        assert!(page.contains(part), "{page}");
    }

    let unknown = t.staff(&["show", "2222-2222"]);
    assert!(unknown.error().contains("`origin messages list`"));
    assert_eq!(t.staff(&["show", "1"]).code, Some(Exit::Usage as i32));
}

#[tokio::test]
async fn a_form_that_the_live_build_lacks_is_shown_by_the_names_of_its_questions() {
    let t = OriginTest::live().await;
    let number = t.post_message(&BOB).await;
    std::fs::remove_dir_all(t.path("builds")).unwrap();
    let shown = t.shown(&number);
    assert_eq!((&shown["form"], shown.get("title")), (&json!("work"), None));
    assert_eq!(shown["answers"][0]["label"], "company");
    assert_eq!(shown["answers"][2]["text"], "seed");
}

// R2.05
#[tokio::test]
async fn an_export_opens_in_excel_and_runs_nothing() {
    let t = OriginTest::live().await;
    let ann = t.post_message(&ANN).await;
    t.advance(1);
    let bob = t.post_message(&BOB).await;
    let place = t.path("messages.csv");
    let export = ["export", "--out", text(&place)];
    assert_eq!(t.staff(&export).code, Some(0));
    let csv = std::fs::read_to_string(&place).unwrap();
    let rows: Vec<_> = csv
        .strip_prefix('\u{feff}')
        .unwrap()
        .split("\r\n")
        .collect();
    assert_eq!((rows.len(), rows[3]), (4, ""));
    assert!(
        rows[0].ends_with(r#","scan","Company zh","E-mail zh","Stage zh""#),
        "{csv}"
    );
    assert!(rows[1].starts_with(&format!("\"{bob}\",\"work en\",")));
    assert!(rows[1].contains(r#","'=cmd|' /C calc'!A0","#), "{csv}");
    assert!(rows[2].starts_with(&format!("\"{ann}\"")), "{csv}");
    assert!(
        rows[2].contains(r#","潮汐动力","Ann@Example.com","Seed en""#),
        "{csv}"
    );
    let mode = place.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);

    assert!(t.staff(&export).error().contains("`--force`"));
    let json = [
        "export",
        "--json",
        "--form",
        "bp",
        "--out",
        text(&place),
        "--force",
    ];
    assert_eq!(t.staff(&json).code, Some(0));
    let exported: Value = serde_json::from_slice(&std::fs::read(&place).unwrap()).unwrap();
    let mut shown = t.shown(&ann);
    shown.as_object_mut().unwrap().remove("unsent");
    assert_eq!(exported[0], shown);
    assert_eq!(t.staff(&["export"]).out.len(), csv.len());
    let none = t.staff(&["export", "--json", "--since", "2030-01-01"]);
    assert_eq!(none.out, "[]\n");
}

#[tokio::test]
async fn done_is_said_of_all_or_of_none() {
    let t = OriginTest::live().await;
    let (ann, bob) = (t.post_message(&ANN).await, t.post_message(&BOB).await);
    let unknown = t.staff(&["done", &ann, "2222-2222"]);
    assert!(unknown.error().contains("2222-2222"));
    assert_eq!(t.shown(&ann)["state"], "received");
    let said = t.staff(&["done", &ann, &bob]).line();
    assert_eq!(said, format!("{ann}, {bob} are done"));
    assert_eq!(t.shown(&bob)["state"], "done");
    t.staff(&["done", &bob]).line();
}

#[tokio::test]
async fn a_file_is_taken_out_whole_and_replaces_nothing() {
    let t = OriginTest::live().await;
    let named = Sent {
        file: Some("a = (b) 'c'.pdf"),
        ..ANN
    };
    let number = t.post_message(&named).await;
    let place = t.path("plan.pdf");
    let take = ["file", &number, text(&place)];
    assert_eq!(t.staff(&take).line(), text(&place));
    assert_eq!(std::fs::read(&place).unwrap(), PDF);
    assert_eq!(
        place.metadata().unwrap().permissions().mode() & 0o777,
        0o600
    );
    std::fs::write(&place, "mine").unwrap();
    assert!(t.staff(&take).error().contains("there already"));
    assert_eq!(std::fs::read(&place).unwrap(), b"mine");
    t.staff(&[&take[..], &["--force"]].concat()).line();
    assert_eq!(std::fs::read(&place).unwrap(), PDF);

    let folder = t.path("taken");
    std::fs::create_dir(&folder).unwrap();
    let said = t.staff(&["file", &number, text(&folder)]).line();
    assert_eq!(said, format!("{}/{number}-a___(b)__c_.pdf", text(&folder)));

    let bob = t.post_message(&BOB).await;
    assert!(
        t.staff(&["file", &bob, "x"])
            .error()
            .contains("has no file")
    );
    let stored = t.path("var/messages").join(&t.files("messages")[0]);
    std::fs::remove_file(&place).unwrap();
    for (bytes, expected) in [(&PDF[1..], "damaged"), (&[PDF, b"x"].concat(), "damaged")] {
        std::fs::write(&stored, bytes).unwrap();
        assert!(t.staff(&take).error().contains(expected));
    }
    std::fs::remove_file(&stored).unwrap();
    assert!(t.staff(&take).error().contains("not in the store"));
    assert!(!place.exists());
    let left = std::fs::read_dir(t.folder.path()).unwrap();
    let left = left.filter(|file| text(&file.as_ref().unwrap().path()).ends_with(".part"));
    assert_eq!(left.count(), 0);
}

#[test]
fn a_file_in_a_bucket_is_taken_out_checked_and_purged() {
    let kept = Kept {
        site: Site::new(),
        s3: Some(S3::start()),
    };
    let program = kept.serve();
    let (number, file) = kept.message(&program);
    let place = kept.site.path().join("plan.pdf");
    let s3 = kept.s3.as_ref().unwrap();
    let staff = |arguments: &[&str]| {
        let mut command = kept.site.command(&[&["messages"], arguments].concat());
        s3.give_to(&mut command);
        Ended::of(&mut command)
    };
    staff(&["file", &number, text(&place)]).line();
    assert_eq!(std::fs::read(&place).unwrap(), file);
    assert_eq!(staff(&["check"]).line(), "every message has its file");
    let stored = || {
        let files = std::fs::read_dir(s3.messages()).into_iter().flatten();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.len() == 32).count()
    };
    assert_eq!(stored(), 1);
    assert_eq!(
        staff(&["purge", &number, "--yes"]).line(),
        "purged 1 message"
    );
    assert_eq!(stored(), 0);
}
