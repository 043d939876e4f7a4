//! Listening sockets, as they pass from process to process and from thread to thread.

use std::io;
use std::net::TcpListener;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixListener;

use rustix::net::{AddressFamily, getsockname};

use super::unix::SocketFile;
use crate::config::ListenAddress;

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

/// A listening socket.
#[derive(Debug)]
pub enum Socket {
    /// A socket at an address of IP.
    Tcp(TcpListener),
    /// A socket at the path of a file.
    Unix(UnixListener),
}

impl Socket {
    /// The address at which it listens; an error for a socket without one.
    pub(super) fn address(&self) -> io::Result<ListenAddress> {
        match self {
            Self::Tcp(socket) => socket.local_addr().map(ListenAddress::Tcp),
            Self::Unix(socket) => {
                let address = socket.local_addr()?;
                let path = address.as_pathname();
                let path = path.ok_or_else(|| io::Error::other("a Unix socket without a file"))?;
                Ok(ListenAddress::Unix(path.to_owned()))
            }
        }
    }

    pub(super) fn set_nonblocking(&self) -> io::Result<()> {
        match self {
            Self::Tcp(socket) => socket.set_nonblocking(true),
            Self::Unix(socket) => socket.set_nonblocking(true),
        }
    }

    pub(super) fn try_clone(&self) -> io::Result<Self> {
        match self {
            Self::Tcp(socket) => socket.try_clone().map(Self::Tcp),
            Self::Unix(socket) => socket.try_clone().map(Self::Unix),
        }
    }
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Tcp(socket) => socket.as_fd(),
            Self::Unix(socket) => socket.as_fd(),
        }
    }
}

impl From<TcpListener> for Socket {
    fn from(socket: TcpListener) -> Self {
        Self::Tcp(socket)
    }
}

impl TryFrom<OwnedFd> for Socket {
    type Error = io::Error;

    fn try_from(socket: OwnedFd) -> io::Result<Self> {
        Ok(match getsockname(&socket)?.address_family() {
            AddressFamily::UNIX => Self::Unix(socket.into()),
            _ => Self::Tcp(socket.into()),
        })
    }
}

/// One address with its sockets.
#[derive(Debug)]
pub struct Bound {
    /// The answers that its visitors get.
    pub role: Role,
    /// The address, with the port that was taken.
    pub address: ListenAddress,
    pub(super) sockets: Vec<Socket>,
    /// The file of a Unix socket that this process or its predecessor made.
    pub(super) file: Option<SocketFile>,
}

/// The sockets from which one core accepts.
pub type CoreSockets = Vec<(Role, Socket)>;

/// The addresses with a role, each once.
pub(crate) fn addresses<'a>(
    sockets: impl IntoIterator<Item = &'a (Role, Socket)>,
    role: Role,
) -> Vec<ListenAddress> {
    let with_role = sockets.into_iter().filter(|(its, _)| *its == role);
    let mut all: Vec<_> = with_role
        .filter_map(|(_, socket)| socket.address().ok())
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}
