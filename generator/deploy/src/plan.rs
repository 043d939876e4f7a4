//! The files that a destination lacks of a build, and the build as it will be named there. Pure.

use std::collections::HashSet;
use std::sync::Arc;

use contract::Hash;
use contract::build::{Entry, File, Index};

use super::name::Name;
use super::published::place_of;
use generator_builds::predecessor;
use generator_builds::publish::is_same;
use generator_builds::purge::record::PurgeRecord;
use generator_builds::{EntryCollector, Live, Tree};
use generator_ground::storage::spill::Spill;

/// A file that the destination may lack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlannedFile {
    /// Name, the same at both ends.
    pub(super) name: Name,
    /// Length in bytes.
    pub(super) size: u64,
    /// Hash of its bytes; sidecars have none, and are checked by the gateway that reads them.
    pub(super) hash: Option<Hash>,
    /// Names of its copies against predecessors, whether the source has them or not.
    pub(super) copies: Vec<Name>,
}

/// A build as it will be at the destination.
pub(super) struct Plan {
    /// Root of the build, complete.
    pub(super) index: Index,
    /// Files with bytes that no build of the destination has, including assets.
    pub(super) files: Vec<PlannedFile>,
    /// Number of files that the destination's builds hold already.
    pub(super) taken_over: usize,
    /// Shards that the destination's live build lacks.
    pub(super) shards: Vec<(Name, Vec<u8>)>,
}

/// True if a destination with the live build `live` and the purges `purged` would get no change
/// from `build`. The same dictionary is the same wherever it was made, and predecessors are of
/// other builds.
pub(super) fn is_live(live: &Index, build: &Index, purged: &PurgeRecord) -> bool {
    let is_retired = |known| purged.is_retired(known);
    let strip = |index: &Index| {
        let mut index = index.clone();
        index.forget_predecessors();
        if let Some(dictionary) = &mut index.dictionary {
            dictionary.trained_on = None;
            dictionary.samples.clear();
        }
        index
    };
    !live.dictionary.as_ref().is_some_and(is_retired) && is_same(&strip(live), &strip(build))
}

/// The plan for `build`, at a destination that holds `there`, its live build first. A file that one
/// of them has at the same path stays in the folder that holds it.
pub(super) fn plan(build: &Live, there: &[Live], spill: &Arc<Spill>) -> anyhow::Result<Plan> {
    let mut entries = EntryCollector::new(spill);
    let (mut files, mut taken_over) = (Vec::new(), 0);
    for (path, mut entry) in build.tree.iter() {
        let name = place_of(&path, &entry)?;
        if let (Entry::File(file), Some(name)) = (&mut entry, name) {
            match there
                .iter()
                .find_map(|live| file_in_live(live, &path, file))
            {
                Some(held) => {
                    file.build = held.build;
                    taken_over += 1;
                }
                None => files.push(PlannedFile {
                    name,
                    size: file.size,
                    hash: Some(file.hash),
                    copies: Vec::new(),
                }),
            }
        }
        entries.insert(&path, &entry);
    }
    for (name, asset) in &build.index.assets {
        let parsed = |name: &str| Name::parse(&format!("assets/{name}"));
        let copies = predecessor::copies(name, asset);
        files.push(PlannedFile {
            name: parsed(name)?,
            size: asset.size,
            hash: Some(asset.hash),
            copies: copies.map(|copy| parsed(&copy)).collect::<Result<_, _>>()?,
        });
    }
    let tree = Tree::new(&entries, there.first().map(|live| &live.tree));
    let (index, shards) = index(&build.index, &tree, there.first())?;
    Ok(Plan {
        index,
        files,
        taken_over,
        shards,
    })
}

fn file_in_live(live: &Live, path: &str, wanted: &File) -> Option<File> {
    let Some(Entry::File(file)) = live.tree.get(path) else {
        return None;
    };
    let is_same = file.hash == wanted.hash
        && file.size == wanted.size
        && file.media_type == wanted.media_type;
    is_same.then_some(file)
}

type Shards = Vec<(Name, Vec<u8>)>;

fn index(build: &Index, tree: &Tree, live: Option<&Live>) -> anyhow::Result<(Index, Shards)> {
    let there: HashSet<Hash> = live
        .iter()
        .flat_map(|live| live.index.shards.iter().copied())
        .collect();
    let files = tree.files(&there)?;
    let index = Index {
        shard_bits: tree.bits(),
        shards: files.iter().map(|(hash, _)| *hash).collect(),
        holders: tree.holders(),
        ..build.clone()
    };
    let new = files
        .into_iter()
        .filter_map(|(hash, bytes)| Some((Name::json("shards", hash), bytes?)));
    Ok((index, new.collect()))
}
