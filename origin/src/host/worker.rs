//! The worker: tasks without a request. It sends queued items, and removes expired data.
//!
//! A newly queued item wakes it, and so does the time at which an item is due. It finds the items
//! of another process when it looks at least once in [`LONGEST_SLEEP`].

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;

use crate::housekeeping;
use crate::origin::Origin;
use origin_messages::outbox;

/// The longest time until the next look.
const LONGEST_SLEEP: i64 = 5 * 60;

/// The time until the next look after an unexpected failure.
const PAUSE: i64 = 60;

impl Origin {
    /// One round of the worker: sends due items, and removes expired data. Returns the seconds
    /// until the next round.
    pub async fn work(&self) -> i64 {
        let tidy = async {
            housekeeping::let_files_go(self).await;
            housekeeping::keep_house(self).await;
        };
        // Side by side: a store that is slow keeps no letter waiting, nor the other way round.
        let ((), sent) = tokio::join!(tidy, outbox::send_due(&self.messages));
        match sent {
            Ok(due) => {
                let wait = due.map_or(LONGEST_SLEEP, |due| due - self.ground.clock.now());
                wait.clamp(1, LONGEST_SLEEP)
            }
            Err(error) => {
                tracing::warn!(%error, "what is queued could not be sent; the next try is in {PAUSE} s");
                PAUSE
            }
        }
    }
}

/// Works until the queue is closed.
pub(super) async fn run(origin: Arc<Origin>) {
    while !origin.messages.queue.is_closed() {
        let round = AssertUnwindSafe(origin.work()).catch_unwind().await;
        let wait = round.unwrap_or_else(|_| {
            tracing::error!("the worker panicked; it goes on in {PAUSE} s");
            PAUSE
        });
        let wait = Duration::from_secs(wait.unsigned_abs());
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = origin.messages.queue.woken() => {}
        }
    }
}
