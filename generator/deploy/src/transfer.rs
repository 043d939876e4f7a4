//! Publishing a build of one place into others.
//!
//! With several destinations each step is done at all of them before the next: when the first
//! gateway serves the new build, the assets of the new build answer at all of them.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::{Context, bail};
use contract::build::{Access, BuildId, BuildState, Entry, HistoryEntry, Index, Latest, SCHEMA};
use contract::control::Initiator;

use super::batch::{carry, lacking};
use super::clock::Clock;
use super::destination::{Destination, Lease, Source};
use super::gateways::{self, Gateways};
use super::name::Name;
use super::plan::{Plan, is_live, plan};
use super::published::{Pointers, ROOT_MAX, build, check_meta, indexes, is_whole, source_list};
use super::tidy::tidy;
use generator_builds::log::{LogLine, LogVerb};
use generator_builds::purge::record::Forbidden;
use generator_builds::reopened::Reopened;
use generator_builds::sweep::{Retention, kept_entries};
use generator_builds::{Live, with_live};
use generator_ground::message::{Message, join_first};
use generator_ground::storage::spill::Spill;

/// How often a destination that changes meanwhile is looked at afresh.
const ATTEMPTS: usize = 3;
/// Number of builds of a destination from which files are taken over, besides its live one.
const CONSULTED: usize = 3;

/// How to publish.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The build; none: the live one.
    pub build: Option<BuildId>,
    /// The builds that a destination keeps beside the live one.
    pub retention: Retention,
    /// Publish also content that was withdrawn at the destination.
    pub release: bool,
    /// Publish also if that opens pages again that are guarded at the destination, or that have
    /// expired.
    pub reopen: bool,
    /// Only report the planned changes; write no file.
    pub dry_run: bool,
    /// Gateways that know the build before it becomes live, and switch together; without any, each
    /// one switches as soon as it can.
    pub gateways: Gateways,
    /// The person that runs it, for the log.
    pub by: Initiator,
    /// The time of each step.
    pub clock: Clock,
}

/// The result at one destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The destination.
    pub label: String,
    /// The build that is live there.
    pub build: BuildId,
    /// Whether that build was live already.
    pub unchanged: bool,
    /// Files that were carried there, and their bytes.
    pub carried: (usize, u64),
    /// Files that were there already: those that builds there hold, and those of a push that was
    /// interrupted.
    pub present: usize,
    /// Files that were deleted there.
    pub deleted: usize,
    /// Whether content was held there until now.
    pub ended_hold: bool,
    /// The build that was live there, if it was made later and no build was named: a slow job came
    /// after a fast one, or the clock of a machine is wrong.
    pub replaced_newer: Option<BuildId>,
}

/// Observer of the progress of a transfer.
pub trait Observer {
    /// A destination lacks this many files and bytes.
    fn lacks(&self, label: &str, files: usize, bytes: u64);
    /// Adds files and bytes that have arrived.
    fn add_progress(&self, files: usize, bytes: u64);
}

/// Something at the destination changed after it was looked at.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` was changed by another program meanwhile; run the command again")]
pub struct Changed(pub String);

/// Publishes a build of `source` into every destination, or into none.
pub fn publish(
    source: &dyn Source,
    destinations: &[Box<dyn Destination>],
    options: &Options,
    observer: &dyn Observer,
) -> anyhow::Result<Vec<Published>> {
    let spill = Spill::new(&std::env::temp_dir());
    let id = match &options.build {
        Some(id) => id.clone(),
        None => Pointers::read(source)?
            .live()
            .cloned()
            .ok_or_else(|| Message::new("nothing-published"))?,
    };
    let build = build(source, &id, None, &spill)?;
    if build.index.schema != SCHEMA {
        bail!(Message::new("older-layout").with("build", id.to_string()));
    }
    let work = Work {
        source,
        build: &build,
        options,
        observer,
        spill,
    };
    let mut attempt = 1;
    loop {
        match work.publish(destinations) {
            Err(error) if error.is::<Changed>() && attempt < ATTEMPTS => attempt += 1,
            result => return result,
        }
    }
}

struct Work<'a> {
    source: &'a dyn Source,
    build: &'a Live,
    options: &'a Options,
    observer: &'a dyn Observer,
    spill: Arc<Spill>,
}

/// A destination on the way to the new build.
struct Prepared<'a> {
    destination: &'a dyn Destination,
    lease: Box<dyn Lease>,
    /// Keeps generators there away from the pointers, from the first of them to the last.
    lock: Option<Box<dyn Lease>>,
    before: Pointers,
    after: Vec<HistoryEntry>,
    result: Published,
}

impl Work<'_> {
    fn publish(&self, destinations: &[Box<dyn Destination>]) -> anyhow::Result<Vec<Published>> {
        let mut all = Vec::with_capacity(destinations.len());
        for destination in destinations {
            all.push(self.prepare(destination.as_ref())?);
        }
        if !self.options.dry_run {
            let changed = all.iter_mut().filter(|prepared| !prepared.result.unchanged);
            let mut changed: Vec<_> = changed.collect();
            changed
                .iter_mut()
                .try_for_each(|prepared| self.announce(prepared))?;
            if !changed.is_empty() {
                self.wait_for_gateways()?;
            }
            changed
                .iter_mut()
                .try_for_each(|prepared| self.switch(prepared))?;
            changed
                .iter_mut()
                .try_for_each(|prepared| self.tidy(prepared))?;
        }
        Ok(all.into_iter().map(|prepared| prepared.result).collect())
    }

    /// Everything but the pointers.
    fn prepare<'d>(&self, destination: &'d dyn Destination) -> anyhow::Result<Prepared<'d>> {
        let lease: Box<dyn Lease> = match self.options.dry_run {
            true => Box::new(NoLease),
            false => destination.lease()?,
        };
        let before = Pointers::read(destination)?;
        let live = before.live().map(|id| {
            let known = Some(&self.build.tree);
            build(destination, id, known, &self.spill)
        });
        let live = live.transpose()?;
        let mut prepared = Prepared {
            destination,
            lease,
            lock: None,
            after: Vec::new(),
            result: Published {
                label: destination.label(),
                build: self.build.index.id.clone(),
                unchanged: false,
                carried: (0, 0),
                present: 0,
                deleted: 0,
                ended_hold: false,
                replaced_newer: self.newer_than_this(&before).cloned(),
            },
            before,
        };
        if let Some(live) = live
            .as_ref()
            .filter(|live| is_live(&live.index, &self.build.index, &prepared.before.purged))
        {
            prepared.result.build = live.index.id.clone();
            prepared.result.unchanged = true;
            prepared.result.replaced_newer = None;
            return Ok(prepared);
        }
        self.refuse_withdrawn(&prepared)?;
        self.refuse_reopened(&prepared, live.as_ref())?;
        self.refuse_purged(&prepared, live.as_ref())?;
        self.refuse_open(&prepared)?;
        self.fill(&mut prepared, live)?;
        Ok(prepared)
    }

    /// The live build there, if it was made after this one. A build that was named is wanted.
    fn newer_than_this<'p>(&self, there: &'p Pointers) -> Option<&'p BuildId> {
        let live = there.live().filter(|_| self.options.build.is_none())?;
        (live.utc() > self.build.index.id.utc()).then_some(live)
    }

    /// A rollback at the destination holds until all that it took back was edited, or until a
    /// person releases it.
    fn refuse_withdrawn(&self, prepared: &Prepared<'_>) -> anyhow::Result<()> {
        let hold = &prepared.before.hold;
        if hold.withdrawn.is_empty() || self.options.release {
            return Ok(());
        }
        let sources = source_list(self.source, &self.build.index.id)?;
        let Some(held) = hold.find_in(self.build, sources.as_ref()) else {
            return Ok(());
        };
        bail!(
            Message::new("ship-held")
                .with("place", prepared.destination.label())
                .with("build", held.content.build.to_string())
                .with("since", held.content.since.clone())
                .with("by", held.content.by.clone())
                .with("pages", join_first(&held.pages))
        )
    }

    /// An earlier build takes back no restriction of the destination, unless a person asks for it.
    fn refuse_reopened(&self, prepared: &Prepared<'_>, live: Option<&Live>) -> anyhow::Result<()> {
        if self.options.reopen {
            return Ok(());
        }
        let now = self.options.clock.now();
        let live = live.unwrap_or(self.build);
        let reopened = Reopened::of_builds(live, self.build, now)?;
        match reopened.refusal(&self.build.index) {
            Some(refusal) => bail!(
                Message::new("ship-reopens")
                    .with("place", prepared.destination.label())
                    .with("refusal", refusal)
            ),
            None => Ok(()),
        }
    }

    /// Purged paths of the destination stay away until they are released.
    fn refuse_purged(&self, prepared: &Prepared<'_>, live: Option<&Live>) -> anyhow::Result<()> {
        let paths = self.build.tree.iter().map(|(path, _)| path);
        let live = live.map(|live| &live.index);
        let purged = &prepared.before.purged;
        let forbidden = purged.forbids(&self.build.index, live, paths);
        let place = prepared.destination.label();
        match forbidden {
            Some(_) if self.options.release => Ok(()),
            Some(Forbidden::Path(path, recorded)) => bail!(
                Message::new("ship-purged")
                    .with("place", place)
                    .with("path", path)
                    .with("since", recorded.since)
                    .with("by", recorded.by)
            ),
            Some(Forbidden::Dictionary) => {
                bail!(Message::new("ship-purged/dictionary").with("place", place))
            }
            None => Ok(()),
        }
    }

    /// Pages for members go to no place that gives them to everyone.
    fn refuse_open(&self, prepared: &Prepared<'_>) -> anyhow::Result<()> {
        let is_closed = |entry: &Entry| match entry {
            Entry::File(file) => matches!(file.access, Access::Guarded | Access::Private),
            Entry::Redirect { .. } | Entry::Gone => false,
        };
        let mut closed = self.build.tree.iter();
        let Some((path, _)) = closed.find(|(_, entry)| is_closed(entry)) else {
            return Ok(());
        };
        if self.options.dry_run || !prepared.destination.is_open()? {
            return Ok(());
        }
        bail!(
            Message::new("ship-open")
                .with("place", prepared.destination.label())
                .with("path", path)
        )
    }

    /// Brings everything there that the pointers will lead to.
    fn fill(&self, prepared: &mut Prepared<'_>, live: Option<Live>) -> anyhow::Result<()> {
        let (destination, id) = (prepared.destination, &self.build.index.id);
        // A build of the history is whole, and its files never change.
        let is_known = prepared.before.history.iter().any(|entry| entry.id == *id);
        let known = indexes(destination, &[id])?.pop().flatten();
        if let Some(known) = known.filter(|_| is_known) {
            if known.content_hash != self.build.index.content_hash {
                bail!("build {id} there has another content than build {id} here");
            }
            return Ok(());
        }
        let plan = self.plan(destination, &prepared.before, live)?;
        let (files, present) = lacking(self.source, destination, plan.files)?;
        let bytes = files.iter().map(|file| file.size).sum();
        prepared.result.present = plan.taken_over + present;
        prepared.result.carried = (files.len(), bytes);
        self.observer
            .lacks(&prepared.result.label, files.len(), bytes);
        if self.options.dry_run {
            return Ok(());
        }
        let lease = prepared.lease.as_ref();
        let carried = |files, bytes| self.observer.add_progress(files, bytes);
        carry(self.source, destination, lease, &files, &carried)?;
        self.put_roots(destination, lease, &plan.index, plan.shards)?;
        destination.sync()
    }

    /// The plan against the live build there, and against others if that has little of it.
    fn plan(
        &self,
        destination: &dyn Destination,
        before: &Pointers,
        live: Option<Live>,
    ) -> anyhow::Result<Plan> {
        let mut there: Vec<Live> = live.into_iter().collect();
        let first = plan(self.build, &there, &self.spill)?;
        if first.taken_over * 2 > self.build.tree.len() {
            return Ok(first);
        }
        let others =
            before.history.iter().rev().filter(|entry| {
                entry.state != BuildState::Staged && Some(&entry.id) != before.live()
            });
        for entry in others.take(CONSULTED) {
            let known = Some(&self.build.tree);
            match build(destination, &entry.id, known, &self.spill) {
                Ok(other) => there.push(other),
                Err(error) => tracing::warn!("files of {} are not used: {error:#}", entry.id),
            }
        }
        if there.len() < 2 {
            return Ok(first);
        }
        plan(self.build, &there, &self.spill)
    }

    /// Shards, origin data, manifest and index, in this order.
    fn put_roots(
        &self,
        destination: &dyn Destination,
        lease: &dyn Lease,
        index: &Index,
        shards: Vec<(Name, Vec<u8>)>,
    ) -> anyhow::Result<()> {
        let (meta, origin) = (
            Name::json("meta", &index.id),
            Name::json("origin", index.origin),
        );
        let read = self
            .source
            .read(&[meta.clone(), origin.clone()], ROOT_MAX)?;
        let mut read = [meta, origin].into_iter().zip(read);
        let mut files = shards;
        if let Some(sources) = source_list(self.source, &index.id)? {
            files.push((Name::sources(&index.id), sources.to_bytes()));
        }
        let mut take = || -> anyhow::Result<(Name, Vec<u8>)> {
            let (name, bytes) = read.next().context("two files were asked for")?;
            let bytes = bytes.with_context(|| format!("`{name}` is missing"))?;
            Ok((name, bytes))
        };
        let (meta, origin) = (take()?, take()?);
        check_meta(&index.id, &meta.1)?;
        if contract::Hash::of(&origin.1) != index.origin {
            bail!("`{}` is damaged: its hash is another one", origin.0);
        }
        files.extend([origin, meta]);
        files.push((Name::json("index", &index.id), serde_json::to_vec(index)?));
        let folder = tempfile::tempdir()?;
        let mut unique = HashSet::new();
        files.retain(|(name, _)| unique.insert(name.clone()));
        for (name, bytes) in &files {
            let place = folder.path().join(name.as_str());
            if let Some(parent) = place.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(&place, bytes)?;
        }
        let names: Vec<Name> = files.into_iter().map(|(name, _)| name).collect();
        lease.check()?;
        destination.put(folder.path(), &names)
    }

    /// The build enters the history: its assets answer.
    fn announce(&self, prepared: &mut Prepared<'_>) -> anyhow::Result<()> {
        let destination = prepared.destination;
        prepared.lock = Some(destination.lock()?);
        if Pointers::read(destination)? != prepared.before {
            bail!(Changed(destination.label()));
        }
        let now = self.options.clock.now();
        let index = &self.build.index;
        let history = self.whole_builds(destination, &prepared.before)?;
        let history = with_live(history, &index.id, index.app, &timestamp(now));
        prepared.after = kept_entries(&history, self.options.retention, now);
        prepared.lease.check()?;
        destination.log(&self.log_line(&prepared.before, &timestamp(now))?)?;
        let bytes = serde_json::to_vec_pretty(&prepared.after)?;
        destination.replace(&Name::history(), &bytes)
    }

    /// The history without builds that a push announced and never made live, if files of them are
    /// missing: a purge may have deleted these before the build was in the history.
    fn whole_builds(
        &self,
        destination: &dyn Destination,
        before: &Pointers,
    ) -> anyhow::Result<Vec<HistoryEntry>> {
        let mut whole = Vec::with_capacity(before.history.len());
        for entry in &before.history {
            let is_announced = entry.state == BuildState::Live
                && Some(&entry.id) != before.live()
                && entry.id != self.build.index.id;
            if !is_announced || is_whole(destination, &entry.id)? {
                whole.push(entry.clone());
            }
        }
        Ok(whole)
    }

    /// The line of the destination's log.
    fn log_line(&self, before: &Pointers, now: &str) -> anyhow::Result<Vec<u8>> {
        let line = LogLine {
            build: Some(self.build.index.id.clone()),
            before: before.live().cloned(),
            held: (!before.hold.withdrawn.is_empty()).then_some(false),
            ..LogLine::new(LogVerb::Publish, now, &self.options.by)
        };
        line.bytes()
    }

    /// Every gateway has loaded the new history, and with it the build.
    fn wait_for_gateways(&self) -> anyhow::Result<()> {
        let build = &self.build.index.id;
        let knows = |client: &_, gateway: &_| gateways::knows(client, gateway, build);
        let known = self.options.gateways.wait(knows);
        known.map_err(|(gateway, problem)| {
            let message = Message::new("ship-gateway").with("gateway", gateway);
            message.with("problem", problem).into()
        })
    }

    /// The build is live.
    fn switch(&self, prepared: &mut Prepared<'_>) -> anyhow::Result<()> {
        let entry = prepared.after.last().context("the history is empty")?;
        let latest = Latest {
            id: entry.id.clone(),
            timestamp: match self.options.gateways.addresses.is_empty() {
                true => entry.timestamp.clone(),
                false => timestamp(self.options.clock.now() + prepared.destination.lead()),
            },
            app: entry.app,
        };
        prepared.lease.check()?;
        let bytes = serde_json::to_vec(&latest)?;
        prepared.destination.replace(&Name::latest(), &bytes)?;
        // The live content is different, or was released.
        if !prepared.before.hold.withdrawn.is_empty() {
            let lease = prepared.lease.as_ref();
            prepared.destination.delete(lease, &[Name::hold()])?;
            prepared.result.ended_hold = true;
        }
        let purged = &prepared.before.purged;
        let paths = self.build.tree.iter().map(|(path, _)| path);
        let dictionary = self.build.index.dictionary.as_ref();
        let released = match self.options.release {
            true => purged.clone().without_paths(dictionary, paths),
            false => purged.clone(),
        };
        if released != *purged {
            let bytes = serde_json::to_vec_pretty(&released)?;
            prepared
                .destination
                .replace(&Name::purge_record(), &bytes)?;
        }
        prepared.lock = None;
        Ok(())
    }

    /// Deletes the files of builds that left the history.
    fn tidy(&self, prepared: &mut Prepared<'_>) -> anyhow::Result<()> {
        let has_dropped = prepared.after.len() <= prepared.before.history.len();
        if has_dropped {
            let deleted = tidy(
                prepared.destination,
                prepared.lease.as_ref(),
                &prepared.after,
                (self.options.clock.now(), self.options.retention.grace),
            );
            // The build is live all the same, and the next push tries again.
            prepared.result.deleted = deleted.unwrap_or_else(|error| {
                tracing::warn!(
                    "old builds were left in {}: {error:#}",
                    prepared.result.label
                );
                0
            });
        }
        Ok(())
    }
}

/// A lease for runs without changes.
struct NoLease;

impl Lease for NoLease {
    fn check(&self) -> anyhow::Result<()> {
        Ok(())
    }
}

fn timestamp(now: jiff::Timestamp) -> String {
    now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
