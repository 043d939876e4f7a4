//! Requests to Feishu. Answers come from outside: each is read within a size and a time.

use std::time::Duration;

use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{RequestBuilder, Response};
use serde_json::Value;

use super::FeishuError;
use super::answer::{ANSWER_MAX, judge};
use crate::url::FeishuUrl;

/// For one answer, whole: Feishu's take a tenth of a second, and a person waits.
const PATIENCE: Duration = Duration::from_secs(5);

/// Seconds until a limit of Feishu's is reset, in its own header.
const LIMIT_RESET: &str = "x-ogw-ratelimit-reset";

/// A client of Feishu's calls.
pub(super) struct Client {
    http: reqwest::Client,
    url: FeishuUrl,
}

impl Client {
    pub(super) fn new(url: FeishuUrl) -> Result<Self, reqwest::Error> {
        // A process has one TLS library, which the client finds installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .timeout(PATIENCE)
            .redirect(Policy::none())
            .build()?;
        Ok(Self { http, url })
    }

    /// Sends JSON; with a token, if there is one.
    pub(super) async fn post(
        &self,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> Result<Value, FeishuError> {
        let request = self.http.post(self.url.call(path));
        let request = request
            .header("content-type", "application/json; charset=utf-8")
            .body(body.to_string());
        let request = match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        ask(request).await
    }

    /// Asks with a token.
    pub(super) async fn get(&self, path: &str, token: &str) -> Result<Value, FeishuError> {
        ask(self.http.get(self.url.call(path)).bearer_auth(token)).await
    }
}

async fn ask(request: RequestBuilder) -> Result<Value, FeishuError> {
    let away = |error: reqwest::Error| {
        let error = anyhow::Error::new(error.without_url());
        FeishuError::Away(format!("{error:#}"))
    };
    let response = request.send().await.map_err(away)?;
    let status = response.status().as_u16();
    let wait = seconds(response.headers());
    let body = read(response).await.map_err(away)?;
    let body = body.ok_or_else(|| FeishuError::Away("an answer without an end".to_owned()))?;
    judge(status, wait, &body)
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

/// Seconds to wait, if a header names them.
fn seconds(headers: &HeaderMap) -> Option<i64> {
    let named = headers
        .get(LIMIT_RESET)
        .or_else(|| headers.get(RETRY_AFTER));
    named?.to_str().ok()?.trim().parse().ok()
}
