//! `/api`: calls that reach the backend, their answers, signing in and out, and the permission to
//! change data.

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::fixture::Build;
use crate::harness::GatewayTest;

// R7.01
#[tokio::test]
async fn a_call_reaches_the_backend_with_headers_instead_of_cookies() {
    let t = GatewayTest::start().await;
    let answer = t
        .ask("POST", "/api/message/bp?x=%2F&y")
        .header(
            "Cookie",
            "token=good; uuid=u-1; fronted-uuid=f-1; i18n_redirected=en",
        )
        .header("Origin", &format!("http://{}", t.address))
        .header("X-Forwarded-For", "10.0.0.1")
        .header("language", "en")
        .body("application/json", "{\"a\":1}")
        .send()
        .await;
    assert_eq!(answer.status, 200);
    let (call, headers, body) = t.backend.last();
    assert_eq!(
        (call.as_str(), &body[..]),
        ("POST /api/message/bp?x=%2F&y", &b"{\"a\":1}"[..])
    );
    assert_eq!(headers["authorization"], "Bearer good");
    assert_eq!(
        (
            headers["uuid"].to_str().unwrap(),
            headers["fronted-uuid"].to_str().unwrap()
        ),
        ("u-1", "f-1")
    );
    assert_eq!(
        (
            headers["x-forwarded-for"].to_str().unwrap(),
            headers["x-forwarded-proto"].to_str().unwrap()
        ),
        ("127.0.0.1", "http")
    );
    assert_eq!(headers["host"], t.backend.address.to_string());
    assert_eq!(headers["language"], "en");
    assert!(!headers.contains_key("cookie"));
}

#[tokio::test]
async fn answers_of_the_backend_are_private_and_protected() {
    let t = GatewayTest::start().await;
    let answer = t.get("/api/evil").await;
    assert_eq!(answer.status, 200);
    assert!(answer.all("set-cookie").is_empty());
    assert_eq!(answer.header("access-control-allow-origin"), "");
    assert_eq!(answer.header("cache-control"), "private, no-store");
    assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(
        answer.header("content-security-policy"),
        "default-src 'none'; frame-ancestors 'none'"
    );
}

#[tokio::test]
async fn only_pages_of_the_site_and_programs_may_change_something() {
    let t = GatewayTest::start().await;
    let own = format!("http://{}", t.address);
    let rows: [(&[(&str, &str)], u16); 7] = [
        (&[("Origin", &own)], 200),
        (&[("Origin", "https://evil.example")], 403),
        (&[("Origin", "null")], 403),
        (&[("Sec-Fetch-Site", "same-origin")], 200),
        (&[("Sec-Fetch-Site", "cross-site")], 403),
        (&[("Authorization", "Bearer x")], 200),
        (&[], 403),
    ];
    for (headers, status) in rows {
        let mut ask = t.ask("POST", "/api/message/work");
        for (name, value) in headers {
            ask = ask.header(name, value);
        }
        let answer = ask.send().await;
        assert_eq!(answer.status, status, "{headers:?}");
        assert_eq!(answer.json()["code"], status);
    }
    let preflight = t
        .ask("OPTIONS", "/api/message/work")
        .header("Origin", "https://evil.example")
        .send()
        .await;
    assert_eq!(preflight.status, 405);
}

#[tokio::test]
async fn behind_a_configured_address_only_its_pages_count() {
    let public = ["--public-origin", "https://www.example.com"];
    let t = GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &public,
        |_| {},
    )
    .await;
    for (origin, status) in [
        ("https://www.example.com".to_owned(), 200),
        (format!("http://{}", t.address), 403),
    ] {
        let answer = t
            .ask("POST", "/api/x")
            .header("Origin", &origin)
            .send()
            .await;
        assert_eq!(answer.status, status, "{origin}");
    }
    assert_eq!(
        t.get("/about").await.header("strict-transport-security"),
        "max-age=300"
    );
}

#[tokio::test]
async fn a_backend_that_is_down_is_an_envelope_in_the_callers_language() {
    let t = GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &["--origin", "http://127.0.0.1:9"],
        |_| {},
    )
    .await;
    let answer = t
        .ask("GET", "/api/web/system-config")
        .header("language", "en")
        .send()
        .await;
    assert_eq!((answer.status, answer.header("retry-after")), (503, "2"));
    assert_eq!(
        answer.json()["msg"],
        "The service is not available right now; please try again soon"
    );
    assert_eq!(t.get("/about").await.status, 200);
    assert_eq!(t.get_with("/product", "x").await.status, 503);
}

#[tokio::test]
async fn a_body_beyond_the_limit_is_refused_announced_or_not() {
    let t = GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &[],
        |config| config.limits.body = 1000,
    )
    .await;
    let ask = || {
        t.ask("POST", "/api/message/bp")
            .header("Sec-Fetch-Site", "same-origin")
    };
    assert_eq!(
        ask()
            .body("text/plain", vec![b'a'; 1000])
            .send()
            .await
            .status,
        200
    );
    assert_eq!(
        ask()
            .body("text/plain", vec![b'a'; 1001])
            .send()
            .await
            .status,
        413
    );
    let chunked = format!("{:x}\r\n{}\r\n0\r\n\r\n", 2000, "a".repeat(2000));
    assert_eq!(
        ask()
            .header("Transfer-Encoding", "chunked")
            .raw(chunked)
            .send()
            .await
            .status,
        413
    );
}

#[tokio::test]
async fn unknown_methods_and_paths_of_the_api_are_envelopes() {
    let t = GatewayTest::start().await;
    let odd = t.ask("PROPFIND", "/api/x").send().await;
    assert_eq!((odd.status, odd.json()["code"].as_u64()), (405, Some(405)));
    let slash = t.get("/api/x/").await;
    assert_eq!(
        (slash.status, slash.header("content-type")),
        (404, "application/json")
    );
}

#[tokio::test]
async fn one_client_cannot_take_every_place_at_the_origin() {
    let t = GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &["--trusted-proxy", "127.0.0.1"],
        |config| config.limits.calls_per_client = 1,
    )
    .await;
    let call = |client: &str| {
        let ask = t
            .ask("POST", "/api/message/bp")
            .header("X-Forwarded-For", client);
        ask.header("Sec-Fetch-Site", "same-origin")
    };
    let status = async |client| call(client).body("text/plain", "b").send().await.status;
    // A body that does not end: the call stays in progress.
    let mut slow = TcpStream::connect(t.address).await.unwrap();
    let head = "POST /api/message/bp HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nX-Forwarded-For: 198.51.100.1\r\nContent-Length: 2\r\n\r\na";
    slow.write_all(head.as_bytes()).await.unwrap();
    while status("198.51.100.1").await != 429 {}
    assert_eq!(status("198.51.100.2").await, 200);
    let out = t
        .ask("POST", "/api/auth/logout")
        .header("X-Forwarded-For", "198.51.100.1");
    let out = out.header("Sec-Fetch-Site", "same-origin").send().await;
    assert_eq!((out.status, out.all("set-cookie").len()), (429, 2));
    slow.write_all(b"b").await.unwrap();
    while status("198.51.100.1").await != 200 {}
}
