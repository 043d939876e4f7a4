//! The listening sockets: one for each core, all on one address, so that no connection passes from
//! thread to thread.

use std::io;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpSocket};

/// Connections that wait in the kernel until they are accepted.
const BACKLOG: u32 = 1024;

/// Where the server listens.
pub struct Listeners {
    /// Served by the thread that serves.
    pub(crate) first: TcpListener,
    /// Each is served by a separate thread.
    pub(crate) others: Vec<std::net::TcpListener>,
    /// Without TLS: visitors who come here are sent to HTTPS. One socket is enough, since each of
    /// them comes once.
    pub redirect: Option<TcpListener>,
}

impl Listeners {
    /// One per core. The kernel spreads connections over them. Must be called inside a runtime.
    pub fn bind(address: SocketAddr, cores: usize) -> io::Result<Self> {
        if cores <= 1 {
            return Ok(Self::bind_one(address)?.into());
        }
        // A socket that shares its port does not fail if another program shares the port, too; one
        // that does not share it fails.
        drop(socket(address, false)?);
        let first = socket(address, true)?.listen(BACKLOG)?;
        // Port 0 was a free one until now.
        let address = first.local_addr()?;
        let more = || socket(address, true)?.listen(BACKLOG)?.into_std();
        Ok(Self {
            first,
            others: (1..cores).map(|_| more()).collect::<io::Result<_>>()?,
            redirect: None,
        })
    }

    /// One socket that shares its port with no other. Must be called inside a runtime.
    pub fn bind_one(address: SocketAddr) -> io::Result<TcpListener> {
        socket(address, false)?.listen(BACKLOG)
    }

    /// The address, with the port that was taken.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.first.local_addr()
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

impl From<TcpListener> for Listeners {
    fn from(first: TcpListener) -> Self {
        Self {
            first,
            others: Vec::new(),
            redirect: None,
        }
    }
}

fn socket(address: SocketAddr, is_shared: bool) -> io::Result<TcpSocket> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    // A port is free although its last connections are still being closed.
    socket.set_reuseaddr(true)?;
    socket.set_reuseport(is_shared)?;
    // Its connections inherit it. Answers are written in one piece; waiting for more would only
    // delay them.
    socket.set_nodelay(true)?;
    socket.bind(address)?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[tokio::test]
    async fn every_core_has_a_socket_and_another_program_none() {
        let any = "127.0.0.1:0".parse().unwrap();
        let listeners = Listeners::bind(any, 3).unwrap();
        let address = listeners.address().unwrap();
        assert_eq!(listeners.others.len(), 2);
        for other in &listeners.others {
            assert_eq!(other.local_addr().unwrap(), address);
        }
        for cores in [1, 2] {
            let taken = Listeners::bind(address, cores).err().unwrap();
            assert_eq!(taken.kind(), io::ErrorKind::AddrInUse, "{cores}");
        }
    }
}
