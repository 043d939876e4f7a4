//! R11.05: TLS with real clients: both versions of HTTP, clients that stop half-way, certificates
//! that are renewed.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use contract::build::Access;
use http::Request;
use http_body_util::{BodyExt, Empty};
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use tempfile::TempDir;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::fixture::Build;
use crate::harness::GatewayTest;
use crate::process;

pub(crate) const WAIT: Duration = Duration::from_secs(20);

fn made() -> CertifiedKey<KeyPair> {
    generate_simple_self_signed(["localhost".to_owned()]).unwrap()
}

pub(crate) fn write(folder: &Path, pair: &CertifiedKey<KeyPair>) {
    fs::write(folder.join("cert.pem"), pair.cert.pem()).unwrap();
    fs::write(folder.join("key.pem"), pair.signing_key.serialize_pem()).unwrap();
}

/// A certificate that a client trusts.
pub(crate) type Trusted = CertificateDer<'static>;

/// A folder with a certificate for `localhost`, `cert.pem`, and its key, `key.pem`.
pub(crate) fn certified() -> (TempDir, Trusted) {
    let folder = tempfile::tempdir().unwrap();
    let pair = made();
    write(folder.path(), &pair);
    (folder, pair.cert.der().clone())
}

/// A gateway with a certificate, and the folder of the certificate.
pub(crate) async fn start(
    change: impl FnOnce(&mut gateway::config::Limits),
) -> (GatewayTest, TempDir, CertificateDer<'static>) {
    start_with(&Build::site(1, "one"), change).await
}

pub(crate) async fn start_with(
    build: &Build,
    change: impl FnOnce(&mut gateway::config::Limits),
) -> (GatewayTest, TempDir, CertificateDer<'static>) {
    let (folder, trusted) = certified();
    let [cert, key] =
        ["cert.pem", "key.pem"].map(|name| folder.path().join(name).display().to_string());
    let t = GatewayTest::configured(
        |builds| builds.publish(build),
        &["--tls-cert", &cert, "--tls-key", &key],
        |config| change(&mut config.limits),
    )
    .await;
    (t, folder, trusted)
}

pub(crate) async fn handshake(
    address: SocketAddr,
    trusted: &CertificateDer<'static>,
    protocols: &[&str],
) -> io::Result<TlsStream<TcpStream>> {
    handshake_for("localhost", address, trusted, protocols).await
}

/// A handshake of a client that asks for a host.
pub(crate) async fn handshake_for(
    host: &'static str,
    address: SocketAddr,
    trusted: &CertificateDer<'static>,
    protocols: &[&str],
) -> io::Result<TlsStream<TcpStream>> {
    let stream = TcpStream::connect(address).await?;
    handshake_over(stream, host, trusted, protocols).await
}

/// A handshake over a connection of the caller's.
pub(crate) async fn handshake_over(
    stream: TcpStream,
    host: &'static str,
    trusted: &CertificateDer<'static>,
    protocols: &[&str],
) -> io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(
        tokio_rustls::rustls::crypto::ring::default_provider(),
    ))
    .with_safe_default_protocol_versions()
    .unwrap()
    .with_root_certificates(roots)
    .with_no_client_auth();
    config.alpn_protocols = protocols
        .iter()
        .map(|name| name.as_bytes().to_vec())
        .collect();
    let name = ServerName::try_from(host).unwrap();
    TlsConnector::from(Arc::new(config))
        .connect(name, stream)
        .await
}

pub(crate) fn request(uri: &str) -> Request<Empty<Bytes>> {
    Request::get(uri).body(Empty::new()).unwrap()
}

pub(crate) async fn http2(stream: TlsStream<TcpStream>) -> http2::SendRequest<Empty<Bytes>> {
    let (client, connection) = http2::handshake(TokioExecutor::new(), TokioIo::new(stream))
        .await
        .unwrap();
    tokio::spawn(connection);
    client
}

pub(crate) async fn collected(body: hyper::body::Incoming) -> Bytes {
    body.collect().await.unwrap().to_bytes()
}

#[tokio::test]
async fn both_versions_of_http_answer_alike() {
    let (t, _folder, trusted) = start(|_| {}).await;
    let mut client = http2(
        handshake(t.address, &trusted, &["h2", "http/1.1"])
            .await
            .unwrap(),
    )
    .await;
    let new = client
        .send_request(request("https://localhost/about"))
        .await
        .unwrap();
    let (head, body) = new.into_parts();
    let body = collected(body).await;
    assert!(!body.is_empty());
    for protocols in [&["http/1.1"][..], &[]] {
        let stream = handshake(t.address, &trusted, protocols).await.unwrap();
        let (mut client, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let mut ask = request("/about");
        ask.headers_mut()
            .insert("host", "localhost".parse().unwrap());
        let old = client.send_request(ask).await.unwrap();
        assert_eq!(
            (old.status(), head.status),
            (http::StatusCode::OK, http::StatusCode::OK)
        );
        let mut headers = [old.headers().clone(), head.headers.clone()];
        for headers in &mut headers {
            headers.remove("date");
        }
        assert_eq!(headers[0], headers[1]);
        assert!(headers[0].contains_key("strict-transport-security"));
        assert_eq!(collected(old.into_body()).await, body);
    }
}

#[tokio::test]
async fn a_session_counts_when_http2_sends_each_cookie_in_a_line_of_its_own() {
    let (t, _folder, trusted) = start(|_| {}).await;
    t.backend.sign_in("good");
    let mut client = http2(handshake(t.address, &trusted, &["h2"]).await.unwrap()).await;
    let mut ask = request("https://localhost/product");
    for line in ["i18n_redirected=en", "token=good"] {
        ask.headers_mut().append("cookie", line.parse().unwrap());
    }
    assert_eq!(client.send_request(ask).await.unwrap().status(), 200);
    let guest = client
        .send_request(request("https://localhost/product"))
        .await
        .unwrap();
    assert_eq!(guest.status(), 302);
}

#[tokio::test]
async fn a_page_of_this_machine_may_change_something_and_another_host_name_may_not() {
    let (t, _folder, trusted) = start(|_| {}).await;
    let mut client = http2(handshake(t.address, &trusted, &["h2"]).await.unwrap()).await;
    for (host, forbidden) in [("localhost", false), ("localhost.example", true)] {
        let ask = Request::post(format!("https://{host}/api/message/bp"))
            .header("origin", format!("https://{host}"))
            .body(Empty::new())
            .unwrap();
        let answer = client.send_request(ask).await.unwrap();
        assert_eq!(answer.status() == 403, forbidden, "{host}");
    }
}

#[tokio::test]
async fn who_stops_half_way_keeps_no_place() {
    let (t, _folder, trusted) = start(|limits| {
        limits.head = Duration::from_millis(100);
        limits.connections = 1;
    })
    .await;
    // No bytes at all; a handshake without HTTP/2; one request and no more.
    let mut silent = TcpStream::connect(t.address).await.unwrap();
    assert!(closes(&mut silent).await);
    let mut shaken = handshake(t.address, &trusted, &["h2"]).await.unwrap();
    assert!(closes(&mut shaken).await);
    let mut client = http2(handshake(t.address, &trusted, &["h2"]).await.unwrap()).await;
    let answer = client
        .send_request(request("https://localhost/about"))
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    drop(answer);
    let closed = async {
        while client.ready().await.is_ok() {
            tokio::task::yield_now().await
        }
    };
    assert!(tokio::time::timeout(WAIT, closed).await.is_ok());
    // The only place is free.
    let mut next = http2(handshake(t.address, &trusted, &["h2"]).await.unwrap()).await;
    assert_eq!(
        next.send_request(request("https://localhost/about"))
            .await
            .unwrap()
            .status(),
        200
    );
}

// R11.05
#[tokio::test]
async fn who_answers_pings_but_takes_no_more_of_an_answer_keeps_no_place() {
    let (t, _folder, trusted) = start(|limits| {
        limits.head = Duration::from_millis(100);
        limits.connections = 1;
    })
    .await;
    let stream = handshake(t.address, &trusted, &["h2"]).await.unwrap();
    let (mut client, connection) = http2::Builder::new(TokioExecutor::new())
        .initial_stream_window_size(1)
        .handshake(TokioIo::new(stream))
        .await
        .unwrap();
    // It reads what comes and answers pings; only the answer's body is not read.
    let connection = tokio::spawn(connection);
    let answer = client.send_request(request("https://localhost/about"));
    let answer = answer.await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(tokio::time::timeout(WAIT, connection).await.is_ok());
    // The only place is free.
    let mut next = http2(handshake(t.address, &trusted, &["h2"]).await.unwrap()).await;
    let again = next.send_request(request("https://localhost/about"));
    assert_eq!(again.await.unwrap().status(), 200);
    drop(answer);
}

// Servlet containers cut `;…` off a segment before they resolve dots: the backend would see a call
// beside `/api`, or one that the gateway intercepts.
#[tokio::test]
async fn no_backend_sees_a_path_whose_parameters_hide_a_way_out() {
    let (t, _folder, trusted) = start(|_| {}).await;
    let mut new = http2(handshake(t.address, &trusted, &["h2"]).await.unwrap()).await;
    let stream = handshake(t.address, &trusted, &["http/1.1"]).await.unwrap();
    let (mut old, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    for path in [
        "/api/..;/actuator/env",
        "/api/..;x=1/actuator/env",
        "/api/%2e%2e;/actuator/env",
        "/api/x/..;/auth/login",
        "/api/.;/auth/login",
        "/api/;x/auth/login",
    ] {
        for method in ["GET", "POST"] {
            let ask = |uri: &str| {
                let ask = Request::builder().method(method).uri(uri);
                let ask = ask.header("authorization", "Bearer good");
                ask.body(Empty::<Bytes>::new()).unwrap()
            };
            let url = format!("https://localhost{path}");
            let answer = new.send_request(ask(&url)).await.unwrap();
            assert_eq!(answer.status(), 400, "HTTP/2 {method} {path}");
            collected(answer.into_body()).await;
            let mut ask = ask(path);
            let host = "localhost".parse().unwrap();
            ask.headers_mut().insert("host", host);
            let answer = old.send_request(ask).await.unwrap();
            assert_eq!(answer.status(), 400, "HTTP/1.1 {method} {path}");
            collected(answer.into_body()).await;
        }
    }
    assert_eq!(t.backend.calls(), [""; 0]);
}

// R11.05
#[tokio::test]
async fn when_all_places_are_taken_the_longest_idle_gives_way() {
    let (t, _folder, trusted) = start(|limits| {
        limits.connections = 2;
        limits.head = Duration::from_secs(60);
    })
    .await;
    // No bytes at all, and HTTP/2 without a request in progress.
    let mut silent = TcpStream::connect(t.address).await.unwrap();
    let mut idle = http2(handshake(t.address, &trusted, &["h2"]).await.unwrap()).await;
    let asked = idle.send_request(request("https://localhost/about")).await;
    collected(asked.unwrap().into_body()).await;
    let next = async || {
        let stream = handshake(t.address, &trusted, &["h2"]).await.unwrap();
        let mut client = http2(stream).await;
        let answer = client.send_request(request("https://localhost/about"));
        assert_eq!(answer.await.unwrap().status(), 200);
        client
    };
    let second = tokio::time::timeout(WAIT, next()).await.unwrap();
    assert!(closes(&mut silent).await);
    let third = tokio::time::timeout(WAIT, next()).await.unwrap();
    let closed = async {
        while idle.ready().await.is_ok() {
            tokio::task::yield_now().await
        }
    };
    assert!(tokio::time::timeout(WAIT, closed).await.is_ok());
    drop((second, third));
}

// R11.05: with 100 requests in progress on each connection, the files held open for them could be
// more than the process may have.
#[tokio::test]
async fn large_files_that_nobody_takes_are_no_more_than_connections_and_pages_go_on() {
    let mut build = Build::site(1, "one");
    let film = vec![7; 5_000_000];
    build.file("/film.mp4", "video/mp4", &film, Access::Public);
    let (t, _folder, trusted) = start_with(&build, |limits| limits.connections = 2).await;
    let stream = handshake(t.address, &trusted, &["h2"]).await.unwrap();
    let (mut client, connection) = http2::Builder::new(TokioExecutor::new())
        .initial_stream_window_size(1)
        .handshake(TokioIo::new(stream))
        .await
        .unwrap();
    tokio::spawn(connection);
    let mut held = Vec::new();
    for (path, status) in [
        ("film.mp4", 200),
        ("film.mp4", 200),
        ("film.mp4", 503),
        ("about", 200),
    ] {
        let ask = request(&format!("https://localhost/{path}"));
        let answer = client.send_request(ask).await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
        held.push(answer);
    }
    held.truncate(1);
    let given_back = async {
        let film = || request("https://localhost/film.mp4");
        while client.send_request(film()).await.unwrap().status() != 200 {}
    };
    assert!(tokio::time::timeout(WAIT, given_back).await.is_ok());
}

async fn closes(stream: &mut (impl AsyncReadExt + Unpin)) -> bool {
    let mut rest = Vec::new();
    // Cut off or closed in order: both end it.
    tokio::time::timeout(WAIT, stream.read_to_end(&mut rest))
        .await
        .is_ok()
}

#[tokio::test]
async fn a_renewed_certificate_is_used_and_open_connections_stay() {
    let (t, folder, old) = start(|limits| limits.certificate = Duration::from_millis(10)).await;
    let mut open = http2(handshake(t.address, &old, &["h2"]).await.unwrap()).await;
    let renewed = made();
    // Half of a pair has no effect.
    fs::write(folder.path().join("cert.pem"), renewed.cert.pem()).unwrap();
    // Longer than it takes to look at the files a few times.
    for _ in 0..50 {
        assert!(handshake(t.address, &old, &[]).await.is_ok());
    }
    write(folder.path(), &renewed);
    let new = renewed.cert.der().clone();
    let taken = async { while handshake(t.address, &new, &[]).await.is_err() {} };
    assert!(tokio::time::timeout(WAIT, taken).await.is_ok());
    assert!(handshake(t.address, &old, &[]).await.is_err());
    assert_eq!(
        open.send_request(request("https://localhost/about"))
            .await
            .unwrap()
            .status(),
        200
    );
}

#[test]
fn files_that_are_no_certificate_with_its_key_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    write(folder.path(), &made());
    fs::write(path("other.pem"), made().signing_key.serialize_pem()).unwrap();
    fs::write(
        path("torn.pem"),
        "-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----\n",
    )
    .unwrap();
    let rows = [
        ("cert.pem", "key.pem", 0, "speaks TLS"),
        ("none.pem", "key.pem", 78, "cannot read"),
        ("key.pem", "key.pem", 78, "has no certificate in PEM"),
        ("cert.pem", "cert.pem", 78, "has no private key in PEM"),
        ("torn.pem", "key.pem", 78, "torn.pem"),
        (
            "cert.pem",
            "other.pem",
            78,
            "is not the one of the certificate",
        ),
    ];
    for (cert, key, code, sentence) in rows {
        let arguments = [
            "--listen",
            "127.0.0.1:0",
            "--origin",
            "http://127.0.0.1:9",
            "--tls-cert",
            &path(cert),
            "--tls-key",
            &path(key),
        ];
        let output = process::gateway(&[&["check-config"], &arguments[..]].concat())
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(output.status.code(), Some(code), "{cert} {key}: {text}");
        assert!(text.contains(sentence), "{cert} {key}: {text}");
    }
    let half = process::gateway(&["check-config", "--tls-cert", &path("cert.pem")])
        .output()
        .unwrap();
    assert_eq!(half.status.code(), Some(64));
}
