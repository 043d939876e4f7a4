//! From a result to a response: the envelope, and the headers that every answer carries.

use std::sync::Arc;

use bytes::Bytes;
use contract::api::Envelope;
use http::{HeaderValue, Response, StatusCode, header};
use http_body_util::{BodyExt, Full};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::body::Body;
use super::error::ApiError;
use crate::platform::texts::Catalog;

/// The envelope's `data`, as JSON. Shared, because the system configuration is the same for
/// everyone.
pub(crate) type Data = Arc<RawValue>;

/// An answer's data as JSON.
pub(crate) fn data(value: &impl Serialize) -> Result<Data, ApiError> {
    match to_raw_value(value) {
        Ok(json) => Ok(Arc::from(json)),
        Err(error) => {
            tracing::error!(%error, "an answer cannot be written as JSON");
            Err(ApiError::Internal)
        }
    }
}

/// The response that says it all: status, envelope, headers.
pub(super) fn envelope(outcome: Result<Data, ApiError>, catalog: &Catalog) -> Response<Body> {
    match outcome {
        Ok(data) => response(StatusCode::OK, &catalog.api.ok, Some(&data)),
        Err(error) => {
            let refusal = error.refusal().and_then(|refusal| data(&refusal).ok());
            let message = error.message(catalog);
            let mut response = response(error.status(), &message, refusal.as_deref());
            if let Some((name, value)) = error.header()
                && let Ok(value) = HeaderValue::from_str(&value)
            {
                response.headers_mut().insert(name, value);
            }
            response
        }
    }
}

fn response(status: StatusCode, msg: &str, data: Option<&RawValue>) -> Response<Body> {
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

/// A 200 whose body is this JSON.
pub(super) fn json_response(json: Bytes) -> Response<Body> {
    let body = Full::new(json).map_err(|never| match never {});
    let mut response = Response::new(body.boxed_unsync());
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    // Answers depend on the caller and on the moment; nothing in between may keep one.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
