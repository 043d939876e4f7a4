//! Steps 1 and 11 of the pipeline: one client's shares of requests and of bytes.

use std::net::IpAddr;

use http::Response;

use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::destination::Destination;

/// Whether the client has not asked too often.
pub(super) async fn is_within(call: &Call<'_>) -> bool {
    let gateway = call.gateway;
    let (Some(requests), Some(client)) = (&gateway.requests, counted_client(call)) else {
        return true;
    };
    let is_within = requests.allow(client).await;
    if !is_within {
        gateway.metrics.refused_requests.add_one();
    }
    is_within
}

/// Makes the body of an answer wait for its client's share of bytes.
pub(super) fn pace(call: &Call<'_>, response: &mut Response<Body>) {
    if let Some(bandwidth) = &call.gateway.bandwidth
        && let Some(client) = counted_client(call)
    {
        bandwidth.pace(client, response);
    }
}

/// The client by which a request and its answer count. None for a proxy that names no client, and
/// for programs that watch the gateway, which are always answered.
fn counted_client(call: &Call<'_>) -> Option<IpAddr> {
    let is_free = call.gateway.config.trusted_proxies.has(call.client.address)
        || matches!(
            call.destination,
            Destination::Health | Destination::Readiness | Destination::Metrics
        );
    (!is_free).then(|| call.client.network())
}
