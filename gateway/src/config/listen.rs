//! The address of a listening socket: an address of IP, or the path of a Unix socket.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The mark before the path of a Unix socket.
const UNIX: &str = "unix:";

/// The longest path that the kernel takes, in bytes.
const PATH_MAX: usize = 107;

/// Where to listen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ListenAddress {
    /// An address and a port.
    Tcp(SocketAddr),
    /// A file, for programs on this machine.
    Unix(PathBuf),
}

/// A text is no such address.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NoListenAddress {
    /// The text has neither of the two forms.
    #[error(
        "expected an address such as `127.0.0.1:8080`, or `unix:` with a path such as `unix:/run/portico/gateway.sock`"
    )]
    Form,
    /// The path is relative: the folder in which the program was started would decide.
    #[error("the path after `unix:` begins with `/`, as in `unix:/run/portico/gateway.sock`")]
    Relative,
    /// The path is longer than the kernel permits.
    #[error("the path after `unix:` has at most {PATH_MAX} bytes")]
    Long,
}

impl ListenAddress {
    /// The address of IP.
    pub fn tcp(&self) -> Option<SocketAddr> {
        match self {
            Self::Tcp(address) => Some(*address),
            Self::Unix(_) => None,
        }
    }

    /// The path of a Unix socket.
    pub fn unix(&self) -> Option<&Path> {
        match self {
            Self::Tcp(_) => None,
            Self::Unix(path) => Some(path),
        }
    }
}

impl From<SocketAddr> for ListenAddress {
    fn from(address: SocketAddr) -> Self {
        Self::Tcp(address)
    }
}

impl FromStr for ListenAddress {
    type Err = NoListenAddress;

    fn from_str(text: &str) -> Result<Self, NoListenAddress> {
        let Some(path) = text.strip_prefix(UNIX) else {
            let address = text.parse().map_err(|_| NoListenAddress::Form)?;
            return Ok(Self::Tcp(address));
        };
        if !path.starts_with('/') || path.ends_with('/') {
            return Err(NoListenAddress::Relative);
        }
        if path.len() > PATH_MAX {
            return Err(NoListenAddress::Long);
        }
        Ok(Self::Unix(path.into()))
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "{UNIX}{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_of_ip_or_a_whole_path() {
        for text in ["127.0.0.1:0", "[::]:443", "unix:/run/portico/gateway.sock"] {
            assert_eq!(text.parse::<ListenAddress>().unwrap().to_string(), text);
        }
        let long = format!("unix:/{}", "a".repeat(PATH_MAX));
        for (text, error) in [
            ("8080", NoListenAddress::Form),
            ("/run/gateway.sock", NoListenAddress::Form),
            ("unix:gateway.sock", NoListenAddress::Relative),
            ("unix:", NoListenAddress::Relative),
            ("unix:/run/", NoListenAddress::Relative),
            (long.as_str(), NoListenAddress::Long),
        ] {
            assert_eq!(text.parse::<ListenAddress>(), Err(error), "{text}");
        }
    }
}
