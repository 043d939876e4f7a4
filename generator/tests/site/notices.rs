//! What a real receiver is told by a running `watch`, and by commands that it carries out.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::command::{generator, run};
use crate::watching::Watch;
use crate::world::World;

const PATIENCE: Duration = Duration::from_secs(60);

/// A receiver that takes everything, and its address.
fn receiver() -> (String, mpsc::Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/s3cret", listener.local_addr().unwrap());
    let (sender, got) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let mut length = 0;
            loop {
                let mut line = String::new();
                stream.read_line(&mut line).unwrap();
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if line == "\r\n" {
                    break;
                }
            }
            let mut body = vec![0; length];
            stream.read_exact(&mut body).unwrap();
            let answer = b"HTTP/1.1 204 X\r\nConnection: close\r\n\r\n";
            stream.get_mut().write_all(answer).unwrap();
            let _ = sender.send(serde_json::from_slice(&body).unwrap());
        }
    });
    (url, got)
}

// R10.03, R10.04
#[test]
fn receivers_are_told_of_what_is_published_refused_and_taken_back() {
    let mut world = World::new();
    let (url, got) = receiver();
    let file = world.folder.path("notify.yaml");
    let all = "[published, rolledBack, held, failed]";
    std::fs::write(
        &file,
        format!("- url: {url}\n  format: json\n  on: {all}\n"),
    )
    .unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    let watch = Watch::start_with(&world, &["--notify", file.to_str().unwrap()]);
    let next = || got.recv_timeout(PATIENCE).unwrap();
    assert_eq!(next()["event"], "published");

    let text = "---\ntitle: News\ndate: 2026-05-03\n---\n";
    for locale in ["en", "zh-CN"] {
        world.write(&format!("news/dogwood/{locale}.md"), text);
    }
    let published = next();
    assert_eq!(published["event"], "published");
    let address = published["addresses"][0].as_str().unwrap();
    assert!(address.starts_with("https://"), "{published}");

    world.write("news/dogwood/en.md", "---\ntitle: No date\n---\n");
    let mut failed = next();
    while failed["event"] == "published" {
        // The two files of the entry may have been built one after the other.
        failed = next();
    }
    assert_eq!(failed["event"], "failed");
    let problem = failed["problems"][0].as_str().unwrap();
    assert!(problem.contains("news/dogwood/en.md"), "{failed}");

    let builds = world.folder.path("live/builds");
    let var = world.folder.path("live/var");
    let mut rollback = generator([
        "rollback",
        "--by",
        "ann",
        "--why",
        "wrong figure",
        "--builds",
    ]);
    let ran = run(rollback.arg(&builds).arg("--var").arg(&var));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let taken_back = next();
    assert_eq!(taken_back["event"], "rolledBack");
    assert_eq!(
        (&taken_back["by"], &taken_back["why"]),
        (&"ann".into(), &"wrong figure".into())
    );
    drop(watch);
    let log = Watch::words(&world);
    assert!(!log.contains("s3cret"), "{log}");
}
