//! A certificate's names and dates: reports about them to an operator, and renewals, which never
//! make them worse.

use std::time::Duration;

use crate::authority::Authority;
use crate::fixture::Build;
use crate::harness::GatewayTest;
use crate::process;
use crate::tls::{WAIT, collected, handshake, http2, request, write};

// R11.05
#[test]
fn a_certificate_that_browsers_refuse_or_soon_will_is_told_before_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("ours");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let rows: [([i64; 2], Option<&str>); 6] = [
        ([-10, 80], None),
        ([-90, -3], Some("expired 3 days ago")),
        ([3, 90], Some("becomes valid only in")),
        ([-80, 10], Some("ends in")),
        ([-80, 20], Some("ends in")),
        ([-80, 22], None),
    ];
    for (life, expected) in rows {
        for (host, is_other) in [("www.example.com", false), ("example.com", true)] {
            write(folder.path(), &authority.sign(&["www.example.com"], life));
            let public = format!("https://{host}");
            let output = process::gateway(&[
                "check-config",
                "--listen",
                "127.0.0.1:0",
                "--origin",
                "http://127.0.0.1:9",
                "--public-origin",
                &public,
                "--tls-cert",
                &path("cert.pem"),
                "--tls-key",
                &path("key.pem"),
            ])
            .output()
            .unwrap();
            let words = String::from_utf8(output.stdout).unwrap();
            // A proxy in front may take such a certificate, and a renewal replaces it: `serve`
            // starts.
            assert_eq!(output.status.code(), Some(0), "{words}");
            let warnings: Vec<_> = words
                .lines()
                .filter(|line| line.starts_with("warning: the certificate in `"))
                .collect();
            let count = usize::from(expected.is_some()) + usize::from(is_other);
            assert_eq!(warnings.len(), count, "{life:?} {host}: {words}");
            assert!(words.contains(expected.unwrap_or_default()), "{words}");
            let other = "made out to `www.example.com` and not to `example.com`";
            assert_eq!(words.contains(other), is_other, "{words}");
        }
    }
}

// R11.05
#[tokio::test]
async fn a_renewal_never_replaces_a_good_certificate_by_one_that_browsers_refuse() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("ours");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let good = authority.sign(&["localhost"], [-80, 10]);
    write(folder.path(), &good);
    let (cert, key) = (path("cert.pem"), path("key.pem"));
    let options = [
        "--public-origin",
        "https://localhost",
        "--tls-cert",
        &cert,
        "--tls-key",
        &key,
    ];
    let t = GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &options,
        |config| config.limits.certificate = Duration::from_millis(10),
    )
    .await;
    let der = good.cert.der().clone();
    let ca = authority.der();
    for (names, life) in [
        (["localhost"], [-90, -1]),
        (["localhost"], [2, 90]),
        (["other"], [-1, 89]),
    ] {
        write(folder.path(), &authority.sign(&names, life));
        // Longer than it takes to look at the files a few times.
        for _ in 0..50 {
            let stream = handshake(t.address, &ca, &["h2"]).await.unwrap();
            assert_eq!(stream.get_ref().1.peer_certificates().unwrap()[0], der);
        }
    }
    let better = authority.sign(&["localhost"], [-1, 89]);
    write(folder.path(), &better);
    let taken = async {
        loop {
            let stream = handshake(t.address, &ca, &["h2"]).await.unwrap();
            if stream.get_ref().1.peer_certificates().unwrap()[0] == *better.cert.der() {
                return stream;
            }
        }
    };
    let stream = tokio::time::timeout(WAIT, taken).await.unwrap();

    let mut client = http2(stream).await;
    let told = async {
        loop {
            let answer = client.send_request(request("https://localhost/metrics"));
            let text = collected(answer.await.unwrap().into_body()).await;
            let text = String::from_utf8(text.to_vec()).unwrap();
            let line = text
                .lines()
                .find_map(|line| line.strip_prefix("gateway_certificate_not_after_seconds "));
            let days = line.unwrap().parse::<u64>().unwrap() / (24 * 60 * 60);
            let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs() / (24 * 60 * 60);
            if days > now + 80 {
                return;
            }
        }
    };
    tokio::time::timeout(WAIT, told).await.unwrap();
}

// R11.05
#[test]
fn a_key_with_a_password_is_one_sentence_with_the_remedy_whatever_its_form() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    write(
        folder.path(),
        &Authority::new("ours").sign(&["localhost"], [-1, 89]),
    );
    let old = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----\n";
    let pkcs8 =
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n";
    for key in [old, pkcs8] {
        std::fs::write(path("key.pem"), key).unwrap();
        let output = process::gateway(&[
            "check-config",
            "--listen",
            "127.0.0.1:0",
            "--origin",
            "http://127.0.0.1:9",
            "--tls-cert",
            &path("cert.pem"),
            "--tls-key",
            &path("key.pem"),
        ])
        .output()
        .unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(78), "{words}");
        assert!(words.contains("protected by a password"), "{words}");
        assert!(words.contains("openssl pkey"), "{words}");
    }
}
