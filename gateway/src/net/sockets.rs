//! Listening sockets, as they pass from process to process and from thread to thread.

use std::net::{SocketAddr, TcpListener};

/// The answers that a socket's visitors get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The site.
    Site,
    /// Without TLS: visitors who come here are sent to HTTPS.
    Redirect,
}

/// One address with its sockets.
#[derive(Debug)]
pub struct Bound {
    /// The answers that its visitors get.
    pub role: Role,
    /// The address, with the port that was taken.
    pub address: SocketAddr,
    pub(super) sockets: Vec<TcpListener>,
}

/// The sockets from which one core accepts.
pub type CoreSockets = Vec<(Role, TcpListener)>;
