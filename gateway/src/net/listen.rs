//! The listening sockets: for each address one per core, so that no connection passes from thread
//! to thread. A process may get them from its predecessor or from systemd ([`super::inherited`]).

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;

use rustix::net::{AddressFamily, SocketFlags, SocketType, listen, socket_with, sockopt};

use super::inherited::Inherited;
use super::sockets::{Bound, CoreSockets, Role, Socket};
use super::unix::{self, SocketFile};
use crate::config::ListenAddress;
use sentences::Message;

/// Connections that wait in the kernel until they are accepted.
const BACKLOG: i32 = 1024;

/// All addresses on which the server listens.
#[derive(Debug, Default)]
pub struct Listeners {
    /// The addresses.
    pub bound: Vec<Bound>,
    /// Whether systemd opened them, so that no option has them.
    pub are_systemds: bool,
    /// Files of the predecessor's sockets that no option has any more.
    unused: Vec<SocketFile>,
}

impl Listeners {
    /// Adds an address: with the sockets that are `inherited` for it, else with new ones. An
    /// address of IP gets `cores`, over which the kernel spreads connections, a Unix socket one.
    pub fn add(
        &mut self,
        role: Role,
        address: &ListenAddress,
        cores: usize,
        inherited: &mut Inherited,
    ) -> io::Result<()> {
        let sockets = inherited.take(role, address);
        if !sockets.is_empty() {
            let path = address.unix().filter(|_| !inherited.are_systemds);
            return self.add_bound(role, sockets, path.map(SocketFile::of_predecessor));
        }
        match address {
            ListenAddress::Tcp(address) => self.add_sockets(role, bind(*address, cores)?),
            ListenAddress::Unix(path) => {
                let (socket, file) = unix::listen_at(path, BACKLOG)?;
                self.add_bound(role, vec![Socket::Unix(socket)], Some(file))
            }
        }
    }

    /// Adds sockets that listen on one address of IP.
    pub fn add_sockets(&mut self, role: Role, sockets: Vec<TcpListener>) -> io::Result<()> {
        let sockets = sockets.into_iter().map(Socket::Tcp).collect();
        self.add_bound(role, sockets, None)
    }

    fn add_bound(
        &mut self,
        role: Role,
        sockets: Vec<Socket>,
        file: Option<SocketFile>,
    ) -> io::Result<()> {
        let Some(first) = sockets.first() else {
            return Ok(());
        };
        let address = first.address()?;
        for socket in &sockets {
            socket.set_nonblocking()?;
        }
        self.bound.push(Bound {
            role,
            address,
            sockets,
            file,
        });
        Ok(())
    }

    /// Closes the sockets that are left: no option has their addresses any more. The files of those
    /// of a predecessor are removed once this process has taken over.
    pub fn drop_others(&mut self, inherited: Inherited) {
        if !inherited.are_systemds {
            self.unused = inherited.files();
        }
    }

    /// Makes this process responsible for the files of Unix sockets, as the predecessor leaves.
    pub fn take_over_files(&mut self) {
        for file in self.files() {
            file.set_own(true);
        }
        self.unused.clear();
    }

    /// Leaves the files of Unix sockets to a successor.
    pub(super) fn leave_files(&self) {
        for file in self.files() {
            file.set_own(false);
        }
    }

    fn files(&self) -> impl Iterator<Item = &SocketFile> {
        let used = self.bound.iter().filter_map(|bound| bound.file.as_ref());
        used.chain(&self.unused)
    }

    /// The addresses with a role.
    pub fn addresses(&self, role: Role) -> impl Iterator<Item = &ListenAddress> {
        let with_role = self.bound.iter().filter(move |bound| bound.role == role);
        with_role.map(|bound| &bound.address)
    }

    /// The sockets of each of `cores`, for the server; the listeners keep theirs for a successor.
    /// Where an address has fewer sockets than there are cores, some share one; where it has more,
    /// a core accepts from several.
    pub fn for_cores(&self, cores: usize) -> io::Result<Vec<CoreSockets>> {
        let mut all: Vec<CoreSockets> = (0..cores).map(|_| Vec::new()).collect();
        for bound in &self.bound {
            let most = bound.sockets.len().max(cores);
            for turn in 0..most {
                let socket = &bound.sockets[turn % bound.sockets.len()];
                all[turn % cores].push((bound.role, socket.try_clone()?));
            }
        }
        Ok(all)
    }
}

/// The remedy for an address, given with `option`, that cannot be listened on.
pub fn remedy(address: &ListenAddress, error: io::ErrorKind, option: &str) -> Message {
    let message = match error {
        io::ErrorKind::PermissionDenied if address.unix().is_some() => {
            Message::new("listen-socket-denied")
        }
        io::ErrorKind::NotFound => Message::new("listen-no-folder"),
        io::ErrorKind::AlreadyExists => Message::new("listen-no-socket"),
        io::ErrorKind::PermissionDenied => Message::new("listen-port-denied"),
        io::ErrorKind::AddrNotAvailable => Message::new("listen-no-address"),
        _ => Message::new("listen-in-use"),
    };
    message.with("option", option)
}

fn bind(address: SocketAddr, cores: usize) -> io::Result<Vec<TcpListener>> {
    // A socket that shares its port does not fail if another program shares the port, too; one that
    // does not share it fails.
    let alone = socket(address, false)?;
    if cores <= 1 {
        return Ok(vec![listening(alone)?]);
    }
    drop(alone);
    let first = listening(socket(address, true)?)?;
    // Port 0 was a free one until now.
    let address = first.local_addr()?;
    let mut sockets = vec![first];
    for _ in 1..cores {
        sockets.push(listening(socket(address, true)?)?);
    }
    Ok(sockets)
}

fn listening(socket: OwnedFd) -> io::Result<TcpListener> {
    listen(&socket, BACKLOG)?;
    Ok(socket.into())
}

fn socket(address: SocketAddr, is_shared: bool) -> io::Result<OwnedFd> {
    let family = match address {
        SocketAddr::V4(_) => AddressFamily::INET,
        SocketAddr::V6(_) => AddressFamily::INET6,
    };
    let socket = socket_with(family, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
    // A port is free although its last connections are still being closed.
    sockopt::set_socket_reuseaddr(&socket, true)?;
    sockopt::set_socket_reuseport(&socket, is_shared)?;
    // Its connections inherit it. Answers are written in one piece; waiting for more would only
    // delay them.
    sockopt::set_tcp_nodelay(&socket, true)?;
    rustix::net::bind(&socket, &address)?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listeners(address: &str, cores: usize) -> io::Result<Listeners> {
        let mut listeners = Listeners::default();
        let address = address.parse().unwrap();
        listeners.add(Role::Site, &address, cores, &mut Inherited::default())?;
        Ok(listeners)
    }

    #[test]
    fn a_remedy_fits_what_went_wrong() {
        let (tcp, unix) = ("127.0.0.1:80", "unix:/run/portico/gateway.sock");
        for (address, error, word) in [
            (tcp, io::ErrorKind::PermissionDenied, "CAP_NET_BIND_SERVICE"),
            (tcp, io::ErrorKind::AddrNotAvailable, "no such address"),
            (tcp, io::ErrorKind::AddrInUse, "stop the program"),
            (unix, io::ErrorKind::PermissionDenied, "its folder belong"),
            (unix, io::ErrorKind::NotFound, "its folder is missing"),
            (unix, io::ErrorKind::AlreadyExists, "no socket"),
            (unix, io::ErrorKind::AddrInUse, "stop the program"),
        ] {
            let address = address.parse().unwrap();
            let remedy = remedy(&address, error, "--listen");
            assert!(remedy.to_string().contains(word), "{error}");
        }
    }

    #[test]
    fn every_core_has_a_socket_and_another_program_none() {
        let all = listeners("127.0.0.1:0", 3).unwrap();
        let address = all.bound[0].address.clone();
        assert_eq!(all.bound[0].sockets.len(), 3);
        for socket in &all.bound[0].sockets {
            assert_eq!(socket.address().unwrap(), address);
        }
        for cores in [1, 2] {
            let taken = listeners(&address.to_string(), cores).unwrap_err();
            assert_eq!(taken.kind(), io::ErrorKind::AddrInUse, "{cores}");
        }
    }

    #[test]
    fn each_socket_has_a_core_and_each_core_a_socket() {
        for (sockets, cores) in [(1, 4), (4, 1), (3, 2), (2, 3), (2, 2)] {
            let all = listeners("127.0.0.1:0", sockets).unwrap();
            let counts = all.for_cores(cores).unwrap();
            let counts: Vec<usize> = counts.iter().map(Vec::len).collect();
            assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
            assert_eq!(counts.iter().sum::<usize>(), sockets.max(cores));
        }
    }
}
