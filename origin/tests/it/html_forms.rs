//! Messages of browsers without JavaScript: an HTML form, led on to the page that says what came of
//! it.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::harness::OriginTest;
use crate::messages::{BP, WORK, key};
use crate::program::Site;
use crate::uploads::PDF;

/// A form as a browser sends it.
pub(crate) fn multipart(fields: &[(&str, &str)], file: Option<(&str, &[u8])>) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in fields {
        let head = format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), value.as_bytes(), b"\r\n"].concat());
    }
    if let Some((name, bytes)) = file {
        let head = format!(
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: application/pdf\r\n\r\n"
        );
        body.extend([head.as_bytes(), bytes, b"\r\n"].concat());
    }
    body.extend(b"--b--\r\n");
    body
}

pub(crate) const FIELDS: [(&str, &str); 6] = [
    ("company", "Tide"),
    ("email", "ann@example.com"),
    ("stage", "seed"),
    ("consent", "yes"),
    ("language", "en"),
    ("website", ""),
];

impl OriginTest {
    /// Where an HTML form is led on to.
    async fn post_form(&self, path: &str, body: Vec<u8>) -> String {
        let ask = self
            .post(path)
            .header("content-type", "multipart/form-data; boundary=b");
        let answer = ask.body(body).send().await;
        assert_eq!(answer.status, 303, "{}", answer.json);
        answer.header("location").to_owned()
    }
}

// R2.04
#[tokio::test]
async fn an_html_form_is_stored_with_its_file_and_led_on_to_a_page_of_its_language() {
    let t = OriginTest::live().await;
    let body = multipart(&FIELDS, Some(("plan.pdf", PDF)));
    assert_eq!(t.post_form(BP, body).await, "/en/message/bp/sent");
    assert_eq!(t.stored().await, [1, 1, 0, 1]);
    assert_eq!(
        (t.files("messages").len(), t.files("uploads").len()),
        (1, 0)
    );
    let chinese = FIELDS.map(|(name, value)| (name, if name == "language" { "zh" } else { value }));
    let location = t
        .post_form(WORK, multipart(&chinese, Some(("", b""))))
        .await;
    assert_eq!(location, "/message/work/sent", "no file was chosen");
    assert_eq!(t.stored().await, [2, 1, 0, 2]);
}

#[tokio::test]
async fn an_html_form_without_a_file_may_be_url_encoded() {
    let t = OriginTest::live().await;
    let ask = t
        .post(WORK)
        .header("content-type", "application/x-www-form-urlencoded");
    let body = "company=Tide&email=ann%40example.com&stage=seed&consent=yes&language=en";
    let answer = ask.body(body).send().await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (303, "/en/message/work/sent")
    );
    assert_eq!(t.stored().await, [1, 0, 0, 1]);
}

#[tokio::test]
async fn an_html_form_that_cannot_be_taken_leaves_nothing_and_is_led_on_to_the_page_that_says_so() {
    let t = OriginTest::live().await;
    let without = |name: &str| -> Vec<_> {
        FIELDS
            .into_iter()
            .filter(|(field, _)| *field != name)
            .collect()
    };
    let many: Vec<_> = std::iter::repeat_n(("company", "x"), 300).collect();
    let large = vec![b'x'; 21 * 1024 * 1024];
    let long = "x".repeat(70 * 1024);
    let pdf = Some(("plan.pdf", PDF));
    for (fields, file) in [
        (without("consent"), pdf),
        (without("email"), pdf),
        (many, pdf),
        (vec![("company", long.as_str())], pdf),
        (FIELDS.to_vec(), None),
        (FIELDS.to_vec(), Some(("script.pdf", &b"#!/bin/sh"[..]))),
        (FIELDS.to_vec(), Some(("../plan.pdf", PDF))),
        (FIELDS.to_vec(), Some(("plan.exe", PDF))),
        (FIELDS.to_vec(), Some(("plan.pdf", b""))),
        (FIELDS.to_vec(), Some(("large.pdf", &large))),
    ] {
        let location = t.post_form(BP, multipart(&fields, file)).await;
        assert!(location.ends_with("/message/bp/failed"), "{location}");
    }
    let whole = multipart(&FIELDS, pdf);
    let cut = whole[..whole.len() - 20].to_vec();
    assert_eq!(t.post_form(BP, cut).await, "/en/message/bp/failed");
    assert_eq!(t.stored().await, [0; 4]);
    assert!(t.files("messages").is_empty() && t.files("uploads").is_empty());
}

#[tokio::test]
async fn an_html_form_that_is_thrown_away_or_was_stored_before_leaves_no_second_file() {
    let t = OriginTest::live().await;
    let pdf = Some(("plan.pdf", PDF));
    let filled = FIELDS.map(|(name, value)| (name, if name == "website" { "x" } else { value }));
    let sent = "/en/message/bp/sent";
    assert_eq!(t.post_form(BP, multipart(&filled, pdf)).await, sent);
    assert_eq!(t.stored().await, [0; 4]);
    assert!(t.files("uploads").is_empty());
    let key = key();
    let twice = [&FIELDS[..], &[("key", key.as_str())]].concat();
    for _ in 0..2 {
        assert_eq!(t.post_form(BP, multipart(&twice, pdf)).await, sent);
    }
    assert_eq!(t.stored().await, [1, 1, 0, 1]);
    assert!(t.files("uploads").is_empty());
}

/// Long enough for an answer that does not wait for the body.
const EARLY: Duration = Duration::from_millis(300);

// R2.04
#[test]
fn a_form_that_is_refused_early_is_answered_once_all_of_it_was_sent() {
    let site = Site::new();
    let program = site.serve();
    let large = vec![b'x'; 15 * 1024 * 1024];
    let many: Vec<_> = std::iter::repeat_n(("company", "x"), 201).collect();
    let long = "x".repeat(70 * 1024);
    for (fields, name) in [
        (FIELDS.to_vec(), "plan.exe"),
        (many, "plan.pdf"),
        (vec![("company", long.as_str())], "plan.pdf"),
    ] {
        let body = multipart(&fields, Some((name, &large)));
        let mut stream = TcpStream::connect(&program.address).unwrap();
        let head = format!(
            "POST {BP} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
             content-type: multipart/form-data; boundary=b\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let (first, rest) = body.split_at(128 * 1024);
        stream.write_all(first).unwrap();
        stream.set_read_timeout(Some(EARLY)).unwrap();
        let early = stream.read(&mut [0; 1]).map_err(|error| error.kind());
        assert_eq!(early, Err(ErrorKind::WouldBlock), "{name}");
        stream.set_read_timeout(None).unwrap();
        stream.write_all(rest).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 303 "), "{answer}");
        assert!(answer.contains("/message/bp/failed"), "{answer}");
    }
    let left = std::fs::read_dir(site.var().join("uploads")).unwrap();
    assert_eq!(left.count(), 0);
}
