//! Disused files, which a cache forgets: those that no build used during a fortnight. After a
//! return to an older state of the content, or with two versions of the generator side by side, all
//! files are still there.

use std::fs::{File, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Files that were asked for within this time are kept.
const KEPT: Duration = Duration::from_secs(14 * DAY.as_secs());

/// Remembers that a file was asked for: it is as if written today. A disk is not bothered more than
/// once a day; a file that cannot be marked will at worst be made again.
pub fn mark(path: &Path) {
    let Ok(file) = File::open(path) else { return };
    if file.metadata().is_ok_and(|found| is_older(&found, DAY)) {
        let _ = file.set_modified(SystemTime::now());
    }
}

/// True if the file was not written or used, or the folder not changed, for so long that it may be
/// deleted.
pub fn is_forgotten(found: &Metadata) -> bool {
    is_older(found, KEPT)
}

/// True if the file is not from today, or not there.
pub fn is_from_earlier(path: &Path) -> bool {
    path.metadata().map_or(true, |found| is_older(&found, DAY))
}

/// A time in the future is no age.
fn is_older(found: &Metadata, limit: Duration) -> bool {
    let age = found
        .modified()
        .ok()
        .and_then(|written| SystemTime::now().duration_since(written).ok());
    age.is_some_and(|age| age > limit)
}
