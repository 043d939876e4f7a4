//! R9.05: answers that go on, as the assistant's: each piece is passed on when it comes, and when a
//! client disconnects the gateway ends the call to the origin, too.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::fixture::{Build, Builds};
use crate::harness::GatewayTest;
use crate::tls::{WAIT, certified, handshake};

pub(crate) const FIRST: &str = "event: citations\ndata: []\n\n";
pub(crate) const LAST: &str = "event: done\ndata: {\"outcome\":\"quoted\"}\n\n";

/// An origin that writes one event, and the next when the test releases it.
struct Slow {
    address: SocketAddr,
    go_on: Arc<Notify>,
    left: Arc<Notify>,
}

impl Slow {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (go_on, left) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let signals = (Arc::clone(&go_on), Arc::clone(&left));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(stream_events(stream, signals.clone()));
            }
        });
        Self {
            address,
            go_on,
            left,
        }
    }
}

/// Writes one event, and the next when `go_on` is notified; notifies `left` if the reader is gone
/// before.
pub(crate) async fn stream_events(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    (go_on, left): (Arc<Notify>, Arc<Notify>),
) {
    let mut read = [0; 4_096];
    if stream.read(&mut read).await.unwrap_or(0) == 0 {
        return;
    }
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-store\r\ntransfer-encoding: chunked\r\n\r\n";
    let chunk = |event: &str| format!("{:x}\r\n{event}\r\n", event.len());
    let begun = format!("{head}{}", chunk(FIRST));
    stream.write_all(begun.as_bytes()).await.unwrap();
    loop {
        tokio::select! {
            () = go_on.notified() => break,
            count = stream.read(&mut read) => {
                if count.unwrap_or(0) == 0 {
                    return left.notify_one();
                }
            }
        }
    }
    let end = format!("{}0\r\n\r\n", chunk(LAST));
    stream.write_all(end.as_bytes()).await.unwrap();
}

fn question() -> Request<Full<Bytes>> {
    Request::post("https://localhost/api/chat")
        .header("host", "localhost")
        .header("sec-fetch-site", "same-origin")
        .header("accept-encoding", "br, gzip, zstd")
        .header("content-type", "application/json")
        .body(Full::from("{}"))
        .unwrap()
}

/// The next piece of an answer; empty at its end.
async fn piece(body: &mut Incoming) -> String {
    let frame = timeout(WAIT, body.frame()).await.unwrap();
    let data = frame.map(|frame| frame.unwrap().into_data().unwrap());
    String::from_utf8(data.unwrap_or_default().to_vec()).unwrap()
}

/// The answer's body, by a version of HTTP, over TLS.
async fn ask(address: SocketAddr, trusted: &crate::tls::Trusted, protocol: &str) -> Incoming {
    let stream = TokioIo::new(handshake(address, trusted, &[protocol]).await.unwrap());
    let answer = if protocol == "h2" {
        let (mut client, connection) = http2::handshake(TokioExecutor::new(), stream)
            .await
            .unwrap();
        tokio::spawn(connection);
        timeout(WAIT, client.send_request(question())).await
    } else {
        let (mut client, connection) = http1::handshake(stream).await.unwrap();
        tokio::spawn(connection);
        timeout(WAIT, client.send_request(question())).await
    };
    let answer = answer.unwrap().unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    assert!(!answer.headers().contains_key("content-encoding"));
    answer.into_body()
}

#[tokio::test]
async fn each_event_is_passed_on_before_the_next_is_written_and_a_client_that_leaves_is_noticed() {
    pass_events_on(&[]).await;
}

#[tokio::test]
async fn a_share_of_bytes_lets_each_event_pass() {
    pass_events_on(&["--mib-per-client", "1"]).await;
}

async fn pass_events_on(more: &[&str]) {
    let slow = Slow::start().await;
    let (folder, trusted) = certified();
    let [cert, key] =
        ["cert.pem", "key.pem"].map(|name| folder.path().join(name).display().to_string());
    let origin = format!("http://{}", slow.address);
    let arguments = ["--origin", &origin, "--tls-cert", &cert, "--tls-key", &key];
    let arguments = [&arguments[..], more].concat();
    let publish = |builds: &mut Builds| builds.publish(&Build::site(1, "one"));
    let t = GatewayTest::configured(publish, &arguments, |_| {}).await;
    for protocol in ["h2", "http/1.1"] {
        let mut body = ask(t.address, &trusted, protocol).await;
        assert_eq!(piece(&mut body).await, FIRST, "{protocol}");
        slow.go_on.notify_one();
        assert_eq!(piece(&mut body).await, LAST, "{protocol}");
        assert_eq!(piece(&mut body).await, "", "{protocol}");

        let mut body = ask(t.address, &trusted, protocol).await;
        assert_eq!(piece(&mut body).await, FIRST, "{protocol}");
        drop(body);
        timeout(WAIT, slow.left.notified()).await.unwrap();
    }
}
