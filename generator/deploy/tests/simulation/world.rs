//! The simulated world: its time, its places, and the faults that a seed brings. One thing happens
//! at a time. While a program waits for a place, another one may run from its start to its end or
//! its crash, so a program also meets every state that others leave behind while it is slow.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::AddAssign;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fastrand::Rng;
use jiff::{Span, Timestamp};

use crate::actions::Ci;
use crate::place::{Kind, State};

/// The beginning of time.
const START: &str = "2026-11-21T00:00:00Z";
/// Programs that may wait for each other.
const DEEPEST: usize = 3;

thread_local! {
    /// The clock reads this: a function pointer has no place for it.
    static NOW: Cell<Timestamp> = const { Cell::new(Timestamp::UNIX_EPOCH) };
}

/// The simulated time of this thread.
pub(crate) fn now() -> Timestamp {
    NOW.get()
}

/// Names a program that runs.
pub(crate) type Actor = u32;

/// Everything there is.
pub(crate) struct World(Mutex<Inner>);

pub(crate) struct Inner {
    pub(crate) rng: Rng,
    pub(crate) places: Vec<State>,
    pub(crate) ci: Ci,
    pub(crate) counts: Counts,
    actors: Actor,
    depth: usize,
    dead: BTreeSet<Actor>,
    /// No more faults.
    calm: bool,
    trace: Vec<String>,
}

/// How often something happened.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) steps: u64,
    pub(crate) publishes: u64,
    pub(crate) refusals: u64,
    pub(crate) crashes: u64,
    pub(crate) faults: u64,
    pub(crate) purges: u64,
    pub(crate) rollbacks: u64,
}

/// The fault that a step of a program meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// The place does not answer, and did not do it.
    Away,
    /// It did it, and the answer was lost.
    AnswerLost,
    /// It did a part, and the disk was full.
    Full,
    /// The program crashes before the step, or in it.
    Crash {
        is_begun: bool,
    },
}

impl World {
    pub(crate) fn new(seed: u64) -> Arc<Self> {
        NOW.set(START.parse().unwrap());
        let places = [
            ("ci", Kind::Host),
            ("one", Kind::Host),
            ("two", Kind::Host),
            ("s3", Kind::Bucket),
        ];
        let places = places.map(|(name, kind)| State::new(name, kind));
        Arc::new(Self(Mutex::new(Inner {
            rng: Rng::with_seed(seed),
            places: places.into(),
            ci: Ci::default(),
            counts: Counts::default(),
            actors: 0,
            depth: 0,
            dead: BTreeSet::new(),
            calm: false,
            trace: Vec::new(),
        })))
    }

    /// Never held while a program runs.
    pub(crate) fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new program.
    pub(crate) fn start(&self, name: &str) -> Actor {
        let mut inner = self.inner();
        inner.actors += 1;
        let actor = inner.actors;
        let line = format!("{actor}: {name}");
        inner.note(line);
        actor
    }

    /// A number below `end`.
    pub(crate) fn below(&self, end: usize) -> usize {
        self.inner().rng.usize(..end)
    }

    /// True once in `times`.
    pub(crate) fn once_in(&self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn note(&self, line: impl fmt::Display) {
        self.inner().note(line.to_string());
    }

    pub(crate) fn trace(&self) -> String {
        self.inner().trace.join("\n")
    }

    pub(crate) fn counts(&self) -> Counts {
        self.inner().counts
    }

    pub(crate) fn is_dead(&self, actor: Actor) -> bool {
        self.inner().dead.contains(&actor)
    }

    /// Ends all faults: a person looks after the machines, and leases of dead programs run out.
    pub(crate) fn calm(&self) {
        self.inner().calm = true;
        self.pass(Span::new().hours(3));
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, span: Span) {
        NOW.set(NOW.get().checked_add(span).unwrap());
    }

    /// Lets time pass while a program waits, and other programs run.
    pub(crate) fn wait(self: &Arc<Self>, run_another: impl FnOnce(&Arc<Self>)) {
        self.inner().counts.steps += 1;
        self.pass(Span::new().milliseconds(20));
        if self.inner().calm {
            return;
        }
        if self.once_in(40) {
            let jump = [
                Span::new().seconds(5),
                Span::new().minutes(3),
                Span::new().hours(2),
                Span::new().minutes(-10),
            ];
            let jump = jump[self.below(jump.len())];
            self.note(format_args!("the clock jumps by {jump}"));
            self.pass(jump);
        }
        let may_run = self.inner().depth < DEEPEST;
        if may_run && self.once_in(25) {
            self.inner().depth += 1;
            run_another(self);
            self.inner().depth -= 1;
        }
    }

    /// The fault of a step.
    pub(crate) fn fault(&self, actor: Actor) -> Fault {
        let mut inner = self.inner();
        if inner.calm || inner.rng.usize(..30) != 0 {
            return Fault::None;
        }
        let fault = match inner.rng.usize(..8) {
            0 | 1 => Fault::Away,
            2 | 3 => Fault::AnswerLost,
            4 => Fault::Full,
            5 | 6 => Fault::Crash { is_begun: true },
            _ => Fault::Crash { is_begun: false },
        };
        match fault {
            Fault::Crash { .. } => {
                inner.dead.insert(actor);
                inner.counts.crashes += 1;
            }
            _ => inner.counts.faults += 1,
        }
        inner.note(format!("{actor}: {fault:?}"));
        fault
    }
}

impl Inner {
    pub(crate) fn note(&mut self, line: String) {
        self.trace.push(line);
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.steps += other.steps;
        self.publishes += other.publishes;
        self.refusals += other.refusals;
        self.crashes += other.crashes;
        self.faults += other.faults;
        self.purges += other.purges;
        self.rollbacks += other.rollbacks;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} steps, {} publishes, {} refusals, {} purges, {} rollbacks, {} crashes, {} other faults; every reader saw whole builds",
            self.steps,
            self.publishes,
            self.refusals,
            self.purges,
            self.rollbacks,
            self.crashes,
            self.faults
        )
    }
}
