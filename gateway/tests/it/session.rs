//! The session check: remembered answers, the time limit for the origin, and the cost of made-up
//! tokens.

use std::num::NonZeroU32;

use gateway::config::Config;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::backend::Mood;
use crate::client::Ask;
use crate::fixture::{Build, MARKER};
use crate::guard::FILES;
use crate::harness::GatewayTest;
use crate::raw::{Raw, body, bytes, enveloped, hurry, stuck};

async fn with(arguments: &[&str], change: impl FnOnce(&mut Config)) -> GatewayTest {
    GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        arguments,
        change,
    )
    .await
}

#[tokio::test]
async fn an_origin_that_cannot_say_is_503_and_never_401() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    t.backend.mood(Mood::Broken);
    for path in FILES {
        let answer = t.get_with(path, "good").await;
        assert_eq!(answer.status, 503, "{path}");
        assert!(!answer.text().contains(MARKER));
    }
    t.backend.mood(Mood::Well);
    assert_eq!(
        t.get_with("/product", "good").await.status,
        200,
        "a failure is not remembered"
    );
}

#[tokio::test]
async fn one_call_is_in_flight_per_token_and_its_answer_is_remembered() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    t.backend.mood(Mood::Slow);
    let visits = async {
        tokio::join!(
            t.get_with("/product", "good"),
            t.get_with("/en/product", "good"),
            t.get_with("/product/plan.pdf", "good")
        )
    };
    let release = async {
        // The metric shows that all three have been accepted; only one of them asks the origin.
        t.until("/metrics", |answer| {
            answer.text().contains("gateway_connections 4")
        })
        .await;
        t.backend.mood(Mood::Well);
        t.backend.state.go_on.notify_waiters();
        t.backend.state.go_on.notify_one();
    };
    let ((first, second, third), ()) = tokio::join!(visits, release);
    assert_eq!((first.status, second.status, third.status), (200, 200, 200));
    assert_eq!(t.backend.user_info_calls(), 1);
    assert_eq!(t.get_with("/product", "good").await.status, 200);
    assert_eq!(t.backend.user_info_calls(), 1);
}

#[tokio::test]
async fn a_session_is_forgotten_at_logout() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    assert_eq!(t.get_with("/product", "good").await.status, 200);
    let out = t
        .ask("POST", "/api/auth/logout")
        .header("Cookie", "token=good")
        .header("Sec-Fetch-Site", "same-origin")
        .send()
        .await;
    assert_eq!(out.status, 200);
    assert_eq!(t.get_with("/product", "good").await.status, 302);
}

#[tokio::test]
async fn no_answer_that_can_be_used_is_503_and_never_401() {
    let member = json!({"name": "x", "email": "x@example.com", "roles": []});
    let rows = [
        stuck(""),
        stuck("HTTP/1.1 200 X\r\nContent-Length: 20\r\n\r\n{\"code\""),
        bytes(""),
        bytes("HTTP/1.1 200 X\r\nContent-Length: 20\r\n\r\n{\"code\""),
        bytes("HTTP/1.1 302 X\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n"),
        body(200, "text/html", "<h1>it works</h1>"),
        body(200, "application/json", &"[".repeat(100_000)),
        enveloped(200, 200, &json!(null)),
        enveloped(200, 200, &json!({"name": 7})),
        enveloped(200, 500, &member),
        enveloped(204, 200, &member),
        enveloped(404, 404, &json!(null)),
        enveloped(429, 429, &json!(null)),
        enveloped(500, 401, &json!(null)),
    ];
    for reply in rows {
        let rules = [("GET /api/auth/user-info", reply.clone())];
        let raw = Raw::start(&rules).await;
        let t = with(&["--origin", &raw.url()], |config| hurry(config, &rules)).await;
        for path in ["/product", "/product/_payload.json", "/login"] {
            let answer = t.get_with(path, "good").await;
            assert_eq!(answer.status, 503, "{path} {reply:?}");
            assert!(answer.all("set-cookie").is_empty(), "{path} {reply:?}");
        }
        assert_eq!(t.get("/about").await.status, 200);
    }
}

#[tokio::test]
async fn an_answer_from_before_a_sign_out_is_not_remembered() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    t.backend.mood(Mood::Slow);
    let visit = t.get_with("/product", "good");
    let sign_out = async {
        t.until("/metrics", |_| t.backend.user_info_calls() == 1)
            .await;
        let out = t
            .ask("POST", "/api/auth/logout")
            .header("Cookie", "token=good");
        assert_eq!(
            out.header("Sec-Fetch-Site", "same-origin")
                .send()
                .await
                .status,
            200
        );
        // Only now does the origin answer, with the state at the time of the question.
        t.backend.mood(Mood::Well);
        t.backend.state.go_on.notify_one();
    };
    let (visit, ()) = tokio::join!(visit, sign_out);
    assert_eq!(visit.status, 200, "it began before");
    assert_eq!(t.get_with("/product", "good").await.status, 302);
}

#[tokio::test]
async fn a_visitor_who_leaves_does_not_have_the_origin_asked_twice() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    t.backend.mood(Mood::Slow);
    let mut leaving = TcpStream::connect(t.address).await.unwrap();
    let head = "GET /product HTTP/1.1\r\nHost: x\r\nCookie: token=good\r\n\r\n";
    leaving.write_all(head.as_bytes()).await.unwrap();
    t.until("/metrics", |_| t.backend.user_info_calls() == 1)
        .await;
    drop(leaving);
    // Two connections are gone when only the one that asks is left.
    t.until("/metrics", |answer| {
        answer.text().contains("gateway_connections 1\n")
    })
    .await;
    t.backend.mood(Mood::Well);
    t.backend.state.go_on.notify_one();
    assert_eq!(t.get_with("/product", "good").await.status, 200);
    assert_eq!(t.backend.user_info_calls(), 1);
}

#[tokio::test]
async fn questions_in_flight_leave_room_for_everything_else() {
    let t = with(&[], |config| config.limits.session.in_flight = 2).await;
    t.backend.mood(Mood::Slow);
    let visits: Vec<_> = (0..10)
        .map(|number| {
            let ask = Ask::new(t.address, "GET", "/product");
            tokio::spawn(
                ask.header("Cookie", &format!("token=random-{number}"))
                    .send(),
            )
        })
        .collect();
    t.until("/metrics", |answer| {
        answer.text().contains("gateway_connections 11\n") && t.backend.user_info_calls() == 2
    })
    .await;
    assert_eq!(t.get("/about").await.status, 200);
    assert_eq!(t.get("/api/web/system-config").await.status, 200);
    assert_eq!(t.backend.user_info_calls(), 2);
    t.backend.mood(Mood::Well);
    t.backend.state.go_on.notify_waiters();
    for visit in visits {
        assert_eq!(visit.await.unwrap().status, 302);
    }
}

#[tokio::test]
async fn made_up_tokens_use_up_the_budget_of_whoever_sends_them_only() {
    let one = |config: &mut Config| config.limits.session.per_client = NonZeroU32::MIN;
    let t = with(&["--trusted-proxy", "127.0.0.0/8"], one).await;
    t.backend.sign_in("good");
    let visit = |client: &str, token: &str| {
        let ask = t.ask("GET", "/product").header("X-Forwarded-For", client);
        ask.header("Cookie", &format!("token={token}")).send()
    };
    assert_eq!(visit("198.51.100.1", "good").await.status, 200);
    // One question a second: of twenty in a row at least one is refused.
    let mut refused = None;
    for number in 0..20 {
        let answer = visit("198.51.100.1", &format!("random-{number}")).await;
        if answer.status == 429 {
            refused = Some(answer);
        }
    }
    let refused = refused.expect("more than one question a second");
    assert_eq!(refused.header("retry-after"), "2");
    assert!(refused.all("set-cookie").is_empty());
    // A client that writes another address before the one that the proxy sees is still the same
    // client.
    let mut statuses = Vec::new();
    for number in 0..20 {
        let forged = format!("203.0.113.{number}, 198.51.100.1");
        statuses.push(visit(&forged, &format!("forged-{number}")).await.status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(visit("198.51.100.2", "good").await.status, 200);
    assert_eq!(visit("198.51.100.3", "stale").await.status, 302);
    assert_eq!(t.get("/about").await.status, 200);
}

#[tokio::test]
async fn the_origin_hears_of_the_client_that_a_trusted_proxy_names() {
    for (trusted, expected) in [
        ("127.0.0.1", ["198.51.100.1", "https"]),
        ("192.0.2.1", ["127.0.0.1", "http"]),
    ] {
        let t = with(&["--trusted-proxy", trusted], |_| {}).await;
        let ask = t
            .ask("GET", "/api/x")
            .header("X-Forwarded-For", "203.0.113.1, 198.51.100.1");
        ask.header("X-Forwarded-Proto", "https").send().await;
        let (_, headers, _) = t.backend.last();
        let heard =
            ["x-forwarded-for", "x-forwarded-proto"].map(|name| headers[name].to_str().unwrap());
        assert_eq!(heard, expected, "{trusted}");
    }
}

#[tokio::test]
async fn numbers_about_visitors_are_not_told_through_a_proxy() {
    let t = GatewayTest::start().await;
    assert_eq!(t.get("/metrics").await.status, 200);
    for (name, value) in [
        ("X-Forwarded-For", "127.0.0.1"),
        ("X-Real-IP", "203.0.113.7"),
        ("Via", "1.1 proxy"),
        ("CF-Connecting-IP", "203.0.113.7"),
        ("Host", "www.example.com"),
    ] {
        let proxied = t.ask("GET", "/metrics").header(name, value);
        assert_eq!(proxied.send().await.status, 404, "{name}");
    }
}
