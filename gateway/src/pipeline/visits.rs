//! `POST /api/visits`, with `--visitor-figures`: a page that is left sends the figures of its
//! visit. They are added to the metrics, and nothing else of the request is kept. No cookie is read
//! or set.

use http::{Method, Response, StatusCode};
use hyper::body::Incoming;

use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::cross_site;
use crate::protocol::headers::add_common;
use crate::protocol::path::Form;
use crate::protocol::rejection::Rejection;
use crate::protocol::visit::{BODY_MAX, Visit};
use crate::request_body;

/// Answers a request to the path.
pub(super) async fn answer(
    call: &Call<'_>,
    form: Form,
    body: Incoming,
) -> Result<Response<Body>, Rejection> {
    if form == Form::Alias {
        return Err(Rejection::NotFound);
    }
    if call.parts.method != Method::POST {
        return Err(Rejection::Method("POST"));
    }
    let gateway = call.gateway;
    let origins = &gateway.config.public_origins;
    if !cross_site::passes(&call.parts.method, call.headers(), origins) {
        return Err(Rejection::Forbidden);
    }
    if !gateway.visits.allow(call.client.network()).await {
        return Err(Rejection::TooMany);
    }
    let mut bytes = Vec::new();
    let take = |piece: &[u8]| bytes.extend_from_slice(piece);
    request_body::read(body, BODY_MAX, gateway.config.limits.head, take).await?;
    // The media type does not matter: a beacon of text is `text/plain`.
    gateway.metrics.visits.count(&Visit::parse(&bytes)?);
    let mut answer = Response::new(Body::Empty);
    *answer.status_mut() = StatusCode::NO_CONTENT;
    let headers = answer.headers_mut();
    CachePolicy::NoStore.apply(headers);
    add_common(headers, gateway.config.hsts());
    Ok(answer)
}
