//! An origin that is killed: no message without its file, no file without its row, no message
//! twice, an upload goes on, and every message has its letter (R2.04).
//!
//! The short form of `scripts/soak messages`, which says how often: `PORTICO_MESSAGE_KILLS`.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use serde_json::{Value, json};
use sqlx::Row;

use crate::letter_kills::check_letters;
use crate::messages::key;
use crate::program::{Program, Site};
use crate::s3::S3;
use crate::smtp::SOON;

/// Enough to find a slip within seconds.
const KILLS: usize = 12;

/// Bytes of a file: many pieces of a body, and more than a bucket takes in one.
const SIZE: usize = 6_000_000;

/// An answer, as far as the test reads it.
pub(crate) struct Heard {
    pub(crate) status: u16,
    head: String,
    pub(crate) json: Value,
}

/// A request to the program.
struct Request<'a> {
    line: &'a str,
    headers: String,
    body: &'a [u8],
}

impl Request<'_> {
    /// Opens a connection and sends all but the body.
    fn begin(&self, address: &str) -> Option<TcpStream> {
        let mut stream = TcpStream::connect(address).ok()?;
        let (line, headers, length) = (self.line, &self.headers, self.body.len());
        let head = format!(
            "{line} HTTP/1.1\r\nhost: x\r\nlanguage: en\r\ntus-resumable: 1.0.0\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n"
        );
        stream.write_all(head.as_bytes()).ok()?;
        Some(stream)
    }

    /// The answer; none if the program did not live to give it.
    fn send(&self, address: &str) -> Option<Heard> {
        let mut stream = self.begin(address)?;
        stream.write_all(self.body).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        Some(Heard {
            status: head.get(9..12)?.parse().ok()?,
            head: head.to_lowercase(),
            json: serde_json::from_str(body).unwrap_or_default(),
        })
    }
}

impl Heard {
    fn header(&self, name: &str) -> &str {
        let mut lines = self.head.lines();
        let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        line.unwrap_or_default()
    }
}

/// A site, and where the files of its messages are.
pub(crate) struct Kept {
    pub(crate) site: Site,
    pub(crate) s3: Option<S3>,
}

impl Kept {
    pub(crate) fn serve(&self) -> Program {
        self.serve_with(&[])
    }

    pub(crate) fn serve_with(&self, options: &[&str]) -> Program {
        self.site.serve_with(|command| {
            command.args(["--client-limits", "1000"]).args(options);
            if let Some(s3) = &self.s3 {
                s3.give_to(command);
            }
        })
    }

    /// Sends a message with a file. Returns its number, and the file.
    pub(crate) fn message(&self, program: &Program) -> (String, Vec<u8>) {
        let file = file();
        (self.message_of(program, &file), file)
    }

    /// Sends a message with a file that has these bytes at its end. Returns its number.
    pub(crate) fn message_with(&self, program: &Program, end: &[u8]) -> String {
        let mut file = file();
        file.truncate(SIZE - end.len());
        file.extend(end);
        self.message_of(program, &file)
    }

    fn message_of(&self, program: &Program, file: &[u8]) -> String {
        let upload = begin_upload(program);
        append(program, &upload, file, 0, SIZE).unwrap();
        let message = message(&upload, "ann@example.com", &privacy(program));
        let sent = send(&program.address, "bp", &message).unwrap();
        assert_eq!(sent.status, 200, "{}", sent.json);
        let number = sent.json["data"]["number"].as_str().unwrap();
        number.to_owned()
    }

    /// The folder of the files of messages.
    fn files(&self) -> PathBuf {
        let disk = || self.site.var().join("messages");
        self.s3.as_ref().map_or_else(disk, S3::messages)
    }
}

/// The answer to a request without a body, from a program that lives.
fn ask(program: &Program, line: &str, headers: String) -> Heard {
    let request = Request {
        line,
        headers,
        body: b"",
    };
    request.send(&program.address).unwrap()
}

/// The address of a new upload.
fn begin_upload(program: &Program) -> String {
    let encode = |text: &str| base64::engine::general_purpose::STANDARD.encode(text);
    let headers = format!(
        "upload-length: {SIZE}\r\nupload-metadata: form {},filename {}\r\n",
        encode("bp"),
        encode("a.pdf")
    );
    let begun = ask(program, "POST /api/message/uploads", headers);
    assert_eq!(begun.status, 201, "{}", begun.json);
    begun.header("location").to_owned()
}

fn offset(program: &Program, upload: &str) -> usize {
    let told = ask(program, &format!("HEAD {upload}"), String::new());
    assert_eq!(told.status, 200, "{}", told.head);
    told.header("upload-offset").parse().unwrap()
}

/// Sends a part of the file and does not wait for an answer if it is not whole.
fn append(program: &Program, upload: &str, file: &[u8], from: usize, to: usize) -> Option<Heard> {
    let request = Request {
        line: &format!("PATCH {upload}"),
        headers: format!(
            "content-type: application/offset+octet-stream\r\nupload-offset: {from}\r\n"
        ),
        body: &file[from..],
    };
    if to == file.len() {
        return request.send(&program.address);
    }
    let mut stream = request.begin(&program.address)?;
    stream.write_all(&file[from..to]).ok()?;
    let _ = stream.shutdown(Shutdown::Write);
    None
}

/// The version of the privacy text.
pub(crate) fn privacy(program: &Program) -> Value {
    let told = ask(program, "GET /api/web/protocol-config", String::new());
    told.json["data"][1]["version"].clone()
}

pub(crate) fn send(address: &str, form: &str, message: &Value) -> Option<Heard> {
    let body = message.to_string();
    let request = Request {
        line: &format!("POST /api/message/{form}"),
        headers: "content-type: application/json\r\n".to_owned(),
        body: body.as_bytes(),
    };
    request.send(address)
}

/// The file that is sent.
fn file() -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".repeat(SIZE / 9 + 1);
    file.truncate(SIZE);
    file
}

/// A message with an upload.
fn message(upload: &str, email: &str, privacy: &Value) -> Value {
    json!({
        "key": key(),
        "fields": { "company": "x", "email": email, "stage": "seed" },
        "upload": upload.rsplit_once('/').unwrap().1,
        "consent": privacy,
    })
}

/// Some moments: from "before anything" to "after everything".
fn moment(round: usize) -> Duration {
    Duration::from_millis((round as u64 * 7) % 40)
}

/// Every file has a row, and every message one file that is there, whole.
fn check(kept: &Kept, messages: usize) {
    let site = &kept.site;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let rows: Vec<(String, String, i64)> = runtime.block_on(async {
        let mut connection = site.database().connect(&site.var()).await;
        let sql = "SELECT name, state, size FROM message_files";
        let rows = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
        let messages_are: i64 = sqlx::query_scalar("SELECT count(*) FROM messages")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(usize::try_from(messages_are).unwrap(), messages);
        let row = |row: &sqlx::any::AnyRow| (row.get(0), row.get(1), row.get(2));
        rows.iter().map(row).collect()
    });
    let files = kept.files();
    let kept = rows.iter().filter(|(_, state, _)| state == "kept");
    for (name, _, size) in kept.clone() {
        let file = files.join(name);
        let length = file.metadata().map(|file| file.len()).unwrap_or_default();
        assert_eq!(length, size.unsigned_abs(), "{name}");
    }
    assert_eq!(kept.count(), messages);
    let named: BTreeSet<&str> = rows.iter().map(|(name, ..)| name.as_str()).collect();
    // A service may have files of its own there.
    let is_ours = |name: &String| name.len() == 32 && !name.contains('.');
    let there = std::fs::read_dir(&files).into_iter().flatten();
    let there = there.map(|file| file.unwrap().file_name().into_string().unwrap());
    for name in there.filter(is_ours) {
        assert!(named.contains(name.as_str()), "{name} has no row");
    }
}

#[test]
fn an_origin_that_is_killed_has_whole_messages_and_uploads_that_go_on() {
    kill(&Kept {
        site: Site::new(),
        s3: None,
    });
}

#[test]
fn an_origin_that_is_killed_has_whole_messages_in_a_bucket_too() {
    kill(&Kept {
        site: Site::new(),
        s3: Some(S3::start()),
    });
}

fn kill(kept: &Kept) {
    let site = &kept.site;
    let kills = std::env::var("PORTICO_MESSAGE_KILLS").map(|kills| kills.parse().unwrap());
    let mut program = kept.serve();
    let (privacy, file, mut numbers) = (privacy(&program), file(), Vec::new());
    for round in 0..kills.unwrap_or(KILLS) {
        // Killed while a part of the file is on its way.
        let upload = begin_upload(&program);
        let part = SIZE * (round % 9 + 1) / 10;
        append(&program, &upload, &file, 0, part);
        thread::sleep(moment(round));
        drop(program);
        program = kept.serve();
        let arrived = offset(&program, &upload);
        assert!(arrived <= part, "{arrived} of {part}");
        let whole = append(&program, &upload, &file, arrived, SIZE).unwrap();
        assert_eq!(whole.status, 204, "{}", whole.json);

        // Killed while it becomes a message.
        let email = format!("ann{round}@example.com");
        let message = message(&upload, &email, &privacy);
        let (address, sent) = (program.address.clone(), message.clone());
        let first = thread::spawn(move || send(&address, "bp", &sent));
        thread::sleep(moment(round));
        drop(program);
        program = kept.serve();
        let again = send(&program.address, "bp", &message).unwrap();
        assert_eq!(again.status, 200, "{}", again.json);
        if let Some(first) = first.join().unwrap().filter(|first| first.status == 200) {
            assert_eq!(first.json["data"], again.json["data"]);
        }
        check(kept, round + 1);
        numbers.push(again.json["data"]["number"].as_str().unwrap().to_owned());
    }
    drop(program);
    check_letters(site, || kept.serve(), &numbers);
    check_uploads(kept);
}

/// Each upload was taken by its message. A file that a killed program had no time to remove is
/// removed by the next one, as is the file that is written here.
fn check_uploads(kept: &Kept) {
    let uploads = kept.site.var().join("uploads");
    std::fs::write(uploads.join("ab".repeat(32)), "taken").unwrap();
    let _program = kept.serve();
    let deadline = Instant::now() + SOON;
    while std::fs::read_dir(&uploads).unwrap().count() > 0 {
        assert!(Instant::now() < deadline, "files of uploads were left");
        thread::sleep(Duration::from_millis(10));
    }
}
