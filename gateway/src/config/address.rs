//! Addresses in options: the accepted forms, and the one form in which they are kept. Pure.

use http::Uri;
use http::uri::Authority;

use super::ConfigError;
use crate::protocol::host::is_loopback;

/// The protocol to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    /// Without TLS.
    Http,
    /// With TLS.
    Https,
}

/// Exactly `http://host:port`.
pub(super) fn authority(option: &'static str, url: &str) -> Result<Authority, ConfigError> {
    match split(url) {
        Some((Scheme::Http, authority)) => Ok(authority),
        _ => Err(wrong(option, url, "http://127.0.0.1:8090")),
    }
}

/// Exactly `https://host` or `http://host:port`.
pub(super) fn server(option: &'static str, url: &str) -> Result<(Scheme, Authority), ConfigError> {
    split(url).ok_or_else(|| wrong(option, url, "https://backend.example"))
}

/// An origin as browsers write it in `Origin`: lower case, no default port, no slash.
pub(super) fn public_origin(option: &'static str, url: &str) -> Result<String, ConfigError> {
    let (scheme, authority) =
        split(url).ok_or_else(|| wrong(option, url, "https://www.example.com"))?;
    let host = authority.host().to_ascii_lowercase();
    let (scheme, usual) = match scheme {
        Scheme::Http => ("http", 80),
        Scheme::Https => ("https", 443),
    };
    Ok(match authority.port_u16() {
        Some(port) if port != usual => format!("{scheme}://{host}:{port}"),
        _ => format!("{scheme}://{host}"),
    })
}

fn wrong(option: &'static str, url: &str, like: &'static str) -> ConfigError {
    ConfigError::Address {
        option,
        value: url.to_owned(),
        like,
    }
}

fn split(url: &str) -> Option<(Scheme, Authority)> {
    let uri: Uri = url.parse().ok()?;
    let scheme = match uri.scheme_str()? {
        "http" => Scheme::Http,
        "https" => Scheme::Https,
        _ => return None,
    };
    let authority = uri
        .authority()
        .filter(|authority| !authority.as_str().contains('@') && !authority.host().is_empty())?;
    let is_bare = matches!(uri.path(), "" | "/") && uri.query().is_none();
    is_bare.then(|| (scheme, authority.clone()))
}

pub(super) fn is_plain_and_remote(origin: &str) -> bool {
    origin
        .strip_prefix("http://")
        .is_some_and(|host| !is_loopback(host))
}
