//! The log of acts on personal data (R2.05).

use origin::exit::Exit;
use serde_json::Value;

use crate::harness::OriginTest;
use crate::inbox::{ANN, BOB, text};
use crate::program::Ended;

impl OriginTest {
    fn command_by(&self, person: &str, arguments: &[&str]) -> Ended {
        Ended::of(self.command(arguments).env("PORTICO_BY", person))
    }

    fn acts(&self) -> Vec<Value> {
        let log = Ended::of(&mut self.command(&["log", "--json"]));
        let lines = log.lines();
        let act = |line: &&str| serde_json::from_str(line).unwrap();
        lines.iter().map(act).collect()
    }
}

#[tokio::test]
async fn each_act_on_personal_data_leaves_one_line_without_the_data() {
    let t = OriginTest::live().await;
    let (ann, bob) = (t.post_message(&ANN).await, t.post_message(&BOB).await);
    let (plan, all) = (t.path("plan.pdf"), t.path("all.csv"));
    let (person, backup) = (t.path("person"), t.path("site.backup"));
    let acts: &[(&[&str], &str, &str, u64)] = &[
        (
            &["messages", "file", &ann, text(&plan)],
            "messages file",
            &ann,
            1,
        ),
        (
            &["messages", "export", "--out", text(&all)],
            "messages export",
            "",
            2,
        ),
        (&["messages", "done", &ann], "messages done", &ann, 1),
        (&["messages", "reopen", &ann], "messages reopen", &ann, 1),
        (&["messages", "done", &ann, &bob], "messages done", "", 2),
        (
            &[
                "messages",
                "subject",
                "ann@example.com",
                "--out",
                text(&person),
            ],
            "messages subject --out",
            "",
            1,
        ),
        (
            &[
                "messages",
                "subject",
                "ann@example.com",
                "--delete",
                "--yes",
            ],
            "messages subject --delete",
            "",
            1,
        ),
        (
            &["messages", "purge", &bob, "--yes"],
            "messages purge",
            "",
            1,
        ),
        (
            &["user", "create", "eve@example.com"],
            "user create",
            "an id",
            1,
        ),
        (
            &["user", "role", "eve@example.com", "editor"],
            "user role",
            "an id",
            1,
        ),
        (
            &["session", "create", "--email", "eve@example.com"],
            "session create",
            "an id",
            1,
        ),
        (
            &["user", "revoke", "eve@example.com"],
            "user revoke",
            "an id",
            1,
        ),
        (
            &["user", "delete", "eve@example.com", "--yes"],
            "user delete",
            "an id",
            1,
        ),
        (&["backup", text(&backup)], "backup", "", 0),
        (&["restore", text(&backup)], "restore", "", 0),
    ];
    for (done, (arguments, verb, object, count)) in acts.iter().enumerate() {
        let ended = t.command_by("沈 Lan\u{1b}[2J", arguments);
        assert_eq!(ended.code, Some(0), "{arguments:?} {ended:?}");
        let log = t.acts();
        assert_eq!(log.len(), done + 1, "{arguments:?}");
        let act = log
            .iter()
            .find(|act| act["verb"] == **verb && act["count"] == *count);
        let act = act.unwrap_or_else(|| panic!("{arguments:?}: {log:?}"));
        assert_eq!(act["by"], "沈 Lan[2J");
        match *object {
            "an id" => assert_eq!(act["object"].as_str().unwrap().len(), 32),
            object => assert!(log.iter().any(|act| act["object"] == object), "{log:?}"),
        }
    }
    let told = serde_json::to_string(&t.acts()).unwrap();
    for personal in ["ann@", "bob@", "eve@", "潮汐", "plan", &bob] {
        assert!(!told.contains(personal), "{personal}: {told}");
    }
}

#[tokio::test]
async fn a_refused_command_leaves_no_line() {
    let t = OriginTest::live().await;
    let ann = t.post_message(&ANN).await;
    let commands: [&[&str]; 9] = [
        &["messages", "purge", &ann],
        &["messages", "purge", "7K3D-9QXF", "--yes"],
        &["messages", "done", "7K3D-9QXF"],
        &["messages", "reopen", &ann],
        &["messages", "file", "7K3D-9QXF", "plan.pdf"],
        &["messages", "export", "--form", "nope"],
        &["user", "delete", "nobody@example.com", "--yes"],
        &["user", "role", "nobody@example.com", "editor"],
        &["user", "revoke", "nobody@example.com"],
    ];
    for command in commands {
        let ended = t.command_by("ann", command);
        assert_eq!(
            ended.code,
            Some(Exit::Failed as i32),
            "{command:?} {ended:?}"
        );
    }
    assert!(t.acts().is_empty(), "{:?}", t.acts());
}

/// B3: a verb that deletes asks a person, and a script says `--yes`.
#[tokio::test]
async fn each_verb_that_deletes_asks_and_names_its_object() {
    let t = OriginTest::live().await;
    let ann = t.post_message(&ANN).await;
    Ended::of(&mut t.command(&["user", "create", "eve@example.com"])).line();
    let verbs: [(&[&str], &[&str]); 4] = [
        (
            &["messages", "purge", &ann],
            &[&ann, "bp", "Ann@Example.com", "its file"],
        ),
        (
            &["messages", "purge", "--before", "2100-01-01"],
            &["1 message"],
        ),
        (
            &["messages", "subject", "ann@example.com", "--delete"],
            &["1 message", "ann@example.com"],
        ),
        (
            &["user", "delete", "eve@example.com"],
            &["eve@example.com", "member", "0 sessions"],
        ),
    ];
    for (verb, named) in verbs {
        let asked = Ended::of(&mut t.command(verb));
        let error = asked.error();
        assert!(error.contains("`--yes`"), "{asked:?}");
        for name in named {
            assert!(error.contains(name), "{name}: {error}");
        }
    }
    assert_eq!(t.stored().await[..2], [1, 1]);
    assert_eq!(
        Ended::of(&mut t.command(&["user", "list"])).lines().len(),
        2
    );
}

#[tokio::test]
async fn a_form_that_there_is_not_is_an_error_with_those_that_there_are() {
    let t = OriginTest::live().await;
    t.post_message(&ANN).await;
    for verb in ["list", "export"] {
        let said = t.staff(&[verb, "--form", "nope"]);
        let said = said.error();
        assert!(said.starts_with("no form is called `nope`"), "{said}");
        assert!(said.ends_with("bp, work"), "{said}");
    }
    assert_eq!(t.staff(&["list", "--form", "work"]).lines().len(), 1);
    assert_eq!(t.staff(&["list", "--form", "bp"]).lines().len(), 2);
}

#[test]
fn an_account_is_made_once() {
    let site = crate::program::Site::new();
    let create = ["user", "create", "eve@example.com", "--role", "editor"];
    assert_eq!(
        site.run(&create).line(),
        "eve@example.com has an account now, as editor"
    );
    assert!(site.run(&create).error().contains("has an account already"));
    assert_eq!(site.accounts()[0]["role"], "editor");
    assert_eq!(site.accounts()[0]["sessions"], 0);
}
