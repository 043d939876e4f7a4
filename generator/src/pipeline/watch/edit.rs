//! PURE: when an edit is finished, by the reports of the file system.
//!
//! | change of a path | consequence |
//! |---|---|
//! | created, written | more is to come: the build waits for the close |
//! | closed by a writer, renamed to it | finished |
//! | removed, renamed away | finished, and so are unfinished files below it |
//! | times, mode, folders | no file is being written |
//!
//! A save ends with a close or a rename, so waiting for them costs no time. Where closes are not
//! reported (shares of virtual machines, some network folders), a file counts as finished when it
//! was not written to for [`STALL`].

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time without events after which an edit counts as finished.
pub(super) const DEBOUNCE: Duration = Duration::from_millis(10);

/// An edit that never ends (a copy of many files) is built in parts.
const LONGEST_EDIT: Duration = Duration::from_secs(1);

/// How long an unclosed file may rest before it counts as finished.
const STALL: Duration = Duration::from_secs(2);

/// How long one file may be written before the edit no longer waits for it: the edits of others
/// wait, too.
const LONGEST_WRITE: Duration = Duration::from_secs(30);

/// Event at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Created or written, and not closed yet.
    Written,
    /// A writer closed it, or it was renamed to this path.
    Finished,
    /// Removed or renamed away.
    Gone,
    /// Something that leaves no half file behind.
    Other,
}

/// An edit, from its first event until it is built.
#[derive(Debug, Default)]
pub(super) struct Edit {
    /// First and last event; none before the first.
    span: Option<(Instant, Instant)>,
    touched: BTreeSet<PathBuf>,
    /// Events were lost: anything may have changed.
    has_gap: bool,
    writing: BTreeMap<PathBuf, Writing>,
    /// Files that were written for too long; they delay no edit until they are closed.
    endless: BTreeSet<PathBuf>,
}

/// A file that is being written.
#[derive(Clone, Copy, Debug)]
struct Writing {
    since: Instant,
    last: Instant,
}

impl Writing {
    /// When the edit no longer waits for it.
    fn deadline(&self) -> Instant {
        (self.last + STALL).min(self.since + LONGEST_WRITE)
    }

    fn is_endless(&self) -> bool {
        self.deadline() < self.last + STALL
    }
}

/// The paths of an edit; none: anything may have changed.
pub(super) type Paths = Option<BTreeSet<PathBuf>>;

impl Edit {
    /// Notes the change of `path`.
    pub(super) fn note(&mut self, now: Instant, path: PathBuf, change: Change) {
        self.extend(now);
        match change {
            Change::Written if self.endless.contains(&path) => {}
            Change::Written => {
                let new = Writing {
                    since: now,
                    last: now,
                };
                self.writing.entry(path.clone()).or_insert(new).last = now;
            }
            Change::Finished => {
                self.writing.remove(&path);
                self.endless.remove(&path);
            }
            Change::Gone => {
                self.writing.retain(|file, _| !file.starts_with(&path));
                self.endless.retain(|file| !file.starts_with(&path));
            }
            Change::Other => {}
        }
        self.touched.insert(path);
    }

    /// Notes that events were lost, closes among them.
    pub(super) fn note_gap(&mut self, now: Instant) {
        self.extend(now);
        self.has_gap = true;
        self.writing.clear();
    }

    fn extend(&mut self, now: Instant) {
        let (first, _) = self.span.unwrap_or((now, now));
        self.span = Some((first, now));
    }

    /// True if no change was noted since the last build.
    pub(super) fn is_empty(&self) -> bool {
        self.span.is_none()
    }

    /// A file that is being written.
    pub(super) fn open_file(&self, now: Instant) -> Option<&Path> {
        let mut writing = self.writing.iter();
        let unfinished = writing.find(|(_, writing)| now < writing.deadline());
        unfinished.map(|(path, _)| path.as_path())
    }

    /// How long to wait for another event; none: it is time to build.
    pub(super) fn rest(&self, now: Instant) -> Option<Duration> {
        let (first, last) = self.span?;
        let deadline = self.writing.values().map(Writing::deadline).max();
        if let Some(deadline) = deadline.filter(|deadline| now < *deadline) {
            return Some(deadline - now);
        }
        let is_long = now.saturating_duration_since(first) > LONGEST_EDIT;
        let quiet_at = last + DEBOUNCE;
        (!is_long && now < quiet_at).then(|| quiet_at - now)
    }

    /// Ends the edit and hands over its paths. Files for which the edit no longer waits are
    /// forgotten until they are written again.
    pub(super) fn take(&mut self, now: Instant) -> Paths {
        self.span = None;
        let is_over = |writing: &Writing| now >= writing.deadline();
        let over = self.writing.iter().filter(|(_, writing)| is_over(writing));
        let endless = over.filter(|(_, writing)| writing.is_endless());
        self.endless.extend(endless.map(|(path, _)| path.clone()));
        self.writing.retain(|_, writing| !is_over(writing));
        let touched = std::mem::take(&mut self.touched);
        (!std::mem::take(&mut self.has_gap)).then_some(touched)
    }
}

#[cfg(test)]
mod tests {
    use super::Change::{Finished, Gone, Other, Written};
    use super::*;

    /// An edit after events at those milliseconds, and when it began.
    fn edit(events: &[(u64, &str, Change)]) -> (Edit, Instant) {
        let start = Instant::now();
        let mut edit = Edit::default();
        for (at, path, change) in events {
            let now = start + Duration::from_millis(*at);
            edit.note(now, PathBuf::from(path), *change);
        }
        (edit, start)
    }

    /// When the edit is built, in milliseconds since it began, if no other event happens.
    fn built_at(events: &[(u64, &str, Change)]) -> u64 {
        let (edit, start) = edit(events);
        let mut now = start + Duration::from_millis(events.last().map_or(0, |(at, ..)| *at));
        while let Some(rest) = edit.rest(now) {
            now += rest;
        }
        u64::try_from((now - start).as_millis()).unwrap()
    }

    // R10.02
    #[test]
    fn a_save_costs_the_debounce_alone_and_an_unfinished_file_holds_the_build_back() {
        let copy: Vec<_> = (0..=200).map(|n| (n * 6, "a", Finished)).collect();
        let slow: Vec<_> = (0..=74).map(|n| (n * 400, "a", Written)).collect();
        for (name, events, at) in [
            ("close", &[(0, "a", Written), (1, "a", Finished)][..], 11),
            ("rename", &[(0, "a~", Gone), (0, "a", Finished)], 10),
            ("removal", &[(0, "a", Gone)], 10),
            ("touch", &[(0, "a", Other)], 10),
            (
                "slow writer",
                &[
                    (0, "a", Written),
                    (900, "a", Written),
                    (1_700, "a", Finished),
                ],
                1_700,
            ),
            (
                "truncate, then write",
                &[(0, "a", Written), (300, "a", Written), (301, "a", Finished)],
                311,
            ),
            (
                "another file is still open",
                &[(0, "b", Written), (5, "a", Finished)],
                2_000,
            ),
            (
                "the folder goes",
                &[(0, "d/b", Written), (5, "d", Gone)],
                15,
            ),
            (
                "its neighbour goes",
                &[(0, "d/b", Written), (5, "d/bb", Gone)],
                2_000,
            ),
            (
                "closes are not reported",
                &[(0, "a", Written), (3, "a", Written)],
                2_003,
            ),
            ("a copy of many files", &copy, 1_200),
            ("it never ends", &slow, 30_000),
        ] {
            assert_eq!(built_at(events), at, "{name}");
        }
    }

    #[test]
    fn an_endless_file_is_waited_for_once() {
        let slow: Vec<_> = (0..=74).map(|n| (n * 400, "a", Written)).collect();
        let (mut edit, start) = edit(&slow);
        let at = |ms: u64| start + Duration::from_millis(ms);
        assert_eq!(edit.rest(at(30_000)), None);
        assert!(edit.take(at(30_000)).is_some());
        edit.note(at(30_400), "a".into(), Written);
        assert_eq!(edit.rest(at(30_400)), Some(DEBOUNCE));
        edit.note(at(30_500), "a".into(), Finished);
        edit.note(at(40_000), "a".into(), Written);
        assert_eq!(edit.rest(at(40_000)), Some(STALL), "it was closed since");
    }

    #[test]
    fn what_is_unfinished_is_named_until_it_is_closed() {
        let (mut edit, start) = edit(&[(0, "a", Finished), (1, "b", Written)]);
        assert_eq!(edit.open_file(start), Some(Path::new("b")));
        assert_eq!(edit.take(start), Some(["a".into(), "b".into()].into()));
        assert!(edit.is_empty());
        assert_eq!(edit.open_file(start), Some(Path::new("b")), "still open");
        edit.note(start, "b".into(), Finished);
        assert_eq!(edit.open_file(start), None);
    }

    #[test]
    fn after_lost_events_anything_may_have_changed_and_nothing_is_waited_for() {
        let (mut edit, start) = edit(&[(0, "a", Written)]);
        edit.note_gap(start);
        assert_eq!(edit.rest(start), Some(DEBOUNCE));
        assert_eq!(edit.take(start), None);
        assert!(edit.is_empty());
    }
}
