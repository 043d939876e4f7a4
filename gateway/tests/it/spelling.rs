//! Every way to request a guarded file: none shows it, confirms a guess about it, or leads a
//! visitor away from this site.

use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use contract::Hash;
use contract::build::Access;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tokio::runtime::{Builder, Runtime};
use url::Url;

use crate::client::{Answer, Ask};
use crate::fixture::{Build, MARKER, long};
use crate::guard::FILES;
use crate::harness::GatewayTest;

/// Files that only a member may see, or no visitor, as path and query. `{one}` and `{two}` are the
/// older and the live app.
const GUARDED: [(&str, &str); 19] = [
    (FILES[0], ""),
    (FILES[1], ""),
    (FILES[1], "?{one}"),
    (FILES[1], "?{two}"),
    (FILES[2], ""),
    (FILES[3], "?{one}"),
    (FILES[4], ""),
    (FILES[5], ""),
    (FILES[6], ""),
    ("/later-guarded.md", ""),
    // Public in the older build, guarded in the live one; and the other way round.
    ("/later-guarded", ""),
    ("/later-guarded/_payload.json", "?{two}"),
    ("/later-guarded/_payload.json", "?{one}"),
    ("/once-guarded/_payload.json", "?{one}"),
    ("/once-guarded/_payload.json", "?{ONE}"),
    // For no visitor: the files themselves, and the files that describe them.
    ("/builds/20261121T030002Z-00000002/product/index.html", ""),
    ("/20261121T030001Z-00000001/later-guarded/_payload.json", ""),
    ("/builds/index/20261121T030002Z-00000002.json", ""),
    ("/_search.json", ""),
];

/// Two builds of two apps; every guarded page and payload is long enough for a sidecar in each
/// coding.
async fn site(change: impl Fn(&mut Build)) -> GatewayTest {
    const PAGES: [&str; 3] = ["/product", "/en/product", "/later-guarded"];
    let secret = format!("<main>{}</main>", long(MARKER));
    let guard = |build: &mut Build, path: &str| {
        build.with(path, &secret, |file| file.access = Access::Guarded);
    };
    GatewayTest::with(|builds| {
        let (mut old, mut live) = (Build::site(1, "one"), Build::site(2, "two"));
        for path in PAGES {
            guard(&mut old, path);
            guard(&mut live, path);
        }
        old.page("/later-guarded", &secret);
        guard(&mut old, "/once-guarded");
        live.page("/once-guarded", "for everyone");
        for mut build in [old, live] {
            change(&mut build);
            builds.publish(&build);
            for page in PAGES {
                builds.compress(&format!("{}{page}/index.html", build.id));
                builds.compress(&format!("{}{page}/_payload.json", build.id));
            }
        }
    })
    .await
}

/// A way to ask.
#[derive(Clone, Debug)]
struct Request {
    method: &'static str,
    target: String,
    headers: Vec<(&'static str, &'static str)>,
}

fn request() -> impl Strategy<Value = Request> {
    let place = proptest::sample::select(&GUARDED[..]);
    let target = place.prop_flat_map(|(path, query)| {
        let prefix =
            prop_oneof![12 => Just(""), 1 => Just("http://x"), 1 => Just("/"), 1 => Just("//x")];
        (prefix, spelling(path)).prop_map(move |(prefix, path)| format!("{prefix}{path}{query}"))
    });
    let method = prop_oneof![4 => Just("GET"), 3 => Just("HEAD"), 1 => proptest::sample::select(&["POST", "OPTIONS", "TRACE", "get"][..])];
    let headers = proptest::sample::subsequence(&TRICKS[..], 0..=4);
    (method, target, headers).prop_map(|(method, target, headers)| Request {
        method,
        target,
        headers,
    })
}

/// A spelling of a path. A tame one means the path: each character as it is or escaped, perhaps an
/// alias. A wild one has the other case, double escapes, and characters that do not belong there.
fn spelling(path: &'static str) -> impl Strategy<Value = String> {
    let form =
        prop_oneof![200 => Just(0), 40 => Just(1), 40 => Just(2), 1 => Just(3), 1 => Just(4)];
    let forms = proptest::collection::vec(form, path.len());
    let decoration = (0..path.len(), proptest::sample::select(&DECORATIONS[..]));
    let decorations = proptest::collection::vec(decoration, 0..=1);
    let tails = ["", ALIASES[0], ALIASES[1]];
    let tail = (0..6_usize).prop_map(move |n| tails.get(n).copied().unwrap_or_default());
    let wild = proptest::sample::select(&TAILS[..]);
    let wild = proptest::option::of((decorations, wild));
    (forms, tail, wild).prop_map(move |(forms, tail, wild)| {
        let (decorations, tail) = match &wild {
            Some((decorations, tail)) => (decorations.as_slice(), *tail),
            None => (&[][..], tail),
        };
        let mut out = String::new();
        for (at, (character, form)) in path.chars().zip(forms).enumerate() {
            let before = decorations.iter().filter(|(place, _)| *place == at);
            out.extend(before.map(|(_, text)| *text));
            match (form, u32::from(character)) {
                (1, code) if character != '/' => write!(out, "%{code:02x}").unwrap(),
                (2, code) if character != '/' => write!(out, "%{code:02X}").unwrap(),
                (3, _) if wild.is_some() => out.extend(character.to_uppercase()),
                (4, code) if wild.is_some() => write!(out, "%25{code:02x}").unwrap(),
                _ => out.push(character),
            }
        }
        if !out.starts_with('/') {
            out.insert(0, '/');
        }
        out + tail
    })
}

const ALIASES: [&str; 2] = ["/", "/index.html"];

const DECORATIONS: [&str; 17] = [
    "/", "//", "/.", "/./", "/..", "/x/../", "..;/", "%2f", "%2F", "\\", "%5c", "%00", ";x", "%20",
    "%2e", "%c0%af", "\u{ff0f}",
];

const TAILS: [&str; 16] = [
    "",
    "",
    ALIASES[0],
    "/index.html/",
    "/INDEX.HTML",
    "//",
    "/.",
    "%2findex.html",
    "%00",
    "%00.css",
    ";.css",
    ".br",
    "/index.html.br",
    "/index.html.gz",
    "/_payload.json.zst",
    "/_payload.json",
];

/// Headers that a client may add without effect. `{tags}` are the tags that the guarded files would
/// have if they were public.
const TRICKS: [(&str, &str); 35] = [
    ("X-Original-URL", "/about"),
    ("X-Original-URL", "/product"),
    ("X-Rewrite-URL", "/product"),
    ("X-Forwarded-Host", "127.0.0.1"),
    ("X-Forwarded-For", "127.0.0.1"),
    ("X-Forwarded-Prefix", "/en"),
    ("X-Forwarded-Path", "/product"),
    ("X-Forwarded-User", "root"),
    ("Forwarded", "for=127.0.0.1;host=localhost"),
    ("X-HTTP-Method-Override", "GET"),
    ("X-HTTP-Method-Override", "HEAD"),
    ("Range", "bytes=0-"),
    ("Range", "bytes=9999999-"),
    ("If-Range", "{tags}"),
    ("If-None-Match", "{tags}"),
    ("If-None-Match", "*"),
    ("If-Match", "{tags}"),
    ("If-Match", "\"x\""),
    ("If-Modified-Since", "Sat, 29 Oct 2044 19:43:31 GMT"),
    ("Accept-Encoding", "br"),
    ("Accept-Encoding", "gzip, zstd"),
    ("Accept-Encoding", "*;q=0"),
    ("Accept", "application/json"),
    ("Accept", "text/html"),
    ("Accept", "text/markdown"),
    ("Cookie", "token="),
    ("Cookie", "token=stale; token=other"),
    ("Cookie", "user-info=%7B%22name%22%3A%22Lin%22%7D"),
    ("Cookie", "i18n_redirected=en; token=../product"),
    ("Authorization", "Bearer stale"),
    ("Authorization", "Basic cm9vdDpyb290"),
    ("Sec-Fetch-Site", "same-origin"),
    ("Sec-Purpose", "prefetch"),
    ("Upgrade", "websocket"),
    ("Cache-Control", "only-if-cached"),
];

fn runtime() -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

/// Enough cases for every run of the tests; scripts/soak asks for more. The seed is fixed so that a
/// failure repeats.
fn runner(cases: u32) -> TestRunner {
    let config = Config {
        cases: Config::default().cases.max(cases),
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn filled(target: &str) -> String {
    let app = |name: &str| Hash::of(name.as_bytes()).to_string();
    target
        .replace("{one}", &app("one"))
        .replace("{ONE}", &app("one").to_uppercase())
        .replace("{two}", &app("two"))
}

/// Every tag that a guarded file would have, in every coding. A person that knows the file could
/// guess these.
async fn tags() -> String {
    let open = site(|build| build.open()).await;
    let mut tags = Vec::new();
    for (path, query) in GUARDED {
        for coding in ["identity", "br", "gzip", "zstd"] {
            let target = filled(&format!("{path}{query}"));
            let ask = open.ask("GET", &target).header("Accept-Encoding", coding);
            tags.push(ask.send().await.header("etag").to_owned());
        }
    }
    tags.retain(|tag| !tag.is_empty());
    tags.sort_unstable();
    tags.dedup();
    assert!(tags.len() >= 12, "{tags:?}");
    tags.join(", ")
}

// R6.02
#[test]
fn no_way_to_ask_for_what_is_guarded_shows_it() {
    let runtime = runtime();
    let t = runtime.block_on(site(|_| {}));
    let tags = runtime.block_on(tags());
    let (all, guarded) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let ask = |request: &Request| -> Ask {
        let mut ask = t.ask(request.method, &filled(&request.target));
        for (name, value) in &request.headers {
            ask = ask.header(name, &value.replace("{tags}", &tags));
        }
        ask
    };
    runner(2_000)
        .run(&request(), |request| {
            let answer = runtime.block_on(ask(&request).send());
            all.fetch_add(1, Ordering::Relaxed);
            if matches!(answer.status, 302 | 401) {
                guarded.fetch_add(1, Ordering::Relaxed);
            }
            is_silent(&answer)
        })
        .unwrap();
    // Ways that are refused before they reach the guard prove little about it.
    let (all, guarded) = (all.into_inner(), guarded.into_inner());
    assert!(guarded * 5 >= all, "{guarded} of {all} reached the guard");
}

/// Checks that an answer has no part of a guarded file, and does not confirm a guess about one.
fn is_silent(answer: &Answer) -> Result<(), TestCaseError> {
    let marker = MARKER.as_bytes();
    let shows = answer
        .body
        .windows(marker.len())
        .any(|bytes| bytes == marker);
    prop_assert!(!shows, "the bytes");
    // No 200, 206 or 304; no 308, 406, 412 or 416, which reveal that a file is there.
    let status = answer.status;
    prop_assert!(matches!(status, 302 | 400 | 401 | 404 | 405), "{}", status);
    for name in ["etag", "content-range", "content-encoding", "last-modified"] {
        prop_assert_eq!(answer.header(name), "", "{}", name);
    }
    let caching = answer.header("cache-control");
    prop_assert!(caching.ends_with("no-store"), "{}", caching);
    if let Some(back) = way_back(answer) {
        prop_assert!(leads_here(&back), "{}", back);
    }
    Ok(())
}

#[test]
fn the_way_back_keeps_any_query_and_stays_on_this_site() {
    let runtime = runtime();
    let t = runtime.block_on(GatewayTest::start());
    // Possible text of a request line: visible ASCII, escapes of any byte, and text like another
    // address.
    let piece = prop_oneof![
        4 => "[!$-;=?-~]{1,8}",
        2 => "(%[0-9a-fA-F]{2}){1,4}",
        1 => "(//|\\\\\\\\|https:|%2f%2f|%5c|@|javascript:)evil\\.example",
        1 => "[&?]redirect=",
    ];
    let query = proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat());
    runner(300)
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

/// Where the sign-in page will lead: its parameter `redirect`, as browsers read it. None if the
/// answer is no way to sign in.
fn way_back(answer: &Answer) -> Option<String> {
    let location = here().join(answer.header("location")).unwrap();
    assert_eq!(location.origin(), here().origin());
    let mut all = location
        .query_pairs()
        .filter(|(name, _)| name == "redirect");
    let back = all.next().map(|(_, back)| back.into_owned());
    assert_eq!(all.next(), None);
    back
}

fn leads_here(back: &str) -> bool {
    let to = here().join(back).unwrap();
    let is_guarded = FILES.contains(&to.path()) || to.path() == "/later-guarded";
    back.starts_with('/') && to.origin() == here().origin() && is_guarded
}

fn here() -> Url {
    "https://www.example.com/login".parse().unwrap()
}
