//! All that a reader can notice of a published build: every path with its bytes and rules, and the
//! facts in its root.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use contract::build::{BuildId, Entry, Index, Meta};
use generator_builds::Builds;

/// All of a live build but its name and its time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Photo {
    pub(crate) index: Index,
    meta: Meta,
    /// Path → its entry and its bytes.
    pub(crate) paths: BTreeMap<String, (Entry, Vec<u8>)>,
    /// Names of assets, and the origin's data → bytes.
    beside: BTreeMap<String, Vec<u8>>,
}

impl Photo {
    /// The photo of the live build in `builds`, and its id. Every file is read and compared with
    /// its hash.
    pub(crate) fn take(builds: &Path) -> (BuildId, Self) {
        let reader = Builds::new(builds);
        let live = reader.live().unwrap().expect("something is published");
        let (id, mut index) = (live.index.id.clone(), live.index);
        let paths = live.tree.iter().map(|(path, mut entry)| {
            let mut bytes = Vec::new();
            if let Entry::File(file) = &mut entry {
                assert!(
                    index.holders.contains(&file.build),
                    "{path}: an unnamed holder"
                );
                bytes = reader.bytes(&path, file).unwrap();
                assert_eq!(bytes.len() as u64, file.size, "{path}");
                file.build = unnamed();
            }
            (path, (entry, bytes))
        });
        let paths = paths.collect();
        // It belongs to the compressed copies: which one there is depends on when the app was new,
        // and on `--sidecars`.
        if let Some(dictionary) = index.dictionary.take() {
            index.assets.remove(&dictionary.asset);
        }
        // Content that no page shows may have changed since it was published.
        index.source_hash = None;
        let mut beside = BTreeMap::new();
        let mut add =
            |name: String| beside.insert(name.clone(), std::fs::read(builds.join(name)).unwrap());
        for name in index.assets.keys() {
            add(format!("assets/{name}"));
        }
        add(format!("origin/{}.json", index.origin));
        let meta = std::fs::read(builds.join(format!("meta/{}.json", id))).unwrap();
        let mut meta: Meta = serde_json::from_slice(&meta).unwrap();
        (meta.id, index.id) = (unnamed(), unnamed());
        (index.now, index.shard_bits) = (String::new(), 0);
        index.shards.clear();
        index.holders = BTreeSet::new();
        (
            id,
            Self {
                index,
                meta,
                paths,
                beside,
            },
        )
    }

    /// How `self` differs from `expected`; empty if it does not.
    pub(crate) fn difference(&self, expected: &Self) -> Option<String> {
        if self == expected {
            return None;
        }
        let mut told = String::new();
        let paths: BTreeSet<&String> = self.paths.keys().chain(expected.paths.keys()).collect();
        for path in paths {
            let (is, should) = (self.paths.get(path), expected.paths.get(path));
            if is != should {
                writeln!(
                    told,
                    "  {path}\n    is        {}\n    should be {}",
                    shown(is),
                    shown(should)
                )
                .unwrap();
            }
        }
        if (&self.index, &self.meta) != (&expected.index, &expected.meta) {
            writeln!(
                told,
                "  index and meta\n    is        {:?} {:?}\n    should be {:?} {:?}",
                self.index, self.meta, expected.index, expected.meta
            )
            .unwrap();
        }
        if self.beside != expected.beside {
            writeln!(told, "  assets or the origin's data").unwrap();
        }
        Some(told)
    }

    /// Pages and files with other bytes than in `before`.
    pub(crate) fn changed_since(&self, before: &Self) -> BTreeSet<&str> {
        let is_new = |(path, (_, bytes)): &(&String, &(Entry, Vec<u8>))| {
            before.paths.get(*path).is_none_or(|(_, old)| old != bytes)
        };
        self.paths
            .iter()
            .filter(is_new)
            .map(|(path, _)| path.as_str())
            .collect()
    }
}

fn unnamed() -> BuildId {
    BuildId::new("20000101T000000Z", 0).unwrap()
}

/// Enough of a file to see the problem.
fn shown(found: Option<&(Entry, Vec<u8>)>) -> String {
    found.map_or_else(
        || "nothing".to_owned(),
        |(entry, bytes)| {
            format!(
                "{entry:?} {}",
                String::from_utf8_lossy(&bytes[..bytes.len().min(2_000)])
            )
        },
    )
}
