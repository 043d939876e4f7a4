//! The server proves the bytes that it serves: a sample of answers is compared with the index, and
//! a byte that flips on disk is found, refused and reported.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use contract::Hash;
use contract::build::Access;
use sha2::{Digest, Sha256};

use crate::client::Ask;
use crate::fixture::{Build, Builds, long};
use crate::harness::GatewayTest;
use crate::preview;
use crate::secrets::written_on;

/// Larger than the files that are held in memory.
const FILM: usize = 5_000_000;
const OLD: &str = "chunks/app-0000001.js";
const NEW: &str = "chunks/app-0000002.js";
const CODINGS: &str = "gzip, deflate, br, zstd, dcb, dcz";
const DEADLINE: Duration = Duration::from_secs(20);

/// Headers of a request.
type Headers<'a> = &'a [(&'a str, &'a str)];

/// The file of `page` in the only build.
fn document(builds: &Builds, page: &str) -> PathBuf {
    let id = Build::new(1, "one").id;
    builds.root.join(format!("{id}/{page}/index.html"))
}

fn film(builds: &Builds) -> PathBuf {
    let id = Build::new(1, "one").id;
    builds.root.join(format!("{id}/film.mp4"))
}

/// Flips one bit in the middle of a file; a second time, it is whole again.
fn flip(place: &Path) {
    let mut bytes = std::fs::read(place).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(place, bytes).unwrap();
}

fn number(metrics: &str, name: &str) -> u64 {
    let before = format!("{name} ");
    let found = metrics.lines().find_map(|line| line.strip_prefix(&before));
    found.unwrap().parse().unwrap()
}

async fn until(t: &GatewayTest, name: &str, is_done: impl Fn(u64) -> bool) {
    t.until("/metrics", |answer| is_done(number(answer.text(), name)))
        .await;
}

fn site(builds: &mut Builds) {
    let mut build = Build::site(1, "one");
    build.page("/kept", &long("in memory"));
    build.file("/film.mp4", "video/mp4", &vec![7; FILM], Access::Public);
    builds.publish(&build);
    builds.compress(&format!("{}/en/about/index.html", build.id));
}

/// Asks until the answer is proved: one that comes during another proof is not.
async fn prove(t: &GatewayTest, target: &str, headers: Headers<'_>, coding: &str) {
    let proofs = async || number(t.get("/metrics").await.text(), "gateway_proofs_total");
    let (before, start) = (proofs().await, Instant::now());
    while start.elapsed() < DEADLINE {
        let ask = headers
            .iter()
            .fold(t.ask("GET", target), |ask, (name, value)| {
                ask.header(name, value)
            });
        let answer = ask.send().await;
        let told = (answer.status, answer.header("content-encoding"));
        assert_eq!(told, (200, coding), "{target} {headers:?}");
        for _ in 0..200 {
            if proofs().await > before {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    panic!("no proof of {target} {headers:?}");
}

#[tokio::test]
async fn every_kind_of_whole_answer_is_proved_and_none_is_wrong() {
    let script = |from: u32| {
        let parts = (from..from + 40).map(|part| Hash::of(&part.to_be_bytes()).to_string());
        parts.collect::<String>().into_bytes()
    };
    let name = |bytes: &[u8]| format!(":{}:", STANDARD.encode(Sha256::digest(bytes)));
    let dictionary = script(100);
    let key = preview::key(1);
    let prepare = |builds: &mut Builds| {
        builds.publish(&Build::site(1, "one"));
        let mut build = Build::site(2, "two");
        build.page("/shared", &String::from_utf8_lossy(&dictionary));
        build.file("/empty.txt", "text/plain", b"", Access::Public);
        build.file("/film.mp4", "video/mp4", &vec![7; FILM], Access::Public);
        for (name, bytes) in [(OLD, script(0)), (NEW, script(2))] {
            build.asset(name, "text/javascript; charset=utf-8", &bytes);
        }
        build.succeed(NEW, OLD);
        build.dictionary(&dictionary);
        builds.write(&build);
        let shared = format!("{}/shared/index.html", build.id);
        builds.compress(&shared);
        builds.compress_against(&dictionary, &shared);
        let copy = format!("assets/{NEW}.0000001");
        builds.compress_copy_against(&script(0), &format!("assets/{NEW}"), &copy);
        builds.make_live(&build);
        preview::write(builds, &key, preview::now() + 600);
    };
    let t = GatewayTest::configured(prepare, &["--prove", "1"], |_| {}).await;
    let old_app = format!("/about/_payload.json?{}", Hash::of(b"one"));
    let new_asset = format!("/assets/{NEW}");
    let meta = format!("/builds/meta/{}.json", Build::new(1, "one").id);
    let (has_site, has_old) = (name(&dictionary), name(&script(0)));
    let cookie = format!("preview={}", key.expose());
    let rows: [(&str, Headers<'_>, &str); 14] = [
        ("/shared", &[], ""),
        ("/shared", &[("Accept-Encoding", "br")], "br"),
        ("/shared", &[("Accept-Encoding", "zstd")], "zstd"),
        ("/shared", &[("Accept-Encoding", "gzip")], "gzip"),
        (
            "/shared",
            &[
                ("Accept-Encoding", CODINGS),
                ("Available-Dictionary", &has_site),
            ],
            "dcz",
        ),
        (
            &new_asset,
            &[
                ("Accept-Encoding", CODINGS),
                ("Available-Dictionary", &has_old),
            ],
            "dcz",
        ),
        (&new_asset, &[], ""),
        ("/", &[], ""),
        ("/product", &[("Cookie", "token=member")], ""),
        ("/about/_payload.json", &[], ""),
        (&old_app, &[], ""),
        (&meta, &[], ""),
        ("/empty.txt", &[], ""),
        ("/draft", &[("Cookie", &cookie)], ""),
    ];
    t.backend.sign_in("member");
    for (target, headers, coding) in rows {
        prove(&t, target, headers, coding).await;
    }
    prove(&t, "/film.mp4", &[], "").await;
    let metrics = t.get("/metrics").await;
    assert_eq!(number(metrics.text(), "gateway_wrong_bytes_total"), 0);
}

#[tokio::test]
async fn other_answers_are_not_proved_and_0_turns_proofs_off() {
    for (every, expected) in [("0", 0), ("1", 1)] {
        let t = GatewayTest::configured(site, &["--prove", every], |_| {}).await;
        let tag = t.get("/about").await.header("etag").to_owned();
        t.ask("HEAD", "/about").send().await;
        for (name, value) in [("If-None-Match", &*tag), ("Range", "bytes=0-9")] {
            t.ask("GET", "/about").header(name, value).send().await;
        }
        for target in ["/none", "/old", "/gone", "/healthz", "/builds/latest.json"] {
            t.get(target).await;
        }
        until(&t, "gateway_proofs_total", |proofs| proofs >= expected).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let metrics = t.get("/metrics").await;
        let proofs = number(metrics.text(), "gateway_proofs_total");
        assert_eq!(proofs, expected, "--prove {every}");
    }
}

#[tokio::test]
async fn a_large_file_that_changes_after_its_check_is_counted_logged_and_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut builds = Builds::new(&folder.path().join("builds"));
    site(&mut builds);
    let place = film(&builds);
    let arguments = ["--origin", "http://127.0.0.1:9", "--prove", "1"];
    let log = written_on(&builds.root, &arguments, "warn", async |address| {
        let get = async |target| Ask::new(address, "GET", target).send().await;
        let has = async |name: &str, count: u64| {
            let start = Instant::now();
            while number(get("/metrics").await.text(), name) != count {
                assert!(start.elapsed() < DEADLINE, "{name} {count}");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        // On a busy machine the hash may fall behind, and the proof is given up.
        let start = Instant::now();
        while number(get("/metrics").await.text(), "gateway_proofs_total") == 0 {
            assert!(start.elapsed() < DEADLINE);
            assert_eq!(get("/film.mp4").await.status, 200);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        has("gateway_wrong_bytes_total", 0).await;
        flip(&place);
        // Each proof is followed by a pause, during which there is no other.
        let start = Instant::now();
        while get("/film.mp4").await.status == 200 {
            assert!(start.elapsed() < DEADLINE);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        has("gateway_wrong_bytes_total", 1).await;
        has("gateway_bad_files_total", 1).await;
        flip(&place);
        assert_eq!(get("/film.mp4").await.status, 200, "it is whole again");
    })
    .await;
    let mut wrong = vec![7; FILM];
    wrong[FILM / 2] ^= 1;
    let reports = log
        .lines()
        .filter(|line| line.contains("other bytes than the index names"));
    let reports: Vec<&str> = reports.collect();
    let [report] = reports[..] else {
        panic!("{log}");
    };
    for part in [
        "ERROR",
        "/film.mp4",
        Build::new(1, "one").id.as_str(),
        &Hash::of(&vec![7; FILM]).to_string(),
        &Hash::of(&wrong).to_string(),
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
}

/// The log of this thread's tasks, which the patrol is one of.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn bytes_that_flip_on_disk_are_found_refused_and_reported_once_until_they_are_whole() {
    let log = Log::default();
    let written = log.clone();
    let subscriber = tracing_subscriber::fmt().with_writer(move || written.clone());
    let _guard = tracing::subscriber::set_default(subscriber.finish());
    let t = GatewayTest::configured(site, &[], |config| {
        config.limits.patrol = 1 << 40;
        config.limits.patrol_round = Duration::from_millis(1);
    })
    .await;
    until(&t, "gateway_patrol_rounds_total", |rounds| rounds > 0).await;
    let ask_film = || {
        t.ask("GET", "/film.mp4")
            .header("Range", "bytes=0-9")
            .send()
    };
    assert_eq!(ask_film().await.status, 206);
    assert_eq!(t.get("/kept").await.status, 200);
    let sidecar = document(&t.builds, "en/about").with_extension("html.br");
    let damaged = [
        // Of these two, requests have asked for one.
        document(&t.builds, "about"),
        document(&t.builds, "kept"),
        film(&t.builds),
        sidecar,
        t.builds.root.join("assets/entry-one.js"),
    ];
    damaged.iter().for_each(|place| flip(place));
    until(&t, "gateway_damaged_files", |count| count == 5).await;
    let metrics = t.get("/metrics").await;
    assert_eq!(number(metrics.text(), "gateway_bad_files_total"), 5);
    let rounds = number(metrics.text(), "gateway_patrol_rounds_total");
    until(&t, "gateway_patrol_rounds_total", |now| now > rounds + 2).await;
    let metrics = t.get("/metrics").await;
    assert_eq!(number(metrics.text(), "gateway_bad_files_total"), 5);

    assert_eq!(t.get("/about").await.status, 503);
    assert_eq!(t.get("/assets/entry-one.js").await.status, 503);
    assert_eq!(ask_film().await.status, 503);
    assert_eq!(t.get("/kept").await.status, 200, "as it is in memory");
    let other = t.ask("GET", "/en/about").header("Accept-Encoding", "br");
    let other = other.send().await;
    let told = (other.status, other.header("content-encoding"));
    assert_eq!(told, (200, ""), "without its sidecar");

    damaged.iter().for_each(|place| flip(place));
    until(&t, "gateway_damaged_files", |count| count == 0).await;
    assert_eq!(t.get("/about").await.status, 200);
    assert_eq!(ask_film().await.status, 206);
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    for place in damaged {
        let place = place.display().to_string() + " ";
        let reports = text
            .lines()
            .filter(|line| line.contains("is damaged on disk") && line.contains(&place));
        assert_eq!(reports.count(), 1, "{place}: {text}");
    }
}

#[tokio::test]
async fn the_patrol_reads_no_faster_than_it_may() {
    let t = GatewayTest::configured(site, &[], |config| {
        config.limits.patrol = 10 * FILM as u64;
        config.limits.patrol_round = Duration::from_millis(1);
    })
    .await;
    let start = Instant::now();
    until(&t, "gateway_patrol_rounds_total", |rounds| rounds >= 2).await;
    assert!(start.elapsed() >= Duration::from_millis(200));
}
