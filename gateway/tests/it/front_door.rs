//! R11.01: one host has the pages, others lead to it; the port without TLS leads to HTTPS.

use std::net::TcpListener;

use crate::client::{Answer, Ask};
use crate::fixture::{Build, Builds};
use crate::harness::GatewayTest;

const HOSTS: [&str; 6] = [
    "--public-origin",
    "https://www.museum.example",
    "--public-origin",
    "https://museum.example",
    "--canonical-origin",
    "https://www.museum.example",
];

/// Status, and where to.
fn status_and_place(answer: &Answer) -> (u16, &str) {
    let is_redirect = answer.status == 308;
    let to = if is_redirect {
        answer.header("location")
    } else {
        ""
    };
    (answer.status, to)
}

fn publish(builds: &mut Builds) {
    builds.publish(&Build::site(1, "one"));
}

async fn start(arguments: &[&str]) -> GatewayTest {
    GatewayTest::configured(publish, arguments, |_| {}).await
}

#[tokio::test]
async fn one_host_has_the_pages_and_the_others_lead_to_it() {
    let t = start(&HOSTS).await;
    let www = "https://www.museum.example";
    for (host, target, expected) in [
        ("www.museum.example", "/about", (200, String::new())),
        (
            "museum.example",
            "/about?a=b",
            (308, format!("{www}/about?a=b")),
        ),
        (
            "museum.example",
            "/product",
            (308, format!("{www}/product")),
        ),
        ("other.example", "/about", (421, String::new())),
        ("other.example", "/api/x", (421, String::new())),
        ("other.example", "/healthz", (200, String::new())),
        ("10.0.0.1:8080", "/readyz", (200, String::new())),
    ] {
        let answer = t.ask("GET", target).header("Host", host).send().await;
        let (status, to) = status_and_place(&answer);
        assert_eq!((status, to.to_owned()), expected, "{host}{target}");
    }
}

#[tokio::test]
async fn a_call_to_another_host_reaches_no_origin() {
    let t = start(&HOSTS).await;
    for (host, status) in [("museum.example", 308), ("other.example", 421)] {
        let call = t.ask("POST", "/api/message").header("Host", host);
        let answer = call
            .header("Origin", "https://www.museum.example")
            .send()
            .await;
        assert_eq!(answer.status, status, "{host}");
    }
    assert!(t.backend.calls().is_empty());
}

#[tokio::test]
async fn the_port_without_tls_has_nothing_but_the_way_to_https() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let plain = listener.local_addr().unwrap();
    let t = GatewayTest::redirecting(publish, &HOSTS, listener).await;
    let www = "https://www.museum.example";
    for (method, host, target, expected) in [
        (
            "GET",
            "www.museum.example",
            "/about?a=b",
            (308, format!("{www}/about?a=b")),
        ),
        ("HEAD", "museum.example", "/", (308, format!("{www}/"))),
        (
            "POST",
            "museum.example",
            "/api/auth/login",
            (308, format!("{www}/api/auth/login")),
        ),
        ("GET", "other.example", "/about", (421, String::new())),
        (
            "GET",
            "www.museum.example",
            "//other.example/",
            (308, format!("{www}//other.example/")),
        ),
    ] {
        let answer = Ask::new(plain, method, target)
            .header("Host", host)
            .send()
            .await;
        let (status, to) = status_and_place(&answer);
        assert_eq!((status, to.to_owned()), expected, "{method} {host}{target}");
        for name in ["strict-transport-security", "set-cookie"] {
            assert_eq!(answer.header(name), "", "{target}");
        }
    }
    let page = t
        .ask("GET", "/about")
        .header("Host", "www.museum.example")
        .send()
        .await;
    assert_eq!(page.status, 200);
    t.stop().await;
}
