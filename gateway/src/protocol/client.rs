//! The client of a request: the address by which limits count, here and at the origin. Pure.
//!
//! A connection's other end is the client, unless it is a proxy that the operator named. Such a
//! proxy adds the address of its client at the end of `X-Forwarded-For`, so the list is read from
//! its end: every address that is itself a trusted proxy vouches for the one before it, and the
//! first that is not is the client. Addresses further left may be forged.

use std::fmt;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use http::header::HOST;
use http::{HeaderMap, HeaderName, HeaderValue};
use ipnet::IpNet;

use super::claims::is_of_proxy;
use super::host::is_loopback;

pub(crate) const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
pub(crate) const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FarEnd {
    /// A client or a proxy with an address.
    At(SocketAddr),
    /// A program on this machine, over a Unix socket.
    Unix,
}

impl FarEnd {
    /// The end's address; IPv4 is never written as IPv6. A Unix socket has that of this machine.
    pub(crate) fn ip(self) -> IpAddr {
        match self {
            Self::At(address) => address.ip().to_canonical(),
            Self::Unix => Ipv4Addr::LOCALHOST.into(),
        }
    }
}

impl fmt::Display for FarEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(address) => address.fmt(f),
            Self::Unix => f.write_str("a Unix socket"),
        }
    }
}

/// The proxies that are trusted to name their clients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TrustedProxies(pub(crate) Vec<IpNet>);

impl TrustedProxies {
    /// Whether an address is that of a trusted proxy.
    pub(crate) fn has(&self, address: IpAddr) -> bool {
        self.0.iter().any(|net| net.contains(&address))
    }

    /// Whether the other end of a connection is a trusted proxy, or uses a Unix socket, which the
    /// operator made for a proxy.
    pub(crate) fn has_peer(&self, peer: FarEnd) -> bool {
        peer == FarEnd::Unix || self.has(peer.ip())
    }

    /// The address for the limits of connections, before a byte of them is read; none for a trusted
    /// proxy, which has many clients.
    pub(crate) fn counted_address(&self, peer: FarEnd) -> Option<IpAddr> {
        (!self.has_peer(peer)).then(|| network(peer.ip()))
    }
}

/// The sender of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client {
    /// The sender's address; IPv4 is never written as IPv6.
    pub(crate) address: IpAddr,
    /// Whether the request came to a trusted proxy over TLS; none if no trusted proxy reports it.
    pub(crate) tls: Option<bool>,
    /// Whether the connection's other end is on this machine: the client itself, or a proxy.
    pub(crate) is_beside: bool,
}

impl Client {
    /// The client, from the connection's other end and a request's head.
    pub(crate) fn identify(peer: FarEnd, headers: &HeaderMap, trusted: &TrustedProxies) -> Self {
        let is_trusted = trusted.has_peer(peer);
        let peer = peer.ip();
        Self {
            address: if is_trusted {
                vouched_for(peer, headers, trusted)
            } else {
                peer
            },
            tls: is_trusted.then(|| scheme(headers)).flatten(),
            is_beside: peer.is_loopback(),
        }
    }

    /// Whether it runs on this machine and is not a proxy. A proxy names its client in some header,
    /// or forwards the requested host, which is not a loopback name.
    pub(crate) fn is_local(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        self.is_beside
            && host.is_none_or(is_loopback)
            && !headers.keys().any(|name| is_of_proxy(name.as_str()))
    }

    /// The address as `X-Forwarded-For` has it.
    pub(crate) fn address_text(&self) -> Option<HeaderValue> {
        // The longest is an IPv6 address that ends in an IPv4 one.
        let mut text = [0; 45];
        let mut rest = &mut text[..];
        write!(rest, "{}", self.address).ok()?;
        let left = rest.len();
        HeaderValue::from_bytes(&text[..text.len() - left]).ok()
    }

    /// The network by which limits count.
    pub(crate) fn network(&self) -> IpAddr {
        network(self.address)
    }
}

/// IPv6 assigns networks of 64 bits, and the owner of one has all of its addresses.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    const NETWORK: u128 = u128::MAX << 64;
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & NETWORK).into(),
    }
}

/// The last address of `X-Forwarded-For` that is no trusted proxy. An entry that is no address ends
/// the search: the proxy that added it is the last known address.
fn vouched_for(peer: IpAddr, headers: &HeaderMap, trusted: &TrustedProxies) -> IpAddr {
    let mut known = peer;
    for line in headers.get_all(X_FORWARDED_FOR).iter().rev() {
        let Ok(line) = line.to_str() else {
            return known;
        };
        for entry in line.rsplit(',') {
            let Some(address) = address(entry.trim()) else {
                return known;
            };
            known = address;
            if !trusted.has(address) {
                return known;
            }
        }
    }
    known
}

/// An address, alone or with a port; IPv6 with or without brackets.
fn address(entry: &str) -> Option<IpAddr> {
    let alone = || entry.trim_start_matches('[').trim_end_matches(']').parse();
    let with_port = || entry.parse().map(|address: SocketAddr| address.ip());
    let address: IpAddr = with_port().or_else(|_| alone()).ok()?;
    Some(address.to_canonical())
}

/// From the last `X-Forwarded-Proto`: the one of the proxy that the connection comes from.
fn scheme(headers: &HeaderMap) -> Option<bool> {
    let line = headers.get_all(X_FORWARDED_PROTO).iter().next_back()?;
    match line.to_str().ok()?.rsplit(',').next()?.trim() {
        scheme if scheme.eq_ignore_ascii_case("https") => Some(true),
        scheme if scheme.eq_ignore_ascii_case("http") => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn trusted_proxies() -> TrustedProxies {
        let nets = ["10.0.0.0/8", "192.0.2.1/32", "2001:db8:a::/48"];
        TrustedProxies(nets.iter().map(|net| net.parse().unwrap()).collect())
    }

    fn client(peer: &str, rows: &[(&'static str, &str)]) -> Client {
        let mut headers = HeaderMap::new();
        for (name, value) in rows {
            headers.append(*name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        let peer = match peer {
            "unix" => FarEnd::Unix,
            peer => FarEnd::At(SocketAddr::new(peer.parse().unwrap(), 5000)),
        };
        Client::identify(peer, &headers, &trusted_proxies())
    }

    #[test]
    fn the_client_is_the_last_address_that_no_trusted_proxy_has() {
        let many = format!("{}203.0.113.9, 10.0.0.2", "198.51.100.1, ".repeat(500));
        let rows: [(&str, &[&str], &str); 24] = [
            // A Unix socket is for proxies.
            ("unix", &["198.51.100.1"], "198.51.100.1"),
            ("unix", &[], "127.0.0.1"),
            // A proxy that was not configured is not trusted.
            ("203.0.113.7", &["198.51.100.1"], "203.0.113.7"),
            ("203.0.113.7", &["10.0.0.1"], "203.0.113.7"),
            ("127.0.0.1", &["198.51.100.1"], "127.0.0.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            // Entries further left are the client's own.
            ("10.0.0.1", &["127.0.0.1, 198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", &["10.9.9.9, 198.51.100.1"], "198.51.100.1"),
            // A chain of proxies.
            (
                "10.0.0.1",
                &["198.51.100.1, 10.0.0.2, 192.0.2.1"],
                "198.51.100.1",
            ),
            ("10.0.0.1", &["10.0.0.3,10.0.0.2"], "10.0.0.3"),
            ("10.0.0.1", &[&many], "203.0.113.9"),
            // Several lines are one list.
            (
                "10.0.0.1",
                &["198.51.100.1", "198.51.100.2"],
                "198.51.100.2",
            ),
            ("10.0.0.1", &["198.51.100.1", "10.0.0.2"], "198.51.100.1"),
            // Ports, IPv6, IPv4 within IPv6.
            ("10.0.0.1", &["198.51.100.1:4711"], "198.51.100.1"),
            ("10.0.0.1", &["[2001:db8:b::1]:4711"], "2001:db8:b::1"),
            ("10.0.0.1", &["[2001:db8:b::1]"], "2001:db8:b::1"),
            ("2001:db8:a::5", &["2001:db8:b::1"], "2001:db8:b::1"),
            ("::ffff:10.0.0.1", &["::ffff:198.51.100.1"], "198.51.100.1"),
            // An entry that is no address ends the search at the proxy that added it.
            ("10.0.0.1", &["unknown"], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.1, evil, 10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", &[""], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.1,"], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.1", "\u{fc}"], "10.0.0.1"),
        ];
        for (peer, lines, expected) in rows {
            let headers: Vec<_> = lines
                .iter()
                .map(|line| ("x-forwarded-for", *line))
                .collect();
            let client = client(peer, &headers);
            assert_eq!(client.address.to_string(), expected, "{peer} {lines:?}");
        }
    }

    #[test]
    fn only_a_trusted_proxy_says_what_its_client_spoke() {
        let proto = "x-forwarded-proto";
        let rows: [(&str, &[&str], Option<bool>); 7] = [
            ("unix", &["https"], Some(true)),
            ("10.0.0.1", &["https"], Some(true)),
            ("10.0.0.1", &["http"], Some(false)),
            ("10.0.0.1", &["https, HTTP"], Some(false)),
            ("10.0.0.1", &["http", "https"], Some(true)),
            ("10.0.0.1", &["wss"], None),
            ("203.0.113.7", &["https"], None),
        ];
        for (peer, lines, expected) in rows {
            let headers: Vec<_> = lines.iter().map(|line| (proto, *line)).collect();
            assert_eq!(client(peer, &headers).tls, expected, "{peer} {lines:?}");
        }
    }

    #[test]
    fn whoever_comes_through_a_proxy_is_not_of_this_machine() {
        type Row = (&'static str, &'static [(&'static str, &'static str)], bool);
        let rows: [Row; 21] = [
            ("unix", &[("host", "localhost")], true),
            ("unix", &[("x-forwarded-for", "127.0.0.1")], false),
            ("127.0.0.1", &[], true),
            ("::1", &[("host", "[::1]:8080")], true),
            ("::ffff:127.0.0.1", &[("host", "localhost:8080")], true),
            ("127.0.0.1", &[("user-agent", "curl")], true),
            ("203.0.113.7", &[], false),
            ("127.0.0.1", &[("host", "www.example.com")], false),
            ("127.0.0.1", &[("x-forwarded-for", "127.0.0.1")], false),
            ("127.0.0.1", &[("x-forwarded-proto", "https")], false),
            ("127.0.0.1", &[("forwarded", "for=127.0.0.1")], false),
            ("127.0.0.1", &[("x-real-ip", "203.0.113.7")], false),
            ("127.0.0.1", &[("via", "1.1 proxy")], false),
            ("127.0.0.1", &[("cf-connecting-ip", "203.0.113.7")], false),
            ("127.0.0.1", &[("true-client-ip", "203.0.113.7")], false),
            ("127.0.0.1", &[("x_real_ip", "203.0.113.7")], false),
            ("127.0.0.1", &[("cdn-loop", "cdn")], false),
            ("127.0.0.1", &[("x-request-id", "1")], false),
            ("127.0.0.1", &[("x-amzn-trace-id", "Root=1")], false),
            ("127.0.0.1", &[("x-original-host", "127.0.0.1")], false),
            ("127.0.0.1", &[("x-envoy-external-address", "::1")], false),
        ];
        for (peer, lines, expected) in rows {
            let mut headers = HeaderMap::new();
            for (name, value) in lines {
                headers.insert(*name, HeaderValue::from_str(value).unwrap());
            }
            let local = client(peer, lines).is_local(&headers);
            assert_eq!(local, expected, "{peer} {lines:?}");
        }
    }

    #[test]
    fn limits_count_ipv6_by_network() {
        for (peer, expected) in [
            ("192.0.2.1", "192.0.2.1"),
            ("2001:db8:0:1::1", "2001:db8:0:1::"),
            ("2001:db8:0:1:ffff::9", "2001:db8:0:1::"),
            ("2001:db8:0:2::1", "2001:db8:0:2::"),
        ] {
            assert_eq!(client(peer, &[]).network().to_string(), expected);
        }
    }

    #[test]
    fn connections_count_by_network_and_those_of_a_trusted_proxy_do_not() {
        for (peer, expected) in [
            ("192.0.2.7", Some("192.0.2.7")),
            ("::ffff:192.0.2.7", Some("192.0.2.7")),
            ("2001:db8:b:1:ffff::9", Some("2001:db8:b:1::")),
            ("10.0.0.1", None),
            ("2001:db8:a::5", None),
        ] {
            let peer = FarEnd::At(SocketAddr::new(peer.parse().unwrap(), 5000));
            let expected = expected.map(|address| address.parse().unwrap());
            assert_eq!(trusted_proxies().counted_address(peer), expected, "{peer}");
        }
        assert_eq!(
            TrustedProxies::default().counted_address(FarEnd::Unix),
            None
        );
    }

    proptest! {
        // A client may send any entries: its proxy adds the real address at the end, and only this
        // one counts.
        #[test]
        fn no_header_of_a_client_makes_it_another(forged in proptest::collection::vec("[ -~]{0,40}", 0..5)) {
            let mut rows: Vec<_> = forged.iter().map(|line| ("x-forwarded-for", line.as_str())).collect();
            rows.push(("x-forwarded-for", "198.51.100.1"));
            prop_assert_eq!(client("10.0.0.1", &rows).address.to_string(), "198.51.100.1");
            rows.pop();
            let joined = format!("{},198.51.100.1", forged.join(","));
            prop_assert_eq!(client("10.0.0.1", &[("x-forwarded-for", &joined)]).address.to_string(), "198.51.100.1");
            prop_assert_eq!(client("203.0.113.7", &rows).address.to_string(), "203.0.113.7");
        }
    }

    #[test]
    fn an_address_is_written_as_it_is_read() {
        for peer in [
            "192.0.2.1",
            "2001:db8::1",
            "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        ] {
            assert_eq!(client(peer, &[]).address_text().unwrap(), peer);
        }
    }
}
