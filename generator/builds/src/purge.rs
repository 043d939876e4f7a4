//! Removal of paths from every build that is kept: content that must disappear, not only from the
//! live site.
//!
//! | step | then |
//! |---|---|
//! | [`record`]: `purged.json` replaced | no push brings the paths back |
//! | every build with one of the paths leaves `history.json` | gateways answer nothing from them |
//! | files that no build of the history needs are deleted, without the grace that a sweep gives | |
//! | previews with one of the paths are deleted | |
//!
//! After an interruption, the same command does the rest: the files to delete are derived from the
//! files that exist. The crate `generator-deploy` does the same in builds folders elsewhere;
//! [`decision`] chooses the builds to drop for both.
//!
//! The live build must not have the paths: they are part of the content, and stay until that is
//! edited. Nor may its dictionary be made from a build that had them, or from one that is gone: it
//! consists of parts of public pages. Such a dictionary is retired; the next build makes another.

pub mod decision;
pub mod paths;
pub mod record;

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use contract::Hash;
use contract::build::{BuildId, Index};
use walkdir::WalkDir;

use super::log::LogLine;
use super::{Builds, Store, preview, sweep};
use decision::{Decision, NeededFiles, Obstacle, Scan, Standing, decide};
use paths::original;
pub use paths::{NotAPath, PurgedPaths};
use record::{FILE, PurgeRecord};

use generator_ground::diagnostic::suggestion;

/// How often files at the paths are deleted: one that is being compressed just then may come back.
const ATTEMPTS: usize = 5;

/// How long compressing one file takes at most, by far.
const PAUSE: Duration = Duration::from_millis(200);

/// The outcome of a purge.
#[derive(Debug, Default)]
pub struct Purged {
    /// Builds that left the history.
    pub builds: usize,
    /// Files and folders that were deleted.
    pub files: usize,
    /// Full addresses of all that was there, for caches elsewhere.
    pub addresses: BTreeSet<String>,
    /// Files at other paths with the same bytes as a purged file.
    pub same_bytes: BTreeSet<String>,
}

/// A path that no build has.
#[derive(Debug)]
pub struct AbsentPath {
    /// The path.
    pub path: String,
    /// The nearest path of the live build.
    pub near: Option<String>,
}

/// The live build has a path that was to be purged.
#[derive(Debug, thiserror::Error)]
#[error("the live build still has `{0}`")]
pub struct StillLive(pub String);

/// The live build's dictionary was made while a path that was to be purged was there. It is retired
/// now: the next build makes another one.
#[derive(Debug, thiserror::Error)]
#[error("parts of it may be in the dictionary of the live build")]
pub struct InDictionary;

impl Builds {
    /// Record of the purges of this folder.
    pub fn purge_record(&self) -> anyhow::Result<PurgeRecord> {
        Ok(self.read_json(FILE)?.unwrap_or_default())
    }

    /// The paths among `paths` that no build here has and that were not purged here before, each
    /// with the nearest path of the live build.
    pub fn absent_paths(&self, paths: &PurgedPaths) -> anyhow::Result<Vec<AbsentPath>> {
        let mut absent: BTreeSet<&str> = paths.iter().collect();
        let record = self.purge_record()?;
        absent.retain(|path| !record.has(path));
        let mut seen = HashSet::new();
        let mut known = BTreeSet::new();
        let live = self.live_id()?;
        for entry in self.history()?.into_iter().rev() {
            let index = self.index(&entry.id)?;
            let new = index.shards.iter().filter(|shard| seen.insert(**shard));
            for shard in new {
                for path in self.shard(shard)?.into_keys() {
                    for coverer in paths::coverers(&path) {
                        absent.remove(coverer);
                    }
                    if live.as_ref() == Some(&entry.id) {
                        known.insert(path);
                    }
                }
            }
        }
        let near = |path: &str| suggestion(path, known.iter().map(String::as_str));
        let absent = absent.into_iter().map(|path| AbsentPath {
            path: path.to_owned(),
            near: near(path).map(str::to_owned),
        });
        Ok(absent.collect())
    }

    /// Whether a build after that of `index` is to have another dictionary.
    pub fn is_dictionary_retired(&self, index: &Index) -> anyhow::Result<bool> {
        let record = self.purge_record()?;
        let dictionary = index.dictionary.as_ref();
        Ok(dictionary.is_some_and(|dictionary| record.is_retired(dictionary)))
    }
}

/// Takes `paths` out of all builds. `line` is written to the log.
pub fn purge(store: &Store, paths: &PurgedPaths, line: LogLine) -> anyhow::Result<Purged> {
    let decision = drop_builds(store, paths, line)?;
    // An unfinished build may take over files that no build needs now.
    let _kept = store.keep_files();
    let mut files = sweep::sweep(store, Duration::ZERO)?;
    let needed = needed_files(store, &decision.bytes)?;
    files += delete_unneeded(store.root(), &needed)?;
    files += end_previews(store, paths)?;
    Ok(Purged {
        builds: decision.dropped.len(),
        files,
        addresses: decision.addresses,
        same_bytes: needed.same_bytes,
    })
}

/// Drops the builds that have one of the paths from the history.
fn drop_builds(store: &Store, paths: &PurgedPaths, line: LogLine) -> anyhow::Result<Decision> {
    let pointers = store.pointers();
    let (history, live) = (pointers.history()?, pointers.live_id()?);
    let mut scan = Scan::new(paths);
    let mut indexes = Vec::new();
    for entry in &history {
        let index = pointers.index(&entry.id)?;
        for shard in &index.shards {
            if !scan.has(shard) {
                scan.add(*shard, pointers.shard(shard)?);
            }
        }
        indexes.push(index);
    }
    indexes.extend(left_over(store, &indexes, &mut scan)?);
    let standing = Standing {
        history: &history,
        live: live.as_ref(),
        indexes: &indexes,
        clean: &HashSet::new(),
    };
    let record = pointers.purge_record()?;
    let decision = match decide(&standing, &scan) {
        Ok(decision) => decision,
        Err(Obstacle::Path(path)) => return Err(StillLive(path).into()),
        Err(Obstacle::Dictionary(dictionaries)) => {
            let record = record.retiring(&dictionaries);
            pointers.replace(FILE, &serde_json::to_vec_pretty(&record)?)?;
            return Err(InDictionary.into());
        }
    };
    let record = record.after(paths, &line).retiring(&decision.dictionaries);
    pointers.replace(FILE, &serde_json::to_vec_pretty(&record)?)?;
    pointers.purge(&decision.kept, log_line(line, paths, &decision))?;
    Ok(decision)
}

/// The line of the log.
pub fn log_line(line: LogLine, paths: &PurgedPaths, decision: &Decision) -> LogLine {
    let paths = paths.iter().map(str::to_owned);
    LogLine {
        // The path of a guarded page is not reported.
        paths: match decision.has_guarded {
            true => Vec::new(),
            false => paths.collect(),
        },
        ..line
    }
}

/// Builds that left the history and are not deleted yet, by an earlier purge perhaps that was
/// interrupted.
fn left_over(store: &Store, known: &[Index], scan: &mut Scan<'_>) -> anyhow::Result<Vec<Index>> {
    let mut found = Vec::new();
    for file in fs::read_dir(store.root().join("index"))
        .into_iter()
        .flatten()
    {
        let name = file?.file_name();
        let stem = name.to_str().and_then(|name| name.strip_suffix(".json"));
        let Some(id) = stem.and_then(|stem| stem.parse::<BuildId>().ok()) else {
            continue;
        };
        if known.iter().any(|index| index.id == id) {
            continue;
        }
        // Parts of it may be deleted already.
        let Ok(index) = store.index(&id) else {
            continue;
        };
        for shard in &index.shards {
            if let (false, Ok(read)) = (scan.has(shard), store.shard(shard)) {
                scan.add(*shard, read);
            }
        }
        found.push(index);
    }
    Ok(found)
}

/// Files that the builds of the history need.
fn needed_files(store: &Store, purged: &HashSet<(u64, Hash)>) -> anyhow::Result<NeededFiles> {
    let mut needed = NeededFiles::default();
    let mut seen = HashSet::new();
    for entry in store.history()? {
        let index = store.index(&entry.id)?;
        for shard in &index.shards {
            if seen.insert(*shard) {
                needed.add_shard(&store.shard(shard)?, purged);
            }
        }
        needed.add(index);
    }
    Ok(needed)
}

/// Deletes unneeded files in the folders of builds, until none are left.
fn delete_unneeded(root: &Path, needed: &NeededFiles) -> anyhow::Result<usize> {
    let mut deleted = 0;
    for _ in 0..ATTEMPTS {
        let left = files_of_builds(root, |name, _| !needed.has(name))?;
        if left.is_empty() {
            return Ok(deleted);
        }
        for file in left {
            deleted += delete(root, &file)?;
        }
        std::thread::sleep(PAUSE);
    }
    anyhow::bail!("files that no build needs come back; is another program writing into `builds/`?")
}

/// Deletes a file, and the folders that are empty then.
fn delete(root: &Path, file: &Path) -> anyhow::Result<usize> {
    match fs::remove_file(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
        removed => removed.with_context(|| format!("cannot delete `{}`", file.display()))?,
    }
    let above = file.ancestors().skip(1).take_while(|above| *above != root);
    // Until the first one that is not empty.
    above
        .take_while(|above| fs::remove_dir(above).is_ok())
        .for_each(drop);
    Ok(1)
}

/// Ends the previews that have something at the paths.
fn end_previews(store: &Store, paths: &PurgedPaths) -> anyhow::Result<usize> {
    let mut ended = 0;
    for (_, folder) in preview::folders(store.root()) {
        let is_covered = |_: &str, inside: &str| paths.cover(&original(inside));
        if !files_of_builds(&folder, is_covered)?.is_empty() {
            preview::delete(&folder)?;
            ended += 1;
        }
    }
    Ok(ended)
}

/// Files in the folders of builds below `root` for which `is_wanted` is true. Its arguments are the
/// name below `root` and the part of it after the folder, with a leading slash.
fn files_of_builds(
    root: &Path,
    is_wanted: impl Fn(&str, &str) -> bool,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in fs::read_dir(root)? {
        let folder = folder?;
        let holder = folder.file_name().to_string_lossy().into_owned();
        if holder.parse::<BuildId>().is_err() {
            continue;
        }
        for file in WalkDir::new(folder.path()) {
            let file = file?;
            let inside = file.path().strip_prefix(folder.path())?.to_string_lossy();
            let is_wanted = is_wanted(&format!("{holder}/{inside}"), &format!("/{inside}"));
            if !file.file_type().is_dir() && is_wanted {
                found.push(file.into_path());
            }
        }
    }
    Ok(found)
}
