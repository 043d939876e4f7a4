//! An origin behind `https://`: the certificates that the gateway trusts, and its reports about the
//! others.

use std::path::Path;

use tokio::task::spawn_blocking;

use crate::authority::Authority;
use crate::backend::Backend;
use crate::fixture::Build;
use crate::harness::GatewayTest;
use crate::process;

/// From long ago to far ahead, in days from today.
const VALID: [i64; 2] = [-10, 80];

async fn gateway(origin: &str, ca: &Path) -> GatewayTest {
    let options = ["--origin", origin, "--origin-ca", ca.to_str().unwrap()];
    GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &options,
        |_| {},
    )
    .await
}

/// Exit code and words of `check-config`, for a machine that trusts the authorities in a file.
async fn check(options: &[&str], trusted: &Path) -> (Option<i32>, String) {
    let mut command = process::gateway(&["check-config", "--listen", "127.0.0.1:0"]);
    command.args(options).env("SSL_CERT_FILE", trusted);
    // The backend answers in this thread.
    let output = spawn_blocking(move || command.output().unwrap())
        .await
        .unwrap();
    let words = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(words).unwrap())
}

#[tokio::test]
async fn calls_go_to_an_origin_over_tls_on_a_connection_that_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("ours");
    let ca = authority.write(folder.path());
    for host in ["localhost", "127.0.0.1"] {
        let backend = Backend::over_tls(&authority.sign(&[host], VALID)).await;
        let address = format!("{host}:{}", backend.address.port());
        let t = gateway(&format!("https://{address}"), &ca).await;
        for _ in 0..3 {
            assert_eq!(t.get("/api/anything").await.status, 200);
        }
        assert_eq!(backend.last().1["host"], address);
        let agreed = backend.state.protocols.lock().unwrap();
        assert_eq!(*agreed, [Some(b"http/1.1".to_vec())], "one connection");
    }
}

#[tokio::test]
async fn an_origin_that_cannot_be_trusted_hears_nothing_and_is_named_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, other) = (Authority::new("ours"), Authority::new("another"));
    let ca = ours.write(folder.path());
    let rows = [
        (ours.sign(&["localhost"], VALID), None),
        (ours.sign(&["localhost"], [-10, -3]), Some("has expired")),
        (ours.sign(&["localhost"], [3, 10]), Some("not valid yet")),
        (
            ours.sign(&["db.example"], VALID),
            Some("not made out to `localhost`"),
        ),
        (
            other.sign(&["localhost"], VALID),
            Some("from none of the authorities in `"),
        ),
        (
            Authority::new("ours").sign(&["localhost"], VALID),
            Some("from none of the authorities"),
        ),
    ];
    for (pair, expected) in rows {
        let backend = Backend::over_tls(&pair).await;
        let origin = format!("https://localhost:{}", backend.address.port());
        let options = ["--origin", &origin, "--origin-ca", ca.to_str().unwrap()];
        let (code, words) = check(&options, &ca).await;
        assert_eq!(code, Some(0), "{words}");
        assert!(words.contains(&format!("answered by {origin}")), "{words}");
        let warning = words
            .lines()
            .find(|line| line.starts_with("warning: the origin cannot"));
        assert_eq!(warning.is_some(), expected.is_some(), "{words}");
        assert!(words.contains(expected.unwrap_or_default()), "{words}");

        let t = gateway(&origin, &ca).await;
        let status = t.get("/api/anything").await.status;
        assert_eq!(status, if expected.is_some() { 503 } else { 200 });
        let heard = backend.state.asked.lock().unwrap().len();
        assert_eq!(heard, usize::from(expected.is_none()));
    }
}

#[tokio::test]
async fn without_a_file_the_systems_authorities_are_asked() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, other) = (Authority::new("ours"), Authority::new("another"));
    let ca = ours.write(folder.path());
    for (authority, trusted) in [(&ours, true), (&other, false)] {
        let backend = Backend::over_tls(&authority.sign(&["localhost"], VALID)).await;
        let origin = format!("https://localhost:{}", backend.address.port());
        let (code, words) = check(&["--origin", &origin], &ca).await;
        assert_eq!(code, Some(0), "{words}");
        assert_eq!(words.contains("`--origin-ca FILE`"), !trusted, "{words}");
    }
}

#[tokio::test]
async fn an_origin_without_tls_is_told_from_one_that_is_away() {
    let folder = tempfile::tempdir().unwrap();
    let ca = Authority::new("ours").write(folder.path());
    let plain = Backend::start().await;
    let origin = format!("https://localhost:{}", plain.address.port());
    let (_, words) = check(&["--origin", &origin], &ca).await;
    assert!(words.contains("no TLS is spoken there"), "{words}");
    let (_, words) = check(&["--origin", "http://192.0.2.1:1"], &ca).await;
    assert!(words.contains("unencrypted"), "{words}");
}

#[tokio::test]
async fn authorities_that_cannot_be_used_stop_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let ca = Authority::new("ours").write(folder.path());
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "no certificate").unwrap();
    let missing = folder.path().join("missing.pem");
    let (tls, plain) = ("https://localhost:1", "http://localhost:1");
    let rows = [
        (tls, &missing, "missing.pem"),
        (tls, &empty, "no certificate in PEM"),
        (plain, &ca, "write `https://…`"),
        ("embedded", &ca, "write `https://…`"),
        ("ftp://localhost", &ca, "expected an address such as"),
    ];
    for (origin, file, sentence) in rows {
        let options = ["--origin", origin, "--origin-ca", file.to_str().unwrap()];
        let (code, words) = check(&options, &ca).await;
        assert_eq!(code, Some(78), "{words}");
        assert!(words.contains(sentence), "{words}");
        let mut serve = process::gateway(&["serve", "--listen", "127.0.0.1:0"]);
        serve.args(options);
        let ended = spawn_blocking(move || serve.output().unwrap())
            .await
            .unwrap();
        assert_eq!(ended.status.code(), Some(78));
    }
    let (code, words) = check(&["--origin", tls], &missing).await;
    assert_eq!(code, Some(78), "{words}");
    assert!(words.contains("install `ca-certificates`"), "{words}");
}
