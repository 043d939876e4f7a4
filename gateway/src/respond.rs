//! Everything that is not a file: errors and redirects. The only place that writes an error's body.
//!
//! An error is told in the form that was asked for: the prerendered error document of the visitor's
//! language, a page that needs no build ([`crate::builtin`]) where there is none, or JSON (R8.01)
//! for programs.

use std::sync::Arc;

use contract::locale::Locale;
use http::header::{self, HeaderValue};
use http::request::Parts;
use http::{HeaderMap, Response, StatusCode};
use serde_json::{Value, json};

use crate::Gateway;
use crate::body::Body;
use crate::builtin;
use crate::file;
use crate::headers::{NO_STORE, add_common};
use crate::language::Languages;
use crate::site::Site;
use crate::weighted::accepts_only_json;

/// Why a request is not answered with what it asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// The request makes no sense.
    BadRequest,
    /// Nobody is signed in.
    Unauthorized,
    /// A page of another site made a call that changes something.
    Forbidden,
    /// Nothing stands there.
    NotFound,
    /// Not with this method; `Allow`.
    Method(&'static str),
    /// No coding that the client accepts.
    NotAcceptable,
    /// Something stood there.
    Gone,
    /// `If-Match` does not hold.
    Precondition,
    /// The body did not come in time.
    Timeout,
    /// The body is too long.
    TooLarge,
    /// The address is too long.
    UriTooLong,
    /// The file has no such bytes; its size.
    Range(u64),
    /// This client asks too often.
    TooMany,
    /// The handler failed.
    Internal,
    /// The origin's answer cannot be used.
    BadGateway,
    /// Not now.
    Unavailable,
}

/// Seconds after which to try again: a reload takes less, and a budget of session checks is full
/// again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("2");

impl Rejection {
    fn status(self) -> StatusCode {
        match self {
            Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
            Self::Gone => StatusCode::GONE,
            Self::Precondition => StatusCode::PRECONDITION_FAILED,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UriTooLong => StatusCode::URI_TOO_LONG,
            Self::Range(_) => StatusCode::RANGE_NOT_SATISFIABLE,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::BadGateway => StatusCode::BAD_GATEWAY,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The key of its text in the section `gateway`.
    fn key(self) -> &'static str {
        match self {
            Self::BadRequest => "badRequest",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::NotFound | Self::Gone => "notFound",
            Self::Method(_) => "method",
            Self::NotAcceptable => "notAcceptable",
            Self::Precondition => "precondition",
            Self::Timeout => "timeout",
            Self::TooLarge => "tooLarge",
            Self::UriTooLong => "uriTooLong",
            Self::Range(_) => "range",
            Self::TooMany => "tooMany",
            Self::Internal => "internal",
            Self::BadGateway => "badGateway",
            Self::Unavailable => "unavailable",
        }
    }

    /// Answers as an envelope of `/api`, in the language of the call.
    pub(crate) fn into_envelope(self, site: Option<&Site>, headers: &HeaderMap) -> Response<Body> {
        let languages = Languages::of(site);
        let text = languages.text(languages.chosen(headers), self.key());
        self.json(text.to_owned(), Value::Null)
    }

    /// Answers as a page that needs no other file, in these languages of all that can be spoken.
    fn into_page(self, languages: &Languages<'_>, spoken: &[&Locale]) -> Response<Body> {
        let said: Vec<_> = spoken
            .iter()
            .map(|locale| (*locale, languages.text(locale, self.key())))
            .collect();
        let page = builtin::document(self.status(), &said);
        let mut response =
            self.with_body(page, HeaderValue::from_static("text/html; charset=utf-8"));
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, builtin::CSP);
        response
    }

    fn json(self, msg: String, data: Value) -> Response<Body> {
        let body = json!({"code": self.status().as_u16(), "msg": msg, "data": data});
        self.with_body(
            body.to_string(),
            HeaderValue::from_static("application/json"),
        )
    }

    fn with_body(self, body: String, media_type: HeaderValue) -> Response<Body> {
        let length = HeaderValue::from(body.len());
        let mut response = Response::new(Body::whole(body));
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, media_type);
        response
            .headers_mut()
            .insert(header::CONTENT_LENGTH, length);
        self.finish(response)
    }

    /// Status, and the headers that this error has whatever its body is.
    fn finish(self, mut response: Response<Body>) -> Response<Body> {
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, NO_STORE);
        match self {
            Self::Method(allow) => {
                drop(headers.insert(header::ALLOW, HeaderValue::from_static(allow)))
            }
            Self::Unavailable | Self::TooMany => {
                drop(headers.insert(header::RETRY_AFTER, RETRY_AFTER))
            }
            Self::Unauthorized => {
                drop(headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")))
            }
            Self::Range(size) => {
                if let Ok(range) = HeaderValue::try_from(format!("bytes */{size}")) {
                    headers.insert(header::CONTENT_RANGE, range);
                }
            }
            _ => {}
        }
        response
    }
}

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
    let canonical = crate::path::canonical(raw);
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
    if rejection != Rejection::NotFound || crate::api::owns(path) {
        return rejection.into_envelope(site, &parts.headers);
    }
    let msg = match parts.uri.query() {
        _ if site.is_some_and(|site| site.refuses_id(path)) => format!("Page Not Found: {path}"),
        Some(query) => format!("Page not found: {path}?{query}"),
        None => format!("Page not found: {path}"),
    };
    rejection.json(msg, json!({"path": path}))
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
        return rejection.into_page(&languages, languages.all());
    };
    match prerendered(gateway, site, parts, locale, status).await {
        Some(response) => rejection.finish(response),
        None => rejection.into_page(&languages, &[locale]),
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
    let answer = file::plain(&gateway.store, &parts.headers, path, resource).await;
    // The document of an error must not fail with another error: the built-in one stands in.
    let mut response = answer.ok()?;
    response
        .headers_mut()
        .insert(crate::headers::X_BUILD, site.build.clone());
    Some(response)
}

/// What a request gets whose handler panicked: nothing of the build, in case that is what made it
/// panic.
pub(crate) fn panicked() -> Response<Body> {
    let languages = Languages::built_in();
    let mut response = Rejection::Internal.into_page(&languages, languages.all());
    add_common(response.headers_mut(), false);
    response
}

/// A redirect to a path of this site, encoded, with the request's own query.
pub(crate) fn redirect(
    status: StatusCode,
    to: &str,
    query: Option<&str>,
) -> Result<Response<Body>, Rejection> {
    let to = match query {
        Some(query) => HeaderValue::try_from(format!("{to}?{query}")),
        None => HeaderValue::from_str(to),
    };
    let mut response = Response::new(Body::Empty);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, to.map_err(|_| Rejection::BadRequest)?);
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from_static("0"));
    Ok(response)
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

    #[test]
    fn every_rejection_has_its_text_and_every_text_its_rejection() {
        let rejections = [
            Rejection::BadRequest,
            Rejection::Unauthorized,
            Rejection::Forbidden,
            Rejection::NotFound,
            Rejection::Method("GET"),
            Rejection::NotAcceptable,
            Rejection::Gone,
            Rejection::Precondition,
            Rejection::Timeout,
            Rejection::TooLarge,
            Rejection::UriTooLong,
            Rejection::Range(1),
            Rejection::TooMany,
            Rejection::Internal,
            Rejection::BadGateway,
            Rejection::Unavailable,
        ];
        let used = rejections.map(Rejection::key).into_iter();
        let used: std::collections::BTreeSet<&str> = used.collect();
        let known = contract::texts::reference()["gateway"].keys();
        assert!(used.into_iter().eq(known.map(String::as_str)));
    }
}
