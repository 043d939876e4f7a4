//! The cost of the guard: a page that needs a session, remembered by the gateway, against the same
//! page without a guard.
//!
//! Everything runs in this process over loopback sockets: the gateway, a backend over HTTP, and
//! clients that ask again as soon as they have an answer. So the times contain the client, and only
//! the difference between the two rows is the guard's.
//!
//!     cargo bench -p gateway --bench guard

#![expect(
    clippy::unwrap_used,
    reason = "a value that is missing in a measurement is a failed measurement"
)]
#![expect(clippy::print_stdout, reason = "a table is what this program is for")]

#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/it/backend.rs"]
mod backend;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/it/client.rs"]
mod client;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/it/fixture.rs"]
mod fixture;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/it/harness.rs"]
mod harness;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bytes::Bytes;
use contract::build::Access;
use http::{Request, StatusCode};
use http_body_util::{BodyExt, Empty};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use rustix::time::{ClockId, clock_gettime};
use tokio::net::TcpStream;

use crate::fixture::{Build, long};
use crate::harness::GatewayTest;

/// One measurement; long enough for tens of thousands of requests, short enough that the machine
/// stays as it is.
const ROUND: Duration = Duration::from_millis(600);
/// Before the first measurement: caches fill, connections open.
const WARM_UP: Duration = Duration::from_millis(300);
/// The two pages take turns, so that a disturbance hits both.
const ROUNDS: usize = 3;
/// Clients at once: alone for the latency, several for the cost under load.
const CLIENTS: [usize; 2] = [1, 16];
const PAGES: [(&str, &str); 2] = [
    ("public", "/open"),
    ("guarded, session remembered", "/closed"),
];

#[tokio::main]
async fn main() {
    let t = GatewayTest::with(|builds| builds.publish(&site())).await;
    t.backend.sign_in("good");
    println!("| page | clients | requests/s | p50 µs | p99 µs | CPU µs/request |");
    println!("|---|---|---|---|---|---|");
    for clients in CLIENTS {
        for (_, path) in PAGES {
            measure(t.address, path, clients, WARM_UP).await;
        }
        let mut samples = PAGES.map(|_| Sample::default());
        for _ in 0..ROUNDS {
            for ((_, path), sample) in PAGES.iter().zip(&mut samples) {
                sample.add(measure(t.address, path, clients, ROUND).await);
            }
        }
        for ((page, _), sample) in PAGES.iter().zip(&mut samples) {
            println!("| {page} | {clients} | {} |", sample.row());
        }
    }
    println!("\nquestions to the origin: {}", t.backend.user_info_calls());
}

/// The usual site and one page twice: for everyone, and for members.
fn site() -> Build {
    let mut build = Build::site(1, "one");
    let text = long("the same words");
    build.page("/open", &text);
    build.with("/closed", &text, |file| file.access = Access::Guarded);
    build
}

/// The results of several rounds.
#[derive(Default)]
struct Sample {
    latencies: Vec<Duration>,
    took: Duration,
    cpu: Duration,
}

impl Sample {
    fn add(&mut self, other: Self) {
        self.latencies.extend(other.latencies);
        self.took += other.took;
        self.cpu += other.cpu;
    }

    fn row(&mut self) -> String {
        self.latencies.sort_unstable();
        let count = self.latencies.len();
        let micros = |part: f64| {
            let index = (count as f64 * part) as usize;
            self.latencies[index].as_secs_f64() * 1e6
        };
        format!(
            "{:.0} | {:.1} | {:.1} | {:.1}",
            count as f64 / self.took.as_secs_f64(),
            micros(0.5),
            micros(0.99),
            self.cpu.as_secs_f64() * 1e6 / count as f64
        )
    }
}

/// Asks for one page from several connections for so long.
async fn measure(
    address: SocketAddr,
    path: &'static str,
    clients: usize,
    time: Duration,
) -> Sample {
    let mut connections = Vec::new();
    for _ in 0..clients {
        connections.push(connect(address).await);
    }
    let (start, cpu) = (Instant::now(), cpu());
    let end = start + time;
    let visits: Vec<_> = connections
        .into_iter()
        .map(|connection| tokio::spawn(visits(connection, path, end)))
        .collect();
    let mut sample = Sample::default();
    for visits in visits {
        sample.latencies.extend(visits.await.unwrap());
    }
    sample.took = start.elapsed();
    sample.cpu = self::cpu() - cpu;
    sample
}

async fn visits(
    mut connection: SendRequest<Empty<Bytes>>,
    path: &str,
    end: Instant,
) -> Vec<Duration> {
    let mut latencies = Vec::new();
    loop {
        let start = Instant::now();
        if start >= end {
            return latencies;
        }
        let request = Request::get(path)
            .header("host", "localhost")
            .header("cookie", "token=good");
        let request = request.body(Empty::new()).unwrap();
        let answer = connection.send_request(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        answer.into_body().collect().await.unwrap();
        latencies.push(start.elapsed());
    }
}

async fn connect(address: SocketAddr) -> SendRequest<Empty<Bytes>> {
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    sender
}

/// Processor time of this process on all cores.
fn cpu() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap()
}
