//! One event per request, target `access`: switch it off with `PORTICO_LOG=info,access=off`.
//!
//! It is written when the answer's body has ended, or was given up: its bytes are known only then.
//! An event has no query, cookie, token of a session, key of a preview, id of an upload or address
//! of a visitor.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use http::header::{CONTENT_ENCODING, HOST};
use http::uri::Authority;
use http::{HeaderValue, Method, Request, Response, StatusCode, Uri, Version};
use percent_encoding::percent_decode_str;

use super::client_token::ClientToken;
use crate::protocol::headers::X_BUILD;
use crate::protocol::trace_context::TraceContext;

/// Longest host that is written: the longest name of DNS, and a port.
const HOST_MAX: usize = 253 + ":65535".len();

/// Whether the access log is written; asked before any part of a request is copied.
pub(crate) fn is_on() -> bool {
    tracing::enabled!(target: "access", tracing::Level::INFO)
}

/// The part of a request's head that is written.
pub(crate) struct Line {
    method: Method,
    uri: Uri,
    version: Version,
    host: Option<HeaderValue>,
    client: ClientToken,
    trace: TraceContext,
    start: Instant,
}

impl Line {
    /// The line of a request, taken before the request is handed on.
    pub(crate) fn new<B>(
        request: &Request<B>,
        client: IpAddr,
        trace: TraceContext,
        start: Instant,
    ) -> Self {
        Self {
            method: request.method().clone(),
            uri: request.uri().clone(),
            version: request.version(),
            host: request.headers().get(HOST).cloned(),
            client: ClientToken::from_address(client),
            trace,
            start,
        }
    }

    /// Completes the line by the head of the answer, which took this long.
    pub(crate) fn with_answer<B>(self, response: &Response<B>, took: Duration) -> AnsweredLine {
        let header = |name| response.headers().get(name).cloned();
        AnsweredLine {
            request: self,
            status: response.status(),
            encoding: header(CONTENT_ENCODING),
            build: header(X_BUILD),
            took,
        }
    }
}

/// A request and the head of its answer.
pub(crate) struct AnsweredLine {
    request: Line,
    status: StatusCode,
    encoding: Option<HeaderValue>,
    build: Option<HeaderValue>,
    took: Duration,
}

impl AnsweredLine {
    /// Writes the event, when `bytes` of the body were sent.
    pub(crate) fn write(&self, bytes: u64) {
        let request = &self.request;
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        tracing::event!(
            target: "access",
            tracing::Level::INFO,
            {
                http.method = %request.method,
                http.path = without_key(request.uri.path()),
                http.status_code = self.status.as_u16(),
                http.version = protocol(request.version),
                http.host = host(&request.uri, request.host.as_ref()).as_deref().unwrap_or("-"),
                bytes,
                duration_ms = milliseconds(self.took),
                total_ms = milliseconds(request.start.elapsed()),
                encoding = text(self.encoding.as_ref()),
                build = text(self.build.as_ref()),
                client = %request.client,
                trace_id = %request.trace,
            },
            "request"
        );
    }
}

/// Name of a version of HTTP, as the metrics have it, too.
fn protocol(version: Version) -> &'static str {
    match version {
        Version::HTTP_2 => "HTTP/2",
        Version::HTTP_10 => "HTTP/1.0",
        _ => "HTTP/1.1",
    }
}

fn text(value: Option<&HeaderValue>) -> &str {
    value.and_then(|value| value.to_str().ok()).unwrap_or("-")
}

/// The requested host, with its port; none if it is no host, or hides a user's name.
pub(super) fn host(uri: &Uri, header: Option<&HeaderValue>) -> Option<String> {
    let authority = match uri.authority() {
        Some(authority) => authority.clone(),
        None => Authority::try_from(header?.as_bytes()).ok()?,
    };
    let host = authority.as_str();
    let is_plain = !host.contains('@') && host.len() <= HOST_MAX;
    is_plain.then(|| host.to_ascii_lowercase())
}

/// Paths below which the next segment is a key: it is enough to open a preview, or to write into
/// the file that a visitor is sending.
const KEYED: [&str; 2] = ["/preview", "/api/message/uploads"];

/// A path without its key, in any spelling.
pub(super) fn without_key(path: &str) -> &str {
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
    fn a_protocol_has_its_usual_name() {
        for (version, name) in [
            (Version::HTTP_10, "HTTP/1.0"),
            (Version::HTTP_11, "HTTP/1.1"),
            (Version::HTTP_2, "HTTP/2"),
        ] {
            assert_eq!(protocol(version), name);
        }
    }

    #[test]
    fn a_host_is_written_only_if_it_is_one() {
        let long = format!("{}.example", "a".repeat(300));
        for (target, header, expected) in [
            (
                "/",
                Some("www.Example.com:8443"),
                Some("www.example.com:8443"),
            ),
            ("/", Some("[::1]:80"), Some("[::1]:80")),
            (
                "https://one.example/a",
                Some("other.example"),
                Some("one.example"),
            ),
            ("/", None, None),
            ("/", Some("lin:secret@example.com"), None),
            ("/", Some("example.com/secret?secret"), None),
            ("/", Some("a b"), None),
            ("/", Some(&long), None),
        ] {
            let header = header.map(|text| HeaderValue::from_str(text).unwrap());
            let found = host(&target.parse().unwrap(), header.as_ref());
            assert_eq!(found.as_deref(), expected, "{target} {header:?}");
        }
    }

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
