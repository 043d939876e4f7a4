//! What the origin can do: whole sign-ins, logins alone and user-info calls per second, over loopback HTTP.
//!
//! `cargo bench -p origin`, on SQLite in a temporary folder, or on PostgreSQL when `DATABASE_URL` names a server (its database is
//! filled with accounts: use one that may be thrown away). Clients and origin share the machine, so the figures are a lower bound.
//! Every visitor has an address of its own, as in life; so the limits per client are in force and stop nobody.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on ends")]
#![expect(clippy::print_stdout, reason = "its figures are what it is for")]

#[path = "../tests/it/builds.rs"]
mod builds;

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU32, Ordering};
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
use tokio::sync::oneshot;

use builds::Builds;

/// Connections that make calls one after the other: more than the machine has cores, fewer than the origin has places.
const CLIENTS: u32 = 16;

/// How long each part is measured: long enough for a steady p99, short enough that nobody minds.
const TIME: Duration = Duration::from_secs(4);

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    settings: Settings,
    /// Passed by `cargo bench`; without it nothing is measured
    #[arg(long)]
    bench: bool,
}

/// One client with its connection.
struct Client {
    connection: SendRequest<Full<Bytes>>,
    outbox: Arc<Mutex<Vec<Mail>>>,
    agreements: Value,
}

/// How long calls took, by their name.
type Times = BTreeMap<&'static str, Vec<Duration>>;

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

    let (sign_ins, took, tokens) = sign_ins(address, &outbox).await;
    println!("{engine}, {CLIENTS} clients on loopback, {threads} origin thread(s)\n");
    println!("| call | calls | per second | p50 ms | p99 ms |\n|---|---:|---:|---:|---:|");
    for (call, times) in sign_ins {
        row(call, times, took);
    }
    let (times, took) = user_infos(address, &outbox, tokens).await;
    row("user-info", times, took);
    stop.send(()).unwrap();
    server.await.unwrap();
}

/// Every client signs in new visitors until the time is up.
async fn sign_ins(
    address: SocketAddr,
    outbox: &Arc<Mutex<Vec<Mail>>>,
) -> (Times, Duration, Vec<String>) {
    let visitors = Arc::new(AtomicU32::new(0));
    let start = Instant::now();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let (outbox, visitors) = (Arc::clone(outbox), Arc::clone(&visitors));
            tokio::spawn(async move {
                let mut client = Client::connect(address, outbox).await;
                let (mut times, mut tokens) = (Times::new(), Vec::new());
                while start.elapsed() < TIME {
                    let visitor = visitors.fetch_add(1, Ordering::Relaxed);
                    tokens.push(client.sign_in(visitor, &mut times).await);
                }
                (times, tokens)
            })
        })
        .collect();
    let (mut all, mut tokens) = (Times::new(), Vec::new());
    for client in clients {
        let (times, mut own) = client.await.unwrap();
        for (call, mut times) in times {
            all.entry(call).or_default().append(&mut times);
        }
        tokens.append(&mut own);
    }
    (all, start.elapsed(), tokens)
}

/// Every client asks who one of the visitors is, again and again.
async fn user_infos(
    address: SocketAddr,
    outbox: &Arc<Mutex<Vec<Mail>>>,
    tokens: Vec<String>,
) -> (Vec<Duration>, Duration) {
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
    let mut all = Vec::new();
    for client in clients {
        all.append(&mut client.await.unwrap());
    }
    (all, start.elapsed())
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

    /// A new visitor signs in. Returns the token.
    async fn sign_in(&mut self, visitor: u32, times: &mut Times) -> String {
        let email = format!("visitor{visitor}-{:08x}@example.com", rand::random::<u32>());
        let request = |method, path: &str| {
            Request::builder()
                .method(method)
                .uri(path)
                .header(
                    "x-forwarded-for",
                    Ipv4Addr::from_bits(0x0a00_0000 + visitor).to_string(),
                )
                .header("content-type", "application/json")
        };
        let begin = Instant::now();
        let captcha = self
            .call(request(Method::GET, "/api/common/captcha"), Bytes::new())
            .await;
        let drawn = begin.elapsed();
        let ask = json!({ "email": email, "captchaId": captcha["captchaId"], "captcha": PREDICTABLE_ANSWER });
        let send = request(Method::POST, "/api/common/send-email-code");
        self.call(send, ask.to_string().into()).await;
        let sent = begin.elapsed();
        let login =
            json!({ "email": email, "code": self.code(&email), "agreements": self.agreements });
        let login = login.to_string().into();
        let signed_in = self
            .call(request(Method::POST, "/api/auth/login"), login)
            .await;
        let whole = begin.elapsed();
        for (call, time) in [
            ("captcha", drawn),
            ("login", whole - sent),
            ("send-email-code", sent - drawn),
            ("whole sign-in", whole),
        ] {
            times.entry(call).or_default().push(time);
        }
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

fn row(call: &str, mut times: Vec<Duration>, took: Duration) {
    times.sort_unstable();
    let per_second = times.len() as f64 / took.as_secs_f64();
    let milliseconds = |share: f64| {
        let at = ((times.len() - 1) as f64 * share).round() as usize;
        times[at].as_secs_f64() * 1_000.0
    };
    let (count, middle, slow) = (times.len(), milliseconds(0.5), milliseconds(0.99));
    println!("| {call} | {count} | {per_second:.0} | {middle:.1} | {slow:.1} |");
}
