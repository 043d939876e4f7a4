//! Noticing a new build, loading it aside, and swapping it in.
//!
//! The kernel reports renames in `builds/` (inotify). Where it cannot, or the folder does not exist yet, the states of
//! `latest.json` and `history.json` are compared once a second; that also covers a watch that was lost.
//!
//! A build that cannot be loaded changes nothing: the old snapshot stays, the reason is logged once, and loading is tried
//! again every second, because the rest of the build may still be on its way (a network file system, a copy by hand).

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwapOption;
use notify::{RecursiveMode, Watcher};
use tokio::sync::Notify;

use crate::store::Store;

use super::Site;
use super::folder::Stamp;
use super::load::{self, Settings};

/// How often to look without being told.
const POLL: Duration = Duration::from_secs(1);

/// The snapshot that requests take.
pub(crate) type Live = ArcSwapOption<Site>;

/// Keeps [`Live`] up to date.
pub(crate) struct Reloader {
    store: Arc<Store>,
    settings: Settings,
    live: Arc<Live>,
    seen: [Stamp; 2],
    complaint: Option<String>,
}

impl Reloader {
    /// Loads what is there. Never fails: without a build the site answers 503 until there is one.
    pub(crate) fn start(store: Arc<Store>, settings: Settings) -> (Self, Arc<Live>) {
        let live = Arc::new(Live::empty());
        let mut reloader = Self {
            store,
            settings,
            live: Arc::clone(&live),
            seen: [None, None],
            complaint: None,
        };
        reloader.look();
        let is_torn = live.load().is_none() && reloader.seen[0].is_some();
        if is_torn {
            match load::last_whole(&reloader.store, settings) {
                Ok(site) => reloader.swap(site),
                Err(error) => {
                    tracing::error!(error = format!("{error:#}"), "no build can be served")
                }
            }
        }
        (reloader, live)
    }

    /// Runs until the process ends.
    pub(crate) async fn run(mut self) {
        let told = Arc::new(Notify::new());
        let mut watcher = None;
        loop {
            if watcher.is_none() {
                watcher = watch(&self.store, &told);
            }
            // Elapsed is the poll.
            let _ = tokio::time::timeout(POLL, told.notified()).await;
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
        let folder = &self.store.folder;
        let seen = [folder.stamp("latest.json"), folder.stamp("history.json")];
        if (seen == self.seen && self.complaint.is_none())
            || (seen[0].is_none() && self.live.load().is_none())
        {
            return;
        }
        self.seen = seen;
        let previous = self.live.load_full();
        match load::live(&self.store, self.settings, previous.as_deref()) {
            Ok(site) => {
                self.complaint = None;
                self.swap(site);
            }
            Err(error) => self.complain(format!("{error:#}")),
        }
    }

    fn swap(&mut self, site: Site) {
        let before = self.live.load_full();
        let is_new = before.is_none_or(|before| before.index.id != site.index.id);
        if is_new {
            tracing::info!(build = %site.index.id, app = %site.index.app, "live");
            self.store.metrics.reloads.add_one();
        }
        self.live.store(Some(Arc::new(site)));
    }

    fn complain(&mut self, reason: String) {
        if self.complaint.as_ref() != Some(&reason) {
            self.store.metrics.refused_builds.add_one();
            tracing::error!(reason, "new build refused; what was served before stays");
            self.complaint = Some(reason);
        }
    }
}

fn watch(store: &Store, told: &Arc<Notify>) -> Option<notify::RecommendedWatcher> {
    let told = Arc::clone(told);
    let on_event = move |event: notify::Result<notify::Event>| {
        let names = |event: &notify::Event| {
            event
                .paths
                .iter()
                .any(|path| path.ends_with("latest.json") || path.ends_with("history.json"))
        };
        if event.is_err() || event.as_ref().is_ok_and(names) {
            told.notify_one();
        }
    };
    let mut watcher = notify::recommended_watcher(on_event).ok()?;
    watcher
        .watch(store.folder.root(), RecursiveMode::NonRecursive)
        .ok()?;
    Some(watcher)
}
