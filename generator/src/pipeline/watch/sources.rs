//! Events that the file system reports about the sources of a site.
//!
//! Every source is watched twice: with all its files, and through its parent folder, which reports
//! it when it was removed and made again, as `npm run build` does with `dist/`. With
//! `--poll-sources` the kernel is not used, and [`polling`](super::polling) looks instead.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use anyhow::Context;
use notify::event::{AccessKind, AccessMode, CreateKind, ModifyKind, RenameMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::edit::{Change, Edit, Paths};
use super::pictures::Pictures;
use super::polling;
use crate::config::BuildConfig;
use generator_media::workers::media::MediaWorkers;

/// One report to the watch.
#[derive(Debug, PartialEq, Eq)]
enum Event {
    /// Paths and their changes.
    Changed(Vec<(PathBuf, Change)>),
    /// Reports were lost.
    Lost,
    /// The pictures of the entry in that folder are made.
    Made(PathBuf),
    /// Something else than an edit wants to be looked at.
    Woken,
}

/// How long to wait at once for a picture that a failed build may need.
const PICTURE_WAIT: Duration = Duration::from_secs(1);

/// The watched sources, and the edit that is being made.
pub(super) struct Sources {
    /// Watches the folders; none if the sources are polled.
    watcher: Option<RecommendedWatcher>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    folders: Vec<PathBuf>,
    edit: Edit,
    pictures: Pictures,
}

impl Sources {
    /// Watches all that a build of `config` reads; with `poll` by looking that often.
    pub(super) fn watch(config: &BuildConfig, poll: Option<Duration>) -> anyhow::Result<Self> {
        let folders = folders(config);
        let sources = [&folders[..], &files(config)].concat();
        let (sender, events) = mpsc::channel();
        let (made, own) = (sender.clone(), sender.clone());
        let pictures = Pictures::new(
            &config.site.content,
            config.var.join(generator_media::images::FOLDER),
            // Builds have those of the site to themselves: a card does not wait for a photograph.
            MediaWorkers::new(config.site.frontend.clone()).into(),
            config.site.messages.language,
            // There is no receiver any more when the process ends.
            move |entry| drop(made.send(Event::Made(entry))),
        )?;
        let watcher = match poll {
            Some(interval) => {
                let tell = move |changes| sender.send(Event::Changed(changes)).is_ok();
                polling::start(sources, is_source, interval, tell);
                None
            }
            None => Some(of_kernel(sources, sender)?),
        };
        let mut sources = Self {
            watcher,
            events,
            sender: own,
            folders,
            edit: Edit::default(),
            pictures,
        };
        for folder in sources.folders.clone() {
            if let Some(parent) = folder.parent() {
                sources.add(parent, RecursiveMode::NonRecursive)?;
            }
            if folder.is_dir() {
                sources.add(&folder, RecursiveMode::Recursive)?;
            }
        }
        Ok(sources)
    }

    fn add(&mut self, folder: &Path, mode: RecursiveMode) -> anyhow::Result<()> {
        let Some(watcher) = &mut self.watcher else {
            return Ok(());
        };
        let added = watcher.watch(folder, mode);
        added.with_context(|| format!("cannot watch `{}`", folder.display()))
    }

    /// Ends a [`Sources::wait`] when it is called, though there is no edit.
    pub(super) fn waker(&self) -> impl Fn() + Send + 'static {
        let sender = self.sender.clone();
        // There is no receiver any more when the process ends.
        move || drop(sender.send(Event::Woken))
    }

    /// Takes in all events until now. Returns a file that is being written.
    pub(super) fn take_events(&mut self) -> Option<PathBuf> {
        while let Ok(event) = self.events.try_recv() {
            self.note(event);
        }
        self.edit.open_file(Instant::now()).map(Path::to_owned)
    }

    /// True if an edit has begun that was not handed over yet.
    pub(super) fn has_edit(&mut self) -> bool {
        self.take_events();
        !self.edit.is_empty()
    }

    /// Waits at most for `limit` until an edit begins; true if one has begun.
    pub(super) fn wait(&mut self, limit: Duration) -> bool {
        if !self.has_edit() {
            self.receive(limit);
        }
        !self.edit.is_empty()
    }

    /// Waits until the edit that has begun is finished, and hands over its paths.
    pub(super) fn finish(&mut self) -> Paths {
        while let Some(rest) = self.edit.rest(Instant::now()) {
            self.receive(rest);
        }
        let paths = self.edit.take(Instant::now())?;
        Some(self.pictures.hold(paths))
    }

    /// Waits until no entry is held back for its pictures any more; false if none was.
    pub(super) fn wait_for_pictures(&mut self) -> bool {
        let is_needed = self.pictures.are_waited_for();
        while self.pictures.are_waited_for() {
            self.receive(PICTURE_WAIT);
        }
        is_needed
    }

    fn receive(&mut self, limit: Duration) {
        match self.events.recv_timeout(limit) {
            Ok(event) => self.note(event),
            // The watcher lives as long as this: there is no other sender to wait for.
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(limit),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }

    fn note(&mut self, event: Event) {
        let now = Instant::now();
        let changes = match event {
            Event::Changed(changes) => changes,
            Event::Lost => return self.note_gap(now),
            Event::Woken => return,
            Event::Made(entry) => {
                for path in self.pictures.release(&entry) {
                    self.edit.note(now, path, Change::Other);
                }
                return;
            }
        };
        for (path, change) in changes {
            if self.folders.contains(&path) && path.is_dir() {
                self.watch_again(&path);
            }
            self.pictures.forget(&path);
            self.edit.note(now, path, change);
        }
    }

    fn note_gap(&mut self, now: Instant) {
        for folder in self.folders.clone() {
            if folder.is_dir() {
                self.watch_again(&folder);
            }
        }
        self.edit.note_gap(now);
    }

    /// Watches a folder that may be another one than before under the same name.
    fn watch_again(&mut self, folder: &Path) {
        if let Err(error) = self.add(folder, RecursiveMode::Recursive) {
            // It may be gone already; when it comes back, it is reported again.
            tracing::debug!("{error:#}");
        }
    }
}

/// A watcher that sends the kernel's reports about `sources`.
fn of_kernel(sources: Vec<PathBuf>, sender: Sender<Event>) -> notify::Result<RecommendedWatcher> {
    let is_ours =
        move |path: &Path| is_source(path) && sources.iter().any(|source| path.starts_with(source));
    notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        if let Some(event) = read(event, &is_ours) {
            // There is no receiver any more when the process ends.
            let _ = sender.send(event);
        }
    })
}

/// The folders of a site's sources.
fn folders(config: &BuildConfig) -> Vec<PathBuf> {
    let frontend = &config.site.frontend;
    vec![
        config.site.content.clone(),
        frontend.join("dist"),
        frontend.join(generator_media::workers::media::FOLDER),
        frontend.join("templates"),
        config.site.locale_folder.clone(),
    ]
}

/// The single files beside them.
fn files(config: &BuildConfig) -> Vec<PathBuf> {
    let names = ["package-lock.json", crate::pages::card::DECLARATION];
    let file = |name| config.site.frontend.join(name);
    names.into_iter().map(file).collect()
}

/// The part of a library's event that concerns paths that are `is_ours`; none if there is none.
fn read(event: notify::Result<notify::Event>, is_ours: &impl Fn(&Path) -> bool) -> Option<Event> {
    let event = match event {
        Ok(event) if !event.need_rescan() => event,
        _ => return Some(Event::Lost),
    };
    let change = change(&event.kind)?;
    let paths = event.paths.into_iter().filter(|path| is_ours(path));
    let changes: Vec<_> = paths.map(|path| (path, change)).collect();
    (!changes.is_empty()).then_some(Event::Changed(changes))
}

/// The kind of change; none: a file was opened or read.
fn change(kind: &EventKind) -> Option<Change> {
    Some(match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => Change::Finished,
        EventKind::Access(_) => return None,
        EventKind::Modify(ModifyKind::Name(RenameMode::To)) => Change::Finished,
        EventKind::Modify(ModifyKind::Name(RenameMode::From)) | EventKind::Remove(_) => {
            Change::Gone
        }
        // The two halves of a rename are reported by themselves, too.
        EventKind::Modify(ModifyKind::Name(_) | ModifyKind::Metadata(_))
        | EventKind::Create(CreateKind::Folder) => Change::Other,
        EventKind::Create(_) | EventKind::Modify(_) => Change::Written,
        EventKind::Any | EventKind::Other => Change::Other,
    })
}

/// Editors' swap and backup files are no edits; the interface's catalogs reach a build by way of
/// `dist/`.
fn is_source(path: &Path) -> bool {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    !(name.starts_with('.')
        || name.ends_with('~')
        || name.ends_with(".swp")
        || name.ends_with(".tmp")
        || name.ends_with(".po")
        || name == "4913")
}

#[cfg(test)]
mod tests {
    use notify::event::{DataChange, MetadataKind, RemoveKind};

    use super::*;

    #[test]
    fn swap_files_of_editors_start_no_build() {
        for swap in [
            ".en.md.swp",
            "en.md~",
            "4913",
            ".#en.md",
            "en.md.tmp",
            "site.po",
        ] {
            assert!(!is_source(Path::new(swap)), "{swap}");
        }
        assert!(is_source(Path::new("content/news/first-close/en.md")));
    }

    #[test]
    fn each_event_of_the_file_system_has_its_meaning() {
        let renamed = |mode| EventKind::Modify(ModifyKind::Name(mode));
        let closed = |mode| EventKind::Access(AccessKind::Close(mode));
        for (kind, expected) in [
            (closed(AccessMode::Write), Some(Change::Finished)),
            (closed(AccessMode::Read), None),
            (EventKind::Access(AccessKind::Open(AccessMode::Any)), None),
            (EventKind::Create(CreateKind::File), Some(Change::Written)),
            (EventKind::Create(CreateKind::Folder), Some(Change::Other)),
            (
                EventKind::Modify(ModifyKind::Data(DataChange::Any)),
                Some(Change::Written),
            ),
            (
                EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any)),
                Some(Change::Other),
            ),
            (renamed(RenameMode::To), Some(Change::Finished)),
            (renamed(RenameMode::From), Some(Change::Gone)),
            (renamed(RenameMode::Both), Some(Change::Other)),
            (EventKind::Remove(RemoveKind::Folder), Some(Change::Gone)),
        ] {
            assert_eq!(change(&kind), expected, "{kind:?}");
        }
    }

    #[test]
    fn lost_events_and_paths_of_others_are_told_apart() {
        let is_ours = |path: &Path| path.starts_with("/site/content");
        let event = |path: &str| {
            notify::Event::new(EventKind::Create(CreateKind::File)).add_path(path.into())
        };
        let lost = notify::Event::new(EventKind::Other).set_flag(notify::event::Flag::Rescan);
        assert_eq!(read(Ok(lost), &is_ours), Some(Event::Lost));
        assert_eq!(read(Ok(event("/site/README.md")), &is_ours), None);
        assert!(read(Ok(event("/site/content/a.md")), &is_ours).is_some());
    }
}
