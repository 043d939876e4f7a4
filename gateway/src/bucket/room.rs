//! The room of the mirror on disk: when it is full, the files that came first make way.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use walkdir::WalkDir;

use super::PURGED;

/// After making way the mirror is this full, in tenths, so that not every file has others removed.
const TENTHS: u64 = 9;

/// The pointers, without which there is no build, and the record of purges.
const POINTERS: [&str; 3] = ["latest.json", "history.json", PURGED];

/// How much the mirror holds, and how much it may.
#[derive(Debug)]
pub(super) struct Room {
    folder: PathBuf,
    most: u64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    used: u64,
    protected: HashSet<PathBuf>,
}

struct Held {
    path: PathBuf,
    size: u64,
    came: SystemTime,
}

impl Room {
    /// Counts the files of the folder, which may have at most `most` bytes.
    pub(super) fn measure(folder: &Path, most: u64) -> io::Result<Self> {
        let room = Self {
            folder: folder.to_owned(),
            most,
            state: Mutex::default(),
        };
        let used = room.list()?.iter().map(|held| held.size).sum();
        room.state().used = used;
        room.protect([]);
        Ok(room)
    }

    /// Bytes that the folder holds.
    pub(super) fn size(&self) -> u64 {
        self.state().used
    }

    /// Replaces the set of files that never make way.
    pub(super) fn protect(&self, names: impl IntoIterator<Item = String>) {
        let names = POINTERS.into_iter().map(str::to_owned).chain(names);
        let protected = names.map(|name| self.folder.join(name)).collect();
        self.state().protected = protected;
    }

    /// Notes a file of `size` bytes that came, and removes others if there is no room for it.
    pub(super) fn admit(&self, size: u64) -> io::Result<()> {
        let mut state = self.state();
        state.used += size;
        if state.used > self.most {
            state.used = self.make_way(&state.protected, self.most / 10 * TENTHS)?;
        }
        Ok(())
    }

    /// Removes all files but the protected ones.
    pub(super) fn clear(&self) -> io::Result<()> {
        let mut state = self.state();
        state.used = self.make_way(&state.protected, 0)?;
        Ok(())
    }

    /// Removes the oldest files until at most `most` bytes are left. Returns the bytes that are.
    fn make_way(&self, protected: &HashSet<PathBuf>, most: u64) -> io::Result<u64> {
        let mut held = self.list()?;
        held.sort_by_key(|held| held.came);
        let mut used: u64 = held.iter().map(|held| held.size).sum();
        for Held { path, size, .. } in held {
            if used <= most {
                break;
            }
            if !protected.contains(&path) && fs::remove_file(&path).is_ok() {
                used -= size;
            }
        }
        Ok(used)
    }

    fn list(&self) -> io::Result<Vec<Held>> {
        let mut all = Vec::new();
        for entry in WalkDir::new(&self.folder) {
            let entry = entry?;
            // A file may make way to another process of this site meanwhile.
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            if metadata.is_file() {
                all.push(Held {
                    path: entry.into_path(),
                    size: metadata.len(),
                    came: metadata.modified()?,
                });
            }
        }
        Ok(all)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_oldest_files_make_way_but_never_those_from_which_the_live_build_is_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, age: u64| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, [0; 100]).unwrap();
            let came = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000 - age);
            let file = fs::File::options().write(true).open(path).unwrap();
            file.set_modified(came).unwrap();
        };
        let names = ["latest.json", "shards/a.json", "b/old", "b/newer", "c/new"];
        for (age, name) in names.into_iter().rev().enumerate() {
            write(name, age as u64);
        }
        let room = Room::measure(folder.path(), 500).unwrap();
        room.protect(["shards/a.json".to_owned()]);
        assert_eq!(room.size(), 500);
        write("c/newest", 0);
        room.admit(100).unwrap();
        assert_eq!(room.size(), 400);
        let is_there = |name: &str| folder.path().join(name).exists();
        assert!(is_there("latest.json") && is_there("shards/a.json"));
        assert!(!is_there("b/old") && !is_there("b/newer"));
        assert!(is_there("c/new") && is_there("c/newest"));
        room.clear().unwrap();
        assert_eq!(room.size(), 200);
        assert!(is_there("latest.json") && !is_there("c/newest"));
    }
}
