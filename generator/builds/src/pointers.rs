//! The files that record the builds, the live build, and held content.
//!
//! Commands beside `watch` change them, too, so code that reads them in order to change them holds
//! [`Pointers`] from the first read to the last rename. The log is written first; `history.json` is
//! renamed before `latest.json`: a build that is live is always in the history. That rename decides
//! a switch; if the process is killed before the second rename, the next [`Store::open`] finishes
//! it. A hold begins before the withdrawn build is replaced, and ends after another build was
//! published.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::ErrorKind;
use std::sync::MutexGuard;

use anyhow::Context;
use contract::Hash;
use contract::build::{BuildId, BuildState, HistoryEntry, Index, Latest, Shard, shard_of};
use contract::control::Initiator;

use super::changed_pages::{Shards, changed_pages};
use super::hold::{
    Candidate, HeldBuild, Hold, Withdrawal, WithdrawnContent, WithdrawnParts, file_hash,
};
use super::log::{LogLine, LogVerb, rfc3339};
use super::{HOLD, Live, Store};
use generator_ground::storage::replace::sync_folder;

/// Lines of the log that are searched for the last change; builds go live more often.
const LOOKED_AT: usize = 10_000;

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

    /// The withdrawn parts that a build has, if it has some.
    pub(super) fn held_parts(
        &self,
        candidate: &Candidate<'_>,
    ) -> anyhow::Result<Option<HeldBuild>> {
        let hold = self.hold()?.unwrap_or_default();
        Ok(hold.find(candidate))
    }

    /// Notes a build in the history, so that it is kept until it is published or pruned.
    pub(super) fn keep_staged(&self, index: &Index, line: LogLine) -> anyhow::Result<()> {
        let mut history = self.history()?;
        history.push(HistoryEntry {
            id: index.id.clone(),
            app: index.app,
            state: BuildState::Staged,
            timestamp: line.time.clone(),
        });
        self.append_to_log(&LogLine {
            build: Some(index.id.clone()),
            before: live_of(&history),
            ..line
        })?;
        self.replace_history(&history)
    }

    /// Makes a new build live that has no held content. The build that was live is superseded, and
    /// the hold ends; true if there was one.
    pub(super) fn publish(&self, index: &Index, line: LogLine) -> anyhow::Result<bool> {
        let is_held = self.hold()?.is_some();
        self.switch(self.history()?, index, line, None)?;
        Ok(is_held)
    }

    /// Makes a build of the history live on a person's command: no content is held any more.
    pub fn make_live(&self, index: &Index, line: LogLine) -> anyhow::Result<()> {
        let history = self.history()?;
        let line = self.with_pages(live_of(&history), index, line);
        self.switch(history, index, line, None)
    }

    /// Makes an earlier build live again. The live one is withdrawn, so that it answers no tab any
    /// more; its content is held.
    pub fn roll_back(&self, index: &Index, line: LogLine) -> anyhow::Result<()> {
        let mut history = self.history()?;
        // Where `latest.json` is damaged, this mends it.
        let live = self
            .live_id()
            .unwrap_or_default()
            .or_else(|| live_of(&history));
        let line = self.with_pages(live.clone(), index, line);
        // A build that cannot be read is not published again either.
        let withdrawn = live.and_then(|live| self.index(&live).ok());
        let hold = self.hold()?.unwrap_or_default();
        let hold = match withdrawn {
            Some(live) => self.hold_after(hold, &live, index, &line)?,
            None => hold,
        };
        for entry in &mut history {
            if entry.state == BuildState::Live {
                entry.state = BuildState::Withdrawn;
            }
        }
        self.switch(history, index, line, Some(hold))
    }

    /// The hold after a rollback from `live` to `target`.
    fn hold_after(
        &self,
        hold: Hold,
        live: &Index,
        target: &Index,
        line: &LogLine,
    ) -> anyhow::Result<Hold> {
        // A build that cannot be read must not keep a wrong one live.
        let parts = WithdrawnParts::between(self, live, target).unwrap_or_else(|error| {
            tracing::warn!("the pages that are held are not known: {error:#}");
            WithdrawnParts::default()
        });
        let withdrawal = Withdrawal {
            content: withdrawn_content(live, line),
            parts,
        };
        // Shard by shard: a whole build takes room on the disk, and there may be none.
        let shards = RefCell::new(HashMap::new());
        let file = |path: &str| {
            let number = shard_of(path, target.shard_bits);
            let mut shards = shards.borrow_mut();
            let read = || self.shard(target.shards.get(number)?).ok();
            let shard: &Option<Shard> = shards.entry(number).or_insert_with(read);
            file_hash(shard.as_ref()?.get(path))
        };
        let sources = self.source_list(&target.id);
        let candidate = Candidate {
            index: target,
            sources: sources.as_ref(),
            file: &file,
        };
        Ok(hold.after(withdrawal, &candidate))
    }

    /// Finishes a switch that was interrupted between its two renames.
    pub(super) fn finish(&self) -> anyhow::Result<()> {
        // Damaged files are not guessed at; a rollback repairs them.
        let (Ok(live), Ok(history)) = (self.live_id(), self.history()) else {
            return Ok(());
        };
        match interrupted_switch(live.as_ref(), &history) {
            Some(decided) if self.index(&decided.id).is_ok() => self.replace_latest(decided),
            _ => Ok(()),
        }
    }

    /// Lets content be published that was withdrawn; false if none is held.
    pub fn release(&self, line: LogLine) -> anyhow::Result<bool> {
        if !self.root().join(HOLD).exists() {
            return Ok(false);
        }
        let held = Some(false);
        self.append_to_log(&LogLine { held, ..line })?;
        self.end_hold()?;
        Ok(true)
    }

    /// Counts the pages that differ from the build `before`. A build that cannot be read keeps no
    /// other from going live.
    fn with_pages(&self, before: Option<BuildId>, index: &Index, line: LogLine) -> LogLine {
        let counted = before.map(|before| {
            let before = self.index(&before)?;
            let shards = |index| Shards::on_disk(index, self);
            // Which of them only list others is known to the build that renders them.
            let listing = HashSet::new();
            changed_pages(self, Some(&shards(&before)), &shards(index), &listing)
        });
        LogLine {
            pages: counted.and_then(Result::ok),
            ..line
        }
    }

    /// Makes the build of `index` live, with `hold` or without any.
    fn switch(
        &self,
        history: Vec<HistoryEntry>,
        index: &Index,
        line: LogLine,
        hold: Option<Hold>,
    ) -> anyhow::Result<()> {
        let is_held = self.hold()?.is_some();
        let line = LogLine {
            build: Some(index.id.clone()),
            before: self.live_id().unwrap_or_default(),
            held: (is_held || hold.is_some()).then_some(hold.is_some()),
            ..line
        };
        self.append_to_log(&line)?;
        let done = self.rename(history, index, &line.time, hold);
        if done.is_err() {
            // The same is tried when the store is opened.
            let _ = self.finish().and_then(|()| self.reconcile());
        }
        done
    }

    fn rename(
        &self,
        history: Vec<HistoryEntry>,
        index: &Index,
        time: &str,
        hold: Option<Hold>,
    ) -> anyhow::Result<()> {
        if let Some(hold) = &hold {
            self.replace(HOLD, &serde_json::to_vec_pretty(hold)?)?;
        }
        let history = with_live(history, &index.id, index.app, time);
        self.replace_history(&history)?;
        if let Some(live) = history.last() {
            self.replace_latest(live)?;
        }
        match hold {
            Some(_) => Ok(()),
            None => self.end_hold(),
        }
    }

    fn replace_latest(&self, live: &HistoryEntry) -> anyhow::Result<()> {
        let latest = Latest {
            id: live.id.clone(),
            timestamp: live.timestamp.clone(),
            app: live.app,
        };
        self.replace("latest.json", &serde_json::to_vec(&latest)?)
    }

    fn end_hold(&self) -> anyhow::Result<()> {
        let path = self.root().join(HOLD);
        match fs::remove_file(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed
                .and_then(|()| sync_folder(self.root()))
                .with_context(|| format!("cannot delete `{}`", path.display())),
        }
    }

    /// Finishes the change of a generator that was stopped, or records in the log that it was never
    /// made.
    pub(super) fn reconcile(&self) -> anyhow::Result<()> {
        let live = self.live_id()?;
        if let Some(mut hold) = self.hold()? {
            let all = hold.withdrawn.len();
            hold.withdrawn
                .retain(|known| Some(&known.content.build) != live.as_ref());
            match hold.withdrawn.len() {
                0 => self.end_hold()?,
                left if left < all => self.replace(HOLD, &serde_json::to_vec_pretty(&hold)?)?,
                _ => {}
            }
        }
        let is_told = |line: &LogLine| line.verb.is_switch() || line.verb == LogVerb::Undone;
        match self.log()?.take(LOOKED_AT).find(is_told) {
            Some(last) if last.verb.is_switch() && last.build != live => {
                let by = Initiator {
                    by: "generator".to_owned(),
                    ..Initiator::default()
                };
                let now = rfc3339(jiff::Timestamp::now());
                let line = LogLine::new(LogVerb::Undone, &now, &by);
                self.append_to_log(&LogLine {
                    build: last.build,
                    before: live,
                    ..line
                })
            }
            Some(last) if last.verb == LogVerb::Publish && last.held == Some(false) => {
                self.end_hold()
            }
            _ => Ok(()),
        }
    }

    /// Drops all builds from the history that `kept` does not have.
    pub(super) fn drop_builds(
        &self,
        kept: &[HistoryEntry],
        line: LogLine,
    ) -> anyhow::Result<usize> {
        let is_dropped = |id: &BuildId| kept.iter().all(|entry| entry.id != *id);
        let history = self.history()?.into_iter().map(|entry| entry.id);
        let dropped: Vec<BuildId> = history.filter(is_dropped).collect();
        let count = dropped.len();
        if count > 0 {
            self.append_to_log(&LogLine { dropped, ..line })?;
            self.replace_history(kept)?;
        }
        Ok(count)
    }

    /// Drops all builds that are not in `kept` from the history, because of their content.
    pub(super) fn purge(&self, kept: &[HistoryEntry], line: LogLine) -> anyhow::Result<()> {
        if self.drop_builds(kept, line.clone())? == 0 {
            self.append_to_log(&line)?;
        }
        Ok(())
    }

    fn replace_history(&self, history: &[HistoryEntry]) -> anyhow::Result<()> {
        self.replace("history.json", &serde_json::to_vec_pretty(history)?)
    }
}

/// The build that is live according to the history.
fn live_of(history: &[HistoryEntry]) -> Option<BuildId> {
    let mut live = history
        .iter()
        .filter(|entry| entry.state == BuildState::Live);
    live.next_back().map(|entry| entry.id.clone())
}

fn withdrawn_content(live: &Index, line: &LogLine) -> WithdrawnContent {
    WithdrawnContent {
        build: live.id.clone(),
        source_hash: live.source_hash,
        content_hash: live.content_hash,
        since: line.time.clone(),
        by: line.by.clone(),
        why: line.why.clone(),
    }
}

/// The history after `id` went live: the one before is superseded; an entry of the same id moves to
/// the end.
pub fn with_live(
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
/// history knows, or to no build. A pointer to a build that it does not know was written by other
/// means.
fn interrupted_switch<'a>(
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
            let found = interrupted_switch(live.as_ref(), history);
            assert_eq!(found.map(|entry| entry.id.clone()), decided, "{live:?}");
        }
    }
}
