//! Asking for a build and following it, over a socket that speaks the contract as a generator does.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Parser;
use contract::build::BuildId;
use contract::control::{Answer as Told, Ask as Asked, Event, JobEvent, JobId, Phase, Request};
use generator::commands::trigger::{follow, trigger};
use generator::config::options::{Cli, Command};
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Language;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixListener;

use crate::backend::{EDITOR, PUBLISHER, RECIPIENT};
use crate::client::{Answer, Ask, connect};
use crate::fixture::Build;
use crate::harness::GatewayTest;

const KEY: &str = "0123456789abcdef0123456789abcdef";
const PATH: &str = "/api/regenerate";

/// A socket that answers as a generator that publishes at once.
struct Attached {
    socket: PathBuf,
    asked: Arc<Mutex<Vec<Request>>>,
}

impl Attached {
    fn listen(folder: &Path) -> Self {
        let socket = folder.join("generator.sock");
        let listener = UnixListener::bind(&socket).unwrap();
        let asked = Arc::<Mutex<Vec<Request>>>::default();
        let heard = Arc::clone(&asked);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let heard = Arc::clone(&heard);
                tokio::spawn(async move {
                    let mut stream = BufReader::new(stream);
                    let mut line = String::new();
                    stream.read_line(&mut line).await.unwrap();
                    let request: Request = serde_json::from_str(&line).unwrap();
                    for line in lines(&request.ask) {
                        // A client that has disconnected gets no more lines.
                        let _ = stream.write_all((line + "\n").as_bytes()).await;
                    }
                    heard.lock().unwrap().push(request);
                });
            }
        });
        Self { socket, asked }
    }

    fn asked(&self) -> Vec<Request> {
        self.asked.lock().unwrap().clone()
    }
}

fn job() -> JobId {
    JobId::new(7)
}

fn lines(ask: &Asked) -> Vec<String> {
    let text = |told: &Told| serde_json::to_string(told).unwrap();
    match ask {
        Asked::Regenerate(_) => vec![text(&Told::Job { job: job() })],
        Asked::Follow { job: of, after } if *of == job() => {
            let events = events().into_iter().filter(|event| event.id > *after);
            let events = events.map(|event| serde_json::to_string(&event).unwrap());
            [text(&Told::Following)].into_iter().chain(events).collect()
        }
        _ => vec![text(&Told::NoJob)],
    }
}

fn events() -> Vec<JobEvent> {
    let build = BuildId::new("20261121T030405Z", 7).unwrap();
    let progress = Event::Progress {
        phase: Phase::Pages,
        done: 1,
        total: 2,
        seconds_left: Some(1),
    };
    let events = [Event::Queued, Event::Started, progress];
    let events = events
        .into_iter()
        .chain([Event::Published { build, at: None }, Event::Finished]);
    (1..)
        .zip(events)
        .map(|(id, event)| JobEvent { id, event })
        .collect()
}

/// A gateway with an attached generator and a file of keys.
struct Fixture {
    gateway: GatewayTest,
    attached: Attached,
    folder: TempDir,
}

impl Fixture {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let attached = Attached::listen(folder.path());
        let keys = keys(folder.path());
        let socket = attached.socket.to_str().unwrap();
        let arguments = ["--control", socket, "--regenerate-key", &keys];
        let publish = |builds: &mut crate::fixture::Builds| builds.publish(&Build::site(1, "one"));
        let gateway = GatewayTest::configured(publish, &arguments, |_| {}).await;
        Self {
            gateway,
            attached,
            folder,
        }
    }

    fn post(&self) -> Ask {
        self.gateway.ask("POST", PATH)
    }

    async fn signed(&self, body: &str) -> Answer {
        signed(self.post(), "POST", PATH, body).send().await
    }

    fn events_of(&self, job: &JobId) -> (String, Ask) {
        let path = format!("{PATH}/{job}/events");
        let ask = self.gateway.ask("GET", &path);
        (path, ask)
    }
}

fn keys(folder: &Path) -> String {
    let file = folder.join("regenerate.key");
    let text = format!("{KEY}\ngithub {KEY}\ngitlab {KEY}\n");
    std::fs::write(&file, text).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    file.to_str().unwrap().to_owned()
}

fn hash(message: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(KEY.as_bytes()).unwrap();
    let tag = mac.chain_update(message).finalize().into_bytes();
    let digits: String = tag.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256={digits}")
}

fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
}

fn signed(ask: Ask, method: &str, path: &str, body: &str) -> Ask {
    signed_at(now(), ask, (method, path), body)
}

fn signed_at(time: u64, ask: Ask, (method, path): (&str, &str), body: &str) -> Ask {
    let signature = hash(&format!("{method}\n{path}\n{time}\n{body}"));
    let ask = ask
        .header("Portico-Timestamp", &time.to_string())
        .header("Portico-Signature", &signature);
    match body {
        "" => ask,
        body => ask.body("application/json", body),
    }
}

// R10.03
#[tokio::test]
async fn a_signed_webhook_starts_a_job_and_follows_it_to_its_end() {
    let t = Fixture::start().await;
    let answer = t.signed(r#"{"why":"prices","by":"ann","nonce":1}"#).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    assert_eq!(answer.json()["code"], 202);
    assert_eq!(answer.json()["data"]["job"], job().as_str());
    assert_eq!(answer.header("cache-control"), "no-store");
    let asked = t.attached.asked();
    let Asked::Regenerate(initiator) = &asked[0].ask else {
        panic!("a build was asked for");
    };
    assert_eq!(initiator.by, "ann (webhook)");
    assert_eq!(initiator.why.as_deref(), Some("prices"));

    let (path, ask) = t.events_of(&job());
    let answer = signed(ask, "GET", &path, "").send().await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/event-stream");
    assert_eq!(answer.header("cache-control"), "no-store");
    let text = answer.text();
    assert!(text.starts_with("retry: "), "{text}");
    for line in [
        "id: 1",
        "event: queued",
        "event: published",
        "id: 5",
        "event: finished",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
    assert!(
        text.contains(
            r#"{"id":3,"kind":"progress","phase":"pages","done":1,"total":2,"secondsLeft":1}"#
        ),
        "{text}"
    );
    assert!(
        t.gateway.backend.calls().is_empty(),
        "the origin heard nothing"
    );
}

// R10.03
#[tokio::test]
async fn a_client_that_comes_back_gets_the_rest_and_then_nothing() {
    let t = Fixture::start().await;
    let (path, ask) = t.events_of(&job());
    let rest = signed(ask.header("Last-Event-ID", "3"), "GET", &path, "");
    let rest = rest.send().await;
    let ids: Vec<&str> = rest
        .text()
        .lines()
        .filter(|line| line.starts_with("id: "))
        .collect();
    assert_eq!(ids, ["id: 4", "id: 5"]);
    let (path, ask) = t.events_of(&job());
    let nothing = signed(ask.header("Last-Event-ID", "5"), "GET", &path, "");
    assert_eq!(
        nothing.send().await.status,
        204,
        "a browser comes back no more"
    );
    let unknown = JobId::new(8);
    let (path, ask) = t.events_of(&unknown);
    assert_eq!(signed(ask, "GET", &path, "").send().await.status, 404);
}

// R10.03
#[tokio::test]
async fn a_replayed_a_late_and_a_wrongly_signed_request_are_refused() {
    let t = Fixture::start().await;
    let time = now();
    let same = || signed_at(time, t.post(), ("POST", PATH), "{}");
    assert_eq!(same().send().await.status, 202);
    let replayed = same().send().await;
    assert_eq!(replayed.status, 409, "{}", replayed.text());
    let refused = [
        (
            "late",
            signed_at(time - 400, t.post(), ("POST", PATH), "{}"),
        ),
        (
            "ahead",
            signed_at(time + 400, t.post(), ("POST", PATH), "{}"),
        ),
        ("another path", signed(t.post(), "POST", "/api/other", "{}")),
        ("another method", signed(t.post(), "GET", PATH, "{}")),
        (
            "another body",
            t.post()
                .header("Portico-Timestamp", &time.to_string())
                .header(
                    "Portico-Signature",
                    &hash(&format!("POST\n{PATH}\n{time}\n{{}}")),
                )
                .body("application/json", "{\"why\":\"x\"}"),
        ),
        ("no time", t.post().header("Portico-Signature", &hash(""))),
        (
            "no key of GitLab",
            t.post().header("X-Gitlab-Token", "guess"),
        ),
        (
            "no signature of GitHub",
            t.post().header("X-Hub-Signature-256", &hash("x")),
        ),
    ];
    for (name, ask) in refused {
        let answer = ask.send().await;
        assert_eq!(answer.status, 401, "{name}: {}", answer.text());
        assert!(!answer.text().contains(KEY));
    }
    assert_eq!(
        t.attached.asked().len(),
        1,
        "one of them reached the generator"
    );
}

// R10.03
#[tokio::test]
async fn webhooks_of_git_hosts_start_a_job_and_follow_none() {
    let t = Fixture::start().await;
    let push = format!(
        r#"{{"ref":"refs/heads/main","commits":"{}"}}"#,
        "x".repeat(100_000)
    );
    let github = || {
        let ask = t.post().header("X-Hub-Signature-256", &hash(&push));
        ask.body("application/json", push.as_str())
    };
    assert_eq!(github().send().await.status, 202);
    assert_eq!(github().send().await.status, 409, "it was delivered before");
    let gitlab = || {
        let ask = t.post().header("X-Gitlab-Token", KEY);
        ask.body("application/json", push.as_str())
    };
    assert_eq!(gitlab().send().await.status, 202);
    assert_eq!(gitlab().send().await.status, 202);
    let by = |request: &Request| match &request.ask {
        Asked::Regenerate(initiator) => initiator.by.clone(),
        _ => String::new(),
    };
    let all: Vec<String> = t.attached.asked().iter().map(by).collect();
    assert_eq!(all, ["GitHub", "GitLab", "GitLab"]);
    let (_, ask) = t.events_of(&job());
    let answer = ask.header("X-Gitlab-Token", KEY).send().await;
    assert_eq!(answer.status, 401);
}

// R10.03
#[tokio::test]
async fn an_editor_may_and_nobody_else_who_is_signed_in() {
    let t = Fixture::start().await;
    t.gateway.backend.sign_in(EDITOR);
    t.gateway.backend.sign_in("members-token");
    let origin = format!("http://{}", t.gateway.address);
    let post = |cookie: &str| {
        let ask = t.post().header("Origin", &origin);
        let ask = ask.header("Cookie", &format!("token={cookie}"));
        ask.header("language", "en")
    };
    let editor = post(EDITOR).body("application/json", r#"{"why":"figures"}"#);
    let answer = editor.send().await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    assert_eq!(answer.json()["msg"], "The site is being rebuilt");
    let asked = t.attached.asked();
    let Asked::Regenerate(initiator) = &asked[0].ask else {
        panic!("a build was asked for");
    };
    assert_eq!(initiator.by, "lin@example.com");
    assert_eq!(asked[0].language.as_deref(), Some("en"));

    t.gateway.backend.sign_in(PUBLISHER);
    assert_eq!(post(PUBLISHER).send().await.status, 202);
    t.gateway.backend.sign_in(RECIPIENT);
    assert_eq!(post(RECIPIENT).send().await.status, 403);
    let member = post("members-token").send().await;
    assert_eq!(member.status, 403, "{}", member.text());
    assert!(member.json()["msg"].as_str().unwrap().contains("editor"));
    assert_eq!(post("made-up").send().await.status, 401);
    assert_eq!(t.post().header("Origin", &origin).send().await.status, 401);
    let cookie = format!("token={EDITOR}");
    for foreign in ["https://evil.example", "null"] {
        let ask = t.post().header("Cookie", &cookie);
        assert_eq!(ask.header("Origin", foreign).send().await.status, 403);
    }
    assert_eq!(t.attached.asked().len(), 2);

    let (_, ask) = t.events_of(&job());
    let events = ask.header("Cookie", &cookie).send().await;
    assert!(events.text().contains("event: finished"));
    let (_, ask) = t.events_of(&job());
    let ask = ask.header("Cookie", "token=members-token");
    assert_eq!(ask.send().await.status, 403);
}

// R10.03
#[tokio::test]
async fn without_a_generator_it_says_so_and_the_webhook_may_be_sent_again() {
    let t = Fixture::start().await;
    std::fs::remove_file(&t.attached.socket).unwrap();
    let time = now();
    let same = || signed_at(time, t.post(), ("POST", PATH), "{}");
    for language in ["en", "zh-CN"] {
        let answer = same().header("language", language).send().await;
        assert_eq!(answer.status, 503);
        let msg = answer.json()["msg"].as_str().unwrap().to_owned();
        assert!(msg.contains("generator watch"), "{msg}");
    }
    let _again = Attached::listen(t.folder.path());
    assert_eq!(
        same().send().await.status,
        202,
        "it was not carried out before"
    );
}

// R10.03
#[tokio::test]
async fn methods_paths_and_bodies_that_are_none_are_refused() {
    let t = Fixture::start().await;
    for (method, target, status) in [
        ("GET", PATH, 405),
        ("PUT", PATH, 405),
        ("POST", "/api/regenerate/", 404),
        (
            "POST",
            "/api/regenerate/00000000000000000000000000000007/events",
            405,
        ),
    ] {
        let answer = t.gateway.ask(method, target).send().await;
        assert_eq!(answer.status, status, "{method} {target}");
    }
    let (_, ask) = t.events_of(&job());
    assert_eq!(ask.send().await.status, 401);
    let long = format!(r#"{{"why":"{}"}}"#, "x".repeat(5_000));
    assert_eq!(t.signed(&long).await.status, 413);
    assert_eq!(t.signed("[1]").await.status, 400);
    assert!(t.attached.asked().is_empty());
}

#[tokio::test]
async fn a_client_has_a_budget_and_a_bound_of_streams() {
    let t = Fixture::start().await;
    let mut statuses = Vec::new();
    for _ in 0..40 {
        statuses.push(t.post().send().await.status);
    }
    assert_eq!(statuses[0], 403, "no page of this site sent it");
    assert_eq!(*statuses.last().unwrap(), 429);
    let other = t.post().from([127, 0, 0, 2].into());
    assert_eq!(other.send().await.status, 403, "another client has its own");
}

/// A generator that builds for ever: it answers, sends one event, and keeps the connection.
async fn endless(folder: &Path) -> PathBuf {
    let socket = folder.join("endless.sock");
    let listener = UnixListener::bind(&socket).unwrap();
    tokio::spawn(async move {
        let mut kept = Vec::new();
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let text = "{\"kind\":\"following\"}\n{\"id\":1,\"kind\":\"queued\"}\n";
            stream.write_all(text.as_bytes()).await.unwrap();
            kept.push(stream);
        }
    });
    socket
}

#[tokio::test]
async fn an_event_is_told_when_it_happens_and_streams_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let socket = endless(folder.path()).await;
    let keys = keys(folder.path());
    let arguments = [
        "--control",
        socket.to_str().unwrap(),
        "--regenerate-key",
        &keys,
    ];
    let t = GatewayTest::configured(|_| {}, &arguments, |_| {}).await;
    let path = format!("{PATH}/{}/events", job());
    let mut open = Vec::new();
    for number in 0..9 {
        let mut stream = connect(t.address, [127, 0, 0, 1].into()).await;
        let time = now();
        let signature = hash(&format!("GET\n{path}\n{time}\n"));
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: x\r\nPortico-Timestamp: {time}\r\nPortico-Signature: {signature}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let expected = if number < 8 { "event: queued" } else { "429" };
        let mut heard = Vec::new();
        let reading = async {
            while !String::from_utf8_lossy(&heard).contains(expected) {
                assert!(stream.read_buf(&mut heard).await.unwrap() > 0, "it hung up");
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(10), reading).await;
        waited.unwrap_or_else(|_| panic!("{number}: {}", String::from_utf8_lossy(&heard)));
        open.push(stream);
    }
}

/// The generator's command, as a person or a CI job gives it.
async fn commanded(arguments: &[&str]) -> Result<Exit, Failure> {
    let all = ["generator"].iter().chain(arguments);
    let command = Cli::try_parse_from(all).unwrap().command;
    let run = move || match command {
        Command::Trigger(args) => trigger(&args, Language::English),
        Command::Follow(args) => follow(&args, Language::English),
        _ => panic!("the arguments name another command"),
    };
    tokio::task::spawn_blocking(run).await.unwrap()
}

// R10.03
#[tokio::test]
async fn the_generators_commands_start_a_job_and_end_as_it_does() {
    let t = Fixture::start().await;
    let url = format!("http://{}", t.gateway.address);
    let key = t.folder.path().join("regenerate.key");
    let key = key.to_str().unwrap();
    let arguments = [
        "trigger", &url, "--key", key, "--by", "ann", "--why", "prices",
    ];
    let followed = [&arguments[..], &["--follow"]].concat();
    assert_eq!(commanded(&followed).await.unwrap(), Exit::Done);
    assert_eq!(
        commanded(&arguments).await.unwrap(),
        Exit::Done,
        "in the same second"
    );
    let asked = t.attached.asked();
    let Asked::Regenerate(initiator) = &asked[0].ask else {
        panic!("a build was asked for");
    };
    assert_eq!(initiator.by, "ann (webhook)");
    assert_eq!(initiator.why.as_deref(), Some("prices"));
    let job = job();
    let known = [
        "follow",
        &url,
        job.as_str(),
        "--key",
        key,
        "--message-format",
        "json",
    ];
    assert_eq!(commanded(&known).await.unwrap(), Exit::Done);

    let unknown = JobId::new(8);
    let unknown = ["follow", &url, unknown.as_str(), "--key", key];
    let failure = commanded(&unknown).await.unwrap_err();
    assert_eq!(failure.exit, Exit::Usage, "{}", failure.error);
    assert!(
        failure.error.to_string().contains("404"),
        "{}",
        failure.error
    );
    let other = t.folder.path().join("other.key");
    std::fs::write(&other, "x".repeat(32)).unwrap();
    std::fs::set_permissions(&other, PermissionsExt::from_mode(0o600)).unwrap();
    let wrong = ["trigger", &url, "--key", other.to_str().unwrap()];
    let failure = commanded(&wrong).await.unwrap_err();
    assert!(
        failure.error.to_string().contains("401"),
        "{}",
        failure.error
    );
}
