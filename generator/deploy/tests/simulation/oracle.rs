//! The promises that hold at every moment: a gateway reads the pointers at any time,
//! and finds a whole build, of which it serves nothing that was taken back.

use contract::Hash;
use contract::build::{BuildId, BuildState, Entry, HistoryEntry, Index, Latest, Shard, file_path};

use crate::place::State;

/// Checks all that a gateway would read here.
pub(crate) fn check(state: &State) {
    let Some(latest) = state.json::<Latest>("latest.json") else {
        return;
    };
    let history: Vec<HistoryEntry> = state.json("history.json").unwrap_or_default();
    let answers = |entry: &&HistoryEntry| entry.state == BuildState::Superseded;
    let answering = history.iter().filter(answers).map(|entry| &entry.id);
    for id in std::iter::once(&latest.id).chain(answering) {
        let index = index(state, id);
        check_whole(state, &index);
        assert!(
            !state.withdrawn.contains(&index.content_hash),
            "{}: {id} answers, and its content was rolled back here",
            state.label
        );
        for shard in &index.shards {
            for path in shard_of(state, shard).keys() {
                assert!(
                    !state.purged.contains(path.as_str()),
                    "{}: {id} has {path}, which was purged here",
                    state.label
                );
            }
        }
    }
}

/// A file of a build never changes.
pub(crate) fn check_put(state: &State, name: &str, bytes: &[u8]) {
    if let Some(stored) = state.files.get(name) {
        let is_root = name.starts_with("index/");
        assert!(
            is_root || *stored.bytes == *bytes,
            "{}: {name} is written with other bytes",
            state.label
        );
    }
}

fn index(state: &State, id: &BuildId) -> Index {
    let name = format!("index/{id}.json");
    let index = state.json(&name);
    index.unwrap_or_else(|| panic!("{}: {name} is missing", state.label))
}

fn shard_of(state: &State, hash: &Hash) -> Shard {
    let name = format!("shards/{hash}.json");
    let shard = state.json(&name);
    shard.unwrap_or_else(|| panic!("{}: {name} is missing", state.label))
}

fn check_whole(state: &State, index: &Index) {
    let has = |name: String| {
        let stored = state.files.get(&name);
        stored.unwrap_or_else(|| panic!("{}: {name} of {} is missing", state.label, index.id))
    };
    has(format!("meta/{}.json", index.id));
    has(format!("origin/{}.json", index.origin));
    for hash in &index.shards {
        for (path, entry) in shard_of(state, hash) {
            let Entry::File(file) = entry else { continue };
            let stored = has(format!(
                "{}/{}",
                file.build,
                file_path(&path, &file.media_type)
            ));
            assert_eq!(
                Hash::of(&stored.bytes),
                file.hash,
                "{}: {path}",
                state.label
            );
        }
    }
}
