//! Failures of a worker.

use std::time::Duration;

/// Heap of a worker, in MB. A page takes some tens; V8's own limit is half the machine's memory,
/// and every core has a worker.
pub(super) const HEAP_MB: u32 = 1024;

/// Why a worker gave no answer. It is of no use afterwards.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The process could not be started.
    #[error("cannot start `{program}`: {source}; run `npm install` in the frontend's folder")]
    Start {
        /// The executable.
        program: String,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The process ended by itself.
    #[error("the worker ended ({status}){tail}")]
    Died {
        /// Exit status or signal.
        status: String,
        /// The last lines it wrote to standard error.
        tail: String,
    },
    /// The heap was not enough.
    #[error("the worker ran out of memory ({HEAP_MB} MB); something in the page grows without end")]
    OutOfMemory,
    /// The process did not answer in time, and was killed.
    #[error("no answer after {} s; the worker was stopped{tail}", after.as_secs())]
    TimedOut {
        /// The limit.
        after: Duration,
        /// The last lines it wrote to standard error.
        tail: String,
    },
    /// The bytes of the answer are not a frame.
    #[error("the worker's answer is not a frame: {0}")]
    OutOfStep(String),
}
