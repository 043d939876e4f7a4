//! Room that is set aside for commands of an emergency: `builds/.reserve`.
//!
//! A rollback writes the log, the hold, the history and the pointer. On a full disk a command gives
//! this room up and is carried out again; the next command that finds room sets it aside anew.
//! Builds never take it.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use rustix::fs::{FallocateFlags, fallocate, statvfs};

use super::Store;

/// Name of the file.
pub(crate) const FILE: &str = ".reserve";

/// Enough for a line of the log, a hold of a thousand pages and a history of thousands of builds,
/// each beside the file that it replaces, in bytes.
const BYTES: u64 = 2 * 1024 * 1024;

/// Free bytes per byte of the reserve below which it is not set aside: on a small disk the reserve
/// would fill it.
const PLENTY: u64 = 8;

impl Store {
    /// Sets the room aside where there is plenty. Without it a command fails on a full disk as
    /// others do, so a failure is no news.
    pub(super) fn set_reserve(&self) {
        let path = self.root().join(FILE);
        if path.exists() || !has_plenty(self.root()) {
            return;
        }
        if let Err(error) = allocate(&path) {
            tracing::debug!("`{}`: {error}", path.display());
            let _ = fs::remove_file(&path);
        }
    }

    /// Carries `command` out; once more, with the room that was set aside, if the disk is full.
    pub fn with_reserve<T, E>(
        &self,
        command: impl Fn() -> Result<T, E>,
        is_full: impl Fn(&E) -> bool,
    ) -> Result<T, E> {
        match command() {
            // The work of the first try may stop the second: the full disk is the cause.
            Err(full) if is_full(&full) && self.free_reserve() => match command() {
                Err(error) if !is_full(&error) => Err(full),
                done => done,
            },
            done => done,
        }
    }

    /// Gives the reserved room up; false if there is none.
    fn free_reserve(&self) -> bool {
        fs::remove_file(self.root().join(FILE)).is_ok()
    }
}

fn has_plenty(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|disk| disk.f_bavail * disk.f_frsize >= BYTES * PLENTY)
}

fn allocate(path: &Path) -> io::Result<()> {
    let file = File::create(path)?;
    fallocate(&file, FallocateFlags::empty(), 0, BYTES)?;
    file.sync_all()
}

/// True if an error comes from a disk without room, or from a quota that is used up.
pub fn is_disk_full(error: &anyhow::Error) -> bool {
    let is_full = |cause: &(dyn std::error::Error + 'static)| {
        let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        matches!(
            kind,
            Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
        )
    };
    error.chain().any(is_full)
}
