//! Listening sockets, as they pass from process to process and from thread to thread.

use std::net::{SocketAddr, TcpListener};

/// The answers that a socket's visitors get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The site.
    Site,
    /// Without TLS: visitors who come here are sent to HTTPS.
    Redirect,
    /// Health and metrics, without TLS.
    Operators,
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

/// The addresses with a role, each once.
pub(crate) fn addresses<'a>(
    sockets: impl IntoIterator<Item = &'a (Role, TcpListener)>,
    role: Role,
) -> Vec<SocketAddr> {
    let with_role = sockets.into_iter().filter(|(its, _)| *its == role);
    let mut all: Vec<_> = with_role
        .filter_map(|(_, socket)| socket.local_addr().ok())
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}
