//! Questions of operators and their tools: `/healthz`, `/readyz`, `/metrics`. With
//! `--metrics-listen` a socket of its own answers them too, and numbers are only there.

use std::sync::Arc;

use exposition::{MEDIA_TYPE, process};
use http::header::{self, HeaderValue};
use http::{Method, Request, Response, StatusCode};
use serde_json::json;

use crate::call::Call;
use crate::observe::metrics;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::headers::{Hsts, add_common};
use crate::site::Site;
use crate::state::Gateway;

const TEXT: &str = "text/plain; charset=utf-8";

/// Answers a request to the operators' socket. There is nothing else, and no TLS.
pub(crate) async fn answer_operator<B>(gateway: &Gateway, request: Request<B>) -> Response<Body> {
    let plain = |status, text: &str| answer(status, TEXT, text.to_owned(), Hsts::NONE);
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut refusal = plain(StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD\n");
        let allowed = HeaderValue::from_static("GET, HEAD");
        refusal.headers_mut().insert(header::ALLOW, allowed);
        return refusal;
    }
    let mut response = match request.uri().path() {
        "/healthz" => plain(StatusCode::OK, "ok\n"),
        "/readyz" => readiness_for(gateway, gateway.live.site().as_ref(), true, Hsts::NONE),
        "/metrics" => metrics_of(gateway, Hsts::NONE).await,
        _ => plain(StatusCode::NOT_FOUND, "/healthz, /readyz, /metrics\n"),
    };
    if *request.method() == Method::HEAD {
        *response.body_mut() = Body::Empty;
    }
    response
}

/// Answers `/healthz`: the process runs and answers, with or without a build.
pub(super) fn health(call: &Call<'_>) -> Response<Body> {
    answer(StatusCode::OK, TEXT, "ok\n".to_owned(), hsts(call))
}

/// Answers `/metrics`: numbers about visitors, for this machine alone ([`has_metrics`]).
pub(super) async fn metrics(call: &Call<'_>) -> Response<Body> {
    metrics_of(call.gateway, hsts(call)).await
}

/// Answers `/readyz`: ready as soon as there is a build to serve, also while a newer one is waited
/// for or refused, and until the gateway drains. The reason names files of this machine, and is for
/// this machine only.
pub(super) fn readiness(call: &Call<'_>) -> Response<Body> {
    readiness_for(call.gateway, call.site, is_local(call), hsts(call))
}

async fn metrics_of(gateway: &Gateway, hsts: Hsts) -> Response<Body> {
    let site = gateway.live.site();
    let build = site.map(|site| site.index.id.to_string());
    let mut body = gateway.metrics.expose();
    body += &metrics::expose_build(&build.unwrap_or_default());
    // With many connections, to count their descriptors takes milliseconds.
    let process = tokio::task::spawn_blocking(process::expose).await;
    body += &process.unwrap_or_default();
    body += &gateway.upstream.expose_metrics().await;
    answer(StatusCode::OK, MEDIA_TYPE, body, hsts)
}

fn readiness_for(
    gateway: &Gateway,
    site: Option<&Arc<Site>>,
    is_local: bool,
    hsts: Hsts,
) -> Response<Body> {
    let obstacle = gateway.live.obstacle();
    let obstacle = obstacle.as_deref();
    let shown = obstacle.filter(|_| is_local);
    let is_draining = gateway.phases.is_leaving();
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
    answer(status, "application/json", format!("{body}\n"), hsts)
}

fn answer(
    status: StatusCode,
    media_type: &'static str,
    body: String,
    hsts: Hsts,
) -> Response<Body> {
    let mut response = Response::new(Body::whole(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    CachePolicy::NoStore.apply(headers);
    add_common(headers, hsts);
    response
}

fn hsts(call: &Call<'_>) -> Hsts {
    call.gateway.config.hsts()
}

/// Whether numbers are at the site's own address: for this machine, unless they have a socket.
pub(super) fn has_metrics(call: &Call<'_>) -> bool {
    call.gateway.config.metrics_listen.is_none() && is_local(call)
}

/// Whether the request comes from this machine.
fn is_local(call: &Call<'_>) -> bool {
    call.client.is_local(call.headers())
}
