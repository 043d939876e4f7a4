//! A receiver of webhooks for one test: a server that gives answers one after the other, the last
//! one again and again, and remembers what it was told.

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A running receiver; gone with its test.
pub(crate) struct Receiver {
    pub(crate) url: String,
    told: UnboundedReceiver<Told>,
}

/// A request that a receiver got.
pub(crate) struct Told {
    /// In lower case.
    pub(crate) head: String,
    pub(crate) body: serde_json::Value,
}

impl Receiver {
    /// Answers with these, status and body: `200 {"code":0}`.
    pub(crate) async fn start(answers: &[&str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook/s3cret", listener.local_addr().unwrap());
        let (sender, told) = unbounded_channel();
        let answers: Vec<String> = answers.iter().map(|&answer| answer.to_owned()).collect();
        tokio::spawn(async move {
            for number in 0.. {
                let Ok((stream, _)) = listener.accept().await else {
                    return;
                };
                let answer = &answers[usize::min(number, answers.len() - 1)];
                answer_one(stream, answer, &sender).await;
            }
        });
        Self { url, told }
    }

    /// Notices since the last look.
    pub(crate) fn told(&mut self) -> Vec<Told> {
        std::iter::from_fn(|| self.told.try_recv().ok()).collect()
    }
}

async fn answer_one(stream: TcpStream, answer: &str, sender: &UnboundedSender<Told>) {
    let mut stream = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        if line.trim_end().is_empty() {
            break;
        }
        let line = line.to_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.unwrap();
    // First, so that whoever sees the answer finds it.
    let body = serde_json::from_slice(&body).unwrap();
    let _ = sender.send(Told { head, body });
    let (status, text) = answer.split_once(' ').unwrap();
    let size = text.len();
    let reply =
        format!("HTTP/1.1 {status} X\r\ncontent-length: {size}\r\nconnection: close\r\n\r\n{text}");
    stream.write_all(reply.as_bytes()).await.unwrap();
}
