//! The predecessors of scripts and style sheets, and the copies that are compressed against them
//! (RFC 9842, `dcz`): after a release a browser fetches the difference to the file that it has.
//!
//! A build names the predecessors in its index. The copies are made when it is live already: a
//! gateway that finds none sends another one. They are beside the file,
//! `chunks/app-5d6e7f8.js.1a2b3c4.dcz`.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use anyhow::Context;
use contract::Hash;
use contract::build::{Asset, BuildId, Index};
use contract::predecessor::{Predecessor, Stem};

use super::dictionary::{compress_against, sha256};
use super::{Builds, Store};

/// Files of a stem that a file has copies against: the last ones before it.
const PREDECESSORS: usize = 3;

/// The assets of a build, `own`, with their predecessors in the live one.
pub fn with_predecessors(
    store: &Store,
    own: BTreeMap<String, Asset>,
    live: Option<&Index>,
) -> BTreeMap<String, Asset> {
    let Some(live) = live else {
        return own;
    };
    let mut current = live.clone();
    current.forget_predecessors();
    let (stems, before) = (by_stem(&own), by_stem(&current.assets));
    let mut all = own.clone();
    for (stem, name) in stems {
        let Some(earlier) = before.get(&stem) else {
            continue;
        };
        let predecessors = chain(store, live, name, earlier);
        for predecessor in &predecessors {
            if let Some(asset) = live.assets.get(&predecessor.asset) {
                let mut asset = asset.clone();
                asset.predecessors.clear();
                all.entry(predecessor.asset.clone()).or_insert(asset);
            }
        }
        if let Some(asset) = all.get_mut(name) {
            asset.predecessors = predecessors;
        }
    }
    all
}

/// Stem → the file that has it, where there is one alone.
fn by_stem(assets: &BTreeMap<String, Asset>) -> HashMap<(&str, &str), &str> {
    let mut files: HashMap<_, Vec<&str>> = HashMap::new();
    for name in assets.keys() {
        if let Some(stem) = Stem::parse(name) {
            let same = files.entry((stem.before, stem.extension)).or_default();
            same.push(name);
        }
    }
    let one_alone = |(stem, names): (_, Vec<_>)| match names[..] {
        [name] => Some((stem, name)),
        _ => None,
    };
    files.into_iter().filter_map(one_alone).collect()
}

/// The predecessors of `name`: `earlier`, which the live build has of its stem, and those of that;
/// files that are whole.
fn chain(store: &Store, live: &Index, name: &str, earlier: &str) -> Vec<Predecessor> {
    let Some(asset) = live.assets.get(earlier) else {
        return Vec::new();
    };
    let first = (name != earlier).then(|| live_predecessor(store, earlier, asset));
    let folder = store.root().join("assets");
    let is_whole = |predecessor: &Predecessor| {
        let length = fs::metadata(folder.join(&predecessor.asset)).map(|file| file.len());
        let asset = live.assets.get(&predecessor.asset);
        predecessor.asset != name && length.ok() == asset.map(|asset| asset.size)
    };
    let all = first
        .flatten()
        .into_iter()
        .chain(asset.predecessors.clone());
    all.filter(is_whole).take(PREDECESSORS).collect()
}

/// The live build's file as a predecessor; none if it is damaged.
fn live_predecessor(store: &Store, name: &str, asset: &Asset) -> Option<Predecessor> {
    let bytes = fs::read(store.root().join("assets").join(name)).ok()?;
    let is_whole = Hash::of(&bytes) == asset.hash;
    is_whole.then(|| Predecessor {
        asset: name.to_owned(),
        sha256: sha256(&bytes),
    })
}

/// Whether a build has files with predecessors.
pub fn has_predecessors(assets: &BTreeMap<String, Asset>) -> bool {
    let mut assets = assets.values();
    assets.any(|asset| !asset.predecessors.is_empty())
}

/// Names under `assets/` of the copies of a file, whether they are made or not.
pub fn copies(name: &str, asset: &Asset) -> impl Iterator<Item = String> {
    let predecessors = asset.predecessors.iter();
    predecessors.map(move |predecessor| format!("{}.dcz", predecessor.copy_of(name)))
}

/// Makes the copies that the build in `folder` lacks, once it is published.
pub(super) fn write_copies(folder: &Path) -> anyhow::Result<()> {
    let id = folder.file_name().and_then(|name| name.to_str());
    let id: Option<BuildId> = id.and_then(|name| name.parse().ok());
    let (Some(root), Some(id)) = (folder.parent(), id) else {
        return Ok(());
    };
    if !root.join(format!("index/{id}.json")).exists() {
        return Ok(());
    }
    let assets = root.join("assets");
    for (name, asset) in Builds::new(root).index(&id)?.assets {
        for predecessor in &asset.predecessors {
            let copy = format!("{}.dcz", predecessor.copy_of(&name));
            if !assets.join(&copy).exists() {
                write_copy(&assets, &name, predecessor, &copy)?;
            }
        }
    }
    Ok(())
}

/// Writes a copy; one that is not smaller than the file is left out.
fn write_copy(
    assets: &Path,
    name: &str,
    predecessor: &Predecessor,
    copy: &str,
) -> anyhow::Result<()> {
    let read = |name: &str| {
        let path = assets.join(name);
        fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))
    };
    let bytes = read(name)?;
    let compressed = compress_against(&read(&predecessor.asset)?, &bytes)?;
    if compressed.len() >= bytes.len() {
        return Ok(());
    }
    let (target, temporary) = (assets.join(copy), assets.join(format!("{copy}.tmp")));
    let written = fs::write(&temporary, compressed).and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written.with_context(|| format!("cannot write `{}`", target.display()))
}

#[cfg(test)]
mod tests;
