//! R11.04: builds are published while visitors read, by the generator's own code: every answer is
//! whole and of one build, none fails, and the gateway has switched within a tenth of a second.
//!
//! Here a few builds follow each other as fast as they can. `scripts/soak publishes` publishes one
//! a second for a minute (`PORTICO_PUBLISH_SECONDS`), and the time of a switch counts.

pub(crate) mod publisher;
pub(crate) mod visitor;

use std::collections::HashMap;
use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use tokio::sync::watch;

use crate::process::{address_of, gateway};
use publisher::Publisher;
use visitor::{Connection, Visitor};

/// From the rename of `latest.json` to the first answer of the new build.
const SWITCH: Duration = Duration::from_millis(100);
/// Builds in the test that runs every time: enough that older ones are swept, and both apps have
/// been live twice.
const FEW: u32 = 14;
const VISITORS: usize = 6;

/// Build id → the number that is in all files of that build.
pub(crate) type Published = Arc<Mutex<HashMap<String, u32>>>;

/// The program, ended with the test.
pub(crate) struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) fn start(builds: &Path) -> (Program, SocketAddr) {
    let root = builds.to_str().unwrap();
    let listen = ["serve", "--listen", "127.0.0.1:0", "--builds", root];
    let origin = ["--origin", "http://127.0.0.1:9"];
    let mut child = gateway(&[&listen[..], &origin].concat())
        .stderr(Stdio::inherit())
        .env("PORTICO_LOG", "warn")
        .spawn()
        .unwrap();
    let address = address_of(&mut child);
    (Program(child), address)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_is_whole_and_of_one_build_while_builds_are_published() {
    let seconds = std::env::var("PORTICO_PUBLISH_SECONDS").ok();
    let seconds: Option<u32> = seconds.map(|text| text.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let published = Published::default();
    let mut publisher = Publisher::new(folder.path(), Arc::clone(&published));
    publisher.publish();
    let (_program, address) = start(folder.path());
    let (stop, stopped) = watch::channel(false);
    let visitors: Vec<_> = (0..VISITORS)
        .map(|number| {
            let visitor = Visitor::new(number, Arc::clone(&published));
            tokio::spawn(visitor.visit(address, stopped.clone()))
        })
        .collect();
    let mut turn = tokio::time::interval(match seconds {
        Some(_) => Duration::from_secs(1),
        None => Duration::from_millis(1),
    });
    let mut switches = Vec::new();
    for _ in 0..seconds.unwrap_or(FEW) {
        turn.tick().await;
        let next = publisher.next_id();
        let seen = tokio::spawn(async move { first_seen(address, &next).await });
        publisher = tokio::task::spawn_blocking(move || {
            publisher.publish();
            publisher.sweep();
            publisher
        })
        .await
        .unwrap();
        let renamed = publisher.renamed();
        let switch = seen.await.unwrap().duration_since(renamed);
        switches.push(switch.unwrap_or_default());
    }
    stop.send(true).unwrap();
    let (mut answers, mut wrong) = (0, Vec::new());
    for visitor in visitors {
        let visitor = visitor.await.unwrap();
        answers += visitor.answers;
        wrong.extend(visitor.wrong);
    }
    let builds = published.lock().unwrap().len();
    switches.sort_unstable();
    let (median, longest) = (switches[switches.len() / 2], switches[switches.len() - 1]);
    println!(
        "{answers} answers on {VISITORS} connections, {builds} builds, {} failed or mixed; switch {median:.1?}, the longest {longest:.1?}",
        wrong.len(),
    );
    let first: Vec<&String> = wrong.iter().take(10).collect();
    assert!(wrong.is_empty(), "{first:#?}");
    // Each build has been read by each visitor, several times over.
    assert!(answers > builds * VISITORS, "{answers} answers");
    assert!(publisher.swept > 0, "no older build was swept");
    assert!(
        seconds.is_none() || longest <= SWITCH,
        "a switch took {longest:?}"
    );
}

/// When a build is first served; it must be within the time that a test may take at all.
pub(crate) async fn first_seen(address: SocketAddr, id: &str) -> SystemTime {
    let mut connection = Connection::open(address).await;
    let look = async {
        loop {
            let ready = connection.get("/readyz", &[]).await.unwrap();
            if String::from_utf8_lossy(&ready.body).contains(id) {
                return SystemTime::now();
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), look)
        .await
        .expect("the build is never served")
}

/// When a file got its name: a rename changes the file's status, and no later operation does.
fn renamed_at(path: &Path) -> SystemTime {
    let file = fs::metadata(path).unwrap();
    let since = Duration::new(
        file.ctime().try_into().unwrap(),
        file.ctime_nsec().try_into().unwrap(),
    );
    SystemTime::UNIX_EPOCH + since
}
