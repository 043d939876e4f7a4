//! The address of a scanner for files: `clamd://host:3310`, `clamd:///run/clamd.sock`,
//! `icap://host:1344/service`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use url::Url;

/// Port of clamd.
const CLAMD: u16 = 3310;

/// Port of ICAP (RFC 3507).
const ICAP: u16 = 1344;

/// The address of the scanner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScannerUrl {
    /// clamd, at a host and port.
    Clamd(String),
    /// clamd, at a socket of this machine.
    ClamdSocket(PathBuf),
    /// A service of an ICAP server.
    Icap {
        /// Host and port.
        address: String,
        /// The service's address, as requests name it.
        service: String,
    },
}

/// The text is no such address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not an address such as `clamd://host:3310`, `clamd:///run/clamav/clamd.ctl` or `icap://host:1344/service`"
)]
pub struct NotAScannerUrl;

impl FromStr for ScannerUrl {
    type Err = NotAScannerUrl;

    fn from_str(text: &str) -> Result<Self, NotAScannerUrl> {
        let url: Url = text.parse().map_err(|_| NotAScannerUrl)?;
        let is_bare = url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        let host = url.host_str().filter(|host| !host.is_empty());
        let address = |port| host.map(|host| format!("{host}:{}", url.port().unwrap_or(port)));
        let path = url.path();
        let parsed = match (url.scheme(), host) {
            ("clamd", None) if path.len() > 1 => Some(Self::ClamdSocket(path.into())),
            ("clamd", Some(_)) if matches!(path, "" | "/") => address(CLAMD).map(Self::Clamd),
            ("icap", Some(_)) if path.len() > 1 => address(ICAP).map(|address| Self::Icap {
                service: format!("icap://{address}{path}"),
                address,
            }),
            _ => None,
        };
        parsed.filter(|_| is_bare).ok_or(NotAScannerUrl)
    }
}

impl fmt::Display for ScannerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clamd(address) => write!(f, "clamd://{address}"),
            Self::ClamdSocket(path) => write!(f, "clamd://{}", path.display()),
            Self::Icap { service, .. } => f.write_str(service),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scanner_is_clamd_or_a_service_of_icap() {
        for (text, shown) in [
            ("clamd://scan.example", "clamd://scan.example:3310"),
            ("clamd://127.0.0.1:33/", "clamd://127.0.0.1:33"),
            ("clamd://[::1]", "clamd://[::1]:3310"),
            ("clamd:///run/clamd.sock", "clamd:///run/clamd.sock"),
            (
                "icap://scan.example/avscan",
                "icap://scan.example:1344/avscan",
            ),
            ("icap://scan.example:1/a/b", "icap://scan.example:1/a/b"),
        ] {
            let parsed: Result<ScannerUrl, _> = text.parse();
            assert_eq!(parsed.map(|url| url.to_string()), Ok(shown.to_owned()));
        }
        for wrong in [
            "",
            "clamd",
            "clamd://",
            "clamd:///",
            "clamd://host/path",
            "icap://host",
            "icap:///service",
            "http://host/service",
            "icap://user:password@host/service",
            "icap://host/service?a=b",
        ] {
            assert_eq!(wrong.parse::<ScannerUrl>(), Err(NotAScannerUrl), "{wrong}");
        }
    }
}
