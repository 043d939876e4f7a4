//! Listening sockets that this process gets from another one: from systemd, which opens them before
//! the service starts (socket units), or from its predecessor ([`super::handover`]).

use std::io;
use std::net::IpAddr;

use listenfd::ListenFd;

use super::handover::{self, Predecessor};
use super::sockets::{CoreSockets, Role, Socket, addresses};
use super::unix::SocketFile;
use crate::config::ListenAddress;

/// Names of a unit's sockets (`FileDescriptorName=`) that have another role than the site.
const ROLES: [(&str, Role); 2] = [("redirect", Role::Redirect), ("metrics", Role::Operators)];

/// The sockets, with the answers that their visitors get.
#[derive(Debug, Default)]
pub struct Inherited {
    sockets: CoreSockets,
    /// Whether systemd opened them, so that they take the place of the options' addresses.
    pub are_systemds: bool,
}

impl Inherited {
    /// The sockets of the predecessor, which is returned with them, or of systemd, or none. Must be
    /// called once.
    pub fn receive() -> io::Result<(Self, Option<Predecessor>)> {
        match handover::receive()? {
            Some(received) => Ok((
                Self {
                    sockets: received.sockets,
                    are_systemds: received.are_systemds,
                },
                Some(received.predecessor),
            )),
            None => Ok((Self::from_systemd()?, None)),
        }
    }

    fn from_systemd() -> io::Result<Self> {
        let mut handed = ListenFd::from_env();
        let names = std::env::var("LISTEN_FDNAMES").unwrap_or_default();
        let mut names = names.split(':');
        let mut sockets = Vec::new();
        for number in 0..handed.len() {
            let role = role(names.next().unwrap_or_default());
            // Another kind of socket is left for the second try, and is its error.
            let socket = match handed.take_unix_listener(number) {
                Ok(socket) => socket.map(Socket::Unix),
                Err(_) => handed.take_tcp_listener(number)?.map(Socket::Tcp),
            };
            sockets.extend(socket.map(|socket| (role, socket)));
        }
        Ok(Self {
            are_systemds: !sockets.is_empty(),
            sockets,
        })
    }

    /// The addresses with a role; each once.
    pub fn addresses(&self, role: Role) -> Vec<ListenAddress> {
        addresses(&self.sockets, role)
    }

    /// The files of all Unix sockets.
    pub(super) fn files(&self) -> Vec<SocketFile> {
        let addresses = self.sockets.iter().map(|(_, socket)| socket.address());
        let unix = addresses.flatten().filter_map(|address| {
            let path = address.unix()?;
            Some(SocketFile::of_predecessor(path))
        });
        unix.collect()
    }

    /// Takes the sockets for an address; those of the first of its host, where any port will do.
    pub(super) fn take(&mut self, role: Role, address: &ListenAddress) -> Vec<Socket> {
        let any = address.tcp().filter(|address| address.port() == 0);
        let first = any.and_then(|address| self.first_of(role, address.ip()));
        let address = first.as_ref().unwrap_or(address);
        let (taken, left): (Vec<_>, Vec<_>) = self.sockets.drain(..).partition(|(its, socket)| {
            *its == role && socket.address().is_ok_and(|its| its == *address)
        });
        self.sockets = left;
        taken.into_iter().map(|(_, socket)| socket).collect()
    }

    fn first_of(&self, role: Role, host: IpAddr) -> Option<ListenAddress> {
        let mut all = self.addresses(role).into_iter();
        all.find(|address| address.tcp().is_some_and(|its| its.ip() == host))
    }
}

/// PURE: the role of a socket that systemd calls `name`.
fn role(name: &str) -> Role {
    let named = ROLES.iter().find(|(its, _)| *its == name);
    named.map_or(Role::Site, |(_, role)| *role)
}

#[cfg(test)]
mod tests {
    use std::net::{SocketAddr, TcpListener};

    use super::*;

    #[test]
    fn a_name_gives_a_socket_its_role() {
        for (name, expected) in [
            ("redirect", Role::Redirect),
            ("metrics", Role::Operators),
            ("portico.socket", Role::Site),
            ("", Role::Site),
        ] {
            assert_eq!(role(name), expected, "{name}");
        }
    }

    #[test]
    fn an_address_takes_its_own_sockets_alone() {
        let bind = || Socket::Tcp(TcpListener::bind("127.0.0.1:0").unwrap());
        let (site, redirect, other) = (bind(), bind(), bind());
        let [a, b, c] = [&site, &redirect, &other].map(|one| one.address().unwrap());
        let mut inherited = Inherited {
            sockets: vec![
                (Role::Site, site.try_clone().unwrap()),
                (Role::Redirect, redirect),
                (Role::Site, site),
                (Role::Site, other),
            ],
            are_systemds: false,
        };
        assert_eq!(inherited.take(Role::Site, &a).len(), 2);
        assert_eq!(inherited.take(Role::Site, &a).len(), 0);
        assert_eq!(inherited.take(Role::Site, &b).len(), 0);
        assert_eq!(inherited.addresses(Role::Redirect), [b]);
        let any = |host: &str| ListenAddress::Tcp(SocketAddr::new(host.parse().unwrap(), 0));
        assert_eq!(inherited.take(Role::Redirect, &any("127.0.0.2")).len(), 0);
        assert_eq!(inherited.take(Role::Redirect, &any("127.0.0.1")).len(), 1);
        assert_eq!(inherited.addresses(Role::Site), [c]);
    }
}
