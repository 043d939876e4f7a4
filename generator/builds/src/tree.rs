//! A build's map from path to entry, in the shards in which it is published.
//!
//! Only the facts about a shard that publishing needs are in memory; its entries are in the
//! [spill](generator_ground::storage::spill).
//!
//! An edit makes the next tree from the live one and a few changes: shards without a change are
//! shared by both trees, with their known hashes. So the cost of publishing depends on the edit,
//! not on the size of the site.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, OnceLock};

use contract::Hash;
use contract::build::{BuildId, Entry, Shard, shard_of};
use rayon::prelude::*;

use super::packed::PackedEntries;
use super::to_json;
use generator_ground::storage::spill::{Span, Spill};

/// Entries per shard aimed at. With n paths an edit rewrites shards of this size and an index of n
/// / 64 hashes.
const ENTRIES_PER_SHARD: usize = 64;

/// More shards than this make the index itself the larger part.
const MAX_BITS: u8 = 12;

/// Edits of paths: a new entry, or none.
pub type Changes = BTreeMap<String, Option<Entry>>;

/// Path → entry.
#[derive(Clone, Debug)]
pub struct Tree {
    bits: u8,
    parts: Vec<Arc<Part>>,
}

/// One shard and the facts known about it.
#[derive(Debug)]
pub(super) struct Part {
    spill: Arc<Spill>,
    /// Entries of the shard, [packed](Packed).
    entries: Span,
    /// Number of entries.
    count: usize,
    /// Name of its file, once it is on disk.
    pub(super) file: OnceLock<Hash>,
    /// Number of each cell that is not empty, and the hash of its entries.
    cells: Vec<(usize, Hash)>,
    holders: BTreeSet<BuildId>,
}

/// Compares entries, keys and holders. Shards that both share are not looked at.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let is_same =
            |(a, b): (&Arc<Part>, &Arc<Part>)| Arc::ptr_eq(a, b) || a.bytes() == b.bytes();
        self.bits == other.bits && self.parts.iter().zip(&other.parts).all(is_same)
    }
}

/// Entries as they come, in any order; of two at the same path the later one holds.
#[derive(Debug)]
pub struct EntryCollector {
    spill: Arc<Spill>,
    /// Cells by the first bits of the path's hash, as many as any tree has.
    cells: Vec<Cell>,
}

/// Entries of one cell: first those that were spilled, then the rest.
#[derive(Clone, Debug, Default)]
struct Cell {
    spilled: Vec<Span>,
    rest: PackedEntries,
}

/// A cell keeps fewer bytes of entries in memory: there are 4,096 cells.
const CELL_BYTES: usize = 512;

impl Cell {
    fn insert(&mut self, path: &str, entry: &Entry, spill: &Spill) {
        self.rest.push(path, entry);
        if self.rest.size() >= CELL_BYTES {
            let full = std::mem::take(&mut self.rest);
            self.spilled.push(spill.put(&full.to_bytes()));
        }
    }

    fn is_empty(&self) -> bool {
        self.spilled.is_empty() && self.rest.size() == 0
    }

    fn shard(&self, spill: &Spill) -> Shard {
        let mut shard = Shard::new();
        for span in &self.spilled {
            shard.append(&mut unpack(&PackedEntries::from_bytes(&spill.get(*span))));
        }
        shard.append(&mut unpack(&self.rest));
        shard
    }
}

impl EntryCollector {
    /// A collector without entries.
    pub fn new(spill: &Arc<Spill>) -> Self {
        Self {
            spill: spill.clone(),
            cells: vec![Cell::default(); 1 << MAX_BITS],
        }
    }

    /// A collector of `entries`.
    pub fn from_entries(
        spill: &Arc<Spill>,
        entries: impl IntoIterator<Item = (String, Entry)>,
    ) -> Self {
        let mut gathered = Self::new(spill);
        for (path, entry) in entries {
            gathered.insert(&path, &entry);
        }
        gathered
    }

    /// Adds an entry.
    pub fn insert(&mut self, path: &str, entry: &Entry) {
        self.cells[shard_of(path, MAX_BITS)].insert(path, entry, &self.spill);
    }

    /// The entries that were inserted, sorted.
    pub fn into_entries(self) -> BTreeMap<String, Entry> {
        let filled = self.cells.iter().filter(|cell| !cell.is_empty());
        filled.flat_map(|cell| cell.shard(&self.spill)).collect()
    }
}

impl Tree {
    /// A tree without paths.
    pub fn empty(spill: &Arc<Spill>) -> Self {
        Self {
            bits: 0,
            parts: vec![Arc::new(Part::new(&Shard::new(), spill))],
        }
    }

    /// A tree of all `entries`, in as many shards as `like` has, if that suits their number.
    pub fn new(entries: &EntryCollector, like: Option<&Self>) -> Self {
        let EntryCollector { spill, cells } = entries;
        // A small site has far fewer entries than there are cells.
        let filled = cells.par_iter().filter(|cell| !cell.is_empty());
        let counts = filled.map(|cell| cell.shard(spill).len());
        let bits = bits(counts.sum(), like.map(|tree| tree.bits));
        let of_shard = cells.par_chunks(1 << (MAX_BITS - bits));
        let parts = of_shard.map(|cells| {
            let filled = cells.iter().filter(|cell| !cell.is_empty());
            let shard = filled.flat_map(|cell| cell.shard(spill)).collect();
            Arc::new(Part::new(&shard, spill))
        });
        Self {
            bits,
            parts: parts.collect(),
        }
    }

    /// The tree of shards as they were read, each with the name of its file.
    pub fn of_shards(
        bits: u8,
        shards: impl IntoIterator<Item = (Hash, Shard)>,
        spill: &Arc<Spill>,
    ) -> Self {
        let shards = shards.into_iter();
        let parts = shards.map(|(file, shard)| Part::read(&shard, file, spill));
        Self::of_parts(bits, parts.collect())
    }

    /// The tree of these shards.
    pub(super) fn of_parts(bits: u8, parts: Vec<Part>) -> Self {
        Self {
            bits,
            parts: parts.into_iter().map(Arc::new).collect(),
        }
    }

    /// The tree after `changes`.
    pub fn with(&self, changes: Changes) -> Self {
        let mut touched: BTreeMap<usize, Shard> = BTreeMap::new();
        for (path, change) in changes {
            let number = shard_of(&path, self.bits);
            let shard = touched
                .entry(number)
                .or_insert_with(|| self.parts[number].shard());
            match change {
                Some(entry) => shard.insert(path, entry),
                None => shard.remove(&path),
            };
        }
        let mut next = self.clone();
        for (number, shard) in touched {
            let before = &self.parts[number];
            if shard != before.shard() {
                next.parts[number] = Arc::new(Part::new(&shard, &before.spill));
            }
        }
        if bits(next.len(), Some(self.bits)) == self.bits {
            next
        } else {
            Self::new(
                &EntryCollector::from_entries(&self.parts[0].spill, next.iter()),
                None,
            )
        }
    }

    /// The entry at `path`.
    pub fn get(&self, path: &str) -> Option<Entry> {
        self.parts[shard_of(path, self.bits)].entries().get(path)
    }

    /// The paths that `next` has not, sorted.
    pub fn without(&self, next: &Self) -> Vec<String> {
        let mut gone: Vec<String> = if self.bits == next.bits {
            let both = self.parts.par_iter().zip(&next.parts);
            let differing = both.filter(|(part, other)| !Arc::ptr_eq(part, other));
            let gone = differing.flat_map_iter(|(part, other)| {
                let kept = other.shard();
                let paths = part.shard().into_keys();
                paths.filter(move |path| !kept.contains_key(path))
            });
            gone.collect()
        } else {
            let paths = self.iter().map(|(path, _)| path);
            paths.filter(|path| next.get(path).is_none()).collect()
        };
        gone.sort_unstable();
        gone
    }

    /// Every path, in the order of shards.
    pub fn iter(&self) -> impl Iterator<Item = (String, Entry)> {
        self.parts.iter().flat_map(|part| part.shard())
    }

    /// How many paths there are.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.count).sum()
    }

    /// True if there is no path.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bits of a path's hash choose its shard.
    pub fn bits(&self) -> u8 {
        self.bits
    }

    /// The shard of this number, if its file is called `file`.
    pub fn shard(&self, number: usize, file: &Hash) -> Option<Shard> {
        let part = self.parts.get(number)?;
        (part.file.get() == Some(file)).then(|| part.shard())
    }

    /// The files of the shards, in order: names, and bytes of those that are not `there`.
    pub fn files(&self, there: &HashSet<Hash>) -> anyhow::Result<Vec<(Hash, Option<Vec<u8>>)>> {
        let file = |part: &Arc<Part>| match part.file.get() {
            Some(file) if there.contains(file) => Ok((*file, None)),
            _ => {
                let (bytes, hash) = to_json(&part.shard())?;
                let hash = *part.file.get_or_init(|| hash);
                Ok((hash, (!there.contains(&hash)).then_some(bytes)))
            }
        };
        self.parts.par_iter().map(file).collect()
    }

    pub(super) fn parts(&self) -> &[Arc<Part>] {
        &self.parts
    }

    /// The builds with folders that contain its files.
    pub fn holders(&self) -> BTreeSet<BuildId> {
        let all = self.parts.iter().flat_map(|part| &part.holders);
        // Most shards have the same few holders.
        let mut holders: BTreeSet<&BuildId> = BTreeSet::new();
        holders.extend(all);
        holders.into_iter().cloned().collect()
    }

    /// Hash over (path, identity hash, type, access, class, status) of every entry, but not over
    /// holders and keys. It is put together from the hashes of cells, a fixed division by the
    /// path's hash, so that it does not depend on the number of shards.
    pub fn content_hash(&self) -> Hash {
        let cells = self.parts.iter().flat_map(|part| &part.cells);
        let bytes: Vec<[u8; 24]> = cells
            .map(|(number, hash)| {
                let mut bytes = [0; 24];
                bytes[..8].copy_from_slice(&(*number as u64).to_le_bytes());
                bytes[8..].copy_from_slice(hash.as_bytes());
                bytes
            })
            .collect();
        Hash::of(bytes.as_flattened())
    }
}

impl Part {
    fn new(entries: &Shard, spill: &Arc<Spill>) -> Self {
        let sorted = entries.iter().map(|(path, entry)| (path.as_str(), entry));
        Self {
            spill: spill.clone(),
            entries: spill.put(&PackedEntries::from_sorted(sorted).to_bytes()),
            count: entries.len(),
            cells: cells(entries),
            holders: entries.values().filter_map(holder).cloned().collect(),
            file: OnceLock::new(),
        }
    }

    /// The shard stored on disk in `file`.
    pub(super) fn read(entries: &Shard, file: Hash, spill: &Arc<Spill>) -> Self {
        let part = Self::new(entries, spill);
        part.file.get_or_init(|| file);
        part
    }

    /// The shard as it is published.
    pub(super) fn shard(&self) -> Shard {
        unpack(&self.entries())
    }

    fn entries(&self) -> PackedEntries {
        PackedEntries::from_bytes(&self.bytes())
    }

    fn bytes(&self) -> Vec<u8> {
        self.spill.get(self.entries)
    }
}

fn unpack(packed: &PackedEntries) -> Shard {
    let entries = packed.iter();
    entries
        .map(|(path, entry)| (path.to_owned(), entry))
        .collect()
}

/// The cells of a shard. There are as many as shards at most, so a cell is never split between two
/// shards.
fn cells(entries: &Shard) -> Vec<(usize, Hash)> {
    let mut numbered: Vec<(usize, &String, &Entry)> = entries
        .iter()
        .map(|(path, entry)| (shard_of(path, MAX_BITS), path, entry))
        .collect();
    numbered.sort_by_key(|(number, ..)| *number);
    let by_cell = numbered.chunk_by(|(a, ..), (b, ..)| a == b);
    by_cell
        .map(|cell| {
            let shown: Vec<String> = cell
                .iter()
                .map(|(_, path, entry)| visible_part(path, entry))
                .collect();
            (
                cell[0].0,
                Hash::of_parts(shown.iter().map(String::as_bytes)),
            )
        })
        .collect()
}

/// The facts of an entry that a reader can notice.
fn visible_part(path: &str, entry: &Entry) -> String {
    match entry {
        Entry::File(file) => format!(
            "{path} file {} {} {:?} {:?} {:?}",
            file.hash, file.media_type, file.access, file.class, file.status
        ),
        Entry::Redirect { to, permanent } => format!("{path} redirect {permanent} {to}"),
        Entry::Gone => format!("{path} gone"),
    }
}

fn holder(entry: &Entry) -> Option<&BuildId> {
    match entry {
        Entry::File(file) => Some(&file.build),
        Entry::Redirect { .. } | Entry::Gone => None,
    }
}

/// The live build's number as long as shards stay between a quarter and four times the size aimed
/// at: changing it rewrites all.
fn bits(entries: usize, live: Option<u8>) -> u8 {
    let ideal = entries
        .div_ceil(ENTRIES_PER_SHARD)
        .next_power_of_two()
        .trailing_zeros()
        .min(u32::from(MAX_BITS));
    let ideal = u8::try_from(ideal).unwrap_or(MAX_BITS);
    live.filter(|bits| bits.abs_diff(ideal) <= 2)
        .unwrap_or(ideal)
}

#[cfg(test)]
mod tests {
    use contract::build::{Access, File};
    use proptest::prelude::*;

    use super::*;

    fn file(holder: u32, text: &str, access: Access) -> Entry {
        Entry::File(File {
            build: BuildId::new("20261121T030405Z", holder).unwrap(),
            hash: Hash::of(text.as_bytes()),
            size: 1,
            media_type: "text/html".into(),
            access,
            class: None,
            status: None,
            style: None,
            faces: Vec::new(),
            anchors: Box::default(),
            weight: None,
            key: None,
        })
    }

    fn tree(entries: impl IntoIterator<Item = (String, Entry)>) -> Tree {
        let spill = Spill::new(&std::env::temp_dir());
        Tree::new(&EntryCollector::from_entries(&spill, entries), None)
    }

    #[test]
    fn the_number_of_shards_follows_the_site_but_not_every_edit() {
        assert_eq!(bits(10, None), 0);
        assert_eq!(bits(40_000, None), 10);
        assert_eq!(bits(40_000, Some(9)), 9, "within a factor of four");
        assert_eq!(bits(40_000, Some(2)), 10);
        assert_eq!(bits(10_000_000, None), MAX_BITS);
    }

    #[test]
    fn content_hash_tells_access_but_not_the_holder() {
        let hash = |entry| tree([("/".to_owned(), entry)]).content_hash();
        let public = hash(file(1, "x", Access::Public));
        assert_eq!(public, hash(file(2, "x", Access::Public)));
        assert_ne!(public, hash(file(1, "x", Access::Guarded)));
        assert_ne!(public, hash(file(1, "y", Access::Public)));
        assert_ne!(public, tree([]).content_hash());
    }

    #[test]
    fn another_key_is_another_tree_of_the_same_content() {
        let keyed = |key: &[u8]| match file(1, "x", Access::Public) {
            Entry::File(file) => Entry::File(File {
                key: Some(Hash::of(key)),
                ..file
            }),
            other => other,
        };
        let of = |key: &[u8]| tree([("/".to_owned(), keyed(key))]);
        assert!(of(b"old") == of(b"old"));
        assert!(of(b"old") != of(b"new"));
        assert_eq!(of(b"old").content_hash(), of(b"new").content_hash());
    }

    #[test]
    fn an_edit_shares_all_shards_but_its_own() {
        let paths = (0..1000).map(|n| (format!("/{n}"), file(1, "x", Access::Public)));
        let before = tree(paths);
        let edit = Changes::from([("/7".to_owned(), Some(file(2, "y", Access::Public)))]);
        let after = before.with(edit);
        let shared = before.parts.iter().zip(&after.parts);
        assert_eq!(shared.filter(|(a, b)| !Arc::ptr_eq(a, b)).count(), 1);
        assert_eq!(after.holders().len(), 2);
    }

    proptest! {
        // R10.05
        #[test]
        fn changes_lead_to_the_tree_made_from_scratch(
            before in prop::collection::btree_map("/[a-z]{1,3}", 0u32..4, 0..700),
            edits in prop::collection::btree_map("/[a-z]{1,3}", prop::option::of(0u32..4), 0..700),
        ) {
            let entry = |n: u32| file(n, &n.to_string(), Access::Public);
            let all = |map: &BTreeMap<String, u32>| tree(map.iter().map(|(path, n)| (path.clone(), entry(*n))));
            let mut after = before.clone();
            for (path, edit) in &edits {
                match edit {
                    Some(n) => after.insert(path.clone(), *n),
                    None => after.remove(path),
                };
            }
            let changes: Changes = edits.iter().map(|(path, edit)| (path.clone(), edit.map(entry))).collect();
            let first = all(&before);
            let changed = first.with(changes);
            let scratch = all(&after);
            prop_assert_eq!(changed.content_hash(), scratch.content_hash());
            prop_assert_eq!(changed.holders(), scratch.holders());
            prop_assert_eq!(changed.iter().collect::<BTreeMap<_, _>>(), scratch.iter().collect::<BTreeMap<_, _>>());
            let gone: Vec<String> = before.into_keys().filter(|path| !after.contains_key(path)).collect();
            prop_assert_eq!(first.without(&scratch), gone.clone());
            prop_assert_eq!(first.without(&changed), gone);
        }
    }
}
