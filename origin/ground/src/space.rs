//! Room on a disk.

use std::io;
use std::path::Path;

/// Bytes that may still be written where a folder is.
pub fn free(folder: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}
