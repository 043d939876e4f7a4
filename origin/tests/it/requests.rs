//! Whatever is sent gets an envelope in the visitor's language, and bad input never a 5xx.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::Method;
use http_body::Frame;
use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::harness::OriginTest;

const SEND: &str = "/api/common/send-email-code";

/// A body that has begun and never continues.
struct Stalled;

impl http_body::Body for Stalled {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Pending
    }
}

/// A body that never ends.
struct Endless;

impl http_body::Body for Endless {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&[b' '; 1024])))))
    }
}

/// A body with a sender that went away.
struct Broken;

impl http_body::Body for Broken {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        Poll::Ready(Some(Err(std::io::ErrorKind::ConnectionReset.into())))
    }
}

#[tokio::test]
async fn an_unknown_call_is_404_and_names_it() {
    let t = OriginTest::new().await;
    for path in [
        "/",
        "/api",
        "/api/nothing",
        "/api/auth/login/",
        "/API/auth/login",
        "/api//auth/login",
        "/api/auth/%6cogin",
    ] {
        let answer = t.post(path).header("language", "en").send().await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(
            answer.msg().contains(&format!("POST {path}")),
            "{}",
            answer.msg()
        );
    }
}

#[tokio::test]
async fn another_method_is_405_and_names_those_it_takes() {
    let t = OriginTest::new().await;
    for (method, path, allow) in [
        (Method::DELETE, "/api/auth/user-info", "GET, PUT, HEAD"),
        (Method::GET, "/api/auth/login", "POST"),
        (Method::HEAD, "/api/auth/logout", "POST"),
        (Method::OPTIONS, SEND, "POST"),
        (Method::POST, "/api/web/system-config", "GET, HEAD"),
        (Method::GET, "/api/auth/sessions/1", "DELETE"),
        (Method::POST, "/api/openapi.json", "GET, HEAD"),
    ] {
        let answer = t.ask(method, path).send().await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (405, allow),
            "{path}"
        );
    }
}

#[tokio::test]
async fn head_is_answered_as_get() {
    let t = OriginTest::new().await;
    t.publish(1, "About");
    assert_eq!(
        t.ask(Method::HEAD, "/api/web/system-config")
            .send()
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn a_query_does_not_hide_a_call() {
    let t = OriginTest::new().await;
    t.publish(1, "About");
    assert_eq!(t.get("/api/web/system-config?t=1").send().await.status, 200);
}

/// Every call with a body: method, path, a body that it takes, and its first field.
fn calls_with_a_body() -> [(Method, &'static str, Value, &'static str); 3] {
    let send = json!({ "email": "ann@example.com", "captchaId": "x", "captcha": "x" });
    let login = json!({ "email": "ann@example.com", "code": "000000", "agreements": {} });
    let rename = json!({ "name": "Ann" });
    [
        (Method::POST, SEND, send, "email"),
        (Method::POST, "/api/auth/login", login, "email"),
        (Method::PUT, "/api/auth/user-info", rename, "name"),
    ]
}

/// An origin with one account, and the token of its session.
async fn with_account() -> (OriginTest, String) {
    let t = OriginTest::live().await;
    let token = t.operator_creates_session("ann@example.com").await;
    (t, token)
}

/// Checks that a call has left the data unchanged.
async fn assert_untouched(t: &OriginTest, token: &str) {
    assert_eq!(t.rows().await, [1, 1, 0]);
    assert_eq!(t.number("SELECT count(*) FROM used_captchas").await, 0);
    assert_eq!(t.user_info(token).await.json["data"]["name"], "ann");
}

#[tokio::test]
async fn a_body_that_is_not_json_of_the_right_shape_is_refused_by_place() {
    let (t, token) = with_account().await;
    for (method, path, right, field) in calls_with_a_body() {
        let with = |name: &str, value: Value| {
            let mut body = right.clone();
            body[name] = value;
            body.to_string()
        };
        let text = right.to_string();
        let doubled = text.replacen('{', &format!(r#"{{"{field}":"x","#), 1);
        let wrong_type = format!("`{field}`: invalid type");
        for (body, place) in [
            (with(field, json!(5)), wrong_type.as_str()),
            (with(field, json!(null)), &wrong_type),
            (with(field, json!(["x"])), &wrong_type),
            (with("captha", json!("x")), "unknown field `captha`"),
            (with("__proto__", json!({})), "unknown field `__proto__`"),
            (doubled, &format!("duplicate field `{field}`")),
            (text[..text.len() - 1].to_owned(), "line 1 column"),
            (format!("{text}{text}"), "trailing characters"),
            ("{}".to_owned(), "missing field"),
            ("[]".to_owned(), "line 1 column"),
            ("null".to_owned(), "line 1 column"),
            (String::new(), "line 1 column 0"),
        ] {
            let ask = t
                .ask(method.clone(), path)
                .bearer(&token)
                .header("language", "en")
                .header("content-type", "application/json; charset=utf-8");
            let answer = ask.body(body.clone()).send().await;
            assert_eq!(answer.status, 400, "{body}");
            assert!(answer.msg().contains(place), "{body}: {}", answer.msg());
        }
    }
    assert_untouched(&t, &token).await;
}

#[tokio::test]
async fn another_content_type_is_415() {
    let (t, token) = with_account().await;
    for (method, path, right, _) in calls_with_a_body() {
        let ask = || t.ask(method.clone(), path).bearer(&token);
        let none = ask().body(right.to_string()).send().await;
        assert_eq!(none.status, 415, "{path}: none");
        for wrong in [
            "text/plain",
            "application/jsonp",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
        ] {
            let ask = ask().header("content-type", wrong);
            let answer = ask.body(right.to_string()).send().await;
            assert_eq!(answer.status, 415, "{path}: {wrong}");
        }
    }
    assert_untouched(&t, &token).await;
}

#[tokio::test]
async fn an_oversize_body_is_413_however_it_comes() {
    let (t, token) = with_account().await;
    for (method, path, _, _) in calls_with_a_body() {
        let ask = || {
            t.ask(method.clone(), path)
                .bearer(&token)
                .header("language", "en")
                .header("content-type", "application/json")
        };
        let whole = ask().body(vec![b' '; 16 * 1024 + 1]).send().await;
        assert_eq!(whole.status, 413, "{path}");
        let endless = ask()
            .stream(Endless.map_err(|never| match never {}).boxed_unsync())
            .send()
            .await;
        assert_eq!(endless.status, 413, "{path}");
        assert!(endless.msg().contains("16 KB"), "{}", endless.msg());
        let limit = ask().body(vec![b' '; 16 * 1024]).send().await;
        assert_eq!(limit.status, 400, "{path}: the limit itself is read");
    }
    assert_untouched(&t, &token).await;
}

#[tokio::test]
async fn a_refusal_names_the_field_that_a_person_can_put_right() {
    let (t, token) = with_account().await;
    let calls = calls_with_a_body();
    for (call, field, wrong, named) in [
        (0, "email", "ann", "email"),
        (0, "captcha", "x", "captcha"),
        (1, "email", "ann", "email"),
        (1, "code", "12345", "code"),
        (1, "code", "12345x", "code"),
        (1, "code", "000000", "agreements"),
        (2, "name", " ", "name"),
    ] {
        let (method, path, mut body, _) = calls[call].clone();
        body[field] = json!(wrong);
        let ask = t.ask(method, path).bearer(&token).json(body);
        let answer = ask.send().await;
        assert_eq!(
            answer.json["data"],
            json!({ "field": named }),
            "{path} {field}"
        );
    }
}

#[tokio::test]
async fn a_stalled_body_is_408_and_a_broken_one_400() {
    let t = OriginTest::new().await;
    // Only the body's timer runs here, so the clock may jump to it.
    tokio::time::pause();
    let ask = || t.post(SEND).header("content-type", "application/json");
    let stalled = ask()
        .stream(Stalled.map_err(|never| match never {}).boxed_unsync())
        .send()
        .await;
    assert_eq!(stalled.status, 408);
    let broken = ask()
        .stream(Broken.map_err(Into::into).boxed_unsync())
        .send()
        .await;
    assert_eq!(broken.status, 400);
}

#[tokio::test]
async fn an_address_that_mail_cannot_be_sent_to_is_refused() {
    let t = OriginTest::new().await;
    for wrong in [
        "",
        "ann",
        "ann@example",
        "ann@example.com\r\nBcc: eve@example.com",
        "ann@example.com,eve@example.com",
    ] {
        assert_eq!(t.send_code(wrong).await.status, 400, "{wrong:?}");
        assert_eq!(t.login(wrong, "123456").await.status, 400, "{wrong:?}");
    }
}

#[tokio::test]
async fn messages_are_in_the_language_of_the_request() {
    let t = OriginTest::new().await;
    let msg = async |language: &str| {
        let answer = t
            .get("/api/auth/user-info")
            .header("language", language)
            .send()
            .await;
        answer.msg().to_owned()
    };
    assert_eq!(
        msg("en").await,
        "You are not signed in, or no longer; please sign in again"
    );
    for language in ["zh", "xx", "en-US", "\u{4e2d}"] {
        assert_eq!(
            msg(language).await,
            "登录状态已失效，请重新登录",
            "{language}"
        );
    }
}
