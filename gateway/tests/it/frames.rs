//! HTTP/2 frame by frame over TLS: a client that writes any bytes, and reads the frames that come.
//!
//! It sends fields as literals without an index, and asks the server for a table of no entries, so
//! that it needs no state to read a status.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::client::TlsStream;

use crate::tls::{Trusted, handshake_over};

pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The kinds of frames, in the order of their numbers (RFC 9113, 6).
pub(crate) const KINDS: [&str; 10] = [
    "DATA",
    "HEADERS",
    "PRIORITY",
    "RST_STREAM",
    "SETTINGS",
    "PUSH_PROMISE",
    "PING",
    "GOAWAY",
    "WINDOW_UPDATE",
    "CONTINUATION",
];

/// The codes of errors, in the order of their numbers (RFC 9113, 7).
const CODES: [&str; 14] = [
    "NO_ERROR",
    "PROTOCOL_ERROR",
    "INTERNAL_ERROR",
    "FLOW_CONTROL_ERROR",
    "SETTINGS_TIMEOUT",
    "STREAM_CLOSED",
    "FRAME_SIZE_ERROR",
    "REFUSED_STREAM",
    "CANCEL",
    "COMPRESSION_ERROR",
    "CONNECT_ERROR",
    "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY",
    "HTTP_1_1_REQUIRED",
];

pub(crate) const END_STREAM: u8 = 1;
pub(crate) const ACK: u8 = 1;
pub(crate) const END_HEADERS: u8 = 4;
/// A request without a body.
pub(crate) const WHOLE: u8 = END_HEADERS | END_STREAM;

/// One frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) kind: u8,
    pub(crate) flags: u8,
    pub(crate) stream: u32,
    pub(crate) payload: Vec<u8>,
}

impl Frame {
    pub(crate) fn new(kind: &str, flags: u8, stream: u32, payload: &[u8]) -> Self {
        let kind = KINDS.iter().position(|name| *name == kind);
        Self {
            kind: u8::try_from(kind.expect("a kind of frames")).unwrap(),
            flags,
            stream,
            payload: payload.to_vec(),
        }
    }

    /// A request of a member's browser, or with `flags` other than [`WHOLE`] only its head.
    pub(crate) fn request(stream: u32, flags: u8, method: &str, path: &str) -> Self {
        let fields = [
            (":method", method),
            (":scheme", "https"),
            (":authority", "localhost"),
            (":path", path),
            ("authorization", "Bearer t"),
        ];
        let block: Vec<u8> = fields
            .iter()
            .flat_map(|(name, value)| literal(name.as_bytes(), value.as_bytes()))
            .collect();
        Self::new("HEADERS", flags, stream, &block)
    }

    pub(crate) fn is(&self, kind: &str) -> bool {
        KINDS.get(usize::from(self.kind)) == Some(&kind)
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let length = u32::try_from(self.payload.len()).unwrap().to_be_bytes();
        let head = [&length[1..], &[self.kind, self.flags]].concat();
        [&head, &self.stream.to_be_bytes()[..], &self.payload].concat()
    }

    /// The name of the code in four bytes of a `RST_STREAM` or a `GOAWAY`.
    pub(crate) fn code(&self) -> &'static str {
        let at = if self.is("GOAWAY") { 4 } else { 0 };
        let code: [u8; 4] = self.payload[at..at + 4].try_into().unwrap();
        CODES[u32::from_be_bytes(code) as usize]
    }

    /// The status in a `HEADERS` of the server, whose first field it is.
    pub(crate) fn status(&self) -> u16 {
        // A change of the table's size may come first (RFC 7541, 6.3).
        let block = self.payload.as_slice();
        let block = block.strip_prefix(&[0x20]).unwrap_or(block);
        match block {
            [0x88, ..] => 200,
            [0x89, ..] => 204,
            [0x8a, ..] => 206,
            [0x8b, ..] => 304,
            [0x8c, ..] => 400,
            [0x8d, ..] => 404,
            [0x8e, ..] => 500,
            // A literal with the name of entry 8, in Huffman's code.
            [0x08 | 0x18 | 0x48, length, rest @ ..] if length & 0x80 != 0 => {
                digits(&rest[..usize::from(length & 0x7f)])
            }
            _ => panic!("no status in {block:02x?}"),
        }
    }
}

/// Three digits in Huffman's code (RFC 7541, appendix B): 0 to 2 in five bits, 3 to 9 in six.
fn digits(bytes: &[u8]) -> u16 {
    let mut bits = bytes
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |at| u16::from(byte >> at & 1)));
    let mut take = |count: usize, first: u16| {
        bits.by_ref()
            .take(count)
            .fold(first, |code, bit| code << 1 | bit)
    };
    (0..3).fold(0, |number, _| {
        let short = take(5, 0);
        let digit = if short < 3 {
            short
        } else {
            take(1, short) - 22
        };
        number * 10 + digit
    })
}

/// A field as a literal without an index, its name and value in plain bytes (RFC 7541, 6.2.2).
pub(crate) fn literal(name: &[u8], value: &[u8]) -> Vec<u8> {
    [vec![0], string(name), string(value)].concat()
}

fn string(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    match bytes.len() {
        short @ 0..127 => out.push(short as u8),
        long => {
            out.push(127);
            let mut rest = long - 127;
            while rest >= 128 {
                out.push(rest as u8 | 128);
                rest >>= 7;
            }
            out.push(rest as u8);
        }
    }
    out.extend_from_slice(bytes);
    out
}

/// A connection of a client.
pub(crate) struct Frames {
    pub(crate) sender: Sender,
    pub(crate) receiver: Receiver,
}

pub(crate) struct Sender(WriteHalf<TlsStream<TcpStream>>);

pub(crate) struct Receiver(ReadHalf<TlsStream<TcpStream>>);

impl Frames {
    /// A connection without a byte of HTTP/2.
    pub(crate) async fn bare(address: SocketAddr, trusted: &Trusted) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        Self::over(stream, trusted).await
    }

    /// A connection whose client has little room for bytes that it does not read, or that the
    /// server does not.
    pub(crate) async fn narrow(address: SocketAddr, trusted: &Trusted) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        socket.set_send_buffer_size(4096).unwrap();
        Self::over(socket.connect(address).await.unwrap(), trusted).await
    }

    async fn over(stream: TcpStream, trusted: &Trusted) -> Self {
        let stream = handshake_over(stream, "localhost", trusted, &["h2"]).await;
        let stream = stream.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        let (receiver, sender) = tokio::io::split(stream);
        Self {
            sender: Sender(sender),
            receiver: Receiver(receiver),
        }
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) -> bool {
        self.sender.send(bytes).await
    }

    pub(crate) async fn next(&mut self) -> Option<Frame> {
        self.receiver.next().await
    }
}

impl Sender {
    /// Writes bytes; false if the server has closed the connection.
    pub(crate) async fn send(&mut self, bytes: &[u8]) -> bool {
        self.0.write_all(bytes).await.is_ok() && self.0.flush().await.is_ok()
    }
}

impl Receiver {
    /// The next frame; none at the end of the connection, in order or not.
    pub(crate) async fn next(&mut self) -> Option<Frame> {
        let mut head = [0; 9];
        self.0.read_exact(&mut head).await.ok()?;
        let [a, b, c, kind, flags, stream @ ..] = head;
        let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
        self.0.read_exact(&mut payload).await.ok()?;
        Some(Frame {
            kind,
            flags,
            stream: u32::from_be_bytes(stream),
            payload,
        })
    }
}

/// The bytes with which a client begins.
pub(crate) fn opening(settings: &[(u16, u32)]) -> Vec<u8> {
    // SETTINGS_HEADER_TABLE_SIZE
    let payload: Vec<u8> = [(1, 0)]
        .iter()
        .chain(settings)
        .flat_map(|(name, value)| [&name.to_be_bytes()[..], &value.to_be_bytes()].concat())
        .collect();
    let settings = Frame::new("SETTINGS", 0, 0, &payload);
    [PREFACE, &settings.bytes()].concat()
}
