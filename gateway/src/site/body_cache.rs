//! Bodies of a build's files: read from disk on first use, checked, and held in memory within a
//! budget.
//!
//! A body in memory costs one atomic load; only an absent one takes a permit and a thread. All
//! snapshots share the cache.

use std::io::{self, ErrorKind, SeekFrom};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use contract::Hash;
use http_body_util::StreamBody;
use hyper::body::Frame;
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::io::ReaderStream;

use crate::config::Limits;
use crate::observe::metrics::Metrics;
use crate::protocol::body::Body;
use crate::protocol::encoding::Encoding;

use super::budget::Budget;
use super::builds_dir::{BuildsDir, name};
use super::resource::{Resource, Unreadable, Variant, mismatch};

/// Files read at the same time. With at most 4 MiB each (and as much again to unpack a sidecar) a
/// cold start under load stays within 256 MiB.
const READS: usize = 32;
/// Seconds until an absent sidecar is looked for again.
const LOOK_AGAIN: u32 = 3;
/// Seconds for one that a bucket lacks: `generator push` sends sidecars before it names the build.
const LOOK_AGAIN_IN_BUCKET: u32 = 600;
/// Bytes of a large file that are read at once.
const CHUNK: usize = 64 * 1024;

/// The cache of all snapshots.
pub(crate) struct BodyCache {
    builds: BuildsDir,
    budget: Budget,
    /// Permits to read a body from disk.
    reads: Semaphore,
    /// The permit to read a whole large file: one at a time, or many requests for the same file
    /// would each read all of it.
    checks: Semaphore,
    /// Permits to hold a large file open while its client takes it: one for each connection, or
    /// with HTTP/2 a few clients could use up the file descriptors.
    open_files: Arc<Semaphore>,
    metrics: Arc<Metrics>,
    /// When the process started.
    start: Instant,
}

impl BodyCache {
    /// An empty cache of files under `builds`, within the limits.
    pub(crate) fn new(builds: BuildsDir, limits: &Limits, metrics: Arc<Metrics>) -> Self {
        Self {
            builds,
            budget: Budget::new(limits.bodies, Arc::clone(&metrics)),
            open_files: Arc::new(Semaphore::new(limits.connections)),
            reads: Semaphore::new(READS),
            checks: Semaphore::new(1),
            metrics,
            start: Instant::now(),
        }
    }

    /// The body of the file at `path` in a coding, from memory or from disk; none if there is no
    /// such sidecar.
    pub(crate) async fn body(
        self: &Arc<Self>,
        path: &str,
        resource: &Arc<Resource>,
        encoding: Encoding,
    ) -> Result<Option<Arc<Variant>>, Unreadable> {
        let slot = encoding.slot();
        if let Some(variant) = resource.variant_in_memory(slot) {
            variant.set_used();
            return Ok(Some(variant));
        }
        if resource.is_known_absent(slot, self.now()) {
            return Ok(None);
        }
        // Boxed: few answers wait for the disk, and otherwise every answer would reserve, and move,
        // the memory for it.
        Box::pin(self.body_from_disk(path, resource, encoding)).await
    }

    async fn body_from_disk(
        self: &Arc<Self>,
        path: &str,
        resource: &Arc<Resource>,
        encoding: Encoding,
    ) -> Result<Option<Arc<Variant>>, Unreadable> {
        match self.try_body_from_disk(path, resource, encoding).await {
            // A damaged file of the mirror was removed, and comes anew.
            Err(_) if self.builds.mirror().is_some() => {
                self.try_body_from_disk(path, resource, encoding).await
            }
            read => read,
        }
    }

    async fn try_body_from_disk(
        self: &Arc<Self>,
        path: &str,
        resource: &Arc<Resource>,
        encoding: Encoding,
    ) -> Result<Option<Arc<Variant>>, Unreadable> {
        let name = name(&resource.facts.holder, &resource.relative(path), encoding);
        if let Err(error) = self.bring(&name, resource).await {
            let is_identity = encoding == Encoding::Identity;
            let seconds = match error.kind() {
                _ if is_identity => return Err(Unreadable::new(&name, error)),
                ErrorKind::NotFound => LOOK_AGAIN_IN_BUCKET,
                _ => LOOK_AGAIN,
            };
            resource.set_absent_until(encoding.slot(), self.now() + seconds);
            return Ok(None);
        }
        let _permit = self.reads.acquire().await;
        // The previous holder of the permit may have read it.
        if let Some(variant) = resource.variant_in_memory(encoding.slot()) {
            return Ok(Some(variant));
        }
        let (cache, resource) = (Arc::clone(self), Arc::clone(resource));
        let place = name.clone();
        let read = tokio::task::spawn_blocking(move || cache.read(&resource, &name, encoding));
        read.await
            .unwrap_or_else(|error| Err(Unreadable::new(&place, error)))
    }

    /// Has a file brought that comes from a bucket.
    async fn bring(&self, name: &str, resource: &Resource) -> io::Result<()> {
        match self.builds.mirror() {
            Some(mirror) => mirror.bring(name.to_owned(), resource.facts.size).await,
            None => Ok(()),
        }
    }

    /// Reads a body and holds it. Blocks.
    fn read(
        &self,
        resource: &Arc<Resource>,
        name: &str,
        encoding: Encoding,
    ) -> Result<Option<Arc<Variant>>, Unreadable> {
        let slot = encoding.slot();
        let file = self.builds.root().join(name);
        let place = file.display().to_string();
        let read = resource.read_checked(&file, encoding);
        if read.as_ref().is_err_and(is_damage) {
            self.builds.discard(name);
        }
        let bytes = match (encoding, read) {
            (_, Ok(bytes)) => bytes,
            (Encoding::Identity, Err(error)) => {
                self.metrics.bad_files.add_one();
                return Err(Unreadable::new(&place, error));
            }
            (_, Err(error)) => {
                if error.kind() != ErrorKind::NotFound {
                    self.metrics.bad_files.add_one();
                    tracing::warn!(path = place, %error, "sidecar left out");
                }
                resource.set_absent_until(slot, self.now() + LOOK_AGAIN);
                return Ok(None);
            }
        };
        let etag = resource.etag(encoding, &bytes);
        let variant =
            Variant::new(bytes.into(), &etag).map_err(|error| Unreadable::new(&place, error))?;
        Ok(Some(self.budget.admit(resource, slot, Arc::new(variant))))
    }

    /// Forgets the body of a file in a coding, so that the next request reads and checks it again;
    /// a large file is read through again.
    pub(crate) fn forget(&self, resource: &Arc<Resource>, encoding: Encoding) {
        resource.set_checked(false);
        self.budget.release(resource, encoding.slot());
    }

    /// A permit to hold a large file open; none while as many files are open as connections are
    /// allowed.
    pub(crate) fn open_file(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.open_files).try_acquire_owned().ok()
    }

    /// Bytes of a large file as a stream, which keeps `permit` until it ends. The file is compared
    /// with its hash before it is first sent.
    pub(crate) async fn stream(
        self: &Arc<Self>,
        path: &str,
        resource: &Arc<Resource>,
        range: Range<u64>,
        permit: OwnedSemaphorePermit,
    ) -> Result<Body, Unreadable> {
        let name = name(
            &resource.facts.holder,
            &resource.relative(path),
            Encoding::Identity,
        );
        let place = self.builds.root().join(&name);
        let unreadable = |error: io::Error| Unreadable::new(&name, error);
        let brought = self.bring(&name, resource).await;
        brought.map_err(unreadable)?;
        if !resource.is_checked() {
            // The previous holder of the permit may have checked it, so the check itself looks
            // again.
            let _turn = self.checks.acquire().await;
            let (cache, checked, target) = (Arc::clone(self), Arc::clone(resource), name.clone());
            let check = tokio::task::spawn_blocking(move || cache.check_large(&checked, &target));
            check
                .await
                .map_err(|error| Unreadable::new(&name, error))??;
        }
        let mut file = tokio::fs::File::open(&place).await.map_err(unreadable)?;
        file.seek(SeekFrom::Start(range.start))
            .await
            .map_err(unreadable)?;
        let chunks = ReaderStream::with_capacity(file.take(range.end - range.start), CHUNK);
        Ok(Body::stream(StreamBody::new(futures_util::StreamExt::map(
            chunks,
            move |chunk| {
                let _held = &permit;
                chunk.map(Frame::data)
            },
        ))))
    }

    /// Checks a large file once, by reading it through. Blocks.
    fn check_large(&self, resource: &Resource, name: &str) -> Result<(), Unreadable> {
        if resource.is_checked() {
            return Ok(());
        }
        let file = self.builds.root().join(name);
        self.metrics.large_checks.add_one();
        match std::fs::File::open(&file).and_then(Hash::of_reader) {
            Ok(hash) if hash == resource.facts.hash => {
                resource.set_checked(true);
                Ok(())
            }
            wrong => {
                self.metrics.bad_files.add_one();
                let error = wrong.err().unwrap_or_else(mismatch);
                if is_damage(&error) {
                    self.builds.discard(name);
                }
                Err(Unreadable::new(&file.display().to_string(), error))
            }
        }
    }

    /// Whole seconds since the start, beginning at one: zero means "not known".
    fn now(&self) -> u32 {
        let seconds = self.start.elapsed().as_secs();
        u32::try_from(seconds).unwrap_or(u32::MAX - LOOK_AGAIN - 1) + 1
    }
}

/// Whether the bytes are wrong. Decoders have several kinds of errors for that; an error of the
/// system, such as too many open files, is no proof.
fn is_damage(error: &io::Error) -> bool {
    error.raw_os_error().is_none() && error.kind() != ErrorKind::NotFound
}
