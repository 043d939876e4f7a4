//! The two ends of a transfer, wherever they are.

use std::path::Path;
use std::time::SystemTime;

use contract::build::BuildId;
use jiff::{SignedDuration, Timestamp};

use super::name::Name;
use generator_ground::storage::process_name::ProcessName;

/// A builds folder that is read.
pub trait Source: Send + Sync {
    /// Name of the folder for people.
    fn label(&self) -> String;

    /// Reads whole small files, in the order of `names`; none for a missing one. A file of more
    /// than `max` bytes is an error.
    fn read(&self, names: &[Name], max: u64) -> anyhow::Result<Vec<Option<Vec<u8>>>>;

    /// Copies files into the folder `into`, under their names. One that is not there is left out,
    /// and so is one of more than its number of bytes.
    fn fetch(&self, files: &[(Name, u64)], into: &Path) -> anyhow::Result<()>;

    /// The files below a folder.
    fn list(&self, folder: &str) -> anyhow::Result<Vec<Listed>>;

    /// The builds that have a folder of files.
    fn holders(&self) -> anyhow::Result<Vec<BuildId>>;

    /// The folder, if it is one of this machine.
    fn local(&self) -> Option<&Path> {
        None
    }
}

/// A file as described by a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Name.
    pub name: Name,
    /// Length in bytes.
    pub size: u64,
    /// Time at which the file was last written.
    pub modified: SystemTime,
}

/// A builds folder that is written to.
pub trait Destination: Source {
    /// Copies files from below the folder `from`, each of which has its name there only when it is
    /// complete. No pointer names them yet; one that is there already is replaced.
    fn put(&self, from: &Path, names: &[Name]) -> anyhow::Result<()>;

    /// Returns when all that was put outlives a crash.
    fn sync(&self) -> anyhow::Result<()>;

    /// Replaces a file that readers know: they see the old bytes or the new ones. An error, where
    /// the place can detect it, if the file is not the one that [`Source::read`] found.
    fn replace(&self, name: &Name, bytes: &[u8]) -> anyhow::Result<()>;

    /// How long after `latest.json` its readers switch, so that all have read it by then: those of
    /// a bucket look at times of their own.
    fn lead(&self) -> SignedDuration {
        SignedDuration::ZERO
    }

    /// Adds a line to the log of builds, where there is one: a bucket has none.
    fn log(&self, line: &[u8]) -> anyhow::Result<()>;

    /// Deletes files, none of them after `lease` has ended: whoever takes it next may need them.
    fn delete(&self, lease: &dyn Lease, names: &[Name]) -> anyhow::Result<()>;

    /// True if everyone can read the files there, as far as the place can detect it: a folder and a
    /// host cannot. Asked while a lease is held.
    fn is_open(&self) -> anyhow::Result<bool> {
        Ok(false)
    }

    /// Keeps other pushes away for as long as the lease lives; [`Busy`] if one is at work.
    fn lease(&self) -> anyhow::Result<Box<dyn Lease>>;

    /// Keeps a generator that works there from changing the pointers; waits for one that does.
    fn lock(&self) -> anyhow::Result<Box<dyn Lease>>;
}

/// The right to change a destination, given back when it is dropped.
pub trait Lease {
    /// An error if it was lost.
    fn check(&self) -> anyhow::Result<()>;

    /// When others may take it, by the clock of this machine, unless it is renewed before; none
    /// where it ends with the process or its connection.
    fn ends(&self) -> Option<Timestamp> {
        None
    }
}

/// The error that another program writes to the destination.
#[derive(Debug, thiserror::Error)]
#[error("another push, or a generator, is writing to `{place}`")]
pub struct Busy {
    /// The destination.
    pub place: String,
    /// The push that is at work, where the place records it.
    pub holder: Option<Box<LeaseHolder>>,
}

/// A push that has a lease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseHolder {
    /// The process.
    pub process: ProcessName,
    /// The beginning of its work.
    pub since: Timestamp,
    /// The end of the lease, unless the push renews it.
    pub until: Timestamp,
}

impl Busy {
    /// A destination of which no more is known.
    pub fn new(place: String) -> Self {
        let holder = None;
        Self { place, holder }
    }
}
