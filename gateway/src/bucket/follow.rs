//! Takes over the build that is live in the bucket: its index and its shards first, then the
//! pointers, so that the mirror names no build that it cannot load. After a purge the mirror is
//! cleared: it has no list of the files that had to go.
//!
//! A build that is in the history and not live yet is brought as well. `latest.json` may have a
//! time that comes a moment later: until then all gateways have read it, and they switch together.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use contract::build::{BuildId, BuildState, HistoryEntry, Index, Latest};
use jiff::Timestamp;
use serde::de::DeserializeOwned;

use super::PURGED;
use super::mirror::Mirror;
use super::store::{Pointer, Store};

/// Longest pointer, in bytes: a history of thousands of builds.
pub(crate) const POINTER_MAX: u64 = 4 * 1024 * 1024;
/// Longest index, manifest or shard, in bytes.
const ROOT_MAX: u64 = 32 * 1024 * 1024;
/// Shards on their way at once.
const AT_ONCE: usize = 16;
/// Longest lead of a build; one with a later time is taken at once: a clock is wrong.
const LONGEST_LEAD: Duration = Duration::from_secs(10);

/// Keeps the pointers of a mirror up to date.
pub(crate) struct Follower {
    mirror: Arc<Mirror>,
    every: Duration,
    latest: Known,
    history: Known,
    is_away: bool,
    /// Time until a build of the bucket may become live; `Duration::MAX` if none waits.
    due: Duration,
    /// Whether the mirror is cleared again: a file may have been on its way at the last clearing.
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
            due: Duration::MAX,
            clears_again: false,
        };
        follower.look();
        follower
    }

    /// Runs until the process ends.
    pub(crate) async fn run(mut self) {
        loop {
            tokio::time::sleep(self.every.min(self.due)).await;
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
        // A bucket that is away is not asked more often because of a build that was due.
        self.due = Duration::MAX;
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
        let live: Option<Latest> = latest.as_ref().map(Known::value).transpose()?;
        let entries: Vec<HistoryEntry> = match &history {
            Some(history) => history.value()?,
            None => Vec::new(),
        };
        self.bring_builds(live.as_ref(), &entries)?;
        let wait = live.as_ref().and_then(|live| self.lead(live));
        self.due = wait.unwrap_or(self.due);
        let purged = self.changed_purge_record()?;
        // Noted only when all is in place, or the next look would find it unchanged.
        if let Some(history) = history {
            self.mirror.point("history.json", &history.bytes)?;
            self.history = history;
        }
        // Read again once it is due.
        if let Some(latest) = latest.filter(|_| wait.is_none()) {
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

    /// How long to wait before a build becomes live; none if it is due. A gateway without a build
    /// waits for none.
    fn lead(&self, live: &Latest) -> Option<Duration> {
        if !self.mirror.folder().join("latest.json").exists() {
            return None;
        }
        lead(&live.timestamp, Timestamp::now())
    }

    /// Brings the files that the live build is loaded from, and those of one that will be live.
    fn bring_builds(&self, live: Option<&Latest>, entries: &[HistoryEntry]) -> io::Result<()> {
        let live = live.map(|live| &live.id);
        let announced = entries.last().filter(|last| last.state == BuildState::Live);
        let announced = announced
            .map(|entry| &entry.id)
            .filter(|id| live != Some(id));
        let mut roots = Vec::new();
        if let Some(live) = live {
            roots.extend(self.bring_roots(live)?);
        }
        match announced.map(|id| self.bring_roots(id)) {
            Some(Ok(announced)) => roots.extend(announced),
            // A push that was interrupted, and whose files are gone.
            Some(Err(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Some(Err(error)) => return Err(error),
            None => {}
        }
        if live.is_some() {
            self.mirror.protect(roots);
        }
        Ok(())
    }

    /// Brings the files that a build is loaded from; returns their names.
    fn bring_roots(&self, build: &BuildId) -> io::Result<Vec<String>> {
        let [index, meta] = ["index", "meta"].map(|folder| format!("{folder}/{build}.json"));
        self.mirror.fetch(&index, ROOT_MAX)?;
        self.mirror.fetch(&meta, ROOT_MAX)?;
        let bytes = std::fs::read(self.mirror.folder().join(&index))?;
        let read: Index = serde_json::from_slice(&bytes)?;
        let shards = read.shards.iter().map(|hash| format!("shards/{hash}.json"));
        let shards: Vec<String> = shards.collect();
        self.bring(&shards)?;
        Ok(shards.into_iter().chain([index, meta]).collect())
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

    fn value<T: DeserializeOwned>(&self) -> io::Result<T> {
        Ok(serde_json::from_slice(&self.bytes)?)
    }
}

/// PURE: how long before `time` it is at `now`; none if it is no longer, or too long.
fn lead(time: &str, now: Timestamp) -> Option<Duration> {
    let time: Timestamp = time.parse().ok()?;
    let lead = Duration::try_from(time.duration_since(now)).ok()?;
    (!lead.is_zero() && lead <= LONGEST_LEAD).then_some(lead)
}

#[cfg(test)]
mod tests {
    use super::*;

    // R11.04
    #[test]
    fn a_build_waits_for_a_time_that_comes_soon() {
        let now: Timestamp = "2026-11-28T03:04:05.5Z".parse().unwrap();
        for (time, waits) in [
            ("2026-11-28T03:04:05Z", None),
            ("2026-11-28T03:04:06Z", Some(500)),
            ("2026-11-28T03:04:15Z", Some(9_500)),
            ("2026-11-28T03:04:16Z", None),
            ("2027-11-28T03:04:05Z", None),
            ("yesterday", None),
        ] {
            assert_eq!(lead(time, now), waits.map(Duration::from_millis), "{time}");
        }
    }
}
