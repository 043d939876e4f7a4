//! Scripts after a release: a browser that has a file's predecessor is sent the difference.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use contract::Hash;
use contract::build::DCZ_MAGIC;
use sha2::{Digest, Sha256};

use crate::client::Answer;
use crate::fixture::Build;
use crate::harness::GatewayTest;

const OLD: &str = "chunks/app-0000001.js";
const NEW: &str = "chunks/app-0000002.js";
const TYPE: &str = "text/javascript; charset=utf-8";
const CODINGS: &str = "gzip, deflate, br, zstd, dcb, dcz";

/// A script that no coding makes much smaller by itself.
fn script(from: u32) -> Vec<u8> {
    let parts = (from..from + 40).map(|part| Hash::of(&part.to_be_bytes()).to_string());
    parts.collect::<String>().into_bytes()
}

fn name(script: &[u8]) -> String {
    format!(":{}:", STANDARD.encode(Sha256::digest(script)))
}

async fn site() -> GatewayTest {
    GatewayTest::with(|builds| {
        let mut build = Build::site(1, "one");
        build.asset(OLD, TYPE, &script(0));
        build.asset(NEW, TYPE, &script(2));
        build.asset("plain.js", TYPE, &script(0));
        build.succeed(NEW, OLD);
        builds.write(&build);
        builds.compress(&format!("assets/{NEW}"));
        let copy = format!("assets/{NEW}.0000001");
        builds.compress_copy_against(&script(0), &format!("assets/{NEW}"), &copy);
        builds.make_live(&build);
    })
    .await
}

async fn ask(t: &GatewayTest, headers: &[(&str, &str)]) -> Answer {
    let mut ask = t.ask("GET", &format!("/assets/{NEW}"));
    for (name, value) in headers {
        ask = ask.header(name, value);
    }
    ask.send().await
}

#[tokio::test]
async fn who_has_the_predecessor_is_sent_the_difference() {
    let t = site().await;
    let old = name(&script(0));
    let answer = ask(
        &t,
        &[("Accept-Encoding", CODINGS), ("Available-Dictionary", &old)],
    )
    .await;
    assert_eq!(answer.header("content-encoding"), "dcz");
    assert_eq!(
        answer.header("vary"),
        "Accept-Encoding, Available-Dictionary"
    );
    assert_eq!(
        answer.header("use-as-dictionary"),
        r#"match="/assets/chunks/app-*.js", match-dest=("script")"#
    );
    assert_eq!(
        answer.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(answer.body[..8], DCZ_MAGIC);
    assert_eq!(answer.body[8..40], *Sha256::digest(script(0)));
    assert!(answer.body.len() < 300, "{} bytes", answer.body.len());
    let mut decoder = zstd::Decoder::with_dictionary(&answer.body[40..], &script(0)).unwrap();
    let mut original = Vec::new();
    std::io::Read::read_to_end(&mut decoder, &mut original).unwrap();
    assert_eq!(original, script(2));
}

#[tokio::test]
async fn all_others_are_sent_the_file_as_before() {
    let t = site().await;
    let (old, other) = (name(&script(0)), name(&script(1)));
    let rows: [(&[(&str, &str)], &str); 7] = [
        (&[("Accept-Encoding", CODINGS)], "br"),
        (
            &[
                ("Accept-Encoding", CODINGS),
                ("Available-Dictionary", &other),
            ],
            "br",
        ),
        (
            &[
                ("Accept-Encoding", CODINGS),
                ("Available-Dictionary", "not a hash"),
            ],
            "br",
        ),
        (
            &[
                ("Accept-Encoding", CODINGS),
                ("Available-Dictionary", &old[1..]),
            ],
            "br",
        ),
        (
            &[("Accept-Encoding", "br"), ("Available-Dictionary", &old)],
            "br",
        ),
        (
            &[
                ("Accept-Encoding", "br, dcz;q=0"),
                ("Available-Dictionary", &old),
            ],
            "br",
        ),
        (&[("Available-Dictionary", &old)], ""),
    ];
    for (headers, coding) in rows {
        let answer = ask(&t, headers).await;
        assert_eq!(
            (answer.status, answer.header("content-encoding")),
            (200, coding),
            "{headers:?}"
        );
        assert_eq!(
            answer.header("vary"),
            "Accept-Encoding, Available-Dictionary"
        );
    }
}

#[tokio::test]
async fn a_file_without_a_stem_or_a_predecessor_is_none_or_a_dictionary_alone() {
    let t = site().await;
    let seen = |answer: &Answer| {
        let header = |name| answer.header(name).to_owned();
        (header("vary"), header("use-as-dictionary"))
    };
    let accepting = "Accept-Encoding".to_owned();
    let first = t.get(&format!("/assets/{OLD}")).await;
    let own = r#"match="/assets/chunks/app-*.js", match-dest=("script")"#;
    assert_eq!(seen(&first), (accepting.clone(), own.to_owned()));
    let plain = t.get("/assets/plain.js").await;
    assert_eq!(seen(&plain), (accepting, String::new()));
}

#[tokio::test]
async fn a_copy_that_is_damaged_is_left_out() {
    let t = site().await;
    let copy = t.builds.root.join(format!("assets/{NEW}.0000001.dcz"));
    std::fs::write(copy, b"damaged").unwrap();
    let old = name(&script(0));
    let answer = ask(
        &t,
        &[("Accept-Encoding", CODINGS), ("Available-Dictionary", &old)],
    )
    .await;
    assert_eq!(
        (answer.status, answer.header("content-encoding")),
        (200, "br")
    );
}
