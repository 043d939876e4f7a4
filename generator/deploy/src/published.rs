//! Builds and pointers of a folder, read from anywhere and believed only as far as they can be
//! checked.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use contract::Hash;
use contract::build::{
    BuildId, Entry, HistoryEntry, Index, Latest, Meta, SCHEMA, Shard, file_path, shard_of,
};
use serde::de::DeserializeOwned;

use super::destination::Source;
use super::name::Name;
use generator_builds::hold::Hold;
use generator_builds::purge::record::PurgeRecord;
use generator_builds::{Live, Tree};
use generator_ground::storage::source_list::SourceList;
use generator_ground::storage::spill::Spill;

/// Longest pointer, in bytes: a history of thousands of builds.
pub const POINTER_MAX: u64 = 4 * 1024 * 1024;
/// Longest index, manifest or origin data: thousands of shards and assets.
pub const ROOT_MAX: u64 = 32 * 1024 * 1024;
/// Longest shard: those of ten million pages have a megabyte.
const SHARD_MAX: u64 = 4 * 1024 * 1024;
/// Shards that are in memory as text at once.
const SHARDS_AT_ONCE: usize = 64;
/// The largest `shard_bits` that the generator writes.
const BITS_MAX: u8 = 12;

/// The pointers as they were read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pointers {
    /// The live build.
    pub latest: Option<Latest>,
    /// The builds, oldest first.
    pub history: Vec<HistoryEntry>,
    /// Content that was taken back there.
    pub hold: Hold,
    /// The record of the purges there.
    pub purged: PurgeRecord,
}

impl Pointers {
    /// The pointers of a place; empty if no build was published.
    pub fn read(place: &(impl Source + ?Sized)) -> anyhow::Result<Self> {
        let names = [
            Name::latest(),
            Name::history(),
            Name::hold(),
            Name::purge_record(),
        ];
        let read = place.read(&names, POINTER_MAX)?;
        let [latest, history, hold, purged] = read.as_slice() else {
            bail!("four files were asked for");
        };
        Ok(Self {
            latest: optional(&names[0], latest.as_deref())?,
            history: optional(&names[1], history.as_deref())?.unwrap_or_default(),
            hold: optional(&names[2], hold.as_deref())?.unwrap_or_default(),
            purged: optional(&names[3], purged.as_deref())?.unwrap_or_default(),
        })
    }

    /// Id of the live build.
    pub fn live(&self) -> Option<&BuildId> {
        self.latest.as_ref().map(|latest| &latest.id)
    }
}

/// Roots of builds; none for one that is not there.
pub fn indexes(
    place: &(impl Source + ?Sized),
    ids: &[&BuildId],
) -> anyhow::Result<Vec<Option<Index>>> {
    let names: Vec<Name> = ids.iter().map(|id| Name::json("index", id)).collect();
    let read = place.read(&names, ROOT_MAX)?;
    let each = ids.iter().zip(&names).zip(read);
    each.map(|((id, name), bytes)| {
        let Some(index) = optional::<Index>(name, bytes.as_deref())? else {
            return Ok(None);
        };
        ensure!(
            index.id == **id,
            "`{name}` is the index of build {}",
            index.id
        );
        ensure!(
            index.schema <= SCHEMA,
            "`{name}` has layout {}; this generator knows {SCHEMA}; update the generator",
            index.schema
        );
        Ok(Some(index))
    })
    .collect()
}

/// The content files of a build; none for a build of an older generator, or a damaged list.
pub(super) fn source_list(
    place: &(impl Source + ?Sized),
    id: &BuildId,
) -> anyhow::Result<Option<SourceList>> {
    let read = place.read(&[Name::sources(id)], ROOT_MAX)?.pop().flatten();
    Ok(read.and_then(|bytes| SourceList::from_bytes(&bytes)))
}

/// One build with every path. All facts in its index are checked. Shards that `known` has, too, are
/// not read again.
pub fn build(
    place: &(impl Source + ?Sized),
    id: &BuildId,
    known: Option<&Tree>,
    spill: &Arc<Spill>,
) -> anyhow::Result<Live> {
    let index = indexes(place, &[id])?.pop().flatten();
    let index =
        index.with_context(|| format!("`index/{id}.json` is missing in {}", place.label()))?;
    let tree = tree(place, &index, known, spill)?;
    spill.check()?;
    ensure!(
        tree.content_hash() == index.content_hash,
        "`index/{id}.json` in {} names another content than its shards have",
        place.label()
    );
    Ok(Live { index, tree })
}

fn tree(
    place: &(impl Source + ?Sized),
    index: &Index,
    known: Option<&Tree>,
    spill: &Arc<Spill>,
) -> anyhow::Result<Tree> {
    let bits = index.shard_bits;
    ensure!(
        bits <= BITS_MAX && index.shards.len() == 1 << bits,
        "`index/{}.json` names {} shards for {bits} bits",
        index.id,
        index.shards.len()
    );
    let known = known.filter(|known| known.bits() == bits);
    let numbered: Vec<(usize, Hash)> = index.shards.iter().copied().enumerate().collect();
    let mut shards = Vec::with_capacity(numbered.len());
    for turn in numbered.chunks(SHARDS_AT_ONCE) {
        let found = |(number, hash): &(usize, Hash)| known?.shard(*number, hash);
        let unknown: Vec<&(usize, Hash)> = turn.iter().filter(|at| found(at).is_none()).collect();
        let names: Vec<Name> = unknown
            .iter()
            .map(|(_, hash)| Name::json("shards", hash))
            .collect();
        let mut read = names.iter().zip(place.read(&names, SHARD_MAX)?);
        for at in turn {
            let shard = match found(at) {
                Some(shard) => shard,
                None => {
                    let (name, bytes) = read.next().context("a shard was not read")?;
                    let missing = || format!("`{name}` is missing in {}", place.label());
                    shard(&bytes.with_context(missing)?, *at, bits)
                        .with_context(|| format!("`{name}`"))?
                }
            };
            shards.push((at.1, shard));
        }
    }
    Ok(Tree::of_shards(bits, shards, spill))
}

fn shard(bytes: &[u8], (number, hash): (usize, Hash), bits: u8) -> anyhow::Result<Shard> {
    ensure!(Hash::of(bytes) == hash, "its hash is another one");
    let shard: Shard = serde_json::from_slice(bytes)?;
    for (path, entry) in &shard {
        ensure!(
            shard_of(path, bits) == number,
            "`{path}` belongs into another shard"
        );
        place_of(path, entry).with_context(|| format!("`{path}`"))?;
    }
    Ok(shard)
}

/// Reads each shard of some builds once; those that are missing or damaged are left out.
pub(super) fn shards(
    place: &(impl Source + ?Sized),
    indexes: &[Index],
    mut read: impl FnMut(Hash, Shard),
) -> anyhow::Result<()> {
    let all = indexes.iter().flat_map(|index| &index.shards);
    let hashes: BTreeSet<Hash> = all.copied().collect();
    let hashes: Vec<Hash> = hashes.into_iter().collect();
    for turn in hashes.chunks(SHARDS_AT_ONCE) {
        let names: Vec<Name> = turn.iter().map(|hash| Name::json("shards", hash)).collect();
        for (hash, bytes) in turn.iter().zip(place.read(&names, SHARD_MAX)?) {
            let bytes = bytes.filter(|bytes| Hash::of(bytes) == *hash);
            let shard = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
            if let Some(shard) = shard {
                read(*hash, shard);
            }
        }
    }
    Ok(())
}

/// Whether every file of a build is there; a damaged shard counts as missing.
pub(super) fn is_whole(place: &(impl Source + ?Sized), id: &BuildId) -> anyhow::Result<bool> {
    let Some(index) = indexes(place, &[id])?.pop().flatten() else {
        return Ok(false);
    };
    let mut missing: BTreeSet<Hash> = index.shards.iter().copied().collect();
    let mut names = vec![Name::json("meta", id), Name::json("origin", index.origin)];
    shards(place, std::slice::from_ref(&index), |hash, shard| {
        let files = shard
            .iter()
            .filter_map(|(path, entry)| place_of(path, entry).ok()?);
        names.extend(files);
        missing.remove(&hash);
    })?;
    for asset in index.assets.keys() {
        names.push(Name::parse(&format!("assets/{asset}"))?);
    }
    let holders = index.holders.iter().map(BuildId::as_str);
    let mut there = HashSet::new();
    for folder in ["meta", "origin", "assets"].into_iter().chain(holders) {
        there.extend(place.list(folder)?.into_iter().map(|file| file.name));
    }
    Ok(missing.is_empty() && names.iter().all(|name| there.contains(name)))
}

/// The file with the bytes of an entry, if it has any.
pub fn place_of(path: &str, entry: &Entry) -> anyhow::Result<Option<Name>> {
    ensure!(path.starts_with('/'), "no path of a site");
    match entry {
        Entry::File(file) => {
            let inside = file_path(path, &file.media_type);
            // A name that differs from the path is another file than the gateway would look for.
            ensure!(
                path == "/" || path == format!("/{}", path.trim_matches('/')),
                "no canonical path"
            );
            Name::build_file(&file.build, &inside).map(Some)
        }
        Entry::Redirect { .. } | Entry::Gone => Ok(None),
    }
}

/// The manifest of a build, if these bytes are it.
pub fn check_meta(id: &BuildId, bytes: &[u8]) -> anyhow::Result<()> {
    let meta: Meta = serde_json::from_slice(bytes).with_context(|| format!("`meta/{id}.json`"))?;
    ensure!(
        meta.id == *id,
        "`meta/{id}.json` is the manifest of build {}",
        meta.id
    );
    Ok(())
}

fn optional<T: DeserializeOwned>(name: &Name, bytes: Option<&[u8]>) -> anyhow::Result<Option<T>> {
    let value = bytes.map(serde_json::from_slice).transpose();
    value.with_context(|| format!("`{name}` is damaged"))
}
