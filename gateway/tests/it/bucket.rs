//! R11.04: a gateway whose builds are in a bucket, at a real S3 service that goes away and comes
//! back.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use bucket::testing::S3;
use contract::build::Access;

use crate::client::{Answer, Ask};
use crate::fixture::{Build, Builds};
use crate::process::{address_of, gateway};

/// How long a change may take to arrive.
const SOON: Duration = Duration::from_secs(20);

/// A bucket with builds, and a folder for the mirror of a gateway.
struct Site {
    s3: S3,
    builds: Builds,
    folder: tempfile::TempDir,
}

/// A gateway that takes its builds from there.
struct Running {
    child: Child,
    address: SocketAddr,
}

impl Site {
    fn new() -> Self {
        let s3 = S3::start(Path::new(env!("CARGO_BIN_EXE_gateway")));
        Self {
            builds: Builds::new(&s3.bucket().join("site/builds")),
            s3,
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn mirror(&self) -> PathBuf {
        self.folder.path().join("mirror")
    }

    fn serve(&self, more: &[&str]) -> Running {
        let mirror = self.mirror();
        let options: [&[&str]; 5] = [
            &["serve", "--listen", "127.0.0.1:0"],
            &["--builds", "s3://site/site/builds", "--poll-builds", "20"],
            &["--origin", "http://127.0.0.1:9"],
            &["--builds-mirror", mirror.to_str().unwrap()],
            more,
        ];
        let mut command = gateway(&options.concat());
        let mut child = command.envs(self.s3.environment()).spawn().unwrap();
        let address = address_of(&mut child);
        Running { child, address }
    }

    /// Every file of the mirror that comes from the folder of a build.
    fn files_of_builds(&self) -> Vec<PathBuf> {
        let folders = fs::read_dir(self.mirror()).unwrap();
        let folders = folders.map(|folder| folder.unwrap().path());
        let builds = folders.filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with("2026")
        });
        builds.flat_map(|path| files(&path)).collect()
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    };
    paths.flat_map(below).collect()
}

impl Running {
    async fn get(&self, path: &str) -> Answer {
        Ask::new(self.address, "GET", path).send().await
    }

    /// Asks until an answer has a build.
    async fn until_build(&self, build: &Build) {
        let began = Instant::now();
        while self.get("/about").await.header("x-build") != build.id.as_str() {
            assert!(began.elapsed() < SOON, "{} does not become live", build.id);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

// R11.04
#[tokio::test]
async fn files_come_when_they_are_asked_for_and_a_new_build_is_live_at_once() {
    let mut site = Site::new();
    let first = Build::site(1, "one");
    site.builds.publish(&first);
    let gateway = site.serve(&[]);
    assert_eq!(site.files_of_builds(), Vec::<PathBuf>::new());
    let about = gateway.get("/about").await;
    assert_eq!(about.status, 200);
    assert_eq!(site.files_of_builds().len(), 1, "one page was asked for");
    let mut second = Build::site(2, "one");
    second.page("/new", "published into the bucket");
    site.builds.publish(&second);
    gateway.until_build(&second).await;
    let new = gateway.get("/new").await;
    assert_eq!(new.status, 200);
    assert!(new.text().contains("published into the bucket"));
    assert_eq!(gateway.get("/nowhere").await.status, 404);
    site.builds.roll_back();
    gateway.until_build(&first).await;
    assert_eq!(gateway.get("/new").await.status, 404);
}

// R11.04
#[tokio::test]
async fn a_build_is_loaded_when_it_is_announced_and_gateways_switch_at_its_time() {
    let mut site = Site::new();
    let (first, second) = (Build::site(1, "one"), Build::site(2, "one"));
    site.builds.publish(&first);
    let one = site.serve(&[]);
    site.builds.write(&second);
    let meta = format!("/builds/meta/{}.json", second.id);
    assert_eq!(one.get(&meta).await.status, 404);

    site.builds.announce(&second);
    let began = Instant::now();
    while one.get(&meta).await.status != 200 {
        assert!(began.elapsed() < SOON, "{meta} does not come");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(
        site.mirror()
            .join(format!("index/{}.json", second.id))
            .exists()
    );
    assert_eq!(one.get("/about").await.header("x-build"), first.id.as_str());

    // Whole seconds: that of the pointer is at least one second ahead.
    let time = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(2);
    let time = jiff::Timestamp::from_second(time.as_second()).unwrap();
    site.builds.make_live_at(&second, time);
    one.until_build(&second).await;
    assert!(jiff::Timestamp::now() >= time);
}

// R11.04
#[tokio::test]
async fn while_the_bucket_is_away_known_files_are_served_also_after_a_restart() {
    let mut site = Site::new();
    let build = Build::site(1, "one");
    site.builds.publish(&build);
    let gateway = site.serve(&[]);
    let about = gateway.get("/about").await;
    site.s3.stop();
    assert_eq!(gateway.get("/about").await.text(), about.text());
    let payload = gateway.get("/about/_payload.json").await;
    assert_eq!(payload.status, 503, "not asked for before");
    drop(gateway);
    let gateway = site.serve(&[]);
    assert_eq!(gateway.get("/about").await.text(), about.text());
    site.s3.start_again();
    let second = Build::site(2, "one");
    site.builds.publish(&second);
    gateway.until_build(&second).await;
    assert_eq!(gateway.get("/about/_payload.json").await.status, 200);
}

// R11.04
#[tokio::test]
async fn no_byte_of_another_file_is_sent_and_a_damaged_one_comes_anew() {
    let mut site = Site::new();
    site.builds.publish(&Build::site(1, "one"));
    let gateway = site.serve(&[]);
    let about = gateway.get("/about").await;
    drop(gateway);
    let [held] = site.files_of_builds().try_into().unwrap();
    let mut bytes = fs::read(&held).unwrap();
    bytes[10] ^= 1;
    fs::write(&held, bytes).unwrap();
    let gateway = site.serve(&[]);
    assert_eq!(gateway.get("/about").await.text(), about.text());
    let said = gateway.get("/metrics").await;
    assert!(said.text().contains("\ngateway_bad_files_total 1\n"));
}

// R11.04
#[tokio::test]
async fn a_large_file_comes_once_and_is_sent_in_parts() {
    let mut site = Site::new();
    let mut build = Build::site(1, "one");
    let bytes: Vec<u8> = (0..5_000_000_u32).map(|n| (n % 251) as u8).collect();
    build.file("/report.pdf", "application/pdf", &bytes, Access::Public);
    site.builds.publish(&build);
    let gateway = site.serve(&[]);
    let whole = gateway.get("/report.pdf").await;
    assert_eq!((whole.status, whole.body.len()), (200, bytes.len()));
    site.s3.stop();
    let part = Ask::new(gateway.address, "GET", "/report.pdf");
    let part = part.header("range", "bytes=4999990-").send().await;
    assert_eq!(part.status, 206);
    assert_eq!(part.body, bytes[4_999_990..]);
}

// R11.04
#[tokio::test]
async fn guarded_pages_stay_guarded_and_never_come_for_guests() {
    let mut site = Site::new();
    site.builds.publish(&Build::site(1, "one"));
    let gateway = site.serve(&[]);
    let product = gateway.get("/product").await;
    assert_eq!(product.status, 302, "{}", product.text());
    assert_eq!(site.files_of_builds(), Vec::<PathBuf>::new());
    // Other users of the machine read no file of the mirror.
    gateway.get("/about").await;
    let [about] = site.files_of_builds().try_into().unwrap();
    for (path, mode) in [(site.mirror(), 0o700), (about, 0o600)] {
        let found = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(found, mode, "{}", path.display());
    }
}

// R11.04
#[tokio::test]
async fn a_purge_in_the_bucket_clears_the_mirror() {
    let mut site = Site::new();
    site.builds.publish(&Build::site(1, "one"));
    let gateway = site.serve(&[]);
    let about = gateway.get("/about").await;
    assert_eq!(site.files_of_builds().len(), 1);
    // As `generator purge` does it: its record first, and the pointers change.
    site.builds.put("purged.json", br#"{"paths":[]}"#);
    let second = Build::site(2, "one");
    site.builds.publish(&second);
    let began = Instant::now();
    while !site.files_of_builds().is_empty() {
        assert!(began.elapsed() < SOON, "the mirror is not cleared");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    gateway.until_build(&second).await;
    assert_eq!(gateway.get("/about").await.status, about.status);
}

// R11.04
#[tokio::test]
async fn a_gateway_starts_before_the_bucket_has_a_build_and_says_so() {
    let mut site = Site::new();
    let mut gateway = site.serve(&[]);
    assert_eq!(gateway.get("/").await.status, 503);
    let log = BufReader::new(gateway.child.stderr.take().unwrap());
    let said = log.lines().map(Result::unwrap);
    let mut said = said.take_while(|line| !line.contains("gateway started"));
    assert!(said.any(|line| line.contains("there is no `latest.json` in it yet")));
    let build = Build::site(1, "one");
    site.builds.publish(&build);
    gateway.until_build(&build).await;
}

// R11.04
#[test]
fn a_bucket_leaves_the_api_to_another_server_and_an_address_is_checked() {
    let rows: [(&[&str], &str); 3] = [
        (&["--builds", "s3://site"], "--origin https://host"),
        (&["--builds", "s3:///x"], "s3://bucket/prefix"),
        (
            &["--builds", "s3://site", "--origin", "http://127.0.0.1:9"],
            "AWS_ALLOW_HTTP=true",
        ),
    ];
    for (options, expected) in rows {
        let mut command = gateway(&[&["check-config"], options].concat());
        command.env("AWS_ENDPOINT_URL", "http://127.0.0.1:9");
        let said = command.output().unwrap();
        let text = String::from_utf8(said.stderr).unwrap();
        assert!(!said.status.success() && text.contains(expected), "{text}");
    }
}
