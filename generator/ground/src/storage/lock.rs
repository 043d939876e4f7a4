//! The lock of a folder that one process at a time may write to.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// A lock that is held until it is dropped, or until the process ends, however it does.
#[derive(Debug)]
pub struct FolderLock(File);

impl FolderLock {
    /// Locks the file at `path`, and makes it if it is missing; none if it is held already.
    pub fn try_hold(path: &Path) -> io::Result<Option<Self>> {
        let file = File::create(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for FolderLock {
    /// Unlocks rather than closes: a process that another thread starts has a copy of the open
    /// file until it runs its program, and would hold the lock that long.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_once_and_free_again_although_a_new_process_has_a_copy_of_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".lock");
        let held = FolderLock::try_hold(&path).unwrap().unwrap();
        assert!(FolderLock::try_hold(&path).unwrap().is_none());
        let copy = held.0.try_clone().unwrap();
        drop(held);
        assert!(FolderLock::try_hold(&path).unwrap().is_some());
        drop(copy);
    }
}
