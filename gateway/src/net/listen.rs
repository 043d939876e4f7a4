//! The listening sockets: for each address one per core, so that no connection passes from thread
//! to thread. A process may get them from its predecessor or from systemd ([`super::inherited`]).

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;

use rustix::net::{AddressFamily, SocketFlags, SocketType, listen, socket_with, sockopt};

use super::inherited::Inherited;
use super::sockets::{Bound, CoreSockets, Role};

/// Connections that wait in the kernel until they are accepted.
const BACKLOG: i32 = 1024;

/// All addresses on which the server listens.
#[derive(Debug, Default)]
pub struct Listeners {
    /// The addresses.
    pub bound: Vec<Bound>,
    /// Whether systemd opened them, so that no option has them.
    pub are_systemds: bool,
}

impl Listeners {
    /// Adds an address: with the sockets that are `inherited` for it, else with `cores` new ones,
    /// over which the kernel spreads connections.
    pub fn add(
        &mut self,
        role: Role,
        address: SocketAddr,
        cores: usize,
        inherited: &mut Inherited,
    ) -> io::Result<()> {
        let sockets = match inherited.take(role, address) {
            sockets if sockets.is_empty() => bind(address, cores)?,
            sockets => sockets,
        };
        self.add_sockets(role, sockets)
    }

    /// Adds sockets that listen on one address.
    pub fn add_sockets(&mut self, role: Role, sockets: Vec<TcpListener>) -> io::Result<()> {
        let Some(first) = sockets.first() else {
            return Ok(());
        };
        let address = first.local_addr()?;
        for socket in &sockets {
            socket.set_nonblocking(true)?;
        }
        self.bound.push(Bound {
            role,
            address,
            sockets,
        });
        Ok(())
    }

    /// The addresses with a role.
    pub fn addresses(&self, role: Role) -> impl Iterator<Item = SocketAddr> {
        let with_role = self.bound.iter().filter(move |bound| bound.role == role);
        with_role.map(|bound| bound.address)
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
pub fn remedy(error: io::ErrorKind, option: &str) -> String {
    match error {
        io::ErrorKind::PermissionDenied => {
            format!(
                "ports below 1024 are for root and who has `CAP_NET_BIND_SERVICE`; grant it (`AmbientCapabilities=CAP_NET_BIND_SERVICE` in a systemd unit, or `setcap cap_net_bind_service=+ep` on the program's file), or choose a higher port with `{option}`"
            )
        }
        io::ErrorKind::AddrNotAvailable => {
            format!("this machine has no such address; choose one of its own with `{option}`")
        }
        _ => format!("stop the program that has it, or choose another with `{option}`"),
    }
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
        listeners.add(Role::Site, address, cores, &mut Inherited::default())?;
        Ok(listeners)
    }

    #[test]
    fn a_remedy_fits_what_went_wrong() {
        for (error, word) in [
            (io::ErrorKind::PermissionDenied, "CAP_NET_BIND_SERVICE"),
            (io::ErrorKind::AddrNotAvailable, "no such address"),
            (io::ErrorKind::AddrInUse, "stop the program"),
        ] {
            assert!(remedy(error, "--listen").contains(word), "{error}");
        }
    }

    #[test]
    fn every_core_has_a_socket_and_another_program_none() {
        let all = listeners("127.0.0.1:0", 3).unwrap();
        let address = all.bound[0].address;
        assert_eq!(all.bound[0].sockets.len(), 3);
        for socket in &all.bound[0].sockets {
            assert_eq!(socket.local_addr().unwrap(), address);
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
