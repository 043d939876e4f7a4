//! Answers of a backend that is broken or taken over: each is defined, and none brings a token into
//! a page's hands.

use serde_json::{Value, json};

use crate::client::{Answer, exchange};
use crate::fixture::Build;
use crate::harness::GatewayTest;
use crate::raw::{Raw, Reply, Rule, body, bytes, enveloped, hurry, stuck};

const LOGIN: &str = "POST /api/auth/login";
const USER_INFO: &str = "GET /api/auth/user-info";
const SECRET: &str = "s3cret-t0ken";

async fn before(rules: &[Rule]) -> (GatewayTest, Raw) {
    let raw = Raw::start(rules).await;
    let t = GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &["--origin", &raw.url()],
        |config| hurry(config, rules),
    )
    .await;
    (t, raw)
}

async fn login(t: &GatewayTest) -> Answer {
    t.ask("POST", "/api/auth/login")
        .header("Sec-Fetch-Site", "same-origin")
        .body("application/json", "{}")
        .send()
        .await
}

/// No header and no byte of the body holds the token, and no cookie is set.
fn assert_silent(answer: &Answer, case: &str) {
    assert!(answer.all("set-cookie").is_empty(), "{case}");
    let head = format!("{:?}", answer.headers);
    assert!(!head.contains(SECRET), "{case}: {head}");
    assert!(!answer.text().contains(SECRET), "{case}: {}", answer.text());
    assert!(
        answer.json()["code"] == answer.status,
        "{case}: {}",
        answer.text()
    );
}

#[tokio::test]
async fn a_sign_in_with_a_token_elsewhere_or_a_wrong_one_is_refused() {
    let good = |data: Value| enveloped(200, 200, &data);
    let text = |text: Value| body(200, "application/json", &text.to_string());
    let rows = [
        // The token is in another place.
        (
            text(json!({"code": 200, "msg": "m", "token": SECRET, "data": null})),
            502,
        ),
        (text(json!({"code": 200, "msg": SECRET, "data": {}})), 502),
        (
            text(json!({"code": 200, "msg": SECRET, "data": {"token": SECRET}})),
            502,
        ),
        (good(json!({"accessToken": SECRET})), 502),
        (good(json!({"user": {"token": SECRET}})), 502),
        (good(json!([SECRET])), 502),
        (good(json!(SECRET)), 502),
        // It cannot be a token.
        (good(json!({"token": [SECRET]})), 502),
        (good(json!({"token": {"value": SECRET}})), 502),
        (
            good(json!({"token": format!("{SECRET}\r\nSet-Cookie: x={SECRET}")})),
            502,
        ),
        (
            good(json!({"token": format!("{SECRET}; Domain=evil.example")})),
            502,
        ),
        (good(json!({"token": SECRET.repeat(100)})), 502),
        (
            good(json!({"token": SECRET, "padding": "x".repeat(100_000)})),
            502,
        ),
        // A refusal that carries one.
        (enveloped(200, 500, &json!({"token": SECRET})), 500),
        (
            enveloped(
                200,
                400,
                &json!({"field": "code", "user": {"token": SECRET}}),
            ),
            400,
        ),
        (enveloped(403, 200, &json!({"token": SECRET})), 403),
        // No envelope.
        (body(200, "text/html", &format!("<p>{SECRET}")), 502),
        (body(500, "text/plain", SECRET), 502),
        (body(200, "application/json", &format!("\"{SECRET}\"")), 502),
        (body(200, "application/json", ""), 502),
        // Not HTTP, not whole, not now.
        (bytes(SECRET), 502),
        (
            bytes(&format!(
                "HTTP/1.1 200 X\r\nContent-Length: 200\r\n\r\n{{\"code\":200,\"msg\":\"{SECRET}"
            )),
            502,
        ),
        (
            bytes(&format!(
                "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\nc\r\n{SECRET}\r\nzz"
            )),
            502,
        ),
        (
            bytes(&format!(
                "HTTP/1.1 302 X\r\nLocation: /?{SECRET}\r\nContent-Length: 0\r\n\r\n"
            )),
            502,
        ),
        (
            bytes(&format!(
                "HTTP/1.1 101 X\r\nUpgrade: {SECRET}\r\nConnection: upgrade\r\n\r\n"
            )),
            502,
        ),
        (stuck(""), 503),
        (
            stuck(&format!(
                "HTTP/1.1 200 X\r\nContent-Length: 200\r\n\r\n{{\"code\":200,\"msg\":\"{SECRET}"
            )),
            502,
        ),
    ];
    for (reply, status) in rows {
        let (t, _raw) = before(&[(LOGIN, reply.clone())]).await;
        let answer = login(&t).await;
        assert_eq!(answer.status, status, "{reply:?}");
        assert_silent(&answer, &format!("{reply:?}"));
    }
}

#[tokio::test]
async fn a_sign_in_is_understood_in_any_form_that_http_allows() {
    let envelope = json!({"code": 200, "msg": "m", "data": {"token": SECRET}}).to_string();
    let length = envelope.len();
    let (first, rest) = envelope.split_at(10);
    let chunks = format!(
        "a\r\n{first}\r\n{:x}\r\n{rest}\r\n0\r\nX-Token: {SECRET}\r\n\r\n",
        length - 10
    );
    let whole = format!("Content-Length: {length}\r\nConnection: close\r\n\r\n{envelope}");
    for reply in [
        body(200, "text/html", &envelope),
        bytes(&format!(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </{SECRET}>\r\n\r\nHTTP/1.1 200 X\r\n{whole}"
        )),
        bytes(&format!(
            "HTTP/1.1 200 X\r\nTrailer: X-Token\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}"
        )),
        bytes(&format!(
            "HTTP/1.1 200 X\r\nSet-Cookie: token=evil\r\nX-Auth-Token: {SECRET}\r\nAuthorization: Bearer {SECRET}\r\n{whole}"
        )),
    ] {
        let (t, _raw) = before(&[(LOGIN, reply.clone())]).await;
        let answer = login(&t).await;
        assert_eq!(answer.status, 200, "{reply:?}");
        assert!(!answer.text().contains(SECRET), "{reply:?}");
        let names: Vec<_> = answer
            .headers
            .iter()
            .filter(|(_, value)| value.to_str().unwrap().contains(SECRET))
            .collect();
        assert_eq!(names.len(), 1, "{names:?}");
        assert!(
            answer.all("set-cookie")[0].starts_with(&format!("token={SECRET}; ")),
            "{reply:?}"
        );
        assert_eq!(answer.all("set-cookie").len(), 2);
    }
}

#[tokio::test]
async fn a_sign_in_whose_owner_is_not_known_is_revoked() {
    let signed_in = enveloped(200, 200, &json!({"token": SECRET}));
    let member = |name: &str| json!({"name": name, "email": "lin@example.com", "roles": []});
    for reply in [
        enveloped(401, 401, &Value::Null),
        enveloped(500, 500, &Value::Null),
        enveloped(200, 500, &member("Lin")),
        enveloped(200, 200, &json!({"name": "Lin"})),
        enveloped(200, 200, &member(&format!("Lin {SECRET}"))),
        body(200, "text/html", SECRET),
        bytes(""),
        stuck(""),
        stuck("HTTP/1.1 200 X\r\nContent-Length: 20\r\n\r\n{"),
    ] {
        let (t, raw) = before(&[(LOGIN, signed_in.clone()), (USER_INFO, reply.clone())]).await;
        let answer = login(&t).await;
        assert_eq!(answer.status, 502, "{reply:?}");
        assert_silent(&answer, &format!("{reply:?}"));
        assert_eq!(
            raw.calls(),
            [LOGIN, USER_INFO, "POST /api/auth/logout"],
            "{reply:?}"
        );
    }
}

#[tokio::test]
async fn other_calls_pass_what_comes_but_no_way_elsewhere() {
    let head = |text: &str| {
        bytes(&format!(
            "HTTP/1.1 {text}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        ))
    };
    let rows: [(Reply, u16, &str); 9] = [
        (
            head("303 X\r\nLocation: /en/contact/sent?x=1"),
            303,
            "/en/contact/sent?x=1",
        ),
        (head("302 X\r\nLocation: https://evil.example/"), 502, ""),
        (head("302 X\r\nLocation: //evil.example"), 502, ""),
        (
            head("307 X\r\nLocation: http://127.0.0.1:8090/api/x"),
            502,
            "",
        ),
        (
            head("201 X\r\nLocation: http://127.0.0.1:8090/api/x"),
            201,
            "",
        ),
        (
            head("200 X\r\nRefresh: 0; url=https://evil.example"),
            200,
            "",
        ),
        (head("200 X\r\nX-Accel-Redirect: /etc/passwd"), 200, ""),
        (
            bytes("HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
            502,
            "",
        ),
        (stuck(""), 503, ""),
    ];
    for (reply, status, location) in rows {
        let (t, _raw) = before(&[("GET /api/x", reply.clone())]).await;
        let answer = t.get("/api/x").await;
        assert_eq!(
            (answer.status, answer.header("location")),
            (status, location),
            "{reply:?}"
        );
        for name in ["refresh", "x-accel-redirect", "set-cookie", "upgrade"] {
            assert_eq!(answer.header(name), "", "{reply:?}");
        }
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_never_a_whole_one() {
    let partial = "HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\nhalf";
    let (t, _raw) = before(&[("GET /api/x", bytes(partial))]).await;
    let answer = t.get("/api/x").await;
    assert_eq!(
        (answer.header("content-length"), answer.text()),
        ("100", "half")
    );
    let chunked = "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n";
    let (t, _raw) = before(&[("GET /api/x", bytes(chunked))]).await;
    let text = exchange(
        t.address,
        "GET /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    )
    .await;
    assert!(
        text.contains("half") && !text.ends_with("0\r\n\r\n"),
        "{text}"
    );
}

#[tokio::test]
async fn trailers_and_promises_are_not_passed_on() {
    let chunked = format!(
        "HTTP/1.1 103 Early Hints\r\nLink: <//{SECRET}>\r\n\r\nHTTP/1.1 200 X\r\nTrailer: X-Token, Set-Cookie\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nX-Token: {SECRET}\r\nSet-Cookie: token={SECRET}\r\n\r\n"
    );
    let (t, _raw) = before(&[("GET /api/x", bytes(&chunked))]).await;
    let text = exchange(
        t.address,
        "GET /api/x HTTP/1.1\r\nHost: x\r\nTE: trailers\r\nConnection: close, TE\r\n\r\n",
    )
    .await;
    assert!(
        text.starts_with("HTTP/1.1 200 ") && text.ends_with("0\r\n\r\n"),
        "{text}"
    );
    assert!(!text.contains(SECRET), "{text}");
}
