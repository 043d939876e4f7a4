//! Unix sockets to listen on: their files are made, replaced after a crash, and removed.
//!
//! | the path is | a start |
//! |---|---|
//! | free | makes the file |
//! | a socket on which no process listens any more | replaces it |
//! | a socket on which a process listens | fails: the address is in use |
//! | another file | fails, and leaves it alone |

use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, SocketAddrUnix, SocketFlags, SocketType, bind, connect, listen, socket_with,
};

/// The gateway's user and group may connect: the proxy's user is put into that group.
const MODE: u32 = 0o660;

/// The file of a socket. Dropped, it is removed, if it is this process's and still the same file.
#[derive(Debug)]
pub(super) struct SocketFile {
    path: PathBuf,
    identity: Option<(u64, u64)>,
    is_own: AtomicBool,
}

impl SocketFile {
    /// The file of a socket that another process made; it is not this one's yet.
    pub(super) fn of_predecessor(path: &Path) -> Self {
        Self {
            identity: fs::symlink_metadata(path).ok().as_ref().map(identity),
            path: path.to_owned(),
            is_own: AtomicBool::new(false),
        }
    }

    /// Makes this process responsible for the file, or another one.
    pub(super) fn set_own(&self, is_own: bool) {
        self.is_own.store(is_own, Ordering::Relaxed);
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        let now = fs::symlink_metadata(&self.path).ok();
        let is_same = now.as_ref().map(identity) == self.identity;
        if self.is_own.load(Ordering::Relaxed) && is_same {
            // Without it there is no file, or none that may be removed; the next start replaces it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn identity(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

/// Makes a socket that listens at a path, where up to `backlog` connections wait.
pub(super) fn listen_at(path: &Path, backlog: i32) -> io::Result<(UnixListener, SocketFile)> {
    let address = SocketAddrUnix::new(path)?;
    // Two processes that start at the same time must not replace each other's socket.
    let folder = File::open(path.parent().unwrap_or(Path::new("/")))?;
    flock(&folder, FlockOperation::LockExclusive)?;
    make_room(path, &address)?;
    let socket = stream_socket(SocketFlags::CLOEXEC)?;
    bind(&socket, &address)?;
    let file = SocketFile::of_predecessor(path);
    file.set_own(true);
    // Connections are refused until it listens, so none comes before the mode is set.
    fs::set_permissions(path, Permissions::from_mode(MODE))?;
    listen(&socket, backlog)?;
    Ok((socket.into(), file))
}

/// Removes the socket of a process that has ended.
fn make_room(path: &Path, address: &SocketAddrUnix) -> io::Result<()> {
    let file = match fs::symlink_metadata(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if !file.file_type().is_socket() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    // Does not wait where many connections wait already.
    let probe = stream_socket(SocketFlags::CLOEXEC | SocketFlags::NONBLOCK)?;
    match connect(&probe, address) {
        Err(Errno::CONNREFUSED) => fs::remove_file(path),
        Err(Errno::NOENT) => Ok(()),
        Err(error @ (Errno::ACCESS | Errno::PERM)) => Err(error.into()),
        Ok(()) | Err(_) => Err(io::ErrorKind::AddrInUse.into()),
    }
}

fn stream_socket(flags: SocketFlags) -> io::Result<OwnedFd> {
    let socket = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stale_socket_is_replaced_and_a_live_one_or_another_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        // As after a crash: the file is there, and no process listens.
        drop(UnixListener::bind(&path).unwrap());
        let (listening, file) = listen_at(&path, 8).unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, MODE);
        let error = listen_at(&path, 8).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AddrInUse);
        drop(listening);
        drop(file);
        assert!(!path.exists());
        fs::write(&path, "no socket").unwrap();
        let error = listen_at(&path, 8).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "no socket");
        let nowhere = listen_at(&folder.path().join("none/socket"), 8).unwrap_err();
        assert_eq!(nowhere.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_file_that_is_another_ones_is_not_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let (listening, file) = listen_at(&path, 8).unwrap();
        file.set_own(false);
        drop(file);
        assert!(path.exists(), "it was handed over");
        drop(listening);
        let (_listening, file) = listen_at(&path, 8).unwrap();
        fs::remove_file(&path).unwrap();
        let _other = UnixListener::bind(&path).unwrap();
        drop(file);
        assert!(path.exists(), "another process made it");
    }
}
