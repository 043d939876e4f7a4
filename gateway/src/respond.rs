//! Everything that is not a file: errors and redirects. The only place that writes an error's body.
//!
//! An error is told in the form that was asked for: the prerendered error document of the visitor's language, a page that
//! needs no build ([`crate::builtin`]) where there is none, or JSON (R8.01) for programs.

use std::sync::Arc;

use contract::locale::Locale;
use http::header::{self, HeaderName, HeaderValue};
use http::request::Parts;
use http::{HeaderMap, Response, StatusCode};
use serde_json::{Value, json};

use crate::Gateway;
use crate::body::Body;
use crate::builtin;
use crate::file;
use crate::headers::{NO_STORE, add_common};
use crate::site::Site;
use crate::weighted::{accepts_only_json, members};

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

/// Seconds after which to try again: a reload takes less, and a budget of session checks is full again.
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

    /// For people, in the language of the request.
    fn message(self, language: Language) -> &'static str {
        let (chinese, english) = match self {
            Self::BadRequest => ("请求无效", "The request is not valid"),
            Self::Unauthorized => ("请先登录", "Please sign in"),
            Self::Forbidden => (
                "不允许跨站请求",
                "Requests from other sites are not allowed",
            ),
            Self::NotFound | Self::Gone => ("页面不存在", "Page not found"),
            Self::Method(_) => ("不支持该请求方法", "This method is not allowed here"),
            Self::NotAcceptable => ("没有可接受的编码", "No acceptable encoding"),
            Self::Precondition => ("内容已更改", "The content has changed"),
            Self::Timeout => ("请求发送超时", "The request took too long to arrive"),
            Self::TooLarge => ("上传内容过大", "The upload is too large"),
            Self::UriTooLong => ("网址过长", "The address is too long"),
            Self::Range(_) => ("请求的范围无效", "The requested range does not exist"),
            Self::TooMany => (
                "请求过于频繁，请稍后再试",
                "Too many requests; please try again soon",
            ),
            Self::Internal => ("服务器内部错误", "Something went wrong on our side"),
            Self::BadGateway => (
                "后端服务没有正确响应",
                "The service behind this site did not answer properly",
            ),
            Self::Unavailable => (
                "服务暂时不可用，请稍后再试",
                "The service is not available right now; please try again soon",
            ),
        };
        match language {
            Language::Chinese => chinese,
            Language::English => english,
        }
    }

    /// As an envelope of `/api`.
    pub(crate) fn into_envelope(self, headers: &HeaderMap) -> Response<Body> {
        self.json(self.message(Language::of(headers)).to_owned(), Value::Null)
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

/// The languages of the gateway's own texts, and of the API's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Chinese,
    English,
}

impl Language {
    /// The header by which a call says its language.
    pub(crate) const HEADER: HeaderName = HeaderName::from_static("language");

    /// The value of [`Self::HEADER`].
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Chinese => "zh",
            Self::English => "en",
        }
    }

    /// By the API's `language` header, else by `Accept-Language`.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        if let Some(language) = headers.get(Self::HEADER) {
            return if language == "en" {
                Self::English
            } else {
                Self::Chinese
            };
        }
        let (mut chinese, mut english) = (0, 0);
        for (range, weight) in members(headers, &header::ACCEPT_LANGUAGE) {
            let is = |language: &str| {
                let start = range.get(..2);
                start.is_some_and(|start| start.eq_ignore_ascii_case(language))
            };
            if is("zh") {
                chinese = weight.max(chinese);
            } else if is("en") {
                english = weight.max(english);
            }
        }
        if english > chinese {
            Self::English
        } else {
            Self::Chinese
        }
    }
}

/// Whether errors of a path are JSON whatever the client accepts: what scripts fetch must never get HTML.
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
        envelope(site, rejection, parts, path)
    } else {
        document(gateway, site, parts, path, rejection).await
    };
    add_common(response.headers_mut(), gateway.config.is_tls());
    response
}

/// R8.01: the whole error, with the path as it was asked for.
fn envelope(
    site: Option<&Arc<Site>>,
    rejection: Rejection,
    parts: &Parts,
    path: &str,
) -> Response<Body> {
    if rejection != Rejection::NotFound || crate::api::owns(path) {
        return rejection.into_envelope(&parts.headers);
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
    if let Some(site) = site
        && let Some(locale) = match rejection {
            Rejection::NotFound => site.locale_for_nowhere(path, &parts.headers),
            _ => site.locale_of(path),
        }
        && let Some(response) = prerendered(gateway, site, parts, locale, status).await
    {
        return rejection.finish(response);
    }
    let texts = [Language::Chinese, Language::English].map(|language| rejection.message(language));
    let page = builtin::document(rejection.status(), texts);
    let mut response =
        rejection.with_body(page, HeaderValue::from_static("text/html; charset=utf-8"));
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, builtin::CSP);
    response
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

/// What a request gets whose handler panicked: nothing of the build, in case that is what made it panic.
pub(crate) fn panicked() -> Response<Body> {
    let texts = [Language::Chinese, Language::English]
        .map(|language| Rejection::Internal.message(language));
    let page = builtin::document(StatusCode::INTERNAL_SERVER_ERROR, texts);
    let mut response =
        Rejection::Internal.with_body(page, HeaderValue::from_static("text/html; charset=utf-8"));
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, builtin::CSP);
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
    fn an_envelope_speaks_the_language_of_the_call() {
        let rows = [
            ("language", "en", Language::English),
            ("language", "zh", Language::Chinese),
            ("accept-language", "en-GB,zh;q=0.5", Language::English),
            ("accept-language", "zh,en;q=0.9", Language::Chinese),
            ("accept-language", "fr", Language::Chinese),
        ];
        for (name, value, expected) in rows {
            let headers = HeaderMap::from_iter([(
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )]);
            assert_eq!(Language::of(&headers), expected, "{name}: {value}");
        }
    }
}
