//! The rights to change a place. A host's end with the process that has them, a bucket's with their
//! time, which a process renews while it runs.

use std::sync::Arc;

use anyhow::{bail, ensure};
use generator_deploy::destination::Lease;
use jiff::{Span, Timestamp};

use crate::place::{Handle, Kind, State, busy};
use crate::world::{Actor, World, now};

/// How long a bucket's lease holds after it was renewed.
const TERM_SECONDS: i64 = 60;

/// Which right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Right {
    /// To push.
    Push,
    /// To change the pointers, against a generator that works there: a bucket has none.
    Pointers,
}

/// A right that a program has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) actor: Actor,
    until: Timestamp,
}

struct Taken {
    world: Arc<World>,
    place: usize,
    right: Right,
    held: Held,
}

fn slot(state: &mut State, right: Right) -> &mut Option<Held> {
    match right {
        Right::Push => &mut state.lease,
        Right::Pointers => &mut state.lock,
    }
}

fn until(kind: Kind) -> Timestamp {
    match kind {
        Kind::Host => Timestamp::MAX,
        Kind::Bucket => now() + Span::new().seconds(TERM_SECONDS),
    }
}

impl Handle {
    pub(crate) fn take(&self, right: Right) -> anyhow::Result<Box<dyn Lease>> {
        let world = Arc::clone(&self.world);
        let held = self.step(false, |state, _| {
            if (state.kind, right) == (Kind::Bucket, Right::Pointers) {
                return Ok(None);
            }
            let until = until(state.kind);
            let label = state.label;
            let slot = slot(state, right);
            if slot.is_some_and(|held| now() <= held.until) {
                return Err(busy(label));
            }
            let held = Held {
                actor: self.actor,
                until,
            };
            *slot = Some(held);
            Ok(Some(held))
        });
        let taken = held.is_ok();
        world.note(format_args!(
            "{}: {right:?} at {}: {taken}",
            self.actor, self.place
        ));
        // An answer that is lost leaves a lease of which its owner knows nothing. The real ones
        // are taken back by their name, and a lock ends with the call.
        if held.is_err() {
            world.release(self.place, self.actor, right);
        }
        Ok(match held? {
            None => Box::new(Nothing),
            Some(held) => Box::new(Taken {
                world,
                place: self.place,
                right,
                held,
            }),
        })
    }
}

impl World {
    fn release(&self, place: usize, actor: Actor, right: Right) {
        let is_dead = self.is_dead(actor);
        let state = &mut self.inner().places[place];
        let stays = state.kind == Kind::Bucket && is_dead;
        let slot = slot(state, right);
        if slot.is_some_and(|held| held.actor == actor) && !stays {
            *slot = None;
        }
    }
}

impl Lease for Taken {
    fn check(&self) -> anyhow::Result<()> {
        ensure!(!self.world.is_dead(self.held.actor), "the program is dead");
        let state = &mut self.world.inner().places[self.place];
        let renewed = until(state.kind);
        let slot = slot(state, self.right);
        match slot {
            Some(held) if held.actor == self.held.actor && now() <= held.until => {
                held.until = renewed;
                Ok(())
            }
            _ => bail!("the lease was lost"),
        }
    }

    fn ends(&self) -> Option<Timestamp> {
        let state = &mut self.world.inner().places[self.place];
        let is_timed = state.kind == Kind::Bucket;
        let held = slot(state, self.right).filter(|held| held.actor == self.held.actor);
        // Another one has it: the end has passed.
        is_timed.then(|| held.map_or(Timestamp::MIN, |held| held.until))
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let line = format!(
            "{}: gives {:?} back at {}",
            self.held.actor, self.right, self.place
        );
        self.world.note(line);
        self.world.release(self.place, self.held.actor, self.right);
    }
}

struct Nothing;

impl Lease for Nothing {
    fn check(&self) -> anyhow::Result<()> {
        Ok(())
    }
}
