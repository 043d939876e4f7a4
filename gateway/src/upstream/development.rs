//! `--dev-server`: pages and modules come from Vite behind this gateway, so that an edit of the
//! frontend shows at once while guard, cookies and payloads stay those of production.
//!
//! The other server gets the client's `Host` (it checks it) and no cookie and no `Authorization`:
//! its pages are the same for all visitors. WebSockets (hot updates) are passed through.

use std::time::Duration;

use http::header::{self, HeaderName, HeaderValue};
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderMap, Method, Request, Response, StatusCode, Uri};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;

use super::{Host, Peer, Remote};
use crate::protocol::body::{self, Body, Stream};
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::rejection::Rejection;

/// The first request may wait for Vite to bundle dependencies.
const LIMIT: Duration = Duration::from_secs(60);

/// The development server.
pub(crate) struct Development {
    remote: Remote,
}

impl Development {
    /// The development server at `http://authority`.
    pub(crate) fn new(authority: Authority) -> Self {
        Self {
            remote: Remote::new(Peer::plain(authority), Host::Client),
        }
    }

    /// Whether a request wants a WebSocket.
    pub(crate) fn wants(&self, parts: &Parts) -> bool {
        let upgrade = parts.headers.get(header::UPGRADE);
        parts.method == Method::GET
            && upgrade
                .is_some_and(|protocol| protocol.as_bytes().eq_ignore_ascii_case(b"websocket"))
    }

    /// Passes a request on; `path` is encoded.
    pub(crate) async fn forward(
        &self,
        parts: &Parts,
        path: &str,
    ) -> Result<Response<Body>, Rejection> {
        let mut headers = parts.headers.clone();
        for name in [
            header::CONNECTION,
            header::UPGRADE,
            header::TE,
            header::TRANSFER_ENCODING,
            header::CONTENT_LENGTH,
        ] {
            headers.remove(name);
        }
        let mut response = self.ask(parts, path, headers).await?;
        for name in [
            header::CONNECTION,
            header::TRANSFER_ENCODING,
            HeaderName::from_static("keep-alive"),
        ] {
            response.headers_mut().remove(name);
        }
        // A page in development is stored in no cache.
        CachePolicy::NoStore.apply_by_default(response.headers_mut());
        Ok(response.map(Body::Stream))
    }

    /// Opens a WebSocket on both sides and copies until one of them closes.
    pub(crate) async fn upgrade(&self, parts: &Parts) -> Result<Response<Body>, Rejection> {
        let client: OnUpgrade = parts
            .extensions
            .get::<OnUpgrade>()
            .cloned()
            .ok_or(Rejection::BadRequest)?;
        let mut response = self
            .ask(parts, parts.uri.path(), parts.headers.clone())
            .await?;
        if response.status() != StatusCode::SWITCHING_PROTOCOLS {
            return Ok(response.map(Body::Stream));
        }
        let server = hyper::upgrade::on(&mut response);
        tokio::spawn(async move {
            let (Ok(client), Ok(server)) = tokio::join!(client, server) else {
                return;
            };
            let (mut client, mut server) = (TokioIo::new(client), TokioIo::new(server));
            if let Err(error) = tokio::io::copy_bidirectional(&mut client, &mut server).await {
                tracing::debug!(%error, "a development WebSocket broke");
            }
        });
        Ok(response.map(|_| Body::Empty))
    }

    async fn ask(
        &self,
        parts: &Parts,
        path: &str,
        mut headers: HeaderMap,
    ) -> Result<Response<Stream>, Rejection> {
        headers.remove(header::COOKIE);
        headers.remove(header::AUTHORIZATION);
        if !headers.contains_key(header::HOST) {
            headers.insert(header::HOST, HeaderValue::from_static("localhost"));
        }
        let mut request = Request::new(body::empty());
        *request.method_mut() = parts.method.clone();
        *request.uri_mut() = target(path, parts.uri.query()).ok_or(Rejection::BadRequest)?;
        *request.headers_mut() = headers;
        match tokio::time::timeout(LIMIT, self.remote.ask(request)).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(error)) => {
                tracing::error!(%error, "development server");
                Err(Rejection::BadGateway)
            }
            Err(_) => Err(Rejection::Unavailable),
        }
    }
}

fn target(path: &str, query: Option<&str>) -> Option<Uri> {
    match query {
        Some(query) => format!("{path}?{query}").parse().ok(),
        None => path.parse().ok(),
    }
}
