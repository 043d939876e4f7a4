//! Rejections as envelopes of `/api` (R8.01).

use http::header::HeaderValue;
use http::{HeaderMap, Response};
use serde_json::{Value, json};

use crate::protocol::body::Body;
use crate::protocol::rejection::Rejection;
use crate::site::Site;
use crate::site::language::Languages;

/// A rejection as an envelope, in the language of the call.
pub(crate) fn answer(
    rejection: Rejection,
    site: Option<&Site>,
    headers: &HeaderMap,
) -> Response<Body> {
    let languages = Languages::for_site(site);
    let text = languages.text(languages.chosen(headers), rejection.key());
    with_message(rejection, text, &Value::Null)
}

/// A rejection as an envelope with a specific message and data.
pub(crate) fn with_message(rejection: Rejection, msg: &str, data: &Value) -> Response<Body> {
    let body = json!({"code": rejection.status().as_u16(), "msg": msg, "data": data});
    rejection.with_body(
        body.to_string(),
        HeaderValue::from_static("application/json"),
    )
}
