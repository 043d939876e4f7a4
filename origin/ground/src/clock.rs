//! The only place that reads the time, so that tests can move it.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use jiff::tz::TimeZone;

/// A source of the time.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// One that moves only in tests.
    Frozen(Arc<FrozenClock>),
}

/// A clock of tests.
#[derive(Debug)]
pub struct FrozenClock {
    /// Seconds since the epoch.
    seconds: AtomicI64,
    /// Seconds that have passed.
    passed: AtomicI64,
}

impl Clock {
    /// A clock that is fixed at `seconds` since the epoch.
    pub fn frozen(seconds: i64) -> Self {
        Self::Frozen(Arc::new(FrozenClock {
            seconds: AtomicI64::new(seconds),
            passed: AtomicI64::new(seconds),
        }))
    }

    /// Moves a frozen clock forward; every clone of it moves along. The machine's clock is not
    /// moved.
    pub fn advance(&self, by: Duration) {
        if let Self::Frozen(clock) = self {
            let by = whole_seconds(by);
            clock.seconds.fetch_add(by, Ordering::SeqCst);
            clock.passed.fetch_add(by, Ordering::SeqCst);
        }
    }

    /// Sets a frozen clock by so many seconds, back or forward, while no time passes.
    pub fn set_by(&self, seconds: i64) {
        if let Self::Frozen(clock) = self {
            clock.seconds.fetch_add(seconds, Ordering::SeqCst);
        }
    }

    /// Seconds since the epoch.
    pub fn now(&self) -> i64 {
        match self {
            Self::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, whole_seconds),
            Self::Frozen(clock) => clock.seconds.load(Ordering::SeqCst),
        }
    }

    /// Time since some moment that stays the same while the program runs. Never runs backwards,
    /// also when the system's clock is set.
    pub fn uptime(&self) -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        match self {
            Self::System => START.elapsed(),
            Self::Frozen(clock) => {
                Duration::from_secs(clock.passed.load(Ordering::SeqCst).unsigned_abs())
            }
        }
    }
}

/// Seconds since the epoch as people and programs read them: `2026-11-21T03:04:05Z`.
pub fn rfc3339(seconds: i64) -> String {
    // Only times thousands of years away cannot be written; the end of time represents them.
    jiff::Timestamp::from_second(seconds)
        .unwrap_or(jiff::Timestamp::MAX)
        .to_string()
}

/// Seconds since the epoch for people of a zone: `2026-11-21 11:04 (UTC+08:00)`.
pub fn for_people(seconds: i64, zone: TimeZone) -> String {
    let moment = jiff::Timestamp::from_second(seconds).unwrap_or(jiff::Timestamp::MAX);
    let moment = moment.to_zoned(zone);
    let format = match moment.offset().is_zero() {
        true => "%Y-%m-%d %H:%M UTC",
        false => "%Y-%m-%d %H:%M (UTC%:z)",
    };
    moment.strftime(format).to_string()
}

/// Seconds since the epoch as HTTP writes them: `Sat, 21 Nov 2026 03:04:05 GMT`.
pub fn http_date(seconds: i64) -> String {
    let moment = jiff::Timestamp::from_second(seconds).unwrap_or(jiff::Timestamp::MAX);
    let printer = jiff::fmt::rfc2822::DateTimePrinter::new();
    // Only years before 0 and after 9999 cannot be written.
    printer
        .timestamp_to_rfc9110_string(&moment)
        .unwrap_or_default()
}

fn whole_seconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_secs()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_the_time_of_their_zone_and_its_name() {
        for (zone, expected) in [
            ("Asia/Shanghai", "2026-11-21 11:04 (UTC+08:00)"),
            ("America/St_Johns", "2026-11-20 23:34 (UTC-03:30)"),
            ("UTC", "2026-11-21 03:04 UTC"),
        ] {
            let zone = TimeZone::get(zone).unwrap();
            assert_eq!(for_people(1_795_230_245, zone), expected);
        }
    }
}
