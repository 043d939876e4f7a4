//! Whatever is sent gets an envelope in the visitor's language, and bad input never a 5xx.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::Method;
use http_body::Frame;
use http_body_util::BodyExt;

use crate::harness::OriginTest;

const SEND: &str = "/api/common/send-email-code";

/// A body that has begun and never goes on.
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

/// A body whose sender went away.
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

#[tokio::test]
async fn a_body_that_is_not_json_of_the_right_shape_is_refused_by_place() {
    let t = OriginTest::new().await;
    for (body, place) in [
        (r#"{"email": 5}"#, "`email`: invalid type"),
        (
            r#"{"email": "a@b.example", "captcha": "x"}"#,
            "unknown field `captcha`",
        ),
        (r#"{"email": "a@b.example""#, "line 1 column 23"),
        ("[]", "line 1 column"),
        ("", "line 1 column 0"),
    ] {
        let ask = t
            .post(SEND)
            .header("language", "en")
            .header("content-type", "application/json; charset=utf-8");
        let answer = ask.body(body).send().await;
        assert_eq!(answer.status, 400, "{body}");
        assert!(answer.msg().contains(place), "{}", answer.msg());
    }
}

#[tokio::test]
async fn another_content_type_is_415() {
    let t = OriginTest::new().await;
    let json = r#"{"email": "a@b.example"}"#;
    assert_eq!(t.post(SEND).body(json).send().await.status, 415, "none");
    for wrong in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ] {
        let answer = t
            .post(SEND)
            .header("content-type", wrong)
            .body(json)
            .send()
            .await;
        assert_eq!(answer.status, 415, "{wrong}");
    }
}

#[tokio::test]
async fn an_oversize_body_is_413_however_it_comes() {
    let t = OriginTest::new().await;
    let ask = || {
        t.post(SEND)
            .header("language", "en")
            .header("content-type", "application/json")
    };
    assert_eq!(
        ask().body(vec![b' '; 16 * 1024 + 1]).send().await.status,
        413
    );
    let endless = ask()
        .stream(Endless.map_err(|never| match never {}).boxed_unsync())
        .send()
        .await;
    assert_eq!(endless.status, 413);
    assert!(endless.msg().contains("16 KB"), "{}", endless.msg());
    assert_eq!(
        ask().body(vec![b' '; 16 * 1024]).send().await.status,
        400,
        "the limit itself is read"
    );
}

#[tokio::test]
async fn a_stalled_body_is_408_and_a_broken_one_400() {
    let t = OriginTest::new().await;
    // Nothing but the body's timer runs here, so the clock may jump to it.
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

#[tokio::test]
async fn no_bad_input_is_a_server_error() {
    let t = OriginTest::new().await;
    t.publish(1, "About");
    let paths = [
        "/api/web/system-config",
        "/api/web/protocol-config",
        SEND,
        "/api/auth/login",
        "/api/auth/user-info",
        "/api/auth/logout",
    ];
    let bodies: [&[u8]; 8] = [
        b"",
        b"null",
        b"{",
        b"{\"email\":{}}",
        b"\xff\xfe",
        b"{\"email\":\"\\ud800\",\"code\":\"1\"}",
        b"{\"email\":\"a@b.example\",\"code\":\"' OR 1=1 --\"}",
        b"1e999",
    ];
    let values: [&[u8]; 4] = [b"", b"\xff\xfe", b"Bearer \xc3\xa9", &[b'a'; 8_000]];
    for path in paths {
        for method in [
            Method::GET,
            Method::POST,
            Method::PUT,
            Method::DELETE,
            Method::from_bytes(b"BREW").unwrap(),
        ] {
            for body in bodies {
                let ask = t
                    .ask(method.clone(), path)
                    .header("content-type", "application/json");
                let answer = ask.body(body).send().await;
                assert!(
                    answer.status < 500,
                    "{method} {path} {body:?}: {}",
                    answer.json
                );
            }
            for value in values {
                for header in [
                    "language",
                    "authorization",
                    "content-type",
                    contract::origin_data::HEADER,
                    "uuid",
                ] {
                    let answer = t
                        .ask(method.clone(), path)
                        .header(header, value)
                        .send()
                        .await;
                    assert!(
                        answer.status < 500,
                        "{method} {path} {header}: {value:?}: {}",
                        answer.json
                    );
                }
            }
        }
    }
}
