//! The number of calls in an origin: those that it works on, those with bodies on their way, and
//! those that write a body as it comes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Calls with bodies on their way, per call that is worked on. A body is 16 KiB at most, so with
/// the usual 256 calls they fill 64 MiB, and it takes 4,096 slow senders to keep others from
/// sending.
const BODIES_PER_CALL: usize = 16;

/// The limit on calls at once, as permits.
#[derive(Debug)]
pub(crate) struct Admission {
    calls: Arc<Semaphore>,
    bodies: Arc<Semaphore>,
    /// Calls that read a body as it comes: a sender of a file over a slow line keeps no other
    /// client out.
    streams: Arc<Semaphore>,
    /// Permits for calls.
    size: usize,
    is_open: AtomicBool,
}

/// The permit of a call that was let in.
pub(crate) enum CallPermit {
    /// The call has no body to wait for.
    Ready(OwnedSemaphorePermit),
    /// The call gets its permit when its body is there; until then it holds one for the body.
    Arriving(OwnedSemaphorePermit, Arc<Semaphore>),
}

/// The body of a call, as admission sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sends {
    /// The call has no body.
    Nothing,
    /// The body is read before the call begins.
    Body,
    /// The call reads the body as it comes.
    Stream,
}

/// All permits are taken, or the origin is stopping: answer 503 and let the client come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the origin has all the calls in hand that it takes")]
pub struct Busy;

impl Admission {
    pub(crate) fn new(size: usize) -> Self {
        Self {
            calls: Arc::new(Semaphore::new(size)),
            bodies: Arc::new(Semaphore::new(size * BODIES_PER_CALL)),
            streams: Arc::new(Semaphore::new(size)),
            size,
            is_open: AtomicBool::new(true),
        }
    }

    /// Lets a call in, if there is room.
    pub(crate) fn admit(&self, sends: Sends) -> Result<CallPermit, Busy> {
        if !self.is_open.load(Ordering::Acquire) {
            return Err(Busy);
        }
        let permit = |of: &Arc<Semaphore>| Arc::clone(of).try_acquire_owned().map_err(|_| Busy);
        Ok(match sends {
            Sends::Nothing => CallPermit::Ready(permit(&self.calls)?),
            Sends::Body => CallPermit::Arriving(permit(&self.bodies)?, Arc::clone(&self.calls)),
            Sends::Stream => CallPermit::Ready(permit(&self.streams)?),
        })
    }

    /// Admits no more calls, and returns when all have ended.
    pub(crate) async fn close(&self) {
        self.is_open.store(false, Ordering::Release);
        for (permits, size) in [
            (&self.bodies, self.size * BODIES_PER_CALL),
            (&self.calls, self.size),
            (&self.streams, self.size),
        ] {
            // Neither is ever closed, so this only waits.
            let _ = permits
                .acquire_many(u32::try_from(size).unwrap_or(u32::MAX))
                .await;
        }
    }
}

impl CallPermit {
    /// The permits that the call holds while it is worked on; a stop waits for their holders.
    pub(crate) fn hold(self) -> Result<[Option<OwnedSemaphorePermit>; 2], Busy> {
        match self {
            Self::Ready(permit) => Ok([Some(permit), None]),
            Self::Arriving(arriving, calls) => {
                let permit = calls.try_acquire_owned().map_err(|_| Busy)?;
                Ok([Some(permit), Some(arriving)])
            }
        }
    }
}
