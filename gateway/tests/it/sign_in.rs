//! Signing in and out at the gateway: cookies and tokens, the forgetting of sessions, and the
//! absence of redirect loops.

use serde_json::json;

use crate::backend::Mood;
use crate::fixture::Build;
use crate::harness::GatewayTest;
use crate::jar::Jar;
use crate::raw::{Raw, Rule, body, bytes, enveloped, hurry, stuck};

const EXPIRED: [&str; 2] = [
    "token=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None",
    "user-info=; Path=/; Max-Age=0; Secure; SameSite=None",
];

/// A gateway before a backend that breaks the contract.
async fn before(origin: &str, rules: &[Rule]) -> GatewayTest {
    GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &["--origin", origin],
        |config| hurry(config, rules),
    )
    .await
}

// R3.03, R4.01, R11.02
#[tokio::test]
async fn signing_in_sets_cookies_and_shows_no_token() {
    let t = GatewayTest::start().await;
    let answer = t
        .ask("POST", "/api/auth/login")
        .header("Sec-Fetch-Site", "same-origin")
        .body("application/json", "{}")
        .send()
        .await;
    assert_eq!(
        answer.json(),
        serde_json::json!({"code": 200, "msg": "m", "data": {"name": "林", "email": "lin@example.com", "roles": ["member"]}})
    );
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(
        answer.all("set-cookie"),
        [
            "token=fresh-token; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=None",
            "user-info=%7B%22name%22%3A%22%E6%9E%97%22%2C%22email%22%3A%22lin%40example.com%22%7D; Path=/; Max-Age=2592000; Secure; SameSite=None",
        ]
    );
    assert_eq!(t.get_with("/product", "fresh-token").await.status, 200);
}

#[tokio::test]
async fn a_changed_name_changes_the_cookie_that_shows_it_and_no_other() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("known");
    let rename = async |token: &str| {
        t.ask("PUT", "/api/auth/user-info")
            .header("Sec-Fetch-Site", "same-origin")
            .header("Cookie", &format!("token={token}"))
            .body("application/json", r#"{"name":"林"}"#)
            .send()
            .await
    };
    let renamed = rename("known").await;
    assert_eq!(renamed.json()["data"]["name"], "林");
    assert_eq!(renamed.header("cache-control"), "private, no-store");
    assert_eq!(
        renamed.all("set-cookie"),
        [
            "user-info=%7B%22name%22%3A%22%E6%9E%97%22%2C%22email%22%3A%22lin%40example.com%22%7D; Path=/; Max-Age=2592000; Secure; SameSite=None"
        ]
    );
    assert_eq!(rename("gone").await.all("set-cookie"), EXPIRED);
    t.backend.mood(Mood::Broken);
    assert_eq!(rename("known").await.all("set-cookie").len(), 0);
}

#[tokio::test]
async fn a_token_without_an_owner_is_revoked_and_the_sign_in_fails() {
    let t = GatewayTest::start().await;
    t.backend.mood(Mood::Broken);
    let answer = t
        .ask("POST", "/api/auth/login")
        .header("Sec-Fetch-Site", "same-origin")
        .body("application/json", "{}")
        .send()
        .await;
    assert_eq!(answer.status, 502);
    assert!(answer.all("set-cookie").is_empty());
    assert!(!answer.text().contains("fresh-token"));
    let (call, headers, _) = t.backend.last();
    assert_eq!(
        (call.as_str(), headers["authorization"].to_str().unwrap()),
        ("POST /api/auth/logout", "Bearer fresh-token")
    );
}

#[tokio::test]
async fn no_spelling_of_a_sign_in_and_no_refusal_shows_a_token() {
    let t = GatewayTest::start().await;
    for path in [
        "/api/auth/%6Cogin",
        "/%61pi/auth/login",
        "/api/feishu/login",
        "/api/auth/login/",
        "/api//auth/login",
        "/api/auth/./login",
    ] {
        let answer = t
            .ask("POST", path)
            .header("Sec-Fetch-Site", "same-origin")
            .body("application/json", "{}")
            .send()
            .await;
        assert!(
            !answer.text().contains("-token"),
            "{path}: {}",
            answer.text()
        );
    }
}

#[tokio::test]
async fn a_session_that_is_gone_expires_both_cookies() {
    let t = GatewayTest::start().await;
    let gone = t.get_with("/api/auth/user-info", "stale").await;
    assert_eq!((gone.status, gone.all("set-cookie").len()), (401, 2));
    t.backend.sign_in("good");
    let there = t.get_with("/api/auth/user-info", "good").await;
    assert_eq!((there.status, there.all("set-cookie").len()), (200, 0));
    t.backend.sign_out("good");
    assert_eq!(t.get_with("/api/auth/user-info", "good").await.status, 401);
}

// R4.02, R8.07
#[tokio::test]
async fn signing_out_expires_both_cookies_whatever_the_origin_does() {
    const LOGOUT: &str = "POST /api/auth/logout";
    let down = "http://127.0.0.1:9".to_owned();
    let rows = [
        (enveloped(200, 200, &json!(null)), 200),
        (enveloped(401, 401, &json!(null)), 401),
        (enveloped(500, 500, &json!(null)), 500),
        (body(200, "text/html", "<h1>it works</h1>"), 200),
        (body(302, "text/html", ""), 302),
        (
            bytes("HTTP/1.1 302 X\r\nLocation: https://evil.example/\r\n\r\n"),
            502,
        ),
        (
            bytes("HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
            502,
        ),
        (bytes("HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n{"), 200),
        (bytes("SSH-2.0-OpenSSH\r\n\r\n"), 502),
        (bytes(""), 502),
        (stuck(""), 503),
        (stuck("HTTP/1.1 200"), 503),
    ];
    for (reply, status) in rows {
        let rules = [(LOGOUT, reply.clone())];
        let raw = Raw::start(&rules).await;
        let t = before(&raw.url(), &rules).await;
        assert_eq!(signed_out(&t).await, (status, true), "{reply:?}");
    }
    assert_eq!(signed_out(&before(&down, &[]).await).await, (503, true));
}

/// The answer's status, and whether it expires both cookies and is kept nowhere.
async fn signed_out(t: &GatewayTest) -> (u16, bool) {
    let answer = t
        .ask("POST", "/api/auth/logout")
        .header("Sec-Fetch-Site", "same-origin")
        .header("Cookie", "token=x")
        .send()
        .await;
    let is_clear = answer.all("set-cookie") == EXPIRED
        && answer.header("cache-control") == "private, no-store";
    (answer.status, is_clear)
}

#[tokio::test]
async fn signing_in_ends_the_session_before_at_once() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("before");
    assert_eq!(t.get_with("/product", "before").await.status, 200);
    let answer = t
        .ask("POST", "/api/auth/login")
        .header("Sec-Fetch-Site", "same-origin")
        .header("Cookie", "token=before")
        .body("application/json", "{}")
        .send()
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(t.get_with("/product", "before").await.status, 302);
    assert_eq!(t.get_with("/product", "fresh-token").await.status, 200);
}

#[tokio::test]
async fn a_program_signs_out_by_its_token_and_is_forgotten_too() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    assert_eq!(t.get_with("/product", "good").await.status, 200);
    let out = t
        .ask("POST", "/api/auth/logout")
        .header("Authorization", "Bearer good")
        .send()
        .await;
    assert_eq!(out.status, 200);
    assert_eq!(t.get_with("/product", "good").await.status, 302);
}

#[tokio::test]
async fn ending_ones_own_session_or_account_expires_the_cookies_and_ending_another_does_not() {
    let t = GatewayTest::start().await;
    for (token, path, expected) in [
        ("one", "/api/auth/sessions/mine", true),
        ("two", "/api/auth/account", true),
        ("three", "/api/auth/sessions/another", false),
    ] {
        t.backend.sign_in(token);
        assert_eq!(t.get_with("/product", token).await.status, 200);
        let answer = t
            .ask("DELETE", path)
            .header("Sec-Fetch-Site", "same-origin")
            .header("Cookie", &format!("token={token}"))
            .send()
            .await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.all("set-cookie") == EXPIRED, expected, "{path}");
        let after = if expected { 302 } else { 200 };
        assert_eq!(t.get_with("/product", token).await.status, after, "{path}");
    }
    let gone = t
        .ask("DELETE", "/api/auth/account")
        .header("Sec-Fetch-Site", "same-origin")
        .header("Cookie", "token=stale")
        .send()
        .await;
    assert_eq!(gone.status, 401);
    assert_eq!(gone.all("set-cookie"), EXPIRED);
}

// R6.02
#[tokio::test]
async fn nobody_is_sent_round_in_circles() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    let marks = "user-info=%7B%22name%22%3A%22x%22%7D";
    for (cookies, path, end) in [
        // A guest, a revoked or foreign token, one that cannot be one, a mark without a token.
        ("", "/product", "/login?redirect=/product"),
        (
            "token=of-another-gateway",
            "/product",
            "/login?redirect=/product",
        ),
        ("token=\"no token\"", "/product", "/login?redirect=/product"),
        (
            marks,
            "/en/product?x=1",
            "/en/login?redirect=/en/product%3Fx%3D1",
        ),
        (
            "token=of-another-gateway",
            "/login?redirect=/product",
            "/login?redirect=/product",
        ),
        (marks, "/login", "/login"),
        ("token=good", "/product", "/product"),
        ("token=good", "/login?redirect=/product", "/"),
    ] {
        let mut jar = Jar::new(t.address, cookies);
        assert_eq!(
            jar.follow(path).await,
            (200, end.to_owned()),
            "{cookies} {path}"
        );
        if cookies != "token=good" {
            assert_eq!(jar.names(), [""; 0], "{cookies} {path}");
        }
    }
    let mut jar = Jar::new(t.address, "token=good; user-info=x; uuid=u");
    assert_eq!(jar.follow("/product").await.0, 200);
    t.backend.sign_out("good");
    // The page asks whether it is still signed in, as the client does: that call clears the
    // cookies.
    assert_eq!(jar.follow("/api/auth/user-info").await.0, 401);
    assert_eq!(jar.names(), ["uuid"]);
    assert_eq!(
        jar.follow("/product").await,
        (200, "/login?redirect=/product".to_owned())
    );
}

#[tokio::test]
async fn a_public_page_neither_reads_nor_clears_cookies() {
    let t = GatewayTest::start().await;
    let answer = t.get_with("/about", "stale").await;
    assert_eq!((answer.status, answer.all("set-cookie").len()), (200, 0));
    assert_eq!(t.backend.user_info_calls(), 0);
}

#[tokio::test]
async fn no_link_signs_anyone_in_or_out() {
    let t = GatewayTest::start().await;
    for path in ["/api/auth/login", "/api/feishu/login", "/api/auth/logout"] {
        let answer = t.get_with(path, "good").await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (405, "POST"),
            "{path}"
        );
        assert!(answer.all("set-cookie").is_empty(), "{path}");
    }
    assert!(t.backend.state.asked.lock().unwrap().is_empty());
}
