//! One event per request, target `access`: switch it off with `PORTICO_LOG=info,access=off`.
//!
//! Neither query, cookie, token nor address of a visitor stands in it.

use std::time::Duration;

use http::header::CONTENT_ENCODING;
use http::{Method, Response, Uri};

use crate::protocol::body::Body;
use crate::protocol::headers::X_BUILD;

/// Whether anyone listens; asked before anything is copied.
pub(crate) fn is_on() -> bool {
    tracing::enabled!(target: "access", tracing::Level::INFO)
}

/// The part of a request's head that is written.
pub(crate) struct Line {
    method: Method,
    uri: Uri,
}

impl Line {
    /// Taken before the request is handed on.
    pub(crate) fn new(method: &Method, uri: &Uri) -> Self {
        Self {
            method: method.clone(),
            uri: uri.clone(),
        }
    }

    /// Writes the event.
    pub(crate) fn write(&self, response: &Response<Body>, took: Duration) {
        let header = |name| {
            response
                .headers()
                .get(name)
                .and_then(|value| value.to_str().ok())
                .unwrap_or("-")
        };
        tracing::event!(
            target: "access",
            tracing::Level::INFO,
            {
                http.method = %self.method,
                http.path = self.uri.path(),
                http.status_code = response.status().as_u16(),
                duration_ms = took.as_secs_f64() * 1000.0,
                encoding = header(CONTENT_ENCODING),
                build = header(X_BUILD),
            },
            "request"
        );
    }
}
