//! Takes over the build that is live in the bucket: its index and its shards first, then the
//! pointers, so that the mirror names no build that it cannot load. After a purge the mirror is
//! cleared: it has no list of the files that had to go.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use contract::build::{Index, Latest};

use super::PURGED;
use super::mirror::Mirror;
use super::store::{Pointer, Store};

/// Longest pointer, in bytes: a history of thousands of builds.
pub(crate) const POINTER_MAX: u64 = 4 * 1024 * 1024;
/// Longest index, manifest or shard, in bytes.
const ROOT_MAX: u64 = 32 * 1024 * 1024;
/// Shards on their way at once.
const AT_ONCE: usize = 16;

/// Keeps the pointers of a mirror up to date.
pub(crate) struct Follower {
    mirror: Arc<Mirror>,
    every: Duration,
    latest: Known,
    history: Known,
    is_away: bool,
    /// A file may have been on its way while the mirror was cleared.
    clears_again: bool,
}

/// A pointer as it was read last.
#[derive(Default)]
struct Known {
    bytes: Bytes,
    tag: Option<String>,
}

impl Follower {
    /// Looks once, so that the gateway starts with the build of the bucket. Blocks.
    pub(crate) fn start(mirror: Arc<Mirror>, every: Duration) -> Self {
        let mut follower = Self {
            mirror,
            every,
            latest: Known::default(),
            history: Known::default(),
            is_away: false,
            clears_again: false,
        };
        follower.look();
        follower
    }

    /// Runs until the process ends.
    pub(crate) async fn run(mut self) {
        loop {
            tokio::time::sleep(self.every).await;
            let look = tokio::task::spawn_blocking(move || {
                self.look();
                self
            });
            match look.await {
                Ok(follower) => self = follower,
                Err(error) => {
                    tracing::error!(%error, "the bucket is no longer followed; restart the gateway");
                    return;
                }
            }
        }
    }

    /// Takes over the changes in the bucket. Blocks.
    fn look(&mut self) {
        match self.take_over() {
            Ok(()) if self.is_away => {
                self.is_away = false;
                tracing::info!(bucket = %self.mirror.store().url(), "the bucket answers again");
            }
            Ok(()) => {}
            Err(error) if self.is_away => tracing::debug!(%error, "still away"),
            Err(error) => {
                self.is_away = true;
                tracing::warn!(
                    bucket = %self.mirror.store().url(),
                    %error,
                    "no build can be taken from the bucket; the files of the mirror are served"
                );
            }
        }
    }

    fn take_over(&mut self) -> io::Result<()> {
        // Read in this order: a history that is newer than `latest.json` is as in a folder, where
        // it is written first.
        if std::mem::take(&mut self.clears_again) {
            self.mirror.clear()?;
        }
        let latest = self.latest.read(self.mirror.store(), "latest.json")?;
        let history = self.history.read(self.mirror.store(), "history.json")?;
        if latest.is_none() && history.is_none() {
            return Ok(());
        }
        if let Some(latest) = &latest {
            self.bring_roots(latest.bytes.as_ref())?;
        }
        let purged = self.changed_purge_record()?;
        // Noted only when all is in place, or the next look would find it unchanged.
        if let Some(history) = history {
            self.mirror.point("history.json", &history.bytes)?;
            self.history = history;
        }
        if let Some(latest) = latest {
            self.mirror.point("latest.json", &latest.bytes)?;
            self.latest = latest;
        }
        if let Some(purged) = purged {
            self.mirror.clear()?;
            self.mirror.point(PURGED, &purged)?;
            self.clears_again = true;
        }
        Ok(())
    }

    /// The record of purges, if it is another one than that of the mirror.
    fn changed_purge_record(&self) -> io::Result<Option<Bytes>> {
        let known = std::fs::read(self.mirror.folder().join(PURGED)).ok();
        match self.mirror.store().pointer(PURGED, None, POINTER_MAX) {
            Ok(Pointer::Changed(bytes, _)) if known.as_deref() != Some(&*bytes) => Ok(Some(bytes)),
            Ok(_) => Ok(None),
            // Nothing was ever purged there.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Brings the files that a build is loaded from.
    fn bring_roots(&self, latest: &[u8]) -> io::Result<()> {
        let latest: Latest = serde_json::from_slice(latest)?;
        let [index, meta] = ["index", "meta"].map(|folder| format!("{folder}/{}.json", latest.id));
        self.mirror.fetch(&index, ROOT_MAX)?;
        self.mirror.fetch(&meta, ROOT_MAX)?;
        let bytes = std::fs::read(self.mirror.folder().join(&index))?;
        let read: Index = serde_json::from_slice(&bytes)?;
        let shards = read.shards.iter().map(|hash| format!("shards/{hash}.json"));
        let shards: Vec<String> = shards.collect();
        self.bring(&shards)?;
        self.mirror.protect(shards.into_iter().chain([index, meta]));
        Ok(())
    }

    fn bring(&self, names: &[String]) -> io::Result<()> {
        let part = names.len().div_ceil(AT_ONCE).max(1);
        let fetch = |names: &[String]| {
            let mut names = names.iter();
            names.try_for_each(|name| self.mirror.fetch(name, ROOT_MAX))
        };
        thread::scope(|scope| {
            let parts = names.chunks(part).map(|names| scope.spawn(|| fetch(names)));
            let parts: Vec<_> = parts.collect();
            let join = |part: thread::ScopedJoinHandle<'_, io::Result<()>>| {
                let ended = part.join();
                ended.unwrap_or_else(|_| Err(io::Error::other("a thread panicked")))
            };
            parts.into_iter().try_for_each(join)
        })
    }
}

impl Known {
    /// The pointer, if it changed.
    fn read(&self, store: &Store, name: &str) -> io::Result<Option<Self>> {
        let read = store.pointer(name, self.tag.as_deref(), POINTER_MAX);
        let read = read.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                io::Error::new(error.kind(), format!("there is no `{name}` in it yet"))
            }
            _ => error,
        })?;
        Ok(match read {
            Pointer::Unchanged => None,
            // A service may give no tags.
            Pointer::Changed(bytes, _) if bytes == self.bytes => None,
            Pointer::Changed(bytes, tag) => Some(Self { bytes, tag }),
        })
    }
}
