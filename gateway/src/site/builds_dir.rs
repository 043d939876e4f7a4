//! Reading under `builds/`. The only module that makes paths on disk; all their parts were checked
//! by the callers.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Context, bail};
use contract::Hash;
use contract::build::{BuildId, HistoryEntry, Index, Latest, SCHEMA};
use contract::preview::{FOLDER, PreviewId};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::bucket::mirror::Mirror;
use crate::protocol::encoding::Encoding;

/// A private JSON file larger than this is refused: an index of a million paths has 2 MB.
const JSON_MAX: u64 = 256 * 1024 * 1024;

/// The pointers, which only [`follow`](crate::bucket::follow) takes over from a bucket.
const POINTERS: [&str; 2] = ["latest.json", "history.json"];

/// The folder `builds/`, or that of a preview in it.
#[derive(Clone, Debug)]
pub(crate) struct BuildsDir {
    root: PathBuf,
    /// The mirror of a bucket, for files that the folder lacks; none without a bucket.
    mirror: Option<Arc<Mirror>>,
    /// The path of this folder from `builds/`, with a slash at its end; empty for `builds/` itself.
    below: String,
}

/// Distinguishes two states of a file without reading it.
pub(crate) type Stamp = Option<(u64, SystemTime, u64)>;

impl BuildsDir {
    /// The folder; it need not exist yet.
    pub(crate) fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            mirror: None,
            below: String::new(),
        }
    }

    /// The same folder as the mirror of a bucket.
    #[cfg(feature = "builds-in-bucket")]
    pub(crate) fn with_mirror(self, mirror: Option<Arc<Mirror>>) -> Self {
        Self { mirror, ..self }
    }

    /// The mirror, if files come from a bucket.
    pub(crate) fn mirror(&self) -> Option<&Arc<Mirror>> {
        self.mirror.as_ref()
    }

    /// Path of the folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of a preview. No bucket has any.
    pub(crate) fn preview(&self, id: &PreviewId) -> Self {
        let below = format!("{FOLDER}/{id}/");
        Self {
            root: self.root.join(&below),
            mirror: None,
            below,
        }
    }

    /// Path of the folder `name` in this one, from `builds/`.
    pub(crate) fn holder(&self, name: &str) -> Arc<str> {
        Arc::from(format!("{}{name}", self.below))
    }

    /// `latest.json`.
    pub(crate) fn latest(&self) -> anyhow::Result<Latest> {
        parse(&self.read("latest.json")?).context("`latest.json`")
    }

    /// `history.json`.
    pub(crate) fn history(&self) -> anyhow::Result<Vec<HistoryEntry>> {
        parse(&self.read("history.json")?).context("`history.json`")
    }

    /// `index/<id>.json`, checked to be of a schema that this program knows and of this build.
    pub(crate) fn index(&self, id: &BuildId) -> anyhow::Result<Index> {
        #[derive(Deserialize)]
        struct Head {
            schema: u32,
        }
        let name = format!("index/{id}.json");
        let bytes = self.read(&name)?;
        // Another schema may not even parse as an `Index`, so its number is read separately.
        let Head { schema } = parse(&bytes).with_context(|| format!("`{name}`"))?;
        if schema != SCHEMA {
            let remedy = if schema > SCHEMA {
                "update the gateway"
            } else {
                "build the site with the generator of this version"
            };
            bail!("`{name}` has schema {schema}, and this gateway reads schema {SCHEMA}; {remedy}");
        }
        let index: Index = parse(&bytes).with_context(|| format!("`{name}`"))?;
        if index.id != *id {
            bail!("`{name}` is the index of build {}", index.id);
        }
        Ok(index)
    }

    /// `shards/<hash>.json`, checked against its name.
    pub(crate) fn shard(&self, hash: &Hash) -> anyhow::Result<contract::build::Shard> {
        let name = format!("shards/{hash}.json");
        let bytes = self.read(&name)?;
        if Hash::of(&bytes) != *hash {
            self.discard(&name);
            bail!("`{name}` does not have the hash in its name");
        }
        parse(&bytes).with_context(|| format!("`{name}`"))
    }

    /// A whole JSON file.
    pub(crate) fn read(&self, name: &str) -> anyhow::Result<Vec<u8>> {
        let path = self.root.join(name);
        self.read_at_most(name, JSON_MAX)
            .with_context(|| format!("cannot read `{}`", path.display()))
    }

    /// A file of at most `max` bytes, which comes from the bucket if the folder lacks it. Blocks.
    pub(crate) fn read_at_most(&self, name: &str, max: u64) -> io::Result<Vec<u8>> {
        let path = self.root.join(name);
        match (read_at_most(&path, max), &self.mirror) {
            (Err(error), Some(mirror))
                if error.kind() == ErrorKind::NotFound && !POINTERS.contains(&name) =>
            {
                mirror.fetch(name, max)?;
                read_at_most(&path, max)
            }
            (read, _) => read,
        }
    }

    /// Forgets a file with other bytes than its name says, if it comes from a bucket.
    pub(crate) fn discard(&self, name: &str) {
        if let Some(mirror) = &self.mirror {
            mirror.discard(name);
        }
    }

    /// Path on disk of a file of a holder.
    pub(crate) fn locate(&self, holder: &str, relative: &str) -> PathBuf {
        self.root.join(holder).join(relative)
    }

    /// The folder itself; none if it is not there.
    pub(crate) fn inode(&self) -> Option<u64> {
        use std::os::unix::fs::MetadataExt;
        Some(fs::metadata(&self.root).ok()?.ino())
    }

    /// The state of a file.
    pub(crate) fn stamp(&self, name: &str) -> Stamp {
        use std::os::unix::fs::MetadataExt;
        let metadata = fs::metadata(self.root.join(name)).ok()?;
        Some((metadata.ino(), metadata.modified().ok()?, metadata.len()))
    }
}

/// The name of a file of a holder in a coding, from `builds/`.
pub(crate) fn name(holder: &str, relative: &str, encoding: Encoding) -> String {
    format!("{holder}/{relative}{}", encoding.suffix())
}

/// Files beyond this many bytes are not held in memory but streamed from disk, uncompressed.
pub(crate) const LARGE: u64 = 4 * 1024 * 1024;

/// Reads a file unless it is longer than `max` bytes.
pub(crate) fn read_at_most(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > max {
        return Err(io::Error::new(
            ErrorKind::InvalidData,
            format!("{length} bytes where at most {max} can be"),
        ));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    file.take(max + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> anyhow::Result<T> {
    Ok(serde_json::from_slice(bytes)?)
}
