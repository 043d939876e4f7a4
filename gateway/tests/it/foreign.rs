//! A company's own backend behind the gateway: every call of the contract reaches it as R7.01
//! requires, whatever a client adds.

use http::HeaderMap;
use serde_json::Value;

use crate::harness::GatewayTest;

/// The contract, as the origin generates it.
const CONTRACT: &str = include_str!("../../../origin/openapi.json");

const FORM: &str = "multipart/form-data; boundary=x";

/// Calls that the contract has without the document: of later parts of the API, with queries, and
/// of the company's own.
const OTHERS: [(&str, &str, &str); 10] = [
    ("GET", "/api/common/captcha?kind=audio", ""),
    ("POST", "/api/message/bp", FORM),
    ("POST", "/api/message/work", FORM),
    ("POST", "/api/message/bp", "application/json"),
    ("POST", "/api/chat", "application/json"),
    ("GET", "/api/search?q=%E6%96%B0&page=2", ""),
    ("POST", "/api/feishu/login", "application/json"),
    ("GET", "/api/feishu/jssdk-config?url=https://x/", ""),
    ("GET", "/api/feishu/suppliers?query=a&page=1", ""),
    ("PATCH", "/api/of-their-own", "application/json"),
];

struct Call {
    method: String,
    path: String,
    /// Of the body; empty if there is none.
    media_type: String,
}

/// Every call of the contract, and [`OTHERS`].
fn calls() -> Vec<Call> {
    let contract: Value = serde_json::from_str(CONTRACT).unwrap();
    let paths = contract["paths"].as_object().unwrap();
    let mut calls = Vec::new();
    for (path, methods) in paths {
        for (method, call) in methods.as_object().unwrap() {
            let types = call["requestBody"]["content"].as_object();
            calls.push(Call {
                method: method.to_uppercase(),
                path: path.replace("{id}", "7").replace("{form}", "bp"),
                media_type: types
                    .and_then(|types| types.keys().next().cloned())
                    .unwrap_or_default(),
            });
        }
    }
    assert!(calls.len() >= 12, "the contract has lost calls");
    calls.extend(OTHERS.map(|(method, path, media_type)| Call {
        method: method.to_owned(),
        path: path.to_owned(),
        media_type: media_type.to_owned(),
    }));
    calls
}

/// Headers that a client may send without effect.
const CLAIMS: [(&str, &str); 12] = [
    ("Forwarded", "for=203.0.113.9"),
    ("X-Forwarded-For", "203.0.113.9"),
    ("X-Forwarded-Email", "root@example.com"),
    ("X-Forwarded-Proto", "https"),
    ("X-Real-IP", "203.0.113.9"),
    ("X_Forwarded_For", "203.0.113.9"),
    ("X-Original-URL", "/admin"),
    ("X-HTTP-Method-Override", "DELETE"),
    ("Remote-User", "root"),
    ("X-User-Id", "1"),
    ("X-Auth-Request-Email", "root@example.com"),
    ("Proxy-Authorization", "Basic dTpw"),
];

/// Credentials of a client: header, value, and the `Authorization` that the backend gets.
const CALLERS: [(&str, &str, &str); 4] = [
    (
        "Cookie",
        "token=t0k; uuid=u-1; fronted-uuid=f-1; theme=dark",
        "Bearer t0k",
    ),
    ("Cookie", "uuid=u-1; fronted-uuid=f-1; theme=dark", ""),
    ("Authorization", "Bearer t0k", "Bearer t0k"),
    ("Authorization", "Basic dTpw", ""),
];

// R7.01, R7.04
#[tokio::test]
async fn every_call_arrives_with_its_headers_and_without_cookies_or_claims() {
    let t = GatewayTest::start().await;
    for call in calls() {
        for (name, value, authorization) in CALLERS {
            let headers = arrived(&t, &call, (name, value)).await;
            let of = |name: &str| {
                headers
                    .get(name)
                    .map_or("", |value| value.to_str().unwrap())
            };
            let case = format!("{} {} of {value}", call.method, call.path);
            assert_eq!(of("authorization"), authorization, "{case}");
            assert_eq!(of("language"), "en", "{case}");
            assert_eq!(of("open-ai-secret"), "sk-1", "{case}");
            assert_eq!(of("content-type"), call.media_type, "{case}");
            assert_eq!((of("uuid"), of("fronted-uuid")), ("u-1", "f-1"), "{case}");
            assert_eq!(of("host"), t.backend.address.to_string(), "{case}");
            assert_eq!(
                (of("x-forwarded-for"), of("x-forwarded-proto")),
                ("127.0.0.1", "http"),
                "{case}"
            );
            for (claim, value) in CLAIMS {
                assert_ne!(of(claim), value, "{case} {claim}");
            }
            assert_eq!(of("cookie"), "", "{case}");
        }
    }
}

/// Makes one call and returns the headers with which it reached the backend; its body must be the
/// same.
async fn arrived(t: &GatewayTest, call: &Call, caller: (&str, &str)) -> HeaderMap {
    // The last round may have ended it.
    t.backend.sign_in("t0k");
    let mut ask = t.ask(&call.method, &call.path).header(caller.0, caller.1);
    if caller.0 != "Cookie" {
        ask = ask.header("uuid", "u-1").header("fronted-uuid", "f-1");
    }
    ask = ask
        .header("Sec-Fetch-Site", "same-origin")
        .header("language", "en")
        .header("Open-Ai-Secret", "sk-1");
    for (name, value) in CLAIMS {
        ask = ask.header(name, value);
    }
    let has_body = !call.media_type.is_empty();
    let sent: &[u8] = b"--x\r\n\r\n\xff\x00{\"a\": 1}\r\n--x--";
    if has_body {
        ask = ask.body(&call.media_type, sent);
    }
    ask.send().await;
    let (headers, body) = t.backend.heard(&format!("{} {}", call.method, call.path));
    assert_eq!(
        &body[..],
        if has_body { sent } else { b"" },
        "{}",
        call.path
    );
    headers
}

#[tokio::test]
async fn a_call_without_a_language_gets_the_browsers() {
    let t = GatewayTest::start().await;
    for (name, value, expected) in [
        ("Accept-Language", "en-GB,en;q=0.9", "en"),
        ("Accept-Language", "zh-CN", "zh"),
        ("Accept", "*/*", "zh"),
        ("language", "zh", "zh"),
        // The origin may speak languages that the site has no pages in.
        ("language", "fr", "fr"),
        ("language", "pt-BR", "pt-BR"),
        ("language", "no tag", "zh"),
    ] {
        t.ask("GET", "/api/web/system-config")
            .header(name, value)
            .send()
            .await;
        let (headers, _) = t.backend.heard("GET /api/web/system-config");
        assert_eq!(headers["language"], expected, "{name}: {value}");
    }
}

#[tokio::test]
async fn the_gateways_own_questions_carry_the_token_and_nothing_else_of_the_visitor() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("t0k");
    let page = t
        .ask("GET", "/product")
        .header("Cookie", "token=t0k; uuid=u-1; theme=dark");
    assert_eq!(page.send().await.status, 200);
    let (headers, body) = t.backend.heard("GET /api/auth/user-info");
    let names: Vec<&str> = headers.keys().map(http::HeaderName::as_str).collect();
    assert_eq!(names, ["authorization", "host"]);
    assert_eq!(
        (&headers["authorization"], body.len()),
        (&"Bearer t0k".parse().unwrap(), 0)
    );
}

// A cache between browser and gateway must not keep an answer for one visitor: it sees a cookie
// only.
#[tokio::test]
async fn an_answer_to_someone_is_private_even_if_the_backend_calls_it_public() {
    let t = GatewayTest::start().await;
    for (cookie, expected) in [
        ("theme=dark", "public, max-age=600"),
        ("token=t0k", "private, no-store"),
    ] {
        let answer = t
            .ask("GET", "/api/public")
            .header("Cookie", cookie)
            .send()
            .await;
        assert_eq!(answer.header("cache-control"), expected, "{cookie}");
    }
}
