//! Requests to the service. Answers come from outside: each is read within a size and a time.

use std::collections::VecDeque;
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use reqwest::redirect::Policy;
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::OpenAiError;
use super::event::{Lines, Piece, away, pieces};
use crate::openai::key::OpenAiKey;
use crate::openai::url::OpenAiUrl;

/// Time for a connection to open.
const CONNECT: Duration = Duration::from_secs(5);

/// The whole answer may take so many times as long as its beginning.
const WHOLE: u32 = 4;

/// Bytes of an answer: each token comes with some 300 around it.
const ANSWER_MAX: usize = 4 * 1024 * 1024;

/// A client of the service's calls.
pub(super) struct Client {
    http: reqwest::Client,
    url: OpenAiUrl,
    /// Time for the beginning of an answer, and from one piece to the next.
    patience: Duration,
}

/// An answer on its way. Dropping it closes the connection, so that the service stops.
pub struct Completion {
    response: reqwest::Response,
    lines: Lines,
    ready: VecDeque<Piece>,
    patience: Duration,
    end: Instant,
    bytes: usize,
}

impl Client {
    pub(super) fn new(url: OpenAiUrl, patience: Duration) -> Result<Self, reqwest::Error> {
        // A process has one TLS library, which the client finds installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            .redirect(Policy::none())
            .build()?;
        Ok(Self {
            http,
            url,
            patience,
        })
    }

    /// Sends JSON, and returns when the head of a good answer is there.
    pub(super) async fn post(
        &self,
        path: &str,
        key: &OpenAiKey,
        body: &Value,
    ) -> Result<Completion, OpenAiError> {
        let request = self.http.post(self.url.call(path));
        let request = request
            .bearer_auth(key.reveal())
            .header(CONTENT_TYPE, "application/json")
            .body(body.to_string());
        let begun = Instant::now();
        let response = timeout_at(begun + self.patience, request.send()).await;
        let response = response.map_err(|_| OpenAiError::Slow(self.patience))?;
        let response = response.map_err(without_address)?;
        match response.status().as_u16() {
            200 => {}
            status @ (401 | 403) => return Err(OpenAiError::Key(status)),
            402 | 429 => return Err(OpenAiError::Busy),
            status => return Err(away(&format!("status {status}"))),
        }
        Ok(Completion {
            response,
            lines: Lines::default(),
            ready: VecDeque::new(),
            patience: self.patience,
            end: begun + self.patience * WHOLE,
            bytes: 0,
        })
    }
}

impl Completion {
    /// The next piece; [`Piece::End`] once nothing more comes.
    pub async fn next(&mut self) -> Result<Piece, OpenAiError> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Ok(piece);
            }
            match self.lines.next()? {
                Some(line) => self.ready.extend(pieces(&line)?),
                None => match self.chunk().await? {
                    Some(bytes) => self.lines.push(&bytes),
                    None => return Ok(Piece::End),
                },
            }
        }
    }

    /// Bytes as they come; none at the end.
    async fn chunk(&mut self) -> Result<Option<bytes::Bytes>, OpenAiError> {
        let end = self.end.min(Instant::now() + self.patience);
        let chunk = timeout_at(end, self.response.chunk()).await;
        let chunk = chunk.map_err(|_| OpenAiError::Slow(self.patience))?;
        let chunk = chunk.map_err(without_address)?;
        self.bytes += chunk.as_ref().map_or(0, |bytes| bytes.len());
        match self.bytes > ANSWER_MAX {
            true => Err(away("an answer without an end")),
            false => Ok(chunk),
        }
    }
}

fn without_address(error: reqwest::Error) -> OpenAiError {
    let error = anyhow::Error::new(error.without_url());
    OpenAiError::Away(format!("{error:#}"))
}
