//! RFC 9113, 5.1.2, 6.5 and 6.9: the settings that the gateway sends, and the windows that it keeps
//! to.

use contract::build::Access;

use crate::fixture::Build;
use crate::frames::{ACK, END_HEADERS, Frame, Frames, WHOLE, opening};
use crate::tls::{WAIT, start, start_with};

/// SETTINGS_INITIAL_WINDOW_SIZE
const INITIAL_WINDOW_SIZE: u16 = 4;

/// Sends frames and a ping; returns the frames before its answer.
async fn frames_before_pong(client: &mut Frames, frames: &[Frame]) -> Vec<Frame> {
    let ping = Frame::new("PING", 0, 0, b"up to me");
    let bytes: Vec<u8> = frames
        .iter()
        .chain([&ping])
        .flat_map(Frame::bytes)
        .collect();
    client.send(&bytes).await;
    let mut found = Vec::new();
    let read = async {
        loop {
            let frame = client.next().await.expect("the connection lasts");
            if frame.is("PING") && frame.payload == ping.payload {
                assert_eq!(frame.flags, ACK);
                return;
            }
            assert!(
                frame.payload.len() <= 16_384,
                "9113 4.2: {}",
                frame.payload.len()
            );
            found.push(frame);
        }
    };
    tokio::time::timeout(WAIT, read)
        .await
        .expect("an answer to a ping");
    found
}

/// The bytes of bodies.
fn size(frames: &[Frame]) -> usize {
    let data = frames.iter().filter(|frame| frame.is("DATA"));
    data.map(|frame| frame.payload.len()).sum()
}

/// Sends a frame, and reads until as many bytes of bodies have come as are expected, and those that
/// come without another frame.
async fn size_after(client: &mut Frames, sent: &Frame, expected: usize) -> usize {
    let mut found = size(&frames_before_pong(client, std::slice::from_ref(sent)).await);
    while found < expected {
        found += size(&frames_before_pong(client, &[]).await);
    }
    found + size(&frames_before_pong(client, &[]).await)
}

fn window_update(stream: u32, more: u32) -> Frame {
    Frame::new("WINDOW_UPDATE", 0, stream, &more.to_be_bytes())
}

fn setting(name: u16, value: u32) -> Frame {
    let payload = [&name.to_be_bytes()[..], &value.to_be_bytes()].concat();
    Frame::new("SETTINGS", 0, 0, &payload)
}

#[tokio::test]
async fn the_server_begins_with_its_settings_and_acknowledges_the_clients() {
    let (t, _folder, trusted) = start(|_| {}).await;
    let mut client = Frames::bare(t.address, &trusted).await;
    client.send(&opening(&[])).await;
    let more = [setting(INITIAL_WINDOW_SIZE, 1), setting(0xff, 1)];
    let frames = frames_before_pong(&mut client, &more).await;
    let first = &frames[0];
    assert!(
        first.is("SETTINGS") && first.flags == 0 && first.stream == 0,
        "{first:?}"
    );
    let offered = |name: u8| {
        let mut pairs = first
            .payload
            .chunks(6)
            .filter(|pair| pair[..2] == [0, name]);
        let pair: Option<[u8; 4]> = pairs.next().map(|pair| pair[2..].try_into().unwrap());
        pair.map(u32::from_be_bytes)
    };
    let (streams, headers, connect) = (offered(3), offered(6), offered(8));
    assert_eq!((streams, headers, connect), (Some(100), Some(65_536), None));
    let is_ack = |frame: &&Frame| frame.is("SETTINGS") && frame.flags == ACK;
    assert_eq!(frames.iter().filter(is_ack).count(), 3, "{frames:?}");
}

#[tokio::test]
async fn a_request_too_many_is_refused_and_may_come_again() {
    let (t, _folder, trusted) = start(|_| {}).await;
    let mut client = Frames::bare(t.address, &trusted).await;
    client.send(&opening(&[])).await;
    let calls = (0..101).map(|n| Frame::request(2 * n + 1, END_HEADERS, "POST", "/api/x"));
    let frames = frames_before_pong(&mut client, &calls.collect::<Vec<_>>()).await;
    let resets: Vec<_> = frames
        .iter()
        .filter(|frame| frame.is("RST_STREAM"))
        .collect();
    let [reset] = resets[..] else {
        panic!("{resets:?}");
    };
    assert_eq!((reset.stream, reset.code()), (201, "REFUSED_STREAM"));
    let next = [
        Frame::new("RST_STREAM", 0, 1, &[0, 0, 0, 8]),
        Frame::request(203, WHOLE, "GET", "/about"),
    ];
    client
        .send(&next.iter().flat_map(Frame::bytes).collect::<Vec<_>>())
        .await;
    let answered = async { while !client.next().await.unwrap().is("HEADERS") {} };
    assert!(tokio::time::timeout(WAIT, answered).await.is_ok());
}

#[tokio::test]
async fn no_byte_comes_that_a_stream_has_no_room_for() {
    let (t, _folder, trusted) = start(|_| {}).await;
    let mut client = Frames::bare(t.address, &trusted).await;
    client.send(&opening(&[(INITIAL_WINDOW_SIZE, 0)])).await;
    let ask = [Frame::request(1, WHOLE, "GET", "/about")];
    let mut frames = frames_before_pong(&mut client, &ask).await;
    while !frames.iter().any(|frame| frame.is("HEADERS")) {
        frames = frames_before_pong(&mut client, &[]).await;
    }
    assert_eq!(size(&frames), 0);
    // The window of the stream is 10, 10 again, 10 below 0, 0, and 1.
    for (sent, expected) in [
        (window_update(1, 10), 10),
        (setting(INITIAL_WINDOW_SIZE, 10), 10),
        (setting(INITIAL_WINDOW_SIZE, 0), 0),
        (window_update(1, 10), 0),
        (window_update(1, 1), 1),
    ] {
        assert_eq!(
            size_after(&mut client, &sent, expected).await,
            expected,
            "{sent:?}"
        );
    }
}

#[tokio::test]
async fn no_byte_comes_that_the_connection_has_no_room_for() {
    let mut build = Build::site(1, "one");
    build.file("/film.mp4", "video/mp4", &[7; 200_000], Access::Public);
    let (t, _folder, trusted) = start_with(&build, |_| {}).await;
    let mut client = Frames::bare(t.address, &trusted).await;
    client
        .send(&opening(&[(INITIAL_WINDOW_SIZE, 0x7fff_ffff)]))
        .await;
    let ask = Frame::request(1, WHOLE, "GET", "/film.mp4");
    let next = window_update(0, 1);
    let rest = window_update(0, 200_000);
    for (sent, expected) in [(ask, 65_535), (next, 1), (rest, 134_464)] {
        let found = size_after(&mut client, &sent, expected).await;
        assert_eq!(found, expected, "{sent:?}");
    }
}
