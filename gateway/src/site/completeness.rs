//! Whether all of a new build has arrived.
//!
//! The generator writes a build's files before `latest.json` names it. A program that copies
//! `builds/` may not keep this order. So before a switch, the files that the previous snapshot did
//! not serve are checked for presence and length. Their bytes are checked when they are first read.

use std::fs;
use std::io;

use anyhow::Context;
use contract::build::{BuildId, Index};

use super::builds_dir::BuildsDir;
use super::shard::{Shard, Slot};

/// A part of a build is not there. It may still be on its way.
#[derive(Debug, thiserror::Error)]
#[error("build {build} is not complete: {reason}")]
pub(crate) struct Incomplete {
    /// The build.
    pub(crate) build: BuildId,
    reason: String,
}

/// A file is missing, or shorter than it should be.
#[derive(Debug, thiserror::Error)]
#[error("{length} of {size} bytes are there")]
struct Partial {
    length: u64,
    size: u64,
}

impl Incomplete {
    /// `error` as this type, if a missing part of `build` caused it.
    pub(super) fn explain(build: &BuildId, error: anyhow::Error) -> anyhow::Error {
        let is_absent = |cause: &(dyn std::error::Error + 'static)| {
            let io = cause.downcast_ref::<io::Error>();
            cause.is::<Partial>() || io.is_some_and(|io| io.kind() == io::ErrorKind::NotFound)
        };
        if !error.chain().any(is_absent) {
            return error;
        }
        Self {
            build: build.clone(),
            reason: format!("{error:#}"),
        }
        .into()
    }

    #[cfg(test)]
    pub(super) fn for_tests(build: &BuildId, reason: &str) -> Self {
        Self {
            build: build.clone(),
            reason: reason.to_owned(),
        }
    }
}

/// Looks for the files of a shard that the same shard of the previous snapshot did not serve;
/// without one, for the files that `live` itself wrote.
pub(super) fn check_shard(
    builds: &BuildsDir,
    live: &BuildId,
    shard: &Shard,
    before: Option<&Shard>,
) -> anyhow::Result<()> {
    for (path, slot) in shard {
        let Slot::File(resource) = slot else {
            continue;
        };
        let is_known = match before {
            Some(before) => {
                matches!(before.get(path), Some(Slot::File(known)) if known.is(&resource.facts))
            }
            None => *resource.facts.holder != *live.as_str(),
        };
        if !is_known {
            let facts = &resource.facts;
            check_file(builds, &facts.holder, &resource.relative(path), facts.size)?;
        }
    }
    Ok(())
}

/// Looks for the assets of `live` that the previous build did not name.
pub(super) fn check_assets(
    builds: &BuildsDir,
    live: &Index,
    before: Option<&Index>,
) -> anyhow::Result<()> {
    for (name, asset) in &live.assets {
        if before.is_none_or(|before| before.assets.get(name) != Some(asset)) {
            check_file(builds, "assets", name, asset.size)?;
        }
    }
    Ok(())
}

fn check_file(builds: &BuildsDir, holder: &str, relative: &str, size: u64) -> anyhow::Result<()> {
    let place = builds.locate(holder, relative);
    let found = fs::metadata(&place).map_err(anyhow::Error::from);
    let checked = found.and_then(|found| match found.len() {
        length if length < size => Err(Partial { length, size }.into()),
        length if length > size => anyhow::bail!("{length} bytes where {size} should be"),
        _ => Ok(()),
    });
    checked.with_context(|| format!("`{}`", place.display()))
}
