//! The server that answers `/api`, and the protocol to it.

use std::fmt;
use std::path::PathBuf;

use http::uri::Authority;

/// The server that answers `/api`.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// The embedded origin, in this process.
    #[cfg(feature = "embedded-origin")]
    Embedded(Box<origin::Config>),
    /// Another server.
    Remote(Backend),
}

/// Another server that answers `/api`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Backend {
    /// Host, and port if it is not the usual one.
    pub(crate) authority: Authority,
    /// Authorities of its certificate; none: without TLS.
    pub(crate) tls: Option<Authorities>,
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority)
    }
}

/// Authorities that may vouch for another server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Authorities {
    /// The system's, as every program on this machine trusts them.
    System,
    /// The authorities in a PEM file, and no others.
    File(PathBuf),
}
