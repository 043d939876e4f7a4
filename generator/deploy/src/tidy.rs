//! Deletion of files at a destination that no build of its history needs, by the rules of
//! [`sweep`](generator_builds::sweep).

use std::time::{Duration, SystemTime};

use contract::build::HistoryEntry;
use jiff::Timestamp;

use super::destination::{Destination, Lease, Listed};
use super::name::Name;
use super::published::indexes;
use generator_builds::sweep::Needed;

/// Folders that builds share.
const SHARED: [&str; 6] = ["index", "meta", "sources", "shards", "origin", "assets"];

/// Deletes files that no build of `history` needs and that are older than `grace`; returns their
/// number. Deletes none if a build cannot be read: it may need any file.
pub(super) fn tidy(
    destination: &dyn Destination,
    lease: &dyn Lease,
    history: &[HistoryEntry],
    (now, grace): (Timestamp, Duration),
) -> anyhow::Result<usize> {
    let is_old = |file: &Listed| {
        let age = SystemTime::from(now).duration_since(file.modified);
        age.is_ok_and(|age| age > grace)
    };
    let ids: Vec<_> = history.iter().map(|entry| &entry.id).collect();
    let mut needed = Needed::default();
    for index in indexes(destination, &ids)? {
        let Some(index) = index else { return Ok(0) };
        needed.add(index);
    }
    let mut names: Vec<Name> = Vec::new();
    for folder in SHARED {
        let old = destination.list(folder)?.into_iter().filter(&is_old);
        let is_needed = |file: &Listed| {
            let inside = file.name.as_str().strip_prefix(folder);
            inside.is_none_or(|name| needed.file(folder, name.trim_start_matches('/')))
        };
        names.extend(old.filter(|file| !is_needed(file)).map(|file| file.name));
    }
    for holder in destination.holders()? {
        if !needed.folder(&holder) {
            let listed = destination.list(holder.as_str())?;
            if listed.iter().all(&is_old) {
                names.extend(listed.into_iter().map(|file| file.name));
            }
        }
    }
    lease.check()?;
    destination.delete(lease, &names)?;
    Ok(names.len())
}
