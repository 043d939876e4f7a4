//! Requirements of RFC 9110 (semantics), 9111 (caching) and 9112 (messages) for a server, row by
//! row: the tables are in `rfc/`, and each row names its section.
//!
//! A row of most tables is `section | request line | headers | status | headers of the answer`.
//! Headers are separated by ` & `; an expected value is `*` for any, and empty for a header that is
//! absent; `= name: …` names headers that `$name` expects.
//!
//! The tables speak of one site: `/about`, `/` and `/assets/entry-one.js` have sidecars in every
//! coding, `/logo.svg` has none, `/empty.txt` has no bytes. `{tag}` is the strong tag of `/about`
//! as it is, `{br}` that of its Brotli form, `{size}` its length.

use std::time::Duration;

use contract::build::Access;

use crate::client::{Answer, exchange};
use crate::fixture::{Build, long};
use crate::harness::GatewayTest;

async fn site() -> GatewayTest {
    GatewayTest::with(|builds| {
        let mut build = Build::site(1, "one");
        build.file("/empty.txt", "text/plain", b"", Access::Public);
        let script = long("export {}");
        build.asset(
            "entry-one.js",
            "text/javascript; charset=utf-8",
            script.as_bytes(),
        );
        builds.publish(&build);
        for name in [
            &format!("{}/about/index.html", build.id),
            &format!("{}/index.html", build.id),
            "assets/entry-one.js",
        ] {
            builds.compress(name);
        }
    })
    .await
}

/// The rows of a table: its columns, with the facts of the site filled in.
async fn rows<const N: usize>(t: &GatewayTest, table: &str) -> Vec<[String; N]> {
    let plain = t.get("/about").await;
    let br = t.ask("GET", "/about").header("Accept-Encoding", "br");
    let mut filled = table.to_owned();
    for (name, headers) in table.lines().filter_map(named) {
        filled = filled.replace(&format!("${name}"), headers);
    }
    let filled = filled
        .replace("{tag}", plain.header("etag"))
        .replace("{br}", br.send().await.header("etag"))
        .replace("{size}", &plain.body.len().to_string());
    let columns = |line: &str| {
        let mut columns = line.splitn(N, '|').map(str::trim);
        std::array::from_fn(|_| columns.next().unwrap_or_default().to_owned())
    };
    let is_row = |line: &&str| !line.starts_with(['#', '=']);
    filled.lines().filter(is_row).map(columns).collect()
}

/// `= name: headers`
fn named(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("= ")?.split_once(": ")
}

/// `name: value & name: value`
fn headers(text: &str) -> Vec<(&str, &str)> {
    let pairs = text.split(" & ").filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| pair.split_once(':').expect("`name: value`"))
        .map(|(name, value)| (name.trim(), value.trim()))
        .collect()
}

async fn check(table: &str) {
    let t = site().await;
    let mut wrong = Vec::new();
    for [section, request, sent, status, expected] in rows(&t, table).await {
        let (method, target) = request.split_once(' ').unwrap();
        let mut ask = t.ask(method, target);
        for (name, value) in headers(&sent) {
            ask = ask.header(name, value);
        }
        let answer = ask.send().await;
        let mut complain =
            |what: String| wrong.push(format!("{section}: {request} {sent}: {what}"));
        if answer.status.to_string() != status {
            complain(format!("{} instead of {status}", answer.status));
        }
        for (name, value) in headers(&expected) {
            let found = answer.all(name).join(" | ");
            if found != value && (value != "*" || found.is_empty()) {
                complain(format!("{name} is `{found}` instead of `{value}`"));
            }
        }
        broken_rules(method, &answer).for_each(|rule| complain(rule.to_owned()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The rules for every answer that this one breaks, whatever the request.
fn broken_rules(method: &str, answer: &Answer) -> impl Iterator<Item = &'static str> {
    let length: Option<usize> = answer.header("content-length").parse().ok();
    let has_body = method != "HEAD" && !matches!(answer.status, 204 | 304);
    let caching = answer.header("cache-control");
    let is_error = answer.status >= 400;
    let rules = [
        (
            "9110 6.4.1: content where none can be",
            has_body || answer.body.is_empty(),
        ),
        (
            "9110 8.6: the length is another",
            !has_body || length.is_none_or(|length| length == answer.body.len()),
        ),
        ("9110 6.6.1: no date", !answer.header("date").is_empty()),
        (
            "9110 15.4.5: a 304 that describes content",
            answer.status != 304 || answer.header("content-encoding").is_empty(),
        ),
        (
            "9111 7.3: a cookie that a cache may keep",
            answer.all("set-cookie").is_empty() || caching.contains("no-store"),
        ),
        (
            "9111 4.2.2: something is left to a cache's guess",
            !caching.is_empty(),
        ),
        (
            "9111 3: an error that a cache may keep",
            !is_error || caching.contains("no-store"),
        ),
        (
            "9110 8.8.3: an error with a tag",
            !is_error || answer.header("etag").is_empty(),
        ),
        (
            "an answer without the headers of all",
            answer.header("x-content-type-options") == "nosniff",
        ),
    ];
    let broken = rules.into_iter().filter(|(_, holds)| !holds);
    broken.map(|(rule, _)| rule)
}

#[tokio::test]
async fn methods() {
    check(include_str!("rfc/methods.txt")).await;
}

#[tokio::test]
async fn preconditions() {
    check(include_str!("rfc/preconditions.txt")).await;
}

#[tokio::test]
async fn ranges() {
    check(include_str!("rfc/ranges.txt")).await;
}

#[tokio::test]
async fn codings() {
    check(include_str!("rfc/codings.txt")).await;
}

#[tokio::test]
async fn what_caches_may_keep() {
    check(include_str!("rfc/caching.txt")).await;
}

#[tokio::test]
async fn one_address_for_one_page() {
    check(include_str!("rfc/addresses.txt")).await;
}

/// A request that is answered only if the connection is still in step.
const NEXT: &str = "GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

// `section | status | answers | request`: the request is sent unchanged, with another one behind it
// on the same connection. There are two answers if the connection stays open, and one if it does
// not: never one to a part of a body.
#[tokio::test]
async fn messages() {
    let t = site().await;
    let mut wrong = Vec::new();
    for [section, status, answers, request] in rows(&t, include_str!("rfc/messages.txt")).await {
        let text = exchange(t.address, unescaped(&request) + NEXT).await;
        let heads = text.split("HTTP/1.").skip(1);
        let found: Vec<&str> = heads.map(|head| &head[2..5]).collect();
        if found.first() != Some(&status.as_str()) || found.len().to_string() != answers {
            wrong.push(format!("{section}: {request}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn unescaped(text: &str) -> String {
    let escapes = [
        ("\\r", "\r"),
        ("\\n", "\n"),
        ("\\0", "\0"),
        ("\\x0b", "\x0b"),
    ];
    escapes
        .into_iter()
        .fold(text.to_owned(), |text, (escape, byte)| {
            text.replace(escape, byte)
        })
}

/// The bytes of a body are never the next request, whether the server reads them or not.
#[tokio::test]
async fn a_body_that_nobody_reads_is_no_request() {
    let t = site().await;
    let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
    let length = smuggled.len();
    for head in [
        format!("GET /about HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n{smuggled}"),
        format!("POST /about HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n{smuggled}"),
        format!("POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n{smuggled}"),
        format!(
            "POST /api/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{length:x}\r\n{smuggled}\r\n0\r\n\r\n"
        ),
        format!(
            "POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n{length:x}\r\n{smuggled}\r\n0\r\n\r\n"
        ),
    ] {
        let text = exchange(t.address, format!("{head}{NEXT}")).await;
        assert!(!text.contains("/smuggled"), "{head:?}: {text}");
        assert!(text.matches("HTTP/1.1 ").count() <= 2, "{head:?}: {text}");
    }
}

// 9110 10.1.1
#[tokio::test]
async fn a_call_that_is_refused_by_its_head_is_never_told_to_go_on() {
    let t = site().await;
    let head = "POST /api/x HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nContent-Length: 5\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n";
    let text = exchange(t.address, head).await;
    assert!(text.starts_with("HTTP/1.1 403 "), "{text}");
}

// 9112 3.2.2: the host of an absolute target counts, whatever the value of `Host`.
#[tokio::test]
async fn the_backend_is_told_the_host_that_was_asked() {
    let t = site().await;
    for (target, host, expected) in [
        ("/api/x", "site.example", "site.example"),
        (
            "http://other.example/api/x",
            "site.example",
            "other.example",
        ),
    ] {
        t.ask("GET", target).header("Host", host).send().await;
        let (headers, _) = t.backend.heard("GET /api/x");
        assert_eq!(headers["x-forwarded-host"], expected, "{target}");
    }
    // On loopback the host decides which page may change something; a target must not bring in
    // another one.
    let answer = t
        .ask(
            "POST",
            &format!("http://evil.example:{}/api/x", t.address.port()),
        )
        .header("Host", &t.address.to_string())
        .header("Origin", &format!("http://{}", t.address))
        .body("application/json", "{}")
        .send()
        .await;
    assert_eq!(answer.status, 403);
}

// 9110 15.5.9: a request that a client does not finish is no failure of the backend, wherever it
// stops.
#[tokio::test]
async fn a_body_that_does_not_come_is_the_clients_fault() {
    let t = GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &[],
        |config| {
            config.limits.sign_in = Duration::from_millis(200);
            config.limits.answer = Duration::from_millis(200);
        },
    )
    .await;
    for path in ["/api/auth/login", "/api/message/bp"] {
        for part in ["", "half"] {
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nContent-Length: 100\r\n\r\n{part}"
            );
            let text = exchange(t.address, head).await;
            assert!(text.starts_with("HTTP/1.1 408 "), "{path} {part}: {text}");
        }
    }
    let metrics = t.get("/metrics").await;
    assert!(metrics.text().contains("gateway_origin_failures_total 0"));
}

// 9112 7.1: a client's malformed body is no failure of the backend.
#[tokio::test]
async fn a_body_that_breaks_is_the_clients_fault() {
    let t = site().await;
    let head = "POST /api/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\n";
    let broken = format!("{head}Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\nzz\r\n");
    let text = exchange(t.address, broken).await;
    assert!(text.starts_with("HTTP/1.1 400 "), "{text}");
    let metrics = t.get("/metrics").await;
    assert!(metrics.text().contains("gateway_origin_failures_total 0"));
}
