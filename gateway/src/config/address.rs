//! Addresses in options: what is accepted, and the one form in which it is kept. Pure.

use http::Uri;
use http::uri::Authority;

use super::ConfigError;
use crate::cross_site::is_loopback;

/// `http://host:port` and nothing behind it.
pub(super) fn authority(option: &'static str, url: &str) -> Result<Authority, ConfigError> {
    let wrong = || ConfigError::Address {
        option,
        value: url.to_owned(),
        like: "http://127.0.0.1:8090",
    };
    let (scheme, authority) = split(url).ok_or_else(wrong)?;
    if scheme == "http" {
        Ok(authority)
    } else {
        Err(wrong())
    }
}

/// As browsers write it in `Origin`: lower case, no default port, no slash.
pub(super) fn public_origin(url: &str) -> Result<String, ConfigError> {
    let wrong = || ConfigError::Address {
        option: "--public-origin",
        value: url.to_owned(),
        like: "https://www.example.com",
    };
    let (scheme, authority) = split(url).ok_or_else(wrong)?;
    let host = authority.host().to_ascii_lowercase();
    Ok(match (scheme.as_str(), authority.port_u16()) {
        ("https", None | Some(443)) | ("http", None | Some(80)) => format!("{scheme}://{host}"),
        (_, Some(port)) => format!("{scheme}://{host}:{port}"),
        (_, None) => return Err(wrong()),
    })
}

fn split(url: &str) -> Option<(String, Authority)> {
    let uri: Uri = url.parse().ok()?;
    let scheme = uri
        .scheme_str()
        .filter(|scheme| matches!(*scheme, "http" | "https"))?;
    let authority = uri
        .authority()
        .filter(|authority| !authority.as_str().contains('@') && !authority.host().is_empty())?;
    let is_bare = matches!(uri.path(), "" | "/") && uri.query().is_none();
    is_bare.then(|| (scheme.to_owned(), authority.clone()))
}

pub(super) fn is_plain_and_remote(origin: &str) -> bool {
    origin
        .strip_prefix("http://")
        .is_some_and(|host| !is_loopback(host))
}
