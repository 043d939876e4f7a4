//! Forwarding a call to the origin, and returning its answer. [`super::filter`] decides on the
//! headers.

use std::time::Duration;

use contract::api::SEARCH;
use contract::form::RESERVED_KEYS;
use http::header::{self, HeaderValue};
use http::{HeaderMap, Method, Request, Response, Uri};
use http_body_util::{BodyExt, Limited};
use hyper::body::{Body as _, Incoming};

use crate::call::Call;
use crate::protocol::body::{self, Stream};
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::cookie::{self, Token};
use crate::protocol::headers::{Hsts, add_common, forbid_embedding};
use crate::protocol::path;
use crate::protocol::rejection::Rejection;
use crate::protocol::trace_context::{TRACEPARENT, TRACESTATE};
use crate::site::language::Languages;
use crate::upstream::{ClientBroke, Upload};

use super::{calls, filter};

/// An answer of the origin runs no script and is shown in no frame, whatever its type.
const CSP: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// Results of a search, or a form that was refused, without JavaScript: the site's own page, which
/// runs no script either.
const OWN_PAGE_CSP: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; \
     font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
);

/// Methods that are passed on.
pub(crate) const METHODS: [Method; 6] = [
    Method::GET,
    Method::HEAD,
    Method::POST,
    Method::PUT,
    Method::PATCH,
    Method::DELETE,
];

/// The headers that the origin gets for a call, with the credential of its session.
pub(super) fn headers(call: &Call<'_>) -> HeaderMap {
    let from = call.headers();
    let language = Languages::for_site(call.snapshot()).header(from);
    let mut headers = filter::request(from, call.client, call.gateway.config.is_tls(), language);
    let framed = framed_token(call).and_then(|token| token.bearer());
    if let Some(bearer) = framed {
        headers.insert(header::AUTHORIZATION, bearer);
    }
    if let Some(parent) = call.trace.header(rand::random()) {
        headers.insert(TRACEPARENT, parent);
    }
    if let Some(state) = call.trace.state(from) {
        headers.insert(TRACESTATE, state);
    }
    headers
}

/// The token of a call of a framed page, which has priority over all others.
fn framed_token(call: &Call<'_>) -> Option<Token> {
    let is_framed = calls::is_framed(call.path());
    is_framed.then(|| cookie::framed_token(call.headers()))?
}

/// Token of the session of a call.
pub(super) fn credential(call: &Call<'_>) -> Option<Token> {
    framed_token(call).or_else(|| cookie::credential(call.headers()))
}

/// Forwards a call with `headers` and returns the origin's answer, with filtered headers and a
/// streamed body. The head of the answer must arrive within `limit`.
pub(super) async fn send(
    call: &Call<'_>,
    headers: HeaderMap,
    body: Incoming,
    limit: Duration,
) -> Result<Response<Stream>, Rejection> {
    let longest = call.gateway.config.limits.body;
    if body.size_hint().lower() > longest {
        return Err(Rejection::TooLarge);
    }
    let permit = call.gateway.calls.acquire(call.client.network());
    // Kept until the head of the answer arrives: then the origin has the whole request.
    let _permit = permit.ok_or(Rejection::TooMany)?;
    let (body, upload) = stream(body, longest);
    let mut request = Request::new(body);
    *request.method_mut() = call.parts.method.clone();
    *request.uri_mut() = target(call.path(), &call.parts.uri).ok_or(Rejection::BadRequest)?;
    *request.headers_mut() = headers;
    let is_someones = request.headers().contains_key(header::AUTHORIZATION);
    let mut answer = call.gateway.upstream.call(request, &upload, limit).await?;
    if !filter::is_final(answer.status(), answer.headers()) {
        tracing::error!(status = %answer.status(), "the origin sent an invalid response, or a redirect to another site");
        return Err(Rejection::BadGateway);
    }
    filter::answer(answer.headers_mut());
    if is_someones {
        // A cache in front sees no `Authorization` here, only a cookie, and would take the answer
        // for everyone's.
        CachePolicy::Private.apply(answer.headers_mut());
    }
    Ok(answer)
}

/// The body of a request, at most `limit` bytes long, and its progress.
pub(super) fn stream(body: Incoming, limit: u64) -> (Stream, Upload) {
    if body.is_end_stream() {
        return (body::empty(), Upload::default());
    }
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    Upload::observe(Limited::new(body.map_err(ClientBroke), limit))
}

/// The canonical path, so that no spelling of an intercepted call reaches the origin as another
/// one.
pub(super) fn target(path: &str, asked: &Uri) -> Option<Uri> {
    let mut target = path::encode(path);
    if target == asked.path() {
        // The request has the canonical spelling, so its target is used unchanged.
        return asked.path_and_query().cloned().map(Uri::from);
    }
    if let Some(query) = asked.query() {
        target.push('?');
        target.push_str(query);
    }
    target.parse().ok()
}

/// Puts the gateway's own headers on an answer of `/api`.
pub(crate) fn protect(path: &str, headers: &mut HeaderMap, hsts: Hsts) {
    add_common(headers, hsts);
    forbid_embedding(headers);
    let policy = match (path == SEARCH || is_form(path)) && is_html(headers) {
        true => OWN_PAGE_CSP,
        false => CSP,
    };
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    // An answer that the origin does not declare cacheable is private to its client.
    CachePolicy::Private.apply_by_default(headers);
}

/// Whether a form is sent to this path.
fn is_form(path: &str) -> bool {
    let key = path.strip_prefix("/api/message/");
    key.is_some_and(|key| !key.contains('/') && !RESERVED_KEYS.contains(&key))
}

fn is_html(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE);
    media_type.is_some_and(|media_type| media_type.as_bytes().starts_with(b"text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(path: &str, media_type: &'static str) -> String {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        let theirs = HeaderValue::from_static("default-src *");
        headers.insert(header::CONTENT_SECURITY_POLICY, theirs);
        protect(path, &mut headers, Hsts::NONE);
        headers[header::CONTENT_SECURITY_POLICY]
            .to_str()
            .unwrap()
            .to_owned()
    }

    #[test]
    fn pages_of_the_site_in_an_answer_have_styles_and_no_answer_runs_a_script() {
        const HTML: &str = "text/html; charset=utf-8";
        for path in ["/api/search", "/api/message/bp"] {
            let page = policy(path, HTML);
            assert!(
                page.starts_with("default-src 'none'; style-src 'self'"),
                "{page}"
            );
            assert!(!page.contains("script-src"), "{page}");
        }
        for (path, media_type) in [
            ("/api/search", "application/json"),
            ("/api/searches", HTML),
            ("/api/evil", HTML),
            ("/api/message/bp", "application/json"),
            ("/api/message/uploads", HTML),
            ("/api/message/state", HTML),
            ("/api/message/bp/x", HTML),
        ] {
            let other = policy(path, media_type);
            assert_eq!(
                other, "default-src 'none'; frame-ancestors 'none'",
                "{path}"
            );
        }
    }
}
