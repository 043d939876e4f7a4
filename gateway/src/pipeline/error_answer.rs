//! Answers to rejected requests, in the requested form: the prerendered error document of the
//! visitor's language, a page that needs no build ([`super::fallback_page`]) where there is none,
//! or an envelope (R8.01) for programs.

use contract::locale::Locale;
use http::Response;
use http::header::{self, HeaderValue};
use serde_json::json;

use crate::api;
use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::destination::Destination;
use crate::protocol::headers::{Hsts, X_BUILD, add_common};
use crate::protocol::qvalue::accepts_only_json;
use crate::protocol::rejection::Rejection;
use crate::site::Site;
use crate::site::language::Languages;

use super::fallback_page;
use super::file::FileRequest;

/// Whether errors of a path are JSON, regardless of `Accept`: a script's fetch must never get HTML.
fn is_for_programs(destination: Destination, path: &str) -> bool {
    match destination {
        Destination::Api | Destination::Visits | Destination::Asset | Destination::BuildFile => {
            true
        }
        _ => path.ends_with("/_payload.json"),
    }
}

/// Answers a request that was rejected.
pub(super) async fn reject(call: &Call<'_>, rejection: Rejection) -> Response<Body> {
    let mut response =
        if is_for_programs(call.destination, call.path()) || accepts_only_json(call.headers()) {
            envelope(call, rejection)
        } else {
            document(call, rejection).await
        };
    add_common(response.headers_mut(), call.gateway.config.hsts());
    response
}

/// R8.01: the whole error, with the requested path.
fn envelope(call: &Call<'_>, rejection: Rejection) -> Response<Body> {
    let (site, path) = (call.snapshot(), call.path());
    if rejection != Rejection::NotFound
        || matches!(call.destination, Destination::Api | Destination::Visits)
    {
        return api::envelope::answer(rejection, site, call.headers());
    }
    let msg = match call.query() {
        _ if site.is_some_and(|site| site.refuses_id(path)) => format!("Page Not Found: {path}"),
        Some(query) => format!("Page not found: {path}?{query}"),
        None => format!("Page not found: {path}"),
    };
    api::envelope::with_message(rejection, &msg, &json!({"path": path}))
}

async fn document(call: &Call<'_>, rejection: Rejection) -> Response<Body> {
    let site = call.snapshot();
    let languages = Languages::for_site(site);
    let spoken = site.and_then(|site| Some((site, language(call, site, rejection)?)));
    let Some((site, locale)) = spoken else {
        // The visitor's pages are not known.
        return page(rejection, &languages, languages.all());
    };
    match prerendered_page(call, site, locale, rejection).await {
        Some(response) => rejection.finish(response),
        None => page(rejection, &languages, &[locale]),
    }
}

/// The language of an error's document.
fn language<'a>(call: &Call<'_>, site: &'a Site, rejection: Rejection) -> Option<&'a Locale> {
    let nowhere = match rejection {
        Rejection::NotFound | Rejection::Gone => {
            site.locale_for_nowhere(call.path(), call.headers())
        }
        _ => None,
    };
    nowhere.or_else(|| site.locale_of(call.path()))
}

async fn prerendered_page(
    call: &Call<'_>,
    site: &Site,
    locale: &Locale,
    rejection: Rejection,
) -> Option<Response<Body>> {
    let status = match rejection {
        Rejection::Gone => 404,
        other => other.status().as_u16(),
    };
    let (path, resource) = site.error_document(locale, status)?;
    let file = FileRequest::new(call, path, resource);
    // The document of an error must not fail with another error: the built-in one replaces it.
    let mut response = file.plain().await.ok()?;
    response.headers_mut().insert(X_BUILD, site.build.clone());
    Some(response)
}

/// The answer after a panic in a handler. It uses no part of the build, which may be the cause.
pub(crate) fn after_panic() -> Response<Body> {
    let languages = Languages::built_in();
    let mut response = page(Rejection::Internal, &languages, languages.all());
    add_common(response.headers_mut(), Hsts::NONE);
    response
}

/// A rejection as a page that needs no other file, in these languages out of all available ones.
fn page(rejection: Rejection, languages: &Languages<'_>, spoken: &[&Locale]) -> Response<Body> {
    let said: Vec<_> = spoken
        .iter()
        .map(|locale| (*locale, languages.text(locale, rejection.key())))
        .collect();
    let page = fallback_page::document(rejection.status(), &said);
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = rejection.with_body(page, html);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, fallback_page::CSP);
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::path::Form;

    fn is_json(path: &str) -> bool {
        is_for_programs(Destination::from_path(path, Form::Exact), path)
    }

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
            assert!(is_json(path), "{path}");
        }
        for path in ["/", "/apis", "/news", "/assets"] {
            assert!(!is_json(path), "{path}");
        }
    }
}
