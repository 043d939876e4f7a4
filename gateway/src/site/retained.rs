//! Older builds of the history: the files that open tabs of older apps still need.
//!
//! Their assets are always served, whatever the state of the build, because a tab may load a chunk
//! at any time. Their payloads are served under the rules of [`RetainedBuild::payload`]: a
//! rollback, an expiry, a purge and a new guard apply to old tabs, too.

use std::collections::BTreeMap;
use std::sync::Arc;

use contract::build::{Access, Asset, BuildState, Entry, HistoryEntry, Index, shard_of};
use http::HeaderValue;
use tokio::sync::OnceCell;

use super::builds_dir::BuildsDir;
use super::resource::Resource;
use super::shard::{Shard, ShardBuilder, Slot};
use super::successor::Copy;

/// The client assets of a build. Builds of one app share one.
pub(crate) struct Assets {
    source: BTreeMap<String, Asset>,
    by_name: hashbrown::HashMap<Box<str>, SiteAsset>,
}

/// A client asset.
pub(crate) struct SiteAsset {
    /// The file.
    pub(crate) resource: Arc<Resource>,
    /// Copies of the file against its predecessors.
    pub(crate) copies: Box<[Copy]>,
}

impl Assets {
    /// The assets of an index.
    pub(crate) fn new(
        source: &BTreeMap<String, Asset>,
        builder: &ShardBuilder,
    ) -> anyhow::Result<Self> {
        let asset = |(name, asset): (&String, &Asset)| {
            let (resource, copies) = builder.asset(name, asset)?;
            let resource = Arc::new(resource);
            let asset = SiteAsset { resource, copies };
            Ok((name.clone().into_boxed_str(), asset))
        };
        Ok(Self {
            source: source.clone(),
            by_name: source.iter().map(asset).collect::<anyhow::Result<_>>()?,
        })
    }

    /// Whether these are the assets of an index.
    pub(crate) fn are(&self, source: &BTreeMap<String, Asset>) -> bool {
        self.source == *source
    }

    /// All assets, with their names.
    pub(crate) fn files(&self) -> Vec<(Box<str>, Arc<Resource>)> {
        let all = self.by_name.iter();
        all.map(|(name, asset)| (name.clone(), Arc::clone(&asset.resource)))
            .collect()
    }

    /// The asset of a name, and the name as the index has it.
    pub(crate) fn get(&self, name: &str) -> Option<(&str, &SiteAsset)> {
        self.by_name
            .get_key_value(name)
            .map(|(name, asset)| (name.as_ref(), asset))
    }
}

/// A build of the history that is not live.
pub(crate) struct RetainedBuild {
    /// Entry of the build in the history.
    pub(crate) entry: HistoryEntry,
    /// Root of the build.
    pub(crate) index: Arc<Index>,
    /// `x-build` of its answers.
    pub(crate) build: HeaderValue,
    builder: Arc<ShardBuilder>,
    shards: Arc<[OnceCell<Arc<Shard>>]>,
}

impl RetainedBuild {
    /// A build with only its root loaded.
    pub(crate) fn new(
        entry: HistoryEntry,
        index: Arc<Index>,
        builder: Arc<ShardBuilder>,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            build: HeaderValue::from_str(entry.id.as_str())?,
            shards: index.shards.iter().map(|_| OnceCell::new()).collect(),
            entry,
            index,
            builder,
        })
    }

    /// The same build with its new state in the history. Shards read so far stay.
    pub(crate) fn with_entry(&self, entry: HistoryEntry) -> Self {
        Self {
            entry,
            index: Arc::clone(&self.index),
            build: self.build.clone(),
            builder: Arc::clone(&self.builder),
            shards: Arc::clone(&self.shards),
        }
    }

    /// Whether the build may answer tabs of its app. One that is live in the history is about to be
    /// live here, and answers from then on.
    pub(crate) fn answers(&self) -> bool {
        self.entry.state == BuildState::Superseded
    }

    /// The file at a path of this build, if a request had its shard read.
    pub(crate) fn file_in_memory(&self, path: &str) -> Option<&Arc<Resource>> {
        let cell = self.shards.get(shard_of(path, self.index.shard_bits))?;
        match cell.get()?.get(path)? {
            Slot::File(resource) => Some(resource),
            Slot::Redirect(_) | Slot::Gone => None,
        }
    }

    /// The file at a path of this build, and its access now: the stricter one of this build and the
    /// live one. The caller has found the path in the live build.
    pub(crate) async fn payload(
        &self,
        builds: &BuildsDir,
        path: &str,
        live: Access,
    ) -> anyhow::Result<Option<(Arc<Resource>, Access)>> {
        let number = shard_of(path, self.index.shard_bits);
        let (Some(hash), Some(cell)) = (self.index.shards.get(number), self.shards.get(number))
        else {
            return Ok(None);
        };
        let read = || async {
            let (builds, builder, hash) = (builds.clone(), Arc::clone(&self.builder), *hash);
            let read = move || {
                let entries = plain(builds.shard(&hash)?);
                builder.shard(entries, None).map(Arc::new)
            };
            tokio::task::spawn_blocking(read).await?
        };
        let shard = cell.get_or_try_init(read).await?;
        Ok(match shard.get(path) {
            Some(Slot::File(resource)) => {
                Some((Arc::clone(resource), resource.facts.access.max(live)))
            }
            _ => None,
        })
    }
}

/// Entries without header classes and styles: only documents have these, an older build answers no
/// documents, and the live build may lack an older one's classes.
fn plain(mut entries: contract::build::Shard) -> contract::build::Shard {
    for entry in entries.values_mut() {
        if let Entry::File(file) = entry {
            file.class = None;
            file.style = None;
        }
    }
    entries
}
