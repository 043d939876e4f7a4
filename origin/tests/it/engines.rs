//! PostgreSQL from outside: the operator's messages when it cannot be used. (All the other tests
//! prove that the origin works on it when they run under `scripts/with-postgres`.)

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};

use origin::exit::Exit;

use crate::program::{Ended, Program, Site};

/// Runs a command against a database that is not there.
fn with_url(site: &Site, url: &str) -> Ended {
    Ended::of(
        site.command(&["session", "create", "--email", "ann@example.com"])
            .env("DATABASE_URL", url),
    )
}

/// The error about a server, or a missing one, at `address`.
fn no_way_in(address: SocketAddr) -> String {
    let site = Site::on_sqlite();
    let ended = with_url(&site, &format!("postgres://o5car:5ecret@{address}/site"));
    let place = format!("cannot connect to `postgres://{address}/site`: is PostgreSQL");
    assert!(ended.error().starts_with(&place), "{ended:?}");
    assert!(!ended.err.contains("5ecret") && !ended.err.contains("o5car"));
    ended.error().to_owned()
}

#[test]
fn no_server_is_one_sentence_without_the_password() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
    let error = no_way_in(address.unwrap());
    assert!(error.contains("refused"), "{error}");
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let error = no_way_in(silent.local_addr().unwrap());
    assert!(error.contains("no answer within"), "{error}");
}

#[test]
fn what_is_no_address_of_a_database_is_bad_usage_and_not_repeated() {
    let site = Site::on_sqlite();
    let ended = with_url(&site, "mysql://ann:5ecret@127.0.0.1/site");
    assert_eq!(ended.code, Some(Exit::Usage as i32));
    assert!(ended.err.contains("postgres://user:password@host/database"));
    assert!(!ended.err.contains("5ecret"), "{ended:?}");
}

#[test]
fn a_wrong_password_and_a_wrong_database_say_so_without_the_password() {
    let site = Site::new();
    let Some(url) = site.database().url() else {
        return; // There is no server to be refused by.
    };
    let (start, rest) = url.split_once("://").unwrap();
    let (user, host) = rest.split_once('@').unwrap();
    let (user, password) = user.split_once(':').unwrap();
    let wrong = with_url(&site, &format!("{start}://{user}:5ecret@{host}"));
    assert!(
        wrong.error().contains("password authentication failed"),
        "{wrong:?}"
    );
    let missing = with_url(&site, &format!("{url}_missing"));
    assert!(
        missing.error().contains("_missing\" does not exist"),
        "{missing:?}"
    );
    for ended in [wrong, missing] {
        assert!(!ended.err.contains("5ecret") && !ended.err.contains(password));
    }
}

/// A PostgreSQL that only this test stops and starts; gone when it is dropped.
struct Server {
    child: Child,
    url: String,
    control: String,
}

impl Server {
    fn start() -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/with-postgres");
        let mut child = Command::new(script)
            .args(["sh", "-c", "echo \"$DATABASE_URL\"; echo \"$PG_CTL\"; cat"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut line = || lines.next().unwrap().unwrap();
        Self {
            url: line(),
            control: line(),
            child,
        }
    }

    fn control(&self, words: &str) {
        let mut shell = Command::new("sh");
        // Its owner may not enter the folder that we are in; and the server would keep a pipe open
        // that the test harness reads.
        shell.current_dir("/").stdout(Stdio::null());
        shell.args(["-c", &format!("{} {words}", self.control)]);
        assert!(shell.status().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The end of its input ends `cat`, and with it the script that cleans up.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

#[test]
fn a_database_that_goes_away_is_503_and_all_is_well_when_it_is_back() {
    if std::env::var_os("DATABASE_URL").is_none() {
        return; // This run is about SQLite, on machines that may have no PostgreSQL.
    }
    let (site, server) = (Site::on_sqlite(), Server::start());
    let with_server = |arguments: &[&str]| {
        let mut command = site.command(arguments);
        command.env("DATABASE_URL", &server.url);
        command
    };
    let program = Program::start(&mut with_server(&["serve", "--listen", "127.0.0.1:0"]));
    let create = ["session", "create", "--email", "ann@example.com"];
    let token = Ended::of(&mut with_server(&create)).line();
    assert_eq!(program.user_info(&token).0, 200);

    // Not `immediate`: files are not synced here, so that would lose the tables.
    server.control("stop -m fast");
    assert_eq!(program.user_info(&token).0, 503);
    server.control("start");
    assert_eq!(
        program.user_info(&token).0,
        200,
        "at once, without a restart"
    );
    assert_eq!(program.stop(), Some(0));
}
