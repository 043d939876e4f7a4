//! A service that speaks OpenAI's protocol, for one test: it sends the given words, in pieces,
//! slowly, brokenly, or as a page orders it to.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub(crate) const KEY: &str = "sk-operators-own-0123456789";
pub(crate) const MODEL: &str = "small-model";

/// Longer than any test may wait.
const LONG: Duration = Duration::from_secs(20);

/// A running service; gone with its test.
pub(crate) struct Service {
    pub(crate) url: String,
    shared: Arc<Shared>,
}

struct Shared {
    says: Mutex<Says>,
    asked: Mutex<Vec<Asked>>,
    /// Connections that a client closed before its answer's end.
    left: watch::Sender<u32>,
    /// Pieces that may be sent by [`Says::OneByOne`].
    released: watch::Sender<usize>,
}

/// A question that came.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) key: String,
    pub(crate) body: Value,
}

/// An answer of the service.
#[derive(Clone)]
pub(crate) enum Says {
    /// These words, and that they cost so many tokens.
    Words(Vec<String>, u64),
    /// Words that depend on the question.
    By(fn(&Value) -> Vec<String>),
    /// These words, each when the test releases it.
    OneByOne(Vec<String>),
    /// A whole answer, head and all, and the connection's end.
    Raw(Vec<u8>),
    /// No answer at all.
    Nothing,
    /// A good head, these words, and no end.
    Stalls(Vec<String>),
    /// This sentence for ever.
    Endless(String),
}

impl Service {
    pub(crate) async fn start(says: Says) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let shared = Arc::new(Shared {
            says: Mutex::new(says),
            asked: Mutex::default(),
            left: watch::Sender::new(0),
            released: watch::Sender::new(0),
        });
        let service = Self {
            url,
            shared: Arc::clone(&shared),
        };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&shared)));
            }
        });
        service
    }

    /// The words of a sentence or more.
    pub(crate) async fn saying(words: &str) -> Self {
        Self::start(says(words)).await
    }

    /// Options of an origin that asks it with the operator's key.
    pub(crate) fn options(&self) -> Vec<String> {
        let mut options = self.options_without_key();
        options.push(format!("--openai-api-key={KEY}"));
        options
    }

    /// Options of an origin that asks this service without the operator's key.
    pub(crate) fn options_without_key(&self) -> Vec<String> {
        vec![
            format!("--openai-base-url={}", self.url),
            format!("--openai-model={MODEL}"),
            "--chat-patience=1".to_owned(),
        ]
    }

    pub(crate) fn say(&self, says: Says) {
        *self.shared.says.lock().unwrap() = says;
    }

    /// Questions so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().unwrap().clone()
    }

    /// Lets one more piece go.
    pub(crate) fn release(&self) {
        self.shared.released.send_modify(|count| *count += 1);
    }

    /// Returns when so many clients have left before their answer's end.
    pub(crate) async fn left(&self, count: u32) {
        let mut left = self.shared.left.subscribe();
        let left = left.wait_for(|left| *left >= count);
        tokio::time::timeout(LONG, left).await.unwrap().unwrap();
    }
}

/// Words in pieces of a few characters, so that sentences and marks are torn.
pub(crate) fn says(words: &str) -> Says {
    Says::Words(torn(words), 100)
}

pub(crate) fn torn(words: &str) -> Vec<String> {
    let letters: Vec<char> = words.chars().collect();
    letters
        .chunks(3)
        .map(|piece| piece.iter().collect())
        .collect()
}

const HEAD: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

fn piece(words: &str) -> String {
    let event =
        json!({"choices": [{"index": 0, "delta": {"content": words}, "finish_reason": null}]});
    format!("data: {event}\n\n")
}

fn end(tokens: u64) -> String {
    let stop = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
    let usage = json!({"choices": [], "usage": {"total_tokens": tokens}});
    format!("data: {stop}\n\ndata: {usage}\n\ndata: [DONE]\n\n")
}

async fn serve(stream: TcpStream, shared: Arc<Shared>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let (mut key, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(": ") {
            match name.to_lowercase().as_str() {
                "content-length" => length = value.parse().ok()?,
                "authorization" => key = value.trim_start_matches("Bearer ").to_owned(),
                _ => {}
            }
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    let body: Value = serde_json::from_slice(&body).unwrap();
    let says = shared.says.lock().unwrap().clone();
    shared.asked.lock().unwrap().push(Asked {
        key,
        body: body.clone(),
    });
    if !answer(stream.get_mut(), says, &body, &shared).await {
        shared.left.send_modify(|left| *left += 1);
    }
    Some(())
}

/// Answers. False if the client left before the end.
async fn answer(stream: &mut TcpStream, says: Says, body: &Value, shared: &Shared) -> bool {
    match says {
        Says::Words(words, tokens) => {
            let words: String = words.iter().map(|words| piece(words)).collect();
            send(stream, &format!("{HEAD}{words}{}", end(tokens))).await
        }
        Says::By(write) => {
            let words: String = write(body).iter().map(|words| piece(words)).collect();
            send(stream, &format!("{HEAD}{words}{}", end(100))).await
        }
        Says::OneByOne(words) => {
            let mut released = shared.released.subscribe();
            let mut is_there = send(stream, HEAD).await;
            for (number, words) in words.iter().enumerate() {
                let next = released.wait_for(|count| *count > number);
                is_there = is_there
                    && tokio::select! {
                        next = next => next.is_ok(),
                        () = gone(stream) => false,
                    };
                is_there = is_there && send(stream, &piece(words)).await;
            }
            is_there && send(stream, &end(100)).await
        }
        Says::Raw(bytes) => stream.write_all(&bytes).await.is_ok(),
        Says::Nothing => {
            gone(stream).await;
            false
        }
        Says::Stalls(words) => {
            let words: String = words.iter().map(|words| piece(words)).collect();
            send(stream, &format!("{HEAD}{words}")).await;
            gone(stream).await;
            false
        }
        Says::Endless(words) => {
            send(stream, HEAD).await;
            while send(stream, &piece(&words)).await {}
            false
        }
    }
}

async fn send(stream: &mut TcpStream, text: &str) -> bool {
    stream.write_all(text.as_bytes()).await.is_ok() && stream.flush().await.is_ok()
}

/// Returns when the client has closed its connection.
async fn gone(stream: &mut TcpStream) {
    let mut nothing = [0; 16];
    while !matches!(stream.read(&mut nothing).await, Ok(0) | Err(_)) {}
}
