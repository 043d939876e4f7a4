//! Making a staged build live.
//!
//! Everything that `latest.json` will lead to is written and synced first; then the pointers are
//! renamed over ([`Pointers`](super::Pointers)). A build without any difference from the live one
//! is not published; one that differs in keys alone is, because later builds take pages over by
//! their keys. Nor is one that was made after a build which is no longer the live one: it would
//! undo a rollback beside it.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use contract::Hash;
use contract::build::{Access, BuildId, Entry, Index, META_PATHS_MAX, Meta, RouteRule};
use contract::control::Initiator;
use rayon::prelude::*;

use super::changed_pages::{Shards, changed_pages};
use super::hold::{Candidate, HeldBuild, file_hash};
use super::log::{LogLine, LogVerb};
use super::source_list;
use super::{Live, Part, Pointers, Store, Tree, to_json};
use generator_ground::storage::source_list::SourceList;

/// A build that is ready, except for the values that publishing computes: content hash, shards,
/// holders.
pub struct NewBuild {
    /// The root with empty `content_hash`, `shards` and `holders`.
    pub index: Index,
    /// Every path.
    pub tree: Tree,
    /// Content files of the build.
    pub sources: Arc<SourceList>,
    /// Route rules for the manifest.
    pub routes: Vec<RouteRule>,
    /// When it becomes live, RFC 3339 UTC.
    pub timestamp: String,
    /// Pages of which only the parts about other entries differ: lists, neighbours, teasers.
    pub listing: HashSet<String>,
    /// The person behind the build, for the log.
    pub initiator: Initiator,
}

/// The use of a build once it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Visitors see it.
    Live,
    /// Visitors do not see it until `generator publish`.
    Staged,
}

/// The result of publishing.
pub enum Published {
    /// The build is live, or ready to go live.
    Written {
        /// The build.
        build: Box<Live>,
        /// How many shards were written.
        shards_written: usize,
        /// Content was held until now.
        ended_hold: bool,
    },
    /// The live build is the same: the new one was not published.
    Unchanged,
    /// Another build became live after this one began; this one was not published.
    Overtaken,
    /// Parts of the build were withdrawn; it was not published.
    Held(Box<HeldBuild>),
}

/// Publishes `draft`, which was made after `live`, or leaves it to be published later.
pub fn publish(
    store: &Store,
    draft: NewBuild,
    live: Option<&Live>,
    outcome: Outcome,
) -> anyhow::Result<Published> {
    let NewBuild {
        mut index,
        tree,
        sources,
        routes,
        timestamp,
        listing,
        initiator,
    } = draft;
    store.spill().check()?;
    index.content_hash = tree.content_hash();
    if live.is_some_and(|live| is_same(&live.index, &index) && live.tree == tree) {
        return Ok(match outcome {
            Outcome::Live if !store.pointers().lead_to(live)? => Published::Overtaken,
            _ => {
                note_sources(store, live, &sources)?;
                Published::Unchanged
            }
        });
    }
    if outcome == Outcome::Live
        && let Some(held) = held_parts(&store.pointers(), &index, &tree, &sources)?
    {
        return Ok(Published::Held(held.into()));
    }
    index.shard_bits = tree.bits();
    index.holders = tree.holders();
    let shards_written = write_shards(store, &mut index, &tree, live)?;
    write_roots(store, &index, routes, public_pages(&tree))?;
    store.write_new(&source_file(&index.id), &sources.to_bytes())?;
    sync(store)?;
    // The files that were just written contain data that was read from there.
    store.spill().check()?;
    let before = live.map(|live| Shards::of_tree(&live.index, &live.tree));
    let pages = changed_pages(
        store,
        before.as_ref(),
        &Shards::of_tree(&index, &tree),
        &listing,
    )?;
    let line = |verb| LogLine {
        pages: Some(pages),
        ..LogLine::new(verb, &timestamp, &initiator)
    };
    let mut ended_hold = false;
    let pointers = store.pointers();
    match outcome {
        Outcome::Staged => pointers.keep_staged(&index, line(LogVerb::Stage))?,
        Outcome::Live => {
            if !pointers.lead_to(live)? {
                return Ok(Published::Overtaken);
            }
            if let Some(held) = held_parts(&pointers, &index, &tree, &sources)? {
                return Ok(Published::Held(held.into()));
            }
            ended_hold = pointers.publish(&index, line(LogVerb::Publish))?;
        }
    }
    drop(pointers);
    Ok(Published::Written {
        build: Box::new(Live { index, tree }),
        shards_written,
        ended_hold,
    })
}

/// The withdrawn parts that a build has, if it has some.
fn held_parts(
    pointers: &Pointers<'_>,
    index: &Index,
    tree: &Tree,
    sources: &SourceList,
) -> anyhow::Result<Option<HeldBuild>> {
    pointers.held_parts(&Candidate {
        index,
        sources: Some(sources),
        file: &|path| file_hash(tree.get(path).as_ref()),
    })
}

/// Notes the content files of the live build after edits that no page shows: a rollback must not
/// count them among the differences of the next build.
fn note_sources(store: &Store, live: Option<&Live>, sources: &SourceList) -> anyhow::Result<()> {
    let Some(live) = live.map(|live| &live.index.id) else {
        return Ok(());
    };
    let is_known = store.source_list(live).as_ref() == Some(sources);
    if is_known || store.hold()?.is_some() {
        return Ok(());
    }
    store.replace_unsynced(&source_file(live), &sources.to_bytes())
}

fn source_file(build: &BuildId) -> String {
    let name = source_list::file_name(build);
    format!("{}/{name}", source_list::FOLDER)
}

/// True if a visitor and the origin cannot distinguish the two builds.
pub fn is_same(live: &Index, next: &Index) -> bool {
    let strip = |index: &Index| Index {
        id: live.id.clone(),
        now: String::new(),
        shard_bits: 0,
        shards: Vec::new(),
        holders: Default::default(),
        own: Default::default(),
        source_hash: None,
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
    sync_file_system(store.root())
}

/// Waits until everything written to the file system of `folder` is on disk.
pub fn sync_file_system(folder: &Path) -> anyhow::Result<()> {
    let opened = std::fs::File::open(folder);
    opened
        .and_then(|opened| Ok(rustix::fs::syncfs(&opened)?))
        .with_context(|| format!("cannot sync `{}`", folder.display()))
}
