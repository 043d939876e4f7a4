//! The folder of files that came from the bucket, and the way of a file into it.

use std::collections::HashMap;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tempfile::NamedTempFile;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::config::BucketPlace;
use crate::observe::metrics::Metrics;

use super::room::Room;
use super::store::Store;

/// Files on their way at once.
const AT_ONCE: usize = 32;
/// Folder of files on their way, in the mirror. Those that a crash leaves there make way like all
/// others.
const INCOMING: &str = ".incoming";

/// The mirror of a bucket.
#[derive(Debug)]
pub(crate) struct Mirror {
    store: Store,
    folder: PathBuf,
    /// A lock for each file that is fetched, so that one fetch of it runs at a time.
    turns: Mutex<HashMap<String, Weak<Mutex<()>>>>,
    permits: Semaphore,
    room: Room,
    metrics: Arc<Metrics>,
}

impl Mirror {
    /// Makes the folder. Sends no request to the bucket.
    pub(crate) fn open(
        store: Store,
        place: &BucketPlace,
        metrics: Arc<Metrics>,
    ) -> io::Result<Self> {
        // Pages for members are among the files.
        let mut folders = fs::DirBuilder::new();
        folders.recursive(true).mode(0o700);
        folders.create(place.mirror.join(INCOMING))?;
        let room = Room::measure(&place.mirror, place.most)?;
        metrics.mirror_bytes.set(room.size());
        Ok(Self {
            store,
            folder: place.mirror.clone(),
            turns: Mutex::default(),
            permits: Semaphore::new(AT_ONCE),
            room,
            metrics,
        })
    }

    /// The bucket.
    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Has a file brought if the folder lacks it. The error is of the kind `NotFound` if the bucket
    /// lacks it, too.
    pub(crate) async fn bring(self: &Arc<Self>, name: String, most: u64) -> io::Result<()> {
        if tokio::fs::try_exists(self.folder.join(&name)).await? {
            return Ok(());
        }
        // Never closed.
        let _permit = self.permits.acquire().await;
        let mirror = Arc::clone(self);
        let fetched = spawn_blocking(move || mirror.fetch(&name, most)).await;
        fetched.map_err(io::Error::other)?
    }

    /// Brings a file of at most `most` bytes into the folder, whole or not at all. Blocks; never
    /// call it where asynchronous code runs.
    pub(crate) fn fetch(&self, name: &str, most: u64) -> io::Result<()> {
        let turn = self.turn(name);
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        // The previous holder of the turn may have brought it.
        let place = self.folder.join(name);
        if place.exists() {
            return Ok(());
        }
        let arriving = self.store.get(name, most)?;
        let size = arriving.size;
        let mut incoming = NamedTempFile::new_in(self.folder.join(INCOMING))?;
        self.store.copy(arriving, &mut incoming)?;
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        incoming.persist(&place)?;
        self.metrics.bucket_fetches.add_one();
        self.room.admit(size)?;
        self.metrics.mirror_bytes.set(self.room.size());
        Ok(())
    }

    /// Removes a file with other bytes than its name says, so that it is fetched again.
    pub(crate) fn discard(&self, name: &str) {
        match fs::remove_file(self.folder.join(name)) {
            Ok(()) => tracing::warn!(name, "a damaged file of the mirror will be fetched again"),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => tracing::error!(name, %error, "a damaged file cannot be removed"),
        }
    }

    /// Replaces a pointer in the folder.
    pub(super) fn point(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut incoming = NamedTempFile::new_in(self.folder.join(INCOMING))?;
        incoming.write_all(bytes)?;
        incoming.persist(self.folder.join(name))?;
        Ok(())
    }

    /// Protects the files from which the live build is loaded from being removed for want of room.
    pub(super) fn protect(&self, names: impl IntoIterator<Item = String>) {
        self.room.protect(names);
    }

    /// Removes all files but the protected ones: a purge may have been about any of them.
    pub(super) fn clear(&self) -> io::Result<()> {
        self.room.clear()?;
        self.metrics.mirror_bytes.set(self.room.size());
        Ok(())
    }

    fn turn(&self, name: &str) -> Arc<Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(name).and_then(Weak::upgrade) {
            return turn;
        }
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        turns.insert(name.to_owned(), Arc::downgrade(&turn));
        turn
    }
}
