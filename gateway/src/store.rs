//! What snapshots share while they come and go: the folder, the memory budget, the counters.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Semaphore;

use crate::config::Limits;
use crate::metrics::Metrics;
use crate::site::budget::Budget;
use crate::site::folder::Folder;

/// Files read at the same time. With at most 4 MiB each (and as much again to unpack a sidecar) a
/// cold start under load stays within 256 MiB.
const READS: usize = 32;

/// Shared by all snapshots.
pub(crate) struct Store {
    /// `builds/`.
    pub(crate) folder: Folder,
    /// Bodies in memory.
    pub(crate) budget: Budget,
    /// Who may read a body from disk.
    pub(crate) reads: Semaphore,
    /// Who may read a large file through: one at a time, or many who ask for the same one would
    /// each read all of it.
    pub(crate) checks: Semaphore,
    /// Who may hold a large file open while its client takes it: one for each connection, or with
    /// HTTP/2 a few clients could use up the file descriptors.
    pub(crate) open_files: Arc<Semaphore>,
    /// Counters.
    pub(crate) metrics: Arc<Metrics>,
    /// When the process started.
    pub(crate) start: Instant,
}

impl Store {
    /// For a folder, within the limits.
    pub(crate) fn new(folder: Folder, limits: &Limits, metrics: Arc<Metrics>) -> Self {
        Self {
            folder,
            budget: Budget::new(limits.bodies, Arc::clone(&metrics)),
            open_files: Arc::new(Semaphore::new(limits.connections)),
            reads: Semaphore::new(READS),
            checks: Semaphore::new(1),
            metrics,
            start: Instant::now(),
        }
    }
}
