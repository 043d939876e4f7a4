//! A bucket that answers everyone takes no page for members (R10.03).

use std::io::{Read, Write, copy};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

use super::FIRST;
use super::remote::said;
use super::servers::start_s3;
use super::site::Site;

/// The answer of a bucket that is open to the public.
const FOUND: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: \"1\"\r\n\
    Last-Modified: Sat, 21 Nov 2026 03:04:05 GMT\r\nConnection: close\r\n\r\n";

/// Opens a bucket: requests without a signature are answered, all others pass on to the service.
/// Returns the port.
fn opened(service: u16) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            thread::spawn(move || pass(client, service));
        }
    });
    port
}

/// One connection; its first request decides for the others.
fn pass(mut client: TcpStream, service: u16) {
    let mut head = Vec::new();
    let mut piece = [0; 4_096];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        match client.read(&mut piece) {
            Ok(read @ 1..) => head.extend_from_slice(&piece[..read]),
            _ => return,
        }
    }
    let text = String::from_utf8_lossy(&head).to_ascii_lowercase();
    if !text.contains("\r\nauthorization:") {
        let _ = client.write_all(FOUND);
        return;
    }
    let mut upstream = TcpStream::connect(("127.0.0.1", service)).unwrap();
    upstream.write_all(&head).unwrap();
    let (mut from, mut to) = (client.try_clone().unwrap(), upstream.try_clone().unwrap());
    thread::spawn(move || {
        let _ = copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Write);
    });
    let _ = copy(&mut upstream, &mut client);
    let _ = client.shutdown(Shutdown::Both);
}

#[test]
fn an_open_bucket_takes_no_page_for_members_and_all_others() {
    let s3 = start_s3();
    let mut environment = s3.environment();
    let port = opened(s3.port());
    for (name, value) in &mut environment {
        if *name == "AWS_ENDPOINT_URL" {
            *value = format!("http://127.0.0.1:{port}");
        }
    }
    let mut site = Site::new(1);
    site.publish(&FIRST);
    let root = site.root().display().to_string();
    let push = ["push", "--builds", &root, "s3://site"];
    let refused = said(&push, &environment, 1);
    assert!(refused.contains("/private/plan"), "{refused}");
    assert!(refused.contains("close the bucket"), "{refused}");
    // The lease is there, which was given back, and no file of the build.
    let left = std::fs::read_dir(s3.bucket()).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, [".push.json"]);

    let mut public = Site::new(2);
    public.publish(&[("/", "for everyone")]);
    let root = public.root().display().to_string();
    said(&["push", "--builds", &root, "s3://site"], &environment, 0);
}
