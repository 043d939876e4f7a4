//! The folder `content/`, and the files of a change set in place of some of its own.
//!
//! A change set that is not published yet is a folder beside `content/`. Reading goes through
//! [`ContentFolder::place`], so a build with the change set reads the other files where they are,
//! and an edit in `content/` shows at once.
//!
//! ```text
//! <change set>/files/news/a/en.md    in place of, or in addition to, content/news/a/en.md
//! <change set>/removed/news/b/en.md  content/news/b/en.md is not there
//! ```

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Folder of a change set's own files, in its folder.
pub const CHANGED_FILES: &str = "files";

/// Folder of empty files, in a change set's folder: each has the path of a file that the set
/// removes.
pub const REMOVED_FILES: &str = "removed";

/// Absolute path of `content/`, and of a change set over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentFolder {
    root: Arc<Path>,
    changes: Option<Arc<Path>>,
}

impl ContentFolder {
    /// The folder `root` alone.
    pub fn new(root: impl Into<Arc<Path>>) -> Self {
        let root = root.into();
        Self {
            root,
            changes: None,
        }
    }

    /// The folder with the files of the change set in `changes`.
    #[must_use]
    pub fn with_changes(&self, changes: Option<Arc<Path>>) -> Self {
        let root = Arc::clone(&self.root);
        Self { root, changes }
    }

    /// The folder `content/` itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Name in messages of the file `inside` the folder: `content/news/a/en.md`; of the folder
    /// itself, if `inside` is empty.
    pub fn name(&self, inside: &str) -> String {
        let base = self
            .root
            .file_name()
            .map_or_else(|| "content".into(), |name| name.to_string_lossy());
        match inside.is_empty() {
            true => base.into_owned(),
            false => format!("{base}/{inside}"),
        }
    }

    /// Path on disk of `inside`, a path below the folder. A file that the change set removes has a
    /// path where no file is.
    pub fn place(&self, inside: &str) -> PathBuf {
        if let Some(changes) = &self.changes {
            let changed = changes.join(CHANGED_FILES).join(inside);
            if changed.symlink_metadata().is_ok() || self.removes(inside) {
                return changed;
            }
        }
        self.root.join(inside)
    }

    /// Path on disk of the file that messages call `file`: its first part is the folder's name.
    pub(crate) fn place_of(&self, file: &str) -> PathBuf {
        self.place(file.split_once('/').map_or("", |(_, inside)| inside))
    }

    /// The folders whose files together are the content: that of the change set, if there is one,
    /// and `content/`.
    pub(crate) fn layers(&self) -> impl Iterator<Item = PathBuf> {
        let changes = self
            .changes
            .iter()
            .map(|changes| changes.join(CHANGED_FILES));
        changes.chain([self.root.to_path_buf()])
    }

    /// Whether the file `inside` of `content/` is replaced or removed.
    pub(crate) fn hides(&self, inside: &str) -> bool {
        let Some(changes) = &self.changes else {
            return false;
        };
        let changed = changes.join(CHANGED_FILES).join(inside);
        self.removes(inside) || changed.symlink_metadata().is_ok_and(|it| it.is_file())
    }

    fn removes(&self, inside: &str) -> bool {
        let removed = |changes: &Arc<Path>| {
            let mark = changes.join(REMOVED_FILES).join(inside);
            mark.symlink_metadata().is_ok_and(|it| it.is_file())
        };
        self.changes.as_ref().is_some_and(removed)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_change_set_adds_replaces_and_removes_files() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        };
        for path in [
            "content/news/kept/en.md",
            "content/news/replaced/en.md",
            "content/news/removed/en.md",
            "set/files/news/replaced/en.md",
            "set/files/news/added/en.md",
            "set/removed/news/removed/en.md",
        ] {
            write(path);
        }
        let content = folder.path().join("content");
        let plain = ContentFolder::new(content.as_path());
        let set: Arc<Path> = folder.path().join("set").into();
        let changed = plain.with_changes(Some(set));
        for (path, place, is_hidden) in [
            ("news/kept/en.md", "content/news/kept/en.md", false),
            ("news/replaced/en.md", "set/files/news/replaced/en.md", true),
            ("news/added/en.md", "set/files/news/added/en.md", true),
            ("news/removed/en.md", "set/files/news/removed/en.md", true),
            ("news/none/en.md", "content/news/none/en.md", false),
        ] {
            assert_eq!(changed.place(path), folder.path().join(place), "{path}");
            let named = changed.place_of(&changed.name(path));
            assert_eq!(named, folder.path().join(place), "{path}");
            assert_eq!(changed.hides(path), is_hidden, "{path}");
            assert_eq!(plain.place(path), content.join(path), "{path}");
            assert!(!plain.hides(path), "{path}");
        }
        assert!(!changed.place("news/removed/en.md").exists());
    }
}
