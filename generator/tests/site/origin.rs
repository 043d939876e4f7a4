//! An origin over HTTP with answers that change: like the embedded one, it answers from the data
//! that the generator has just written, and like an operator's backend, it has additional settings.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use contract::origin_data::{HEADER, OriginData};
use serde_json::{Value, json};

/// Behaviours of the backend besides answering from content.
pub(crate) const BACKENDS: [&str; 6] = [
    "answers from content",
    "has a title for an article",
    "hides the news from search engines",
    "has another title for the news",
    "knows nothing",
    "is down",
];

/// A running origin; it ends when it is dropped.
pub(crate) struct Origin {
    /// `http://127.0.0.1:…`
    pub(crate) address: String,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    /// The folder with the builds below it.
    root: PathBuf,
    /// Position in [`BACKENDS`].
    backend: AtomicU8,
    is_over: AtomicBool,
    /// True while no request is answered.
    is_slow: AtomicBool,
    /// True while a client waits for an answer.
    is_asked: AtomicBool,
}

/// How often a slow backend looks whether it is slow still.
const PAUSE: Duration = Duration::from_millis(5);

impl Origin {
    /// An origin for the builds in `root/*/builds`.
    pub(crate) fn start(root: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Shared {
            root: root.to_owned(),
            backend: AtomicU8::new(0),
            is_over: AtomicBool::new(false),
            is_slow: AtomicBool::new(false),
            is_asked: AtomicBool::new(false),
        });
        let serving = Arc::clone(&shared);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if serving.is_over.load(Ordering::Relaxed) {
                    return;
                }
                // A client that is gone needs no answer.
                let _ = serving.answer(stream);
            }
        });
        Self {
            address,
            shared,
            thread: Some(thread),
        }
    }

    /// The row of [`BACKENDS`] that it is.
    pub(crate) fn backend(&self) -> u8 {
        self.shared.backend.load(Ordering::Relaxed)
    }

    /// From now on no client gets an answer until it is quick again.
    pub(crate) fn be_slow(&self, is_slow: bool) {
        self.shared.is_asked.store(false, Ordering::SeqCst);
        self.shared.is_slow.store(is_slow, Ordering::SeqCst);
    }

    /// True if a client waits for an answer since it is slow.
    pub(crate) fn is_asked(&self) -> bool {
        self.shared.is_asked.load(Ordering::SeqCst)
    }

    /// From now on it behaves like that row of [`BACKENDS`].
    pub(crate) fn become_backend(&self, backend: u8) {
        self.shared.backend.store(backend, Ordering::Relaxed);
    }
}

impl Drop for Origin {
    fn drop(&mut self) {
        self.be_slow(false);
        self.shared.is_over.store(true, Ordering::Relaxed);
        let woken = TcpStream::connect(self.address.trim_start_matches("http://"));
        if let (Ok(_), Some(thread)) = (woken, self.thread.take()) {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn answer(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let (mut language, mut data) = (String::new(), String::new());
        for line in BufReader::new(&stream).lines() {
            let line = line?;
            let Some((name, value)) = line.split_once(": ") else {
                if line.is_empty() {
                    break;
                }
                continue;
            };
            match name.to_ascii_lowercase().as_str() {
                "language" => language = value.to_owned(),
                HEADER => data = value.to_owned(),
                _ => {}
            }
        }
        while self.is_slow.load(Ordering::SeqCst) {
            self.is_asked.store(true, Ordering::SeqCst);
            std::thread::sleep(PAUSE);
        }
        let body = self.envelope(&language, &data).to_string();
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
        )
    }

    fn envelope(&self, language: &str, data: &str) -> Value {
        let mut rows: Vec<Value> = self.settings(language, data);
        let row = |path: &str, title: &str| {
            let settings =
                json!({"title": format!("{title} {language}"), "description": "By the backend"});
            json!({"path": path, "seoConfig": settings})
        };
        match self.backend.load(Ordering::Relaxed) {
            0 => {}
            1 => rows.push(row("/news/alder", "Alder {{ 7 * 7 }}")),
            2 => rows
                .iter_mut()
                .for_each(|row| row["seoConfig"]["noindex"] = true.into()),
            3 => rows = vec![row("/news", "All news"), row("/", "Home")],
            4 => rows.clear(),
            _ => return json!({"code": 503, "msg": "closed for repairs", "data": null}),
        }
        json!({"code": 200, "msg": "ok", "data": rows})
    }

    /// The settings in content, from the file that the generator names.
    fn settings(&self, language: &str, data: &str) -> Vec<Value> {
        let mut builds = std::fs::read_dir(&self.root).unwrap().flatten();
        let file = builds.find_map(|out| {
            std::fs::read(out.path().join(format!("builds/origin/{data}.json"))).ok()
        });
        let known: OriginData =
            serde_json::from_slice(&file.unwrap_or_default()).unwrap_or_default();
        let rows = known
            .system_config
            .get(language)
            .cloned()
            .unwrap_or_default();
        rows.into_iter().map(|row| json!(row)).collect()
    }
}
