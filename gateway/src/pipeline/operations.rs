//! Questions of operators and their tools: `/healthz`, `/readyz`, `/metrics`.

use http::header::{self, HeaderValue};
use http::{Response, StatusCode};
use serde_json::json;

use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::headers::{NO_STORE, add_common};

/// Answers one of these paths; none for any other.
pub(super) fn answer(call: &Call<'_>) -> Option<Response<Body>> {
    let (status, media_type, body) = match call.path() {
        // The process runs and answers, with or without a build.
        "/healthz" => (
            StatusCode::OK,
            "text/plain; charset=utf-8",
            "ok\n".to_owned(),
        ),
        "/readyz" => ready(call),
        // Numbers about visitors are for this machine only; elsewhere the path does not exist.
        "/metrics" if is_local(call) => (
            StatusCode::OK,
            "text/plain; version=0.0.4; charset=utf-8",
            call.gateway.metrics.expose(),
        ),
        _ => return None,
    };
    let mut response = Response::new(Body::whole(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, NO_STORE);
    add_common(headers, call.gateway.config.is_tls());
    Some(response)
}

/// Ready as soon as there is a build to serve, also while a newer one is incomplete or refused. The
/// reason names files of this machine, and is shown to this machine only.
fn ready(call: &Call<'_>) -> (StatusCode, &'static str, String) {
    let site = call.site;
    let obstacle = call.gateway.live.obstacle();
    let obstacle = obstacle.as_deref();
    let told = obstacle.filter(|_| is_local(call));
    let status = match site {
        Some(_) => StatusCode::OK,
        None => StatusCode::SERVICE_UNAVAILABLE,
    };
    let body = json!({
        "ready": site.is_some(),
        "build": site.map(|site| &site.index.id),
        "app": site.map(|site| &site.index.app),
        "waiting": obstacle.is_some_and(|obstacle| obstacle.waiting),
        "refused": obstacle.is_some_and(|obstacle| !obstacle.waiting),
        "reason": told.map(|obstacle| &obstacle.reason),
    });
    (status, "application/json", format!("{body}\n"))
}

fn is_local(call: &Call<'_>) -> bool {
    call.client.is_local(call.headers())
}
