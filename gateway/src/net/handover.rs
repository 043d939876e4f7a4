//! Hand-over to a newer process of this program: on SIGUSR2 this process, the predecessor, starts
//! its successor, passes the listening sockets to it, and leaves when the successor is ready.
//!
//! ```text
//! predecessor ──starts, with one end of a socket as its standard input──► successor
//!             ──one packet per listening socket, then an empty one──────►
//!             ◄──────────────────────────one packet: it is ready────────
//!  accepts no more, finishes its answers                          accepts
//! ```
//!
//! Both have the same sockets, so connections that wait in the kernel are lost by neither. A
//! successor that fails leaves the predecessor as it was.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::net::sockopt::{Timeout, set_socket_timeout};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recv, recvmsg, send, sendmsg,
    socketpair,
};

use super::sockets::{Bound, CoreSockets, Role, Socket};

/// Set for a successor, whose standard input is the socket to its predecessor: to [`SYSTEMD`] or
/// [`OPTIONS`].
const VARIABLE: &str = "PORTICO_HANDOVER";

/// Where the addresses come from: systemd's sockets are the successor's as they are; those of
/// options are only taken over if the successor's options have them, too.
const SYSTEMD: &str = "systemd";
const OPTIONS: &str = "options";

/// How long a successor may take until it is ready: it loads a build and opens the database.
const READY_WITHIN: Duration = Duration::from_secs(60);

/// How long a predecessor may take for one packet.
const PACKET_WITHIN: Duration = Duration::from_secs(10);

/// The packet by which a successor says that it is ready.
const READY: &[u8] = b"ready";

/// Variables of systemd's sockets, which belong to the predecessor.
const OF_SYSTEMD: [&str; 3] = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"];

/// The process that this one succeeds.
#[derive(Debug)]
pub struct Predecessor(OwnedFd);

impl Predecessor {
    /// Reports that this process serves, so that the predecessor leaves.
    pub fn report_ready(self) -> io::Result<()> {
        send(&self.0, READY, SendFlags::NOSIGNAL)?;
        Ok(())
    }
}

/// The parts that a successor gets from its predecessor.
pub(super) struct Received {
    pub(super) predecessor: Predecessor,
    pub(super) sockets: CoreSockets,
    /// Whether systemd opened the sockets.
    pub(super) are_systemds: bool,
}

/// The predecessor's sockets, if there is a predecessor.
pub(super) fn receive() -> io::Result<Option<Received>> {
    let Some(source) = std::env::var_os(VARIABLE) else {
        return Ok(None);
    };
    let channel = io::stdin().as_fd().try_clone_to_owned()?;
    set_socket_timeout(&channel, Timeout::Recv, Some(PACKET_WITHIN))?;
    let mut sockets = Vec::new();
    while let Some(socket) = receive_one(&channel)? {
        sockets.push(socket);
    }
    Ok(Some(Received {
        predecessor: Predecessor(channel),
        sockets,
        are_systemds: source == SYSTEMD,
    }))
}

/// Starts a successor with these sockets, and waits until it is ready. Returns its process id.
/// Blocks.
pub(super) fn start(listeners: &[Bound], are_systemds: bool) -> io::Result<u32> {
    let (ours, theirs) = socketpair(
        AddressFamily::UNIX,
        SocketType::SEQPACKET,
        SocketFlags::CLOEXEC,
        None,
    )?;
    let source = if are_systemds { SYSTEMD } else { OPTIONS };
    let mut child = command(source)?.stdin(Stdio::from(theirs)).spawn()?;
    match pass(&ours, listeners).and_then(|()| wait(&ours)) {
        Ok(()) => Ok(child.id()),
        Err(error) => Err(end(&mut child, error)),
    }
}

/// The command of this program as it is now on disk, with the same arguments.
fn command(source: &str) -> io::Result<Command> {
    let mut arguments = std::env::args_os();
    let program = arguments.next().ok_or(io::ErrorKind::NotFound)?;
    let mut command = Command::new(program);
    command.args(arguments).env(VARIABLE, source);
    for name in OF_SYSTEMD {
        command.env_remove(name);
    }
    Ok(command)
}

/// Ends a successor that failed; returns the reason.
fn end(child: &mut Child, error: io::Error) -> io::Error {
    let _ = child.kill();
    match child.wait() {
        Ok(status) if status.code().is_some() => {
            io::Error::other(format!("the new process ended with {status}, see above"))
        }
        _ => error,
    }
}

fn pass(channel: &OwnedFd, listeners: &[Bound]) -> io::Result<()> {
    for bound in listeners {
        for socket in &bound.sockets {
            let descriptors = [socket.as_fd()];
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
            let mut ancillary = SendAncillaryBuffer::new(&mut space);
            ancillary.push(SendAncillaryMessage::ScmRights(&descriptors));
            let letter = [letter(bound.role)];
            let letter = [IoSlice::new(&letter)];
            sendmsg(channel, &letter, &mut ancillary, SendFlags::NOSIGNAL)?;
        }
    }
    send(channel, &[END], SendFlags::NOSIGNAL)?;
    Ok(())
}

/// The next listening socket; none after the last.
fn receive_one(channel: &OwnedFd) -> io::Result<Option<(Role, Socket)>> {
    let mut packet = [0];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    recvmsg(
        channel,
        &mut [IoSliceMut::new(&mut packet)],
        &mut ancillary,
        RecvFlags::CMSG_CLOEXEC,
    )?;
    let Some(role) = role(packet[0])? else {
        return Ok(None);
    };
    let sockets = ancillary.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut descriptors) => descriptors.next(),
        _ => None,
    });
    let socket = sockets.last().ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok(Some((role, socket.try_into()?)))
}

/// Waits until the successor is ready; an error if it ends before.
fn wait(channel: &OwnedFd) -> io::Result<()> {
    set_socket_timeout(channel, Timeout::Recv, Some(READY_WITHIN))?;
    let mut packet = [0; READY.len()];
    let (length, _) = recv(channel, &mut packet, RecvFlags::empty())?;
    match length {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(()),
    }
}

/// A packet without a socket: there are no more.
const END: u8 = b'.';

/// PURE: a role in a packet.
fn letter(role: Role) -> u8 {
    match role {
        Role::Site => b's',
        Role::Redirect => b'r',
        Role::Operators => b'o',
    }
}

/// PURE: the role in a packet; none in the last packet.
fn role(letter: u8) -> io::Result<Option<Role>> {
    match letter {
        b's' => Ok(Some(Role::Site)),
        b'r' => Ok(Some(Role::Redirect)),
        b'o' => Ok(Some(Role::Operators)),
        END => Ok(None),
        _ => Err(io::Error::other(
            "standard input is no socket of a predecessor",
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn the_sockets_arrive_with_their_roles() {
        let (near, far) = socketpair(
            AddressFamily::UNIX,
            SocketType::SEQPACKET,
            SocketFlags::CLOEXEC,
            None,
        )
        .unwrap();
        let bound = |role, count| {
            let sockets: Vec<_> = (0..count)
                .map(|_| Socket::Tcp(TcpListener::bind("127.0.0.1:0").unwrap()))
                .collect();
            let address = sockets[0].address().unwrap();
            Bound {
                role,
                address,
                sockets,
                file: None,
            }
        };
        let all = [bound(Role::Site, 3), bound(Role::Redirect, 1)];
        pass(&near, &all).unwrap();
        let sent = all.iter().flat_map(|bound| {
            let address = |socket: &Socket| socket.address().unwrap();
            bound
                .sockets
                .iter()
                .map(move |one| (bound.role, address(one)))
        });
        let mut received = Vec::new();
        while let Some((role, socket)) = receive_one(&far).unwrap() {
            received.push((role, socket.address().unwrap()));
        }
        assert_eq!(received, sent.collect::<Vec<_>>());
        Predecessor(far).report_ready().unwrap();
        wait(&near).unwrap();
    }

    #[test]
    fn a_successor_that_ends_is_an_error() {
        let (near, far) = socketpair(
            AddressFamily::UNIX,
            SocketType::SEQPACKET,
            SocketFlags::CLOEXEC,
            None,
        )
        .unwrap();
        drop(far);
        assert!(wait(&near).is_err());
    }
}
