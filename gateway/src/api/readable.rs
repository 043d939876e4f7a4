//! Calls whose answers the gateway reads itself, before the client receives them.

use bytes::Bytes;
use http::header::{ACCEPT_ENCODING, HeaderValue};
use http::response;
use hyper::body::Incoming;

use crate::call::Call;
use crate::protocol::body;
use crate::protocol::rejection::Rejection;

use super::forward;

/// An envelope with a token or a user needs a few hundred bytes.
const ANSWER_MAX: usize = 64 * 1024;

/// Forwards a call and returns the whole answer, uncompressed.
pub(super) async fn forward(
    call: &Call<'_>,
    body: Incoming,
) -> Result<(response::Parts, Bytes), Rejection> {
    let mut headers = forward::headers(call);
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    let limit = call.gateway.config.limits.sign_in;
    let answer = forward::send(call, headers, body, limit).await?;
    let (head, body) = answer.into_parts();
    match body::collect(body, ANSWER_MAX, limit).await {
        Ok(body) => Ok((head, body)),
        Err(error) => Err(unusable(&error.to_string())),
    }
}

/// The log describes the fault in our words and never quotes the answer, which may contain a token.
pub(super) fn unusable(why: &str) -> Rejection {
    tracing::error!(why, "the origin's answer cannot be used");
    Rejection::BadGateway
}
