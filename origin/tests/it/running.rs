//! An origin that runs: in another process's threads, and as a program of its own.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::Request;
use http_body::Frame;
use http_body_util::{BodyExt, Full};
use origin::{Body, Busy, Handle, PREDICTABLE_ANSWER};
use serde_json::{Value, json};
use sqlx::Connection as _;
use tokio::sync::oneshot;

use crate::answer::Answer;
use crate::harness::PREDICTABLE;
use crate::program::{Ended, Site};

/// A body that ends on request.
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

/// A body that panics when it is read: a fault in the embedding process.
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

fn start(site: &Site, calls: usize) -> Handle {
    let mut config = site.config();
    config.settings.origin_calls = calls;
    config.settings.predictable_captchas = true;
    Handle::start(config).unwrap()
}

/// Makes a call that waits for the database as long as it is locked.
async fn waiting(handle: &Handle) -> impl Fn() -> Request<Body> {
    let none = Full::default().map_err(|never| match never {});
    let captcha = Request::get("/api/common/captcha").body(none.boxed_unsync());
    let captcha = handle.call(captcha.unwrap()).await.unwrap();
    let captcha = &Answer::read(captcha).await.json["data"]["captchaId"];
    let body =
        json!({ "email": "ann@example.com", "captchaId": captcha, "captcha": PREDICTABLE_ANSWER });
    let body = body.to_string();
    move || {
        let body = Full::from(body.clone()).map_err(|never| match never {});
        Request::post("/api/common/send-email-code")
            .header("content-type", "application/json")
            .body(body.boxed_unsync())
            .unwrap()
    }
}

#[tokio::test]
async fn calls_beyond_the_bound_are_busy_at_once_and_places_come_back() {
    let site = Site::new();
    let handle = start(&site, 1);
    let request = waiting(&handle).await;
    let first = loop {
        let locked = site.database().lock(&site.var()).await;
        let mut first = Box::pin(handle.call(request()));
        loop {
            tokio::select! {
                // The other call was faster, so this one comes again.
                early = &mut first => {
                    assert_eq!(early.err(), Some(Busy));
                    first = Box::pin(handle.call(request()));
                }
                other = handle.call(user_info()) => if other.is_err() { break },
            }
        }
        let busy = Answer::read(handle.busy(user_info().headers())).await;
        assert_eq!((busy.status, busy.header("retry-after")), (503, "5"));
        locked.close().await.unwrap();
        // The place may have been held by an other call that was given up, and this one was busy as
        // well: once more.
        if let Ok(first) = first.await {
            break first;
        }
    };
    assert_eq!(first.status(), 200);
    assert_eq!(handle.call(user_info()).await.unwrap().status(), 401);
    handle.stop().await;
}

#[tokio::test]
async fn who_sends_slowly_keeps_nobody_from_asking_who_is_signed_in() {
    let site = Site::new();
    let handle = start(&site, 1);
    let (mut releases, mut calls) = (Vec::new(), Vec::new());
    for _ in 0..16 {
        let (release, request) = held();
        releases.push(release);
        calls.push(Box::pin(handle.call(request)));
        assert!(futures_poll(calls.last_mut().unwrap()).await.is_pending());
    }
    let (_release, one_more) = held();
    assert_eq!(handle.call(one_more).await.err(), Some(Busy));
    assert_eq!(handle.call(user_info()).await.unwrap().status(), 401);
    for (release, call) in releases.into_iter().zip(calls) {
        release.send(()).unwrap();
        assert_eq!(call.await.unwrap().status(), 400);
    }
    handle.stop().await;
}

#[tokio::test]
async fn stopping_finishes_calls_in_hand_and_takes_no_more() {
    let site = Site::on_sqlite();
    let handle = start(&site, 2);
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
    assert!(
        !site.var().join("origin.db-wal").exists(),
        "the database was closed"
    );
    handle.stop().await;
}

#[tokio::test]
async fn a_call_that_panics_is_a_500_and_the_next_one_is_answered() {
    let site = Site::new();
    let handle = start(&site, 1);
    let request = post(Panicking.map_err(|never| match never {}).boxed_unsync());
    let answer = Answer::read(handle.call(request).await.unwrap()).await;
    assert_eq!(answer.status, 500);
    assert_eq!(handle.call(user_info()).await.unwrap().status(), 401);
    handle.stop().await;
}

#[tokio::test]
async fn a_start_that_fails_says_where() {
    let site = Site::new();
    std::fs::write(site.var(), "a file").unwrap();
    let error = Handle::start(site.config()).err().unwrap();
    assert!(error.to_string().contains("var"), "{error}");
}

/// One poll, so that the call has taken its place.
async fn futures_poll<F: Future + Unpin>(future: &mut F) -> Poll<F::Output> {
    std::future::poll_fn(|cx| Poll::Ready(Pin::new(&mut *future).poll(cx))).await
}

#[test]
fn over_http_a_code_from_the_outbox_signs_in_and_sigterm_ends_the_program() {
    let site = Site::new();
    let program = site.serve();
    let (status, json) = program.send_code("ann@example.com");
    assert_eq!(
        (status, &json["data"]["resendAfter"]),
        (200, &Value::from(60))
    );
    let (status, json) = program.login("ann@example.com", &site.code());
    assert_eq!(status, 200);
    let (status, data) = program.user_info(json["data"]["token"].as_str().unwrap());
    assert_eq!(
        (status, data["email"].as_str()),
        (200, Some("ann@example.com"))
    );
    assert_eq!(program.stop(), Some(0));
}

// R11.05
#[test]
fn a_hangup_ends_nothing() {
    let program = Site::new().serve();
    // The system hands over the lower signal first: uncaught, this one would end the program.
    rustix::process::kill_process(program.pid(), rustix::process::Signal::HUP).unwrap();
    assert_eq!(program.stop(), Some(0));
}

#[test]
fn a_code_does_not_outlive_the_right_to_register() {
    let site = Site::new();
    let open = site.serve();
    assert_eq!(open.send_code("ann@example.com").0, 200);
    assert_eq!(open.stop(), Some(0));
    let closed = site.serve_with(|command| {
        command.env("PORTICO_REGISTER", "nobody");
    });
    assert_eq!(closed.login("ann@example.com", &site.code()).0, 400);
    assert_eq!(site.run(&["user", "list"]).lines().len(), 1, "the head");
}

#[test]
fn an_operators_token_opens_a_session_beside_the_running_program() {
    let site = Site::new();
    let program = site.serve();
    let roles = |role: &[&str]| {
        let create = ["session", "create", "--email", "Ann@example.com"];
        let token = site.run(&[&create, role].concat()).line();
        program.user_info(&token).1["roles"].to_string()
    };
    assert_eq!(roles(&[]), r#"["member"]"#);
    assert_eq!(roles(&["--role", "editor"]), r#"["member","editor"]"#);
    assert_eq!(
        roles(&[]),
        r#"["member","editor"]"#,
        "without --role it stays what it is"
    );
    assert_eq!(program.stop(), Some(0));
}

#[test]
fn predictable_captchas_are_not_served_to_other_machines() {
    let site = Site::new();
    let refused = site.run(&["serve", "--listen", "0.0.0.0:0", PREDICTABLE]);
    assert!(refused.error().contains("0.0.0.0:0"), "{refused:?}");
    assert!(!site.var().exists(), "nothing was made");
}

#[test]
fn a_wrong_address_or_a_taken_port_is_one_clear_sentence() {
    let site = Site::new();
    let wrong = site.run(&["session", "create", "--email", "ann"]);
    assert_eq!(wrong.code, Some(64));
    assert!(wrong.err.contains("not an e-mail address"), "{wrong:?}");

    let program = site.serve();
    let (address, other) = (program.address.as_str(), site.path().join("other"));
    let second = Ended::of(&mut site.command(&[
        "serve",
        "--listen",
        address,
        "--var",
        other.to_str().unwrap(),
    ]));
    assert!(
        second.error().contains(address) && second.error().contains("another program"),
        "{second:?}"
    );
    assert!(!other.exists(), "nothing was made");
}

#[tokio::test]
async fn a_mail_that_cannot_be_written_is_503_and_may_be_asked_for_again_at_once() {
    let site = Site::new();
    let handle = start(&site, 8);
    let call = async |request: http::request::Builder, body: String| {
        let body = Full::from(body).map_err(|never| match never {});
        let answer = handle.call(request.body(body.boxed_unsync()).unwrap());
        Answer::read(answer.await.unwrap()).await
    };
    let send = async || {
        let captcha = call(Request::get("/api/common/captcha"), String::new()).await;
        let id = &captcha.json["data"]["captchaId"];
        let body =
            json!({ "email": "ann@example.com", "captchaId": id, "captcha": PREDICTABLE_ANSWER });
        let request = Request::post("/api/common/send-email-code");
        let request = request.header("content-type", "application/json");
        call(request, body.to_string()).await.status
    };
    let outbox = site.var().join("outbox");
    std::fs::remove_dir(&outbox).unwrap();
    // More often than the budget of the address: an unsent mail is not counted.
    for _ in 0..12 {
        assert_eq!(send().await, 503);
    }
    std::fs::create_dir(&outbox).unwrap();
    assert_eq!(send().await, 200);
    handle.stop().await;
}
