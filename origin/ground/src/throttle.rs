//! Work that is done by passing calls, and not more often than necessary.

use std::sync::atomic::{AtomicI64, Ordering};

/// The moment, in seconds since the epoch, at which the work was begun last.
#[derive(Debug, Default)]
pub struct Throttle(AtomicI64);

impl Throttle {
    /// Whether the work is due, and this caller's to do: true for at most one caller per `pause`.
    pub fn admits(&self, now: i64, pause: i64) -> bool {
        let last = self.0.load(Ordering::Relaxed);
        // A clock that was set back makes it due as well.
        let is_due = now - last >= pause || now < last;
        let order = Ordering::Relaxed;
        is_due && self.0.compare_exchange(last, now, order, order).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_due_once_per_pause_and_when_the_clock_was_set_back() {
        let throttle = Throttle::default();
        for (now, expected) in [
            (1_000, true),
            (1_000, false),
            (1_059, false),
            (1_060, true),
            (900, true),
            (901, false),
        ] {
            assert_eq!(throttle.admits(now, 60), expected, "{now}");
        }
    }
}
