//! Whether the clock is trusted for irreversible acts, such as purging messages for their age.
//! PURE.
//!
//! A clock that is far ahead of the newest reading that was trusted, and of the time that the
//! process has run since, is doubted. It is trusted again when a day has passed on it, or when it
//! is set back.

/// Seconds that a clock may be ahead without being doubted: a machine may have been off.
const AHEAD: i64 = 24 * 60 * 60;

/// Seconds after which a doubted clock is trusted, if it runs on.
const PROBATION: i64 = 24 * 60 * 60;

/// Seconds by which a doubted clock may run ahead between two readings.
const DRIFT: i64 = 60 * 60;

/// Readings of the clock, in seconds since the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReadings {
    /// The newest one that was trusted.
    pub trusted_at: i64,
    /// The last one.
    pub read_at: i64,
    /// The first one of those that are doubted.
    pub doubted_at: Option<i64>,
}

impl ClockReadings {
    /// The readings with `now`, which follows the last one after `running` seconds of this process;
    /// 0 for its first.
    pub fn with(self, now: i64, running: i64) -> Self {
        let is_ahead = now > self.trusted_at + AHEAD + running;
        let doubted_at = match self.doubted_at {
            None => is_ahead.then_some(now),
            // Set back: it is as if there had been no doubt.
            Some(since) if now < since => is_ahead.then_some(now),
            Some(_) if now > self.read_at + DRIFT + running => Some(now),
            Some(since) => (now < since + PROBATION).then_some(since),
        };
        let trusted_at = match doubted_at {
            None => self.trusted_at.max(now),
            Some(_) => self.trusted_at,
        };
        Self {
            trusted_at,
            read_at: now,
            doubted_at,
        }
    }

    /// True if the clock is trusted.
    pub fn are_trusted(&self) -> bool {
        self.doubted_at.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Days on the clock and hours of running since the reading before, and whether it is trusted.
    fn trust_readings(readings: &[(i64, i64)]) -> Vec<bool> {
        let mut known = ClockReadings {
            trusted_at: 0,
            read_at: 0,
            doubted_at: None,
        };
        let read = readings.iter().map(|(hours, running)| {
            known = known.with(hours * 60 * 60, running * 60 * 60);
            known.are_trusted()
        });
        read.collect()
    }

    // R2.05
    #[test]
    fn a_clock_is_doubted_after_a_leap_until_it_is_set_back_or_a_day_has_passed() {
        let forty_days = 40 * 24;
        for (name, readings, expected) in [
            (
                "it runs on",
                vec![(1, 1), (48, 47), (400, 352)],
                vec![true; 3],
            ),
            ("off for a night", vec![(12, 0)], vec![true]),
            (
                "a leap and back",
                vec![(1, 1), (forty_days, 1), (forty_days + 1, 1), (2, 1), (3, 1)],
                vec![true, false, false, true, true],
            ),
            (
                "off for forty days",
                vec![
                    (forty_days, 0),
                    (forty_days + 12, 12),
                    (forty_days + 24, 12),
                ],
                vec![false, false, true],
            ),
            (
                "a leap in a leap",
                vec![
                    (forty_days, 1),
                    (2 * forty_days, 1),
                    (2 * forty_days + 23, 23),
                    (2 * forty_days + 24, 1),
                ],
                vec![false, false, false, true],
            ),
            (
                "restarts in doubt",
                vec![
                    (forty_days, 0),
                    (forty_days + 20, 0),
                    (forty_days + 30, 0),
                    (forty_days + 54, 24),
                ],
                vec![false, false, false, true],
            ),
        ] {
            assert_eq!(trust_readings(&readings), expected, "{name}");
        }
    }
}
