//! Entries as bytes, as stored in the [spill](generator_ground::storage::spill). As values in a map
//! they take 260 bytes each, packed 90.

use std::cmp::Ordering;

use contract::Hash;
use contract::build::{Entry, File, Weight};
use serde::{Deserialize, Serialize};

use generator_ground::storage::ragged::Ragged;

/// Paths and their entries, packed as MessagePack; fields that many entries have in common are
/// written once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PackedEntries {
    /// A [`Row`] each.
    rows: Ragged<u8>,
    /// Entries without the fields of a single file; in the order in which rows first need them.
    common: Vec<Entry>,
}

/// One entry.
#[derive(Serialize, Deserialize)]
struct Row<'a> {
    path: &'a str,
    /// Number of the entry in `common` that it is like.
    like: usize,
    /// The part that is a file's own; none for anything else.
    own: Option<Own>,
}

/// Facts that two files of a kind do not share.
#[derive(Serialize, Deserialize)]
struct Own {
    hash: u128,
    size: u64,
    key: Option<u128>,
    faces: Vec<u128>,
    anchors: Box<[Box<str>]>,
    weight: Option<Weight>,
}

impl PackedEntries {
    /// The entries of `sorted`, which are in the order of their paths.
    pub(super) fn from_sorted<'a>(sorted: impl IntoIterator<Item = (&'a str, &'a Entry)>) -> Self {
        let mut packed = Self::default();
        for (path, entry) in sorted {
            packed.push(path, entry);
        }
        packed
    }

    /// All entries as bytes. The same entries in the same order give the same bytes.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if !self.rows.is_empty() {
            // With names, because entries leave fields out. A value that fits into memory can be
            // written there.
            let _ = rmp_serde::encode::write_named(&mut bytes, &(&self.common, self.rows.ends()));
            bytes.extend_from_slice(self.rows.items());
        }
        bytes
    }

    /// Reads the result of [`PackedEntries::to_bytes`]; empty if bytes are missing.
    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        let mut rest = bytes;
        let (common, ends) = rmp_serde::from_read(&mut rest).unwrap_or_default();
        Self {
            rows: Ragged::from_parts(ends, rest.to_vec()).unwrap_or_default(),
            common,
        }
    }

    /// Adds an entry, in any order.
    pub(super) fn push(&mut self, path: &str, entry: &Entry) {
        let (like, own) = split(entry);
        let known = self.common.iter().position(|known| *known == like);
        let like = known.unwrap_or_else(|| {
            self.common.push(like);
            self.common.len() - 1
        });
        self.rows.push_with(|rows| {
            // Memory takes all that is written.
            let _ = rmp_serde::encode::write(rows, &Row { path, like, own });
        });
    }

    /// Number of bytes that the rows take.
    pub(super) fn size(&self) -> usize {
        self.rows.items().len()
    }

    /// The entry at `path`; the paths must be sorted.
    pub(super) fn get(&self, path: &str) -> Option<Entry> {
        let (mut first, mut behind) = (0, self.rows.len());
        while first < behind {
            let middle = usize::midpoint(first, behind);
            let row = row(self.rows.get(middle))?;
            match row.path.cmp(path) {
                Ordering::Less => first = middle + 1,
                Ordering::Equal => return Some(self.entry(&row)),
                Ordering::Greater => behind = middle,
            }
        }
        None
    }

    /// All, in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, Entry)> {
        let rows = self.rows.iter().filter_map(row);
        rows.map(|row| (row.path, self.entry(&row)))
    }

    fn entry(&self, row: &Row<'_>) -> Entry {
        let mut entry = self.common[row.like].clone();
        if let (Entry::File(file), Some(own)) = (&mut entry, &row.own) {
            file.hash = hash(own.hash);
            file.size = own.size;
            file.key = own.key.map(hash);
            file.faces = own.faces.iter().copied().map(hash).collect();
            file.anchors.clone_from(&own.anchors);
            file.weight = own.weight;
        }
        entry
    }
}

fn row(bytes: &[u8]) -> Option<Row<'_>> {
    rmp_serde::from_slice(bytes).ok()
}

/// An entry without a file's own facts, and these.
fn split(entry: &Entry) -> (Entry, Option<Own>) {
    let Entry::File(file) = entry else {
        return (entry.clone(), None);
    };
    let own = Own {
        hash: number(file.hash),
        size: file.size,
        key: file.key.map(number),
        faces: file.faces.iter().copied().map(number).collect(),
        anchors: file.anchors.clone(),
        weight: file.weight,
    };
    let like = File {
        hash: hash(0),
        size: 0,
        key: None,
        faces: Vec::new(),
        anchors: Box::default(),
        weight: None,
        ..file.clone()
    };
    (Entry::File(like), Some(own))
}

fn number(hash: Hash) -> u128 {
    u128::from_le_bytes(*hash.as_bytes())
}

fn hash(number: u128) -> Hash {
    Hash::from(number.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use contract::build::{Access, BuildId};
    use proptest::prelude::*;

    use super::*;

    fn entry() -> impl Strategy<Value = Entry> {
        let file = (any::<[u8; 16]>(), any::<u64>(), any::<Option<[u8; 16]>>());
        let common = (
            0u32..3,
            prop_oneof!["text/html; charset=utf-8", "[a-z]{1,3}/[a-z]{1,3}"],
            prop_oneof![Just(Access::Public), Just(Access::Guarded)],
            prop::option::of(400u16..404),
            prop::option::of("[a-z]{1,3}"),
            prop::option::of("sha256-[a-z]{1,2}"),
            prop::collection::vec("/[a-z]#[a-z潮]".prop_map(String::into_boxed_str), 0..3),
        );
        let file = (file, common).prop_map(
            |((hash, size, key), (build, media_type, access, status, class, style, anchors))| {
                Entry::File(File {
                    build: BuildId::new("20261121T030405Z", build).unwrap(),
                    hash: hash.into(),
                    size,
                    media_type: media_type.into(),
                    access,
                    class: class.map(String::into_boxed_str),
                    status,
                    style: style.map(String::into_boxed_str),
                    faces: key.map(Hash::from).into_iter().collect(),
                    anchors: anchors.into(),
                    weight: key.map(|_| Weight {
                        document: size as u32,
                        payload: 1,
                        pictures: 2,
                    }),
                    key: key.map(Hash::from),
                })
            },
        );
        let redirect = ("/[a-z]{0,3}", any::<bool>())
            .prop_map(|(to, permanent)| Entry::Redirect { to, permanent });
        prop_oneof![4 => file, 1 => redirect, 1 => Just(Entry::Gone)]
    }

    proptest! {
        // R10.05
        #[test]
        fn every_entry_comes_back_as_it_was_and_is_found(
            entries in prop::collection::btree_map("/[a-z潮]{0,3}", entry(), 0..40),
            other in "/[a-z潮]{0,3}",
        ) {
            let packed = PackedEntries::from_sorted(entries.iter().map(|(path, entry)| (path.as_str(), entry)));
            let packed = PackedEntries::from_bytes(&packed.to_bytes());
            let back: Vec<(String, Entry)> = packed.iter().map(|(path, entry)| (path.to_owned(), entry)).collect();
            prop_assert_eq!(packed.rows.len(), entries.len());
            for (path, entry) in &entries {
                prop_assert_eq!(packed.get(path), Some(entry.clone()));
            }
            prop_assert_eq!(packed.get(&other), entries.get(&other).cloned());
            prop_assert_eq!(back, entries.into_iter().collect::<Vec<_>>());
        }
    }
}
