//! An origin that runs: in another process's threads, and as a program of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::pin::Pin;
use std::process::{Child, Command, Stdio};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::Request;
use http_body::Frame;
use http_body_util::{BodyExt, Full};
use origin::{Body, Busy, Handle};
use serde_json::Value;
use tokio::sync::oneshot;

use crate::harness::{Answer, code_in, config};

/// A body that ends when told.
struct Held(oneshot::Receiver<()>);

impl http_body::Body for Held {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.0).poll(cx).map(|_| None)
    }
}

/// A body that panics when it is read: a fault in whoever embeds the origin.
struct Panicking;

impl http_body::Body for Panicking {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        panic!("on purpose")
    }
}

fn post(body: Body) -> Request<Body> {
    Request::post("/api/auth/login")
        .header("content-type", "application/json")
        .body(body)
        .unwrap()
}

fn held() -> (oneshot::Sender<()>, Request<Body>) {
    let (release, held) = oneshot::channel();
    (
        release,
        post(Held(held).map_err(|never| match never {}).boxed_unsync()),
    )
}

fn user_info() -> Request<Body> {
    let body = Full::default()
        .map_err(|never| match never {})
        .boxed_unsync();
    Request::get("/api/auth/user-info")
        .header("language", "en")
        .body(body)
        .unwrap()
}

fn start(folder: &Path, calls: usize) -> Handle {
    let mut config = config(folder);
    config.settings.origin_calls = calls;
    Handle::start(config).unwrap()
}

#[tokio::test]
async fn calls_beyond_the_bound_are_busy_at_once_and_places_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let handle = start(folder.path(), 1);
    let (release, request) = held();
    let mut first = Box::pin(handle.call(request));
    assert!(futures_poll(&mut first).await.is_pending());
    assert_eq!(handle.call(user_info()).await.err(), Some(Busy));
    let busy = Answer::read(handle.busy(user_info().headers())).await;
    assert_eq!((busy.status, busy.header("retry-after")), (503, "5"));
    release.send(()).unwrap();
    assert_eq!(first.await.unwrap().status(), 400);
    assert_eq!(handle.call(user_info()).await.unwrap().status(), 401);
    handle.stop().await;
}

#[tokio::test]
async fn stopping_finishes_calls_in_hand_and_takes_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let handle = start(folder.path(), 2);
    let (release, request) = held();
    let mut in_hand = Box::pin(handle.call(request));
    assert!(futures_poll(&mut in_hand).await.is_pending());
    let mut stop = Box::pin(handle.stop());
    assert!(futures_poll(&mut stop).await.is_pending());
    while handle.call(user_info()).await.is_ok() {
        tokio::task::yield_now().await;
    }
    release.send(()).unwrap();
    assert_eq!(in_hand.await.unwrap().status(), 400);
    stop.await;
    assert_eq!(handle.call(user_info()).await.err(), Some(Busy));
    let var = folder.path().join("var");
    assert!(
        !var.join("origin.db-wal").exists(),
        "the database was closed"
    );
    handle.stop().await;
}

#[tokio::test]
async fn a_call_that_panics_is_a_500_and_the_next_one_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let handle = start(folder.path(), 1);
    let request = post(Panicking.map_err(|never| match never {}).boxed_unsync());
    let answer = Answer::read(handle.call(request).await.unwrap()).await;
    assert_eq!(answer.status, 500);
    assert_eq!(handle.call(user_info()).await.unwrap().status(), 401);
    handle.stop().await;
}

#[tokio::test]
async fn a_start_that_fails_says_where() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("var"), "a file").unwrap();
    let error = Handle::start(config(folder.path())).err().unwrap();
    assert!(error.to_string().contains("var"), "{error}");
}

/// One poll, so that the call has taken its place.
async fn futures_poll<F: Future + Unpin>(future: &mut F) -> Poll<F::Output> {
    std::future::poll_fn(|cx| Poll::Ready(Pin::new(&mut *future).poll(cx))).await
}

/// The program, serving on a free port; stopped by its signal, or at the latest when dropped.
struct Program {
    child: Child,
    address: String,
}

impl Program {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_origin"))
            .args(["serve", "--listen", "127.0.0.1:0", "--builds"])
            .arg(folder.join("builds"))
            .arg("--var")
            .arg(folder.join("var"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .trim_end()
            .strip_prefix("Listening at http://")
            .unwrap()
            .to_owned();
        Self { child, address }
    }

    /// Status and envelope of one request on a connection of its own.
    fn ask(&self, head: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        write!(stream, "{head}\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (
            head[9..12].parse().unwrap(),
            serde_json::from_str(body).unwrap(),
        )
    }

    fn stop(mut self) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has usually ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn create_session(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_origin"));
    command.args(["session", "create"]).args(arguments);
    command
        .arg("--var")
        .arg(folder.join("var"))
        .output()
        .unwrap()
}

#[test]
fn over_http_a_code_from_the_outbox_signs_in_and_sigterm_ends_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path());
    let send = "POST /api/common/send-email-code HTTP/1.1\r\nlanguage: en";
    let (status, json) = program.ask(send, r#"{"email":"ann@example.com"}"#);
    assert_eq!(
        (status, &json["data"]["resendAfter"]),
        (200, &Value::from(60))
    );

    let mails: Vec<_> = std::fs::read_dir(folder.path().join("var/outbox"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    let [mail] = mails.as_slice() else {
        panic!("{mails:?}")
    };
    assert_eq!(mail.extension().unwrap(), "eml");
    let mail = std::fs::read_to_string(mail).unwrap();
    assert!(mail.contains("To: ann@example.com\r\n"), "{mail}");
    let login = format!(
        r#"{{"email":"ann@example.com","code":"{}"}}"#,
        code_in(&mail)
    );
    let (status, json) = program.ask("POST /api/auth/login HTTP/1.1", &login);
    assert_eq!(status, 200);
    let token = json["data"]["token"].as_str().unwrap();
    let (status, json) = program.ask(
        &format!("GET /api/auth/user-info HTTP/1.1\r\nauthorization: Bearer {token}"),
        "",
    );
    assert_eq!(
        (status, json["data"]["email"].as_str()),
        (200, Some("ann@example.com"))
    );
    assert_eq!(program.stop(), Some(0));
}

#[test]
fn an_operators_token_opens_a_session_beside_the_running_program() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path());
    let roles = |arguments: &[&str]| {
        let output = create_session(folder.path(), arguments);
        assert!(output.status.success(), "{output:?}");
        let token = String::from_utf8(output.stdout).unwrap();
        let head = format!(
            "GET /api/auth/user-info HTTP/1.1\r\nauthorization: Bearer {}",
            token.trim_end()
        );
        program.ask(&head, "").1["data"]["roles"].to_string()
    };
    let ann = ["--email", "Ann@example.com"];
    assert_eq!(roles(&ann), r#"["member"]"#);
    assert_eq!(
        roles(&[ann[0], ann[1], "--role", "editor"]),
        r#"["member","editor"]"#
    );
    assert_eq!(
        roles(&ann),
        r#"["member","editor"]"#,
        "without --role it stays what it is"
    );
    assert_eq!(program.stop(), Some(0));
}

#[test]
fn a_wrong_address_or_a_taken_port_is_one_clear_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let output = create_session(folder.path(), &["--email", "ann"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not an e-mail address"));

    let program = Program::start(folder.path());
    let second = Command::new(env!("CARGO_BIN_EXE_origin"))
        .args(["serve", "--listen", &program.address, "--var"])
        .arg(folder.path().join("other"))
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    let error = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(
        error.contains(&program.address) && error.contains("another program"),
        "{error}"
    );
    assert!(!folder.path().join("other").exists(), "nothing was made");
}

#[tokio::test]
async fn a_mail_that_cannot_be_written_is_503_and_may_be_asked_for_again_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let handle = start(folder.path(), 8);
    let send = || {
        let body = Full::from(r#"{"email":"ann@example.com"}"#).map_err(|never| match never {});
        let request =
            Request::post("/api/common/send-email-code").header("content-type", "application/json");
        handle.call(request.body(body.boxed_unsync()).unwrap())
    };
    let outbox = folder.path().join("var/outbox");
    std::fs::remove_dir(&outbox).unwrap();
    assert_eq!(send().await.unwrap().status(), 503);
    std::fs::create_dir(&outbox).unwrap();
    assert_eq!(send().await.unwrap().status(), 200);
    handle.stop().await;
}
