//! A visitor that reads on one connection that stays open, and compares every answer with the files
//! of its build.

use std::io::Read;
use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use contract::Hash;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::{BodyExt, Empty};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::Published;
use super::publisher::{PAGES, STILL, app, document, payload, script};

const CODINGS: [&str; 4] = ["identity", "br", "gzip", "zstd"];

/// Pause between two pages: visitors read, and a machine that only answers them would publish and
/// switch late.
const PAUSE: Duration = Duration::from_millis(20);

/// A connection that stays open.
pub(crate) struct Connection(SendRequest<Empty<Bytes>>);

pub(crate) struct Reply {
    status: StatusCode,
    headers: HeaderMap,
    pub(crate) body: Bytes,
}

type Checked<T> = Result<T, String>;

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        Self(sender)
    }

    /// A whole answer: the length in its head is that of its body, or this is an error.
    pub(crate) async fn get(&mut self, target: &str, headers: &[(&str, &str)]) -> Checked<Reply> {
        let mut request = Request::get(target).header("host", "site.example");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Empty::new()).unwrap();
        self.0.ready().await.map_err(|error| error.to_string())?;
        let answer = self.0.send_request(request).await;
        let (parts, body) = answer.map_err(|error| error.to_string())?.into_parts();
        let body = body.collect().await.map_err(|error| error.to_string())?;
        Ok(Reply {
            status: parts.status,
            headers: parts.headers,
            body: body.to_bytes(),
        })
    }
}

impl Reply {
    fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }

    fn plain(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        let unpacked = match self.header("content-encoding") {
            "br" => brotli::Decompressor::new(&self.body[..], 4096).read_to_end(&mut plain),
            "gzip" => flate2::read::GzDecoder::new(&self.body[..]).read_to_end(&mut plain),
            "zstd" => zstd::stream::copy_decode(&self.body[..], &mut plain).map(|()| 0),
            _ => return self.body.to_vec(),
        };
        unpacked.map(|_| plain).unwrap_or_default()
    }
}

/// The answers that a visitor has seen.
pub(crate) struct Visitor {
    published: Published,
    turn: usize,
    pub(crate) answers: usize,
    /// Faults of answers.
    pub(crate) wrong: Vec<String>,
}

impl Visitor {
    pub(crate) fn new(number: usize, published: Published) -> Self {
        Self {
            published,
            turn: number,
            answers: 0,
            wrong: Vec::new(),
        }
    }

    /// Reads until the stop.
    pub(crate) async fn visit(
        mut self,
        address: SocketAddr,
        stopped: watch::Receiver<bool>,
    ) -> Self {
        let mut connection = Connection::open(address).await;
        while !*stopped.borrow() {
            if let Err(wrong) = self.read_page(&mut connection).await {
                self.wrong.push(wrong);
                connection = Connection::open(address).await;
            }
            tokio::time::sleep(PAUSE).await;
        }
        self
    }

    /// A page as a browser reads it: the document, its script, the payload for its app; then the
    /// requests of other clients.
    async fn read_page(&mut self, connection: &mut Connection) -> Checked<()> {
        self.turn += 1;
        let path = PAGES[self.turn % PAGES.len()];
        let beside = format!("{}/_payload.json", path.trim_end_matches('/'));
        // A visitor that comes from a page of the site is not redirected from `/`.
        let coding = CODINGS[self.turn / PAGES.len() % CODINGS.len()];
        let here = [
            ("sec-fetch-site", "same-origin"),
            ("accept-encoding", coding),
        ];
        let page = self.ask(connection, path, &here, 200).await?;
        let number = self.number(&page)?;
        same(path, &page.plain(), &document(number, path))?;
        let tag = page.header("etag").to_owned();

        let asset = format!("/assets/entry-{}.js", app(number));
        let answer = self.ask(connection, &asset, &here, 200).await?;
        same(&asset, &answer.body, &script(app(number)))?;

        // Whatever has been published since, a payload is one of the document's app.
        let target = format!("{beside}?{}", Hash::of(app(number).as_bytes()));
        let answer = self.ask(connection, &target, &here, 200).await?;
        let of = self.number(&answer)?;
        same(&target, &answer.plain(), &payload(of, path))?;
        if app(of) != app(number) {
            return Err(format!(
                "{target}: of build {of}, another app than {number}"
            ));
        }
        self.others(connection, path, &beside).await?;

        let known = [here[0], here[1], ("if-none-match", tag.as_str())];
        let answer = self.get(connection, path, &known).await?;
        let now = self.number(&answer)?;
        match answer.status.as_u16() {
            304 if now == number && answer.body.is_empty() => {}
            200 if now != number || answer.header("etag") != tag => {
                same(path, &answer.plain(), &document(now, path))?;
            }
            status => return Err(format!("{path}: {status} of {now} for a tag of {number}")),
        }
        Ok(())
    }

    async fn others(
        &mut self,
        connection: &mut Connection,
        path: &str,
        beside: &str,
    ) -> Checked<()> {
        let answer = self.ask(connection, beside, &[], 200).await?;
        same(beside, &answer.body, &payload(self.number(&answer)?, path))?;

        let part = [("range", "bytes=0-99"), ("sec-fetch-site", "same-origin")];
        let answer = self.ask(connection, path, &part, 206).await?;
        let whole = document(self.number(&answer)?, path);
        same(path, &answer.body, &whole[..100])?;

        let answer = self.ask(connection, STILL, &[], 200).await?;
        self.number(&answer)?;
        same(STILL, &answer.body, &document(1, STILL))?;

        let latest = self
            .ask(connection, "/builds/latest.json", &[], 200)
            .await?;
        let latest: serde_json::Value = serde_json::from_slice(&latest.body).unwrap();
        let number = self.number_of(latest["id"].as_str().unwrap_or_default())?;
        same(
            "latest",
            latest["app"].to_string().trim_matches('"').as_bytes(),
            &Hash::of(app(number).as_bytes()).to_string(),
        )
    }

    async fn ask(
        &mut self,
        connection: &mut Connection,
        target: &str,
        headers: &[(&str, &str)],
        status: u16,
    ) -> Checked<Reply> {
        let answer = self.get(connection, target, headers).await?;
        if answer.status == status {
            Ok(answer)
        } else {
            Err(format!("{target} {headers:?}: {}", answer.status))
        }
    }

    async fn get(
        &mut self,
        connection: &mut Connection,
        target: &str,
        headers: &[(&str, &str)],
    ) -> Checked<Reply> {
        self.answers += 1;
        let answer = connection.get(target, headers).await;
        answer.map_err(|error| format!("{target}: {error}"))
    }

    /// The number of the build that an answer names.
    fn number(&self, answer: &Reply) -> Checked<u32> {
        self.number_of(answer.header("x-build"))
    }

    fn number_of(&self, id: &str) -> Checked<u32> {
        let published = self.published.lock().unwrap();
        let number = published.get(id).copied();
        number.ok_or_else(|| format!("an answer of build {id:?}, which there is not"))
    }
}

fn same(what: &str, found: &[u8], expected: &str) -> Checked<()> {
    if found == expected.as_bytes() {
        return Ok(());
    }
    let start = String::from_utf8_lossy(&found[..found.len().min(60)]).into_owned();
    Err(format!(
        "{what}: {} bytes that start with {start:?} instead of {:?}",
        found.len(),
        &expected[..expected.len().min(60)]
    ))
}
