//! Notices to a real receiver on this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc;
use std::time::Instant;

use contract::control::Initiator;

use super::targets::some;
use super::*;

const LONG: Duration = Duration::from_secs(60);
const SOON: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(20)];

/// A receiver that gives `answers` one after the other; its requests, and its address.
fn receiver(answers: Vec<&'static str>) -> (String, Receiver<(String, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook/s3cret", listener.local_addr().unwrap());
    let (sender, got) = mpsc::channel();
    thread::spawn(move || {
        for answer in answers {
            let (stream, _) = listener.accept().unwrap();
            let mut stream = BufReader::new(stream);
            let (mut head, mut length) = (String::new(), 0);
            loop {
                let mut line = String::new();
                stream.read_line(&mut line).unwrap();
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if line == "\r\n" {
                    break;
                }
                head.push_str(&line);
            }
            let mut body = vec![0; length];
            stream.read_exact(&mut body).unwrap();
            let (status, text) = answer.split_once(' ').unwrap();
            let size = text.len();
            let reply = format!(
                "HTTP/1.1 {status} X\r\nContent-Length: {size}\r\nConnection: close\r\n\r\n{text}"
            );
            stream.get_mut().write_all(reply.as_bytes()).unwrap();
            sender
                .send((head, String::from_utf8(body).unwrap()))
                .unwrap();
        }
    });
    (url, got)
}

fn start(file: &str) -> Arc<Notices> {
    let var = tempfile::tempdir().unwrap();
    Notices::start(some(file), Language::English, SOON, var.path()).unwrap()
}

fn notice(kind: NoticeKind) -> Notice {
    let by = Initiator {
        by: "ann".to_owned(),
        why: Some("wrong figure".to_owned()),
        commit: None,
    };
    Notice::new(kind, "https://www.example.com", &by)
}

// R10.03
#[test]
fn a_receiver_that_is_busy_is_asked_three_times_and_gets_what_it_wants_alone() {
    let (url, got) = receiver(vec!["503 ", r#"200 {"code":11232}"#, r#"200 {"code":0}"#]);
    let notices = start(&format!(
        "- {{url: '{url}', format: feishu, on: [rolledBack]}}"
    ));
    notices.tell(notice(NoticeKind::Published));
    notices.tell(notice(NoticeKind::RolledBack));
    notices.finish(LONG);
    let got: Vec<(String, String)> = got.iter().collect();
    assert_eq!(got.len(), 3);
    assert!(got[2].0.starts_with("POST /hook/s3cret "), "{}", got[2].0);
    for part in [
        "Taken back: https://www.example.com",
        "by ann",
        "why: wrong figure",
    ] {
        assert!(got[2].1.contains(part), "{}", got[2].1);
    }
}

// R10.03
#[test]
fn a_receiver_that_refuses_is_not_asked_again() {
    let (url, got) = receiver(vec![r#"200 {"errcode":93000}"#, r#"200 {"errcode":0}"#]);
    let notices = start(&format!(
        "- {{url: '{url}', format: wecom, on: [failed, held]}}"
    ));
    notices.tell(notice(NoticeKind::Failed));
    notices.tell(notice(NoticeKind::Held));
    notices.finish(LONG);
    let got: Vec<String> = got.iter().map(|(_, body)| body).collect();
    assert_eq!(got.len(), 2);
    assert!(
        got[0].contains("Not published: ") && got[1].contains("taken back"),
        "{got:?}"
    );
}

// R10.03
#[test]
fn nobody_waits_for_a_receiver_that_hangs() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let notices = start(&format!(
        "- {{url: '{url}', format: json, on: [published]}}"
    ));
    let began = Instant::now();
    for _ in 0..10 * WAITING {
        notices.tell(notice(NoticeKind::Published));
    }
    notices.finish(Duration::from_millis(50));
    assert!(began.elapsed() < ANSWER, "{:?}", began.elapsed());
}
