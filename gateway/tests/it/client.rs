//! A client that sends exactly the bytes of a test, one connection per request, and reads until the
//! server closes.

use std::net::{Ipv4Addr, SocketAddr};

use http::{HeaderMap, HeaderName, HeaderValue};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A request being put together.
pub(crate) struct Ask {
    address: SocketAddr,
    from: Ipv4Addr,
    head: String,
    has_host: bool,
    body: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Ask {
    pub(crate) fn new(address: SocketAddr, method: &str, target: &str) -> Self {
        Self {
            address,
            from: Ipv4Addr::LOCALHOST,
            head: format!("{method} {target} HTTP/1.1\r\n"),
            has_host: false,
            body: Vec::new(),
        }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.has_host |= name.eq_ignore_ascii_case("host");
        self.head.push_str(&format!("{name}: {value}\r\n"));
        self
    }

    pub(crate) fn body(self, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        let body = body.into();
        let length = body.len().to_string();
        Self { body, ..self }
            .header("Content-Type", media_type)
            .header("Content-Length", &length)
    }

    /// From another address of this machine: as another client.
    pub(crate) fn from(self, from: Ipv4Addr) -> Self {
        Self { from, ..self }
    }

    /// Bytes after the head, as they are.
    pub(crate) fn raw(self, body: impl Into<Vec<u8>>) -> Self {
        Self {
            body: body.into(),
            ..self
        }
    }

    pub(crate) async fn send(self) -> Answer {
        let mut head = self.head;
        if !self.has_host {
            head.push_str(&format!("Host: {}\r\n", self.address));
        }
        head.push_str("Connection: close\r\n\r\n");
        let mut stream = connect(self.address, self.from).await;
        stream.write_all(head.as_bytes()).await.unwrap();
        // A server that refuses by the head alone may close before it has read the body.
        let _ = stream.write_all(&self.body).await;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.unwrap();
        parse(&bytes)
    }
}

impl Answer {
    /// A header's value; empty if it is absent.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn all(&self, name: &str) -> Vec<&str> {
        self.headers
            .get_all(name)
            .iter()
            .map(|value| value.to_str().unwrap())
            .collect()
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// A connection from one of this machine's addresses.
pub(crate) async fn connect(address: SocketAddr, from: Ipv4Addr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    socket.connect(address).await.unwrap()
}

/// All bytes that come back for these until the server closes: the last request must make it.
pub(crate) async fn exchange(address: SocketAddr, request: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_ref()).await.unwrap();
    let mut answer = Vec::new();
    // A reset after the last byte only means that the server stopped reading.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

fn parse(bytes: &[u8]) -> Answer {
    let end = bytes
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .expect("an answer has a head");
    let head = std::str::from_utf8(&bytes[..end]).unwrap();
    let mut lines = head.split("\r\n");
    let status = lines
        .next()
        .unwrap()
        .split(' ')
        .nth(1)
        .unwrap()
        .parse()
        .unwrap();
    let mut headers = HeaderMap::new();
    for line in lines {
        let (name, value) = line.split_once(':').unwrap();
        let name: HeaderName = name.parse().unwrap();
        headers.append(name, HeaderValue::from_str(value.trim()).unwrap());
    }
    let body = &bytes[end + 4..];
    let is_chunked = headers
        .get("transfer-encoding")
        .is_some_and(|coding| coding == "chunked");
    let body = if is_chunked {
        unchunk(body)
    } else {
        body.to_vec()
    };
    Answer {
        status,
        headers,
        body,
    }
}

fn unchunk(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = rest
            .windows(2)
            .position(|two| two == b"\r\n")
            .expect("a chunk has a length");
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 2 + length + 2..];
    }
}
