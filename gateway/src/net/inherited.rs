//! Listening sockets that this process gets from another one: from systemd, which opens them before
//! the service starts (socket units), or from its predecessor ([`super::handover`]).

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};

use listenfd::ListenFd;

use super::handover::{self, Predecessor};
use super::sockets::{CoreSockets, Role, addresses};

/// Names of a unit's sockets (`FileDescriptorName=`) that have not the site.
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
            if let Some(socket) = handed.take_tcp_listener(number)? {
                sockets.push((role, socket));
            }
        }
        Ok(Self {
            are_systemds: !sockets.is_empty(),
            sockets,
        })
    }

    /// The addresses with a role; each once.
    pub fn addresses(&self, role: Role) -> Vec<SocketAddr> {
        addresses(&self.sockets, role)
    }

    /// Takes the sockets for an address; those of the first of its host, where any port will do.
    pub(super) fn take(&mut self, role: Role, address: SocketAddr) -> Vec<TcpListener> {
        let address = match address.port() {
            0 => self.first_of(role, address.ip()).unwrap_or(address),
            _ => address,
        };
        let (taken, left): (Vec<_>, Vec<_>) = self.sockets.drain(..).partition(|(its, socket)| {
            *its == role && socket.local_addr().is_ok_and(|its| its == address)
        });
        self.sockets = left;
        taken.into_iter().map(|(_, socket)| socket).collect()
    }

    fn first_of(&self, role: Role, host: IpAddr) -> Option<SocketAddr> {
        let mut all = self.addresses(role).into_iter();
        all.find(|address| address.ip() == host)
    }
}

/// PURE: the role of a socket that systemd calls `name`.
fn role(name: &str) -> Role {
    let named = ROLES.iter().find(|(its, _)| *its == name);
    named.map_or(Role::Site, |(_, role)| *role)
}

#[cfg(test)]
mod tests {
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
        let bind = || TcpListener::bind("127.0.0.1:0").unwrap();
        let (site, redirect, other) = (bind(), bind(), bind());
        let [a, b, c] = [&site, &redirect, &other].map(|one| one.local_addr().unwrap());
        let mut inherited = Inherited {
            sockets: vec![
                (Role::Site, site.try_clone().unwrap()),
                (Role::Redirect, redirect),
                (Role::Site, site),
                (Role::Site, other),
            ],
            are_systemds: false,
        };
        assert_eq!(inherited.take(Role::Site, a).len(), 2);
        assert_eq!(inherited.take(Role::Site, a).len(), 0);
        assert_eq!(inherited.take(Role::Site, b).len(), 0);
        assert_eq!(inherited.addresses(Role::Redirect), [b]);
        let any = |host: &str| SocketAddr::new(host.parse().unwrap(), 0);
        assert_eq!(inherited.take(Role::Redirect, any("127.0.0.2")).len(), 0);
        assert_eq!(inherited.take(Role::Redirect, any("127.0.0.1")).len(), 1);
        assert_eq!(inherited.addresses(Role::Site), [c]);
    }
}
