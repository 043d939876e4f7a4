//! Removal of files that no build of the history needs: folders of interrupted builds, and builds
//! that `prune` dropped.
//!
//! No file younger than the grace of the [`Retention`] is removed: a gateway may still be reading
//! it, and another machine's clock may differ a little.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::TryLockError;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use contract::build::{BuildId, BuildState, HistoryEntry, Index};
use contract::control::Initiator;

use super::log::{LogLine, LogVerb, rfc3339};
use super::{Store, predecessor, preview};

/// The builds that are kept beside the live one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// How many builds a history names, the live one included.
    pub builds: usize,
    /// How long a build is kept after it was superseded, and a file that no build needs after it
    /// was written: at least as long as a reader may hold them.
    pub grace: Duration,
}

impl Default for Retention {
    /// A hundred builds, and an hour.
    fn default() -> Self {
        Self {
            builds: 100,
            grace: Duration::from_secs(3600),
        }
    }
}

/// Drops builds from the history beyond the newest of `retention`; never the live one nor one that
/// was live within its grace.
pub fn prune(
    store: &Store,
    retention: Retention,
    now: jiff::Timestamp,
    initiator: &Initiator,
) -> anyhow::Result<usize> {
    let pointers = store.pointers();
    let history = pointers.history()?;
    let kept = kept_entries(&history, retention, now);
    let line = LogLine::new(LogVerb::Prune, &rfc3339(now), initiator);
    pointers.drop_builds(&kept, line)
}

/// Which entries stay. A build stops being live when the next one becomes live.
pub fn kept_entries(
    history: &[HistoryEntry],
    retention: Retention,
    now: jiff::Timestamp,
) -> Vec<HistoryEntry> {
    let first_kept = history.len().saturating_sub(retention.builds);
    let ended = |position: usize| {
        let mut later = history.iter().skip(position + 1);
        later
            .find(|next| next.state != BuildState::Staged)
            .and_then(|next| next.timestamp.parse::<jiff::Timestamp>().ok())
    };
    let recent = |position: usize| {
        let is_recent = |ended| now.duration_since(ended).unsigned_abs() < retention.grace;
        ended(position).is_none_or(is_recent)
    };
    let stays = |(position, entry): &(usize, &HistoryEntry)| {
        *position >= first_kept || entry.state == BuildState::Live || recent(*position)
    };
    history
        .iter()
        .enumerate()
        .filter(stays)
        .map(|(_, entry)| entry.clone())
        .collect()
}

/// Sweeps, unless a build is being made: then the sweep is due when it is done.
pub fn sweep_unless_building(store: &Store, grace: Duration) -> anyhow::Result<Option<usize>> {
    let _kept = match store.files.try_lock() {
        Ok(kept) => kept,
        Err(TryLockError::Poisoned(kept)) => kept.into_inner(),
        Err(TryLockError::WouldBlock) => {
            *store.sweep_due() = Some(grace);
            return Ok(None);
        }
    };
    sweep(store, grace).map(Some)
}

/// Sweeps if that is due.
pub fn sweep_if_due(store: &Store) -> anyhow::Result<usize> {
    let due = store.sweep_due().take();
    let swept = due.map(|grace| sweep_unless_building(store, grace));
    Ok(swept.transpose()?.flatten().unwrap_or_default())
}

/// Deletes files that no index in the history leads to and that are older than `grace`, and expired
/// previews. Returns how many files and folders were deleted.
pub fn sweep(store: &Store, grace: Duration) -> anyhow::Result<usize> {
    let mut needed = Needed::default();
    for entry in store.history()? {
        needed.add(store.index(&entry.id)?);
    }
    let root = store.root();
    let mut deleted = 0;
    deleted += delete_unless(root, grace, |name| {
        name.parse::<BuildId>()
            .map_or(true, |id| needed.folder(&id))
    })?;
    for folder in ["index", "meta", "sources", "shards", "origin"] {
        deleted += delete_unless(&root.join(folder), grace, |name| needed.file(folder, name))?;
    }
    let is_asset = |name: &str| needed.file("assets", name);
    deleted += delete_assets_unless(&root.join("assets"), grace, is_asset)?;
    Ok(deleted + preview::tidy(root, jiff::Timestamp::now())?)
}

/// Names of all that some builds need.
#[derive(Default)]
pub struct Needed {
    builds: HashSet<String>,
    holders: HashSet<BuildId>,
    shards: HashSet<String>,
    assets: HashSet<String>,
    origin: HashSet<String>,
}

impl Needed {
    /// Adds a build.
    pub fn add(&mut self, index: Index) {
        self.builds.insert(index.id.to_string());
        self.holders.insert(index.id);
        self.holders.extend(index.holders);
        self.shards
            .extend(index.shards.iter().map(ToString::to_string));
        let assets = index.assets.iter();
        let copies = assets.flat_map(|(name, asset)| predecessor::copies(name, asset));
        self.assets.extend(copies);
        self.assets.extend(index.assets.into_keys());
        self.origin.insert(index.origin.to_string());
    }

    /// Whether the folder of a build is needed.
    pub fn folder(&self, id: &BuildId) -> bool {
        self.holders.contains(id)
    }

    /// Whether a file of one of the folders that builds share is needed.
    pub fn file(&self, folder: &str, name: &str) -> bool {
        let names = match folder {
            "index" | "meta" | "sources" => &self.builds,
            "shards" => &self.shards,
            "origin" => &self.origin,
            "assets" => return self.asset(name),
            _ => return true,
        };
        let stem = name
            .strip_suffix(".json")
            .or_else(|| name.strip_suffix(".bin"));
        stem.is_some_and(|stem| names.contains(stem))
    }

    /// Sidecars go with their originals.
    fn asset(&self, name: &str) -> bool {
        let original = [".br", ".gz", ".zst"]
            .iter()
            .find_map(|extension| name.strip_suffix(extension));
        self.assets.contains(name)
            || original.is_some_and(|original| self.assets.contains(original))
    }
}

fn delete_unless(
    folder: &Path,
    grace: Duration,
    is_needed: impl Fn(&str) -> bool,
) -> anyhow::Result<usize> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(0);
    };
    let mut deleted = 0;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_none_or(&is_needed) || !is_older(&entry, grace)? {
            continue;
        }
        let path = entry.path();
        let removed = if entry.file_type()?.is_dir() {
            fs::remove_dir_all(&path)
        } else {
            fs::remove_file(&path)
        };
        removed.with_context(|| format!("cannot delete `{}`", path.display()))?;
        deleted += 1;
    }
    Ok(deleted)
}

/// Assets are stored in folders, and are named by their path below `assets/`.
fn delete_assets_unless(
    root: &Path,
    grace: Duration,
    is_needed: impl Fn(&str) -> bool,
) -> anyhow::Result<usize> {
    let mut folders = vec![root.to_owned()];
    let mut deleted = 0;
    while let Some(folder) = folders.pop() {
        let prefix = folder.strip_prefix(root)?.to_string_lossy().into_owned();
        let is_needed = |name: &str| {
            folder.join(name).is_dir()
                || is_needed(Path::new(&prefix).join(name).to_string_lossy().as_ref())
        };
        deleted += delete_unless(&folder, grace, is_needed)?;
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        folders.extend(
            entries
                .map(|entry| entry.path())
                .filter(|path| path.is_dir()),
        );
    }
    Ok(deleted)
}

fn is_older(entry: &fs::DirEntry, grace: Duration) -> anyhow::Result<bool> {
    if grace.is_zero() {
        return Ok(true);
    }
    let modified = entry.metadata()?.modified()?;
    let age = SystemTime::now().duration_since(modified);
    Ok(age.is_ok_and(|age| age > grace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::Hash;

    fn retention(builds: usize) -> Retention {
        let grace = Duration::from_secs(3600);
        Retention { builds, grace }
    }

    #[test]
    fn the_live_build_and_recent_ones_are_never_pruned() {
        let entry = |n: u32, state, timestamp: &str| {
            let id = BuildId::new("20261121T000000Z", n).unwrap();
            HistoryEntry {
                id,
                app: Hash::of(b"app"),
                state,
                timestamp: timestamp.to_owned(),
            }
        };
        let history = [
            entry(1, BuildState::Superseded, "2026-11-20T00:00:00Z"),
            entry(2, BuildState::Superseded, "2026-11-20T01:00:00Z"),
            entry(3, BuildState::Live, "2026-11-21T00:00:00Z"),
        ];
        let at = |text: &str, keep| {
            let ids = kept_entries(&history, retention(keep), text.parse().unwrap())
                .into_iter()
                .map(|entry| entry.id.to_string());
            ids.map(|id| id.chars().last().unwrap()).collect::<String>()
        };
        assert_eq!(
            at("2026-11-21T00:30:00Z", 1),
            "23",
            "build 2 was live half an hour ago"
        );
        assert_eq!(at("2026-11-21T02:00:00Z", 1), "3");
        assert_eq!(at("2026-11-21T02:00:00Z", 5), "123");
    }

    #[test]
    fn a_staged_build_ends_no_other_and_goes_when_it_is_old() {
        use BuildState::{Live, Staged, Superseded};
        let entry = |n: u32, state, timestamp: &str| HistoryEntry {
            id: BuildId::new("20261121T000000Z", n).unwrap(),
            app: Hash::of(b"app"),
            state,
            timestamp: timestamp.to_owned(),
        };
        let history = [
            entry(1, Superseded, "2026-11-20T00:00:00Z"),
            entry(2, Staged, "2026-11-20T01:00:00Z"),
            entry(3, Live, "2026-11-21T00:00:00Z"),
        ];
        let kept_at = |text: &str| {
            let kept = kept_entries(&history, retention(1), text.parse().unwrap());
            kept.iter().map(|entry| entry.state).collect::<Vec<_>>()
        };
        assert_eq!(
            kept_at("2026-11-21T00:30:00Z"),
            [Superseded, Staged, Live],
            "build 1 was live half an hour ago"
        );
        assert_eq!(kept_at("2026-11-21T02:00:00Z"), [Live]);
    }
}
