//! The share of bytes: a client that reads as much as it can over many connections leaves the line
//! to the others, and gets all of its answers, later.

use std::net::Ipv4Addr;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use contract::build::Access;
use futures_util::future::join_all;
use gateway::config::{ByteQuota, Limits};
use http_body_util::BodyExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::client::{Ask, connect};
use crate::fixture::Build;
use crate::harness::GatewayTest;
use crate::process::gateway;
use crate::tls::{WAIT, handshake, http2, request, start_with};

const KIB: u64 = 1024;
const BURST: u64 = 256 * KIB;
const IN_MEMORY: usize = 1024 * 1024;
/// Larger than the gateway holds in memory.
const ON_DISK: usize = 5 * 1024 * 1024;
const ONE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);
const TWO: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|at| (at % 251) as u8).collect()
}

fn build() -> Build {
    let mut build = Build::site(1, "one");
    for (path, length) in [("/memory.bin", IN_MEMORY), ("/disk.bin", ON_DISK)] {
        let media_type = "application/octet-stream";
        build.file(path, media_type, &bytes(length), Access::Public);
    }
    build
}

fn share(per_second: u64) -> impl FnOnce(&mut Limits) {
    move |limits| {
        limits.bytes = Some(ByteQuota {
            per_second: NonZeroU64::new(per_second).unwrap(),
            burst: BURST,
        });
    }
}

async fn site(change: impl FnOnce(&mut Limits)) -> GatewayTest {
    let publish = |builds: &mut crate::fixture::Builds| builds.publish(&build());
    GatewayTest::configured(publish, &[], |config| change(&mut config.limits)).await
}

/// The time that so many bytes take at least.
fn least(length: u64, per_second: u64) -> Duration {
    Duration::from_millis((length - BURST) * 1000 / per_second)
}

/// Reads an answer to its end; counts the bytes of its body, and notifies of each part.
async fn read(t: std::net::SocketAddr, path: &str, counted: Arc<(AtomicUsize, Notify)>) {
    let mut stream = connect(t, ONE).await;
    let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let mut part = vec![0; 65_536];
    loop {
        let length = stream.read(&mut part).await.unwrap();
        if length == 0 {
            return;
        }
        counted.0.fetch_add(length, Ordering::SeqCst);
        counted.1.notify_one();
    }
}

#[tokio::test]
async fn many_connections_of_a_client_get_one_share_and_another_client_does_not_wait() {
    // A byte a second: in this test nothing comes after the burst.
    for path in ["/memory.bin", "/disk.bin"] {
        let t = site(share(1)).await;
        let counted = Arc::new((AtomicUsize::new(0), Notify::new()));
        let mut readers = JoinSet::new();
        for _ in 0..4 {
            readers.spawn(read(t.address, path, Arc::clone(&counted)));
        }
        let burst = async {
            while counted.0.load(Ordering::SeqCst) < BURST as usize {
                counted.1.notified().await;
            }
        };
        tokio::time::timeout(WAIT, burst).await.unwrap();
        for target in ["/about", "/logo.svg"] {
            let ask = Ask::new(t.address, "GET", target).from(TWO).send();
            let answer = tokio::time::timeout(WAIT, ask).await.expect(target);
            assert_eq!(answer.status, 200, "{target}");
        }
        let watched = tokio::time::timeout(WAIT, t.get("/metrics")).await;
        let metrics = watched.expect("watchers have no share");
        assert!(!metrics.text().contains("gateway_answers_delayed_total 0"));
        assert_eq!(counted.0.load(Ordering::SeqCst), BURST as usize, "{path}");
        assert_eq!(readers.len(), 4, "{path}");
    }
}

#[tokio::test]
async fn answers_beyond_the_share_come_whole_but_not_sooner() {
    const RATE: u64 = 8 * 1024 * KIB;
    for (path, range, length) in [
        ("/memory.bin", None, IN_MEMORY),
        ("/memory.bin", Some("bytes=7-"), IN_MEMORY - 7),
        ("/disk.bin", None, ON_DISK),
        ("/disk.bin", Some("bytes=1048576-2097151"), 1024 * 1024),
    ] {
        let t = site(share(RATE)).await;
        let start = Instant::now();
        let ask = t.ask("GET", path);
        let answer = match range {
            Some(range) => ask.header("Range", range).send().await,
            None => ask.send().await,
        };
        let took = start.elapsed();
        assert_eq!(answer.header("content-length"), length.to_string());
        let skipped = if path == "/disk.bin" { 1024 * 1024 } else { 7 };
        let all = bytes(if path == "/disk.bin" {
            ON_DISK
        } else {
            IN_MEMORY
        });
        let expected = match range {
            Some(_) => &all[skipped..skipped + length],
            None => &all[..],
        };
        assert!(answer.body == expected, "{path} {range:?}");
        assert!(
            took >= least(length as u64, RATE),
            "{path} {range:?}: {took:?}"
        );
    }
}

#[tokio::test]
async fn streams_of_one_connection_of_http2_share_it_too() {
    const RATE: u64 = 8 * 1024 * KIB;
    let (t, _folder, trusted) = start_with(&build(), share(RATE)).await;
    let stream = handshake(t.address, &trusted, &["h2"]).await.unwrap();
    let client = http2(stream).await;
    let start = Instant::now();
    let all = (0..3).map(|_| {
        let mut client = client.clone();
        async move {
            let answer = client.send_request(request("https://localhost/memory.bin"));
            let body = answer.await.unwrap().into_body();
            body.collect().await.unwrap().to_bytes()
        }
    });
    for received in join_all(all).await {
        assert!(received == bytes(IN_MEMORY));
    }
    let took = start.elapsed();
    assert!(took >= least(3 * IN_MEMORY as u64, RATE), "{took:?}");
}

#[tokio::test]
async fn a_proxy_that_names_no_client_has_no_share_and_those_that_it_names_have_theirs() {
    let publish = |builds: &mut crate::fixture::Builds| builds.publish(&build());
    let arguments = ["--trusted-proxy", "127.0.0.1"];
    let change = share(1);
    let t = GatewayTest::configured(publish, &arguments, |config| change(&mut config.limits)).await;
    let whole = tokio::time::timeout(WAIT, t.get("/memory.bin")).await;
    assert_eq!(whole.unwrap().body.len(), IN_MEMORY);
    // One network of 64 bits is one client: the second waits.
    let ask = |client: &str| t.ask("GET", "/about").header("X-Forwarded-For", client);
    let used = t
        .ask("GET", "/memory.bin")
        .header("Range", "bytes=0-262143");
    let used = used.header("X-Forwarded-For", "2001:db8::1").send().await;
    assert_eq!(used.body.len() as u64, BURST);
    let other = tokio::time::timeout(WAIT, ask("2001:db8:0:1::1").send()).await;
    assert_eq!(other.unwrap().status, 200);
    let same = tokio::time::timeout(Duration::from_secs(1), ask("2001:db8::2").send()).await;
    assert!(same.is_err(), "a page takes minutes");
}

#[tokio::test]
async fn without_the_option_nothing_is_delayed() {
    let t = site(|limits| assert!(limits.bytes.is_none())).await;
    for _ in 0..4 {
        assert!(t.get("/disk.bin").await.body == bytes(ON_DISK));
    }
    let metrics = t.get("/metrics").await;
    let line = "gateway_answers_delayed_total 0\n";
    assert!(metrics.text().contains(line), "{}", metrics.text());
}

#[test]
fn check_config_names_the_share_of_bytes() {
    let run = |more: &[&str]| {
        let arguments = [&["check-config", "--origin", "http://127.0.0.1:9"], more].concat();
        let output = gateway(&arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let text = run(&["--mib-per-client", "3"]);
    let sentence = "one client gets 30 MiB at once and 3 MiB a second from then on";
    assert!(text.contains(sentence), "{text}");
    assert!(!run(&[]).contains("MiB a second"));
    assert!(!run(&["--mib-per-client", "0"]).contains("MiB a second"));
}
