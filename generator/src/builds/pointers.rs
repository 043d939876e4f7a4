//! The two files that say which builds there are and which one is live.
//!
//! Commands beside `watch` change them, too, so whoever reads them in order to change them holds
//! [`Pointers`] from the first look to the last rename. `history.json` is renamed first: a build
//! that is live is always in the history. A switch is decided by that rename; whoever is killed
//! before the second one has it finished at the next [`Store::open`].

use std::sync::MutexGuard;

use contract::Hash;
use contract::build::{BuildId, BuildState, HistoryEntry, Latest};

use super::{Live, Store};

/// History and live build of a store, which no other thread changes meanwhile.
pub struct Pointers<'a> {
    store: &'a Store,
    _alone: MutexGuard<'a, ()>,
}

impl std::ops::Deref for Pointers<'_> {
    type Target = Store;

    fn deref(&self) -> &Store {
        self.store
    }
}

impl<'a> Pointers<'a> {
    pub(super) fn new(store: &'a Store, alone: MutexGuard<'a, ()>) -> Self {
        Self {
            store,
            _alone: alone,
        }
    }

    /// True if `build` is the live one; none: if there is no live one.
    pub(super) fn lead_to(&self, build: Option<&Live>) -> anyhow::Result<bool> {
        Ok(self.live_id()?.as_ref() == build.map(|build| &build.index.id))
    }

    /// Notes a build in the history, so that it is kept until it is published or pruned.
    pub(super) fn keep_staged(
        &self,
        id: &BuildId,
        app: Hash,
        timestamp: &str,
    ) -> anyhow::Result<()> {
        let mut history = self.history()?;
        history.push(HistoryEntry {
            id: id.clone(),
            app,
            state: BuildState::Staged,
            timestamp: timestamp.to_owned(),
        });
        self.replace_history(&history)
    }

    /// Makes `id` live. The build that was live is superseded.
    pub fn make_live(&self, id: &BuildId, app: Hash, timestamp: &str) -> anyhow::Result<()> {
        self.switch(self.history()?, id, app, timestamp)
    }

    /// Makes an earlier build live again. The live one is withdrawn, so that it answers no tab any
    /// more.
    pub fn roll_back(&self, id: &BuildId, app: Hash, timestamp: &str) -> anyhow::Result<()> {
        let mut history = self.history()?;
        for entry in &mut history {
            if entry.state == BuildState::Live {
                entry.state = BuildState::Withdrawn;
            }
        }
        self.switch(history, id, app, timestamp)
    }

    /// Finishes a switch that was interrupted between its two renames.
    pub(super) fn finish(&self) -> anyhow::Result<()> {
        // What is damaged is not guessed at; a rollback mends it.
        let (Ok(live), Ok(history)) = (self.live_id(), self.history()) else {
            return Ok(());
        };
        match interrupted(live.as_ref(), &history) {
            Some(decided) if self.index(&decided.id).is_ok() => self.replace_latest(decided),
            _ => Ok(()),
        }
    }

    fn switch(
        &self,
        history: Vec<HistoryEntry>,
        id: &BuildId,
        app: Hash,
        timestamp: &str,
    ) -> anyhow::Result<()> {
        let history = with_live(history, id, app, timestamp);
        self.replace_history(&history)?;
        history
            .last()
            .map_or(Ok(()), |live| self.replace_latest(live))
    }

    fn replace_latest(&self, live: &HistoryEntry) -> anyhow::Result<()> {
        let latest = Latest {
            id: live.id.clone(),
            timestamp: live.timestamp.clone(),
            app: live.app,
        };
        self.replace("latest.json", &serde_json::to_vec(&latest)?)
    }

    pub(super) fn replace_history(&self, history: &[HistoryEntry]) -> anyhow::Result<()> {
        self.replace("history.json", &serde_json::to_vec_pretty(history)?)
    }
}

/// The history after `id` went live: the one before is superseded; an entry of the same id moves to
/// the end.
pub(crate) fn with_live(
    mut history: Vec<HistoryEntry>,
    id: &BuildId,
    app: Hash,
    timestamp: &str,
) -> Vec<HistoryEntry> {
    history.retain(|entry| entry.id != *id);
    for entry in &mut history {
        if entry.state == BuildState::Live {
            entry.state = BuildState::Superseded;
        }
    }
    history.push(HistoryEntry {
        id: id.clone(),
        app,
        state: BuildState::Live,
        timestamp: timestamp.to_owned(),
    });
    history
}

/// The build that a history calls live while `latest.json` still leads to `live`, which that
/// history knows, or to nothing. A pointer to a build that it does not know is of another hand.
fn interrupted<'a>(
    live: Option<&BuildId>,
    history: &'a [HistoryEntry],
) -> Option<&'a HistoryEntry> {
    let is_known = live.is_none_or(|live| history.iter().any(|entry| entry.id == *live));
    let decided = history
        .iter()
        .rfind(|entry| entry.state == BuildState::Live)?;
    (is_known && live != Some(&decided.id)).then_some(decided)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u32) -> BuildId {
        BuildId::new("20261121T030405Z", n).unwrap()
    }

    #[test]
    fn going_live_supersedes_the_one_before_and_never_doubles_an_id() {
        let app = Hash::of(b"app");
        let history = with_live(with_live(Vec::new(), &id(1), app, "t1"), &id(2), app, "t2");
        let states: Vec<_> = history
            .iter()
            .map(|entry| (entry.id.clone(), entry.state))
            .collect();
        assert_eq!(
            states,
            [(id(1), BuildState::Superseded), (id(2), BuildState::Live)]
        );
        let again = with_live(history, &id(1), app, "t3");
        assert_eq!(
            again
                .iter()
                .map(|entry| entry.id.clone())
                .collect::<Vec<_>>(),
            [id(2), id(1)]
        );
    }

    // R10.04
    #[test]
    fn a_switch_is_interrupted_where_the_pointer_lags_behind_a_history_that_knows_it() {
        let app = Hash::of(b"app");
        let one = with_live(Vec::new(), &id(1), app, "t1");
        let two = with_live(one.clone(), &id(2), app, "t2");
        for (live, history, decided) in [
            (None, &Vec::new(), None),
            (None, &one, Some(id(1))),
            (Some(id(1)), &one, None),
            (Some(id(1)), &two, Some(id(2))),
            (Some(id(2)), &two, None),
            (Some(id(3)), &two, None),
        ] {
            let found = interrupted(live.as_ref(), history);
            assert_eq!(found.map(|entry| entry.id.clone()), decided, "{live:?}");
        }
    }
}
