//! Every way to write a guarded path: none shows what is guarded, and none leads a visitor away from this site.

use std::fmt::Write;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tokio::runtime::{Builder, Runtime};
use url::Url;

use crate::client::Answer;
use crate::fixture::MARKER;
use crate::guard::FILES;
use crate::harness::GatewayTest;

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

fn runtime() -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

/// Few enough cases for every run of the tests; the seed is fixed so that a failure repeats.
fn runner() -> TestRunner {
    let config = Config {
        cases: 300,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

#[test]
fn no_spelling_of_a_guarded_path_shows_its_bytes() {
    let runtime = runtime();
    let t = runtime.block_on(GatewayTest::start());
    let target = proptest::sample::select(&FILES[..]).prop_flat_map(spelling);
    runner()
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
            if let Some(back) = way_back(&answer) {
                prop_assert!(leads_here(&back), "{target}: {back}");
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn the_way_back_keeps_any_query_and_stays_on_this_site() {
    let runtime = runtime();
    let t = runtime.block_on(GatewayTest::start());
    // What a request line can carry: visible ASCII, escapes of anything, and what looks like another address.
    let piece = prop_oneof![
        4 => "[!$-;=?-~]{1,8}",
        2 => "(%[0-9a-fA-F]{2}){1,4}",
        1 => "(//|\\\\\\\\|https:|%2f%2f|%5c|@|javascript:)evil\\.example",
        1 => "[&?]redirect=",
    ];
    let query = proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat());
    runner()
        .run(&query, |query| {
            let answer = runtime.block_on(t.get(&format!("/en/product?{query}")));
            prop_assert_eq!(answer.status, 302, "{}", query);
            let back = way_back(&answer).unwrap();
            prop_assert!(leads_here(&back), "{query}: {back}");
            prop_assert_eq!(back, format!("/en/product?{query}"));
            Ok(())
        })
        .unwrap();
}

#[tokio::test]
async fn the_way_back_is_a_path_of_the_index_in_every_encoding() {
    let t = GatewayTest::start().await;
    let long = format!("/product?{}", "x".repeat(2000));
    let rows = [
        ("/product", "/product"),
        ("/%70roduct", "/product"),
        ("/%70%72%6F%64%75%63%74/index.html?a=%25", "/product?a=%25"),
        (
            "/product?next=https://evil.example/",
            "/product?next=https://evil.example/",
        ),
        ("/product?//evil.example", "/product?//evil.example"),
        ("/product?a+b=%E6%96%B0&c='", "/product?a+b=%E6%96%B0&c='"),
        (
            "/product?%0d%0aset-cookie:token=x",
            "/product?%0d%0aset-cookie:token=x",
        ),
        (
            "/product?redirect=/en&redirect=//evil.example",
            "/product?redirect=/en&redirect=//evil.example",
        ),
        // Too long to come back in a header.
        (&long, "/product"),
    ];
    for (target, expected) in rows {
        let answer = t.get(target).await;
        assert_eq!(answer.status, 302, "{target}");
        assert!(answer.all("set-cookie").is_empty(), "{target}");
        let back = way_back(&answer).unwrap();
        assert!(leads_here(&back), "{target}: {back}");
        assert_eq!(back, expected, "{target}");
    }
}

/// Where the sign-in page will lead: its parameter `redirect`, as browsers read it. None if the answer is no way to sign in.
fn way_back(answer: &Answer) -> Option<String> {
    let location = site().join(answer.header("location")).unwrap();
    assert_eq!(location.origin(), site().origin());
    let mut all = location
        .query_pairs()
        .filter(|(name, _)| name == "redirect");
    let back = all.next().map(|(_, back)| back.into_owned());
    assert_eq!(all.next(), None);
    back
}

fn leads_here(back: &str) -> bool {
    let to = site().join(back).unwrap();
    back.starts_with('/') && to.origin() == site().origin() && FILES.contains(&to.path())
}

fn site() -> Url {
    "https://www.example.com/login".parse().unwrap()
}
