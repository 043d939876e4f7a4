//! `--dev-server`: documents and modules come from another server, guard and payloads stay.

use std::convert::Infallible;
use std::net::SocketAddr;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::fixture::Build;
use crate::harness::GatewayTest;

/// A development server: answers with the request, and echoes over an upgraded connection.
async fn vite() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let connection = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service_fn(answer))
                .with_upgrades();
            tokio::spawn(connection);
        }
    });
    address
}

async fn answer(mut request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    if request.headers().contains_key("upgrade") {
        let upgraded = hyper::upgrade::on(&mut request);
        tokio::spawn(async move {
            let mut stream = TokioIo::new(upgraded.await.unwrap());
            let mut bytes = [0; 4];
            stream.read_exact(&mut bytes).await.unwrap();
            stream.write_all(&bytes).await.unwrap();
        });
        let response = Response::builder()
            .status(101)
            .header("connection", "upgrade")
            .header("upgrade", "websocket");
        return Ok(response.body(Full::default()).unwrap());
    }
    let header = |name| {
        request
            .headers()
            .get(name)
            .map_or("-", |value| value.to_str().unwrap())
    };
    let text = format!(
        "dev {} host {} cookie {}",
        request.uri(),
        header("host"),
        header("cookie")
    );
    Ok(Response::builder()
        .header("content-type", "text/html")
        .body(Full::new(text.into()))
        .unwrap())
}

async fn started() -> GatewayTest {
    let url = format!("http://{}", vite().await);
    GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &["--dev-server", &url],
        |_| {},
    )
    .await
}

#[tokio::test]
async fn documents_and_modules_come_from_the_development_server() {
    let t = started().await;
    let page = t
        .ask("GET", "/en/about?x=1")
        .header("Host", "localhost:8080")
        .header("Cookie", "token=x")
        .send()
        .await;
    assert_eq!(
        page.text(),
        "dev /en/about?x=1 host localhost:8080 cookie -"
    );
    assert_eq!(page.header("content-security-policy"), "");
    let module = t.get("/site/routes.ts?t=1").await;
    assert!(module.text().starts_with("dev /site/routes.ts?t=1"));
    let payload = t.get("/about/_payload.json").await;
    assert!(payload.text().contains("about"));
    assert_eq!(t.get("/nowhere/_payload.json").await.status, 404);
}

#[tokio::test]
async fn the_guard_stands_before_the_development_server() {
    let t = started().await;
    assert_eq!(t.get("/product").await.status, 302);
    assert_eq!(t.get("/product/").await.status, 302);
    assert_eq!(t.get("/product/_payload.json").await.status, 401);
    t.backend.sign_in("good");
    let member = t.get_with("/product", "good").await;
    assert!(member.text().starts_with("dev /product"));
    assert_eq!(member.header("cache-control"), "private, no-store");
}

#[tokio::test]
async fn hot_updates_pass_through() {
    let t = started().await;
    let mut stream = TcpStream::connect(t.address).await.unwrap();
    let head = "GET /?token=abc HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"));
    stream.write_all(b"ping").await.unwrap();
    let mut echo = [0; 4];
    stream.read_exact(&mut echo).await.unwrap();
    assert_eq!(&echo, b"ping");
}
