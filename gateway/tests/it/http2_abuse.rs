//! RFC 9113, 5.2, 6.9 and 10.5: a client that wants much for little over HTTP/2. Its connection
//! ends or is bounded, and another client is answered meanwhile.

use std::time::Duration;

use contract::build::Access;

use crate::fixture::Build;
use crate::frames::{END_HEADERS, Frame, Frames, WHOLE, literal, opening};
use crate::harness::GatewayTest;
use crate::raw::{Raw, stuck};
use crate::tls::{Trusted, WAIT, certified, start, start_with};

/// No more frames are sent than this, whether the server ends the connection or not.
const FRAMES_MAX: u32 = 20_000;

/// Time after which bytes that the server has not taken are taken for refused.
const STALL: Duration = Duration::from_millis(200);

/// More bytes than the buffers of two sockets have room for.
const TAKEN_MAX: usize = 20_000_000;

/// SETTINGS_INITIAL_WINDOW_SIZE
const INITIAL_WINDOW_SIZE: u16 = 4;

/// A client that has done no wrong gets a page.
async fn assert_other_is_answered(t: &GatewayTest, trusted: &Trusted) {
    let mut other = Frames::bare(t.address, trusted).await;
    let ask = Frame::request(1, WHOLE, "GET", "/about");
    other.send(&[opening(&[]), ask.bytes()].concat()).await;
    let answered = async {
        while let Some(frame) = other.next().await {
            if frame.is("HEADERS") {
                return frame.status();
            }
        }
        0
    };
    let status = tokio::time::timeout(WAIT, answered).await;
    assert_eq!(status, Ok(200));
}

/// Writes frames until the server ends the connection, and reads meanwhile; returns the code of the
/// end.
async fn flood(
    t: &GatewayTest,
    trusted: &Trusted,
    start: &[u8],
    frames: impl Fn(u32) -> Vec<u8>,
) -> Option<&'static str> {
    let client = Frames::bare(t.address, trusted).await;
    let (mut sender, mut receiver) = (client.sender, client.receiver);
    sender.send(&[&opening(&[]), start].concat()).await;
    let write = async {
        for first in (0..FRAMES_MAX).step_by(100) {
            let bytes: Vec<u8> = (first..first + 100).flat_map(&frames).collect();
            if !sender.send(&bytes).await {
                break;
            }
        }
    };
    let read = async {
        let mut code = None;
        while let Some(frame) = receiver.next().await {
            if frame.is("GOAWAY") {
                code = Some(frame.code());
            }
        }
        code
    };
    let all = async { tokio::join!(read, write, assert_other_is_answered(t, trusted)).0 };
    let code = tokio::time::timeout(WAIT, all).await;
    code.expect("the connection ends")
}

/// The number of the stream of a client's request.
fn stream(request: u32) -> u32 {
    2 * request + 1
}

#[tokio::test]
async fn a_connection_that_costs_much_for_little_ends() {
    let (t, _folder, trusted) = start(|_| {}).await;
    let call =
        |request: u32, flags| Frame::request(stream(request), flags, "POST", "/api/x").bytes();
    let reset = |request: u32| Frame::new("RST_STREAM", 0, stream(request), &[0, 0, 0, 8]).bytes();
    let none = Vec::new();
    type Unit<'a> = Box<dyn Fn(u32) -> Vec<u8> + 'a>;
    let rows: [(&str, Vec<u8>, Unit<'_>); 6] = [
        (
            "rapid reset (CVE-2023-44487)",
            none.clone(),
            Box::new(|n| [call(n, WHOLE), reset(n)].concat()),
        ),
        (
            "resets by the server, for a body of another length (CVE-2025-8671)",
            none.clone(),
            Box::new(|n| {
                let mut ask = Frame::request(stream(n), WHOLE, "POST", "/api/x");
                ask.payload.extend(literal(b"content-length", b"1"));
                ask.bytes()
            }),
        ),
        (
            "resets by the server, for a window that is too large (CVE-2025-8671)",
            none.clone(),
            Box::new(|n| {
                let most = 0x7fff_ffff_u32.to_be_bytes();
                let window = Frame::new("WINDOW_UPDATE", 0, stream(n), &most);
                [call(n, END_HEADERS), window.bytes()].concat()
            }),
        ),
        (
            "a block of fields without an end (CVE-2024-27316)",
            call(0, 0),
            Box::new(|_| Frame::new("CONTINUATION", 0, 1, &literal(b"x-a", b"b")).bytes()),
        ),
        (
            "empty parts of a block of fields",
            call(0, 0),
            Box::new(|_| Frame::new("CONTINUATION", 0, 1, &[]).bytes()),
        ),
        (
            "empty parts of a body (CVE-2019-9518)",
            call(0, END_HEADERS),
            Box::new(|_| Frame::new("DATA", 0, 1, &[]).bytes()),
        ),
    ];
    for (name, start, frames) in rows {
        let code = flood(&t, &trusted, &start, frames).await;
        assert_eq!(code, Some("ENHANCE_YOUR_CALM"), "{name}");
    }
    // One connection has a hundred requests at once, and few of these came so far.
    let calls = t.backend.calls().len();
    assert!(calls <= 100, "{calls} calls");
}

/// Writes frames until the server takes no more.
async fn assert_taken_in_part(client: &mut Frames, bytes: &[u8]) {
    let mut taken = 0;
    while let Ok(true) = tokio::time::timeout(STALL, client.send(bytes)).await {
        taken += bytes.len();
        assert!(taken < TAKEN_MAX, "the server takes all, and keeps answers");
    }
}

// CVE-2023-44487, slowly: each request has begun before it is reset.
#[tokio::test]
async fn a_call_that_is_reset_gives_its_place_back() {
    let (t, _folder, trusted) = start(|limits| limits.calls_per_client = 1).await;
    let mut client = Frames::bare(t.address, &trusted).await;
    client.send(&opening(&[])).await;
    let mut next = 0;
    let mut new_stream = || {
        next += 1;
        stream(next)
    };
    let rounds = async {
        for _ in 0..20 {
            let held = new_stream();
            let call = Frame::request(held, END_HEADERS, "POST", "/api/x");
            client.send(&call.bytes()).await;
            while status_of_call(&mut client, new_stream()).await != 429 {}
            let reset = Frame::new("RST_STREAM", 0, held, &[0, 0, 0, 8]);
            client.send(&reset.bytes()).await;
            while status_of_call(&mut client, new_stream()).await != 200 {}
        }
    };
    assert!(tokio::time::timeout(WAIT, rounds).await.is_ok());
}

/// The status of a whole call.
async fn status_of_call(client: &mut Frames, stream: u32) -> u16 {
    let call = Frame::request(stream, WHOLE, "POST", "/api/x");
    client.send(&call.bytes()).await;
    loop {
        let frame = client.next().await.expect("the connection lasts");
        if frame.is("HEADERS") && frame.stream == stream {
            return frame.status();
        }
    }
}

// 9113 6.9.1
#[tokio::test]
async fn more_of_a_body_than_the_window_ends_the_connection() {
    // It reads no body.
    let origin = Raw::start(&[("POST /api/x", stuck(""))]).await;
    let (folder, trusted) = certified();
    let [cert, key] =
        ["cert.pem", "key.pem"].map(|name| folder.path().join(name).display().to_string());
    let url = origin.url();
    let t = GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &["--tls-cert", &cert, "--tls-key", &key, "--origin", &url],
        |_| {},
    )
    .await;
    let call = Frame::request(1, END_HEADERS, "POST", "/api/x").bytes();
    let part = Frame::new("DATA", 0, 1, &[0; 16_384]).bytes();
    let code = flood(&t, &trusted, &call, |_| part.clone()).await;
    assert_eq!(code, Some("FLOW_CONTROL_ERROR"));
}

// CVE-2019-9512, CVE-2019-9515: each of these frames has an answer.
#[tokio::test]
async fn answers_that_a_client_does_not_read_are_not_kept() {
    let (t, _folder, trusted) = start(|_| {}).await;
    let frames = [
        Frame::new("PING", 0, 0, &[0; 8]),
        Frame::new("SETTINGS", 0, 0, &[]),
    ];
    let bytes: Vec<u8> = frames.iter().flat_map(Frame::bytes).collect();
    let mut client = Frames::narrow(t.address, &trusted).await;
    client.send(&opening(&[])).await;
    assert_taken_in_part(&mut client, &bytes.repeat(200)).await;
    assert_other_is_answered(&t, &trusted).await;
}

// CVE-2019-9512, CVE-2019-9513, CVE-2019-9515: frames that are no requests keep no place.
#[tokio::test]
async fn a_client_that_sends_all_but_requests_is_idle() {
    let limit = Duration::from_millis(100);
    let (t, _folder, trusted) = start(|limits| limits.head = limit).await;
    for frame in [
        Frame::new("PING", 0, 0, &[0; 8]),
        Frame::new("SETTINGS", 0, 0, &[]),
        Frame::new("PRIORITY", 0, 1, &[0; 5]),
        Frame::new("WINDOW_UPDATE", 0, 0, &[0, 0, 0, 1]),
        Frame {
            kind: 0x16,
            ..Frame::new("DATA", 0, 1, &[0; 1000])
        },
    ] {
        let mut client = Frames::narrow(t.address, &trusted).await;
        client.send(&opening(&[])).await;
        let bytes = frame.bytes().repeat(20);
        let ended = async { while client.send(&bytes).await {} };
        let ended = tokio::time::timeout(WAIT, ended).await;
        assert!(ended.is_ok(), "{frame:?}");
        assert_other_is_answered(&t, &trusted).await;
    }
}

// CVE-2019-9511, CVE-2019-9517: a hundred large answers, and room for one byte of each, or for all
// of them without a read.
#[tokio::test]
async fn a_client_that_takes_no_answers_is_left_after_the_limit() {
    let mut build = Build::site(1, "one");
    let film = vec![7; 5_000_000];
    build.file("/film.mp4", "video/mp4", &film, Access::Public);
    let limit = Duration::from_millis(100);
    let (t, _folder, trusted) = start_with(&build, |limits| limits.head = limit).await;
    for window in [1, 0x7fff_ffff] {
        let mut client = Frames::narrow(t.address, &trusted).await;
        let mut bytes = opening(&[(INITIAL_WINDOW_SIZE, window)]);
        let more = 0x7fff_0000_u32.to_be_bytes();
        bytes.extend(Frame::new("WINDOW_UPDATE", 0, 0, &more).bytes());
        for request in 0..100 {
            let path = if request < 2 { "/film.mp4" } else { "/about" };
            bytes.extend(Frame::request(stream(request), WHOLE, "GET", path).bytes());
        }
        client.send(&bytes).await;
        let ping = Frame::new("PING", 0, 0, &[0; 8]).bytes();
        let ended = async { while client.send(&ping).await {} };
        let ended = tokio::time::timeout(WAIT, ended).await;
        assert!(ended.is_ok(), "{window}");
        assert_other_is_answered(&t, &trusted).await;
    }
}
