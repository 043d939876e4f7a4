//! Answers to rejected requests, in the form that was asked for: the prerendered error document of
//! the visitor's language, a page that needs no build ([`super::builtin`]) where there is none, or
//! an envelope (R8.01) for programs.

use std::sync::Arc;

use contract::locale::Locale;
use http::Response;
use http::header::{self, HeaderValue};
use http::request::Parts;
use serde_json::json;

use crate::api;
use crate::protocol::body::Body;
use crate::protocol::headers::{X_BUILD, add_common};
use crate::protocol::path;
use crate::protocol::qvalue::accepts_only_json;
use crate::protocol::rejection::Rejection;
use crate::site::Site;
use crate::site::language::Languages;
use crate::state::Gateway;

use super::{builtin, file};

/// Whether errors of a path are JSON whatever the client accepts: what scripts fetch must never get
/// HTML.
fn is_for_programs(path: &str) -> bool {
    let folders = ["/api/", "/assets/", "/builds/"];
    path == "/api"
        || path.ends_with("/_payload.json")
        || folders.iter().any(|folder| path.starts_with(folder))
}

/// Answers a request that was rejected.
pub(crate) async fn reject(
    gateway: &Gateway,
    site: Option<&Arc<Site>>,
    parts: &Parts,
    rejection: Rejection,
) -> Response<Body> {
    let raw = parts.uri.path();
    let canonical = path::canonical(raw);
    let path = canonical
        .as_ref()
        .map_or(raw, |canonical| canonical.path.as_ref());
    let mut response = if is_for_programs(path) || accepts_only_json(&parts.headers) {
        envelope(site.map(Arc::as_ref), rejection, parts, path)
    } else {
        document(gateway, site, parts, path, rejection).await
    };
    add_common(response.headers_mut(), gateway.config.is_tls());
    response
}

/// R8.01: the whole error, with the path as it was asked for.
fn envelope(
    site: Option<&Site>,
    rejection: Rejection,
    parts: &Parts,
    path: &str,
) -> Response<Body> {
    if rejection != Rejection::NotFound || api::owns(path) {
        return api::envelope::answer(rejection, site, &parts.headers);
    }
    let msg = match parts.uri.query() {
        _ if site.is_some_and(|site| site.refuses_id(path)) => format!("Page Not Found: {path}"),
        Some(query) => format!("Page not found: {path}?{query}"),
        None => format!("Page not found: {path}"),
    };
    api::envelope::with_message(rejection, &msg, &json!({"path": path}))
}

async fn document(
    gateway: &Gateway,
    site: Option<&Arc<Site>>,
    parts: &Parts,
    path: &str,
    rejection: Rejection,
) -> Response<Body> {
    let status = match rejection {
        Rejection::Gone => 404,
        other => other.status().as_u16(),
    };
    let languages = Languages::of(site.map(Arc::as_ref));
    let Some((site, locale)) =
        site.and_then(|site| Some((site, spoken(site, parts, path, rejection)?)))
    else {
        // Nothing is known of the visitor's pages.
        return page(rejection, &languages, languages.all());
    };
    match prerendered(gateway, site, parts, locale, status).await {
        Some(response) => rejection.finish(response),
        None => page(rejection, &languages, &[locale]),
    }
}

/// The language of an error's document.
fn spoken<'a>(
    site: &'a Site,
    parts: &Parts,
    path: &str,
    rejection: Rejection,
) -> Option<&'a Locale> {
    let nowhere = match rejection {
        Rejection::NotFound => site.locale_for_nowhere(path, &parts.headers),
        _ => None,
    };
    nowhere.or_else(|| site.locale_of(path))
}

async fn prerendered(
    gateway: &Gateway,
    site: &Site,
    parts: &Parts,
    locale: &Locale,
    status: u16,
) -> Option<Response<Body>> {
    let (path, resource) = site.error_document(locale, status)?;
    let answer = file::plain(&gateway.bodies, &parts.headers, path, resource).await;
    // The document of an error must not fail with another error: the built-in one stands in.
    let mut response = answer.ok()?;
    response.headers_mut().insert(X_BUILD, site.build.clone());
    Some(response)
}

/// What a request gets whose handler panicked: nothing of the build, in case that is what made it
/// panic.
pub(crate) fn panicked() -> Response<Body> {
    let languages = Languages::built_in();
    let mut response = page(Rejection::Internal, &languages, languages.all());
    add_common(response.headers_mut(), false);
    response
}

/// A rejection as a page that needs no other file, in these languages of all that can be spoken.
fn page(rejection: Rejection, languages: &Languages<'_>, spoken: &[&Locale]) -> Response<Body> {
    let said: Vec<_> = spoken
        .iter()
        .map(|locale| (*locale, languages.text(locale, rejection.key())))
        .collect();
    let page = builtin::document(rejection.status(), &said);
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = rejection.with_body(page, html);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, builtin::CSP);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_never_get_html() {
        for path in [
            "/api",
            "/api/x",
            "/assets/x.js",
            "/builds/latest.json",
            "/_payload.json",
            "/en/news/_payload.json",
        ] {
            assert!(is_for_programs(path), "{path}");
        }
        for path in ["/", "/apis", "/news", "/assets"] {
            assert!(!is_for_programs(path), "{path}");
        }
    }
}
