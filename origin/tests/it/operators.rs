//! An operator's commands, beside a program that serves.

use origin::exit::Exit;
use serde_json::{Value, json};

use crate::program::{Ended, Site};

const ANN: &str = "ann@example.com";
const BOB: &str = "bob@example.com";

impl Site {
    /// A token made by `origin session create`.
    pub(crate) fn token(&self, email: &str) -> String {
        self.run(&["session", "create", "--email", email]).line()
    }

    pub(crate) fn accounts(&self) -> Value {
        let json = self.run(&["user", "list", "--json"]);
        serde_json::from_str(&json.lines().concat()).unwrap()
    }
}

#[test]
fn the_list_shows_every_account_for_people_and_for_programs() {
    let site = Site::new();
    let program = site.serve();
    assert_eq!(site.accounts(), json!([]));
    site.token(BOB);
    site.token(ANN);
    site.token("ANN@example.com");
    let list = site.run(&["user", "list"]);
    let columns =
        |line: &str| -> Vec<String> { line.split_whitespace().map(str::to_owned).collect() };
    let lines: Vec<_> = list.lines().into_iter().map(columns).collect();
    assert_eq!(lines[0], ["ADDRESS", "ROLE", "SINCE", "SESSIONS", "NAME"]);
    assert_eq!(lines[1][..2], [ANN, "member"]);
    assert_eq!(lines[1][3..], ["2", "ann"]);
    assert_eq!(lines[2][3..], ["1", "bob"]);

    let accounts = site.accounts();
    let since = accounts[0]["since"].as_str().unwrap();
    assert!(since.starts_with("20") && since.ends_with('Z'), "{since}");
    let ann = json!({ "email": ANN, "name": "ann", "role": "member", "recipient": false, "since": since, "sessions": 2 });
    assert_eq!(accounts[0], ann);
    assert_eq!(program.stop(), Some(0));
}

#[test]
fn a_role_holds_from_the_next_call_on() {
    let site = Site::new();
    let program = site.serve();
    let token = site.token(ANN);
    let roles = || program.user_info(&token).1["roles"].clone();
    assert_eq!(roles(), json!(["member"]));
    let said = site.run(&["user", "role", ANN, "editor"]).line();
    assert_eq!(said, "ann@example.com has the role editor now");
    assert_eq!(roles(), json!(["member", "editor"]));
    let said = site.run(&["user", "role", ANN, "publisher"]).line();
    assert_eq!(said, "ann@example.com has the role publisher now");
    assert_eq!(roles(), json!(["member", "editor", "publisher"]));
    let said = site
        .run(&["user", "role", ANN, "publisher", "recipient"])
        .line();
    assert_eq!(
        said,
        "ann@example.com has the role publisher and recipient now"
    );
    assert_eq!(
        roles(),
        json!(["member", "editor", "publisher", "recipient"])
    );
    site.run(&["user", "role", ANN, "recipient"]).line();
    assert_eq!(roles(), json!(["member", "recipient"]), "no editor now");
    site.run(&["user", "role", ANN, "member"]).line();
    assert_eq!(roles(), json!(["member"]));
}

#[test]
fn revoking_ends_all_sessions_of_one_account_and_says_how_many() {
    let site = Site::new();
    let program = site.serve();
    let (first, second, other) = (site.token(ANN), site.token(ANN), site.token(BOB));
    let revoke = || site.run(&["user", "revoke", ANN]).line();
    assert_eq!(revoke(), "ended 2 sessions of ann@example.com");
    let statuses = [&first, &second, &other].map(|token| program.user_info(token).0);
    assert_eq!(statuses, [401, 401, 200]);
    assert_eq!(revoke(), "ended 0 sessions of ann@example.com");
}

#[test]
fn revoking_all_signs_everyone_out_and_is_never_meant_by_accident() {
    let site = Site::new();
    let program = site.serve();
    let tokens = [site.token(ANN), site.token(BOB)];
    for unclear in [&["user", "revoke"][..], &["user", "revoke", "--all", ANN]] {
        assert_eq!(site.run(unclear).code, Some(Exit::Usage as i32));
    }
    let said = site.run(&["user", "revoke", "--all"]).line();
    assert_eq!(said, "ended 2 sessions, those of all accounts");
    assert_eq!(tokens.map(|token| program.user_info(&token).0), [401, 401]);
}

#[test]
fn deleting_takes_the_account_its_sessions_and_nothing_else() {
    let site = Site::new();
    let program = site.serve();
    let (ann, bob) = (site.token(ANN), site.token(BOB));
    let said = site.run(&["user", "delete", ANN, "--yes"]).line();
    assert_eq!(said, "deleted the account ann@example.com");
    assert_eq!(
        [&ann, &bob].map(|token| program.user_info(token).0),
        [401, 200]
    );
    assert_eq!(site.accounts().as_array().unwrap().len(), 1);
}

#[test]
fn an_unknown_address_is_an_error_with_the_remedy() {
    let site = Site::new();
    site.token(BOB);
    let commands: [&[&str]; 3] = [
        &["user", "role", ANN, "editor"],
        &["user", "revoke", ANN],
        &["user", "delete", ANN, "--yes"],
    ];
    for command in commands {
        assert_eq!(
            site.run(command).error(),
            "no account has the address `ann@example.com`: `origin user list` shows those there are"
        );
    }
    let misspelt = site.run(&["user", "role", BOB, "admin"]);
    assert_eq!(misspelt.code, Some(Exit::Usage as i32));
    assert!(
        misspelt
            .err
            .contains("member, editor, publisher, recipient"),
        "{misspelt:?}"
    );
}

#[test]
fn a_folder_without_a_database_is_not_given_one_by_a_question() {
    let site = Site::on_sqlite();
    let list = site.run(&["user", "list"]);
    assert!(
        list.error().starts_with("there is no database `"),
        "{list:?}"
    );
    assert!(list.error().contains("--var"), "{list:?}");
    assert!(!site.var().exists());
}

#[test]
fn a_folder_beside_the_address_of_a_database_is_bad_usage_and_opens_neither() {
    let site = Site::on_sqlite();
    let drill = site.path().join("drill");
    let folder = ["--var", drill.to_str().unwrap()];
    // Nobody listens there: a command that went on would end with another code.
    let url = "postgres://ann:5ecret@127.0.0.1:1/site";
    let commands: [&[&str]; 6] = [
        &["user", "list"],
        &["user", "revoke", "--all"],
        &["user", "delete", ANN, "--yes"],
        &["session", "create", "--email", ANN],
        &["backup", "site.backup"],
        &["restore", "site.backup"],
    ];
    for command in commands {
        let beside = [command, &folder].concat();
        let before = [&command[..1], &folder, &command[1..]].concat();
        for arguments in [&beside, &before] {
            let inherited = Ended::of(site.command(arguments).env("DATABASE_URL", url));
            assert_eq!(inherited.code, Some(Exit::Usage as i32), "{inherited:?}");
            let remedy = "`env -u DATABASE_URL`";
            assert!(inherited.err.contains(remedy), "{inherited:?}");
            assert!(inherited.err.contains("postgres://127.0.0.1:1/site"));
            assert!(!inherited.err.contains("5ecret"), "{inherited:?}");
        }
        let typed = site.run(&[&beside[..], &["--database-url", url]].concat());
        assert_eq!(typed.code, Some(Exit::Usage as i32), "{typed:?}");
        assert!(typed.err.contains("name two databases"), "{typed:?}");
    }
    assert!(!drill.exists() && !site.var().exists());
}

#[test]
fn what_is_typed_is_used_before_what_is_inherited() {
    let (site, other) = (Site::new(), Site::new());
    let create = ["session", "create", "--email", ANN];
    // The folder of `site` is inherited by both.
    let mut command = site.command(&create);
    match other.database().url() {
        Some(url) => command.args(["--database-url", &url]),
        None => command.arg("--var").arg(other.var()),
    };
    Ended::of(&mut command).line();
    assert_eq!(other.accounts()[0]["email"], ANN);
    assert!(site.database().url().is_some() || !site.var().exists());
}
