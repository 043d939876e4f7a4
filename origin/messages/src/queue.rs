//! The worker's side of a queue that is in the database: signals for new items and for the end, and
//! the list of closed ways.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Signals between the callers that queue and the worker.
#[derive(Debug, Default)]
pub struct Queue {
    woken: Notify,
    is_closed: AtomicBool,
    /// Way → when it is tried again.
    rests: Mutex<BTreeMap<String, i64>>,
}

impl Queue {
    /// Wakes the worker, or keeps it from falling asleep.
    pub fn wake(&self) {
        self.woken.notify_one();
    }

    /// Returns once the worker was woken.
    pub async fn woken(&self) {
        self.woken.notified().await;
    }

    /// Keeps the worker from beginning new work.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.wake();
    }

    /// Whether no new work is begun.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// Leaves a way alone until a moment.
    pub fn rest(&self, way: &str, until: i64) {
        self.rests().insert(way.to_owned(), until);
    }

    /// When a way may be tried: its rest's end, or `due` if that is later.
    pub fn open_at(&self, way: &str, due: i64) -> i64 {
        let rested = self.rests().get(way).copied();
        rested.unwrap_or(due).max(due)
    }

    /// Forgets the rests that are over: a way that is gone is in none.
    pub fn tidy(&self, now: i64) {
        self.rests().retain(|_, until| *until > now);
    }

    fn rests(&self) -> MutexGuard<'_, BTreeMap<String, i64>> {
        // Every change is one call, so the map is whole even if a thread panicked.
        self.rests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_rests_until_its_time_and_the_others_do_not() {
        let queue = Queue::default();
        queue.rest("mail", 160);
        for (way, due, expected) in [
            ("mail", 100, 160),
            ("mail", 200, 200),
            ("webhook", 100, 100),
        ] {
            assert_eq!(queue.open_at(way, due), expected, "{way} {due}");
        }
        queue.tidy(159);
        assert_eq!(queue.open_at("mail", 100), 160);
        queue.tidy(160);
        assert_eq!(queue.open_at("mail", 100), 100);
    }
}
