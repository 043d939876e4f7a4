//! A backend that writes any bytes for a test: answers that no HTTP library would send.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gateway::config::Config;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::{TcpListener, TcpStream};

/// Reaction of the backend to one call.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// Writes these bytes and closes.
    Bytes(Vec<u8>),
    /// Writes these bytes and no more, without closing.
    Stuck(Vec<u8>),
}

/// Method and path of a call, and its answer.
pub(crate) type Rule = (&'static str, Reply);

/// Makes a gateway wait only briefly, if one of the calls is never answered. Else a busy machine
/// must not look like a slow backend.
pub(crate) fn hurry(config: &mut Config, rules: &[Rule]) {
    let soon = Duration::from_millis(500);
    if rules
        .iter()
        .any(|(_, reply)| matches!(reply, Reply::Stuck(_)))
    {
        config.limits.sign_in = soon;
        config.limits.answer = soon;
        config.limits.session.answer = soon;
    }
}

pub(crate) struct Raw {
    pub(crate) address: SocketAddr,
    calls: Arc<Mutex<Vec<String>>>,
}

impl Raw {
    /// With rules for some calls; user-info and logout are answered well without one, anything else
    /// is closed unanswered.
    pub(crate) async fn start(rules: &[Rule]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let calls = Arc::new(Mutex::new(Vec::new()));
        let (rules, heard) = (rules.to_vec(), Arc::clone(&calls));
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, rules.clone(), Arc::clone(&heard)));
            }
        });
        Self { address, calls }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The calls so far: `POST /api/auth/login`.
    pub(crate) fn calls(&self) -> Vec<String> {
        self.calls.lock().unwrap().clone()
    }
}

async fn serve(stream: TcpStream, rules: Vec<Rule>, calls: Arc<Mutex<Vec<String>>>) {
    let mut stream = BufStream::new(stream);
    let Some(call) = read(&mut stream).await else {
        return;
    };
    let rule = rules.iter().find(|(name, _)| *name == call);
    calls.lock().unwrap().push(call.clone());
    let reply = match rule {
        Some((_, reply)) => reply.clone(),
        None => well(&call),
    };
    let (Reply::Bytes(bytes) | Reply::Stuck(bytes)) = &reply;
    // The gateway may close the connection before the end.
    let _ = stream.write_all(bytes).await;
    let _ = stream.flush().await;
    if matches!(reply, Reply::Stuck(_)) {
        // Until the gateway gives up.
        let _ = stream.read_to_end(&mut Vec::new()).await;
    }
}

/// Reads one request whole, so that closing afterwards is no reset.
async fn read(stream: &mut BufStream<TcpStream>) -> Option<String> {
    let (mut first, mut length) = (String::new(), 0);
    stream.read_line(&mut first).await.ok()?;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    stream.read_exact(&mut vec![0; length]).await.ok()?;
    let mut words = first.split(' ');
    Some(format!("{} {}", words.next()?, words.next()?))
}

fn well(call: &str) -> Reply {
    let member = json!({"name": "林", "email": "lin@example.com", "roles": ["member"]});
    match call {
        "GET /api/auth/user-info" => enveloped(200, 200, &member),
        "POST /api/auth/logout" => enveloped(200, 200, &Value::Null),
        _ => Reply::Bytes(Vec::new()),
    }
}

/// An envelope with a code that may differ from the status.
pub(crate) fn enveloped(status: u16, code: u16, data: &Value) -> Reply {
    body(
        status,
        "application/json",
        &json!({"code": code, "msg": "m", "data": data}).to_string(),
    )
}

/// A whole answer with a body.
pub(crate) fn body(status: u16, media_type: &str, body: &str) -> Reply {
    let length = body.len();
    bytes(&format!(
        "HTTP/1.1 {status} X\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    ))
}

/// These bytes, then closed.
pub(crate) fn bytes(text: &str) -> Reply {
    Reply::Bytes(text.as_bytes().to_vec())
}

/// These bytes, then silence.
pub(crate) fn stuck(text: &str) -> Reply {
    Reply::Stuck(text.as_bytes().to_vec())
}
