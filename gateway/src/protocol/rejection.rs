//! Rejections: reasons why a request does not get its resource, each with its status, the key of
//! its text, and the headers that do not depend on its body. Pure.
//!
//! A rejection becomes a document in [`crate::pipeline`], or an envelope in [`crate::api`].

use http::header::{self, HeaderValue};
use http::{Response, StatusCode};

use super::body::Body;
use super::cache_policy::CachePolicy;

/// The key of the text that confirms a request for a build: no rejection, but kept with them.
pub(crate) const ACCEPTED: &str = "accepted";

/// Why a request does not get its resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// The request makes no sense.
    BadRequest,
    /// The visitor is not signed in.
    Unauthorized,
    /// A page of another site made a call that changes something.
    Forbidden,
    /// The session's member may not do this.
    NotPermitted,
    /// The proof of a webhook does not hold.
    Signature,
    /// A webhook came twice.
    Replayed,
    /// The job is not known.
    UnknownJob,
    /// No generator is attached to this gateway.
    NoGenerator,
    /// The path has no entry.
    NotFound,
    /// The path does not permit this method; the text is `Allow`.
    Method(&'static str),
    /// The client accepts no available coding.
    NotAcceptable,
    /// The page at the path is gone for good.
    Gone,
    /// `If-Match` does not hold.
    Precondition,
    /// The body did not come in time.
    Timeout,
    /// The body is too long.
    TooLarge,
    /// The address is too long.
    UriTooLong,
    /// The file does not have the requested bytes; its size.
    Range(u64),
    /// This client sends too many requests.
    TooMany,
    /// The handler failed.
    Internal,
    /// The origin's answer cannot be used.
    BadGateway,
    /// The request cannot be answered now.
    Unavailable,
}

/// Seconds after which to try again: by then a reload is complete, and a budget of session checks
/// is full again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("2");

impl Rejection {
    /// The status.
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::Unauthorized | Self::Signature => StatusCode::UNAUTHORIZED,
            Self::Forbidden | Self::NotPermitted => StatusCode::FORBIDDEN,
            Self::Replayed => StatusCode::CONFLICT,
            Self::NotFound | Self::UnknownJob => StatusCode::NOT_FOUND,
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
            Self::Unavailable | Self::NoGenerator => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The key of its text in the section `gateway`.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::BadRequest => "badRequest",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::NotPermitted => "notPermitted",
            Self::Signature => "signature",
            Self::Replayed => "replayed",
            Self::UnknownJob => "unknownJob",
            Self::NoGenerator => "noGenerator",
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

    /// An answer with this body.
    pub(crate) fn with_body(self, body: String, media_type: HeaderValue) -> Response<Body> {
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

    /// Status, and the headers of this error that do not depend on its body.
    pub(crate) fn finish(self, mut response: Response<Body>) -> Response<Body> {
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        CachePolicy::NoStore.apply(headers);
        match self {
            Self::Method(allow) => {
                drop(headers.insert(header::ALLOW, HeaderValue::from_static(allow)))
            }
            Self::Unavailable | Self::TooMany => {
                drop(headers.insert(header::RETRY_AFTER, RETRY_AFTER))
            }
            Self::Unauthorized | Self::Signature => {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rejection_has_its_text_and_every_text_its_rejection() {
        let rejections = [
            Rejection::BadRequest,
            Rejection::Unauthorized,
            Rejection::Forbidden,
            Rejection::NotPermitted,
            Rejection::Signature,
            Rejection::Replayed,
            Rejection::UnknownJob,
            Rejection::NoGenerator,
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
        let used: std::collections::BTreeSet<&str> = used.chain([ACCEPTED]).collect();
        let known = contract::texts::reference()["gateway"].keys();
        assert!(used.into_iter().eq(known.map(String::as_str)));
    }
}
