//! The commands on builds themselves, be it in a process of their own or in a running `watch`.
//! Answers are lines for people.

use std::time::Duration;

use anyhow::bail;
use contract::build::{BuildId, BuildState, HistoryEntry, Index, SCHEMA};
use contract::control::{Initiator, Verb};
use jiff::Timestamp;

use crate::notices::Notice;
use crate::report;
use crate::report::held;
use generator_builds::log::{LogLine, LogVerb};
use generator_builds::purge::{self, InDictionary, Purged, PurgedPaths, StillLive};
use generator_builds::reserve::is_disk_full;
use generator_builds::sweep::Retention;
use generator_builds::{Pointers, Store, sweep};
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Message;

/// Carries `verb` out, on a full disk with the room that was set aside.
pub fn carry_out(
    store: &Store,
    verb: &Verb,
    initiator: &Initiator,
) -> Result<Vec<Message>, Failure> {
    let is_full = |failure: &Failure| is_disk_full(&failure.error);
    store.with_reserve(|| carry_out_once(store, verb, initiator), is_full)
}

fn carry_out_once(
    store: &Store,
    verb: &Verb,
    initiator: &Initiator,
) -> Result<Vec<Message>, Failure> {
    let now = Timestamp::now();
    let line = |verb| LogLine::new(verb, &report::rfc3339(now), initiator);
    Ok(match verb {
        Verb::Publish { id, reopen } => {
            let switch = Switch::new(store, Some(id), *reopen, now)?;
            vec![switch.publish(line(LogVerb::Publish))?]
        }
        Verb::Rollback { id, reopen } => {
            let switch = Switch::new(store, id.as_ref(), *reopen, now)?;
            switch.roll_back(line(LogVerb::Rollback))?
        }
        Verb::Release => vec![release(store, line(LogVerb::Release))?],
        Verb::Prune { keep, grace } => {
            let retention = Retention {
                builds: (*keep).max(1),
                grace: Duration::from_secs(*grace),
            };
            vec![prune(store, retention, initiator)?]
        }
        Verb::Purge { paths } => purge(store, paths, line(LogVerb::Purge))?,
        Verb::Status | Verb::Unknown => {
            let unknown = Message::new("control-refused/unknown");
            return Err(Failure::new(Exit::Environment, unknown));
        }
    })
}

/// The notice of a command that was carried out, and that answered `done`.
pub fn notice(store: &Store, verb: &Verb, done: &[Message]) -> Option<Notice> {
    let is_told = match verb {
        Verb::Publish { .. } | Verb::Rollback { .. } => true,
        Verb::Release => done.contains(&Message::new("released")),
        _ => false,
    };
    let line = store.log().ok()?.next().filter(|_| is_told)?;
    let live = store.live_id().ok()??;
    Notice::for_log_line(&line, &store.index(&live).ok()?.public_url)
}

/// A build of the history that is to go live.
struct Switch<'a> {
    pointers: Pointers<'a>,
    target: Index,
}

impl<'a> Switch<'a> {
    /// A switch to the build named, else to the newest superseded one. Refused if that opens pages
    /// again, unless `reopen` allows it.
    fn new(
        store: &'a Store,
        id: Option<&BuildId>,
        reopen: bool,
        now: Timestamp,
    ) -> Result<Self, Failure> {
        let pointers = store.pointers();
        let target = readable(&pointers, &target(&pointers.history()?, id)?)?;
        if !reopen {
            refuse_reopening(&pointers, &target, now)?;
        }
        Ok(Self { pointers, target })
    }

    /// The build before is superseded, and continues to answer tabs that have its app.
    fn publish(&self, line: LogLine) -> anyhow::Result<Message> {
        self.pointers.make_live(&self.target, line)?;
        Ok(live(&self.target))
    }

    /// The build before is withdrawn: it is not served any more, and its content is held.
    fn roll_back(&self, line: LogLine) -> anyhow::Result<Vec<Message>> {
        self.pointers.roll_back(&self.target, line)?;
        let hold = self.pointers.hold()?.unwrap_or_default();
        let held = hold.withdrawn.last();
        let held = held.map(|withdrawal| {
            let zone = self.pointers.time_zone();
            held::message(&withdrawal.content, &zone)
        });
        Ok([live(&self.target)].into_iter().chain(held).collect())
    }
}

/// A failure if `target` opens pages again that are closed in the live build, or that have expired.
fn refuse_reopening(
    pointers: &Pointers<'_>,
    target: &Index,
    now: Timestamp,
) -> Result<(), Failure> {
    // A live build that cannot be read is no reason to keep it.
    let live = pointers.live_id().ok().flatten();
    let live = live.and_then(|live| pointers.index(&live).ok());
    let reopened = pointers.reopened_by(live.as_ref().unwrap_or(target), target, now)?;
    match reopened.refusal(target) {
        Some(refusal) => Err(Failure::new(Exit::Content, refusal)),
        None => Ok(()),
    }
}

/// Lets content be published that was taken back.
fn release(store: &Store, line: LogLine) -> anyhow::Result<Message> {
    Ok(match store.pointers().release(line)? {
        true => Message::new("released"),
        false => Message::new("released/nothing"),
    })
}

/// The index of a build that is to go live. One that cannot be read must not, be it by this program
/// or by the gateway.
fn readable(pointers: &Pointers<'_>, target: &BuildId) -> anyhow::Result<Index> {
    let index = pointers.index(target)?;
    if index.schema != SCHEMA {
        bail!(Message::new("older-layout").with("build", target.to_string()));
    }
    Ok(index)
}

fn live(index: &Index) -> Message {
    let live = Message::new("live").with("build", index.id.to_string());
    live.with("content", index.content_hash.to_string())
}

/// The build to make live: the one named, else the newest superseded one.
fn target(history: &[HistoryEntry], wanted: Option<&BuildId>) -> anyhow::Result<BuildId> {
    let found = match wanted {
        Some(id) => history
            .iter()
            .find(|entry| entry.id == *id)
            .ok_or_else(|| Message::new("unknown-build").with("build", id.to_string()))?,
        None => history
            .iter()
            .rev()
            .find(|entry| entry.state == BuildState::Superseded)
            .ok_or_else(|| Message::new("no-earlier-build"))?,
    };
    if found.state == BuildState::Live {
        bail!(Message::new("live-already").with("build", found.id.to_string()));
    }
    Ok(found.id.clone())
}

/// Drops old builds from the history, then deletes files that no build needs.
fn prune(store: &Store, retention: Retention, initiator: &Initiator) -> anyhow::Result<Message> {
    let dropped = sweep::prune(store, retention, Timestamp::now(), initiator)?;
    let pruned = match sweep::sweep_unless_building(store, retention.grace)? {
        Some(deleted) => Message::new("pruned").with("files", deleted),
        None => Message::new("pruned/later"),
    };
    Ok(pruned.with("builds", dropped))
}

/// Takes paths out of all builds, and deletes their files.
fn purge(store: &Store, paths: &[String], line: LogLine) -> Result<Vec<Message>, Failure> {
    let covered = purged_paths(paths)?;
    let purged = purge::purge(store, &covered, line).map_err(not_purged)?;
    let sum = Message::new("purged")
        .with("builds", purged.builds)
        .with("files", purged.files);
    Ok([sum].into_iter().chain(purge_findings(purged)).collect())
}

/// Paths as they were typed.
pub fn purged_paths(paths: &[String]) -> Result<PurgedPaths, Failure> {
    PurgedPaths::new(paths).map_err(|_| {
        let wrong = Message::new("no-path").with("paths", paths.join(" "));
        Failure::new(Exit::Usage, wrong)
    })
}

/// The places that still have purged bytes, and the addresses, one message each.
pub fn purge_findings(purged: Purged) -> impl Iterator<Item = Message> {
    let same = purged.same_bytes.into_iter();
    let same = same.map(|file| Message::new("purged-same").with("file", file));
    let addresses = purged.addresses.into_iter();
    let address = |address| Message::new("purged-address").with("address", address);
    same.chain(addresses.map(address))
}

fn not_purged(error: anyhow::Error) -> Failure {
    let why = match error.downcast_ref::<StillLive>() {
        Some(StillLive(path)) => Message::new("still-live").with("path", path),
        None if error.is::<InDictionary>() => Message::new("still-live/dictionary"),
        None => return error.into(),
    };
    Failure::new(Exit::Content, why)
}

#[cfg(test)]
mod tests {
    use contract::Hash;

    use super::*;

    fn history(states: &[BuildState]) -> Vec<HistoryEntry> {
        let entry = |(n, state): (usize, &BuildState)| {
            let id = BuildId::new("20261121T000000Z", u32::try_from(n).unwrap()).unwrap();
            HistoryEntry {
                id,
                app: Hash::of(b"app"),
                state: *state,
                timestamp: String::new(),
            }
        };
        states.iter().enumerate().map(entry).collect()
    }

    #[test]
    fn rollback_goes_to_the_newest_superseded_build_and_skips_withdrawn_ones() {
        use BuildState::{Live, Superseded, Withdrawn};
        let builds = history(&[Superseded, Superseded, Withdrawn, Live]);
        assert_eq!(target(&builds, None).unwrap(), builds[1].id);
        assert_eq!(
            target(&builds, Some(&builds[2].id)).unwrap(),
            builds[2].id,
            "a withdrawn build can be named"
        );
        assert!(
            target(&builds, Some(&builds[3].id)).is_err(),
            "the live one is live already"
        );
        assert!(target(&history(&[Live]), None).is_err());
    }
}
