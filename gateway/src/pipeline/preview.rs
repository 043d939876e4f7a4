//! Previews: `/preview/<key>` opens one, `/preview/end` leaves it, and the cookie between them
//! makes every page, payload and file come from the preview's build.
//!
//! An answer from a preview is never cached ([`seal`]), so a browser that leaves one, or enters
//! one, has no file of the other. The key opens guarded pages of the preview, too: this is its
//! purpose.

use http::header::{
    self, CONTENT_LENGTH, ETAG, HeaderName, HeaderValue, LINK, LOCATION, SET_COOKIE,
};
use http::request::Parts;
use http::{HeaderMap, Response, StatusCode};
use percent_encoding::percent_decode_str;

use contract::preview::PreviewKey;

use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::cookie;
use crate::protocol::destination::Destination;
use crate::protocol::headers::{add_common, close};
use crate::protocol::path::{self, Form};
use crate::protocol::rejection::Rejection;
use crate::site::preview::OpenPreview;
use crate::state::Gateway;

/// Leaves the preview.
const END: &str = "end";

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
const SPECULATION_RULES: HeaderName = HeaderName::from_static("speculation-rules");
const USE_AS_DICTIONARY: HeaderName = HeaderName::from_static("use-as-dictionary");

/// The key that a request carries, where previews are shown.
pub(super) fn key(gateway: &Gateway, parts: &Parts) -> Option<PreviewKey> {
    let text = cookie::get(&parts.headers, cookie::PREVIEW)?;
    let key = text.parse().ok()?;
    is_here(gateway, &parts.headers).then_some(key)
}

/// The preview of a key, if it is open.
pub(super) async fn open(gateway: &Gateway, key: PreviewKey) -> Option<OpenPreview> {
    let previews = gateway.previews.clone();
    let open = tokio::task::spawn_blocking(move || previews.open(&key));
    open.await.ok().flatten()
}

/// Answers `/preview/<name>`.
pub(super) async fn answer(call: &Call<'_>, name: &str) -> Result<Response<Body>, Rejection> {
    if !is_here(call.gateway, call.headers()) {
        return Err(Rejection::NotFound);
    }
    let marking = call.gateway.config.marking;
    if name == END {
        return redirect(call, marking.no_preview());
    }
    // The answer does not reveal the reason.
    let key: PreviewKey = name.parse().map_err(|_| Rejection::NotFound)?;
    let text = key.expose();
    let open = open(call.gateway, key).await.ok_or(Rejection::NotFound)?;
    let cookie = marking.preview(&text, open.left);
    redirect(call, cookie.ok_or(Rejection::Internal)?)
}

/// Redirects to the requested page, with a cookie.
fn redirect(call: &Call<'_>, cookie: HeaderValue) -> Result<Response<Body>, Rejection> {
    let to = target(call.query());
    let mut response = Response::new(Body::Empty);
    *response.status_mut() = StatusCode::SEE_OTHER;
    let headers = response.headers_mut();
    let location = HeaderValue::try_from(to).map_err(|_| Rejection::BadRequest)?;
    headers.insert(LOCATION, location);
    headers.insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
    headers.append(SET_COOKIE, cookie);
    add_common(headers, call.gateway.config.hsts());
    // The site behind the next link must not learn the key.
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    seal(headers);
    Ok(response)
}

/// Where `?to=` leads: a path of this site with its query; the home page, if it is anything else.
fn target(query: Option<&str>) -> String {
    wanted_path(query).unwrap_or_else(|| "/".to_owned())
}

fn wanted_path(query: Option<&str>) -> Option<String> {
    let pairs = query?.split('&').filter_map(|pair| pair.split_once('='));
    let (_, text) = pairs.into_iter().find(|(name, _)| *name == "to")?;
    let text = percent_decode_str(text).decode_utf8().ok()?;
    let (path, query) = match text.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (&*text, None),
    };
    let canonical = path::canonical(path).ok()?;
    let destination = Destination::from_path(&canonical.path, canonical.form);
    let is_page = canonical.form == Form::Exact && destination != Destination::Preview;
    let path = path::encode(&canonical.path);
    let is_query = |query: &str| query.bytes().all(|byte| matches!(byte, b'!'..=b'~'));
    match query {
        _ if !is_page => None,
        None => Some(path),
        Some(query) => is_query(query).then(|| format!("{path}?{query}")),
    }
}

/// Previews are shown on every host, or on the one that the operator named.
fn is_here(gateway: &Gateway, headers: &HeaderMap) -> bool {
    let Some(wanted) = &gateway.config.preview_host else {
        return true;
    };
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    host.is_some_and(|host| host.eq_ignore_ascii_case(wanted))
}

/// Adds headers against caching, indexing and prefetching to an answer.
pub(super) fn seal(headers: &mut HeaderMap) {
    close(headers);
    CachePolicy::Private.apply(headers);
    headers.insert(ROBOTS, HeaderValue::from_static("noindex, nofollow"));
    for name in [ETAG, LINK, SPECULATION_RULES, USE_AS_DICTIONARY] {
        headers.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_leads_to_a_page_of_this_site_only() {
        let rows = [
            (None, "/"),
            (Some("to=/news/a"), "/news/a"),
            (Some("x=1&to=%2Fen%2Fnews%3Fpage%3D2"), "/en/news?page=2"),
            (Some("to=%2F%E6%96%B0"), "/%E6%96%B0"),
            (Some("to=//evil.example"), "/"),
            (Some("to=https://evil.example"), "/"),
            (Some("to=%2F%2Fevil.example"), "/"),
            (Some("to=/%5Cevil.example"), "/"),
            (Some("to=/a%0d%0aSet-Cookie:x"), "/"),
            (Some("to=/a%3Fb%20c"), "/"),
            (Some("to=/preview/end"), "/"),
            (Some("to=evil"), "/"),
            (Some("to"), "/"),
        ];
        for (query, expected) in rows {
            assert_eq!(target(query), expected, "{query:?}");
        }
    }
}
