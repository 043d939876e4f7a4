//! Noticing a new build, loading it beside the live one, and swapping it in.
//!
//! The kernel reports renames in `builds/` (inotify). It does not report changes by another machine
//! on a network file system: with `--poll-builds` the states of `latest.json` and `history.json`
//! are compared instead, at the interval that the operator sets. They are compared as well while
//! the kernel cannot report (the folder does not exist yet, or the kernel has no watch left), and
//! once a second in any case: a watch can be lost.
//!
//! A build that cannot be loaded has no effect on visitors: the old snapshot stays, the reason is
//! logged once and shown by `/readyz`, and loading is tried again every second, because the rest of
//! the build may still be on its way (a network file system, a copy by hand). So the gateway waits
//! for a build of which a part is missing, and refuses it only after [`PATIENCE`]; one that is
//! damaged, or of another layout, is refused at once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use contract::build::BuildId;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::Notify;

use crate::observe::metrics::Metrics;

use super::Site;
use super::availability::Availability;
use super::builds_dir::{BuildsDir, Stamp};
use super::completeness::Incomplete;
use super::load::{self, Settings};

/// Interval of looking although the kernel reports, and of trying a refused build again.
const SELDOM: Duration = Duration::from_secs(1);
/// Interval of looking while it cannot: twice within the tenth of a second in which a new build is
/// to be live.
const OFTEN: Duration = Duration::from_millis(50);
/// How long the parts of a build may take to arrive after `latest.json` before that is an error.
const PATIENCE: Duration = Duration::from_secs(60);

/// The snapshot that requests take, and the fault of the build that should be in its place.
#[derive(Default)]
pub(crate) struct LiveSite {
    site: ArcSwapOption<Site>,
    obstacle: ArcSwapOption<Obstacle>,
}

/// Why the build that `latest.json` names is not the one that is served.
pub(crate) struct Obstacle {
    /// The reason, for an operator.
    pub(crate) reason: String,
    /// Whether the rest of the build may still be on its way.
    pub(crate) waiting: bool,
    /// The build, if a part of it is missing.
    incomplete: Option<BuildId>,
}

impl Obstacle {
    /// Whether a report of `other` covers this one as well. Of an incomplete build another file is
    /// missing every second.
    fn is_told_with(&self, other: &Self) -> bool {
        let is_same_build = self.incomplete.is_some() && self.incomplete == other.incomplete;
        self.waiting == other.waiting && (is_same_build || self.reason == other.reason)
    }
}

impl LiveSite {
    /// The live build; none before the first.
    pub(crate) fn site(&self) -> Option<Arc<Site>> {
        self.site.load_full()
    }

    /// Why the build that `latest.json` names is not the one that is served.
    pub(crate) fn obstacle(&self) -> Option<Arc<Obstacle>> {
        self.obstacle.load_full()
    }
}

/// Keeps [`LiveSite`] up to date.
pub(crate) struct Reloader {
    builds: BuildsDir,
    metrics: Arc<Metrics>,
    settings: Settings,
    poll: Option<Duration>,
    live: Arc<LiveSite>,
    seen: [Stamp; 2],
    tried: Option<Instant>,
    /// The build that is incomplete so far, and since when.
    awaited: Option<(BuildId, Instant)>,
    /// Whether the served build lacks files, so that the next one takes over no part of it.
    partial: bool,
}

impl Reloader {
    /// Loads the newest build on disk. Never fails: without a build the site answers 503 until
    /// there is one. With `poll` the kernel's reports are not used.
    pub(crate) fn start(
        builds: BuildsDir,
        metrics: Arc<Metrics>,
        settings: Settings,
        poll: Option<Duration>,
    ) -> (Self, Arc<LiveSite>) {
        let live = Arc::new(LiveSite::default());
        let mut reloader = Self {
            builds,
            metrics,
            settings,
            poll,
            live: Arc::clone(&live),
            seen: [None, None],
            tried: None,
            awaited: None,
            partial: false,
        };
        reloader.look();
        reloader.log_availability();
        let is_torn = live.site().is_none() && reloader.seen[0].is_some();
        if is_torn {
            reloader.serve_what_there_is();
        }
        (reloader, live)
    }

    /// The newest build that is whole; if none is, the live one without its missing files: most of
    /// a site is better than no site.
    fn serve_what_there_is(&mut self) {
        let partial = Settings {
            partial: true,
            ..self.settings
        };
        match load::last_whole(&self.builds, self.settings) {
            Ok(site) => self.swap(site),
            Err(error) => match load::live(&self.builds, partial, None) {
                Ok(site) => {
                    self.partial = true;
                    self.swap(site);
                }
                Err(_) => tracing::error!(error = format!("{error:#}"), "no build can be served"),
            },
        }
    }

    /// Runs until the process ends.
    pub(crate) async fn run(mut self) {
        let told = Arc::new(Notify::new());
        let mut watch = None;
        loop {
            if self.poll.is_none() {
                watch = Watch::renew(watch, &self.builds, &told);
            }
            let pause = self
                .poll
                .unwrap_or(if watch.is_some() { SELDOM } else { OFTEN });
            // Elapsed is the poll.
            let _ = tokio::time::timeout(pause, told.notified()).await;
            let look = tokio::task::spawn_blocking(move || {
                self.look();
                self
            });
            match look.await {
                Ok(reloader) => self = reloader,
                Err(error) => {
                    tracing::error!(%error, "reloading has stopped; restart the gateway");
                    return;
                }
            }
        }
    }

    /// Loads the live build if the files that name it have changed. Blocks.
    fn look(&mut self) {
        let folder = &self.builds;
        let seen = [folder.stamp("latest.json"), folder.stamp("history.json")];
        let nothing = seen[0].is_none() && self.live.site().is_none();
        let again = self.live.obstacle().is_some()
            && self.tried.is_none_or(|tried| tried.elapsed() >= SELDOM);
        if nothing || (seen == self.seen && !again) {
            return;
        }
        self.seen = seen;
        self.tried = Some(Instant::now());
        let previous = self.live.site().filter(|_| !self.partial);
        match load::live(&self.builds, self.settings, previous.as_deref()) {
            Ok(site) => {
                self.live.obstacle.store(None);
                (self.awaited, self.partial) = (None, false);
                self.swap(site);
            }
            Err(error) => self.complain(&error),
        }
    }

    /// Logs at the start why all pages answer 503. A damaged build was logged when it was refused.
    fn log_availability(&self) {
        if self.builds.mirror().is_some() {
            // The follower has said it, with the bucket's reason.
            return;
        }
        match Availability::new(&self.builds) {
            Availability::Live(_) => {}
            Availability::Unreadable(..) if self.seen[0].is_some() => {}
            found if found.is_warning() => tracing::warn!("{found}"),
            found => tracing::info!("{found}"),
        }
    }

    fn swap(&mut self, site: Site) {
        let before = self.live.site();
        let is_new = before.is_none_or(|before| before.index.id != site.index.id);
        if is_new {
            tracing::info!(build = %site.index.id, app = %site.index.app, "live");
            self.metrics.reloads.add_one();
        }
        self.live.site.store(Some(Arc::new(site)));
    }

    fn complain(&mut self, error: &anyhow::Error) {
        let obstacle = Obstacle {
            reason: format!("{error:#}"),
            waiting: self.is_awaited(error),
            incomplete: self.awaited.as_ref().map(|(build, _)| build.clone()),
        };
        let before = self.live.obstacle();
        if !before.is_some_and(|before| obstacle.is_told_with(&before)) {
            let reason = &obstacle.reason;
            if obstacle.waiting {
                tracing::info!(reason, "waiting for the rest of the new build");
            } else {
                self.metrics.refused_builds.add_one();
                tracing::error!(reason, "new build refused; what was served before stays");
            }
        }
        self.live.obstacle.store(Some(Arc::new(obstacle)));
    }

    /// Whether the rest of a build may still be on its way.
    fn is_awaited(&mut self, error: &anyhow::Error) -> bool {
        let Some(Incomplete { build, .. }) = error.downcast_ref() else {
            self.awaited = None;
            return false;
        };
        let known = self.awaited.take().filter(|(known, _)| known == build);
        let (build, since) = known.unwrap_or_else(|| (build.clone(), Instant::now()));
        self.awaited = Some((build, since));
        since.elapsed() < PATIENCE
    }
}

/// The kernel's reports about a folder.
struct Watch {
    _watcher: RecommendedWatcher,
    /// The folder, which may be replaced by another one.
    inode: Option<u64>,
}

impl Watch {
    /// `old` while the folder is the same, else a new one; none if the kernel will not report.
    fn renew(old: Option<Self>, builds: &BuildsDir, told: &Arc<Notify>) -> Option<Self> {
        let inode = builds.inode();
        match old {
            Some(old) if old.inode == inode => Some(old),
            _ => Self::new(builds, told, inode),
        }
    }

    fn new(builds: &BuildsDir, told: &Arc<Notify>, inode: Option<u64>) -> Option<Self> {
        let tell = Arc::clone(told);
        let on_event = move |event: notify::Result<notify::Event>| {
            let names = |event: &notify::Event| {
                event
                    .paths
                    .iter()
                    .any(|path| path.ends_with("latest.json") || path.ends_with("history.json"))
            };
            if event.is_err() || event.as_ref().is_ok_and(names) {
                tell.notify_one();
            }
        };
        let mut watcher = notify::recommended_watcher(on_event).ok()?;
        watcher
            .watch(builds.root(), RecursiveMode::NonRecursive)
            .ok()?;
        // The watch does not report builds that were published after the last look and before the
        // watch began.
        told.notify_one();
        Some(Self {
            _watcher: watcher,
            inode,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::headers::Hsts;

    #[test]
    fn a_build_is_waited_for_and_then_refused_once_whatever_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let metrics = Arc::new(Metrics::default());
        let settings = Settings {
            hsts: Hsts::NONE,
            shared_max_age: 0,
            development: false,
            partial: false,
        };
        let builds = BuildsDir::new(folder.path());
        let (mut reloader, live) =
            Reloader::start(builds, Arc::clone(&metrics), settings, Some(SELDOM));
        let build = BuildId::new("20261121T030405Z", 1).unwrap();
        let mut complain = |missing: &str, age: Duration| {
            let since = Instant::now().checked_sub(age).unwrap();
            reloader.awaited = Some((build.clone(), since));
            reloader.complain(&Incomplete::for_tests(&build, missing).into());
            (
                live.obstacle().unwrap().waiting,
                metrics.refused_builds.get(),
            )
        };
        assert_eq!(complain("index", Duration::ZERO), (true, 0));
        assert_eq!(complain("a page", PATIENCE / 2), (true, 0));
        assert_eq!(complain("a page", PATIENCE), (false, 1));
        assert_eq!(complain("another page", PATIENCE), (false, 1));
        reloader.complain(&anyhow::anyhow!("another layout"));
        assert_eq!(metrics.refused_builds.get(), 2);
        assert!(!live.obstacle().unwrap().waiting);
    }
}
