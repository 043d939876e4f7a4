//! More connections than there is room for: each client has a share, resting connections are closed
//! first, and pages can be read whatever the other clients do.

use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::backend::Mood;
use crate::client::{Ask, connect};
use crate::fixture::{Build, Builds};
use crate::harness::GatewayTest;
use crate::process::{address_of, gateway};

const ONE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);
const TWO: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
/// Less than an idle connection may stay.
const WAIT: Duration = Duration::from_secs(15);

async fn site(connections: usize, share: usize, arguments: &[&str]) -> GatewayTest {
    GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        arguments,
        |config| {
            config.limits.connections = connections;
            config.limits.connections_per_client = Some(share);
            config.limits.head = Duration::from_secs(60);
        },
    )
    .await
}

/// The status of an answer that has to come soon.
async fn status(ask: Ask) -> u16 {
    let answer = tokio::time::timeout(WAIT, ask.send()).await;
    answer.expect("an answer comes").status
}

async fn is_closed(stream: &mut TcpStream) -> bool {
    let read = tokio::time::timeout(WAIT, stream.read(&mut [0; 1024])).await;
    // Cut off or closed in order: both end it.
    matches!(read, Ok(Ok(0) | Err(_)))
}

/// A connection on which this was sent.
async fn holding(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = connect(address, ONE).await;
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Connections with requests that are not answered until the backend is released.
async fn busy(t: &GatewayTest, count: usize) -> Vec<TcpStream> {
    t.backend.sign_in("good");
    t.backend.mood(Mood::Slow);
    let mut all = Vec::new();
    for _ in 0..count {
        let text = "GET /product HTTP/1.1\r\nHost: x\r\nCookie: token=good\r\n\r\n";
        all.push(holding(t.address, text).await);
    }
    all
}

/// The program, with so many file descriptors and no more.
fn with_descriptors(count: usize, arguments: &[&str]) -> Command {
    let program = gateway(arguments);
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", &format!("ulimit -n {count}; exec \"$0\" \"$@\"")])
        .arg(program.get_program())
        .args(program.get_args())
        .env_clear()
        .stdout(Stdio::piped());
    command
}

// R11.05
#[tokio::test]
async fn a_client_that_holds_all_it_can_keeps_no_page_from_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut builds = Builds::new(&folder.path().join("builds"));
    builds.publish(&Build::site(1, "one"));
    let root = builds.root.to_str().unwrap();
    let arguments = [
        "--listen",
        "127.0.0.1:0",
        "--builds",
        root,
        "--origin",
        "http://127.0.0.1:9",
    ];
    let all = [&["serve"], &arguments[..]].concat();
    let mut child = with_descriptors(256, &all).spawn().unwrap();
    let address = address_of(&mut child);
    let mut early = connect(address, TWO).await;
    let mut held = Vec::new();
    for text in ["", "GET /abo", HEALTH].into_iter().cycle().take(400) {
        held.push(holding(address, text).await);
    }
    for path in ["/about", "/en", "/en/about", "/"] {
        let ask = Ask::new(address, "GET", path).from(TWO);
        assert_eq!(status(ask).await, 200, "{path}");
    }
    let text = "GET /404 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    early.write_all(text.as_bytes()).await.unwrap();
    let mut answer = String::new();
    early.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[tokio::test]
async fn beyond_its_share_a_client_is_turned_away_and_others_are_not() {
    let t = site(8, 2, &[]).await;
    let held = busy(&t, 2).await;
    assert!(is_closed(&mut holding(t.address, HEALTH).await).await);
    let metrics = t.ask("GET", "/metrics").from(TWO).send().await;
    let line = "gateway_connections_refused_total 1";
    assert!(metrics.text().contains(line), "{}", metrics.text());
    drop(held);
}

#[tokio::test]
async fn a_trusted_proxy_has_no_share() {
    let t = site(8, 2, &["--trusted-proxy", "127.0.0.1"]).await;
    let held = busy(&t, 4).await;
    assert_eq!(status(t.ask("GET", "/about")).await, 200);
    drop(held);
}

#[tokio::test]
async fn when_all_places_are_taken_who_is_idle_gives_way_and_who_waits_for_an_answer_does_not() {
    for text in ["", "GET /abo", HEALTH] {
        let t = site(2, 2, &[]).await;
        let mut idle = holding(t.address, text).await;
        let mut busy = busy(&t, 1).await.remove(0);
        assert_eq!(status(t.ask("GET", "/about").from(TWO)).await, 200);
        if text == HEALTH {
            assert!(idle.read(&mut [0; 1024]).await.unwrap() > 0);
        }
        assert!(is_closed(&mut idle).await, "{text:?}");
        t.backend.state.go_on.notify_one();
        assert!(busy.read(&mut [0; 1024]).await.unwrap() > 0, "{text:?}");
    }
}

#[test]
fn check_config_says_how_many_connections_there_may_be() {
    let arguments = ["check-config", "--origin", "http://127.0.0.1:9"];
    for (descriptors, sentence) in [
        (256, "64 connections at once, 16 of them for one client"),
        (256, "`--connections 10000` takes 20"),
        (256, "LimitNOFILE=20"),
    ] {
        let output = with_descriptors(descriptors, &arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(sentence), "{text}");
    }
    let few = [
        &arguments[..],
        &["--connections", "40", "--connections-per-client", "5"],
    ]
    .concat();
    let output = with_descriptors(512, &few).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("40 connections at once, 5 of them for one client"),
        "{text}"
    );
    assert!(text.contains("up to 512 file descriptors"), "{text}");
}

#[tokio::test]
async fn beyond_its_share_of_requests_a_client_gets_429_and_others_and_watchers_do_not() {
    let prepare = |builds: &mut Builds| builds.publish(&Build::site(1, "one"));
    let arguments = ["--requests-per-client", "1", "--trusted-proxy", "127.0.0.9"];
    let t = GatewayTest::configured(prepare, &arguments, |_| {}).await;
    let ask = async |target: &str, from: &str, named: &str| {
        let ask = t.ask("GET", target).from(from.parse().unwrap());
        ask.header("X-Forwarded-For", named).send().await
    };
    let mut refused = None;
    // Ten at once, and one more for each second that the test takes.
    for _ in 0..200 {
        let answer = ask("/about", "127.0.0.1", "192.0.2.7").await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
        assert_eq!(answer.status, 200);
    }
    let refused = refused.expect("the share has an end");
    assert_ne!(refused.header("retry-after"), "");
    assert_eq!(refused.header("cache-control"), "no-store");
    assert_eq!(ask("/healthz", "127.0.0.1", "").await.status, 200);
    assert_eq!(ask("/about", "127.0.0.2", "").await.status, 200);
    for (named, status) in [("192.0.2.1", 200), ("2001:db8::1", 200), ("", 200)] {
        let answer = ask("/about", "127.0.0.9", named).await;
        assert_eq!(answer.status, status, "{named}");
    }
    let mut statuses = Vec::new();
    for host in 0..40 {
        let named = format!("2001:db8::{host:x}");
        statuses.push(ask("/about", "127.0.0.9", &named).await.status);
    }
    assert!(
        statuses.contains(&429),
        "one network of 64 bits is one client"
    );
    for _ in 0..40 {
        assert_eq!(
            ask("/about", "127.0.0.9", "").await.status,
            200,
            "a proxy's own"
        );
    }
    let metrics = t.get("/metrics").await;
    assert!(!metrics.text().contains("gateway_requests_refused_total 0"));
}
