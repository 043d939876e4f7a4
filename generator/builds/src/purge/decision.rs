//! Which builds a purge drops, and which files are needed then. Pure: the caller reads the builds
//! and passes them in.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use contract::Hash;
use contract::build::{
    Access, BuildId, BuildState, Dictionary, Entry, HistoryEntry, Index, Shard, file_path,
};

use super::paths::{PurgedPaths, original};
use crate::sidecar::MARK;
use crate::sweep::Needed;
use generator_ground::http::path::escape;

/// Entries at the paths, by shard.
pub struct Scan<'a> {
    paths: &'a PurgedPaths,
    shards: HashMap<Hash, BTreeMap<String, Entry>>,
}

/// Builds of a folder as a purge finds them.
pub struct Standing<'a> {
    /// The history.
    pub history: &'a [HistoryEntry],
    /// The build that is served.
    pub live: Option<&'a BuildId>,
    /// The roots of all builds that can be read, also of those that left the history.
    pub indexes: &'a [Index],
    /// Builds of another folder that are known to have none of the paths.
    pub clean: &'a HashSet<BuildId>,
}

/// Builds to drop, and the facts known about them.
#[derive(Debug, Default)]
pub struct Decision {
    /// The history without them.
    pub kept: Vec<HistoryEntry>,
    /// Builds that leave the history.
    pub dropped: Vec<BuildId>,
    /// Full addresses of all that is at the paths.
    pub addresses: BTreeSet<String>,
    /// Bytes at the paths: size and hash.
    pub bytes: HashSet<(u64, Hash)>,
    /// Dictionaries that may have parts of them.
    pub dictionaries: Vec<Dictionary>,
    /// Whether some of the files were guarded.
    pub(crate) has_guarded: bool,
}

/// Why the live build keeps a purge from doing anything.
#[derive(Debug, PartialEq)]
pub enum Obstacle {
    /// The live build has this path, which is to be purged.
    Path(String),
    /// The live build has one of these dictionaries, which may contain parts of the purged files.
    Dictionary(Vec<Dictionary>),
}

impl<'a> Scan<'a> {
    /// A scan that has read no build yet.
    pub fn new(paths: &'a PurgedPaths) -> Self {
        Self {
            paths,
            shards: HashMap::new(),
        }
    }

    /// Whether a shard was read.
    pub fn has(&self, shard: &Hash) -> bool {
        self.shards.contains_key(shard)
    }

    /// Adds a shard.
    pub fn add(&mut self, name: Hash, shard: Shard) {
        let entries = shard.into_iter();
        let covered = entries.filter(|(path, _)| self.paths.cover(path)).collect();
        self.shards.insert(name, covered);
    }

    /// Entries of a build at the paths.
    fn covered_entries<'s>(
        &'s self,
        index: &'s Index,
    ) -> impl Iterator<Item = (&'s String, &'s Entry)> {
        let shards = index.shards.iter();
        shards.filter_map(|shard| self.shards.get(shard)).flatten()
    }

    fn has_paths(&self, index: &Index) -> bool {
        self.covered_entries(index).next().is_some()
    }

    fn is_whole(&self, index: &Index) -> bool {
        index.shards.iter().all(|shard| self.has(shard))
    }
}

/// Builds to drop: those with one of the paths, and those with a dictionary that may contain parts
/// of the purged files. A dictionary has none if it was made from other files, or, where these are
/// not known, from a build that had none of the paths.
pub fn decide(standing: &Standing<'_>, scan: &Scan<'_>) -> Result<Decision, Obstacle> {
    let live = standing.live.and_then(|live| standing.index(live));
    if let Some((path, _)) = live.and_then(|live| scan.covered_entries(live).next()) {
        return Err(Obstacle::Path(path.clone()));
    }
    let mut decision = Decision::default();
    for index in standing.indexes {
        decision.note(index, scan);
        let suspect = index.dictionary.as_ref();
        let suspect = suspect.filter(|dictionary| standing.is_suspect(dictionary, scan));
        if let Some(dictionary) = suspect
            && !decision.dictionaries.contains(dictionary)
        {
            decision.dictionaries.push(dictionary.clone());
        }
    }
    let is_suspect = |index: &Index| {
        let dictionary = index.dictionary.as_ref();
        dictionary.is_some_and(|dictionary| decision.dictionaries.contains(dictionary))
    };
    if live.is_some_and(is_suspect) {
        return Err(Obstacle::Dictionary(decision.dictionaries));
    }
    for entry in standing.history {
        let index = standing.index(&entry.id);
        match index.is_none_or(|index| scan.has_paths(index) || is_suspect(index)) {
            true => decision.dropped.push(entry.id.clone()),
            false => decision.kept.push(entry.clone()),
        }
    }
    keep_live(&mut decision.kept, standing.live);
    Ok(decision)
}

impl Standing<'_> {
    fn index(&self, id: &BuildId) -> Option<&Index> {
        self.indexes.iter().find(|index| index.id == *id)
    }

    fn is_suspect(&self, dictionary: &Dictionary, scan: &Scan<'_>) -> bool {
        if !dictionary.samples.is_empty() {
            let mut samples = dictionary.samples.iter();
            return samples.any(|path| scan.paths.cover(path));
        }
        let Some(trained_on) = &dictionary.trained_on else {
            return true;
        };
        let is_clean = |index: &Index| scan.is_whole(index) && !scan.has_paths(index);
        !self.clean.contains(trained_on) && !self.index(trained_on).is_some_and(is_clean)
    }
}

impl Decision {
    fn note(&mut self, index: &Index, scan: &Scan<'_>) {
        // Text that another machine wrote is shown on a terminal.
        let url = index.public_url.chars().filter(|c| !c.is_control());
        let url: String = url.collect();
        for (path, entry) in scan.covered_entries(index) {
            let address = format!("{url}{}", escape(path));
            self.addresses.insert(address);
            if let Entry::File(file) = entry {
                self.has_guarded |= file.access != Access::Public;
                self.bytes.insert((file.size, file.hash));
            }
        }
    }
}

/// A switch that was interrupted left a history with a live build that is not served; it may be
/// gone now.
fn keep_live(kept: &mut [HistoryEntry], live: Option<&BuildId>) {
    if kept.iter().any(|entry| entry.state == BuildState::Live) {
        return;
    }
    if let Some(entry) = kept.iter_mut().find(|entry| Some(&entry.id) == live) {
        entry.state = BuildState::Live;
    }
}

/// Files that the builds need which are kept.
#[derive(Default)]
pub struct NeededFiles {
    shared: Needed,
    /// Hashes of the names of the files in the folders of builds.
    held: HashSet<Hash>,
    /// Names of files with bytes that were purged, at other paths.
    pub same_bytes: BTreeSet<String>,
}

impl NeededFiles {
    /// Adds a build that stays.
    pub fn add(&mut self, index: Index) {
        self.shared.add(index);
    }

    /// Adds a shard of a build that stays; `purged` has the bytes that vanish.
    pub fn add_shard(&mut self, shard: &Shard, purged: &HashSet<(u64, Hash)>) {
        for (path, entry) in shard {
            let Entry::File(file) = entry else { continue };
            let name = format!("{}/{}", file.build, file_path(path, &file.media_type));
            self.held.insert(Hash::of(name.as_bytes()));
            if purged.contains(&(file.size, file.hash)) {
                self.same_bytes.insert(name);
            }
        }
    }

    /// Whether the file with this name below `builds/` is one of them, or belongs to one.
    pub fn has(&self, name: &str) -> bool {
        let (folder, inside) = name.split_once('/').unwrap_or((name, ""));
        let Ok(holder) = folder.parse::<BuildId>() else {
            return self.shared.file(folder, inside);
        };
        let is_held = |name: &str| self.held.contains(&Hash::of(name.as_bytes()));
        let is_mark = inside == MARK && self.shared.folder(&holder);
        is_mark || is_held(name) || is_held(&original(name))
    }
}

#[cfg(test)]
mod tests {
    use contract::build::File;

    use super::*;

    fn id(n: u32) -> BuildId {
        BuildId::new("20261121T030405Z", n).unwrap()
    }

    /// A build with one shard that has these paths, and with a dictionary made from the build
    /// `trained`.
    fn index(n: u32, shard: &str, trained: Option<u32>) -> Index {
        let golden = include_str!("../../../../contract/tests/golden/index.json");
        Index {
            id: id(n),
            shards: vec![Hash::of(shard.as_bytes())],
            dictionary: trained.map(|trained| Dictionary {
                asset: format!("dictionaries/{trained}.dict"),
                sha256: String::new(),
                trained_on: Some(id(trained)),
                samples: Vec::new(),
            }),
            ..serde_json::from_str(golden).unwrap()
        }
    }

    fn shard(paths: &[&str]) -> Shard {
        let file = Entry::File(File {
            build: id(1),
            hash: Hash::of(b"x"),
            size: 1,
            media_type: "text/html".into(),
            access: Access::Public,
            class: None,
            status: None,
            style: None,
            faces: Vec::new(),
            anchors: Box::default(),
            weight: None,
            key: None,
        });
        let entries = paths.iter().map(|path| ((*path).to_owned(), file.clone()));
        entries.collect()
    }

    fn decide_purge(indexes: &[Index], live: u32, clean: &[u32]) -> Result<Decision, Obstacle> {
        let paths = PurgedPaths::new(&["/a".to_owned()]).unwrap();
        let mut scan = Scan::new(&paths);
        for (name, paths) in [("with", &["/a", "/b"][..]), ("without", &["/b"][..])] {
            scan.add(Hash::of(name.as_bytes()), shard(paths));
        }
        let entry = |index: &Index| HistoryEntry {
            id: index.id.clone(),
            app: Hash::of(b"app"),
            state: BuildState::Superseded,
            timestamp: String::new(),
        };
        let history: Vec<_> = indexes.iter().map(entry).collect();
        let standing = Standing {
            history: &history,
            live: Some(&id(live)),
            indexes,
            clean: &clean.iter().copied().map(id).collect(),
        };
        decide(&standing, &scan)
    }

    // R10.03, R10.04
    #[test]
    fn builds_with_a_path_or_a_dictionary_of_such_a_build_go_and_the_live_one_stays() {
        let all = [
            index(1, "with", Some(1)),
            index(2, "without", Some(1)),
            index(3, "without", None),
            index(4, "without", Some(3)),
        ];
        let decision = decide_purge(&all, 4, &[]).unwrap();
        assert_eq!(decision.dropped, [id(1), id(2)]);
        let kept: Vec<_> = decision.kept.iter().map(|entry| entry.state).collect();
        assert_eq!(kept, [BuildState::Superseded, BuildState::Live]);
        assert_eq!(decision.addresses.len(), 1);
        assert_eq!(decision.dictionaries.len(), 1);
    }

    #[test]
    fn a_live_build_with_a_path_or_a_dictionary_that_nobody_can_judge_is_in_the_way() {
        let with = [index(1, "with", None)];
        assert_eq!(
            decide_purge(&with, 1, &[]).unwrap_err(),
            Obstacle::Path("/a".to_owned())
        );
        // The build that it was made from is gone, or only half there.
        let pruned = [index(2, "without", Some(1))];
        let half = [index(1, "elsewhere", None), pruned[0].clone()];
        for all in [&pruned[..], &half[..]] {
            let obstacle = decide_purge(all, 2, &[]).unwrap_err();
            let named = pruned[0].dictionary.iter().cloned().collect();
            assert_eq!(obstacle, Obstacle::Dictionary(named));
        }
        assert!(
            decide_purge(&pruned, 2, &[1]).is_ok(),
            "known from elsewhere"
        );
    }

    #[test]
    fn what_no_kept_build_names_is_not_needed() {
        let mut needed = NeededFiles::default();
        needed.add(index(1, "without", None));
        needed.add_shard(&shard(&["/b"]), &HashSet::from([(1, Hash::of(b"x"))]));
        let held = |inside: &str| format!("{}/{inside}", id(1));
        for (name, is_needed) in [
            (held("b/index.html"), true),
            (held("b/index.html.br"), true),
            (held("b/index.html.zst.tmp"), true),
            (held(MARK), true),
            (held("a/index.html"), false),
            (held("a/index.html.dcz"), false),
            (format!("{}/{MARK}", id(2)), false),
            (format!("index/{}.json", id(1)), true),
            (format!("index/{}.json", id(2)), false),
            (
                "shards/0123456789abcdef0123456789abcdef.json".to_owned(),
                false,
            ),
        ] {
            assert_eq!(needed.has(&name), is_needed, "{name}");
        }
        assert_eq!(needed.same_bytes.len(), 1);
    }
}
