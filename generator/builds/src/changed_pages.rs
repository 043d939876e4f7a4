//! Pages that differ between two builds, counted for the log. Shards that both builds have are
//! skipped, so the cost follows from the size of the change. A payload also names the app, so
//! payloads that differ are read: another app may surround the same content with other markup.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};

use contract::Hash;
use contract::build::{Access, Entry, File, Index, Shard};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::diff::places::{PayloadChange, payload_change};
use super::{Builds, Tree, paths};

/// Paths of one kind that a log line names.
const NAMED: usize = 20;

/// Maximum number of payloads to read, about a second's work: a rollback waits for it. The rest
/// count as pages with different content.
const READ_MAX: usize = 10_000;

/// Pages that differ, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChangedPages {
    /// New pages.
    pub added: CountedPages,
    /// Pages with different content.
    pub changed: CountedPages,
    /// Pages that show something of other entries, and differ in that alone.
    #[serde(skip_serializing_if = "CountedPages::is_none")]
    pub listing: CountedPages,
    /// Pages of which only the markup around the content differs.
    pub chrome: CountedPages,
    /// Pages that are gone.
    pub removed: CountedPages,
}

/// Pages of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CountedPages {
    /// Number of pages.
    pub count: usize,
    /// The first of those that everyone may see.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub paths: BTreeSet<String>,
}

impl CountedPages {
    fn is_none(&self) -> bool {
        self.count == 0
    }

    /// The sum of these and `more`.
    pub fn with(&self, more: &Self) -> Self {
        Self {
            count: self.count + more.count,
            paths: self.paths.union(&more.paths).cloned().collect(),
        }
    }

    fn add(&mut self, path: String, access: Access) {
        self.count += 1;
        if access == Access::Public {
            self.paths.insert(path);
            if self.paths.len() > NAMED {
                self.paths.pop_last();
            }
        }
    }
}

/// The shards of a build.
pub(super) struct Shards<'a> {
    bits: u8,
    names: &'a [Hash],
    read: Box<dyn Fn(usize) -> anyhow::Result<Shard> + 'a>,
}

impl<'a> Shards<'a> {
    /// Shards of a build that is in memory, named by its `index`.
    pub(super) fn of_tree(index: &'a Index, tree: &'a Tree) -> Self {
        Self {
            bits: index.shard_bits,
            names: &index.shards,
            read: Box::new(|number| Ok(tree.parts()[number].shard())),
        }
    }

    /// Shards of a build on disk.
    pub(super) fn on_disk(index: &'a Index, builds: &'a Builds) -> Self {
        Self {
            bits: index.shard_bits,
            names: &index.shards,
            read: Box::new(|number| builds.shard(&index.shards[number])),
        }
    }

    /// Numbers of the shards of paths with a hash that begins with the `bits` of `number`.
    fn range(&self, number: usize, bits: u8) -> std::ops::Range<usize> {
        let finer = self.bits - bits;
        number << finer..(number + 1) << finer
    }

    fn join_shards(&self, range: std::ops::Range<usize>) -> anyhow::Result<Shard> {
        let mut all = Shard::new();
        for number in range {
            all.append(&mut (self.read)(number)?);
        }
        Ok(all)
    }
}

/// Pages that differ between `before` and `after`, with their files in `builds`; the own content of
/// the pages in `listing` is the same.
pub(super) fn changed_pages(
    builds: &Builds,
    before: Option<&Shards<'_>>,
    after: &Shards<'_>,
    listing: &HashSet<String>,
) -> anyhow::Result<ChangedPages> {
    let no_shards = vec![Hash::of(b""); after.names.len()];
    let nothing = Shards {
        bits: after.bits,
        names: &no_shards,
        read: Box::new(|_| Ok(Shard::new())),
    };
    let before = before.unwrap_or(&nothing);
    // Payloads fall in other shards than their pages.
    let (random, mut payloads, mut left) = (RandomState::new(), HashSet::new(), READ_MAX);
    each_differing(before, after, |old, new| {
        let differing: Vec<_> = new.iter().filter_map(|new| payload(new, old)).collect();
        let (read, unread) = differing.split_at(differing.len().min(left));
        left -= read.len();
        let says_other = |(path, [before, after]): &&(&str, [&File; 2])| {
            // Empty if it cannot be read, which counts as different content.
            let bytes = |file| builds.bytes(path, file).unwrap_or_default();
            payload_change(&bytes(before), &bytes(after), |_| true) != PayloadChange::None
        };
        let changed: Vec<_> = read.par_iter().filter(says_other).collect();
        let changed = changed.into_iter().chain(unread);
        payloads.extend(changed.map(|(path, _)| random.hash_one(path)));
    })?;
    let mut pages = ChangedPages::default();
    each_differing(before, after, |old, new| {
        for (path, page) in new.iter().filter_map(|(path, entry)| page(path, entry)) {
            match old.get(path).map(|entry| self::page(path, entry)) {
                Some(Some((_, before))) => {
                    let payload = random.hash_one(paths::payload(path));
                    // A page that is closed to some now, or was, is not named.
                    let access = page.access.max(before.access);
                    if payloads.contains(&payload) && listing.contains(path) {
                        pages.listing.add(path.to_owned(), access);
                    } else if payloads.contains(&payload) {
                        pages.changed.add(path.to_owned(), access);
                    } else if page.hash != before.hash {
                        pages.chrome.add(path.to_owned(), access);
                    }
                }
                _ => pages.added.add(path.to_owned(), page.access),
            }
        }
        for (path, before) in old.iter().filter_map(|(path, entry)| page(path, entry)) {
            if new.get(path).and_then(|entry| page(path, entry)).is_none() {
                pages.removed.add(path.to_owned(), before.access);
            }
        }
    })?;
    Ok(pages)
}

/// Calls `see` with each part of both builds that is not the same.
pub(super) fn each_differing(
    before: &Shards<'_>,
    after: &Shards<'_>,
    mut see: impl FnMut(&Shard, &Shard),
) -> anyhow::Result<()> {
    let bits = before.bits.min(after.bits);
    for number in 0..1_usize << bits {
        let (old, new) = (before.range(number, bits), after.range(number, bits));
        if before.names.get(old.clone()) != after.names.get(new.clone()) {
            see(&before.join_shards(old)?, &after.join_shards(new)?);
        }
    }
    Ok(())
}

/// The payload at a path, before and now, if its bytes are others.
fn payload<'a>(
    (path, entry): (&'a String, &'a Entry),
    old: &'a Shard,
) -> Option<(&'a str, [&'a File; 2])> {
    match (entry, old.get(path)) {
        (Entry::File(file), Some(Entry::File(before)))
            if path.ends_with(paths::PAYLOAD) && file.hash != before.hash =>
        {
            Some((path.as_str(), [before, file]))
        }
        _ => None,
    }
}

/// The document of a page.
fn page<'a>(path: &'a str, entry: &'a Entry) -> Option<(&'a str, &'a File)> {
    match entry {
        Entry::File(file) if file.key.is_some() && file.media_type.starts_with("text/html") => {
            Some((path, file))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use contract::build::{BuildId, shard_of};

    use super::*;

    fn file(text: &str, media_type: &'static str, access: Access) -> Entry {
        Entry::File(File {
            build: BuildId::new("20261121T000000Z", 1).unwrap(),
            hash: Hash::of(text.as_bytes()),
            size: 1,
            media_type: media_type.into(),
            access,
            class: None,
            status: None,
            style: None,
            faces: Vec::new(),
            anchors: Box::default(),
            weight: None,
            key: (media_type == "text/html").then(|| Hash::of(text.as_bytes())),
        })
    }

    /// Pages by path, document and payload; those below `/club` are for members.
    fn site(pages: &[(&str, &str, &str)]) -> Shard {
        let mut all = Shard::new();
        for (path, document, payload) in pages {
            let access = match path.starts_with("/club") {
                true => Access::Guarded,
                false => Access::Public,
            };
            all.insert((*path).to_owned(), file(document, "text/html", access));
            let json = file(payload, "application/json", access);
            all.insert(paths::payload(path), json);
        }
        all
    }

    fn between(before: (&Shard, u8), after: (&Shard, u8)) -> ChangedPages {
        let split = |(all, bits): (&Shard, u8)| -> Vec<Shard> {
            let mut shards = vec![Shard::new(); 1 << bits];
            for (path, entry) in all {
                shards[shard_of(path, bits)].insert(path.clone(), entry.clone());
            }
            shards
        };
        let (old, new) = (split(before), split(after));
        let names = |shards: &[Shard]| -> Vec<Hash> {
            let bytes = shards
                .iter()
                .map(|shard| serde_json::to_vec(shard).unwrap());
            bytes.map(|bytes| Hash::of(&bytes)).collect()
        };
        let (old_names, new_names) = (names(&old), names(&new));
        let old = Shards {
            bits: before.1,
            names: &old_names,
            read: Box::new(|number| Ok(old[number].clone())),
        };
        let new = Shards {
            bits: after.1,
            names: &new_names,
            read: Box::new(|number| Ok(new[number].clone())),
        };
        // No file is there, so every difference counts as different content.
        let builds = Builds::new(Path::new("/nonexistent"));
        let listing = HashSet::from(["/list".to_owned()]);
        changed_pages(&builds, Some(&old), &new, &listing).unwrap()
    }

    // R10.04
    #[test]
    fn pages_are_counted_by_what_differs_and_named_only_if_everyone_may_see_them() {
        let before = site(&[
            ("/", "a", "a"),
            ("/list", "a", "a"),
            ("/news", "a", "a"),
            ("/team", "a", "a"),
            ("/old", "a", "a"),
            ("/club/terms", "a", "a"),
        ]);
        let after = site(&[
            ("/", "a", "a"),
            ("/list", "b", "b"),
            ("/news", "b", "b"),
            ("/team", "b", "a"),
            ("/new", "a", "a"),
            ("/club/terms", "b", "b"),
        ]);
        let counted = |count, paths: &[&str]| CountedPages {
            count,
            paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        };
        let expected = ChangedPages {
            added: counted(1, &["/new"]),
            changed: counted(2, &["/news"]),
            listing: counted(1, &["/list"]),
            chrome: counted(1, &["/team"]),
            removed: counted(1, &["/old"]),
        };
        for (old, new) in [(0, 0), (2, 2), (1, 4), (4, 1)] {
            assert_eq!(
                between((&before, old), (&after, new)),
                expected,
                "{old} {new}"
            );
        }
    }

    #[test]
    fn only_the_first_paths_are_named() {
        let names: Vec<String> = (0..50).map(|number| format!("/{number:02}")).collect();
        let pages: Vec<_> = names.iter().map(|name| (name.as_str(), "a", "a")).collect();
        let found = between((&Shard::new(), 3), (&site(&pages), 3));
        assert_eq!(found.added.count, 50);
        assert!(found.added.paths.iter().eq(&names[..NAMED]));
    }
}
