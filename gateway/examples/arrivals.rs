//! Asks a server for pages at random moments, as visitors do, and measures the time from
//! each moment to the complete answer.
//!
//! A request whose moment comes while all connections wait is sent as soon as one is free, and its
//! time counts from its moment: a pause of the server shows in all times that it affects. The
//! client never sleeps, because timers of the system and of tokio are as coarse as the times that
//! are measured; it needs a core of its own.
//!
//!     cargo run --release -p gateway --example arrivals ADDRESS REQUESTS RATE CONNECTIONS SECONDS
//!
//! REQUESTS is a file of whole requests with a zero byte between two. Prints microseconds:
//! `{"count":…,"p50":…,"p99":…,"p999":…}`.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use httparse::{EMPTY_HEADER, Response, Status};
use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Seed of the random moments, which are the same in every run.
const SEED: u64 = 6;
/// A head with more headers than this is refused.
const HEADERS_MAX: usize = 64;
/// Requests that take longer than this after the last moment are lost.
const LOST: Duration = Duration::from_secs(10);

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, file, rate, connections, seconds] = arguments.as_slice() else {
        bail!("usage: arrivals ADDRESS REQUESTS RATE CONNECTIONS SECONDS");
    };
    let address: SocketAddr = address.parse().context("ADDRESS is no IP:PORT")?;
    let requests = std::fs::read(file).with_context(|| format!("cannot read `{file}`"))?;
    let requests: Vec<&[u8]> = requests.split(|byte| *byte == 0).collect();
    let moments = moments(
        rate.parse().context("RATE is no number")?,
        Duration::from_secs(seconds.parse().context("SECONDS is no number")?),
    );
    let mut client = Client::connect(
        address,
        connections.parse().context("CONNECTIONS is no number")?,
    )?;
    let mut times = client.run(&requests, &moments)?;
    times.sort_unstable();
    let at = |share: f64| times[(times.len() as f64 * share) as usize].as_nanos() as f64 / 1000.0;
    let (p50, p99, p999) = (at(0.5), at(0.99), at(0.999));
    writeln!(
        std::io::stdout(),
        "{{\"count\":{},\"p50\":{p50:.1},\"p99\":{p99:.1},\"p999\":{p999:.1}}}",
        times.len()
    )?;
    Ok(())
}

/// When to ask, from the start: independent moments, `rate` of them per second on average.
fn moments(rate: f64, length: Duration) -> Vec<Duration> {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut at = 0.0_f64;
    let gaps = std::iter::from_fn(|| {
        at -= (1.0 - random.random::<f64>()).ln() / rate;
        (at < length.as_secs_f64()).then(|| Duration::from_secs_f64(at))
    });
    gaps.collect()
}

/// Connections that are kept.
struct Client {
    poll: Poll,
    connections: Vec<Connection>,
    free: VecDeque<usize>,
}

struct Connection {
    stream: TcpStream,
    /// The moment of the current request.
    asked: Option<Duration>,
    /// The part of the current answer that has arrived.
    answer: Vec<u8>,
    /// Length of the whole answer in bytes; none until its head is complete.
    whole: Option<usize>,
}

impl Client {
    fn connect(address: SocketAddr, count: usize) -> anyhow::Result<Self> {
        let poll = Poll::new()?;
        let connect = |number| {
            let stream = std::net::TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            stream.set_nonblocking(true)?;
            let mut stream = TcpStream::from_std(stream);
            let registry = poll.registry();
            registry.register(&mut stream, Token(number), Interest::READABLE)?;
            Ok(Connection {
                stream,
                asked: None,
                answer: Vec::new(),
                whole: None,
            })
        };
        let connections = (0..count).map(connect).collect::<anyhow::Result<_>>()?;
        Ok(Self {
            poll,
            connections,
            free: (0..count).collect(),
        })
    }

    /// Asks `requests`, one after the other and again from the first, at `moments`. Answers how
    /// long each took.
    fn run(&mut self, requests: &[&[u8]], moments: &[Duration]) -> anyhow::Result<Vec<Duration>> {
        let start = Instant::now();
        let mut next = moments.iter().copied().zip(requests.iter().cycle());
        let mut due = next.next();
        let mut times = Vec::with_capacity(moments.len());
        let mut events = Events::with_capacity(self.connections.len());
        while times.len() < moments.len() {
            let now = start.elapsed();
            ensure!(
                due.is_some() || now < moments[moments.len() - 1] + LOST,
                "{} answers are missing",
                moments.len() - times.len()
            );
            if let Some((moment, request)) = due
                && moment <= now
                && let Some(number) = self.free.pop_front()
            {
                self.connections[number].ask(moment, request)?;
                due = next.next();
            }
            self.poll.poll(&mut events, Some(Duration::ZERO))?;
            for event in &events {
                let Token(number) = event.token();
                if let Some(moment) = self.connections[number].read()? {
                    times.push(start.elapsed() - moment);
                    self.free.push_back(number);
                }
            }
        }
        Ok(times)
    }
}

impl Connection {
    fn ask(&mut self, moment: Duration, request: &[u8]) -> anyhow::Result<()> {
        self.asked = Some(moment);
        // A request fits into the buffer of an idle connection.
        let written = self.stream.write(request)?;
        ensure!(written == request.len(), "no room for a request");
        Ok(())
    }

    /// Reads the received bytes; returns the moment of the request if its answer is complete.
    fn read(&mut self) -> anyhow::Result<Option<Duration>> {
        let mut room = [0; 64 * 1024];
        loop {
            match self.stream.read(&mut room) {
                Ok(0) => bail!("the server closed a connection"),
                Ok(length) => self.answer.extend_from_slice(&room[..length]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => return Err(error.into()),
            }
        }
        if self.whole.is_none() {
            self.whole = whole(&self.answer)?;
        }
        if self.whole.is_none_or(|whole| self.answer.len() < whole) {
            return Ok(None);
        }
        self.answer.clear();
        self.whole = None;
        Ok(self.asked.take())
    }
}

/// The length of an answer, from the head that it begins with; none if that is not complete.
fn whole(answer: &[u8]) -> anyhow::Result<Option<usize>> {
    let mut headers = [EMPTY_HEADER; HEADERS_MAX];
    let mut response = Response::new(&mut headers);
    let Status::Complete(head) = response.parse(answer)? else {
        return Ok(None);
    };
    let is_good = matches!(response.code, Some(200 | 304));
    ensure!(is_good, "the server answered {:?}", response.code);
    let is_length = |name: &str| name.eq_ignore_ascii_case("content-length");
    let length = response
        .headers
        .iter()
        .find(|header| is_length(header.name));
    let body = match (response.code, length) {
        (Some(304), _) => 0,
        (_, Some(length)) => std::str::from_utf8(length.value)?.parse()?,
        (_, None) => bail!("an answer without Content-Length"),
    };
    Ok(Some(head + body))
}
