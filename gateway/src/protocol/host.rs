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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loopback_name_is_this_machine_for_every_client() {
        for (host, expected) in [
            ("localhost", true),
            ("localhost:8080", true),
            ("a.localhost", true),
            ("127.9.9.9:80", true),
            ("[::1]:80", true),
            ("[::1]", true),
            ("localhost.example", false),
            ("notlocalhost", false),
            ("localhost:x", false),
            ("128.0.0.1", false),
            ("[::2]:80", false),
            ("", false),
        ] {
            assert_eq!(is_loopback(host), expected, "{host}");
        }
    }

    #[test]
    fn a_bare_host_has_no_brackets_and_no_port() {
        for (authority, expected) in [
            ("[::1]:80", "::1"),
            ("x.example:80", "x.example"),
            ("[::1]", "::1"),
        ] {
            let authority: Authority = authority.parse().unwrap();
            assert_eq!(bare_host(&authority), expected);
        }
    }
}
