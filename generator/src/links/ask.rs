//! Asks servers, a few at once, and each of them one request after another.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::thread;
use std::time::Duration;

use generator_ground::http::HttpClient;

use super::verdict::{Verdict, needs_get, of_failure, of_status};

/// Servers that are asked at once.
const AT_ONCE: usize = 8;

/// The wait for one answer.
const LIMIT: Duration = Duration::from_secs(10);

/// Asks for pages as `agent`, with a pause between two requests to one server.
#[derive(Debug)]
pub struct Asker {
    /// `User-Agent`: servers want to know who asks.
    pub agent: String,
    /// The pause.
    pub pause: Duration,
}

impl Asker {
    /// The verdict about each address.
    pub(super) fn ask(&self, addresses: &BTreeSet<String>) -> BTreeMap<String, Verdict> {
        let mut servers: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
        for address in addresses {
            servers.entry(server(address)).or_default().push(address);
        }
        let waiting = Mutex::new(servers.into_values());
        let verdicts = Mutex::new(BTreeMap::new());
        let work = || {
            // Without a client nothing is known about any address.
            let Ok(client) = HttpClient::reader(LIMIT, &self.agent) else {
                return;
            };
            loop {
                let next = waiting
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .next();
                let Some(addresses) = next else { return };
                for (at, address) in addresses.into_iter().enumerate() {
                    if at > 0 {
                        thread::sleep(self.pause);
                    }
                    let verdict = ask_one(&client, address, self.pause);
                    let mut all = verdicts.lock().unwrap_or_else(PoisonError::into_inner);
                    all.insert(address.clone(), verdict);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..AT_ONCE {
                scope.spawn(work);
            }
        });
        verdicts
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn ask_one(client: &HttpClient, address: &str, pause: Duration) -> Verdict {
    let verdict = |answer: anyhow::Result<u16>| match answer {
        Ok(status) => of_status(status),
        Err(error) => of_failure(&format!("{error:#}")),
    };
    match client.head_status(address) {
        Ok(status) if needs_get(status) => {
            thread::sleep(pause);
            verdict(client.get_status(address))
        }
        answer => verdict(answer),
    }
}

/// Scheme, name and port of an address.
fn server(address: &str) -> &str {
    let start = address.find("://").map_or(0, |at| at + 3);
    let end = address[start..].find(['/', '?']);
    &address[..end.map_or(address.len(), |end| start + end)]
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;

    use super::*;

    /// A server on this machine that answers each request by `answer`, from its method and path.
    fn start(answer: fn(&str, &str) -> &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut line = String::new();
                let mut reader = BufReader::new(&stream);
                reader.read_line(&mut line).unwrap();
                let mut header = String::new();
                while reader.read_line(&mut header).unwrap() > 2 {
                    header.clear();
                }
                let mut words = line.split(' ');
                let (method, path) = (words.next().unwrap(), words.next().unwrap());
                let head = answer(method, path);
                let answer =
                    format!("HTTP/1.1 {head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                stream.write_all(answer.as_bytes()).unwrap();
            }
        });
        format!("http://{address}")
    }

    #[test]
    fn each_link_gets_a_verdict_whatever_its_server_thinks_of_head() {
        let server = start(|method, path| match (method, path) {
            (_, "/fine") => "200 OK",
            ("HEAD", "/get-only") => "405 Method Not Allowed",
            ("GET", "/get-only") => "200 OK",
            (_, "/moved") => "301 Moved Permanently\r\nLocation: /fine",
            (_, "/circle") => "302 Found\r\nLocation: /circle",
            (_, "/busy") => "503 Service Unavailable",
            (_, "/gone") => "410 Gone",
            _ => "404 Not Found",
        });
        let asker = Asker {
            agent: "Portico/test".to_owned(),
            pause: Duration::ZERO,
        };
        let paths = [
            "fine", "get-only", "moved", "circle", "busy", "gone", "lost",
        ];
        let addresses = paths
            .iter()
            .map(|path| format!("{server}/{path}"))
            .collect();
        let verdicts = asker.ask(&addresses);
        let verdict = |path: &str| &verdicts[&format!("{server}/{path}")];
        for path in ["fine", "get-only", "moved"] {
            assert_eq!(*verdict(path), Verdict::Fine, "{path}");
        }
        for path in ["circle", "busy"] {
            assert_eq!(*verdict(path), Verdict::Unclear, "{path}");
        }
        for (path, status) in [("gone", "410"), ("lost", "404")] {
            assert_eq!(*verdict(path), Verdict::Broken(status.to_owned()), "{path}");
        }
    }

    #[test]
    fn a_server_is_known_by_its_name_and_port() {
        for (address, expected) in [
            ("https://a.example/b/c", "https://a.example"),
            ("http://a.example:81?x=/", "http://a.example:81"),
            ("https://a.example", "https://a.example"),
        ] {
            assert_eq!(server(address), expected);
        }
    }
}
