//! Purging in a builds folder elsewhere, as [`generator_builds::purge`] does in the one of this
//! machine.
//!
//! | step | at the destination | a gateway there serves |
//! |---|---|---|
//! | lease and lock are taken, the present state is read | | as before |
//! | `purged.json` replaced | no push brings the paths back | as before |
//! | `history.json` replaced | builds with the paths have left it | no file from those builds |
//! | pointers replaced by other bytes of the same value | no push that has lost its lease can replace them | the same |
//! | files that no build of the history needs are deleted, indexes last | | the same |
//!
//! After an interruption, the next purge does the rest: the files to delete are derived from the
//! files that exist. The state of the destination stays: its live build, its held content, its
//! other builds.

use std::collections::{BTreeSet, HashSet};

use anyhow::{Context, bail, ensure};
use contract::Hash;
use contract::build::{BuildId, Index};
use contract::control::Initiator;
use contract::preview;

use super::clock::Clock;
use super::destination::{Destination, Lease};
use super::name::Name;
use super::published::{POINTER_MAX, Pointers, ROOT_MAX, indexes, shards};
use generator_builds::log::{LogLine, LogVerb, rfc3339};
use generator_builds::purge::decision::{Decision, NeededFiles, Obstacle, Scan, Standing, decide};
use generator_builds::purge::paths::original;
use generator_builds::purge::record::PurgeRecord;
use generator_builds::purge::{InDictionary, Purged, PurgedPaths, StillLive, log_line};
use generator_ground::message::Message;

/// Files deleted at once: between two of such batches the lease is looked at.
const BATCH: usize = 512;

/// Folders that builds share, in the order in which they are emptied: as long as an index is there,
/// the addresses of its build are known.
const SHARED: [&str; 6] = ["assets", "shards", "origin", "sources", "meta", "index"];

/// A purge.
pub struct Purge<'a> {
    /// The paths.
    pub paths: &'a PurgedPaths,
    /// Builds that have none of them: those of a folder that was purged before.
    pub clean: &'a HashSet<BuildId>,
    /// The person that runs it, for the log.
    pub by: &'a Initiator,
    /// The time of the record.
    pub clock: Clock,
}

impl Purge<'_> {
    /// Takes the paths out of all builds of `destination`.
    pub fn at(&self, destination: &dyn Destination) -> anyhow::Result<Purged> {
        if Pointers::read(destination)?.history.is_empty() && destination.holders()?.is_empty() {
            bail!(Message::new("purge-nothing").with("place", destination.label()));
        }
        let lease = destination.lease()?;
        // Held to the end: a generator there could take over files that are being deleted.
        let _lock = destination.lock()?;
        let before = Pointers::read(destination)?;
        // A push may still be on its way to make `latest.json`, and it could not be kept from that.
        if before.live().is_none() && !before.history.is_empty() {
            bail!(Message::new("purge-unfinished").with("place", destination.label()));
        }
        let decision = self.decide(destination, &before)?;
        let kept = self.drop_builds(destination, lease.as_ref(), &before, &decision)?;
        let needed = needed_files(destination, &kept, &decision.bytes)?;
        let doomed = self.superfluous_files(destination, &needed)?;
        if !doomed.is_empty() {
            lease.check()?;
            respell_pointers(destination)?;
        }
        for batch in doomed.chunks(BATCH) {
            lease.check()?;
            destination.delete(lease.as_ref(), batch)?;
        }
        Ok(Purged {
            builds: decision.dropped.len(),
            files: doomed.len(),
            addresses: decision.addresses,
            same_bytes: needed.same_bytes,
        })
    }

    /// Reads all builds that are there. If the live one is an obstacle, the only change is that its
    /// dictionary is retired.
    fn decide(&self, destination: &dyn Destination, before: &Pointers) -> anyhow::Result<Decision> {
        let mut known = of_history(destination, before)?;
        let count = known.len();
        known.extend(left_over(destination, &known)?);
        let mut scan = Scan::new(self.paths);
        shards(destination, &known, |hash, shard| scan.add(hash, shard))?;
        for index in &known[..count] {
            if let Some(shard) = index.shards.iter().find(|shard| !scan.has(shard)) {
                let place = destination.label();
                bail!("`shards/{shard}.json` is missing or damaged in {place}");
            }
        }
        let standing = Standing {
            history: &before.history,
            live: before.live(),
            indexes: &known,
            clean: self.clean,
        };
        match decide(&standing, &scan) {
            Ok(decision) => Ok(decision),
            Err(Obstacle::Path(path)) => Err(StillLive(path).into()),
            Err(Obstacle::Dictionary(dictionaries)) => {
                let record = before.purged.clone().retiring(&dictionaries);
                replace(destination, before, &record)?;
                Err(InDictionary.into())
            }
        }
    }

    /// Replaces the pointers; returns the ids of the builds that are kept.
    fn drop_builds(
        &self,
        destination: &dyn Destination,
        lease: &dyn Lease,
        before: &Pointers,
        decision: &Decision,
    ) -> anyhow::Result<BTreeSet<BuildId>> {
        let now = rfc3339(self.clock.now());
        let line = LogLine {
            dropped: decision.dropped.clone(),
            ..LogLine::new(LogVerb::Purge, &now, self.by)
        };
        let record = before.purged.clone().after(self.paths, &line);
        let record = record.retiring(&decision.dictionaries);
        lease.check()?;
        destination.log(&log_line(line, self.paths, decision).bytes()?)?;
        replace(destination, before, &record)?;
        if decision.kept != before.history {
            let bytes = serde_json::to_vec_pretty(&decision.kept)?;
            destination.replace(&Name::history(), &bytes)?;
        }
        let kept = decision.kept.iter().map(|entry| entry.id.clone());
        Ok(kept.chain(before.live().cloned()).collect())
    }

    /// Files that no build needs, and those of previews with one of the paths.
    fn superfluous_files(
        &self,
        destination: &dyn Destination,
        needed: &NeededFiles,
    ) -> anyhow::Result<Vec<Name>> {
        let mut doomed = Vec::new();
        let mut add = |folder: &str| -> anyhow::Result<()> {
            let listed = destination.list(folder)?.into_iter().map(|file| file.name);
            doomed.extend(listed.filter(|name| !needed.has(name.as_str())));
            Ok(())
        };
        for holder in destination.holders()? {
            add(holder.as_str())?;
        }
        for folder in SHARED {
            add(folder)?;
        }
        let previews = self.previews(destination)?;
        Ok(previews.into_iter().chain(doomed).collect())
    }

    /// Files of the previews that have something at the paths; first those without which no gateway
    /// shows them.
    fn previews(&self, destination: &dyn Destination) -> anyhow::Result<Vec<Name>> {
        let listed = destination.list(preview::FOLDER)?;
        let of = |name: &Name| {
            let mut parts = name.as_str().splitn(4, '/').skip(1);
            let (id, _, inside) = (parts.next()?, parts.next(), parts.next());
            Some((id.to_owned(), format!("/{}", inside.unwrap_or_default())))
        };
        let all = listed.iter().filter_map(|file| of(&file.name));
        let covered = all.filter(|(_, inside)| self.paths.cover(&original(inside)));
        let ended: HashSet<String> = covered.map(|(id, _)| id).collect();
        let is_ended = |name: &Name| of(name).is_some_and(|(id, _)| ended.contains(&id));
        let names = listed.into_iter().map(|file| file.name);
        let mut names: Vec<Name> = names.filter(is_ended).collect();
        names.sort_by_key(|name| !name.as_str().ends_with(preview::FILE));
        Ok(names)
    }
}

/// The roots of the builds of the history and of the live one.
fn of_history(destination: &dyn Destination, before: &Pointers) -> anyhow::Result<Vec<Index>> {
    let history = before.history.iter().map(|entry| &entry.id);
    let ids: BTreeSet<&BuildId> = history.chain(before.live()).collect();
    let ids: Vec<&BuildId> = ids.into_iter().collect();
    let mut found = Vec::with_capacity(ids.len());
    for (id, index) in ids.iter().zip(indexes(destination, &ids)?) {
        // A build without it cannot be served, unless it is served already.
        ensure!(
            index.is_some() || before.live() != Some(id),
            "`index/{id}.json` is missing in {}",
            destination.label()
        );
        found.extend(index);
    }
    Ok(found)
}

/// Roots of builds that left the history and are not deleted yet, by an earlier purge perhaps that
/// was interrupted.
fn left_over(destination: &dyn Destination, known: &[Index]) -> anyhow::Result<Vec<Index>> {
    let known: HashSet<&BuildId> = known.iter().map(|index| &index.id).collect();
    let id = |name: &Name| {
        let stem = name
            .as_str()
            .strip_prefix("index/")?
            .strip_suffix(".json")?;
        stem.parse::<BuildId>().ok()
    };
    let listed = destination.list("index")?.into_iter();
    let left = listed.filter_map(|file| id(&file.name));
    let left = left.filter(|id| !known.contains(id));
    let names: Vec<Name> = left.map(|id| Name::json("index", id)).collect();
    let read = destination.read(&names, ROOT_MAX)?.into_iter();
    Ok(read
        .flatten()
        .filter_map(|bytes| serde_json::from_slice(&bytes).ok())
        .collect())
}

/// Files that the builds `kept` need.
fn needed_files(
    destination: &dyn Destination,
    kept: &BTreeSet<BuildId>,
    purged: &HashSet<(u64, Hash)>,
) -> anyhow::Result<NeededFiles> {
    let ids: Vec<&BuildId> = kept.iter().collect();
    let mut needed = NeededFiles::default();
    let all = indexes(destination, &ids)?.into_iter();
    let all: Vec<Index> = all
        .map(|index| index.context("an index is gone"))
        .collect::<anyhow::Result<_>>()?;
    let mut read = HashSet::new();
    shards(destination, &all, |hash, shard| {
        read.insert(hash);
        needed.add_shard(&shard, purged);
    })?;
    for index in all {
        // An unknown file could be needed.
        ensure!(
            index.shards.iter().all(|shard| read.contains(shard)),
            "a shard of build {} is missing or damaged in {}",
            index.id,
            destination.label()
        );
        needed.add(index);
    }
    Ok(needed)
}

/// Replaces the pointers by other bytes of the same value. A push that has lost its lease in a
/// bucket may still be on its way to replace one; the bucket does that only while the pointer is as
/// the push has read it, and files that it would lead to are about to be deleted.
fn respell_pointers(destination: &dyn Destination) -> anyhow::Result<()> {
    let names = [Name::history(), Name::latest()];
    for (name, bytes) in names.iter().zip(destination.read(&names, POINTER_MAX)?) {
        let Some(bytes) = bytes else { continue };
        destination.replace(name, &respell(&bytes)?)?;
    }
    Ok(())
}

fn respell(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let value: serde_json::Value = serde_json::from_slice(bytes)?;
    let compact = serde_json::to_vec(&value)?;
    Ok(match compact == bytes {
        true => serde_json::to_vec_pretty(&value)?,
        false => compact,
    })
}

fn replace(
    destination: &dyn Destination,
    before: &Pointers,
    record: &PurgeRecord,
) -> anyhow::Result<()> {
    if *record != before.purged {
        destination.replace(&Name::purge_record(), &serde_json::to_vec_pretty(record)?)?;
    }
    Ok(())
}
