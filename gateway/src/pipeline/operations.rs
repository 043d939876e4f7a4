//! What operators and their tools ask: `/healthz`, `/readyz`, `/metrics`.

use std::sync::Arc;

use http::header::{self, HeaderValue};
use http::{HeaderMap, Response, StatusCode};
use serde_json::json;

use crate::protocol::body::Body;
use crate::protocol::client::Client;
use crate::protocol::headers::{NO_STORE, add_common};
use crate::site::Site;
use crate::state::Gateway;

/// Answers one of these paths; none for any other.
pub(crate) fn answer(
    gateway: &Gateway,
    site: Option<&Arc<Site>>,
    client: &Client,
    headers: &HeaderMap,
    path: &str,
) -> Option<Response<Body>> {
    let (status, media_type, body) = match path {
        // The process runs and answers, whatever it has to serve.
        "/healthz" => (
            StatusCode::OK,
            "text/plain; charset=utf-8",
            "ok\n".to_owned(),
        ),
        "/readyz" => ready(gateway, site, client.is_local(headers)),
        // Numbers about visitors are for this machine only; elsewhere the path does not exist.
        "/metrics" if client.is_local(headers) => (
            StatusCode::OK,
            "text/plain; version=0.0.4; charset=utf-8",
            gateway.metrics.expose(),
        ),
        _ => return None,
    };
    let mut response = Response::new(Body::whole(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, NO_STORE);
    add_common(headers, gateway.config.is_tls());
    Some(response)
}

/// Ready as soon as there is a build to serve, also while a newer one is refused. Why it is refused
/// names files of this machine, and is for this machine only.
fn ready(
    gateway: &Gateway,
    site: Option<&Arc<Site>>,
    is_local: bool,
) -> (StatusCode, &'static str, String) {
    let refused = gateway.live.refused();
    let reason = refused.as_deref().filter(|_| is_local);
    let status = match site {
        Some(_) => StatusCode::OK,
        None => StatusCode::SERVICE_UNAVAILABLE,
    };
    let body = json!({
        "ready": site.is_some(),
        "build": site.map(|site| &site.index.id),
        "app": site.map(|site| &site.index.app),
        "refused": refused.is_some(),
        "reason": reason,
    });
    (status, "application/json", format!("{body}\n"))
}
