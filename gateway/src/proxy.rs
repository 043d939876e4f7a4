//! Passing a call on to the origin, and its answer back: which headers go along (RFC 9110, 7.6.1, and our own rules). Pure,
//! except for [`forward`].
//!
//! To the origin: no cookie (the token becomes `Authorization`, the ids become headers), nothing by which a client could claim
//! who or where it is, nothing that concerns one connection only. Back: no cookie of the origin, no CORS grant, and
//! the gateway's own protection for whatever comes.

use std::net::SocketAddr;

use http::header::{self, HeaderName, HeaderValue};
use http::request::Parts;
use http::{HeaderMap, Method, Request, Response, Uri};
use http_body_util::{BodyExt, Limited};
use hyper::body::{Body as _, Incoming};

use crate::Gateway;
use crate::body::{Body, Stream};
use crate::cookie;
use crate::headers::{PRIVATE, add_common};
use crate::path;
use crate::respond::Rejection;
use crate::upstream::CallError;

/// Concern one connection only.
const HOP_BY_HOP: [HeaderName; 8] = [
    header::CONNECTION,
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    HeaderName::from_static("keep-alive"),
];
/// By which a client could claim to be someone or somewhere else, or make one method another.
const CLAIMS: [&str; 16] = [
    "cf-connecting-ip",
    "client-ip",
    "fastly-client-ip",
    "forwarded",
    "proxy-connection",
    "remote-user",
    "true-client-ip",
    "via",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
    "x-original-url",
    "x-real-ip",
    "x-rewrite-url",
];
const CLAIM_PREFIXES: [&str; 5] = [
    "x-forwarded-",
    "x-auth-",
    "x-authenticated-",
    "x-remote-",
    "x-user",
];

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const X_FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// An answer of the origin runs nothing and is shown in no frame, whatever it is.
const CSP: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// Passes a call on and returns the origin's answer, headers filtered, body as it comes.
pub(crate) async fn forward(
    gateway: &Gateway,
    peer: SocketAddr,
    parts: &Parts,
    path: &str,
    body: Incoming,
) -> Result<Response<Stream>, Rejection> {
    let limit = gateway.config.limits.body;
    if body.size_hint().lower() > limit {
        return Err(Rejection::TooLarge);
    }
    let mut request = Request::new(stream(body, limit));
    *request.method_mut() = parts.method.clone();
    *request.uri_mut() = target(path, parts.uri.query()).ok_or(Rejection::BadRequest)?;
    *request.headers_mut() = request_headers(&parts.headers, peer, gateway.config.is_tls());
    let answer = gateway
        .upstream
        .call(request, gateway.config.limits.answer)
        .await;
    let mut answer = answer.map_err(|error| match error {
        CallError::Busy | CallError::TimedOut(_) => Rejection::Unavailable,
        CallError::Unreachable(_) => Rejection::BadGateway,
        CallError::TooLarge => Rejection::TooLarge,
    })?;
    filter_answer(answer.headers_mut());
    Ok(answer)
}

fn stream(body: Incoming, limit: u64) -> Stream {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    Limited::new(body, limit).boxed_unsync()
}

/// The canonical path, so that no spelling of an owned call reaches the origin as another one.
fn target(path: &str, query: Option<&str>) -> Option<Uri> {
    let mut target = path::encode(path);
    if let Some(query) = query {
        target.push('?');
        target.push_str(query);
    }
    target.parse().ok()
}

/// The headers that the origin gets.
fn request_headers(client: &HeaderMap, peer: SocketAddr, tls: bool) -> HeaderMap {
    let named = connection_options(client);
    let mut headers = HeaderMap::with_capacity(client.len() + 4);
    for (name, value) in client {
        let dropped = HOP_BY_HOP.contains(name)
            || matches!(*name, header::COOKIE | header::EXPECT | header::HOST)
            || CLAIMS.contains(&name.as_str())
            || CLAIM_PREFIXES
                .iter()
                .any(|prefix| name.as_str().starts_with(prefix))
            || named
                .iter()
                .any(|option| option.eq_ignore_ascii_case(name.as_str()));
        if !dropped {
            headers.append(name, value.clone());
        }
    }
    if let Some(bearer) = cookie::token(client).and_then(|token| token.bearer()) {
        headers.insert(header::AUTHORIZATION, bearer);
    }
    for (name, header) in cookie::IDS {
        if let Some(id) = cookie::id(client, name).filter(|_| !headers.contains_key(&header)) {
            headers.insert(header, id);
        }
    }
    if let Ok(address) = HeaderValue::try_from(peer.ip().to_canonical().to_string()) {
        headers.insert(X_FORWARDED_FOR, address);
    }
    headers.insert(
        X_FORWARDED_PROTO,
        HeaderValue::from_static(if tls { "https" } else { "http" }),
    );
    if let Some(host) = client.get(header::HOST) {
        headers.insert(X_FORWARDED_HOST, host.clone());
    }
    headers
}

/// Names in `Connection`: hop-by-hop by the sender's own word.
fn connection_options(headers: &HeaderMap) -> Vec<String> {
    let lines = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok());
    lines
        .flat_map(|line| line.split(','))
        .map(|option| option.trim().to_owned())
        .collect()
}

fn filter_answer(headers: &mut HeaderMap) {
    let named = connection_options(headers);
    let dropped = |name: &HeaderName| {
        HOP_BY_HOP.contains(name)
            || *name == header::SET_COOKIE
            || name.as_str().starts_with("access-control-")
            || matches!(
                name.as_str(),
                "proxy-connection" | "server" | "x-powered-by"
            )
            || named
                .iter()
                .any(|option| option.eq_ignore_ascii_case(name.as_str()))
    };
    let names: Vec<HeaderName> = headers
        .keys()
        .filter(|name| dropped(name))
        .cloned()
        .collect();
    for name in names {
        headers.remove(name);
    }
}

/// Puts the gateway's own headers on an answer of `/api`.
pub(crate) fn protect(headers: &mut HeaderMap, tls: bool) {
    add_common(headers, tls);
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    );
    headers.insert(header::CONTENT_SECURITY_POLICY, CSP);
    // What the origin does not call cacheable belongs to the one who asked.
    headers.entry(header::CACHE_CONTROL).or_insert(PRIVATE);
}

/// Methods that are passed on.
pub(crate) const METHODS: [Method; 6] = [
    Method::GET,
    Method::HEAD,
    Method::POST,
    Method::PUT,
    Method::PATCH,
    Method::DELETE,
];

/// Turns the origin's answer into the gateway's.
pub(crate) fn into_answer(answer: Response<Stream>) -> Response<Body> {
    answer.map(Body::Stream)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(rows: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in rows {
            headers.append(
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            );
        }
        headers
    }

    fn sent(rows: &[(&'static str, &'static str)]) -> HeaderMap {
        request_headers(
            &headers(rows),
            SocketAddr::from(([192, 0, 2, 7], 5000)),
            false,
        )
    }

    // R7.01
    #[test]
    fn cookies_become_headers_and_are_not_forwarded() {
        let sent = sent(&[
            ("cookie", "token=t0k; uuid=u-1; fronted-uuid=f-1; other=x"),
            ("authorization", "Bearer theirs"),
            ("language", "en"),
        ]);
        assert!(!sent.contains_key("cookie"));
        assert_eq!(sent["authorization"], "Bearer t0k");
        assert_eq!(
            (&sent["uuid"], &sent["fronted-uuid"]),
            (
                &HeaderValue::from_static("u-1"),
                &HeaderValue::from_static("f-1")
            )
        );
        assert_eq!(sent["language"], "en");
    }

    #[test]
    fn a_header_of_the_client_wins_over_an_id_cookie() {
        assert_eq!(
            sent(&[("cookie", "uuid=u-1"), ("uuid", "u-2")])["uuid"],
            "u-2"
        );
        assert_eq!(
            sent(&[("authorization", "Bearer theirs")])["authorization"],
            "Bearer theirs"
        );
    }

    #[test]
    fn claims_of_identity_and_place_are_dropped() {
        let sent = sent(&[
            ("x-forwarded-for", "10.0.0.1"),
            ("x-forwarded-email", "root@example.com"),
            ("x-real-ip", "10.0.0.1"),
            ("forwarded", "for=10.0.0.1"),
            ("x-user-id", "1"),
            ("remote-user", "root"),
            ("x-http-method-override", "DELETE"),
            ("host", "example.com"),
        ]);
        assert_eq!(sent["x-forwarded-for"], "192.0.2.7");
        assert_eq!(
            (&sent["x-forwarded-proto"], &sent["x-forwarded-host"]),
            (
                &HeaderValue::from_static("http"),
                &HeaderValue::from_static("example.com")
            )
        );
        assert_eq!(sent.len(), 3);
    }

    #[test]
    fn hop_by_hop_headers_stay_on_their_connection() {
        let sent = sent(&[
            ("connection", "keep-alive, X-Hop"),
            ("x-hop", "1"),
            ("keep-alive", "5"),
            ("te", "trailers"),
            ("upgrade", "h2c"),
            ("accept", "*/*"),
        ]);
        assert!(sent.contains_key("accept"));
        for name in ["connection", "x-hop", "keep-alive", "te", "upgrade"] {
            assert!(!sent.contains_key(name), "{name}");
        }
    }

    #[test]
    fn the_origin_sets_no_cookie_and_grants_nobody_access() {
        let mut answer = headers(&[
            ("set-cookie", "token=x"),
            ("access-control-allow-origin", "*"),
            ("connection", "x-hop"),
            ("x-hop", "1"),
            ("content-type", "application/json"),
        ]);
        filter_answer(&mut answer);
        assert_eq!(answer.len(), 1);
        protect(&mut answer, false);
        assert_eq!(answer["cache-control"], "private, no-store");
        assert_eq!(answer["cross-origin-resource-policy"], "same-origin");
    }
}
