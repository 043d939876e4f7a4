//! hyper with nothing around it: a fixed answer of 5 KB over HTTP/1.1 on one thread. `scripts/bench
//! gateway` compares the memory of idle connections with it.
//!
//!     cargo run --release -p gateway --example bare 127.0.0.1:8081

use std::convert::Infallible;
use std::net::SocketAddr;

use anyhow::Context;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

/// A body as long as a compressed document.
const BODY: [u8; 5000] = [b'x'; 5000];

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let address = std::env::args().nth(1).context("usage: bare ADDRESS")?;
    let address: SocketAddr = address.parse().context("ADDRESS is no IP:PORT")?;
    let listener = TcpListener::bind(address).await?;
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let connection = Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer));
        tokio::spawn(connection);
    }
}

async fn answer(_: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let mut response = Response::new(Full::new(Bytes::from_static(&BODY)));
    let media_type = HeaderValue::from_static("text/plain");
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    Ok(response)
}
