//! Build, then build again after every edit.
//!
//! An edit is whatever `notify` reports under the watched folders; editors write several events per save, so a build starts
//! when none has come for [`DEBOUNCE`]. A build whose content is wrong publishes nothing: the site stays as it was, the problems
//! are printed, and the next edit tries again; so does a later moment when the origin was down. At the instant at which a scheduled entry appears or disappears a build starts by itself.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::Context;
use jiff::Timestamp;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::build::{Built, Session};
use crate::config::BuildConfig;
use crate::content::Touched;
use crate::exit::{Exit, Failure};
use crate::message::Language;
use crate::output::sidecar::{self, Pace};
use crate::report;

/// How long nothing must happen before an edit counts as finished.
const DEBOUNCE: Duration = Duration::from_millis(10);

/// An edit that never ends (a copy of many files) is built in parts.
const LONGEST_EDIT: Duration = Duration::from_secs(1);

/// How late it is noticed at most that the clock was set, or that the machine was asleep: sleeping takes no account of either.
const NAP: Duration = Duration::from_secs(5);

/// Clocks are corrected by less all the time.
const SLACK: Duration = Duration::from_secs(1);

/// When to ask an origin again that was down: no edit will tell that it is back.
const ORIGIN_RETRY: Duration = Duration::from_secs(5);

/// Builds until the process is interrupted.
pub fn watch(mut session: Session) -> Result<(), Failure> {
    let (sender, events) = mpsc::channel();
    let _watcher = start(session.config(), sender)?;
    let language = session.config().site.messages.language;
    let mut touched = Touched::Everything;
    loop {
        let next_change = match session.build(&touched) {
            // Where "now" is told, the clock stands still: no moment comes by itself.
            Ok(built) => after(built, language).filter(|_| session.config().site.now.is_none()),
            // Without a machine that can write there is nothing to wait for; everything else an edit can mend.
            Err(failure)
                if failure.exit == Exit::Environment
                    && session.config().builds.metadata().is_err() =>
            {
                return Err(failure);
            }
            Err(failure) => {
                report::failure(&failure, language);
                (failure.exit == Exit::Origin).then(|| Timestamp::now() + ORIGIN_RETRY)
            }
        };
        touched = wait(&events, next_change, &session.config().site.content);
    }
}

/// What `notify` saw: paths, or that it has lost count.
type Event = Option<Vec<PathBuf>>;

/// Prints the result and compresses in the background.
fn after(built: Built, language: Language) -> Option<Timestamp> {
    built.report.print(language);
    tracing::debug!(steps = %built.report.steps, "built");
    if let Some(folder) = built.uncompressed {
        std::thread::spawn(move || {
            be_idle();
            if let Err(error) = sidecar::finish(&folder, Pace::Behind) {
                tracing::warn!("compressing `{}`: {error:#}", folder.display());
            }
        });
    }
    built.next_change
}

/// Lowers this thread's priority: compressing must not slow a build or the gateway.
fn be_idle() {
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!("priority: {error}");
    }
}

/// Returns what was touched of `content` when an edit is finished, or when `next_change` has come.
fn wait(events: &Receiver<Event>, next_change: Option<Timestamp>, content: &Path) -> Touched {
    let mut next = first(events, next_change);
    let mut touched = Some(BTreeSet::new());
    let began = Instant::now();
    while let Ok(event) = next {
        match (&mut touched, event) {
            (Some(touched), Some(paths)) => touched.extend(paths),
            _ => touched = None,
        }
        if began.elapsed() > LONGEST_EDIT {
            break;
        }
        next = events.recv_timeout(DEBOUNCE);
    }
    match touched {
        Some(paths) => Touched::Paths(
            paths
                .into_iter()
                .filter(|path| path.starts_with(content))
                .collect(),
        ),
        None => Touched::Everything,
    }
}

/// Waits for an event, for `next_change`, or until the clock is set back: what is live may not be due then.
fn first(
    events: &Receiver<Event>,
    next_change: Option<Timestamp>,
) -> Result<Event, RecvTimeoutError> {
    let (began, waiting) = (Timestamp::now(), Instant::now());
    loop {
        let expected = began.saturating_add(waiting.elapsed()).unwrap_or(began);
        let nap = nap(next_change, expected, Timestamp::now()).ok_or(RecvTimeoutError::Timeout)?;
        match events.recv_timeout(nap) {
            Err(RecvTimeoutError::Timeout) => {}
            other => return other,
        }
    }
}

/// How long to sleep before looking at the clock again, which was to show `expected` and shows `now`; none if it is time to build.
fn nap(next_change: Option<Timestamp>, expected: Timestamp, now: Timestamp) -> Option<Duration> {
    let behind = Duration::try_from(expected.duration_since(now)).unwrap_or_default();
    if behind > SLACK {
        return None;
    }
    let Some(instant) = next_change else {
        return Some(NAP);
    };
    let left = Duration::try_from(instant.duration_since(now)).ok();
    left.filter(|left| !left.is_zero())
        .map(|left| left.min(NAP))
}

fn start(config: &BuildConfig, sender: mpsc::Sender<Event>) -> anyhow::Result<RecommendedWatcher> {
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Nobody listens any more when the process ends.
        let _ = match event {
            Ok(event) if event.need_rescan() => sender.send(None),
            Ok(event) => {
                let is_edit = !matches!(event.kind, EventKind::Access(_));
                let paths: Vec<PathBuf> = event
                    .paths
                    .into_iter()
                    .filter(|path| is_source(path))
                    .collect();
                if !is_edit || paths.is_empty() {
                    return;
                }
                sender.send(Some(paths))
            }
            Err(_) => sender.send(None),
        };
    })?;
    for folder in watched(config) {
        watcher
            .watch(&folder, RecursiveMode::Recursive)
            .with_context(|| format!("cannot watch `{}`", folder.display()))?;
    }
    Ok(watcher)
}

fn watched(config: &BuildConfig) -> Vec<PathBuf> {
    let frontend = &config.site.frontend;
    let folders = [
        config.site.content.clone(),
        frontend.join("dist"),
        frontend.join("templates"),
    ];
    folders
        .into_iter()
        .filter(|folder| folder.is_dir())
        .collect()
}

/// Editors' swap and backup files are no edits.
fn is_source(path: &Path) -> bool {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    !(name.starts_with('.')
        || name.ends_with('~')
        || name.ends_with(".swp")
        || name.ends_with(".tmp")
        || name == "4913")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_comes_by_the_clock_however_it_is_set() {
        let time = |text: &str| format!("2026-11-21T{text}Z").parse::<Timestamp>().unwrap();
        for (next_change, expected, now, sleeps) in [
            (Some("12:00:00"), "10:00:00", "10:00:00", Some(NAP)),
            (
                Some("12:00:00"),
                "11:59:58",
                "11:59:58",
                Some(Duration::from_secs(2)),
            ),
            (Some("12:00:00"), "12:00:00", "12:00:00", None),
            (Some("12:00:00"), "10:00:00", "15:00:00", None),
            (Some("12:00:00"), "11:00:00", "09:00:00", None),
            (None, "11:00:00", "09:00:00", None),
            (None, "11:00:00", "15:00:00", Some(NAP)),
            (None, "11:00:00.9", "11:00:00", Some(NAP)),
        ] {
            let next_change = next_change.map(time);
            let slept = nap(next_change, time(expected), time(now));
            assert_eq!(slept, sleeps, "{next_change:?} {expected} {now}");
        }
    }

    #[test]
    fn swap_files_of_editors_start_no_build() {
        for swap in [".en.md.swp", "en.md~", "4913", ".#en.md", "en.md.tmp"] {
            assert!(!is_source(Path::new(swap)), "{swap}");
        }
        assert!(is_source(Path::new("content/news/first-close/en.md")));
    }
}
