//! The receivers of announcements, as one real server that enforces the limits that they document.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use crate::world::World;

/// The receivers, as one server, and their calls in order.
pub(crate) struct Recorder {
    pub(crate) url: String,
    pub(crate) state: Arc<Mutex<State>>,
}

#[derive(Default)]
pub(crate) struct State {
    /// Path of the call and its body.
    pub(crate) calls: Vec<(String, String)>,
    /// Addresses that Baidu takes today.
    pub(crate) quota: usize,
    /// Status with which all refuse.
    pub(crate) refuses: Option<u16>,
}

impl Recorder {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State {
            quota: 1_000,
            ..State::default()
        }));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let _ = answer(stream.unwrap(), &shared);
            }
        });
        Self { url, state }
    }

    /// Addresses of the calls whose path begins so since the last time, each as often as it came.
    pub(crate) fn take(&self, path: &str) -> Vec<String> {
        let mut state = self.state.lock().unwrap();
        let of = |call: &mut (String, String)| call.0.starts_with(path);
        let calls: Vec<_> = state.calls.extract_if(.., of).collect();
        let mut addresses: Vec<String> =
            calls.iter().flat_map(|(_, body)| addresses(body)).collect();
        addresses.sort();
        addresses
    }
}

/// A key that is a file of the site.
pub(crate) const KEY: &str = "0123456789abcdef";

/// Name of a receiver → begin of the path of its calls.
const RECEIVERS: [(&str, &str); 4] = [
    ("indexnow", "/indexnow"),
    ("baidu", "/urls"),
    ("cloudflare", "/client"),
    ("webhook", "/hook"),
];

impl Recorder {
    /// Writes the file that names all receivers.
    pub(crate) fn write_file(&self, world: &World) -> PathBuf {
        let url = &self.url;
        let receivers = format!(
            "- {{ to: indexnow, key: {KEY}, url: '{url}' }}\n\
             - {{ to: baidu, token: s3cret, url: '{url}' }}\n\
             - {{ to: cloudflare, zone: zone, token: token, url: '{url}' }}\n\
             - {{ to: webhook, url: '{url}/hook', secret: word }}\n"
        );
        let file = world.folder.write("announce.yaml", receivers);
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
        file
    }

    /// The addresses that each receiver got since the last time.
    pub(crate) fn take_all(&self) -> BTreeMap<&'static str, Vec<String>> {
        let take = |(name, path)| (name, self.take(path));
        RECEIVERS.into_iter().map(take).collect()
    }
}

/// All addresses in a body of any receiver, without the host.
fn addresses(body: &str) -> Vec<String> {
    // Edits of a sequence give the site another host.
    let path = |address: &str| {
        let host = address.strip_prefix("https://www.example.")?;
        let path = &host[host.find('/')?..];
        let decoded = percent_encoding::percent_decode_str(path).decode_utf8();
        Some(decoded.unwrap().into_owned())
    };
    let Ok(value) = serde_json::from_str::<Value>(body) else {
        return body.lines().filter_map(path).collect();
    };
    let lists = ["urlList", "files", "added", "changed", "ended"];
    let lists = lists.iter().filter_map(|name| value[name].as_array());
    let texts = lists.flatten().filter_map(Value::as_str);
    texts.filter_map(path).collect()
}

/// One call, with the limits that the receivers document.
fn answer(mut stream: TcpStream, state: &Mutex<State>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = String::from_utf8(body).unwrap();
    let path = first.split(' ').nth(1).unwrap().to_owned();
    let count = addresses(&body).len();
    let mut state = state.lock().unwrap();
    let (status, text) = if let Some(status) = state.refuses {
        (status, json!({"error": status}))
    } else if path.starts_with("/urls") {
        let is_known =
            path.starts_with("/urls?site=https://www.example.") && path.ends_with("&token=s3cret");
        match (is_known, count <= 2_000, count <= state.quota) {
            (true, true, true) => {
                state.quota -= count;
                (200, json!({"remain": state.quota, "success": count}))
            }
            (true, true, false) => (400, json!({"error": 400, "message": "over quota"})),
            _ => (401, json!({"error": 401, "message": "token is not valid"})),
        }
    } else if path.contains("purge_cache") && count > 30 {
        (400, json!({"success": false}))
    } else {
        (200, json!({"success": true}))
    };
    if status == 200 {
        state.calls.push((path, body));
    }
    let text = text.to_string();
    write!(
        stream,
        "HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{text}",
        text.len()
    )
}
