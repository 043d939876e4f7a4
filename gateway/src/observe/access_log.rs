//! One event per request, target `access`: switch it off with `PORTICO_LOG=info,access=off`.
//!
//! An event has no query, cookie, token, key of a preview, id of an upload or address of a visitor.

use std::time::Duration;

use http::header::CONTENT_ENCODING;
use http::{Method, Response, Uri};
use percent_encoding::percent_decode_str;

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
                http.path = without_key(self.uri.path()),
                http.status_code = response.status().as_u16(),
                duration_ms = took.as_secs_f64() * 1000.0,
                encoding = header(CONTENT_ENCODING),
                build = header(X_BUILD),
            },
            "request"
        );
    }
}

/// Paths below which the next segment is a key: it is enough to open a preview, or to write into
/// the file that a visitor is sending.
const KEYED: [&str; 2] = ["/preview", "/api/message/uploads"];

/// A path without its key, in any spelling.
fn without_key(path: &str) -> &str {
    let decoded = percent_decode_str(path).decode_utf8_lossy().to_lowercase();
    let segments = decoded
        .split(['/', '\\'])
        .filter(|segment| !segment.is_empty());
    let plain: String = segments.flat_map(|segment| ["/", segment]).collect();
    let keyed = KEYED.iter().find(|keyed| plain.contains(*keyed));
    keyed.copied().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_in_no_line() {
        for path in [
            "/preview/0a",
            "/%70review/0a",
            "//preview/0a",
            "/en/Preview/0a",
        ] {
            assert_eq!(without_key(path), "/preview", "{path}");
        }
        for path in [
            "/api/message/uploads/0a",
            "/api/message//uploads/0a",
            "/api/message/%75ploads/0a",
            "/API/message/uploads/0a/",
            "/api%2fmessage\\uploads/0a",
        ] {
            assert_eq!(without_key(path), "/api/message/uploads", "{path}");
        }
        assert_eq!(without_key("/api/message/bp"), "/api/message/bp");
        assert_eq!(without_key("/%E6%96%B0"), "/%E6%96%B0");
    }
}
