//! Requirements of RFC 9113 (HTTP/2) for a server, row by row, as frames over TLS: the tables are
//! in `rfc/http2_*.txt`, and each row names its section.
//!
//! A row is `section | reaction | frames | requirement`. Frames are separated by ` & `; each is
//! `KIND flags stream payload`, with `-` for no flags. Parts of a payload are separated by blanks:
//! bytes in hexadecimal digits, `00*9` for nine of them, `"text"`, and `[name: value; …]` for a
//! block of fields. A row begins with a preface unless its first frame is `bare`; `BYTES "text"` is
//! no frame at all. Tables of requests have fields alone in the third column. `= name: text` names
//! a text that `$name` means.
//!
//! The reaction is `answer STREAM STATUS`, `reset STREAM CODE`, `end CODE` (a GOAWAY, and the end
//! of the connection), `closed` (its end without one), or `none`: the server answers the ping
//! behind the frames and sends no more. A reaction with `instead of` is the library's, and RFC 9113
//! has the other one: the row fails once the library does as the RFC has it.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::time::Duration;

use crate::fixture::MARKER;
use crate::frames::{END_STREAM, Frame, Frames, KINDS, literal, opening};
use crate::tls::{Trusted, start};

/// Only a row that fails takes so long.
const WAIT: Duration = Duration::from_secs(5);

struct Row<'a> {
    reaction: Vec<&'a str>,
    frames: &'a str,
}

impl<'a> Row<'a> {
    fn new(line: &'a str) -> Self {
        let mut columns = line.splitn(4, " | ").map(str::trim);
        let mut column = || columns.next().unwrap_or_else(|| panic!("no row: {line}"));
        let (_section, reaction, frames) = (column(), column(), column());
        assert!(!column().is_empty(), "no requirement: {line}");
        let reaction = reaction.split(" instead of ").next().unwrap();
        let mut reaction: Vec<_> = reaction.split(", ").filter(|it| *it != "none").collect();
        reaction.sort_unstable();
        Self { reaction, frames }
    }

    /// The bytes that the client writes.
    fn bytes(&self) -> Vec<u8> {
        let (frames, mut bytes) = match self.frames.strip_prefix("bare & ") {
            Some(frames) => (frames, Vec::new()),
            None => (self.frames, opening(&[])),
        };
        bytes.extend(frames.split(" & ").flat_map(parse_frame));
        bytes
    }
}

/// `KIND flags stream payload` or `BYTES payload`
fn parse_frame(text: &str) -> Vec<u8> {
    if let Some(payload) = text.strip_prefix("BYTES ") {
        return parse_payload(payload);
    }
    let mut words = text.splitn(4, ' ');
    let mut word = || words.next().unwrap_or_default();
    let (kind, flags, stream, payload) = (word(), word(), word(), word());
    let kind = KINDS.iter().position(|name| *name == kind);
    let kind = kind.map_or_else(
        || parse_number(text.split(' ').next().unwrap()),
        |at| at as u32,
    );
    let flags = flags.split(',').map(|flag| match flag {
        "-" => 0,
        "ES" | "ACK" => 0x1,
        "EH" => 0x4,
        "PAD" => 0x8,
        "PRI" => 0x20,
        other => parse_number(other),
    });
    let frame = Frame {
        kind: u8::try_from(kind).unwrap(),
        flags: u8::try_from(flags.sum::<u32>()).unwrap(),
        stream: parse_number(stream),
        payload: parse_payload(payload),
    };
    frame.bytes()
}

/// `7` or `0x7f`
fn parse_number(text: &str) -> u32 {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).unwrap(),
        None => text.parse().unwrap_or_else(|_| panic!("no number: {text}")),
    }
}

fn parse_payload(text: &str) -> Vec<u8> {
    let text = text.trim_start();
    let (part, rest) = match text.chars().next() {
        None => return Vec::new(),
        Some('"') => {
            let (part, rest) = text[1..].split_once('"').unwrap();
            (unescape(part), rest)
        }
        Some('[') => {
            let (fields, rest) = text[1..].split_once(']').unwrap();
            (parse_fields(fields), rest)
        }
        Some(_) => {
            let (part, rest) = text.split_once(' ').unwrap_or((text, ""));
            let (digits, times) = part.split_once('*').unwrap_or((part, "1"));
            let bytes = digits.as_bytes().chunks(2).map(|pair| {
                let pair = std::str::from_utf8(pair).unwrap();
                u8::from_str_radix(pair, 16).unwrap_or_else(|_| panic!("no byte: {pair}"))
            });
            let bytes: Vec<u8> = bytes.collect();
            (bytes.repeat(times.parse().unwrap()), rest)
        }
    };
    [part, parse_payload(rest)].concat()
}

/// `name: value; name: value`
fn parse_fields(text: &str) -> Vec<u8> {
    let fields = text.split("; ").map(|field| {
        let empty = || field.strip_suffix(':').map(|name| (name, ""));
        let (name, value) = field
            .split_once(": ")
            .or_else(empty)
            .expect("`name: value`");
        literal(&unescape(name), &unescape(value))
    });
    fields.flatten().collect()
}

fn unescape(text: &str) -> Vec<u8> {
    let escapes = [
        ("\\r", "\r"),
        ("\\n", "\n"),
        ("\\0", "\0"),
        ("\\t", "\t"),
        ("\\d", "\x7f"),
        ("\\s", " "),
    ];
    let unescaped = escapes
        .into_iter()
        .fold(text.to_owned(), |text, (escape, byte)| {
            text.replace(escape, byte)
        });
    unescaped.into_bytes()
}

/// The server's reaction to a row.
#[derive(Default)]
struct Reaction {
    /// Answers, resets and the end, as rows name them.
    events: Vec<String>,
    /// The bytes of all answers, their fields included.
    bytes: Vec<u8>,
    /// Streams without more frames of the server.
    over: HashSet<u32>,
}

impl Reaction {
    async fn to(row: &Row<'_>, address: SocketAddr, trusted: &Trusted) -> Self {
        let mut client = Frames::bare(address, trusted).await;
        let mut reaction = Self::default();
        let read = reaction.read(&mut client, row);
        if tokio::time::timeout(WAIT, read).await.is_err() {
            reaction.events.push("no end".to_owned());
        }
        reaction.events.sort_unstable();
        reaction
    }

    /// Sends the frames and a ping, and after the expected events another one: frames that the
    /// server still has to send come before its answer.
    async fn read(&mut self, client: &mut Frames, row: &Row<'_>) {
        let [first, last] = [b"1st ping", b"2nd ping"].map(|text| Frame::new("PING", 0, 0, text));
        client.send(&[row.bytes(), first.bytes()].concat()).await;
        let (mut was_answered, mut was_last_sent) = (false, false);
        while let Some(frame) = client.next().await {
            self.note(&frame);
            if frame.is("PING") && frame.payload == last.payload {
                return;
            }
            was_answered |= frame.is("PING") && frame.payload == first.payload;
            let is_complete = was_answered && self.events.len() >= row.reaction.len();
            if is_complete && !was_last_sent && !self.has_end() {
                was_last_sent = client.send(&last.bytes()).await;
            }
        }
        if !self.has_end() {
            self.events.push("closed".to_owned());
        }
    }

    fn note(&mut self, frame: &Frame) {
        let stream = frame.stream;
        let is_part = frame.is("HEADERS") || frame.is("DATA");
        if is_part {
            self.bytes.extend_from_slice(&frame.payload);
        }
        if is_part && self.over.contains(&stream) || frame.is("PUSH_PROMISE") {
            self.events.push(format!("a frame too many: {frame:?}"));
        } else if frame.is("HEADERS") {
            let status = frame.status();
            self.events.push(format!("answer {stream} {status}"));
        } else if frame.is("RST_STREAM") {
            self.events.push(format!("reset {stream} {}", frame.code()));
        } else if frame.is("GOAWAY") {
            self.events.push(format!("end {}", frame.code()));
        }
        if frame.is("RST_STREAM") || is_part && frame.flags & END_STREAM != 0 {
            self.over.insert(stream);
        }
    }

    fn has_end(&self) -> bool {
        self.events.iter().any(|event| event.starts_with("end "))
    }

    fn has_guarded_bytes(&self) -> bool {
        let marker = MARKER.as_bytes();
        self.bytes.windows(marker.len()).any(|part| part == marker)
    }
}

/// The rows of a table, with its names filled in.
fn lines(table: &str) -> Vec<String> {
    let mut filled = table.to_owned();
    let named = |line: &'_ str| -> Option<(String, String)> {
        let (name, text) = line.strip_prefix("= ")?.split_once(": ")?;
        Some((format!("${name}"), text.to_owned()))
    };
    for (name, text) in table.lines().filter_map(named) {
        filled = filled.replace(&name, &text);
    }
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with(['#', '=']);
    filled.lines().filter(is_row).map(str::to_owned).collect()
}

/// Checks a table. Each row has a connection of its own.
async fn check(table: &str, is_of_requests: bool) {
    let (t, _folder, trusted) = start(|_| {}).await;
    let mut wrong = Vec::new();
    for line in lines(table) {
        let mut row = Row::new(&line);
        let request = format!("HEADERS ES,EH 1 [{}]", row.frames);
        if is_of_requests {
            row.frames = &request;
        }
        let calls = t.backend.calls().len();
        let reaction = Reaction::to(&row, t.address, &trusted).await;
        let is_answered = row.reaction.iter().any(|it| it.ends_with(" 200"));
        for (is_wrong, fault) in [
            (reaction.events != row.reaction, "another reaction"),
            (
                !is_answered && t.backend.calls().len() > calls,
                "the origin hears of it",
            ),
            (reaction.has_guarded_bytes(), "a guest gets a guarded byte"),
        ] {
            if is_wrong {
                wrong.push(format!("{fault}: {:?}: {line}", reaction.events));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn frames_are_read_as_the_rfc_says() {
    check(include_str!("rfc/http2_frames.txt"), false).await;
}

#[tokio::test]
async fn requests_are_well_formed_or_refused() {
    check(include_str!("rfc/http2_requests.txt"), true).await;
}

#[tokio::test]
async fn no_trick_of_a_request_shows_a_guarded_byte() {
    check(include_str!("rfc/http2_guard.txt"), true).await;
}
