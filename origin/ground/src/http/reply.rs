//! From a result to a response: the envelope, and the headers that every answer carries.

use std::sync::Arc;

use bytes::Bytes;
use contract::api::Envelope;
use http::{HeaderName, HeaderValue, Response, StatusCode, header};
use http_body_util::{BodyExt, Empty, Full};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::body::Body;
use super::error::ApiError;
use crate::texts::Catalog;

/// The answer of a handler.
pub enum Answer {
    /// The envelope's `data`, as JSON. Shared, because the system configuration is the same for
    /// everyone.
    Data(Arc<RawValue>),
    /// JSON that stands in no envelope.
    Document(Bytes),
    /// An HTML document, its type among the headers.
    Page(StatusCode, Vec<(HeaderName, String)>, String),
    /// Bytes to save, with their headers. No browser shows them.
    Download(Vec<(HeaderName, String)>, Body),
    /// Events as they come, as `text/event-stream`.
    Stream(Body),
    /// Headers and no body.
    Bare(StatusCode, Vec<(HeaderName, String)>),
}

/// An answer in an envelope.
pub fn data(value: &impl Serialize) -> Result<Answer, ApiError> {
    raw(value).map(|json| Answer::Data(Arc::from(json)))
}

fn raw(value: &impl Serialize) -> Result<Box<RawValue>, ApiError> {
    match to_raw_value(value) {
        Ok(json) => Ok(json),
        Err(error) => {
            tracing::error!(%error, "an answer cannot be written as JSON");
            Err(ApiError::Internal)
        }
    }
}

/// The response to a call: status, envelope, headers.
pub fn respond(outcome: Result<Answer, ApiError>, catalog: &Catalog) -> Response<Body> {
    match outcome {
        Ok(Answer::Data(data)) => envelope(StatusCode::OK, &catalog.api.ok, Some(&data)),
        Ok(Answer::Document(json)) => json_response(json),
        Ok(Answer::Page(status, headers, html)) => {
            let mut response = bare(status, headers);
            let body = Full::new(Bytes::from(html)).map_err(|never| match never {});
            *response.body_mut() = body.boxed_unsync();
            response
        }
        Ok(Answer::Download(headers, body)) => {
            let mut response = bare(StatusCode::OK, headers);
            *response.body_mut() = body;
            response
        }
        Ok(Answer::Stream(body)) => event_stream(body),
        Ok(Answer::Bare(status, headers)) => bare(status, headers),
        Err(error) => refuse(&error, catalog),
    }
}

/// The response to a call that was not answered as asked.
pub fn refuse(error: &ApiError, catalog: &Catalog) -> Response<Body> {
    let refusal = error.refusal().and_then(|refusal| raw(&refusal).ok());
    let message = error.message(catalog);
    let mut response = envelope(error.status(), &message, refusal.as_deref());
    if let Some((name, value)) = error.header()
        && let Ok(value) = HeaderValue::from_str(&value)
    {
        response.headers_mut().insert(name, value);
    }
    response
}

fn envelope(status: StatusCode, msg: &str, data: Option<&RawValue>) -> Response<Body> {
    let envelope = Envelope {
        code: status.as_u16(),
        msg: msg.to_owned(),
        data,
    };
    // Strings, a number and JSON that was written before: this cannot fail, and an empty body would
    // be no worse than a panic.
    let json = serde_json::to_vec(&envelope).unwrap_or_default();
    let mut response = json_response(json.into());
    *response.status_mut() = status;
    response
}

fn event_stream(body: Body) -> Response<Body> {
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        // A server in front of the gateway may hold back what it takes for a page.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let headers = headers.map(|(name, value)| (name, value.to_owned()));
    let mut response = bare(StatusCode::OK, headers.into());
    *response.body_mut() = body;
    response
}

fn bare(status: StatusCode, headers: Vec<(HeaderName, String)>) -> Response<Body> {
    let body = Empty::new().map_err(|never| match never {});
    let mut response = Response::new(body.boxed_unsync());
    *response.status_mut() = status;
    let no_store = HeaderValue::from_static("no-store");
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, no_store);
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// A 200 whose body is this JSON.
fn json_response(json: Bytes) -> Response<Body> {
    let body = Full::new(json).map_err(|never| match never {});
    let mut response = Response::new(body.boxed_unsync());
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    // Answers depend on the caller and on the moment; no cache in between may keep one.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
