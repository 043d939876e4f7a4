//! R11.04: builds are published on one machine, and shipped to hosts while visitors read there: by
//! push into a folder, and by push into a bucket and pull from it. Every answer is whole and of one
//! build.
//!
//! Here a few builds are shipped into a folder, and into another that represents the bucket.
//! `scripts/soak ship` publishes one a second, into a bucket at a service whose nodes die and come
//! back (`PORTICO_SHIP_SECONDS`, `PORTICO_SHIP_BUCKET`).

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use contract::build::Latest;
use generator_deploy::address::{destination, source};
use generator_deploy::folder::Folder;
use generator_deploy::published::Pointers;
use generator_deploy::transfer::{Observer, Options, publish};
use tokio::sync::watch;

use crate::publishes::publisher::Publisher;
use crate::publishes::visitor::Visitor;
use crate::publishes::{Published, first_seen, start};

/// Builds in the test that runs every time.
const FEW: u32 = 10;
/// Visitors at each host.
const VISITORS: usize = 3;
/// From one look of a host that pulls to the next.
const EVERY: Duration = Duration::from_millis(500);
/// The command that leads to hosts; none is asked here.
const SSH: &str = "false";

struct Nobody;

impl Observer for Nobody {
    fn lacks(&self, _: &str, _: usize, _: u64) {}
    fn add_progress(&self, _: usize, _: u64) {}
}

/// How often builds were shipped, and why some were not.
#[derive(Default)]
struct Tries {
    done: usize,
    failed: Vec<String>,
}

/// Ships builds from one place to another as they appear, the newest first, until the stop.
fn carry(from: &str, to: &str, stopped: &AtomicBool) -> Tries {
    let (mut seen, mut tries): (Option<Latest>, _) = (None, Tries::default());
    while !stopped.load(Ordering::Relaxed) {
        let began = Instant::now();
        let from = source(from, SSH).unwrap();
        let carried = Pointers::read(from.as_ref()).and_then(|pointers| {
            if pointers.latest.is_none() || pointers.latest == seen {
                return Ok(false);
            }
            let to = [destination(to, SSH)?];
            publish(from.as_ref(), &to, &Options::default(), &Nobody)?;
            seen = pointers.latest;
            Ok(true)
        });
        match carried {
            Ok(carried) => tries.done += usize::from(carried),
            Err(error) => tries.failed.push(format!("{error:#}")),
        }
        std::thread::sleep(EVERY.saturating_sub(began.elapsed()));
    }
    tries
}

/// Publishes `count` builds, `pause` after each other, and pushes each to the host.
fn publish_all(
    publisher: &mut Publisher,
    (root, host): (&Path, &str),
    (count, pause): (u32, Duration),
) -> Tries {
    let mut tries = Tries::default();
    for _ in 0..count {
        let began = Instant::now();
        publisher.publish();
        let to = [destination(host, SSH).unwrap()];
        match publish(&Folder::new(root), &to, &Options::default(), &Nobody) {
            Ok(_) => tries.done += 1,
            Err(error) => tries.failed.push(format!("{error:#}")),
        }
        publisher.sweep();
        std::thread::sleep(pause.saturating_sub(began.elapsed()));
    }
    tries
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_of_hosts_is_whole_and_of_one_build_while_builds_are_shipped_to_them() {
    let seconds = std::env::var("PORTICO_SHIP_SECONDS").ok();
    let seconds: Option<u32> = seconds.map(|text| text.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let root = |name: &str| {
        let root = folder.path().join(name);
        std::fs::create_dir(&root).unwrap();
        root.to_str().unwrap().to_owned()
    };
    let (here, pushed, pulled, near) =
        (root("here"), root("pushed"), root("pulled"), root("bucket"));
    let bucket = std::env::var("PORTICO_SHIP_BUCKET").unwrap_or(near);
    let published = Published::default();
    let publisher = Publisher::new(Path::new(&here), Arc::clone(&published));
    let hosts = [start(Path::new(&pushed)), start(Path::new(&pulled))];
    let over = Arc::new(AtomicBool::new(false));
    // Beside the builds: while the bucket is away, builds and the other host go on.
    let carrying = [(&here, &bucket), (&bucket, &pulled)].map(|(from, to)| {
        let (from, to, over) = (from.clone(), to.clone(), Arc::clone(&over));
        tokio::task::spawn_blocking(move || carry(&from, &to, &over))
    });
    let first = publisher.next_id();
    let pause = Duration::from_millis(if seconds.is_some() { 1_000 } else { 1 });
    let step = |mut publisher: Publisher, count: u32| {
        let (here, pushed) = (here.clone(), pushed.clone());
        tokio::task::spawn_blocking(move || {
            let places = (Path::new(&here), pushed.as_str());
            let tries = publish_all(&mut publisher, places, (count, pause));
            (publisher, tries)
        })
    };
    let (publisher, _) = step(publisher, 1).await.unwrap();
    for (_, address) in &hosts {
        first_seen(*address, &first).await;
    }
    let (stop, stopped) = watch::channel(false);
    let visit = |number: usize| {
        let visitor = Visitor::new(number, Arc::clone(&published));
        tokio::spawn(visitor.visit(hosts[number % 2].1, stopped.clone()))
    };
    let visitors: Vec<_> = (0..2 * VISITORS).map(visit).collect();
    let began = Instant::now();
    let (publisher, pushes) = step(publisher, seconds.unwrap_or(FEW)).await.unwrap();
    let took = began.elapsed();
    // Both hosts come to the last build.
    let last = crate::fixture::Build::new(publisher.number(), "")
        .id
        .to_string();
    for (_, address) in &hosts {
        first_seen(*address, &last).await;
    }
    stop.send(true).unwrap();
    over.store(true, Ordering::Relaxed);
    let [to_bucket, from_bucket] = carrying;
    let (to_bucket, from_bucket) = (to_bucket.await.unwrap(), from_bucket.await.unwrap());
    let (mut answers, mut wrong) = (0, Vec::new());
    for visitor in visitors {
        let visitor = visitor.await.unwrap();
        answers += visitor.answers;
        wrong.extend(visitor.wrong);
    }
    println!(
        "{answers} answers of hosts in {took:.0?}, {} failed or mixed; {} builds",
        wrong.len(),
        published.lock().unwrap().len(),
    );
    for (way, tries) in [
        ("pushes to the folder", &pushes),
        ("pushes to the bucket", &to_bucket),
        ("pulls from the bucket", &from_bucket),
    ] {
        println!("{} {way}, {} failed", tries.done, tries.failed.len());
        for failed in &tries.failed {
            println!("{failed}");
        }
    }
    let first: Vec<&String> = wrong.iter().take(10).collect();
    assert!(wrong.is_empty(), "{first:#?}");
    assert!(answers > 10 * VISITORS, "{answers} answers");
}
