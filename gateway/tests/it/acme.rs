//! R11.05: certificates by ACME, from a real authority: by both challenges, kept over restarts, and
//! without an authority that can be reached.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::CertificateDer;

use crate::authority::Authority;
use crate::client::Ask;
use crate::fixture::Build;
use crate::harness::GatewayTest;
use crate::pebble::{Pebble, free_address};
use crate::process;
use crate::tls::{WAIT, collected, handshake_for, http2, request, write};

const HOST: &str = "www.portico.test";
const OTHER: &str = "portico.test";

/// A gateway for these hosts at an address, with a redirecting socket or without.
async fn start(
    pebble: [&str; 2],
    var: &Path,
    hosts: &[&str],
    address: SocketAddr,
    redirect: Option<SocketAddr>,
) -> GatewayTest {
    let [directory, ca] = pebble;
    let public: Vec<_> = hosts.iter().map(|host| format!("https://{host}")).collect();
    let (public, var) = (public.join(","), var.to_str().unwrap());
    let mut arguments = vec![
        "--acme",
        directory,
        "--acme-ca",
        ca,
        "--acme-contact",
        "ann@portico.test",
        "--public-origin",
        &public,
        "--var",
        var,
    ];
    let text = redirect.map(|address| address.to_string());
    if let Some(text) = &text {
        arguments.extend(["--http-redirect", text]);
    }
    let listener = redirect.map(|address| TcpListener::bind(address).unwrap());
    GatewayTest::start_with(
        |builds| builds.publish(&Build::site(1, "one")),
        &arguments,
        |config| config.listen = vec![address.into()],
        listener,
    )
    .await
}

/// The first handshake that succeeds.
async fn visited(
    host: &'static str,
    address: SocketAddr,
    root: &CertificateDer<'static>,
) -> TlsStream<TcpStream> {
    let visiting = async {
        loop {
            if let Ok(stream) = handshake_for(host, address, root, &["h2"]).await {
                return stream;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let visited = tokio::time::timeout(WAIT, visiting).await;
    visited.expect("no certificate came")
}

async fn page(host: &str, path: &str, stream: TlsStream<TcpStream>) -> (u16, String) {
    let mut client = http2(stream).await;
    let asked = client.send_request(request(&format!("https://{host}{path}")));
    let answer = asked.await.unwrap();
    let status = answer.status().as_u16();
    let body = collected(answer.into_body()).await;
    (status, String::from_utf8_lossy(&body).into_owned())
}

/// Orders that succeeded and failed.
async fn orders(stream: TlsStream<TcpStream>) -> [u64; 2] {
    // Under the name of this machine, which alone has them.
    let (_, text) = page("localhost", "/metrics", stream).await;
    ["orders_total", "orders_failed_total"].map(|name| {
        let name = format!("gateway_certificate_{name} ");
        let line = text.lines().find_map(|line| line.strip_prefix(&name));
        line.unwrap().parse().unwrap()
    })
}

fn certificate(stream: &TlsStream<TcpStream>) -> Vec<u8> {
    stream.get_ref().1.peer_certificates().unwrap()[0].to_vec()
}

// R11.05
#[tokio::test]
async fn a_certificate_comes_over_tls_and_is_kept_over_restarts_until_a_name_is_missing() {
    let var = tempfile::tempdir().unwrap();
    let address = free_address();
    let pebble = Pebble::start(free_address().port(), address.port()).await;
    let root = pebble.root().await;
    let options = [pebble.directory.as_str(), pebble.ca.to_str().unwrap()];
    let t = start(options, var.path(), &[HOST], address, None).await;
    let stream = visited(HOST, address, &root).await;
    let first = certificate(&stream);
    assert_eq!(page(HOST, "/about", stream).await.0, 200);
    let stream = visited(HOST, address, &root).await;
    assert_eq!(orders(stream).await, [1, 0]);
    t.stop().await;

    let folder = var.path().join(format!(
        "acme/{}",
        options[0]
            .trim_start_matches("https://")
            .trim_end_matches("/dir")
            .replace(':', "_")
    ));
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let files = folder.read_dir().unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    let names = ["account.json", "certificate.pem"].map(|name| folder.join(name));
    assert_eq!(files, names);
    assert_eq!([mode(&files[0]), mode(&files[1])], [0o600; 2]);

    let t = start(options, var.path(), &[HOST], address, None).await;
    // There from the first handshake on.
    let stream = handshake_for(HOST, address, &root, &["h2"]).await.unwrap();
    assert_eq!(certificate(&stream), first);
    assert_eq!(orders(stream).await, [0, 0]);
    t.stop().await;

    let t = start(options, var.path(), &[HOST, OTHER], address, None).await;
    // Visitors of the first name need not wait for the second.
    assert!(handshake_for(HOST, address, &root, &["h2"]).await.is_ok());
    let stream = visited(OTHER, address, &root).await;
    assert_ne!(certificate(&stream), first);
    let stream = visited(HOST, address, &root).await;
    assert_eq!(orders(stream).await, [1, 0]);
    t.stop().await;
}

// R11.05
#[tokio::test]
async fn a_certificate_comes_over_http_where_visitors_are_redirected() {
    let var = tempfile::tempdir().unwrap();
    let (address, redirect) = (free_address(), free_address());
    let pebble = Pebble::start(redirect.port(), free_address().port()).await;
    let root = pebble.root().await;
    let options = [pebble.directory.as_str(), pebble.ca.to_str().unwrap()];
    let hosts = [HOST, OTHER];
    let t = start(options, var.path(), &hosts, address, Some(redirect)).await;
    for host in hosts {
        let stream = visited(host, address, &root).await;
        assert_eq!(page(host, "/about", stream).await.0, 200);
    }
    // Other paths, and tokens of no order, lead to HTTPS.
    for path in ["/about", "/.well-known/acme-challenge/abc"] {
        let ask = Ask::new(redirect, "GET", path).header("Host", HOST);
        let answer = ask.send().await;
        assert_eq!(answer.status, 308, "{path}");
    }
    let stream = visited(HOST, address, &root).await;
    assert_eq!(orders(stream).await, [1, 0]);
    t.stop().await;
}

// R11.05
#[tokio::test]
async fn a_renewal_that_fails_leaves_the_old_certificate_in_service() {
    let var = tempfile::tempdir().unwrap();
    let (address, nowhere) = (free_address(), free_address());
    let directory = format!("https://{nowhere}/dir");
    let authority = Authority::new("ours");
    let ca = authority.write(var.path());
    let folder = var.path().join("acme");
    let folder = folder.join(nowhere.to_string().replace(':', "_"));
    std::fs::create_dir_all(&folder).unwrap();
    let old = authority.sign(&[HOST], [-80, 10]);
    write(&folder, &old);
    let pair = ["key.pem", "cert.pem"].map(|name| std::fs::read(folder.join(name)).unwrap());
    std::fs::write(folder.join("certificate.pem"), pair.concat()).unwrap();
    let options = [directory.as_str(), ca.to_str().unwrap()];
    let t = start(options, var.path(), &[HOST], address, None).await;
    let failed = async {
        loop {
            let stream = visited(HOST, address, &authority.der()).await;
            assert_eq!(certificate(&stream), old.cert.der().to_vec());
            if orders(stream).await == [0, 1] {
                return;
            }
        }
    };
    assert!(tokio::time::timeout(WAIT, failed).await.is_ok());
    t.stop().await;

    // A service that is restarted again and again does not order each time.
    let t = start(options, var.path(), &[HOST], address, None).await;
    for _ in 0..20 {
        let stream = visited(HOST, address, &authority.der()).await;
        assert_eq!(orders(stream).await, [0, 0]);
    }
    t.stop().await;
}

// R11.05
#[tokio::test]
async fn without_a_certificate_redirects_work_and_the_log_has_the_reason_and_the_remedy() {
    let var = tempfile::tempdir().unwrap();
    let (address, redirect, nowhere) = (free_address(), free_address(), free_address());
    let ca = Authority::new("ours");
    let file = ca.write(var.path());
    let mut child = process::gateway(&[
        "serve",
        "--listen",
        &address.to_string(),
        "--http-redirect",
        &redirect.to_string(),
        "--origin",
        "http://127.0.0.1:9",
        "--public-origin",
        &format!("https://{HOST}"),
        "--acme",
        &format!("https://{nowhere}/dir"),
        "--acme-ca",
        file.to_str().unwrap(),
        "--var",
        var.path().to_str().unwrap(),
        "--builds",
        var.path().to_str().unwrap(),
    ])
    .spawn()
    .unwrap();
    let log = BufReader::new(child.stderr.take().unwrap());
    let log = tokio::task::spawn_blocking(move || {
        let mut seen = String::new();
        for line in log.lines() {
            seen += &line.unwrap();
            if seen.contains("another attempt follows") {
                break;
            }
        }
        seen
    });
    let log = tokio::time::timeout(WAIT, log).await.unwrap().unwrap();
    for words in [
        "for a certificate for `www.portico.test`, proven by HTTP-01",
        "until it comes, handshakes of TLS fail",
        "there is none to use",
        "Connection refused",
        "check that this machine reaches the directory",
    ] {
        assert!(log.contains(words), "{words}: {log}");
    }
    let refused = handshake_for(HOST, address, &ca.der(), &["h2"]).await;
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("alert"), "{refused}");
    let ask = Ask::new(redirect, "GET", "/about").header("Host", HOST);
    assert_eq!(ask.send().await.status, 308);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

// R11.05
#[test]
fn check_config_says_which_names_are_proven_how_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let var = folder.path().join("var");
    let check = |arguments: &[&str]| {
        let always = [
            "check-config",
            "--listen",
            "127.0.0.1:0",
            "--origin",
            "http://127.0.0.1:9",
            "--public-origin",
            "https://www.x.example,https://x.example",
            "--var",
            var.to_str().unwrap(),
        ];
        let output = process::gateway(&[&always, arguments].concat()).output();
        let output = output.unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let acme = ["--acme", "letsencrypt-staging"];
    let missing = folder.path().join("none.pem");
    let rows: [(&[&str], i32, &str); 4] = [
        (
            &[],
            0,
            "port 443 of each name must be reachable from the internet",
        ),
        (
            &["--http-redirect", "127.0.0.1:0"],
            0,
            "port 80 of each name must be reachable from the internet",
        ),
        (
            &[],
            0,
            "asks `acme-staging-v02.api.letsencrypt.org` by ACME for a certificate for `www.x.example`, `x.example`",
        ),
        (
            &["--acme-ca", missing.to_str().unwrap()],
            78,
            "(`--acme-ca`)",
        ),
    ];
    for (arguments, code, words) in rows {
        let (ended, text) = check(&[&acme, arguments].concat());
        assert_eq!(ended, Some(code), "{text}");
        assert!(text.contains(words), "{text}");
        assert!(!var.join("acme").exists());
    }
    assert_eq!(check(&["--acme", "letsencrpyt"]).0, Some(78));
}
