//! A value that is stored in a file, and is read again when the file changed: secrets rotate so
//! without a restart.

use std::fmt;
use std::fs::{File, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use sentences::Message;

/// The last good value of a file. Every use looks at the file's metadata (some microseconds), and
/// reads it only if those changed.
pub struct Watched<T> {
    path: PathBuf,
    state: Mutex<State<T>>,
}

struct State<T> {
    value: Arc<T>,
    /// The file as it was last looked at, whether or not it could be used.
    seen: Option<Fingerprint>,
}

/// Metadata of a file that changes when it is replaced or written to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fingerprint {
    device: u64,
    inode: u64,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

/// Why a file holds no value. Shows no part of its contents.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum WatchedError {
    /// The file cannot be read.
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The file holds something else.
    Malformed {
        /// The file.
        path: PathBuf,
        /// The fault in it.
        reason: Message,
    },
}

impl WatchedError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Io { path, .. } => {
                Message::new("unreadable-file").with("file", path.display().to_string())
            }
            Self::Malformed { path, reason } => Message::new("unusable-file")
                .with("file", path.display().to_string())
                .with("reason", reason.clone()),
        }
    }
}

/// The result of reading a file again on request.
#[derive(Debug, PartialEq, Eq)]
pub enum Reread {
    /// The file's value had changed, and is in use now.
    Changed,
    /// The file's value is the one in use.
    Unchanged,
    /// The file cannot be used, for this reason; the last good value stays.
    Refused(String),
}

impl<T: FromStr<Err: Into<Message>>> Watched<T> {
    /// Reads a file, which must hold a value now.
    pub fn open(path: PathBuf) -> Result<Self, WatchedError> {
        let (value, seen) = read(&path)?;
        let state = Mutex::new(State {
            value: Arc::new(value),
            seen: Some(seen),
        });
        Ok(Self { path, state })
    }

    /// The value of now. A file that is missing, torn or wrong keeps the last good one, and is
    /// logged once.
    pub fn current(&self) -> Arc<T> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = std::fs::metadata(&self.path).ok();
        let now = now.as_ref().map(Fingerprint::new);
        if now == state.seen {
            return Arc::clone(&state.value);
        }
        match read(&self.path) {
            Ok((value, seen)) => {
                tracing::info!(file = %self.path.display(), "read again, because it changed");
                state.value = Arc::new(value);
                state.seen = Some(seen);
            }
            Err(error) => {
                tracing::error!(%error, "the last good value of the file stays in use");
                state.seen = now;
            }
        }
        Arc::clone(&state.value)
    }

    /// Reads the file now, as an operator asks for it; a file that cannot be used is reported each
    /// time. Returns its path and the result.
    pub fn reread(&self) -> (PathBuf, Reread) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let result = match read(&self.path) {
            Ok((_, seen)) if state.seen == Some(seen) => Reread::Unchanged,
            Ok((value, seen)) => {
                (state.value, state.seen) = (Arc::new(value), Some(seen));
                Reread::Changed
            }
            Err(error) => {
                // The next use need not report it once more.
                let now = std::fs::metadata(&self.path).ok();
                state.seen = now.as_ref().map(Fingerprint::new);
                Reread::Refused(error.to_string())
            }
        };
        (self.path.clone(), result)
    }
}

/// Debug output shows the path, not the value.
impl<T> fmt::Debug for Watched<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Watched({})", self.path.display())
    }
}

impl Fingerprint {
    fn new(metadata: &Metadata) -> Self {
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

/// The value, and the fingerprint from before it was read: a write meanwhile makes another one.
fn read<T: FromStr<Err: Into<Message>>>(path: &Path) -> Result<(T, Fingerprint), WatchedError> {
    let io = |source| WatchedError::Io {
        path: path.to_owned(),
        source,
    };
    let mut file = File::open(path).map_err(io)?;
    let seen = Fingerprint::new(&file.metadata().map_err(io)?);
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(io)?;
    let value = text.trim_end().parse();
    let value = value.map_err(|error: T::Err| WatchedError::Malformed {
        path: path.to_owned(),
        reason: error.into(),
    })?;
    Ok((value, seen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Number(u32);

    impl FromStr for Number {
        type Err = Message;

        fn from_str(text: &str) -> Result<Self, Message> {
            let number = text.parse().map_err(|_| Message::new("seal-keys-form"))?;
            Ok(Self(number))
        }
    }

    #[test]
    fn a_change_is_seen_at_the_next_use_and_damage_keeps_the_last_good_value() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("number");
        assert!(
            Watched::<Number>::open(path.clone()).is_err(),
            "it is not there"
        );
        std::fs::write(&path, "1\n").unwrap();
        let watched = Watched::<Number>::open(path.clone()).unwrap();
        assert_eq!(*watched.current(), Number(1));
        std::fs::write(&path, "22").unwrap();
        assert_eq!(*watched.current(), Number(22));
        std::fs::write(&path, "").unwrap();
        assert_eq!(*watched.current(), Number(22), "torn");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(*watched.current(), Number(22), "gone");
        std::fs::write(&path, "333").unwrap();
        assert_eq!(*watched.current(), Number(333), "whole again");
    }

    #[test]
    fn an_operator_learns_of_each_file_whether_it_is_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("number");
        std::fs::write(&path, "1").unwrap();
        let watched = Watched::<Number>::open(path.clone()).unwrap();
        assert_eq!(watched.reread(), (path.clone(), Reread::Unchanged));
        std::fs::write(&path, "22").unwrap();
        assert_eq!(watched.reread().1, Reread::Changed);
        assert_eq!(*watched.current(), Number(22));
        std::fs::write(&path, "5ecret").unwrap();
        for _ in 0..2 {
            let Reread::Refused(reason) = watched.reread().1 else {
                panic!("it is no number");
            };
            assert!(reason.contains("hexadecimal") && !reason.contains("5ecret"));
        }
        assert_eq!(*watched.current(), Number(22));
        std::fs::write(&path, "333").unwrap();
        assert_eq!(watched.reread().1, Reread::Changed);
    }

    #[test]
    fn an_unchanged_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("number");
        std::fs::write(&path, "1").unwrap();
        let watched = Watched::<Number>::open(path).unwrap();
        assert!(Arc::ptr_eq(&watched.current(), &watched.current()));
    }

    #[test]
    fn neither_errors_nor_debug_output_show_the_value() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("number");
        std::fs::write(&path, "5ecret").unwrap();
        let error = Watched::<Number>::open(path.clone()).unwrap_err();
        assert!(!format!("{error} {error:?}").contains("5ecret"));
        std::fs::write(&path, "5").unwrap();
        let debug = format!("{:?}", Watched::<Number>::open(path.clone()).unwrap());
        assert_eq!(debug, format!("Watched({})", path.display()));
    }
}
