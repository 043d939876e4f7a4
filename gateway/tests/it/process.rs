//! The program itself: its output, its exit; and the server's own limits.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::fixture::{Build, Builds};
use crate::harness::GatewayTest;

pub(crate) fn gateway(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gateway"));
    command
        .args(arguments)
        .env_clear()
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn ended(arguments: &[&str]) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = gateway(arguments).output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

pub(crate) fn address_of(child: &mut Child) -> std::net::SocketAddr {
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let place = line.trim().strip_prefix("Listening at http");
    let place = place.expect("the first line says where");
    let address = place.trim_start_matches('s').strip_prefix("://");
    address.unwrap().parse().unwrap()
}

fn send(signal: Signal, child: &Child) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

#[tokio::test]
async fn the_program_says_where_it_listens_and_stops_when_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut builds = Builds::new(&folder.path().join("builds"));
    builds.publish(&Build::site(1, "one"));
    let root = builds.root.to_str().unwrap();
    let mut child = gateway(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--builds",
        root,
        "--origin",
        "http://127.0.0.1:9",
    ])
    .spawn()
    .unwrap();
    let address = address_of(&mut child);
    assert_eq!(
        crate::client::Ask::new(address, "GET", "/about")
            .send()
            .await
            .status,
        200
    );
    send(Signal::TERM, &child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

// R11.05
#[test]
fn a_hangup_ends_nothing_and_says_so() {
    let mut child = gateway(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--origin",
        "http://127.0.0.1:9",
    ])
    .spawn()
    .unwrap();
    address_of(&mut child);
    send(Signal::HUP, &child);
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(log.any(|line| line.unwrap().contains("SIGHUP: nothing to reload")));
    send(Signal::TERM, &child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn what_cannot_work_ends_with_one_sentence_and_a_named_code() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let remote = ["--origin", "http://127.0.0.1:9"];
    let rows: [(&[&str], i32, &str); 6] = [
        (&["serve", "--listen", &address], 74, "cannot listen on"),
        (
            &["check-config", "--listen", &address],
            74,
            "cannot listen on",
        ),
        (&["serve", "--listen", "0.0.0.0:0"], 78, "--public-origin"),
        (
            &["check-config", "--public-origin", "http://example.com"],
            78,
            "--insecure-cookies",
        ),
        (&["serve", "--colour", "blue"], 64, "--colour"),
        (
            &["serve", "--trusted-proxy", "0.0.0.0/0"],
            64,
            "this network contains all addresses",
        ),
    ];
    for (arguments, code, sentence) in rows {
        let (ended, text) = ended(&[arguments, &remote].concat());
        assert_eq!(ended, Some(code), "{arguments:?}: {text}");
        assert!(text.contains(sentence), "{arguments:?}: {text}");
    }
}

#[test]
fn check_config_and_serve_read_the_file_and_refuse_a_wrong_one_at_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("portico.toml");
    let name = file.display().to_string();
    let rows = [
        (
            "listen = '127.0.0.1:0'\norigin = 'http://127.0.0.1:9'",
            0,
            "",
        ),
        ("lisen = '127.0.0.1:0'", 78, ":2:1: unknown key `lisen`"),
        (
            "listen = '0.0.0.0:0'\norigin = 'http://127.0.0.1:9'",
            78,
            "--public-origin",
        ),
        (
            "listen = 'here'",
            78,
            ":2:10: `listen`: invalid value 'here'",
        ),
        (
            "tls-cert = 'a.pem'",
            78,
            ":2:12: `tls-cert`: the following required",
        ),
    ];
    for (text, code, sentence) in rows {
        std::fs::write(&file, format!("[gateway]\n{text}\n")).unwrap();
        let (check, words) = ended(&["check-config", "--config", &name]);
        assert_eq!(check, Some(code), "{text}: {words}");
        assert!(words.contains(sentence), "{text}: {words}");
        if code != 0 {
            let (serve, words) = ended(&["serve", "--config", &name]);
            assert_eq!(serve, Some(code), "{text}: {words}");
        }
    }
    std::fs::write(&file, "[gateway]\nhsts = 7\n").unwrap();
    let help = gateway(&["serve", "--help-all", "--config", &name]).output();
    let help = String::from_utf8(help.unwrap().stdout).unwrap();
    assert!(help.contains("[file: 7]") && help.contains(&name), "{help}");
}

#[test]
fn check_config_says_what_to_know() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_str().unwrap();
    let output = gateway(&[
        "check-config",
        "--listen",
        "127.0.0.1:0",
        "--builds",
        root,
        "--origin",
        "http://127.0.0.1:9",
    ])
    .output()
    .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(
        text.contains("no build yet")
            && text.contains("http://127.0.0.1:9")
            && text.contains("unless it is named with `--trusted-proxy`"),
        "{text}"
    );
}

#[cfg(feature = "embedded-origin")]
#[test]
fn predictable_captchas_are_refused_where_others_can_reach_them() {
    let rows = [
        ("0.0.0.0:0", "https://www.example.com", Some(78)),
        ("127.0.0.1:0", "https://www.example.com", Some(78)),
        ("127.0.0.1:0", "http://localhost:8080", Some(0)),
    ];
    for (listen, public, code) in rows {
        let arguments = &["--listen", listen, "--public-origin", public][..];
        let all = [&["check-config", "--predictable-captchas"], arguments].concat();
        let (ended_with, text) = ended(&all);
        assert_eq!(ended_with, code, "{arguments:?}: {text}");
        if code == Some(78) {
            let all = [&["serve", "--predictable-captchas"], arguments].concat();
            assert_eq!(ended(&all).0, code, "{arguments:?}");
            assert!(
                text.contains("`--predictable-captchas` is for tests"),
                "{text}"
            );
        }
    }
}

#[cfg(feature = "embedded-origin")]
#[test]
fn check_config_says_where_the_data_is_and_whom_it_believes() {
    let check = ["check-config", "--listen", "127.0.0.1:0", "--var", "here"];
    let found = |arguments: &[&str], code: i32| {
        let output = gateway(&[&check, arguments].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(code));
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let text = found(&["--trusted-proxy", "10.0.0.0/8,::1"], 0);
    assert!(
        text.contains("SQLite under `here`; a second gateway needs PostgreSQL"),
        "{text}"
    );
    assert!(
        text.contains("the address that 10.0.0.0/8, ::1/128 vouch for"),
        "{text}"
    );
    // There is no listener, so `serve` would not start.
    let text = found(
        &["--database-url", "postgres://ann:secret@127.0.0.1:1/site"],
        69,
    );
    assert!(
        text.contains("its data in postgres://127.0.0.1:1/site")
            && text.contains("`here/origin.key`")
            && text.contains("error: cannot connect to"),
        "{text}"
    );
    assert!(!text.contains("secret"), "{text}");
}

#[cfg(feature = "embedded-origin")]
#[test]
fn check_config_says_no_where_serve_does_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let below_a_file = file.join("var").display().to_string();
    let new = folder.path().join("new/var").display().to_string();
    let listen = ["--listen", "127.0.0.1:0", "--var"];
    for command in ["check-config", "serve"] {
        let (code, words) = ended(&[&[command], &listen[..], &[&below_a_file]].concat());
        assert_eq!(code, Some(69), "{command}: {words}");
        assert!(words.contains("cannot create the folder"), "{words}");
    }
    let (code, words) = ended(&[&["check-config"], &listen[..], &[&new]].concat());
    assert_eq!(code, Some(0), "{words}");
    assert!(!folder.path().join("new").exists());
}

#[test]
fn the_start_says_that_there_is_no_folder_of_builds_and_help_names_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let builds = folder.path().join("bulids").display().to_string();
    let remote = ["--origin", "http://127.0.0.1:9"];
    let options = ["serve", "--listen", "127.0.0.1:0", "--builds", &builds];
    let mut child = gateway(&[&options[..], &remote].concat()).spawn().unwrap();
    address_of(&mut child);
    child.kill().unwrap();
    let words = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    let sentence = format!("there is no folder `{builds}` (`--builds`)");
    assert!(words.contains(&sentence), "{words}");

    let options = [
        "check-config",
        "--listen",
        "127.0.0.1:0",
        "--builds",
        &builds,
    ];
    let checked = gateway(&[&options[..], &remote].concat()).output().unwrap();
    assert_eq!(checked.status.code(), Some(0));
    let words = String::from_utf8(checked.stdout).unwrap();
    assert!(words.contains(&format!("warning: {sentence}")), "{words}");

    let help = gateway(&["serve", "--help"]).output().unwrap().stdout;
    assert!(String::from_utf8(help).unwrap().contains("PORTICO_LOG"));
}

#[tokio::test]
async fn a_connection_that_is_idle_or_sends_its_head_too_slowly_is_closed() {
    let t = GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &[],
        |config| config.limits.head = Duration::from_millis(50),
    )
    .await;
    for start in ["", "GET /abo", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"] {
        let mut stream = TcpStream::connect(t.address).await.unwrap();
        stream.write_all(start.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        let read =
            tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut rest)).await;
        assert!(read.is_ok(), "{start:?} stays open");
    }
}

#[tokio::test]
async fn an_answer_in_hand_is_finished_when_the_server_stops() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    t.backend.mood(crate::backend::Mood::Slow);
    let (address, state) = (t.address, std::sync::Arc::clone(&t.backend.state));
    let visit = tokio::spawn(
        crate::client::Ask::new(address, "GET", "/product")
            .header("Cookie", "token=good")
            .send(),
    );
    t.until("/metrics", |answer| {
        answer.text().contains("gateway_session_checks_total 1")
    })
    .await;
    let stopping = tokio::spawn(t.stop());
    let refused = async { while TcpStream::connect(address).await.is_ok() {} };
    tokio::time::timeout(Duration::from_secs(20), refused)
        .await
        .unwrap();
    state.go_on.notify_one();
    assert_eq!(visit.await.unwrap().status, 200);
    stopping.await.unwrap();
}

#[tokio::test]
async fn metrics_count_and_health_needs_no_build() {
    let t = GatewayTest::start().await;
    t.get("/about").await;
    t.get("/nowhere").await;
    let metrics = t.get("/metrics").await;
    assert_eq!(
        metrics.header("content-type"),
        "text/plain; version=0.0.4; charset=utf-8"
    );
    for line in [
        "gateway_answers_total{class=\"2xx\"} 1",
        "gateway_answers_total{class=\"4xx\"} 1",
        "gateway_build_reloads_total 1",
    ] {
        assert!(
            metrics.text().lines().any(|other| other == line),
            "{line}\n{}",
            metrics.text()
        );
    }
    assert_eq!(t.get("/healthz").await.text(), "ok\n");
    assert_eq!(
        t.get("/readyz").await.json()["build"],
        "20261121T030001Z-00000001"
    );
}
