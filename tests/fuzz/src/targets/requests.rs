//! The target of a request: one path, one host, one destination.

use http::header::{HOST, TRANSFER_ENCODING};
use http::{HeaderValue, Method, Request, Uri, Version};

use super::{first_line, headers, text};
use crate::protocol::host::is_loopback;
use crate::protocol::path::{Form, canonical, encode, encode_value, is_canonical};
use crate::protocol::{destination, target};

/// The canonical form is a fixed point, which the index's own check accepts.
pub(super) fn path(data: &[u8]) {
    let Some(raw) = text(data) else { return };
    let value = HeaderValue::try_from(encode_value(raw));
    assert!(value.is_ok(), "a parameter that no header can have");
    // An index is held to the same rule as a request.
    if is_canonical(raw) {
        let found = canonical(&encode(raw)).map(|found| found.path.into_owned());
        let plain = raw.strip_suffix("/index.html");
        assert!(
            found.as_deref() == Ok(raw) || plain.is_some(),
            "an index's path that no request reaches: {found:?}"
        );
    }
    let Ok(found) = canonical(raw) else { return };
    let path = &*found.path;
    assert!(is_canonical(path), "guard and index disagree on {path:?}");
    assert!(path.starts_with('/') && !path.contains("//"), "{path:?}");
    assert!(path == "/" || !path.ends_with('/'), "{path:?}");
    assert!(
        !path.contains('\\') && !path.chars().any(char::is_control),
        "{path:?}"
    );
    let is_dots = |segment: &str| matches!(segment.split(';').next(), Some("." | ".."));
    assert!(!path.split('/').any(is_dots), "{path:?}");
    let encoded = encode(path);
    assert!(HeaderValue::from_str(&encoded).is_ok(), "{path:?}");
    let again = canonical(&encoded).expect("the canonical form is refused");
    assert_eq!(again.path, path, "the canonical form has another one");
    assert_eq!(again.form, Form::Exact, "an alias leads to an alias");
    let destination = destination::Destination::from_path(path, found.form);
    let name = destination.name(path);
    assert!(path.ends_with(name));
}

/// `METHOD target version` and headers: after the check there is one host, and one framing.
pub(super) fn request(data: &[u8]) {
    let (line, rest) = first_line(data);
    let mut words = line.split(|byte| *byte == b' ');
    let (Some(method), Some(uri)) = (words.next(), words.next()) else {
        return;
    };
    let version = match words.next() {
        Some(b"1.0") => Version::HTTP_10,
        Some(b"2") => Version::HTTP_2,
        _ => Version::HTTP_11,
    };
    let (Ok(method), Ok(uri)) = (Method::from_bytes(method), Uri::try_from(uri)) else {
        return;
    };
    let request = Request::builder().method(method).uri(uri).version(version);
    let Ok(request) = request.body(()) else {
        return;
    };
    let (mut parts, ()) = request.into_parts();
    parts.headers = headers(rest);
    if target::check(&mut parts, true).is_err() {
        return;
    }
    let hosts: Vec<_> = parts.headers.get_all(HOST).iter().collect();
    assert!(hosts.len() <= 1, "two hosts");
    assert!(hosts.len() == 1 || version != Version::HTTP_11, "no host");
    if let Some(authority) = parts.uri.authority() {
        assert_eq!(hosts[0].as_bytes(), authority.as_str().as_bytes());
    }
    if let Some(host) = hosts.first() {
        check_host(host);
    }
    let codings: Vec<_> = parts.headers.get_all(TRANSFER_ENCODING).iter().collect();
    assert!(
        codings.is_empty()
            || (codings.len() == 1 && codings[0].as_bytes().eq_ignore_ascii_case(b"chunked")),
        "a framing that another server reads differently"
    );
    if let Some(target) = parts.uri.path_and_query() {
        assert!(target.as_str().len() <= 8 * 1024);
    }
    path(parts.uri.path().as_bytes());
}

/// A host that is accepted is a name or an address with an optional port, and is this machine's
/// only if an independent reader says so.
fn check_host(host: &HeaderValue) {
    let host = host.to_str().expect("a host is ASCII");
    let is_sign = |c: char| c.is_whitespace() || "/@?#\\\"<>,".contains(c);
    assert!(!host.is_empty() && !host.contains(is_sign), "{host:?}");
    let Ok(authority) = host.parse::<http::uri::Authority>() else {
        return;
    };
    if is_loopback(host) {
        let name = authority
            .host()
            .trim_matches(['[', ']'])
            .to_ascii_lowercase();
        let address: Option<std::net::IpAddr> = name.parse().ok();
        let is_ours = address.is_some_and(|address| address.is_loopback())
            || name.rsplit('.').next() == Some("localhost");
        assert!(is_ours, "{host:?} is taken for this machine");
    }
}
