//! An unfinished build: its folder, and the entry of each path.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use contract::Hash;
use contract::build::{Access, BuildId, Entry, File, Weight, file_path};

use super::{EntryCollector, Store, Tree};
use generator_ground::storage::replace::make_parent;

/// A build in the making. Threads put files into it side by side.
pub struct Stage<'a> {
    store: &'a Store,
    /// The id it will be published under.
    pub id: BuildId,
    previous: &'a Tree,
    state: Mutex<State>,
}

struct State {
    entries: EntryCollector,
    written: usize,
}

/// Facts of a file besides its bytes.
#[derive(Clone, Debug)]
pub struct Attributes {
    /// Content type.
    pub media_type: &'static str,
    /// Access: everybody, or signed-in visitors.
    pub access: Access,
    /// Name of its header class; ordinary pages have none.
    pub class: Option<Box<str>>,
    /// Status of its document, where it is not 200.
    pub status: Option<u16>,
    /// CSP source of the style in it.
    pub style: Option<Box<str>>,
    /// Hashes of the fonts that it alone loads first.
    pub faces: Vec<Hash>,
    /// Links of its document to anchors of pages.
    pub anchors: Box<[Box<str>]>,
    /// How much a browser loads for it, of a document.
    pub weight: Option<Weight>,
    /// The key of the page input it was made from.
    pub key: Option<Hash>,
}

impl Attributes {
    /// A public file of this type.
    pub fn public(media_type: &'static str) -> Self {
        Self {
            media_type,
            access: Access::Public,
            class: None,
            status: None,
            style: None,
            faces: Vec::new(),
            anchors: Box::default(),
            weight: None,
            key: None,
        }
    }
}

impl<'a> Stage<'a> {
    /// An empty build after `previous`.
    pub fn new(store: &'a Store, id: BuildId, previous: &'a Tree) -> Self {
        Self {
            store,
            id,
            previous,
            state: Mutex::new(State {
                entries: EntryCollector::new(&store.spill()),
                written: 0,
            }),
        }
    }

    /// The store in which the build will be published.
    pub fn store(&self) -> &'a Store {
        self.store
    }

    /// The live build's file at `path`.
    pub fn previous(&self, path: &str) -> Option<File> {
        match self.previous.get(path) {
            Some(Entry::File(file)) => Some(file),
            _ => None,
        }
    }

    /// The bytes of it; none if there are none, or they cannot be read.
    pub fn previous_bytes(&self, path: &str) -> Option<Vec<u8>> {
        let file = self.previous(path)?;
        self.store.bytes(path, &file).ok()
    }

    /// The bytes of the file of this type at `path`, as this build will have them.
    pub fn bytes(&self, path: &str, media_type: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let file = self.file(path, media_type);
        match fs::read(&file) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(self.previous_bytes(path)),
            Err(error) => Err(error).with_context(|| format!("cannot read `{}`", file.display())),
        }
    }

    /// Puts bytes at `path`. Where the live build has the same bytes its file stays the holder and
    /// no file is written. Returns whether the bytes are new.
    pub fn put(&self, path: &str, bytes: &[u8], attributes: Attributes) -> anyhow::Result<bool> {
        let hash = Hash::of(bytes);
        let Attributes {
            media_type,
            access,
            class,
            status,
            style,
            faces,
            anchors,
            weight,
            key,
        } = attributes;
        let size = bytes.len() as u64;
        let held = self
            .previous(path)
            .filter(|file| file.hash == hash && file.media_type == media_type);
        let is_new = held.is_none();
        let build = held.map_or_else(|| self.id.clone(), |file| file.build);
        let entry = Entry::File(File {
            build,
            hash,
            size,
            media_type: media_type.into(),
            access,
            class,
            status,
            style,
            faces,
            anchors,
            weight,
            key,
        });
        if is_new {
            self.write(path, media_type, bytes)?;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.written += usize::from(is_new);
        state.entries.insert(path, &entry);
        Ok(is_new)
    }

    /// Takes over the live build's file at `path` if its bytes are those of `hash`.
    pub fn keep_same(&self, path: &str, hash: Hash, attributes: &Attributes) -> bool {
        let Some(file) = self
            .previous(path)
            .filter(|file| file.hash == hash && file.media_type == attributes.media_type)
        else {
            return false;
        };
        let Attributes {
            access,
            class,
            status,
            style,
            faces,
            anchors,
            weight,
            key,
            ..
        } = attributes.clone();
        let kept = File {
            access,
            class,
            status,
            style,
            faces,
            anchors,
            weight,
            key,
            ..file
        };
        self.keep(path, kept);
        true
    }

    /// Takes over the live build's file at `path`.
    pub fn keep(&self, path: &str, file: File) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.entries.insert(path, &Entry::File(file));
    }

    /// Puts the entry of an old address: a redirect, or a page that is gone.
    pub fn redirect(&self, path: &str, entry: &Entry) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.entries.insert(path, entry);
    }

    /// The entries that were put or kept, and how many files were written.
    pub fn finish(self) -> (EntryCollector, usize) {
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        (state.entries, state.written)
    }

    fn file(&self, path: &str, media_type: &str) -> PathBuf {
        let folder = self.store.root().join(self.id.as_str());
        folder.join(file_path(path, media_type))
    }

    fn write(&self, path: &str, media_type: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let target = self.file(path, media_type);
        write_file(&target, bytes).with_context(|| format!("cannot write `{}`", target.display()))
    }
}

/// Writes a file, and its folder if that is not there: most files are in a folder with others, so
/// checking first would cost more.
fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::write(path, bytes) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            make_parent(path)?;
            fs::write(path, bytes)
        }
        written => written,
    }
}
