//! The time of a transfer: the system's, or that of a simulation.

use jiff::Timestamp;

/// A clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock(pub fn() -> Timestamp);

impl Clock {
    /// The time now.
    pub(crate) fn now(self) -> Timestamp {
        (self.0)()
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self(Timestamp::now)
    }
}
