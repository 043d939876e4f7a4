//! R6.02: what is guarded shows to members only, in every representation and under every spelling.

use std::fmt::Write;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::backend::Mood;
use crate::fixture::MARKER;
use crate::harness::GatewayTest;

const FILES: [&str; 5] = [
    "/product",
    "/product/_payload.json",
    "/en/product",
    "/en/product/_payload.json",
    "/product/plan.pdf",
];

#[tokio::test]
async fn guarded_document_without_session_redirects_to_login_and_is_not_cached() {
    let t = GatewayTest::start().await;
    let rows = [
        ("/product", "/login?redirect=/product"),
        (
            "/product?tab=2&x=%2F",
            "/login?redirect=/product%3Ftab%3D2%26x%3D%252F",
        ),
        ("/en/product", "/en/login?redirect=/en/product"),
        ("/product/", "/login?redirect=/product"),
    ];
    for (path, to) in rows {
        let answer = t.get(path).await;
        assert_eq!(
            (answer.status, answer.header("location")),
            (302, to),
            "{path}"
        );
        assert_eq!(answer.header("cache-control"), "private, no-store");
    }
}

#[tokio::test]
async fn guarded_payload_without_session_is_401_and_not_cached() {
    let t = GatewayTest::start().await;
    for path in [
        "/product/_payload.json",
        "/en/product/_payload.json",
        "/product/plan.pdf",
    ] {
        let answer = t.get(path).await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (401, "private, no-store"),
            "{path}"
        );
        assert_eq!(answer.json()["code"], 401);
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
    }
}

#[tokio::test]
async fn a_member_reads_what_is_guarded_and_no_cache_keeps_it() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    for path in FILES {
        let answer = t.get_with(path, "good").await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (200, "private, no-store"),
            "{path}"
        );
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(answer.header("etag"), "");
        assert!(answer.text().contains(MARKER), "{path}");
    }
}

#[tokio::test]
async fn a_cookie_is_no_session_and_a_stale_one_is_expired() {
    let t = GatewayTest::start().await;
    let answer = t.get_with("/product", "stale").await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (302, "/login?redirect=/product")
    );
    assert_eq!(answer.all("set-cookie").len(), 2);
    assert!(
        answer
            .all("set-cookie")
            .iter()
            .all(|line| line.contains("Max-Age=0"))
    );
    let login = t.get_with("/login", "stale").await;
    assert_eq!(
        (login.status, login.header("cache-control")),
        (200, "private, no-store")
    );
}

// R2.16
#[tokio::test]
async fn the_login_page_is_for_guests_and_members_go_home() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    let guest = t.get("/login").await;
    assert_eq!(
        (guest.status, guest.header("cache-control")),
        (200, "private, no-store")
    );
    for (path, home) in [
        ("/login", "/"),
        ("/en/login", "/en"),
        ("/login/_payload.json", "/"),
    ] {
        let member = t.get_with(path, "good").await;
        assert_eq!(
            (member.status, member.header("location")),
            (302, home),
            "{path}"
        );
        assert_eq!(member.header("cache-control"), "private, no-store");
    }
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
        // All three have been accepted when the metric says so; only one of them asks the origin.
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
async fn encodings_heads_and_ranges_of_guarded_files_show_nothing() {
    let t = GatewayTest::start().await;
    let id = "20261121T030001Z-00000001";
    for file in ["product/index.html", "product/_payload.json"] {
        t.builds.compress(&format!("{id}/{file}"));
    }
    for path in FILES {
        for (name, value) in [
            ("Accept-Encoding", "br"),
            ("Range", "bytes=0-5"),
            ("If-None-Match", "*"),
            ("Accept", "application/json"),
            ("Cookie", "token="),
        ] {
            for method in ["GET", "HEAD"] {
                let answer = t.ask(method, path).header(name, value).send().await;
                assert!(
                    matches!(answer.status, 302 | 401),
                    "{method} {path} {name}: {}",
                    answer.status
                );
                assert!(!answer.text().contains(MARKER));
            }
        }
    }
    for path in [
        "/product/index.html.br",
        "/product/_payload.json.gz",
        &format!("/{id}/product/index.html"),
        &format!("/builds/{id}/product/index.html"),
    ] {
        assert_eq!(t.get(path).await.status, 404, "{path}");
    }
}

/// A spelling of a path: each character as it is, escaped, in the other case, or with something before it.
fn spelling(path: &'static str) -> impl Strategy<Value = String> {
    let decoration = prop_oneof![
        12 => Just(""), 1 => Just("/"), 1 => Just("/."), 1 => Just("/.."), 1 => Just("%2f"), 1 => Just("\\"), 1 => Just("%00"), 1 => Just(";x"), 1 => Just("%20"), 1 => Just("%2e"),
    ];
    let form = prop_oneof![6 => Just(0), 3 => Just(1), 1 => Just(2), 1 => Just(3)];
    let characters = proptest::collection::vec((decoration, form), path.len());
    let tail = prop_oneof![
        Just(""),
        Just("/"),
        Just("/index.html"),
        Just("?"),
        Just("?x"),
        Just("#"),
        Just("%00"),
        Just(".br"),
        Just("/.")
    ];
    (characters, tail).prop_map(move |(characters, tail)| {
        let mut out = String::new();
        for (character, (before, form)) in path.chars().zip(characters) {
            out.push_str(before);
            match form {
                1 => write!(out, "%{:02x}", u32::from(character)).unwrap(),
                2 => out.extend(character.to_uppercase()),
                3 => write!(out, "%25{:02x}", u32::from(character)).unwrap(),
                _ => out.push(character),
            }
        }
        if !out.starts_with('/') {
            out.insert(0, '/');
        }
        out + tail
    })
}

#[test]
fn no_spelling_of_a_guarded_path_shows_its_bytes() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let t = runtime.block_on(GatewayTest::start());
    // Few enough for every run of the tests; the seed is fixed so that a failure repeats.
    let config = Config {
        cases: 300,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    let target = proptest::sample::select(&FILES[..]).prop_flat_map(spelling);
    runner
        .run(&target, |target| {
            let answer = runtime.block_on(t.get(&target));
            prop_assert!(
                !answer
                    .body
                    .windows(MARKER.len())
                    .any(|bytes| bytes == MARKER.as_bytes()),
                "{target}"
            );
            prop_assert!(
                !matches!(answer.status, 200 | 206 | 304 | 500),
                "{target}: {}",
                answer.status
            );
            Ok(())
        })
        .unwrap();
}
