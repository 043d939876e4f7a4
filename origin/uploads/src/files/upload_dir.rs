//! Files on their way here: `var/uploads/<hash of the upload's id>`. The length of a file is how
//! far its upload has come.
//!
//! One call at a time has a file. The next one asks it to end, because a client that comes again
//! has lost the connection that the first one still waits on.

use std::collections::HashMap;
use std::fs::DirBuilder;
use std::io::{self, ErrorKind};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use bytes::Bytes;
use http_body::Frame;
use http_body_util::BodyExt;
use tokio::fs::{File, OpenOptions};
use tokio::io::AsyncWriteExt;
use tokio::sync::{OwnedMutexGuard, watch};
use tokio::time::timeout;

/// How long the call that has a file may take to end after a request to end: it writes its current
/// piece, and syncs.
const TURN: Duration = Duration::from_secs(10);

/// A sender that was silent for so long has gone.
const SILENCE: Duration = Duration::from_secs(30);

/// The folder of such files.
#[derive(Debug)]
pub struct UploadDir {
    folder: PathBuf,
    slots: Mutex<HashMap<String, Weak<Slot>>>,
}

#[derive(Debug)]
struct Slot {
    lock: Arc<tokio::sync::Mutex<()>>,
    /// Calls that have asked for the file so far; all but the last one are to end.
    calls: watch::Sender<u64>,
}

/// A file that no other call writes to.
pub struct UploadHandle {
    path: PathBuf,
    /// The number of this call among those of the slot.
    call: u64,
    calls: watch::Receiver<u64>,
    slot: Arc<Slot>,
    _guard: OwnedMutexGuard<()>,
}

/// Another call has the file, and does not let go.
#[derive(Debug)]
pub struct LockTimeout;

/// Why no more bytes were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The body is at its end.
    Whole,
    /// The sender went away, or another call wants the file.
    Broken,
    /// The sender was silent for [`SILENCE`].
    Silent,
    /// There would have been more than may come.
    TooMuch,
}

impl UploadDir {
    /// Makes the folder, for its owner alone.
    pub fn open(folder: PathBuf) -> io::Result<Self> {
        private_folder(&folder)?;
        Ok(Self {
            folder,
            slots: Mutex::default(),
        })
    }

    /// The folder, for a check of the free space.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a name, for one call at a time; it need not be there.
    pub async fn enter(&self, name: &str) -> Result<UploadHandle, LockTimeout> {
        let slot = self.slot(name);
        let mut call = 0;
        slot.calls.send_modify(|calls| {
            *calls += 1;
            call = *calls;
        });
        let guard = timeout(TURN, Arc::clone(&slot.lock).lock_owned()).await;
        Ok(UploadHandle {
            path: self.folder.join(name),
            call,
            calls: slot.calls.subscribe(),
            slot,
            _guard: guard.map_err(|_| LockTimeout)?,
        })
    }

    fn slot(&self, name: &str) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.get(name).and_then(Weak::upgrade) {
            return slot;
        }
        slots.retain(|_, slot| slot.strong_count() > 0);
        let slot = Arc::new(Slot {
            lock: Arc::default(),
            calls: watch::Sender::new(0),
        });
        slots.insert(name.to_owned(), Arc::downgrade(&slot));
        slot
    }

    /// Names of the files that are there.
    pub async fn names(&self) -> io::Result<Vec<String>> {
        let mut entries = tokio::fs::read_dir(&self.folder).await?;
        let mut names = Vec::new();
        while let Some(entry) = entries.next_entry().await? {
            names.extend(entry.file_name().into_string());
        }
        Ok(names)
    }

    /// Removes a file, if it is there.
    pub async fn remove(&self, name: &str) -> io::Result<()> {
        unless_missing(tokio::fs::remove_file(self.folder.join(name)).await)
    }
}

/// Makes a folder that only its owner may look into.
pub fn private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// The result of a removal, where a file that is gone already is as good as a removed one.
pub fn unless_missing(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

impl UploadHandle {
    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes that are there.
    pub async fn length(&self) -> io::Result<u64> {
        match tokio::fs::metadata(&self.path).await {
            Ok(metadata) => Ok(metadata.len()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
            Err(error) => Err(error),
        }
    }

    /// Appends a body to the file, at most `most` bytes of it, as they come. All received bytes are
    /// on disk when this returns.
    pub async fn append<B>(&mut self, body: &mut B, most: u64) -> io::Result<End>
    where
        B: http_body::Body<Data = Bytes> + Unpin,
    {
        let mut options = OpenOptions::new();
        options.append(true).create(true).mode(0o600);
        let mut file = options.open(&self.path).await?;
        let end = self.write(&mut file, body, most).await;
        file.flush().await?;
        file.sync_data().await?;
        end
    }

    async fn write<B>(&mut self, file: &mut File, body: &mut B, mut left: u64) -> io::Result<End>
    where
        B: http_body::Body<Data = Bytes> + Unpin,
    {
        let call = self.call;
        loop {
            let frame = tokio::select! {
                frame = timeout(SILENCE, body.frame()) => frame,
                _ = self.calls.wait_for(|calls| *calls > call) => return Ok(End::Broken),
            };
            let data = match frame {
                Err(_) => return Ok(End::Silent),
                Ok(None) => return Ok(End::Whole),
                Ok(Some(Err(_))) => return Ok(End::Broken),
                Ok(Some(Ok(frame))) => Frame::into_data(frame).unwrap_or_default(),
            };
            let length = data.len() as u64;
            if length > left {
                return Ok(End::TooMuch);
            }
            file.write_all(&data).await?;
            left -= length;
        }
    }
}

impl std::fmt::Debug for UploadHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "UploadHandle({} calls)", *self.slot.calls.borrow())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::{FutureExt, stream};
    use http_body_util::StreamBody;

    use super::*;

    #[tokio::test]
    async fn a_call_that_had_to_wait_ends_for_one_that_came_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let arrivals = UploadDir::open(folder.path().join("uploads")).unwrap();
        let first = arrivals.enter("a").await.unwrap();
        let (mut second, mut third) =
            (Box::pin(arrivals.enter("a")), Box::pin(arrivals.enter("a")));
        assert!((&mut second).now_or_never().is_none());
        assert!((&mut third).now_or_never().is_none());
        drop(first);
        let mut second = second.await.unwrap();
        let mut silence = StreamBody::new(stream::pending::<Result<Frame<Bytes>, Infallible>>());
        let end = second.append(&mut silence, 10).await.unwrap();
        assert_eq!(end, End::Broken);
        drop(second);
        third.await.unwrap();
    }
}
