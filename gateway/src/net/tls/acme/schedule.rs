//! Times of orders. Pure.
//!
//! A certificate is renewed after two thirds of its life, and a little later by chance, so that
//! sites that began together do not come together. After a failure the pauses grow, because
//! authorities count failures and refuse clients that come too often.

use std::time::Duration;

use super::challenge::Kind;

/// The pause after the first failure.
const FIRST_PAUSE: u64 = 60;

/// The longest pause after a failure, without its jitter.
const LAST_PAUSE: u64 = 6 * 60 * 60;

/// Longest sleep. A machine that was suspended, or whose clock was set, is back in time.
pub(super) const NAP: Duration = Duration::from_secs(60 * 60);

/// The certificate on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// A certificate for all names; its first and last second, since 1970.
    Complete { not_before: u64, not_after: u64 },
    /// No certificate is there, or it lacks a name.
    Missing,
}

/// Failures since the last success.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Failures {
    /// How many failures there were.
    pub(super) count: u32,
    /// Time of the last failure, in seconds since 1970.
    pub(super) last: u64,
}

/// A part of the jitter that is possible: from 0 to below 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chance(f64);

impl Chance {
    /// A chance from random bytes.
    pub(super) fn new(random: [u8; 4]) -> Self {
        Self(f64::from(u32::from_le_bytes(random)) / (f64::from(u32::MAX) + 1.0))
    }

    /// This part of a number of seconds.
    fn share(self, seconds: u64) -> u64 {
        Duration::from_secs(seconds).mul_f64(self.0).as_secs()
    }
}

/// When to place the next order, in seconds since 1970; a time that has passed: now.
pub(super) fn due(kept: Kept, failures: Failures, chance: Chance) -> u64 {
    let wanted = match kept {
        Kept::Missing => 0,
        Kept::Complete {
            not_before,
            not_after,
        } => {
            let life = not_after.saturating_sub(not_before);
            not_before + life / 3 * 2 + chance.share(life / 30)
        }
    };
    let permitted = match failures.count {
        0 => 0,
        count => failures.last.saturating_add(pause(count, chance)),
    };
    wanted.max(permitted)
}

/// One minute, doubled by each further failure, at most six hours; and up to a quarter more.
fn pause(failures: u32, chance: Chance) -> u64 {
    let doubled = 2_u64.saturating_pow(failures - 1);
    let pause = FIRST_PAUSE.saturating_mul(doubled).min(LAST_PAUSE);
    pause + chance.share(pause / 4)
}

/// The challenge for the next attempt. Port 80 is the usual one, so HTTP-01 comes first where it
/// can be answered; after a failure the other one has its turn.
pub(super) fn kind(has_http: bool, failures: u32) -> Kind {
    match has_http && failures.is_multiple_of(2) {
        true => Kind::Http01,
        false => Kind::TlsAlpn01,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 24 * 60 * 60;
    const BEGIN: u64 = 20_000 * DAY;
    const NEVER: Chance = Chance(0.0);

    fn most() -> Chance {
        Chance::new([0xff; 4])
    }

    fn life(days: u64) -> Kept {
        Kept::Complete {
            not_before: BEGIN,
            not_after: BEGIN + days * DAY,
        }
    }

    fn failures(count: u32, last: u64) -> Failures {
        Failures { count, last }
    }

    #[test]
    fn a_certificate_is_renewed_in_its_last_third() {
        for (days, earliest, latest) in [
            (90, 60 * DAY, 63 * DAY),
            (45, 30 * DAY, 30 * DAY + 36 * 60 * 60),
            (6, 4 * DAY, 4 * DAY + 48 * 6 * 60),
        ] {
            let none = Failures::default();
            assert_eq!(due(life(days), none, NEVER), BEGIN + earliest, "{days}");
            let late = due(life(days), none, most());
            let span = BEGIN + latest - 2..=BEGIN + latest;
            assert!(span.contains(&late), "{days}: {}", late - BEGIN);
        }
    }

    #[test]
    fn a_missing_certificate_is_ordered_now() {
        assert_eq!(due(Kept::Missing, Failures::default(), most()), 0);
    }

    #[test]
    fn pauses_after_failures_double_up_to_six_hours() {
        for (count, least, longest) in [
            (1, 60, 75),
            (2, 120, 150),
            (3, 240, 300),
            (9, 15_360, 19_200),
            (10, 21_600, 27_000),
            (33, 21_600, 27_000),
            (u32::MAX, 21_600, 27_000),
        ] {
            let after = |chance| due(Kept::Missing, failures(count, BEGIN), chance) - BEGIN;
            assert_eq!(after(NEVER), least, "{count}");
            assert!(
                (longest - 2..=longest).contains(&after(most())),
                "{count}: {}",
                after(most())
            );
        }
    }

    #[test]
    fn a_failure_delays_a_renewal_and_never_brings_it_forward() {
        for (last, expected) in [
            (BEGIN + DAY, BEGIN + 60 * DAY),
            (BEGIN + 60 * DAY, BEGIN + 60 * DAY + 240),
        ] {
            assert_eq!(due(life(90), failures(3, last), NEVER), expected);
        }
    }

    #[test]
    fn each_failure_gives_the_other_challenge_a_turn_where_both_can_be_answered() {
        let turns = |has_http| [0, 1, 2, 3].map(|failures| kind(has_http, failures));
        use Kind::{Http01, TlsAlpn01};
        assert_eq!(turns(true), [Http01, TlsAlpn01, Http01, TlsAlpn01]);
        assert_eq!(turns(false), [TlsAlpn01; 4]);
    }
}
