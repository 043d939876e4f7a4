//! Walk through folders of `content/`: possible parts of a site are visited, the rest is reported.

use std::collections::HashMap;
use std::collections::hash_map::Entry as MapEntry;
use std::path::{Path, PathBuf};

use contract::Hash;
use walkdir::{DirEntry, WalkDir};

use super::folder::ContentFolder;
use super::name::{is_copy, is_leftover};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::{Argument, Message};

/// The one folder whose name begins with a dot (RFC 8615).
const WELL_KNOWN: &str = "static/.well-known";

/// Walks below the folder `content/`, and collects the problems that it found.
pub(crate) struct Walk<'a> {
    folder: &'a ContentFolder,
    /// Hash of a path in lower case → the path that was seen first, where it is not itself in lower
    /// case.
    seen: HashMap<Hash, Option<Box<str>>>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// A file or a folder of the content.
pub(crate) struct Seen {
    /// Path on disk.
    pub(crate) place: PathBuf,
    /// True for a folder.
    pub(crate) is_folder: bool,
    /// Path below the content: `news/first-close/en.md`.
    pub(crate) path: String,
    /// Name of the file in messages: `content/news/first-close/en.md`.
    pub(crate) file: String,
}

impl<'a> Walk<'a> {
    /// A walk below `folder` that has not started.
    pub(crate) fn new(folder: &'a ContentFolder) -> Self {
        Self {
            folder,
            seen: HashMap::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Calls `see` for `from`, a path below the folder, and for the files and folders at most
    /// `depth` levels below it: folders before their contents, sorted by name, those of a change
    /// set first.
    pub(crate) fn each(&mut self, from: &str, depth: usize, mut see: impl FnMut(&mut Self, Seen)) {
        for layer in self.folder.layers() {
            // A folder `content/` that is missing is reported.
            let is_expected = from.is_empty() && layer == self.folder.root();
            if is_expected || layer.join(from).symlink_metadata().is_ok() {
                self.each_of(&layer, from, depth, &mut see);
            }
        }
    }

    fn each_of(
        &mut self,
        layer: &Path,
        from: &str,
        depth: usize,
        see: &mut impl FnMut(&mut Self, Seen),
    ) {
        let walk = WalkDir::new(layer.join(from))
            .follow_links(false)
            .follow_root_links(from.is_empty())
            .max_depth(depth)
            .sort_by_file_name();
        let is_ours = |entry: &DirEntry| {
            entry.depth() == 0
                || entry.path().ends_with(WELL_KNOWN)
                || !is_leftover(&entry.file_name().to_string_lossy())
        };
        let mut walk = walk.into_iter().filter_entry(is_ours);
        while let Some(entry) = walk.next() {
            match entry {
                Ok(entry) if entry.depth() > 0 && is_copy(&entry.file_name().to_string_lossy()) => {
                    if entry.file_type().is_dir() {
                        walk.skip_current_dir();
                    }
                    self.copy(layer, &entry);
                }
                Ok(entry) => {
                    if let Some(seen) = self.usable(layer, &entry) {
                        see(self, seen);
                    }
                }
                Err(error) => self.unreadable(layer, &error),
            }
        }
    }

    /// Warns of a copy: its author may have meant it to be an entry, a text or a picture, which it
    /// is not.
    fn copy(&mut self, layer: &Path, entry: &DirEntry) {
        let path = entry.path();
        let relative = path.strip_prefix(layer).unwrap_or(path);
        let file = self.folder.name(&relative.to_string_lossy());
        let told = Diagnostic::new(file, Message::new("copy"));
        self.diagnostics.push(told.warning());
    }

    fn usable(&mut self, layer: &Path, entry: &DirEntry) -> Option<Seen> {
        let relative = entry.path().strip_prefix(layer).ok()?;
        let Some(path) = relative.to_str() else {
            let file = self.folder.name(&relative.to_string_lossy());
            self.say(file, Message::new("bad-file-name/not-utf8"));
            return None;
        };
        if path.is_empty() {
            return None;
        }
        let path = path.replace(std::path::MAIN_SEPARATOR, "/");
        let kind = entry.file_type();
        if !kind.is_dir() && layer == self.folder.root() && self.folder.hides(&path) {
            return None;
        }
        let file = self.folder.name(&path);
        if kind.is_symlink() {
            self.say(file, Message::new("symbolic-link"));
            return None;
        }
        if self.clashes(&path, &file) {
            return None;
        }
        if !kind.is_dir() && !kind.is_file() {
            self.say(file, Message::new("bad-file"));
            return None;
        }
        Some(Seen {
            place: entry.path().to_owned(),
            is_folder: kind.is_dir(),
            path,
            file,
        })
    }

    fn clashes(&mut self, path: &str, file: &str) -> bool {
        let lower = path.to_lowercase();
        let spelling = (lower != path).then(|| path.into());
        match self.seen.entry(Hash::of(lower.as_bytes())) {
            MapEntry::Vacant(free) => {
                free.insert(spelling);
                false
            }
            MapEntry::Occupied(first) if *first.get() == spelling => false,
            MapEntry::Occupied(first) => {
                let first = first.get().as_deref().unwrap_or(&lower);
                let message = Message::new("case-clash").with("other", first);
                self.say(file, message);
                true
            }
        }
    }

    /// Reports a path that cannot be looked at.
    fn unreadable(&mut self, layer: &Path, error: &walkdir::Error) {
        let relative = error
            .path()
            .and_then(|path| path.strip_prefix(layer).ok())
            .unwrap_or(Path::new(""));
        let file = self.folder.name(&relative.to_string_lossy());
        let why = error
            .io_error()
            .map_or_else(|| error.to_string().into(), Argument::from);
        self.say(file, Message::new("unreadable").with("why", why));
    }

    /// Notes an error.
    pub(crate) fn say(&mut self, file: impl Into<String>, message: Message) {
        self.diagnostics.push(Diagnostic::new(file, message));
    }
}
