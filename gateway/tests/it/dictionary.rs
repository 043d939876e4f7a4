//! Dictionary compression (RFC 9842): the requests that get it, the others, and the headers for
//! caches.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use contract::Hash;
use sha2::{Digest, Sha256};

use crate::client::Answer;
use crate::fixture::{Build, Builds, MARKER, long};
use crate::harness::GatewayTest;

/// The common text of documents and payloads. It cannot be compressed by itself, as a whole site's
/// chrome cannot.
static DICTIONARY: LazyLock<Vec<u8>> = LazyLock::new(|| shared("one"));
const PAGE: &str = "/about";
const PAYLOAD: &str = "/about/_payload.json";
const CODINGS: &str = "gzip, deflate, br, zstd, dcb, dcz";

async fn site() -> GatewayTest {
    GatewayTest::with(|builds| publish(builds, 1, "one", &DICTIONARY)).await
}

/// Publishes a build with sidecars of every kind for public and guarded files.
fn publish(builds: &mut Builds, number: u32, app: &str, dictionary: &[u8]) {
    let mut build = Build::site(number, app);
    build.with("/product", &long(MARKER), |file| {
        file.access = contract::build::Access::Guarded;
    });
    build.page(PAGE, &String::from_utf8_lossy(dictionary));
    build.dictionary(dictionary);
    builds.write(&build);
    for page in ["about", "product", "404", "login"] {
        for file in ["index.html", "_payload.json"] {
            let name = format!("{}/{page}/{file}", build.id);
            builds.compress(&name);
            builds.compress_against(dictionary, &name);
        }
    }
    builds.make_live(&build);
}

fn shared(app: &str) -> Vec<u8> {
    let part = |number: usize| Hash::of(format!("{app} {number}").as_bytes()).to_string();
    (0..20).map(part).collect::<String>().into_bytes()
}

fn name(dictionary: &[u8]) -> String {
    format!(":{}:", STANDARD.encode(Sha256::digest(dictionary)))
}

/// As a browser asks that has the dictionary.
async fn ask(t: &GatewayTest, target: &str) -> Answer {
    let ask = t.ask("GET", target).header("Accept-Encoding", CODINGS);
    ask.header("Available-Dictionary", &name(&DICTIONARY))
        .send()
        .await
}

fn unpack(body: &[u8], dictionary: &[u8]) -> Vec<u8> {
    let mut decoder = zstd::Decoder::with_dictionary(&body[40..], dictionary).unwrap();
    let mut original = Vec::new();
    std::io::Read::read_to_end(&mut decoder, &mut original).unwrap();
    original
}

#[tokio::test]
async fn documents_and_payloads_are_sent_without_what_the_browser_has() {
    let t = site().await;
    for target in [PAGE, PAYLOAD] {
        let (plain, answer) = (t.get(target).await, ask(&t, target).await);
        assert_eq!(answer.header("content-encoding"), "dcz", "{target}");
        assert_eq!(answer.body[..8], contract::build::DCZ_MAGIC);
        assert_eq!(answer.body[8..40], *Sha256::digest(&*DICTIONARY));
        assert_eq!(unpack(&answer.body, &DICTIONARY), plain.body);
        let length = answer.body.len().to_string();
        assert_eq!(answer.header("content-length"), length);
        assert_ne!(answer.header("etag"), plain.header("etag"));
    }
}

#[tokio::test]
async fn every_representation_names_both_headers_that_choose_it() {
    let t = site().await;
    let of_page = "Accept, Accept-Encoding, Available-Dictionary";
    let of_payload = "Accept-Encoding, Available-Dictionary";
    for (target, both) in [(PAGE, of_page), (PAYLOAD, of_payload)] {
        let tag = ask(&t, target).await.header("etag").to_owned();
        let unchanged = t
            .ask("GET", target)
            .header("Accept-Encoding", CODINGS)
            .header("Available-Dictionary", &name(&DICTIONARY))
            .header("If-None-Match", &tag);
        let unchanged = unchanged.send().await;
        assert_eq!(
            (unchanged.status, unchanged.header("etag")),
            (304, &tag[..])
        );
        for answer in [t.get(target).await, ask(&t, target).await, unchanged] {
            assert_eq!(answer.header("vary"), both, "{target}");
        }
    }
    assert_eq!(t.get("/logo.svg").await.header("vary"), "Accept-Encoding");
}

#[tokio::test]
async fn who_does_not_ask_for_it_by_name_gets_another_coding() {
    let t = site().await;
    let here = &name(&DICTIONARY)[..];
    let rows = [
        (CODINGS, ""),
        (CODINGS, &name(b"another dictionary")[..]),
        (CODINGS, "not a hash"),
        (CODINGS, &here[1..]),
        ("gzip, br, zstd, dcb", here),
        ("*", here),
        ("br, dcz;q=0", here),
    ]
    .map(|(codings, available)| (codings, available.to_owned()));
    for (codings, available) in rows {
        let mut ask = t.ask("GET", PAGE).header("Accept-Encoding", codings);
        if !available.is_empty() {
            ask = ask.header("Available-Dictionary", &available);
        }
        let answer = ask.send().await;
        assert_eq!(
            answer.header("content-encoding"),
            "br",
            "{codings} {available}"
        );
    }
}

/// A copy that was fetched before the dictionary is as good as new.
#[tokio::test]
async fn a_copy_in_another_coding_is_still_not_modified() {
    let t = site().await;
    let before = t.ask("GET", PAGE).header("Accept-Encoding", CODINGS);
    let tag = before.send().await.header("etag").to_owned();
    let again = t
        .ask("GET", PAGE)
        .header("Accept-Encoding", CODINGS)
        .header("Available-Dictionary", &name(&DICTIONARY))
        .header("If-None-Match", &tag);
    let again = again.send().await;
    assert_eq!((again.status, again.header("etag")), (304, &tag[..]));
}

#[tokio::test]
async fn documents_tell_of_the_dictionary_and_it_tells_what_it_is_for() {
    let t = site().await;
    let link = t.get(PAGE).await.header("link").to_owned();
    let (address, rest) = link[1..].split_once('>').unwrap();
    assert_eq!(rest, "; rel=\"compression-dictionary\"");
    let answer = t.get(address).await;
    assert_eq!((answer.status, &answer.body[..]), (200, &DICTIONARY[..]));
    assert_eq!(
        answer.header("use-as-dictionary"),
        "match=\"/*\", match-dest=(\"document\" \"iframe\" \"\")"
    );
    assert_eq!(
        answer.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(t.get(PAYLOAD).await.header("link"), "");
}

#[tokio::test]
async fn guarded_answers_and_errors_are_never_sent_against_it() {
    let t = site().await;
    t.backend.sign_in("good");
    for target in ["/product", "/product/_payload.json"] {
        let answer = t
            .ask("GET", target)
            .header("Accept-Encoding", CODINGS)
            .header("Available-Dictionary", &name(&DICTIONARY))
            .header("Cookie", "token=good");
        let answer = answer.send().await;
        let seen = (answer.status, answer.header("content-encoding"));
        assert_eq!(seen, (200, "br"), "{target}");
    }
    for target in ["/login", "/404", "/nowhere"] {
        let answer = ask(&t, target).await;
        assert_ne!(answer.header("content-encoding"), "dcz", "{target}");
    }
}

#[tokio::test]
async fn a_part_of_a_file_counts_in_the_file_itself() {
    let t = site().await;
    let answer = t
        .ask("GET", PAGE)
        .header("Accept-Encoding", CODINGS)
        .header("Available-Dictionary", &name(&DICTIONARY))
        .header("Range", "bytes=0-8");
    let answer = answer.send().await;
    assert_eq!((answer.status, answer.text()), (206, "<!doctype"));
}

/// R4.06: the new app has another dictionary; sidecars against the old one are no error and are not
/// sent.
#[tokio::test]
async fn a_new_app_brings_its_own_dictionary() {
    let mut t = site().await;
    let old_payload = {
        let app = Hash::of(b"one");
        format!("{PAYLOAD}?{app}")
    };
    assert_eq!(ask(&t, PAYLOAD).await.header("content-encoding"), "dcz");
    let new = &shared("two");
    publish(&mut t.builds, 2, "two", new);
    t.until("/readyz", |answer| answer.text().contains("-00000002"))
        .await;
    assert_eq!(ask(&t, PAGE).await.header("content-encoding"), "br");
    assert_eq!(ask(&t, &old_payload).await.header("content-encoding"), "br");
    let answer = t
        .ask("GET", PAGE)
        .header("Accept-Encoding", CODINGS)
        .header("Available-Dictionary", &name(new));
    let answer = answer.send().await;
    assert_eq!(answer.header("content-encoding"), "dcz");
    let metrics = t.get("/metrics").await;
    assert!(
        !metrics.text().contains("bad_files_total 1"),
        "{}",
        metrics.text()
    );
}

#[tokio::test]
async fn a_dictionary_that_is_damaged_or_gone_is_done_without() {
    let t = GatewayTest::with(|builds| {
        publish(builds, 1, "one", &DICTIONARY);
        let folder = builds.root.join("assets/dictionaries");
        for file in std::fs::read_dir(folder).unwrap() {
            std::fs::write(file.unwrap().path(), b"something else").unwrap();
        }
    })
    .await;
    let answer = ask(&t, PAGE).await;
    let seen = (answer.status, answer.header("content-encoding"));
    assert_eq!(seen, (200, "br"));
    assert_eq!(
        (answer.header("link"), answer.header("vary")),
        ("", "Accept, Accept-Encoding")
    );
}
