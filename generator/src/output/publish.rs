//! Making a staged build live.
//!
//! Everything that `latest.json` will lead to is written and synced first; then the history and `latest.json` are renamed over,
//! in this order. A build whose content is the live one's is not published at all.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;
use contract::Hash;
use contract::build::{
    Access, BuildId, BuildState, Entry, HistoryEntry, Index, Latest, META_PATHS_MAX, Meta,
    RouteRule, Shard, shard_of,
};

use super::{Live, Store, to_json};

/// Entries per shard aimed at. With n paths an edit rewrites shards of this size and an index of n / 64 hashes.
const ENTRIES_PER_SHARD: usize = 64;

/// More shards than this make the index itself the larger part.
const MAX_SHARD_BITS: u8 = 12;

/// A build that is ready, except for what publishing computes: content hash, shards, holders.
pub struct Draft {
    /// The root with empty `content_hash`, `shards` and `holders`.
    pub index: Index,
    /// Every path.
    pub entries: BTreeMap<String, Entry>,
    /// Route rules for the manifest.
    pub routes: Vec<RouteRule>,
    /// When it goes live, RFC 3339 UTC.
    pub timestamp: String,
}

/// What came of publishing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Published {
    /// The build is live.
    Live {
        /// How many shards were written, of how many.
        shards_written: usize,
        /// All shards.
        shards: usize,
    },
    /// The live build has the same content: nothing was published.
    Unchanged,
}

/// Publishes `draft` after `live`.
pub fn publish(store: &Store, draft: Draft, live: Option<&Live>) -> anyhow::Result<Published> {
    let Draft {
        mut index,
        entries,
        routes,
        timestamp,
    } = draft;
    index.content_hash = content_hash(&entries);
    if live.is_some_and(|live| is_same(&live.index, &index)) {
        return Ok(Published::Unchanged);
    }
    index.shard_bits = shard_bits(entries.len(), live.map(|live| live.index.shard_bits));
    index.holders = entries
        .values()
        .filter_map(holder)
        .cloned()
        .collect::<BTreeSet<_>>();
    let prerendered = public_pages(&entries);
    let shards_written = write_shards(store, &mut index, entries)?;
    write_roots(store, &index, routes, prerendered)?;
    sync(store)?;
    make_live(store, &index.id, index.app, &timestamp)?;
    Ok(Published::Live {
        shards_written,
        shards: index.shards.len(),
    })
}

/// Renames history and pointer over, so that `id` is live.
fn make_live(store: &Store, id: &BuildId, app: Hash, timestamp: &str) -> anyhow::Result<()> {
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

/// Makes an earlier build live again. The live one is withdrawn, so that it answers no tab any more.
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

/// The history after `id` went live: the one before is superseded; an entry of the same id moves to the end.
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

/// Hash over (path, identity hash, type, access) in the order of paths.
fn content_hash(entries: &BTreeMap<String, Entry>) -> Hash {
    let mut parts: Vec<Vec<u8>> = Vec::with_capacity(entries.len() * 2);
    for (path, entry) in entries {
        parts.push(path.clone().into_bytes());
        parts.push(
            match entry {
                Entry::File(file) => format!(
                    "file {} {} {:?} {:?} {:?}",
                    file.hash, file.media_type, file.access, file.class, file.status
                ),
                Entry::Redirect { to, permanent } => format!("redirect {permanent} {to}"),
                Entry::Gone => "gone".to_owned(),
            }
            .into_bytes(),
        );
    }
    Hash::of_parts(parts.iter().map(Vec::as_slice))
}

/// Same in everything that a visitor or the origin can tell.
fn is_same(live: &Index, next: &Index) -> bool {
    let strip = |index: &Index| Index {
        id: live.id.clone(),
        now: String::new(),
        shard_bits: 0,
        shards: Vec::new(),
        holders: BTreeSet::new(),
        ..index.clone()
    };
    strip(live) == strip(next)
}

/// The live build's number as long as shards stay between a quarter and four times the size aimed at: changing it rewrites all.
fn shard_bits(entries: usize, live: Option<u8>) -> u8 {
    let ideal = entries
        .div_ceil(ENTRIES_PER_SHARD)
        .next_power_of_two()
        .trailing_zeros()
        .min(u32::from(MAX_SHARD_BITS));
    let ideal = u8::try_from(ideal).unwrap_or(MAX_SHARD_BITS);
    live.filter(|bits| bits.abs_diff(ideal) <= 2)
        .unwrap_or(ideal)
}

fn holder(entry: &Entry) -> Option<&BuildId> {
    match entry {
        Entry::File(file) => Some(&file.build),
        Entry::Redirect { .. } | Entry::Gone => None,
    }
}

fn public_pages(entries: &BTreeMap<String, Entry>) -> Option<Vec<String>> {
    let is_page = |entry: &Entry| matches!(entry, Entry::File(file) if file.access == Access::Public && file.status.is_none() && file.media_type.starts_with("text/html"));
    let pages: Vec<String> = entries
        .iter()
        .filter(|(_, entry)| is_page(entry))
        .map(|(path, _)| path.clone())
        .take(META_PATHS_MAX + 1)
        .collect();
    (pages.len() <= META_PATHS_MAX).then_some(pages)
}

fn write_shards(
    store: &Store,
    index: &mut Index,
    entries: BTreeMap<String, Entry>,
) -> anyhow::Result<usize> {
    let mut shards = vec![Shard::new(); 1 << index.shard_bits];
    for (path, entry) in entries {
        shards[shard_of(&path, index.shard_bits)].insert(path, entry);
    }
    let mut written = 0;
    for shard in &shards {
        let (bytes, hash) = to_json(shard)?;
        written += usize::from(store.put_once(&format!("shards/{hash}.json"), &bytes)?);
        index.shards.push(hash);
    }
    Ok(written)
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

/// One `syncfs` instead of thousands of `fsync`: everything written so far is on disk when it returns.
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

    #[test]
    fn the_number_of_shards_follows_the_site_but_not_every_edit() {
        assert_eq!(shard_bits(10, None), 0);
        assert_eq!(shard_bits(40_000, None), 10);
        assert_eq!(shard_bits(40_000, Some(9)), 9, "within a factor of four");
        assert_eq!(shard_bits(40_000, Some(2)), 10);
        assert_eq!(shard_bits(10_000_000, None), MAX_SHARD_BITS);
    }

    #[test]
    fn content_hash_tells_access_but_not_the_holder() {
        let file = |n, access| {
            let (build, hash, media_type) = (id(n), Hash::of(b"x"), "text/html".to_owned());
            Entry::File(contract::build::File {
                build,
                hash,
                size: 1,
                media_type,
                access,
                class: Default::default(),
                status: None,
                key: None,
            })
        };
        let hash = |entry| content_hash(&BTreeMap::from([("/".to_owned(), entry)]));
        assert_eq!(hash(file(1, Access::Public)), hash(file(2, Access::Public)));
        assert_ne!(
            hash(file(1, Access::Public)),
            hash(file(1, Access::Guarded))
        );
    }
}
