//! A site and its surroundings, as edits find them: the clock, the origin, and which files changed
//! since the last build.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use walkdir::WalkDir;

use crate::folder::{Folder, NOW};
use crate::origin::Origin;

/// Everything that decides the result of a build.
pub(crate) struct World {
    pub(crate) folder: Folder,
    pub(crate) origin: Origin,
    pub(crate) now: Timestamp,
    /// Paths that a watcher of the file system would have reported since the last build.
    pub(crate) changed: BTreeSet<PathBuf>,
}

/// The state of a world at some time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    files: BTreeMap<PathBuf, Vec<u8>>,
    backend: u8,
    now: Timestamp,
}

impl World {
    pub(crate) fn new() -> Self {
        let folder = Folder::new();
        let origin = Origin::start(&folder.path(""));
        Self {
            folder,
            origin,
            now: NOW.parse().unwrap(),
            changed: BTreeSet::new(),
        }
    }

    /// Its present state.
    pub(crate) fn state(&self) -> State {
        let file = |path: PathBuf| {
            let bytes = fs::read(&path).unwrap();
            (path, bytes)
        };
        State {
            files: self.files().into_iter().map(file).collect(),
            backend: self.origin.backend(),
            now: self.now,
        }
    }

    /// Restores a state; unchanged files are left alone.
    pub(crate) fn restore(&mut self, state: &State) {
        for path in self.files() {
            if !state.files.contains_key(&path) {
                fs::remove_file(&path).unwrap();
                let folders = path.ancestors().skip(1);
                // Up to the first one in which there is something else.
                folders
                    .take_while(|folder| fs::remove_dir(folder).is_ok())
                    .for_each(drop);
                self.changed.insert(path);
            }
        }
        for (path, bytes) in &state.files {
            if fs::read(path).ok().as_ref() != Some(bytes) {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, bytes).unwrap();
                self.changed.insert(path.clone());
            }
        }
        self.origin.become_backend(state.backend);
        self.now = state.now;
    }

    /// All files that a build reads, except the files that the frontend shares with the real one.
    fn files(&self) -> Vec<PathBuf> {
        let of = |folder: &str| WalkDir::new(self.folder.path(folder)).into_iter();
        let entries = of("content").chain(of("frontend")).map(Result::unwrap);
        let files = entries.filter(|entry| entry.file_type().is_file());
        files.map(walkdir::DirEntry::into_path).collect()
    }

    /// Folders of entries below `content/`: `news/alder`, sorted.
    pub(crate) fn entries(&self) -> Vec<String> {
        let root = self.folder.content("");
        let mut found = Vec::new();
        for collection in folders(&root) {
            for entry in folders(&root.join(&collection)) {
                found.push(format!("{collection}/{entry}"));
            }
        }
        found
    }

    /// Writes a file below `content/`.
    pub(crate) fn write(&mut self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.folder.write(&format!("content/{path}"), bytes);
        self.changed.insert(path);
    }

    /// A file below `content/`, if it is there and is text.
    pub(crate) fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.folder.content(path)).ok()
    }

    /// Deletes a file or a folder below `content/`; false if there is none.
    pub(crate) fn delete(&mut self, path: &str) -> bool {
        let path = self.folder.content(path);
        let is_folder = path.symlink_metadata().map(|file| file.is_dir());
        let deleted = match is_folder {
            Ok(true) => fs::remove_dir_all(&path),
            Ok(false) => fs::remove_file(&path),
            Err(_) => return false,
        };
        deleted.unwrap();
        self.changed.insert(path);
        true
    }

    /// Renames a file or a folder below `content/`; false if there is none, or the new name is
    /// taken.
    pub(crate) fn rename(&mut self, from: &str, to: &str) -> bool {
        let (from, to) = (self.folder.content(from), self.folder.content(to));
        if to.symlink_metadata().is_ok() || from.symlink_metadata().is_err() {
            return false;
        }
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::rename(&from, &to).unwrap();
        self.changed.extend([from, to]);
        true
    }
}

fn folders(root: &Path) -> Vec<String> {
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    names
}
