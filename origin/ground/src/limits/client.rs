//! The client of a call, by which limits count.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use http::{HeaderMap, HeaderName};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The maker of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

impl Client {
    /// All clients whose addresses are not known; it is the unspecified address.
    pub const COMMON: Self = Self(IpAddr::V6(Ipv6Addr::UNSPECIFIED));

    /// The client of a request, from its headers.
    pub fn identify(headers: &HeaderMap) -> Self {
        let mut values = headers.get_all(X_FORWARDED_FOR).iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            return Self::COMMON;
        };
        let address = value.to_str().ok().and_then(|text| text.parse().ok());
        address.map_or(Self::COMMON, Self::at)
    }

    /// The client of an address: an IPv4 address, or the 64-bit network of an IPv6 address.
    pub fn at(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                Ipv6Addr::from(network).into()
            }
        })
    }
}

impl Client {
    /// Whether the client is this machine.
    pub fn is_local(self) -> bool {
        self.0.is_loopback()
    }

    /// The first address of the larger network that it is in: 24 bits of IPv4, 48 of IPv6, which is
    /// the addresses of a company or of a hosting provider.
    pub fn network(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(address) => Ipv4Addr::from_bits(address.to_bits() & (u32::MAX << 8)).into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 80 << 80).into(),
        }
    }
}

impl std::fmt::Display for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(values: &[&[u8]]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(X_FORWARDED_FOR, value.to_vec().try_into().unwrap());
        }
        headers
    }

    #[test]
    fn this_machine_is_told_by_its_address_alone() {
        let is_local = |value: &str| Client::identify(&headers(&[value.as_bytes()])).is_local();
        for (value, expected) in [
            ("127.0.0.1", true),
            ("127.8.8.8", true),
            ("::ffff:127.0.0.1", true),
            ("192.0.2.7", false),
            ("::", false),
            ("localhost", false),
            ("", false),
        ] {
            assert_eq!(is_local(value), expected, "{value}");
        }
    }

    #[test]
    fn a_client_is_its_address_or_its_network_and_else_the_common_one() {
        let of = |value: &str| Client::identify(&headers(&[value.as_bytes()]));
        assert_eq!(of("192.0.2.7"), Client("192.0.2.7".parse().unwrap()));
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        for common in ["", "unknown", "192.0.2.7, 192.0.2.8", "192.0.2.7:80"] {
            assert_eq!(of(common), Client::COMMON, "{common}");
        }
        let two: [&[u8]; 2] = [b"192.0.2.7", b"192.0.2.8"];
        assert_eq!(Client::identify(&headers(&two)), Client::COMMON);
        assert_eq!(Client::identify(&headers(&[b"\xff"])), Client::COMMON);
        assert_eq!(Client::identify(&headers(&[])), Client::COMMON);
    }

    #[test]
    fn clients_of_one_company_are_of_one_network() {
        let network = |address: &str| Client::at(address.parse().unwrap()).network().to_string();
        assert_eq!(network("192.0.2.7"), "192.0.2.0");
        assert_eq!(network("::ffff:192.0.2.9"), "192.0.2.0");
        assert_eq!(network("192.0.3.7"), "192.0.3.0");
        assert_eq!(network("2001:db8:1:2::1"), "2001:db8:1::");
        assert_eq!(network("2001:db8:1:ffff::1"), "2001:db8:1::");
        assert_eq!(network("2001:db8:2::1"), "2001:db8:2::");
    }
}
