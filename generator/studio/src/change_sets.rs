//! Change sets on disk.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use contract::Hash;
use generator_content::{CHANGED_FILES, REMOVED_FILES};
use generator_ground::storage::replace::{make_parent, replace_file, sync_folder};
use jiff::Timestamp;
use walkdir::WalkDir;

use crate::change_set::{ChangeSet, SetId, State};
use crate::source_path::SourcePath;

/// The folder of change sets, under `var/`.
pub const FOLDER: &str = "studio/sets";

/// Facts of a change set, in its folder.
const FACTS: &str = "set.json";

/// Versions from which changes started, in a change set's folder.
const BASE: &str = "base";

/// Change sets of one site.
#[derive(Clone, Debug)]
pub struct ChangeSets {
    folder: PathBuf,
    content: PathBuf,
    /// Held from a look at a change set to the end of its change.
    changing: Arc<Mutex<()>>,
}

/// A file of a change set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// Path below `content/`.
    pub path: SourcePath,
    /// The version that the change started from; none for a new file.
    pub base: Option<Vec<u8>>,
    /// The new version; none if the file is to be removed.
    pub new: Option<Vec<u8>>,
}

impl ChangedFile {
    /// `added`, `changed` or `removed`.
    pub fn kind(&self) -> &'static str {
        match (&self.base, &self.new) {
            (None, _) => "added",
            (Some(_), Some(_)) => "changed",
            (Some(_), None) => "removed",
        }
    }
}

/// Why a change set cannot be used as asked.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// No change set has this id.
    #[error("there is no change set `{0}`")]
    Unknown(SetId),
    /// The change set is being published, was published, or waits for its time.
    #[error("the change set `{0}` is closed")]
    Closed(SetId),
    /// The file has another version than the one that the caller changed.
    #[error("`{path}` has changed meanwhile")]
    Outdated {
        /// The file.
        path: SourcePath,
    },
    /// The disk failed.
    #[error(transparent)]
    Disk(#[from] io::Error),
}

/// The version of a file: the hash of its bytes; none for a file that does not exist.
pub fn version(bytes: Option<&[u8]>) -> Option<Hash> {
    bytes.map(Hash::of)
}

impl ChangeSets {
    /// Change sets in the data folder `var`, of the site with the folder `content`.
    pub fn new(var: &Path, content: &Path) -> Self {
        Self {
            folder: var.join(FOLDER),
            content: content.to_owned(),
            changing: Arc::default(),
        }
    }

    /// A lock: no change set changes while it is held.
    pub(crate) fn hold(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder `studio` under `var/`.
    pub(crate) fn studio_folder(&self) -> &Path {
        self.folder.parent().unwrap_or(&self.folder)
    }

    /// Every change set, the last changed one first. A folder that cannot be read is left out.
    pub fn list(&self) -> Vec<ChangeSet> {
        let folders = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let ids = folders.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let mut sets: Vec<ChangeSet> = ids.filter_map(|id: SetId| self.get(&id).ok()).collect();
        sets.sort_by(|a, b| (b.changed, &b.id).cmp(&(a.changed, &a.id)));
        sets
    }

    /// A new change set.
    pub fn create(&self, name: &str, author: &str, now: Timestamp) -> io::Result<ChangeSet> {
        let set = ChangeSet::new(SetId::new(rand::random()), name, author, now);
        self.put(&set)?;
        Ok(set)
    }

    /// The facts of a change set.
    pub fn get(&self, id: &SetId) -> Result<ChangeSet, SetError> {
        let bytes = match fs::read(self.place(id).join(FACTS)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(SetError::Unknown(id.clone()));
            }
            Err(error) => return Err(error.into()),
        };
        serde_json::from_slice(&bytes).map_err(|error| SetError::Disk(error.into()))
    }

    /// Changes the facts of a change set, and returns them. Nothing is written if `change` fails.
    ///
    /// # Errors
    /// The change set does not exist, or `change` refuses it.
    pub fn update<E: From<SetError>>(
        &self,
        id: &SetId,
        change: impl FnOnce(&mut ChangeSet) -> Result<(), E>,
    ) -> Result<ChangeSet, E> {
        let _held = self.hold();
        let mut set = self.get(id)?;
        change(&mut set)?;
        self.put(&set).map_err(SetError::from)?;
        Ok(set)
    }

    /// Writes the facts of a change set.
    pub(crate) fn put(&self, set: &ChangeSet) -> io::Result<()> {
        let json = serde_json::to_vec_pretty(set)?;
        replace_file(&self.place(&set.id).join(FACTS), &json)
    }

    /// Deletes a change set with its files.
    ///
    /// # Errors
    /// [`SetError::Closed`] while it is being published.
    pub fn delete(&self, id: &SetId) -> Result<(), SetError> {
        let _held = self.hold();
        if self.get(id)?.state == State::Publishing {
            return Err(SetError::Closed(id.clone()));
        }
        // Without its facts it is none, should the rest stay after a crash.
        fs::remove_file(self.place(id).join(FACTS))?;
        fs::remove_dir_all(self.place(id))?;
        Ok(())
    }

    /// The folder of a change set, as [`generator_content::ContentFolder`] reads it.
    pub fn place(&self, id: &SetId) -> PathBuf {
        self.folder.join(id.as_str())
    }

    /// Paths of the files that a change set changes, sorted.
    pub fn paths(&self, id: &SetId) -> Vec<SourcePath> {
        let below = |kind: &str| {
            let root = self.place(id).join(kind);
            let files = WalkDir::new(&root).into_iter().flatten();
            let files = files.filter(|entry| entry.file_type().is_file());
            let inside = files.filter_map(|entry| {
                let path = entry.path().strip_prefix(&root).ok()?.to_str()?;
                path.parse().ok()
            });
            inside.collect::<Vec<SourcePath>>()
        };
        let all: BTreeSet<SourcePath> = [CHANGED_FILES, REMOVED_FILES]
            .into_iter()
            .flat_map(below)
            .collect();
        all.into_iter().collect()
    }

    /// A file that the change set changes, with both versions; none if it does not change the file.
    pub fn changed_file(&self, id: &SetId, path: &SourcePath) -> io::Result<Option<ChangedFile>> {
        let new = read(&self.inside(id, CHANGED_FILES, path))?;
        let is_removed = self.inside(id, REMOVED_FILES, path).is_file();
        if new.is_none() && !is_removed {
            return Ok(None);
        }
        Ok(Some(ChangedFile {
            path: path.clone(),
            base: read(&self.inside(id, BASE, path))?,
            new,
        }))
    }

    /// The files that a change set changes, sorted by path.
    pub fn changed_files(&self, id: &SetId) -> io::Result<Vec<ChangedFile>> {
        let mut files = Vec::new();
        for path in self.paths(id) {
            files.extend(self.changed_file(id, &path)?);
        }
        Ok(files)
    }

    /// The bytes of a file as the change set has it; none if there is no such file.
    pub fn read(&self, id: &SetId, path: &SourcePath) -> io::Result<Option<Vec<u8>>> {
        match self.changed_file(id, path)? {
            Some(file) => Ok(file.new),
            None => self.read_content(path),
        }
    }

    /// The bytes of the file in `content/`; none if there is no such file.
    pub fn read_content(&self, path: &SourcePath) -> io::Result<Option<Vec<u8>>> {
        read(&self.content.join(path.as_str()))
    }

    /// Paths of the files below a folder of `content/` and of the change set, sorted. Those that
    /// the set removes are among them.
    ///
    /// # Errors
    /// The change set does not exist.
    pub fn files_below(
        &self,
        id: Option<&SetId>,
        folder: &str,
    ) -> Result<BTreeSet<SourcePath>, SetError> {
        let walk = WalkDir::new(self.content.join(folder))
            .into_iter()
            .flatten();
        let files = walk.filter(|entry| entry.file_type().is_file());
        let mut paths: BTreeSet<SourcePath> = files
            .filter_map(|entry| {
                let path = entry.path().strip_prefix(&self.content).ok()?.to_str()?;
                path.parse().ok()
            })
            .collect();
        if let Some(id) = id {
            self.get(id)?;
            let below = format!("{folder}/");
            let own = self.paths(id).into_iter();
            paths.extend(own.filter(|path| path.as_str().starts_with(&below)));
        }
        Ok(paths)
    }

    /// Writes a new version of a file, or its removal, into a change set. `from` is the version
    /// that the caller changed.
    ///
    /// # Errors
    /// [`SetError::Outdated`] if the file has another version now; it stays as it is.
    pub fn write(
        &self,
        id: &SetId,
        path: &SourcePath,
        from: Option<Hash>,
        new: Option<&[u8]>,
        now: Timestamp,
    ) -> Result<(), SetError> {
        let _held = self.hold();
        let mut set = self.editable(id)?;
        let known = self.changed_file(id, path)?;
        let before = match &known {
            Some(file) => file.new.clone(),
            None => self.read_content(path)?,
        };
        if version(before.as_deref()) != from {
            let path = path.clone();
            return Err(SetError::Outdated { path });
        }
        let base = known.map_or(before, |file| file.base);
        if base.as_deref() == new {
            self.forget(id, path)?;
        } else {
            self.put_file(id, path, base.as_deref(), new)?;
        }
        set.changed = now;
        Ok(self.put(&set)?)
    }

    /// Takes the change of a file out of a change set.
    pub fn revert(&self, id: &SetId, path: &SourcePath, now: Timestamp) -> Result<(), SetError> {
        let _held = self.hold();
        let mut set = self.editable(id)?;
        self.forget(id, path)?;
        set.changed = now;
        Ok(self.put(&set)?)
    }

    /// Makes `base` the version from which the change of a file starts: the caller has joined it
    /// with the version in `content/`.
    pub fn rebase(
        &self,
        id: &SetId,
        path: &SourcePath,
        base: Option<&[u8]>,
        new: Option<&[u8]>,
        now: Timestamp,
    ) -> Result<(), SetError> {
        let _held = self.hold();
        let mut set = self.editable(id)?;
        match base == new {
            true => self.forget(id, path)?,
            false => self.put_file(id, path, base, new)?,
        }
        set.changed = now;
        Ok(self.put(&set)?)
    }

    fn editable(&self, id: &SetId) -> Result<ChangeSet, SetError> {
        let mut set = self.get(id)?;
        if !set.state.is_editable() {
            return Err(SetError::Closed(id.clone()));
        }
        // A proposal is for the files that it had.
        set.state = State::Open;
        set.missed = None;
        Ok(set)
    }

    /// The base is written first: a file without one would pass for new.
    fn put_file(
        &self,
        id: &SetId,
        path: &SourcePath,
        base: Option<&[u8]>,
        new: Option<&[u8]>,
    ) -> io::Result<()> {
        let place = |kind| self.inside(id, kind, path);
        match base {
            Some(base) => replace_file(&place(BASE), base)?,
            None => remove(&place(BASE))?,
        }
        match new {
            Some(new) => {
                replace_file(&place(CHANGED_FILES), new)?;
                remove(&place(REMOVED_FILES))
            }
            None => {
                make_parent(&place(REMOVED_FILES))?;
                replace_file(&place(REMOVED_FILES), b"")?;
                remove(&place(CHANGED_FILES))
            }
        }
    }

    /// The base goes last: without it, a file that is still there would pass for new.
    fn forget(&self, id: &SetId, path: &SourcePath) -> io::Result<()> {
        [REMOVED_FILES, CHANGED_FILES, BASE]
            .into_iter()
            .try_for_each(|kind| remove(&self.inside(id, kind, path)))
    }

    fn inside(&self, id: &SetId, kind: &str, path: &SourcePath) -> PathBuf {
        self.place(id).join(kind).join(path.as_str())
    }

    /// The folder `content/`.
    pub fn content(&self) -> &Path {
        &self.content
    }
}

/// The bytes of a file; none if it does not exist.
pub(crate) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes a file, if it is there.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Ok(()) => sync_folder(path.parent().unwrap_or(Path::new("."))),
        Err(error) if is_absent(&error) => Ok(()),
        Err(error) => Err(error),
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Site {
        folder: tempfile::TempDir,
        sets: ChangeSets,
    }

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn site() -> Site {
        let folder = tempfile::tempdir().unwrap();
        let content = folder.path().join("content");
        let site = Site {
            sets: ChangeSets::new(&folder.path().join("var"), &content),
            folder,
        };
        site.edit("news/a/en.md", "one");
        site
    }

    impl Site {
        fn edit(&self, path: &str, text: &str) {
            let path = self.folder.path().join("content").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    fn path(text: &str) -> SourcePath {
        text.parse().unwrap()
    }

    fn hash(text: &str) -> Option<Hash> {
        version(Some(text.as_bytes()))
    }

    #[test]
    fn of_two_changes_of_one_version_at_one_moment_one_is_refused() {
        let Site { sets, .. } = &site();
        let id = &sets.create("Words", "ann@example.com", NOW).unwrap().id;
        for round in 0..50 {
            let en = &path(&format!("news/a/round-{round}.md"));
            let write = |new: &str| sets.write(id, en, None, Some(new.as_bytes()), NOW).is_ok();
            let written = std::thread::scope(|scope| {
                let [one, two] = ["one", "two"].map(|text| scope.spawn(move || write(text)));
                [one.join().unwrap(), two.join().unwrap()]
            });
            assert_eq!(
                written.iter().filter(|is_written| **is_written).count(),
                1,
                "{round}"
            );
        }
    }

    #[test]
    fn a_change_keeps_the_version_it_started_from_until_it_is_taken_back() {
        let Site { sets, .. } = &site();
        let id = sets.create("Words", "ann@example.com", NOW).unwrap().id;
        let en = path("news/a/en.md");
        let write =
            |from: &str, new: &str| sets.write(&id, &en, hash(from), Some(new.as_bytes()), NOW);
        write("one", "two").unwrap();
        write("two", "three").unwrap();
        let file = sets.changed_file(&id, &en).unwrap().unwrap();
        assert_eq!(file.base.as_deref(), Some(&b"one"[..]));
        assert_eq!(file.new.as_deref(), Some(&b"three"[..]));
        assert_eq!(sets.read_content(&en).unwrap().unwrap(), b"one");
        assert_eq!(sets.paths(&id), std::slice::from_ref(&en));
        write("three", "one").unwrap();
        assert_eq!(sets.paths(&id), []);
        assert_eq!(sets.changed_file(&id, &en).unwrap(), None);
    }

    #[test]
    fn nothing_is_written_over_a_version_that_its_author_did_not_see() {
        let Site { sets, .. } = &site();
        let id = sets.create("Words", "ann@example.com", NOW).unwrap().id;
        let en = path("news/a/en.md");
        for from in [None, hash("zero")] {
            let written = sets.write(&id, &en, from, Some(b"two"), NOW);
            assert!(matches!(written, Err(SetError::Outdated { .. })));
        }
        sets.write(&id, &en, hash("one"), Some(b"two"), NOW)
            .unwrap();
        let late = sets.write(&id, &en, hash("one"), Some(b"late"), NOW);
        assert!(matches!(late, Err(SetError::Outdated { .. })));
        assert_eq!(sets.read(&id, &en).unwrap().unwrap(), b"two");
    }

    #[test]
    fn files_are_added_and_removed() {
        let Site { sets, .. } = &site();
        let id = sets.create("Words", "ann@example.com", NOW).unwrap().id;
        let (old, new) = (path("news/a/en.md"), path("news/b/en.md"));
        sets.write(&id, &old, hash("one"), None, NOW).unwrap();
        sets.write(&id, &new, None, Some(b"new"), NOW).unwrap();
        assert_eq!(sets.read(&id, &old).unwrap(), None);
        assert_eq!(sets.read(&id, &new).unwrap().unwrap(), b"new");
        assert_eq!(sets.paths(&id), [old.clone(), new.clone()]);
        sets.write(&id, &old, None, Some(b"again"), NOW).unwrap();
        let again = sets.changed_file(&id, &old).unwrap().unwrap();
        assert_eq!(
            (again.base, again.new),
            (Some(b"one".to_vec()), Some(b"again".to_vec()))
        );
        sets.revert(&id, &old, NOW).unwrap();
        sets.write(&id, &new, hash("new"), None, NOW).unwrap();
        assert_eq!(sets.paths(&id), []);
    }

    #[test]
    fn a_proposal_that_is_changed_has_to_be_proposed_again() {
        let Site { sets, .. } = &site();
        let mut set = sets.create("Words", "ann@example.com", NOW).unwrap();
        let en = path("news/a/en.md");
        for (state, is_open) in [
            (State::Open, true),
            (State::Proposed, true),
            (State::Publishing, false),
            (State::Published, false),
        ] {
            set.state = state;
            sets.put(&set).unwrap();
            let bytes = format!("{state:?}");
            let from = version(sets.read(&set.id, &en).unwrap().as_deref());
            let written = sets.write(&set.id, &en, from, Some(bytes.as_bytes()), NOW);
            assert_eq!(written.is_ok(), is_open, "{state:?}");
            let expected = if is_open { State::Open } else { state };
            assert_eq!(sets.get(&set.id).unwrap().state, expected);
        }
    }

    #[test]
    fn sets_are_listed_and_deleted_and_a_broken_one_is_left_out() {
        let Site { sets, .. } = &site();
        let later = Timestamp::from_second(60).unwrap();
        let first = sets.create("First", "ann@example.com", NOW).unwrap();
        let second = sets.create("Second", "bo@example.com", later).unwrap();
        let broken = sets.create("Broken", "bo@example.com", later).unwrap();
        fs::write(sets.place(&broken.id).join(FACTS), "{").unwrap();
        let names: Vec<String> = sets.list().into_iter().map(|set| set.name).collect();
        assert_eq!(names, ["Second", "First"]);
        sets.delete(&second.id).unwrap();
        assert!(matches!(sets.get(&second.id), Err(SetError::Unknown(_))));
        assert_eq!(sets.list(), [first]);
    }
}
