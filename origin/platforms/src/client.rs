//! Requests to a platform. Answers come from outside: each is read within a size and a time.

use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response};

/// Time for one whole answer: a platform's take a tenth of a second, and a person waits.
const PATIENCE: Duration = Duration::from_secs(5);

/// Bytes of an answer; one with a person has some 2,000.
const ANSWER_MAX: usize = 64 * 1024;

/// An answer, all of it.
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Bytes of the body.
    pub body: Vec<u8>,
}

/// A client that follows no redirect: another host would read the app's secret.
pub fn client() -> Result<Client, reqwest::Error> {
    // A process has one TLS library, which the client finds installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .timeout(PATIENCE)
        .redirect(Policy::none())
        .build()
}

/// The answer to a request; else the reason in words, without the address, which may hold a token.
pub async fn ask(request: RequestBuilder) -> Result<Answer, String> {
    let reason = |error: reqwest::Error| format!("{:#}", anyhow::Error::new(error.without_url()));
    let response = request.send().await.map_err(reason)?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = read(response).await.map_err(reason)?;
    let body = body.ok_or_else(|| "an answer without an end".to_owned())?;
    Ok(Answer {
        status,
        headers,
        body,
    })
}

/// The body; none if it is longer than an answer can be.
async fn read(mut response: Response) -> reqwest::Result<Option<Vec<u8>>> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await? {
        if body.len() + piece.len() > ANSWER_MAX {
            return Ok(None);
        }
        body.extend_from_slice(&piece);
    }
    Ok(Some(body))
}
