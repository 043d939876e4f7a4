//! Reading one file that an editor, a sync tool or an attacker may change at any moment.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use contract::Hash;
use rustix::fs::OFlags;

use crate::diagnostic::Diagnostic;
use crate::message::Message;

/// Identity of a file, to detect that it is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// Hash of its length, inode and times. One of them is set by the kernel, so that a tool that
    /// resets the other is noticed.
    pub identity: Hash,
    /// When it was last written, or changed otherwise, in nanoseconds since 1970.
    latest: i64,
}

/// The kernel stamps files with a clock that ticks this slowly at worst, so that a write may be
/// stamped earlier than a read before it.
const CLOCK_TICK: Duration = Duration::from_millis(20);

/// Nanoseconds of a second.
const NANOSECONDS: i64 = 1_000_000_000;

/// How often a file that changes while it is read is read again.
const ATTEMPTS: usize = 3;

impl FileStamp {
    /// The stamp of a file with this metadata.
    pub fn new(metadata: &Metadata) -> Self {
        let since_1970 = |seconds: i64, nanoseconds: i64| {
            seconds
                .saturating_mul(NANOSECONDS)
                .saturating_add(nanoseconds)
        };
        let written = since_1970(metadata.mtime(), metadata.mtime_nsec());
        let changed = since_1970(metadata.ctime(), metadata.ctime_nsec());
        let parts = [
            metadata.size().to_le_bytes(),
            metadata.ino().to_le_bytes(),
            written.to_le_bytes(),
            changed.to_le_bytes(),
        ];
        Self {
            identity: Hash::of(parts.as_flattened()),
            latest: written.max(changed),
        }
    }

    /// True if a file with this stamp, read at `read`, cannot have changed since without its stamp
    /// changing ("racy git").
    pub fn settled_before(&self, read: SystemTime) -> bool {
        let limit = read
            .checked_sub(CLOCK_TICK)
            .and_then(|limit| limit.duration_since(UNIX_EPOCH).ok());
        limit.is_some_and(|limit| i128::from(self.latest) < limit.as_nanos() as i128)
    }
}

/// Path of the file that messages call `content/news/first-close/en.md`; `root` is the folder
/// `content`.
pub fn place(root: &Path, file: &str) -> PathBuf {
    // The first part of the name is the folder's own.
    let inside = file.split_once('/').map_or("", |(_, inside)| inside);
    root.join(inside)
}

/// The bytes of a file, whole, and the stamp they had.
///
/// # Errors
/// It cannot be opened, is no regular file, is longer than `max` bytes, or keeps changing
/// (`ErrorKind::ResourceBusy`).
pub fn read(path: &Path, max: u64) -> io::Result<(Vec<u8>, FileStamp)> {
    for _ in 0..ATTEMPTS {
        let mut file = open(path)?;
        let before = file.metadata()?;
        if !before.is_file() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "it is not a regular file",
            ));
        }
        if before.size() > max {
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                format!("it has {} bytes; at most {max} are allowed", before.size()),
            ));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(before.size()).unwrap_or(0));
        file.by_ref().take(max + 1).read_to_end(&mut bytes)?;
        let after = file.metadata()?;
        let stamp = FileStamp::new(&after);
        if stamp == FileStamp::new(&before) && after.size() == bytes.len() as u64 {
            return Ok((bytes, stamp));
        }
    }
    Err(io::Error::new(
        io::ErrorKind::ResourceBusy,
        "it changes while it is read",
    ))
}

/// A file that could not be read.
pub fn unreadable(file: &str, error: &io::Error) -> Box<Diagnostic> {
    let diagnostic = match error.kind() {
        io::ErrorKind::FileTooLarge => Diagnostic::new(
            file,
            Message::new("too-large").with("why", error.to_string()),
        ),
        io::ErrorKind::NotFound => Diagnostic::new(file, Message::new("missing-file")).retry(),
        io::ErrorKind::ResourceBusy => Diagnostic::new(file, Message::new("changing")).retry(),
        _ => Diagnostic::new(file, Message::new("unreadable").with("why", error)),
    };
    Box::new(diagnostic)
}

/// A symbolic link is refused, and a pipe does not block.
fn open(path: &Path) -> io::Result<File> {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC).bits();
    OpenOptions::new()
        .read(true)
        .custom_flags(i32::from_ne_bytes(flags.to_ne_bytes()))
        .open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_written_within_a_clock_tick_of_its_reading_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "one").unwrap();
        let (bytes, stamp) = read(&path, 100).unwrap();
        assert_eq!(bytes, b"one");
        let modified = std::fs::metadata(&path).unwrap().modified().unwrap();
        assert!(!stamp.settled_before(modified));
        assert!(!stamp.settled_before(modified + CLOCK_TICK / 2));
        assert!(stamp.settled_before(modified + Duration::from_secs(1)));
        assert!(
            !stamp.settled_before(UNIX_EPOCH),
            "a clock that jumped back"
        );
    }

    #[test]
    fn links_folders_pipes_and_long_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("long"), vec![0; 101]).unwrap();
        std::os::unix::fs::symlink("long", path("link")).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            path("pipe"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR,
            0,
        )
        .unwrap();
        for name in ["long", "link", "pipe", ".", "missing"] {
            assert!(read(&path(name), 100).is_err(), "{name}");
        }
    }
}
