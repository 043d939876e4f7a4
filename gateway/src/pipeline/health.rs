//! Questions of operators and their tools: `/healthz`, `/readyz`, `/metrics`.

use http::header::{self, HeaderValue};
use http::{Response, StatusCode};
use serde_json::json;

use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::headers::add_common;

/// Answers `/healthz`: the process runs and answers, with or without a build.
pub(super) fn health(call: &Call<'_>) -> Response<Body> {
    answer(
        call,
        StatusCode::OK,
        "text/plain; charset=utf-8",
        "ok\n".to_owned(),
    )
}

/// Answers `/metrics`: numbers about visitors, for this machine alone ([`is_local`]).
pub(super) fn metrics(call: &Call<'_>) -> Response<Body> {
    let media_type = "text/plain; version=0.0.4; charset=utf-8";
    let body = call.gateway.metrics.expose();
    answer(call, StatusCode::OK, media_type, body)
}

/// Answers `/readyz`: ready as soon as there is a build to serve, also while a newer one is waited
/// for or refused, and until the gateway drains. The reason names files of this machine, and is for
/// this machine only.
pub(super) fn readiness(call: &Call<'_>) -> Response<Body> {
    let site = call.site;
    let obstacle = call.gateway.live.obstacle();
    let obstacle = obstacle.as_deref();
    let shown = obstacle.filter(|_| is_local(call));
    let is_draining = call.gateway.phases.is_leaving();
    let is_ready = site.is_some() && !is_draining;
    let status = match is_ready {
        true => StatusCode::OK,
        false => StatusCode::SERVICE_UNAVAILABLE,
    };
    let body = json!({
        "ready": is_ready,
        "draining": is_draining,
        "build": site.map(|site| &site.index.id),
        "app": site.map(|site| &site.index.app),
        "waiting": obstacle.is_some_and(|obstacle| obstacle.waiting),
        "refused": obstacle.is_some_and(|obstacle| !obstacle.waiting),
        "reason": shown.map(|obstacle| &obstacle.reason),
    });
    answer(call, status, "application/json", format!("{body}\n"))
}

fn answer(
    call: &Call<'_>,
    status: StatusCode,
    media_type: &'static str,
    body: String,
) -> Response<Body> {
    let mut response = Response::new(Body::whole(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    CachePolicy::NoStore.apply(headers);
    add_common(headers, call.gateway.config.hsts());
    response
}

/// Whether the request comes from this machine.
pub(super) fn is_local(call: &Call<'_>) -> bool {
    call.client.is_local(call.headers())
}
