//! Addresses of this machine alone.

use std::net::IpAddr;

use url::{Host, Url};

/// Whether an address such as `http://localhost:8080` is this machine's alone.
pub fn is_loopback(origin: &str) -> bool {
    match Url::parse(origin).ok().as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).to_canonical().is_loopback(),
        None => false,
    }
}
