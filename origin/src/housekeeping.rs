//! Forgetting what nobody needs any more: rows that have expired, clients that have all their calls
//! back.
//!
//! It is done by the calls that leave such things behind, at most once a [`PAUSE`]: no timer, and
//! nothing to do for an origin that nobody calls.

use std::sync::atomic::{AtomicI64, Ordering};

use crate::Origin;
use crate::db::sweep;

/// Seconds from one time to the next. What has expired is refused for its age; it may lie for a
/// while.
const PAUSE: i64 = 60;

/// When it was done last, in seconds since the epoch.
#[derive(Debug, Default)]
pub(crate) struct Housekeeping(AtomicI64);

impl Origin {
    /// Does it if it is time.
    pub(crate) async fn keep_house(&self) {
        let now = self.clock.now();
        let last = self.housekeeping.0.load(Ordering::Relaxed);
        let due = now - last >= PAUSE || now < last;
        let exchange = |last| {
            let order = Ordering::Relaxed;
            self.housekeeping
                .0
                .compare_exchange(last, now, order, order)
        };
        // Of several calls at the same moment one does it.
        if !due || exchange(last).is_err() {
            return;
        }
        self.limits.tidy();
        if let Err(error) = sweep::sweep(self.db.writers(), now).await {
            tracing::warn!(%error, "expired rows could not be removed; the next try is in {PAUSE} s");
        }
    }
}
