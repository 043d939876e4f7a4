//! Signatures of pages for their sharing cards in WeChat, over a server that speaks WeChat's calls.

use serde_json::json;

use crate::answer::Answer;
use crate::harness::{OriginTest, PREDICTABLE};
use crate::log::Log;
use crate::wechat_platform::{APP_SECRET, Platform};

const PAGE: &str = "https://www.site.example/about";

/// An origin whose company has an official account, and the platform.
async fn connected() -> (OriginTest, Platform) {
    let platform = Platform::start().await;
    let own = platform.options();
    let all: Vec<&str> = own.iter().map(String::as_str).collect();
    let all = [&all[..], &[PREDICTABLE]].concat();
    (OriginTest::live_with(&all).await, platform)
}

fn path(page: &str) -> String {
    let page: String = url::form_urlencoded::byte_serialize(page.as_bytes()).collect();
    format!("/api/wechat/signature?url={page}")
}

async fn signature(t: &OriginTest, page: &str) -> Answer {
    t.get(&path(page)).header("language", "en").send().await
}

/// Requests for tokens and for tickets.
fn counts(platform: &Platform) -> [u32; 2] {
    ["stable_token", "getticket"].map(|end| platform.calls(end))
}

#[tokio::test]
async fn wechat_accepts_the_signature_of_each_page_of_the_site() {
    let (t, platform) = connected().await;
    for page in [
        PAGE,
        "https://www.site.example/",
        "https://www.site.example/en/news/a?from=timeline&q=%E7%9F%B3",
    ] {
        let answer = signature(&t, &format!("{page}#wechat_redirect")).await;
        assert_eq!(answer.status, 200, "{page} {}", answer.json);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(platform.proves(&answer.json["data"], page), "{page}");
        assert!(!platform.proves(&answer.json["data"], "https://www.site.example/other"));
    }
    let [one, other] = [signature(&t, PAGE).await, signature(&t, PAGE).await];
    assert_ne!(one.json["data"]["nonceStr"], other.json["data"]["nonceStr"]);
    assert_eq!(counts(&platform), [1, 1]);
}

#[tokio::test]
async fn an_address_of_another_site_is_not_signed_and_wechat_is_not_asked() {
    let (t, platform) = connected().await;
    let long = format!("{PAGE}?q={}", "a".repeat(2_048));
    for page in [
        "https://evil.example/about",
        "https://www.site.example.evil.example/",
        "https://www.site.example@evil.example/",
        "https://user@www.site.example/",
        "https://www.site.example:8443/about",
        "http://www.site.example/about",
        "ftp://www.site.example/about",
        "javascript:alert(1)",
        "//www.site.example/about",
        "/about",
        "https://www.site.example/a b",
        "",
        &long,
    ] {
        let answer = signature(&t, page).await;
        assert_eq!(answer.status, 400, "{page} {}", answer.json);
        assert!(answer.msg().contains("pages of this site"), "{page}");
    }
    assert_eq!(t.get("/api/wechat/signature").send().await.status, 400);
    assert_eq!(counts(&platform), [0, 0]);
}

#[tokio::test]
async fn a_page_of_this_machine_is_signed_for_a_browser_on_it_alone() {
    let (t, platform) = connected().await;
    let page = "http://localhost:8080/about";
    for (client, host, expected) in [
        ("127.0.0.1", "localhost:8080", 200),
        ("127.0.0.1", "localhost:9090", 400),
        ("192.0.2.7", "localhost:8080", 400),
    ] {
        let ask = t.get(&path(page)).header("x-forwarded-host", host);
        let answer = ask.from(client).send().await;
        assert_eq!(answer.status, expected, "{client} {host}");
        assert!(expected == 400 || platform.proves(&answer.json["data"], page));
    }
}

#[tokio::test]
async fn many_who_ask_at_once_cause_one_request_and_processes_share_the_ticket() {
    let (t, platform) = connected().await;
    let asked = (0..20).map(|_| signature(&t, PAGE));
    for answer in futures_util::future::join_all(asked).await {
        assert_eq!(answer.status, 200);
    }
    assert_eq!(counts(&platform), [1, 1]);
    let stored = "SELECT count(*) FROM platform_tokens
                  WHERE sealed NOT LIKE '%icket%' AND sealed NOT LIKE '%oken%'";
    assert_eq!(t.number(stored).await, 2);
    let own = platform.options();
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let other = t.beside_with(&own).await;
    let request = http::Request::get(path(PAGE));
    let body = http_body_util::BodyExt::boxed_unsync(http_body_util::BodyExt::map_err(
        http_body_util::Empty::new(),
        |never| match never {},
    ));
    let answer = other.answer(request.body(body).unwrap()).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(counts(&platform), [1, 1], "found in the database");
}

#[tokio::test]
async fn a_ticket_is_renewed_minutes_before_its_end() {
    let (t, platform) = connected().await;
    signature(&t, PAGE).await;
    t.advance(6_899);
    signature(&t, PAGE).await;
    assert_eq!(counts(&platform), [1, 1]);
    t.advance(1);
    let renewed = signature(&t, PAGE).await;
    assert!(platform.proves(&renewed.json["data"], PAGE));
    assert_eq!(counts(&platform), [2, 2]);
}

#[tokio::test]
async fn a_refused_token_is_requested_again_once() {
    let (t, platform) = connected().await;
    // The ticket ends before the token does.
    platform.change(|state| state.says_of_tickets = Some(json!({"errcode": -1})));
    assert_eq!(signature(&t, PAGE).await.status, 503);
    platform.change(|state| state.says_of_tickets = None);
    platform.end_tokens();
    t.advance(5);
    let answer = signature(&t, PAGE).await;
    assert!(platform.proves(&answer.json["data"], PAGE));
    assert_eq!(counts(&platform), [2, 3]);

    let (t, platform) = connected().await;
    let (log, _guard) = Log::start();
    platform.change(|state| state.says_of_tickets = Some(json!({"errcode": 40001})));
    for _ in 0..3 {
        let answer = signature(&t, PAGE).await;
        assert_eq!((answer.status, answer.header("retry-after")), (503, "30"));
    }
    assert_eq!(counts(&platform), [2, 2], "once more, and no loop");
    assert!(log.of_origin().contains("another program"));
}

#[tokio::test]
async fn a_refusal_is_logged_once_with_its_remedy_and_never_the_secret() {
    type Change = fn(&mut crate::wechat_platform::State);
    let rows: [(Change, &str, &str); 3] = [
        (
            |state| state.is_listed = false,
            "40164",
            "server, 192.0.2.7, to the IP whitelist",
        ),
        (
            |state| state.secret = "another".to_owned(),
            "40125",
            "check that the secret",
        ),
        (|state| state.day = 0, "45009", "wait for the next day"),
    ];
    for (refuse, code, remedy) in rows {
        let (t, platform) = connected().await;
        let (log, _guard) = Log::start();
        platform.change(refuse);
        for _ in 0..3 {
            let answer = signature(&t, PAGE).await;
            assert_eq!((answer.status, answer.header("retry-after")), (503, "30"));
            assert!(answer.msg().contains("Please try again later"));
            t.advance(59);
        }
        let asked = platform.calls("stable_token");
        assert!((1..=2).contains(&asked), "{code}: asked {asked} times");
        platform.change(|state| {
            state.is_listed = true;
            state.day = 2_000;
            state.secret = APP_SECRET.to_owned();
        });
        t.advance(601);
        assert_eq!(signature(&t, PAGE).await.status, 200, "{code}");
        let lines = log.of_origin();
        let errors: Vec<&str> = lines
            .lines()
            .filter(|line| line.contains("ERROR"))
            .collect();
        assert_eq!(errors.len(), 1, "{lines}");
        assert!(
            errors[0].contains(code) && errors[0].contains(remedy),
            "{lines}"
        );
        for secret in [APP_SECRET, "token-", "ticket-"] {
            assert!(!lines.contains(secret), "{lines}");
        }
    }
}

#[tokio::test]
async fn no_answer_of_wechats_harms_the_origin() {
    let (t, platform) = connected().await;
    let huge = "x".repeat(70_000);
    let deep = "[".repeat(10_000);
    let injected = r#"{"access_token":"a\r\nx: y","expires_in":7200}"#;
    for (status, headers, body) in [
        (200, "", "<html><title>502</title>"),
        (502, "", "<html>"),
        (200, "", ""),
        (200, "", "null"),
        (200, "", "{}"),
        (200, "", r#"{"access_token":7,"expires_in":7200}"#),
        (200, "", r#"{"access_token":"","expires_in":7200}"#),
        (200, "", injected),
        (200, "", r#"{"access_token":"t","expires_in":7200"#),
        (200, "", r#"{"errcode":"0","access_token":"t"}"#),
        (200, "", r#"{"errcode":9223372036854775808}"#),
        (302, "location: http://127.0.0.1:9/\r\n", ""),
        (200, "", deep.as_str()),
        (200, "", huge.as_str()),
    ] {
        platform.change(|state| state.says = Some((status, headers, body.to_owned())));
        let start: String = body.chars().take(60).collect();
        let answer = signature(&t, PAGE).await;
        assert_eq!(answer.status, 503, "{start} {}", answer.json);
        t.advance(60);
    }
    platform.change(|state| state.says = None);
    for ticket in [json!({}), json!({"errcode": 0, "ticket": [1]}), json!([])] {
        platform.change(|state| state.says_of_tickets = Some(ticket.clone()));
        assert_eq!(signature(&t, PAGE).await.status, 503, "{ticket}");
        t.advance(60);
    }
    platform.change(|state| {
        state.says_of_tickets = None;
        state.hangs = true;
    });
    assert_eq!(signature(&t, PAGE).await.status, 503, "no answer in time");
    platform.change(|state| state.hangs = false);
    t.advance(60);
    let answer = signature(&t, PAGE).await;
    assert!(platform.proves(&answer.json["data"], PAGE));
}

#[tokio::test]
async fn a_lifetime_that_is_none_serves_this_one_use() {
    let (t, platform) = connected().await;
    platform.change(|state| state.expires_in = -1);
    assert_eq!(signature(&t, PAGE).await.status, 200);
    platform.change(|state| state.expires_in = i64::MAX);
    assert_eq!(signature(&t, PAGE).await.status, 200);
    t.advance(6_900);
    assert_eq!(signature(&t, PAGE).await.status, 200);
    assert_eq!(counts(&platform), [3, 3], "two hours at most");
}

#[tokio::test]
async fn a_client_gets_so_many_signatures_at_once() {
    let (t, _platform) = connected().await;
    for _ in 0..120 {
        let answer = t.get(&path(PAGE)).from("192.0.2.7").send().await;
        assert_eq!(answer.status, 200);
    }
    let answer = t.get(&path(PAGE)).from("192.0.2.7").send().await;
    assert_eq!((answer.status, answer.header("retry-after")), (429, "1"));
    assert_eq!(signature(&t, PAGE).await.status, 200, "another client");
}

#[tokio::test]
async fn a_site_without_an_account_says_so_and_half_a_setting_is_refused() {
    let t = OriginTest::live().await;
    let answer = signature(&t, PAGE).await;
    assert_eq!(answer.status, 200);
    assert!(answer.json["data"].is_null());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("secret");
    std::fs::write(&file, "s3cret\n").unwrap();
    let file = format!("--wechat-app-secret-file={}", file.display());
    for options in [&["--wechat-app-id=wx1"][..], &[&file]] {
        let error = t.try_beside_with(options).await.unwrap_err().to_string();
        assert!(
            error.contains("name both") && !error.contains("s3cret"),
            "{error}"
        );
    }
    assert!(
        t.try_beside_with(&["--wechat-app-id=wx1", &file])
            .await
            .is_ok()
    );
}
