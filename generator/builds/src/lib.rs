//! The only writer under `builds/`. The state that a reader can see at every instant:
//!
//! | step | on disk | a reader sees |
//! |---|---|---|
//! | [`Stage::put`] | files in `<id>/`, which no pointer names yet | the old build |
//! | [`publish`](publish::publish) writes | shards, index, meta, origin data, then one `syncfs` | the old build |
//! | `log.jsonl` appended | the person, and the pages that differ | the old build |
//! | `hold.json` renamed, by a rollback | the live content is held | the old build |
//! | `history.json` renamed | the new id is in the history | the old build |
//! | `latest.json` renamed | | the new build, whole |
//! | `hold.json` removed, unless it was a rollback | no content is held | the new build |
//!
//! | killed | left over | removed by |
//! |---|---|---|
//! | before `history.json` is renamed | files that no pointer names | [`sweep`](sweep::sweep), after the grace |
//! | before that, after the log | a line of the log, and perhaps a hold, of a change that was never made | the next [`Store::open`] closes the line and ends the hold |
//! | before `latest.json` is renamed | a history with a live build that the pointer does not lead to | the next command that writes here finishes the switch |
//! | before `hold.json` is removed | a hold of content that another build replaced | the next [`Store::open`] |
//! | while a line is appended | half a line | the next line; it is not read before |
//! | while sidecars are made | files without `.br`, `.gz`, `.dcz`, `.zst`, and a mark in their folder | the next build makes them |
//!
//! A staged build (`--no-publish`) ends after its entry in the history; `latest.json` is renamed
//! when it is published. Threads take turns with the two pointers ([`Pointers`]): a build that was
//! made after one that is no longer live is not published.
//!
//! Files are never changed in place: a name that is content-addressed is written once, every other
//! file is replaced by a rename.

pub mod changed_pages;
pub mod changed_texts;
pub mod dictionary;
pub mod diff;
pub mod hold;
pub mod log;
mod packed;
pub mod paths;
mod pointers;
pub mod predecessor;
pub mod preview;
pub mod publish;
pub mod purge;
pub mod reopened;
pub mod reserve;
pub mod sidecar;
pub mod source_list;
pub mod stage;
pub mod sweep;
mod time_zone;
pub mod tree;

use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use anyhow::{Context, bail};
use contract::Hash;
use contract::build::{BuildId, Entry, HistoryEntry, Index, Latest, SCHEMA, Shard, shard_of};
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use pointers::Pointers;
pub use pointers::with_live;
pub use stage::Stage;
use tree::Part;
pub use tree::{EntryCollector, Tree};

use generator_ground::storage::lock::FolderLock;
use generator_ground::storage::replace::{make_parent, replace_file};
use generator_ground::storage::spill::Spill;
use hold::Hold;

/// Name of the file that records [held](hold) content.
const HOLD: &str = "hold.json";

/// Permissions of users that are neither the owner of a file nor in its group.
const OTHERS: u32 = 0o007;

/// The folder `builds/`, to be read.
pub struct Builds {
    root: PathBuf,
    spill: RwLock<Arc<Spill>>,
}

/// The folder `builds/`, locked: while it lives no other generator writes there. Threads share it.
pub struct Store {
    builds: Builds,
    pointers: Mutex<()>,
    /// Locked while a build is made, and while unneeded files are deleted: a build may take over a
    /// file that would otherwise be deleted.
    files: Mutex<()>,
    /// Grace of a sweep that is due.
    sweep_due: Mutex<Option<Duration>>,
    _lock: FolderLock,
}

impl std::ops::Deref for Store {
    type Target = Builds;

    fn deref(&self) -> &Builds {
        &self.builds
    }
}

/// A build as it is on disk; mostly the live one.
pub struct Live {
    /// Root of the build.
    pub index: Index,
    /// Every path of the build.
    pub tree: Tree,
}

/// The error that another generator holds the lock of the folder named.
#[derive(Debug, thiserror::Error)]
#[error("another generator is writing to `{0}`; stop it, or wait until it is done")]
pub struct Locked(pub String);

impl Builds {
    /// The folder `root`, which must exist. Another process may write there meanwhile: a build that
    /// it publishes is complete, a build that it prunes is gone.
    pub fn new(root: &Path) -> Self {
        Self::with_spill(root, &std::env::temp_dir())
    }

    fn with_spill(root: &Path, folder: &Path) -> Self {
        Self {
            root: root.to_owned(),
            spill: RwLock::new(Spill::new(folder)),
        }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Storage for data that need not be in memory.
    pub fn spill(&self) -> Arc<Spill> {
        let spill = self.spill.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&spill)
    }

    /// Begins another spill, because the disk failed below this one. Its disk space is free once
    /// its last reader is gone.
    pub fn renew_spill(&self) {
        let mut spill = self.spill.write().unwrap_or_else(PoisonError::into_inner);
        *spill = spill.renew();
    }

    /// The live build; none before the first publish. A torn or foreign one is an error: building
    /// on it would be a guess.
    pub fn live(&self) -> anyhow::Result<Option<Live>> {
        self.live_id()?.map(|id| self.build(&id)).transpose()
    }

    /// The live build's name.
    pub fn live_id(&self) -> anyhow::Result<Option<BuildId>> {
        Ok(self.latest()?.map(|latest| latest.id))
    }

    /// The pointer to the live build.
    pub fn latest(&self) -> anyhow::Result<Option<Latest>> {
        self.read_json("latest.json")
    }

    /// One build, with every path.
    pub fn build(&self, id: &BuildId) -> anyhow::Result<Live> {
        let index = self.index(id)?;
        let spill = self.spill();
        let read = |hash: &Hash| Ok(Part::read(&self.shard(hash)?, *hash, &spill));
        if 1usize.checked_shl(index.shard_bits.into()) != Some(index.shards.len()) {
            let (bits, shards) = (index.shard_bits, index.shards.len());
            bail!("builds/index/{id}.json names {shards} shards for {bits} bits");
        }
        let parts = index.shards.par_iter().map(read);
        let parts = parts.collect::<anyhow::Result<Vec<Part>>>()?;
        spill.check()?;
        let tree = Tree::of_parts(index.shard_bits, parts);
        Ok(Live { index, tree })
    }

    /// The entry of a build at `path`; reads one shard.
    pub fn entry(&self, build: &Index, path: &str) -> anyhow::Result<Option<Entry>> {
        let shard = build.shards.get(shard_of(path, build.shard_bits));
        let shard = shard.map(|name| self.shard(name)).transpose()?;
        Ok(shard.and_then(|mut shard| shard.remove(path)))
    }

    /// The shard of that name.
    fn shard(&self, hash: &Hash) -> anyhow::Result<Shard> {
        let shard = self.read_json::<Shard>(&format!("shards/{hash}.json"))?;
        shard.with_context(|| format!("builds/shards/{hash}.json is missing"))
    }

    /// Content that is held, if there is some.
    pub fn hold(&self) -> anyhow::Result<Option<Hold>> {
        self.read_json(HOLD)
    }

    /// The root of one build, of this layout or an older one.
    pub fn index(&self, id: &BuildId) -> anyhow::Result<Index> {
        let index = self
            .read_json::<Index>(&format!("index/{id}.json"))?
            .with_context(|| format!("builds/index/{id}.json is missing"))?;
        if index.schema > SCHEMA {
            bail!(
                "builds/index/{id}.json has layout {}; this generator writes {SCHEMA}; update the generator",
                index.schema
            );
        }
        Ok(index)
    }

    /// The builds that were published, oldest first.
    pub fn history(&self) -> anyhow::Result<Vec<HistoryEntry>> {
        Ok(self.read_json("history.json")?.unwrap_or_default())
    }

    /// The place on disk of the bytes of the file at `path`.
    pub fn place(&self, path: &str, file: &contract::build::File) -> PathBuf {
        let inside = contract::build::file_path(path, &file.media_type);
        self.root.join(file.build.as_str()).join(inside)
    }

    /// The bytes of the file at `path`; an error if they are not those that were published.
    pub fn bytes(&self, path: &str, file: &contract::build::File) -> anyhow::Result<Vec<u8>> {
        let place = self.place(path, file);
        let bytes =
            fs::read(&place).with_context(|| format!("cannot read `{}`", place.display()))?;
        if Hash::of(&bytes) != file.hash {
            bail!("`{}` is damaged: its hash is another one", place.display());
        }
        Ok(bytes)
    }

    /// The payload file of a build's page.
    pub fn payload(&self, build: &Live, page: &str) -> anyhow::Result<serde_json::Value> {
        let bytes = self.bytes_in(build, &paths::payload(page))?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    /// The document of a build's page.
    pub fn document(&self, build: &Live, page: &str) -> anyhow::Result<String> {
        Ok(String::from_utf8(self.bytes_in(build, page)?)?)
    }

    /// The bytes at a path of a build.
    fn bytes_in(&self, build: &Live, path: &str) -> anyhow::Result<Vec<u8>> {
        let Some(Entry::File(file)) = build.tree.get(path) else {
            bail!("build {} has no `{path}`", build.index.id);
        };
        self.bytes(path, &file)
    }

    fn read_json<T: DeserializeOwned>(&self, relative: &str) -> anyhow::Result<Option<T>> {
        let path = self.root.join(relative);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read `{}`", path.display()));
            }
        };
        let value = serde_json::from_slice(&bytes);
        value.map(Some).with_context(|| {
            format!(
                "`{}` is damaged; `generator rollback` or a new `builds/` helps",
                path.display()
            )
        })
    }
}

impl Store {
    /// Locks `root`, which must exist, and finishes a switch that was interrupted there.
    pub fn open(root: &Path) -> anyhow::Result<Self> {
        let store = Self::lock(root)?;
        store.pointers().finish()?;
        // A rollback repairs damaged pointers, and it has to open the store, too.
        if let Err(error) = store.pointers().reconcile() {
            tracing::warn!("`{}`: {error:#}", root.display());
        }
        store.set_reserve();
        Ok(store)
    }

    fn lock(root: &Path) -> anyhow::Result<Self> {
        close_to_others(root);
        let path = root.join(".lock");
        let lock = FolderLock::try_hold(&path)
            .with_context(|| format!("cannot lock `{}`", path.display()))?;
        let Some(lock) = lock else {
            bail!(Locked(root.display().to_string()));
        };
        Ok(Self {
            // Not in the folder itself: gateways watch that one, and would look at every write.
            builds: Builds::with_spill(root, &root.join("shards")),
            pointers: Mutex::new(()),
            files: Mutex::new(()),
            sweep_due: Mutex::new(None),
            _lock: lock,
        })
    }

    /// History and live build; waits for the thread that is changing them.
    pub fn pointers(&self) -> Pointers<'_> {
        // Each file is replaced by a rename, so a thread that died left no partial file.
        let alone = self.pointers.lock().unwrap_or_else(PoisonError::into_inner);
        Pointers::new(self, alone)
    }

    /// Keeps all files while a build is made: it may take over a file that no build needs now.
    pub fn keep_files(&self) -> MutexGuard<'_, ()> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sweep_due(&self) -> MutexGuard<'_, Option<Duration>> {
        self.sweep_due
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes bytes to a content-addressed name; false if it is there already, whole.
    pub fn put_once(&self, relative: &str, bytes: &[u8]) -> anyhow::Result<bool> {
        // A file torn by a crash is shorter than it should be.
        if fs::metadata(self.root.join(relative)).is_ok_and(|file| file.len() == bytes.len() as u64)
        {
            return Ok(false);
        }
        self.replace_unsynced(relative, bytes)?;
        Ok(true)
    }

    /// Writes `value` to a name that no other file uses (content-addressed, or of a new build).
    fn write_new(&self, relative: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.root.join(relative);
        make_parent(&path)
            .and_then(|()| fs::write(&path, bytes))
            .with_context(|| format!("cannot write `{}`", path.display()))
    }

    /// Writes beside `relative` and renames over it, without waiting for the disk:
    /// [`publish`](publish::publish) syncs once for all.
    fn replace_unsynced(&self, relative: &str, bytes: &[u8]) -> anyhow::Result<()> {
        self.write_new(&format!("{relative}.tmp"), bytes)?;
        let path = self.root.join(relative);
        fs::rename(self.root.join(format!("{relative}.tmp")), &path)
            .with_context(|| format!("cannot write `{}`", path.display()))
    }

    /// Writes beside `relative` and renames over it: a reader sees the old bytes or the new ones.
    fn replace(&self, relative: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.root.join(relative);
        replace_file(&path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
    }
}

/// Removes the permissions of others from `folder`: an earlier generator left files there that
/// every user may read.
fn close_to_others(folder: &Path) {
    let closed = fs::metadata(folder).and_then(|found| {
        let mode = found.permissions().mode();
        match mode & OTHERS {
            0 => Ok(()),
            _ => fs::set_permissions(folder, Permissions::from_mode(mode & !OTHERS)),
        }
    });
    if let Err(error) = closed {
        tracing::warn!("others may read `{}`: {error}", folder.display());
    }
}

/// JSON of content-addressed files: compact, in the order of the type's fields and of sorted maps.
fn to_json(value: &impl Serialize) -> anyhow::Result<(Vec<u8>, Hash)> {
    let bytes = serde_json::to_vec(value)?;
    let hash = Hash::of(&bytes);
    Ok((bytes, hash))
}
