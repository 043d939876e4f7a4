//! Making a staged build live.
//!
//! Everything that `latest.json` will lead to is written and synced first; then the history and
//! `latest.json` are renamed over, in this order. A build that differs from the live one in nothing
//! is not published at all; one that differs in keys alone is, because later builds take pages over
//! by their keys.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::Context;
use contract::Hash;
use contract::build::{
    Access, BuildId, BuildState, Entry, HistoryEntry, Index, Latest, META_PATHS_MAX, Meta,
    RouteRule,
};
use rayon::prelude::*;

use super::{Live, Part, Store, Tree, to_json};

/// A build that is ready, except for what publishing computes: content hash, shards, holders.
pub struct NewBuild {
    /// The root with empty `content_hash`, `shards` and `holders`.
    pub index: Index,
    /// Every path.
    pub tree: Tree,
    /// Route rules for the manifest.
    pub routes: Vec<RouteRule>,
    /// When it goes live, RFC 3339 UTC.
    pub timestamp: String,
}

/// The outcome of publishing.
pub enum Published {
    /// The build is live, or ready to go live.
    Written {
        /// The build.
        build: Box<Live>,
        /// How many shards were written.
        shards_written: usize,
    },
    /// The live build is the same: nothing was published.
    Unchanged,
}

/// Publishes `draft` after `live`, or with `state` [`BuildState::Staged`] leaves it to be published
/// later.
pub fn publish(
    store: &Store,
    draft: NewBuild,
    live: Option<&Live>,
    state: BuildState,
) -> anyhow::Result<Published> {
    let NewBuild {
        mut index,
        tree,
        routes,
        timestamp,
    } = draft;
    store.spill().check()?;
    index.content_hash = tree.content_hash();
    if live.is_some_and(|live| is_same(&live.index, &index) && live.tree == tree) {
        return Ok(Published::Unchanged);
    }
    index.shard_bits = tree.bits();
    index.holders = tree.holders();
    let shards_written = write_shards(store, &mut index, &tree, live)?;
    write_roots(store, &index, routes, public_pages(&tree))?;
    sync(store)?;
    // What was just written was read from there.
    store.spill().check()?;
    match state {
        BuildState::Staged => keep_staged(store, &index.id, index.app, &timestamp)?,
        _ => make_live(store, &index.id, index.app, &timestamp)?,
    }
    Ok(Published::Written {
        build: Box::new(Live { index, tree }),
        shards_written,
    })
}

/// Notes a build in the history, so that it is kept until it is published or pruned.
fn keep_staged(store: &Store, id: &BuildId, app: Hash, timestamp: &str) -> anyhow::Result<()> {
    let mut history = store.history()?;
    history.push(HistoryEntry {
        id: id.clone(),
        app,
        state: BuildState::Staged,
        timestamp: timestamp.to_owned(),
    });
    store.replace("history.json", &serde_json::to_vec_pretty(&history)?)
}

/// Renames history and pointer over, so that `id` is live. The build that was live is superseded.
pub fn make_live(store: &Store, id: &BuildId, app: Hash, timestamp: &str) -> anyhow::Result<()> {
    write_pointers(
        store,
        with_live(store.history()?, id, app, timestamp),
        id,
        app,
        timestamp,
    )
}

fn write_pointers(
    store: &Store,
    history: Vec<HistoryEntry>,
    id: &BuildId,
    app: Hash,
    timestamp: &str,
) -> anyhow::Result<()> {
    store.replace("history.json", &serde_json::to_vec_pretty(&history)?)?;
    let latest = Latest {
        id: id.clone(),
        timestamp: timestamp.to_owned(),
        app,
    };
    store.replace("latest.json", &serde_json::to_vec(&latest)?)
}

/// Makes an earlier build live again. The live one is withdrawn, so that it answers no tab any
/// more.
pub fn roll_back(store: &Store, id: &BuildId, app: Hash, timestamp: &str) -> anyhow::Result<()> {
    let mut history = store.history()?;
    for entry in &mut history {
        if entry.state == BuildState::Live {
            entry.state = BuildState::Withdrawn;
        }
    }
    write_pointers(
        store,
        with_live(history, id, app, timestamp),
        id,
        app,
        timestamp,
    )
}

/// The history after `id` went live: the one before is superseded; an entry of the same id moves to
/// the end.
fn with_live(
    mut history: Vec<HistoryEntry>,
    id: &BuildId,
    app: Hash,
    timestamp: &str,
) -> Vec<HistoryEntry> {
    history.retain(|entry| entry.id != *id);
    for entry in &mut history {
        if entry.state == BuildState::Live {
            entry.state = BuildState::Superseded;
        }
    }
    history.push(HistoryEntry {
        id: id.clone(),
        app,
        state: BuildState::Live,
        timestamp: timestamp.to_owned(),
    });
    history
}

/// Same in everything that a visitor or the origin can tell.
fn is_same(live: &Index, next: &Index) -> bool {
    let strip = |index: &Index| Index {
        id: live.id.clone(),
        now: String::new(),
        shard_bits: 0,
        shards: Vec::new(),
        holders: Default::default(),
        ..index.clone()
    };
    strip(live) == strip(next)
}

/// The public pages, sorted; none if a manifest would not name them.
fn public_pages(tree: &Tree) -> Option<Vec<String>> {
    let is_page = |entry: &Entry| matches!(entry, Entry::File(file) if file.access == Access::Public && file.status.is_none() && file.media_type.starts_with("text/html"));
    let mut pages: Vec<String> = tree
        .iter()
        .filter(|(_, entry)| is_page(entry))
        .map(|(path, _)| path)
        .take(META_PATHS_MAX + 1)
        .collect();
    pages.sort_unstable();
    (pages.len() <= META_PATHS_MAX).then_some(pages)
}

/// Writes the shards that the live build has not got, and names all of them in `index`.
fn write_shards(
    store: &Store,
    index: &mut Index,
    tree: &Tree,
    live: Option<&Live>,
) -> anyhow::Result<usize> {
    let there: HashSet<&Hash> = live.iter().flat_map(|live| &live.index.shards).collect();
    let write = |part: &Arc<Part>| match part.file.get() {
        Some(file) if there.contains(file) => Ok((*file, false)),
        _ => {
            let (bytes, hash) = to_json(&part.shard())?;
            let is_new = store.put_once(&format!("shards/{hash}.json"), &bytes)?;
            Ok((*part.file.get_or_init(|| hash), is_new))
        }
    };
    let written = tree.parts().par_iter().map(write);
    let written = written.collect::<anyhow::Result<Vec<(Hash, bool)>>>()?;
    index.shards = written.iter().map(|(file, _)| *file).collect();
    Ok(written.iter().filter(|(_, is_new)| *is_new).count())
}

fn write_roots(
    store: &Store,
    index: &Index,
    routes: Vec<RouteRule>,
    prerendered: Option<Vec<String>>,
) -> anyhow::Result<()> {
    let id = &index.id;
    let meta = Meta {
        id: id.clone(),
        app: index.app,
        locales: index.locales.clone(),
        routes,
        prerendered,
    };
    store.write_new(&format!("meta/{id}.json"), &serde_json::to_vec(&meta)?)?;
    store.write_new(&format!("index/{id}.json"), &serde_json::to_vec(index)?)
}

/// One `syncfs` instead of thousands of `fsync`: everything written so far is on disk when it
/// returns.
fn sync(store: &Store) -> anyhow::Result<()> {
    let folder = std::fs::File::open(store.root())?;
    rustix::fs::syncfs(&folder).context("cannot sync `builds/`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u32) -> BuildId {
        BuildId::new("20261121T030405Z", n).unwrap()
    }

    #[test]
    fn going_live_supersedes_the_one_before_and_never_doubles_an_id() {
        let app = Hash::of(b"app");
        let history = with_live(with_live(Vec::new(), &id(1), app, "t1"), &id(2), app, "t2");
        let states: Vec<_> = history
            .iter()
            .map(|entry| (entry.id.clone(), entry.state))
            .collect();
        assert_eq!(
            states,
            [(id(1), BuildState::Superseded), (id(2), BuildState::Live)]
        );
        let again = with_live(history, &id(1), app, "t3");
        assert_eq!(
            again
                .iter()
                .map(|entry| entry.id.clone())
                .collect::<Vec<_>>(),
            [id(2), id(1)]
        );
    }
}
