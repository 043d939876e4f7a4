//! The patrol: reads the files of the live build again and again, slowly, and compares them with
//! their hash. So a byte that flips on disk is found before a visitor asks for the file.
//!
//! A request never sends a damaged file: a small one is compared when it is read, and a small one
//! in memory is whole, whatever became of the disk. A large one was compared before it was first
//! sent; if the patrol finds it damaged, it is compared again for the next request, and refused. So
//! the patrol refuses by the same check as every request, and only has to report. It does so once
//! for each file, until the file is whole again.
//!
//! It covers the live build with its sidecars, and the client assets of older builds; a preview and
//! the payloads of older builds are compared when they are read.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use contract::Hash;
use contract::hash::Hasher;
use rustix::fs::{Advice, fadvise};
use rustix::io::Errno;
use tokio::task::spawn_blocking;

use crate::config::Limits;
use crate::observe::metrics::Metrics;
use crate::protocol::encoding::Encoding;

use super::builds_dir::{BuildsDir, name};
use super::proof::duration;
use super::reload::LiveSite;
use super::resource::{Resource, mismatch};

/// Bytes of a large file that are read at once.
const STEP: u64 = 256 * 1024;
/// Bytes that opening a file costs as much as.
const OVERHEAD: u64 = 4 * 1024;
/// Time from the start to the first round.
const START: Duration = Duration::from_secs(60);
/// Pause without a build, and the least one between two rounds.
const PAUSE: Duration = Duration::from_millis(100);

/// The patrol of one gateway.
pub(crate) struct Patrol {
    live: Arc<LiveSite>,
    builds: BuildsDir,
    metrics: Arc<Metrics>,
    /// Bytes that are read a second.
    rate: u64,
    /// The least time of a round.
    round: Duration,
    /// Damaged files that were reported.
    damaged: BTreeSet<PathBuf>,
}

impl Patrol {
    /// The patrol that the limits configure; none if it is off.
    pub(crate) fn new(
        limits: &Limits,
        live: Arc<LiveSite>,
        builds: BuildsDir,
        metrics: Arc<Metrics>,
    ) -> Option<Self> {
        (limits.patrol > 0).then(|| Self {
            live,
            builds,
            metrics,
            rate: limits.patrol,
            round: limits.patrol_round,
            damaged: BTreeSet::new(),
        })
    }

    /// Runs until the process ends.
    pub(crate) async fn run(mut self) {
        // The start has work enough.
        tokio::time::sleep(START.min(self.round)).await;
        loop {
            let start = Instant::now();
            if self.live.site().is_some() {
                self.walk().await;
                self.metrics.patrol_rounds.add_one();
                let left = self.round.saturating_sub(start.elapsed());
                tokio::time::sleep(left.max(PAUSE)).await;
            } else {
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// One round. Takes the snapshot anew for each part: a round may take hours, and a build must
    /// not stay in memory for so long.
    async fn walk(&mut self) {
        let mut damaged = BTreeSet::new();
        for number in 0.. {
            let part = self.live.site().and_then(|site| site.part(number));
            let Some(files) = part else {
                break;
            };
            for (path, resource) in files {
                for encoding in codings(&resource) {
                    if let Err(place) = self.visit(&path, &resource, encoding).await {
                        damaged.insert(place);
                    }
                }
            }
        }
        for whole in self.damaged.difference(&damaged) {
            tracing::info!(path = %whole.display(), "no longer damaged, or no longer served");
        }
        self.damaged = damaged;
        self.metrics.damaged_files.set(self.damaged.len() as u64);
    }

    /// Reads one file, and waits for as long as its bytes take at the rate. The error is the place
    /// of a damaged one.
    async fn visit(
        &mut self,
        path: &str,
        resource: &Arc<Resource>,
        encoding: Encoding,
    ) -> Result<(), PathBuf> {
        let facts = &resource.facts;
        let place = self.builds.locate(&facts.holder, &resource.relative(path));
        let place = with_suffix(place, encoding);
        let read = match resource.is_large() {
            true => self.read_large(&place, facts.hash).await,
            false => self.read_small(&place, resource, encoding).await,
        };
        let Err(error) = read.or_else(|error| damage(error, encoding)) else {
            return Ok(());
        };
        if let Some(mirror) = self.builds.mirror() {
            // The mirror lacks files that were never asked for, and a damaged one comes anew.
            if error.kind() != io::ErrorKind::NotFound {
                mirror.discard(&name(&facts.holder, &resource.relative(path), encoding));
            }
            return Ok(());
        }
        // A build that is no longer served may be removed while the patrol reads it.
        let site = self.live.site();
        if !site.is_some_and(|site| site.has(path, resource)) {
            return Ok(());
        }
        resource.set_checked(false);
        if self.damaged.insert(place.clone()) {
            self.metrics.bad_files.add_one();
            self.metrics.damaged_files.set(self.damaged.len() as u64);
            tracing::error!(
                path = %place.display(),
                expected = %facts.hash,
                %error,
                "a file of the live build is damaged on disk: check the disk, and publish again"
            );
        }
        Err(place)
    }

    async fn read_small(
        &self,
        place: &Path,
        resource: &Arc<Resource>,
        encoding: Encoding,
    ) -> io::Result<()> {
        let (place, known) = (place.to_owned(), Arc::clone(resource));
        let read = spawn_blocking(move || {
            open(&place)?;
            known.read_checked(&place, encoding)
        });
        let bytes = read.await.map_err(io::Error::other)?;
        // Absent sidecars are cheap, and there may be three for each file.
        if bytes.is_ok() || encoding == Encoding::Identity {
            self.rest(resource.facts.size + OVERHEAD).await;
        }
        bytes.map(drop)
    }

    async fn read_large(&self, place: &Path, expected: Hash) -> io::Result<()> {
        let place = place.to_owned();
        let opened = spawn_blocking(move || open(&place));
        let mut file = opened.await.map_err(io::Error::other)??;
        let mut hasher = Hasher::default();
        loop {
            let step = spawn_blocking(move || {
                let mut bytes = Vec::new();
                file.by_ref().take(STEP).read_to_end(&mut bytes)?;
                hasher.update(&bytes);
                io::Result::Ok((file, hasher, bytes.len() as u64))
            });
            let length;
            (file, hasher, length) = step.await.map_err(io::Error::other)??;
            if length == 0 {
                break;
            }
            self.rest(length).await;
        }
        match Hash::of_hasher(&hasher) == expected {
            true => Ok(()),
            false => Err(mismatch()),
        }
    }

    async fn rest(&self, bytes: u64) {
        tokio::time::sleep(duration(bytes, self.rate)).await;
    }
}

/// Opens a file, and drops the kernel's copy of it, or the patrol would read the memory and not the
/// disk. Blocks.
fn open(place: &Path) -> io::Result<File> {
    let file = File::open(place)?;
    // Advice: a file system that does not take it is read as it is.
    let _ = fadvise(&file, 0, None, Advice::DontNeed);
    Ok(file)
}

/// The codings in which a file may be on disk. A large one has no sidecars.
fn codings(resource: &Resource) -> impl Iterator<Item = Encoding> + use<> {
    let has_sidecars = !resource.is_large() && resource.facts.template.compressible;
    let sidecars = [Encoding::Brotli, Encoding::Zstd, Encoding::Gzip];
    let has_dictionary = has_sidecars && resource.facts.template.dictionary.is_some();
    std::iter::once(Encoding::Identity)
        .chain(sidecars.into_iter().filter(move |_| has_sidecars))
        .chain(has_dictionary.then_some(Encoding::Dictionary))
}

fn with_suffix(place: PathBuf, encoding: Encoding) -> PathBuf {
    let mut name = place.into_os_string();
    name.push(encoding.suffix());
    name.into()
}

/// An error if it means damage. Sidecars may be absent; and a process without file descriptors, or
/// a network file system that is away, says nothing about the bytes.
fn damage(error: io::Error, encoding: Encoding) -> io::Result<()> {
    let is_absent = error.kind() == io::ErrorKind::NotFound;
    let is_damage = match Errno::from_io_error(&error) {
        Some(Errno::IO) => true,
        Some(_) => is_absent && encoding == Encoding::Identity,
        None => !is_absent,
    };
    if is_damage { Err(error) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_bytes_a_lost_file_and_a_failing_disk_are_damage_and_other_faults_are_not() {
        use Encoding::{Brotli, Dictionary, Identity};
        let system = |errno: Errno| io::Error::from_raw_os_error(errno.raw_os_error());
        let rows = [
            (mismatch(), Identity, true),
            (mismatch(), Brotli, true),
            (io::Error::other("no frame of Zstandard"), Brotli, true),
            (io::ErrorKind::UnexpectedEof.into(), Brotli, true),
            (system(Errno::IO), Identity, true),
            (system(Errno::NOENT), Identity, true),
            (system(Errno::NOENT), Brotli, false),
            (io::ErrorKind::NotFound.into(), Dictionary, false),
            (system(Errno::MFILE), Identity, false),
            (system(Errno::STALE), Identity, false),
            (system(Errno::ACCESS), Identity, false),
        ];
        for (error, encoding, expected) in rows {
            let text = format!("{error} {encoding:?}");
            assert_eq!(damage(error, encoding).is_err(), expected, "{text}");
        }
    }
}
