//! The origin's speed: the calls of a sign-in, each by itself, and user-info calls per second, over
//! loopback HTTP.
//!
//! `cargo bench -p origin`, on SQLite in a temporary folder, or on PostgreSQL when `DATABASE_URL`
//! names a server (its database is filled with accounts: use one that may be thrown away). Clients
//! and origin share the machine, so the figures are a lower bound. Every visitor has a separate
//! address, as in life; so the limits per client are in force and stop no visitor.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on ends")]
#![expect(clippy::print_stdout, reason = "its figures are what it is for")]

#[path = "../tests/it/builds.rs"]
mod builds;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bytes::Bytes;
use clap::Parser;
use http::{Method, Request};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use origin::clock::Clock;
use origin::mail::{Mail, Mailer};
use origin::{Config, Handle, Origin, PREDICTABLE_ANSWER, Settings};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Barrier, oneshot};

use builds::Builds;

/// Connections that make calls one after the other: more than the machine has cores, fewer than the
/// origin has places.
const CLIENTS: u32 = 16;

/// How long each part is measured: long enough for a steady p99, and a short wait.
const TIME: Duration = Duration::from_secs(4);

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    settings: Settings,
    /// Passed by `cargo bench`; without it the program measures no times
    #[arg(long)]
    bench: bool,
}

/// One client with its connection.
struct Client {
    connection: SendRequest<Full<Bytes>>,
    outbox: Arc<Mutex<Vec<Mail>>>,
    agreements: Value,
}

/// A person on the way in.
struct Visitor {
    email: String,
    /// Every visitor has an address of its own.
    address: Ipv4Addr,
    captcha: Value,
    /// As it was mailed.
    code: String,
}

/// Calls of one kind.
#[derive(Default)]
struct Round {
    times: Vec<Duration>,
    /// From the first call's beginning to the last one's end.
    took: Duration,
}

fn main() {
    let mut options = Options::parse();
    if !options.bench {
        return;
    }
    options.settings.predictable_captchas = true;
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(measure(options.settings));
}

async fn measure(settings: Settings) {
    let folder = tempfile::tempdir().unwrap();
    Builds(folder.path()).publish(1, "About");
    let engine = match settings.database_url {
        Some(_) => "PostgreSQL",
        None => "SQLite",
    };
    let outbox = Arc::new(Mutex::new(Vec::new()));
    let (mailer, threads) = (Mailer::Memory(Arc::clone(&outbox)), settings.origin_threads);
    let config = Config {
        var: folder.path().join("var"),
        builds: folder.path().join("builds"),
        settings,
    };
    let open = config.clone();
    let handle = Handle::start_with(&config.settings, move || {
        Origin::open_with(open, Clock::System, mailer)
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(origin::serve::serve(listener, handle.unwrap(), async {
        let _ = stopped.await;
    }));

    let (rounds, tokens) = sign_ins(address, &outbox).await;
    println!("{engine}, {CLIENTS} clients on loopback, {threads} origin thread(s)\n");
    println!("| call | calls | per second | p50 ms | p99 ms |\n|---|---:|---:|---:|---:|");
    for (call, round) in ["captcha", "send-email-code", "login"]
        .into_iter()
        .zip(rounds)
    {
        row(call, round);
    }
    row("user-info", user_infos(address, &outbox, tokens).await);
    stop.send(()).unwrap();
    server.await.unwrap();
}

/// Every client draws captchas for new visitors until the time is up, then sends all of them codes,
/// then signs all of them in.
async fn sign_ins(
    address: SocketAddr,
    outbox: &Arc<Mutex<Vec<Mail>>>,
) -> ([Round; 3], Vec<String>) {
    let together = Arc::new(Barrier::new(CLIENTS as usize));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|number| {
            let (outbox, together) = (Arc::clone(outbox), Arc::clone(&together));
            tokio::spawn(async move {
                let mut client = Client::connect(address, outbox).await;
                let (mut rounds, mut tokens) = ([(); 3].map(|()| Round::default()), Vec::new());
                let mut visitors = Vec::new();
                let [captchas, codes, logins] = &mut rounds;
                together.wait().await;
                let start = Instant::now();
                while start.elapsed() < TIME {
                    let visitor = number << 20 | u32::try_from(visitors.len()).unwrap();
                    visitors.push(captchas.time(client.draw(visitor)).await);
                }
                captchas.took = start.elapsed();
                together.wait().await;
                let start = Instant::now();
                for visitor in &visitors {
                    codes.time(client.send_code(visitor)).await;
                }
                codes.took = start.elapsed();
                for visitor in &mut visitors {
                    visitor.code = client.code(&visitor.email);
                }
                together.wait().await;
                let start = Instant::now();
                for visitor in &visitors {
                    tokens.push(logins.time(client.login(visitor)).await);
                }
                logins.took = start.elapsed();
                (rounds, tokens)
            })
        })
        .collect();
    let (mut all, mut tokens) = ([(); 3].map(|()| Round::default()), Vec::new());
    for client in clients {
        let (rounds, mut own) = client.await.unwrap();
        for (all, mut round) in all.iter_mut().zip(rounds) {
            all.times.append(&mut round.times);
            all.took = all.took.max(round.took);
        }
        tokens.append(&mut own);
    }
    (all, tokens)
}

/// Every client requests the user-info of a visitor, again and again.
async fn user_infos(
    address: SocketAddr,
    outbox: &Arc<Mutex<Vec<Mail>>>,
    tokens: Vec<String>,
) -> Round {
    let tokens = Arc::new(tokens);
    let start = Instant::now();
    let clients: Vec<_> = (0..CLIENTS as usize)
        .map(|number| {
            let (outbox, tokens) = (Arc::clone(outbox), Arc::clone(&tokens));
            tokio::spawn(async move {
                let mut client = Client::connect(address, outbox).await;
                let mut times = Vec::new();
                while start.elapsed() < TIME {
                    let token = &tokens[(number + times.len()) % tokens.len()];
                    let request = Request::get("/api/auth/user-info");
                    let request = request.header("authorization", format!("Bearer {token}"));
                    let begin = Instant::now();
                    client.call(request, Bytes::new()).await;
                    times.push(begin.elapsed());
                }
                times
            })
        })
        .collect();
    let mut times = Vec::new();
    for client in clients {
        times.append(&mut client.await.unwrap());
    }
    let took = start.elapsed();
    Round { times, took }
}

impl Client {
    async fn connect(address: SocketAddr, outbox: Arc<Mutex<Vec<Mail>>>) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (connection, driver) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(driver);
        let mut client = Self {
            connection,
            outbox,
            agreements: Value::Null,
        };
        let request = Request::get("/api/web/protocol-config");
        let protocols = client.call(request, Bytes::new()).await;
        let protocols = protocols.as_array().unwrap().iter();
        let pair = |one: &Value| {
            (
                one["key"].as_str().unwrap().to_owned(),
                one["version"].clone(),
            )
        };
        client.agreements = Value::Object(protocols.map(pair).collect());
        client
    }

    /// A captcha for a new visitor.
    async fn draw(&mut self, number: u32) -> Visitor {
        let address = Ipv4Addr::from_bits(0x0a00_0000 + number);
        let request = request(Method::GET, "/api/common/captcha", address);
        let captcha = self.call(request, Bytes::new()).await["captchaId"].take();
        Visitor {
            email: format!("visitor{number}-{:08x}@example.com", rand::random::<u32>()),
            address,
            captcha,
            code: String::new(),
        }
    }

    async fn send_code(&mut self, visitor: &Visitor) {
        let ask = json!({ "email": visitor.email, "captchaId": visitor.captcha, "captcha": PREDICTABLE_ANSWER });
        let request = request(Method::POST, "/api/common/send-email-code", visitor.address);
        self.call(request, ask.to_string().into()).await;
    }

    /// Returns the token.
    async fn login(&mut self, visitor: &Visitor) -> String {
        let login =
            json!({ "email": visitor.email, "code": visitor.code, "agreements": self.agreements });
        let request = request(Method::POST, "/api/auth/login", visitor.address);
        let signed_in = self.call(request, login.to_string().into()).await;
        signed_in["token"].as_str().unwrap().to_owned()
    }

    /// The code in the mail to an address.
    fn code(&self, email: &str) -> String {
        let mut outbox = self.outbox.lock().unwrap();
        let at = outbox.iter().position(|mail| mail.to.as_str() == email);
        let text = outbox.swap_remove(at.unwrap()).text;
        let digits =
            |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
        text.lines().map(str::trim).find(digits).unwrap().to_owned()
    }

    /// Makes a call, which must succeed; returns its data.
    async fn call(&mut self, request: http::request::Builder, body: Bytes) -> Value {
        let request = request.header("host", "bench").body(Full::new(body));
        self.connection.ready().await.unwrap();
        let answer = self
            .connection
            .send_request(request.unwrap())
            .await
            .unwrap();
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        let mut envelope: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(envelope["code"], 200, "{envelope}");
        envelope["data"].take()
    }
}

impl Round {
    async fn time<T>(&mut self, call: impl Future<Output = T>) -> T {
        let begin = Instant::now();
        let answer = call.await;
        self.times.push(begin.elapsed());
        answer
    }
}

fn request(method: Method, path: &str, address: Ipv4Addr) -> http::request::Builder {
    Request::builder()
        .method(method)
        .uri(path)
        .header("x-forwarded-for", address.to_string())
        .header("content-type", "application/json")
}

fn row(call: &str, round: Round) {
    let Round { mut times, took } = round;
    times.sort_unstable();
    let per_second = times.len() as f64 / took.as_secs_f64();
    let milliseconds = |share: f64| {
        let at = ((times.len() - 1) as f64 * share).round() as usize;
        times[at].as_secs_f64() * 1_000.0
    };
    let (count, middle, slow) = (times.len(), milliseconds(0.5), milliseconds(0.99));
    println!("| {call} | {count} | {per_second:.0} | {middle:.1} | {slow:.1} |");
}
