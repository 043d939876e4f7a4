//! Pages that another site shows in a frame: the cookie of the session there, where it is taken and
//! where it is not, and that it ends. Requirements R2.17, R2.18.

use crate::backend::FEISHU_CODE;
use crate::harness::GatewayTest;

const FRAMED: &str = "framed-token=framed-session";
const ENDED: &str =
    "framed-token=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None; Partitioned";

async fn sign_in(t: &GatewayTest, cookies: &str) -> Vec<String> {
    let ask = t.ask("POST", "/api/feishu/login");
    let ask = ask.header("Sec-Fetch-Site", "same-origin");
    let ask = ask.header("Cookie", cookies);
    let answer = ask.body("application/json", FEISHU_CODE).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(!answer.text().contains("framed-session"));
    let lines = answer.all("set-cookie").into_iter();
    lines.map(str::to_owned).collect()
}

/// The token with which a call arrives that brings these cookies.
async fn bearer(t: &GatewayTest, method: &str, path: &str, cookies: &str) -> String {
    let ask = t.ask(method, path).header("Cookie", cookies);
    ask.header("Sec-Fetch-Site", "same-origin").send().await;
    let (_, headers, _) = t.backend.last();
    let sent = headers.get("authorization");
    sent.map_or_else(String::new, |value| value.to_str().unwrap().to_owned())
}

#[tokio::test]
async fn signing_in_by_feishu_sets_a_cookie_for_the_frame_as_well() {
    let t = GatewayTest::start().await;
    let lines = sign_in(&t, "").await;
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("token=framed-session; "));
    assert_eq!(
        lines[2],
        "framed-token=framed-session; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=None; Partitioned"
    );
    let by_code = t.ask("POST", "/api/auth/login");
    let by_code = by_code.header("Sec-Fetch-Site", "same-origin");
    let answer = by_code.body("application/json", "{}").send().await;
    let lines = answer.all("set-cookie");
    assert!(lines.iter().all(|line| !line.starts_with("framed-token")));
}

#[tokio::test]
async fn the_session_of_a_frame_is_taken_for_its_calls_and_pages_and_nowhere_else() {
    let t = GatewayTest::start().await;
    sign_in(&t, "").await;
    let both = format!("token=other; {FRAMED}");
    for (method, path, cookies, expected) in [
        (
            "GET",
            "/api/feishu/suppliers",
            FRAMED,
            "Bearer framed-session",
        ),
        (
            "GET",
            "/api/feishu/suppliers/7",
            &both,
            "Bearer framed-session",
        ),
        ("POST", "/api/chat", FRAMED, "Bearer framed-session"),
        ("GET", "/api/auth/user-info", FRAMED, ""),
        ("PUT", "/api/auth/user-info", FRAMED, ""),
        ("GET", "/api/auth/user-info", &both, "Bearer other"),
        ("DELETE", "/api/auth/account", FRAMED, ""),
        ("GET", "/api/search", FRAMED, ""),
        ("GET", "/api/feishux", FRAMED, ""),
        (
            "GET",
            "/api/feishu/suppliers",
            "token=other",
            "Bearer other",
        ),
        ("GET", "/api/feishu/suppliers", "framed-token=a b", ""),
    ] {
        let sent = bearer(&t, method, path, cookies).await;
        assert_eq!(sent, expected, "{method} {path} {cookies}");
    }
    let visit = async |path: &str| {
        t.ask("GET", path)
            .header("Cookie", FRAMED)
            .send()
            .await
            .status
    };
    assert_eq!(visit("/feishu/members").await, 200);
    assert_eq!(visit("/product").await, 302, "no page that nobody frames");
    let regenerate = t.ask("POST", "/api/regenerate").header("Cookie", FRAMED);
    let regenerate = regenerate.header("Sec-Fetch-Site", "same-origin");
    assert_eq!(regenerate.send().await.status, 401);
}

#[tokio::test]
async fn signing_out_ends_the_session_of_the_frame_and_its_cookie() {
    for cookies in [
        FRAMED.to_owned(),
        format!("token=framed-session; {FRAMED}"),
        format!("token=other; {FRAMED}"),
    ] {
        let t = GatewayTest::start().await;
        sign_in(&t, "").await;
        t.backend.sign_in("other");
        let ask = t.ask("POST", "/api/auth/logout").header("Cookie", &cookies);
        let answer = ask.header("Sec-Fetch-Site", "same-origin").send().await;
        assert_eq!(answer.all("set-cookie").len(), 3, "{cookies}");
        assert_eq!(answer.all("set-cookie")[2], ENDED, "{cookies}");
        let left = t.backend.state.tokens.lock().unwrap().clone();
        assert!(!left.contains("framed-session"), "{cookies}");
        let gone = t.ask("GET", "/feishu/members").header("Cookie", FRAMED);
        assert_eq!(gone.send().await.status, 302, "{cookies}");
    }
    let t = GatewayTest::start().await;
    let stale = t.ask("GET", "/api/auth/user-info").header("Cookie", FRAMED);
    let stale = stale.send().await;
    let lines = stale.all("set-cookie");
    assert!(lines.iter().all(|line| !line.starts_with("framed-token")));
}

#[tokio::test]
async fn another_site_changes_nothing_with_the_session_of_a_frame() {
    let t = GatewayTest::start().await;
    sign_in(&t, "").await;
    for (name, value, status) in [
        ("Origin", "https://www.feishu.cn", 403),
        ("Origin", "null", 403),
        ("Sec-Fetch-Site", "cross-site", 403),
        ("Sec-Fetch-Site", "same-site", 403),
        ("Authorization", "Bearer known", 403),
    ] {
        let calls = t.backend.calls().len();
        let ask = t.ask("POST", "/api/chat").header("Cookie", FRAMED);
        let answer = ask.header(name, value).body("application/json", "{}");
        assert_eq!(answer.send().await.status, status, "{name}: {value}");
        assert_eq!(t.backend.calls().len(), calls, "{name}: {value}");
    }
}

#[tokio::test]
async fn signing_in_again_ends_the_session_of_the_frame_before() {
    let t = GatewayTest::start().await;
    sign_in(&t, "framed-token=before; token=other").await;
    let (headers, _) = t.backend.heard("POST /api/feishu/login");
    assert_eq!(headers["authorization"], "Bearer before");
}
