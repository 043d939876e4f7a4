//! Hosts, as URIs and headers write them. Pure.

use http::uri::Authority;

/// Whether `host`, with or without a port, names this machine for every client.
pub(crate) fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address: Option<std::net::IpAddr> = name.trim_matches(['[', ']']).parse().ok();
    address.is_some_and(|address| address.is_loopback())
        || name == "localhost"
        || name.ends_with(".localhost")
}

/// The host without the brackets of an IPv6 address, as sockets and certificates expect it.
pub(crate) fn bare_host(authority: &Authority) -> &str {
    authority.host().trim_matches(['[', ']'])
}
