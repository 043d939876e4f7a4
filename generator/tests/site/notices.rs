//! Tests of the notices that a real receiver gets from a running `watch`, and from commands that it
//! carries out.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::command::{generator, run};
use crate::control::{done, edit, live};
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

/// A file that names the receiver at `url` for everything, as an argument.
fn notify(world: &World, url: &str) -> String {
    let file = world.folder.path("notify.yaml");
    let all = "[published, rolledBack, held, released, failed]";
    let text = format!("- url: {url}\n  format: json\n  on: {all}\n");
    std::fs::write(&file, text).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    format!("--notify={}", file.display())
}

// R10.03, R10.04
#[test]
fn a_command_without_a_watch_tells_receivers_itself() {
    let mut world = World::new();
    let (url, got) = receiver();
    let notify = notify(&world, &url);
    let next = || got.recv_timeout(PATIENCE).unwrap();
    assert_eq!(run(&mut world.build("live", &[])).code, Some(0));
    edit(&mut world, "Second.");
    assert_eq!(run(&mut world.build("live", &[])).code, Some(0));
    let withdrawn = live(&world).unwrap();

    done(&world, &["rollback", "--why", "a wrong figure", &notify]);
    let told = next();
    assert_eq!(told["event"], "rolledBack");
    assert_eq!(told["why"], "a wrong figure");
    let page = "https://www.example.com/en/news/cedar";
    assert_eq!(told["addresses"], serde_json::json!([page]), "{told}");
    done(&world, &["release", &notify]);
    assert_eq!(next()["event"], "released");
    // No content is held any more.
    done(&world, &["release", &notify]);
    done(&world, &["publish", withdrawn.as_str(), &notify]);
    let told = next();
    assert_eq!(
        (&told["event"], &told["build"]),
        (&"published".into(), &withdrawn.as_str().into())
    );
    assert!(got.try_recv().is_err());
}

// R10.03, R10.04
#[test]
fn a_hold_is_told_once_however_many_builds_meet_it() {
    let mut world = World::new();
    let (url, got) = receiver();
    let notify = notify(&world, &url);
    let next = || got.recv_timeout(PATIENCE).unwrap();
    let build = |world: &World| {
        let ran = run(&mut world.build("live", &[&notify]));
        assert_eq!(ran.code, Some(0), "{}", ran.words);
        ran.result
    };
    build(&world);
    edit(&mut world, "Second.");
    build(&world);
    assert_eq!(
        [next(), next()].map(|told| told["event"].clone()),
        ["published"; 2]
    );
    for _ in 0..2 {
        done(&world, &["rollback"]);
        for _ in 0..3 {
            assert!(build(&world).starts_with("held since "));
        }
        // A rollback of its own is another hold.
        done(&world, &["release"]);
        build(&world);
        assert_eq!(
            [next(), next()].map(|told| told["event"].clone()),
            ["held", "published"]
        );
    }
}

// R10.03, R10.04
#[test]
fn receivers_are_told_of_what_is_published_refused_and_taken_back() {
    let mut world = World::new();
    let (url, got) = receiver();
    let watch = Watch::start_with(&world, &[&notify(&world, &url)]);
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
