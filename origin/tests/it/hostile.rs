//! Files and answers that are made to harm: each gets a clear answer, costs little, and leaves
//! nothing behind.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use base64::Engine;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::archives::{
    MEGA, WORD_MAIN, compound, crowded, packed, relationships, word, word_with, zeros,
};
use crate::harness::OriginTest;
use crate::hostile_files::{self, LARGEST, burst};
use crate::messages::{BP, WORK, key};
use crate::program::{Program, Site};
use crate::uploads::{PDF, Uploading};

impl OriginTest {
    async fn assert_nothing_is_left(&self, what: &str) {
        assert_eq!(self.stored().await, [0; 4], "{what}");
        for folder in ["messages", "uploads"] {
            assert!(self.files(folder).is_empty(), "{what}");
        }
    }

    async fn send_raw(&self, body: impl Into<Vec<u8>>) -> Answer {
        let ask = self.post(WORK).header("content-type", "application/json");
        ask.body(body.into()).send().await
    }
}

// R2.04
#[tokio::test]
async fn a_file_that_is_made_to_harm_is_no_file_of_a_message_and_leaves_nothing() {
    let t = OriginTest::live().await;
    for (name, bytes) in hostile_files::all() {
        let name = &name;
        let mut message = t.message().await;
        let upload = t.upload("bp", name, &bytes).await;
        message["upload"] = json!(upload.id());
        let answer = t.send(BP, &message).await;
        assert_eq!(answer.status, 422, "{name}");
        let fault = json!([{ "name": "file", "rule": "content" }]);
        assert_eq!(answer.json["data"]["fields"], fault, "{name}");
        upload.end().await;
        t.assert_nothing_is_left(name).await;
    }
}

#[tokio::test]
async fn a_sound_document_is_a_file_of_a_message() {
    let t = OriginTest::live().await;
    let links = relationships(&[
        (
            "hyperlink",
            "https://tide.example/",
            " TargetMode=\"External\"",
        ),
        (
            "hyperlink",
            "mailto:bp@tide.example",
            " TargetMode=\"External\"",
        ),
        ("settings", "settings.xml", ""),
        ("image", "/word/media/a.png", ""),
    ]);
    let book = packed(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("xl/workbook.xml", b"<workbook/>"),
    ]);
    let object = compound(&["Root Entry", "\u{1}CompObj", "CONTENTS"]);
    let old = [
        "Root Entry",
        "\u{1}CompObj",
        "1Table",
        "WordDocument",
        "Data",
    ];
    for (name, plan) in [
        (
            "plan.docx",
            word(&zeros(MEGA), 1024 * 1024, &["word/media/..a.png"]),
        ),
        (
            "parts.docx",
            word_with(
                WORD_MAIN,
                &[
                    ("word/_rels/document.xml.rels", links.as_bytes()),
                    ("word/embeddings/Sheet1.xlsx", &book),
                    ("word/embeddings/oleObject1.bin", &object),
                    ("word/media/a.png", b"\x89PNG"),
                ],
            ),
        ),
        ("plan.doc", compound(&old)),
    ] {
        let upload = t.upload("bp", name, &plan).await;
        let mut message = t.message().await;
        message["upload"] = json!(upload.id());
        assert_eq!(t.send(BP, &message).await.status, 200, "{name}");
    }
}

#[tokio::test]
async fn a_name_that_is_made_to_harm_begins_no_upload() {
    let t = OriginTest::live().await;
    let long = format!("{}.pdf", "长".repeat(100));
    for name in [
        "../../etc/passwd.pdf",
        "/etc/passwd.pdf",
        "..\\..\\a.pdf",
        "C:\\a.pdf",
        "a\0.pdf",
        "a\u{202e}fdp.exe.pdf",
        "a\u{2066}.pdf",
        "a\r\nSet-Cookie: x.pdf",
        "..",
        " ",
        &long,
    ] {
        let answer = t.announce("bp", name, 10).send().await;
        assert_eq!(answer.status, 400, "{name:?}");
        assert_eq!(answer.json["data"], json!({ "field": "file" }), "{name:?}");
        assert_ne!(answer.msg(), "");
    }
    t.assert_nothing_is_left("names").await;
}

#[tokio::test]
async fn answers_that_are_made_to_harm_are_refused_and_leave_nothing() {
    let t = OriginTest::live().await;
    let deep = |open: &str, close: &str| {
        let (open, close) = (open.repeat(8_000), close.repeat(8_000));
        format!(
            "{{\"key\":\"{}\",\"fields\":{{\"company\":{open}1{close}}}}}",
            key()
        )
    };
    for body in [
        deep("[", "]"),
        deep("{\"a\":", "}"),
        "[".repeat(60_000),
        format!(
            "{{\"key\":\"{}\",\"fields\":{{\"company\":\"\\ud800\"}}}}",
            key()
        ),
        format!(
            "{{\"key\":\"{}\",\"key\":\"{}\",\"fields\":{{}}}}",
            key(),
            key()
        ),
        format!("{{\"key\":\"{}\",\"fields\":{{}},\"admin\":true}}", key()),
        "\u{feff}{}".to_owned(),
        String::new(),
    ] {
        let start: String = body.chars().take(60).collect();
        let answer = t.send_raw(body).await;
        assert_eq!(answer.status, 400, "{start}");
    }
    for (name, value) in [
        ("company", json!("a\0b")),
        ("company\0", json!("x")),
        ("company", json!({ "$gt": "" })),
        (
            "email",
            json!("ann@example.com\r\nBcc: everyone@example.com"),
        ),
        ("email", json!(["ann@example.com"])),
        ("__proto__", json!("x")),
    ] {
        let mut message = t.message().await;
        message["fields"][name] = value;
        assert_eq!(t.send(WORK, &message).await.status, 422, "{name:?}");
    }
    t.assert_nothing_is_left("answers").await;
}

/// The most memory that a process has had, in KiB.
fn peak(program: &Program) -> usize {
    let pid = program.pid().as_raw_nonzero();
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

/// One request with a body of bytes: status, `location`, and JSON.
fn request(program: &Program, head: &str, body: &[u8]) -> (u16, String, Value) {
    use std::io::Read;
    let mut stream = TcpStream::connect(&program.address).unwrap();
    let length = body.len();
    let head = format!(
        "{head}\r\nhost: x\r\ntus-resumable: 1.0.0\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, json) = answer.split_once("\r\n\r\n").unwrap();
    let location = head
        .lines()
        .find_map(|line| line.strip_prefix("location: "));
    (
        head[9..12].parse().unwrap(),
        location.unwrap_or_default().to_owned(),
        serde_json::from_str(json).unwrap_or_default(),
    )
}

#[test]
fn archives_that_are_made_to_burst_cost_neither_memory_nor_time() {
    let site = Site::new();
    let program = site.serve();
    let encode = |text: &str| base64::engine::general_purpose::STANDARD.encode(text);
    let (_, _, told) = request(&program, "GET /api/web/protocol-config HTTP/1.1", b"");
    let consent = told["data"][1]["version"].clone();
    let send = |name: &str, bytes: &[u8]| {
        let begin = format!(
            "POST /api/message/uploads HTTP/1.1\r\nupload-length: {}\r\nupload-metadata: form {},filename {}",
            bytes.len(),
            encode("bp"),
            encode(name)
        );
        let (_, path, _) = request(&program, &begin, b"");
        let append = format!(
            "PATCH {path} HTTP/1.1\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream"
        );
        assert_eq!(request(&program, &append, bytes).0, 204);
        let message = json!({
            "key": key(),
            "fields": { "company": "x", "email": "ann@example.com", "stage": "seed" },
            "upload": path.rsplit_once('/').unwrap().1,
            "consent": consent,
        });
        let head = format!("POST {BP} HTTP/1.1\r\ncontent-type: application/json");
        let start = Instant::now();
        let (status, _, json) = request(&program, &head, message.to_string().as_bytes());
        (
            status,
            json["data"]["fields"][0]["rule"].clone(),
            start.elapsed(),
        )
    };
    // All that the first message of a process costs is counted before.
    assert_eq!(send("plan.pdf", PDF).0, 200);
    let before = peak(&program);
    for (name, bytes) in [
        ("burst.docx", burst()),
        ("crowded.docx", crowded(LARGEST - 64)),
        ("crowd.docx", crowded(2 * MEGA)),
    ] {
        let (status, rule, time) = send(name, &bytes);
        assert_eq!((status, &rule), (422, &json!("content")), "{name}");
        println!("{name}: {} bytes, judged in {time:?}", bytes.len());
        assert!(time < Duration::from_secs(20), "{name}: {time:?}");
    }
    let more = peak(&program) - before;
    println!("memory: {before} KiB before, {more} KiB more at the most");
    assert!(more < 24 * 1024, "{more} KiB");
}
