//! R11.05: one hand-over after the other under load. No connection is refused, no answer is cut.
//! `scripts/soak upgrades` runs it longer, with optimised programs, and prints the times.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
};

use crate::handover::{Client, Program};

/// Time without a hand-over before each, which is the time at rest.
const REST: Duration = Duration::from_millis(300);

/// A request: when it was due, and how long its answer took from then on.
struct Sample {
    due: Instant,
    took: Duration,
}

/// A number from the environment, for the long form.
fn number(name: &str, short: u32) -> u32 {
    let long = std::env::var(name).ok();
    long.map_or(short, |text| text.parse().unwrap())
}

#[test]
fn upgrades_under_load_refuse_no_connection_and_cut_no_answer() {
    let upgrades = number("PORTICO_UPGRADES", 2);
    let clients = number("PORTICO_UPGRADE_CLIENTS", 8);
    let rate = number("PORTICO_UPGRADE_RATE", 200);
    // Successors are children of their predecessors, and become those of this process.
    set_child_subreaper(Some(getpid())).unwrap();
    let mut program = Program::start(&[]);
    let first = Pid::from_child(&program.child);
    let is_over = Arc::new(AtomicBool::new(false));
    let pause = Duration::from_secs(1) * clients / rate;
    let load: Vec<_> = (0..clients)
        .map(|_| start_client(program.address, pause, Arc::clone(&is_over)))
        .collect();
    let (mut process, mut switches) = (first, Vec::new());
    for _ in 0..upgrades {
        thread::sleep(REST);
        let start = Instant::now();
        let successor = program.hand_over_from(process);
        let code = match process == first {
            true => program.child.wait().unwrap().code(),
            false => code(process),
        };
        assert_eq!(code, Some(0), "{process:?}");
        switches.push(start..Instant::now());
        process = successor;
    }
    is_over.store(true, Ordering::Relaxed);
    let samples: Vec<Sample> = load
        .into_iter()
        .flat_map(|client| client.join().unwrap())
        .collect();
    kill_process(process, Signal::TERM).unwrap();
    assert_eq!(code(process), Some(0));
    let is_switch = |sample: &&Sample| switches.iter().any(|one| one.contains(&sample.due));
    let (switching, resting): (Vec<_>, Vec<_>) = samples.iter().partition(is_switch);
    assert!(!switching.is_empty());
    let line = format!(
        "{upgrades} upgrades, {} answers, 0 failed; p99 at rest {} µs, while switching {} µs\n",
        samples.len(),
        p99(resting),
        p99(switching)
    );
    std::io::stdout().write_all(line.as_bytes()).unwrap();
}

/// The exit code of a successor, once it has ended.
fn code(process: Pid) -> Option<i32> {
    let ended = waitpid(Some(process), WaitOptions::empty()).unwrap();
    ended.unwrap().1.exit_status()
}

/// Asks at fixed moments, however late the answers are; fails with the first that is missing.
fn start_client(
    address: SocketAddr,
    pause: Duration,
    is_over: Arc<AtomicBool>,
) -> JoinHandle<Vec<Sample>> {
    thread::spawn(move || {
        let mut client = Client::connect(address).unwrap();
        let (mut due, mut samples) = (Instant::now(), Vec::new());
        while !is_over.load(Ordering::Relaxed) {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            let answer = client.get("/about").unwrap();
            assert_eq!(answer.status, 200);
            samples.push(Sample {
                due,
                took: due.elapsed(),
            });
            if answer.is_last {
                client = Client::connect(address).unwrap();
            }
            due += pause;
        }
        samples
    })
}

fn p99(samples: Vec<&Sample>) -> u128 {
    let mut all: Vec<_> = samples.iter().map(|sample| sample.took).collect();
    all.sort_unstable();
    let place = all.len() * 99 / 100;
    all.get(place).map_or(0, Duration::as_micros)
}
