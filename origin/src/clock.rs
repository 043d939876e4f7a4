//! The only place that asks what time it is, so that tests can move it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A source of the time.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's.
    System,
    /// Seconds since the epoch; moves only when told.
    Frozen(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands at `seconds` since the epoch.
    pub fn frozen(seconds: i64) -> Self {
        Self::Frozen(Arc::new(AtomicI64::new(seconds)))
    }

    /// Moves a frozen clock forward; every clone of it moves along. The machine's clock is not moved.
    pub fn advance(&self, by: Duration) {
        if let Self::Frozen(seconds) = self {
            seconds.fetch_add(whole_seconds(by), Ordering::SeqCst);
        }
    }

    /// Seconds since the epoch.
    pub fn now(&self) -> i64 {
        match self {
            Self::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, whole_seconds),
            Self::Frozen(seconds) => seconds.load(Ordering::SeqCst),
        }
    }
}

fn whole_seconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_secs()).unwrap_or(i64::MAX)
}
