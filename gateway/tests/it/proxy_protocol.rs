//! R11.05: the client that a proxy names by the PROXY protocol is the client of limits, log and
//! origin; a connection of the proxy without a header is closed, and others may not send one.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::fixture::{Build, Builds};
use crate::harness::GatewayTest;

const ASK: &str = "GET /api/search HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.9\r\nConnection: close\r\n\r\n";

async fn answer(mut stream: TcpStream, bytes: &str) -> String {
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut text = String::new();
    // A reset is as good as an end.
    let _ = stream.read_to_string(&mut text).await;
    text
}

async fn connect(from: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    socket.connect(to).await.unwrap()
}

#[tokio::test]
async fn the_named_client_counts_and_only_proxies_may_name_one() {
    let publish = |builds: &mut Builds| builds.publish(&Build::site(1, "one"));
    let proxy = ["--trusted-proxy", "127.0.0.1", "--proxy-protocol"];
    let t = GatewayTest::configured(publish, &proxy, |_| {}).await;
    let named = format!("PROXY TCP4 192.0.2.7 127.0.0.1 4660 80\r\n{ASK}");
    let text = answer(connect("127.0.0.1", t.address).await, &named).await;
    assert!(text.starts_with("HTTP/1.1 "), "{text}");
    let calls = t.backend.calls();
    let (headers, _) = t.backend.heard(calls.last().unwrap());
    assert_eq!(headers["x-forwarded-for"], "192.0.2.7");
    for (from, bytes) in [("127.0.0.1", ASK), ("127.0.0.2", &named)] {
        let text = answer(connect(from, t.address).await, bytes).await;
        assert!(!text.contains("200 OK"), "{from}: {text}");
    }
    assert_eq!(t.backend.calls().len(), calls.len());
    // Others need no header.
    let text = answer(connect("127.0.0.2", t.address).await, ASK).await;
    assert!(text.starts_with("HTTP/1.1 "), "{text}");
    assert_eq!(t.backend.calls().len(), calls.len() + 1);
    t.stop().await;
}
