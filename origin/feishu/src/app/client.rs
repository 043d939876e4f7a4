//! Requests to Feishu.

use reqwest::RequestBuilder;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde_json::Value;

use super::FeishuError;
use super::answer::judge;
use origin_platforms::client;
use origin_platforms::url::PlatformUrl;

/// Seconds until a limit of Feishu's is reset, in its own header.
const LIMIT_RESET: &str = "x-ogw-ratelimit-reset";

/// A client of Feishu's calls.
pub(super) struct Client {
    http: reqwest::Client,
    url: PlatformUrl,
}

impl Client {
    pub(super) fn new(url: PlatformUrl) -> Result<Self, reqwest::Error> {
        let http = client::client()?;
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
    let answer = client::ask(request).await.map_err(FeishuError::Away)?;
    judge(answer.status, seconds(&answer.headers), &answer.body)
}

/// Seconds to wait, if a header names them.
fn seconds(headers: &HeaderMap) -> Option<i64> {
    let named = headers
        .get(LIMIT_RESET)
        .or_else(|| headers.get(RETRY_AFTER));
    named?.to_str().ok()?.trim().parse().ok()
}
