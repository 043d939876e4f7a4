//! A circuit breaker: an origin that lets calls wait in vain is not asked for a while, so that
//! visitors read at once that it is away, and their calls do not pile up here.
//!
//! ```text
//! closed ──several slow failures in a row──► open ──a pause──► half open ──one call fails──► open
//!    ▲                                                             │
//!    └──────────────────────────one call is answered───────────────┘
//! ```
//!
//! A refused connection costs no time, and a call finds at once when the origin is back, so quick
//! failures are not counted.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Slow failures in a row that open the circuit.
const FAILURES: u32 = 5;

/// A failure that took this long is slow.
const SLOW: Duration = Duration::from_secs(1);

/// The first pause; each further one is twice as long.
const PAUSE: Duration = Duration::from_secs(1);

/// The longest pause: an origin that is back waits no longer for its visitors.
const PAUSE_MAX: Duration = Duration::from_secs(16);

/// How a call ended, as the breaker counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The origin answered, well or not.
    Answered,
    /// The origin did not answer.
    Failed,
    /// The client is at fault, or has gone, which is no sign of the origin's state.
    Neutral,
}

/// The breaker of one origin.
#[derive(Debug, Default)]
pub(super) struct CircuitBreaker(Mutex<State>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Closed { failures: u32 },
    Open { since: Instant, pause: Duration },
    HalfOpen { pause: Duration },
}

impl Default for State {
    fn default() -> Self {
        Self::Closed { failures: 0 }
    }
}

/// The permission for one call.
#[derive(Debug)]
pub(super) struct Pass<'a> {
    breaker: &'a CircuitBreaker,
    start: Instant,
    is_trial: bool,
}

impl CircuitBreaker {
    /// The permission for a call at this moment; none while the circuit is open.
    pub(super) fn admit(&self, now: Instant) -> Option<Pass<'_>> {
        let mut state = self.state();
        let is_trial = match *state {
            State::Closed { .. } => false,
            State::Open { since, pause } if now.duration_since(since) >= pause => {
                *state = State::HalfOpen { pause };
                true
            }
            State::Open { .. } | State::HalfOpen { .. } => return None,
        };
        Some(Pass {
            breaker: self,
            start: now,
            is_trial,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pass<'_> {
    /// Reports the end of the call; returns the pause if it opened the circuit.
    pub(super) fn report(mut self, ending: Ending, now: Instant) -> Option<Duration> {
        self.end(ending, now)
    }

    fn end(&mut self, ending: Ending, now: Instant) -> Option<Duration> {
        let mut state = self.breaker.state();
        let is_slow = now.duration_since(self.start) >= SLOW;
        let next = next(
            *state,
            std::mem::take(&mut self.is_trial),
            ending,
            is_slow,
            now,
        );
        let opened = match (*state, next) {
            (State::Open { .. }, _) => None,
            (_, State::Open { pause, .. }) => Some(pause),
            _ => None,
        };
        *state = next;
        opened
    }
}

impl Drop for Pass<'_> {
    /// A trial whose client has gone leaves the next call to try.
    fn drop(&mut self) {
        if self.is_trial {
            self.end(Ending::Neutral, Instant::now());
        }
    }
}

/// PURE: the state after a call.
fn next(state: State, is_trial: bool, ending: Ending, is_slow: bool, now: Instant) -> State {
    match (state, ending) {
        (State::HalfOpen { pause }, Ending::Failed) if is_trial => State::Open {
            since: now,
            pause: (pause * 2).min(PAUSE_MAX),
        },
        // The next call may try at once.
        (State::HalfOpen { pause }, Ending::Neutral) if is_trial => State::Open {
            since: now.checked_sub(pause).unwrap_or(now),
            pause,
        },
        (_, Ending::Answered) => State::default(),
        (State::Closed { failures }, Ending::Failed) if is_slow && failures + 1 >= FAILURES => {
            State::Open {
                since: now,
                pause: PAUSE,
            }
        }
        (State::Closed { failures }, Ending::Failed) if is_slow => State::Closed {
            failures: failures + 1,
        },
        (state, _) => state,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A call that starts at a moment and ends so much later.
    fn call(breaker: &CircuitBreaker, start: Instant, took: Duration, ending: Ending) -> bool {
        let pass = breaker.admit(start);
        let is_admitted = pass.is_some();
        if let Some(pass) = pass {
            pass.report(ending, start + took);
        }
        is_admitted
    }

    fn open_circuit(start: Instant) -> CircuitBreaker {
        let breaker = CircuitBreaker::default();
        for _ in 0..FAILURES {
            assert!(call(&breaker, start, SLOW, Ending::Failed));
        }
        breaker
    }

    #[test]
    fn only_slow_failures_in_a_row_open_it() {
        let start = Instant::now();
        let quick = CircuitBreaker::default();
        let broken = CircuitBreaker::default();
        let neutral = CircuitBreaker::default();
        for round in 0..100 {
            assert!(call(&quick, start, SLOW / 2, Ending::Failed), "{round}");
            let ending = match round % FAILURES {
                0 => Ending::Answered,
                _ => Ending::Failed,
            };
            assert!(call(&broken, start, SLOW, ending), "{round}");
            assert!(call(&neutral, start, SLOW, Ending::Neutral), "{round}");
        }
        assert!(!call(
            &open_circuit(start),
            start + SLOW,
            SLOW,
            Ending::Answered
        ));
    }

    #[test]
    fn after_a_pause_one_call_tries_and_its_answer_closes_it() {
        let start = Instant::now();
        let breaker = open_circuit(start);
        let later = start + SLOW + PAUSE;
        let trial = breaker.admit(later).unwrap();
        assert!(breaker.admit(later).is_none(), "one at a time");
        assert_eq!(trial.report(Ending::Answered, later), None);
        for _ in 0..10 {
            assert!(call(&breaker, later, SLOW / 2, Ending::Answered));
        }
    }

    #[test]
    fn each_failed_trial_doubles_the_pause_up_to_a_limit() {
        let breaker = open_circuit(Instant::now());
        let mut now = Instant::now() + SLOW + PAUSE;
        let mut pauses = Vec::new();
        for _ in 0..7 {
            let trial = breaker.admit(now).unwrap();
            let pause = trial.report(Ending::Failed, now).unwrap();
            assert!(
                breaker
                    .admit(now + pause - Duration::from_millis(1))
                    .is_none()
            );
            pauses.push(pause.as_secs());
            now += pause;
        }
        assert_eq!(pauses, [2, 4, 8, 16, 16, 16, 16]);
    }

    #[test]
    fn a_trial_whose_client_has_gone_leaves_the_next_call_to_try() {
        let start = Instant::now() - Duration::from_secs(60);
        let breaker = open_circuit(start);
        drop(breaker.admit(start + SLOW + PAUSE).unwrap());
        assert!(breaker.admit(Instant::now()).is_some());
    }

    #[test]
    fn a_late_answer_of_an_earlier_call_closes_it() {
        let start = Instant::now();
        let breaker = CircuitBreaker::default();
        let early = breaker.admit(start).unwrap();
        for _ in 0..FAILURES {
            call(&breaker, start, SLOW, Ending::Failed);
        }
        assert!(breaker.admit(start + SLOW).is_none());
        early.report(Ending::Answered, start + SLOW);
        assert!(breaker.admit(start + SLOW).is_some());
    }
}
