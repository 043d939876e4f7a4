//! Files carried from one place to another, some at a time.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, bail};
use contract::Hash;
use rayon::prelude::*;

use super::destination::{Destination, Lease, Source};
use super::folder::STAGING;
use super::name::Name;
use super::plan::PlannedFile;

/// Extensions of compressed copies.
const SIDECARS: [&str; 4] = ["br", "gz", "zst", "dcz"];
/// Files of one batch: an interrupted transfer repeats one at most.
const FILES: usize = 512;
/// Bytes of one batch, unless a file alone has more.
const BYTES: u64 = 64 * 1024 * 1024;

/// The files that the destination lacks, with the sidecars that the source has, and the number of
/// those that are there, as of a push that was interrupted.
pub(super) fn lacking(
    source: &dyn Source,
    destination: &dyn Destination,
    files: Vec<PlannedFile>,
) -> anyhow::Result<(Vec<PlannedFile>, usize)> {
    let mut by_folder: HashMap<String, Vec<PlannedFile>> = HashMap::new();
    for file in files {
        let folder = file.name.as_str().split('/').next().unwrap_or_default();
        by_folder.entry(folder.to_owned()).or_default().push(file);
    }
    let mut folders: Vec<_> = by_folder.into_iter().collect();
    folders.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    let (mut lacking, mut present) = (Vec::new(), 0);
    for (folder, files) in folders {
        let (at_source, there) = (sizes(source, &folder)?, sizes(destination, &folder)?);
        for file in files {
            for part in with_sidecars(file, &at_source) {
                match there.get(&part.name) == Some(&part.size) {
                    true => present += 1,
                    false => lacking.push(part),
                }
            }
        }
    }
    Ok((lacking, present))
}

fn sizes(place: &(impl Source + ?Sized), folder: &str) -> anyhow::Result<HashMap<Name, u64>> {
    let listed = place.list(folder)?.into_iter();
    Ok(listed.map(|file| (file.name, file.size)).collect())
}

/// A file and its compressed copies; one that is not smaller is none.
fn with_sidecars(file: PlannedFile, at_source: &HashMap<Name, u64>) -> Vec<PlannedFile> {
    let names = SIDECARS
        .iter()
        .map(|extension| file.name.sidecar(extension));
    let sidecar = |name: Name| {
        let size = *at_source.get(&name).filter(|size| **size < file.size)?;
        Some(PlannedFile {
            name,
            size,
            hash: None,
            copies: Vec::new(),
        })
    };
    let names = names.chain(file.copies.iter().cloned());
    let sidecars: Vec<_> = names.filter_map(sidecar).collect();
    std::iter::once(file).chain(sidecars).collect()
}

/// Carries `files`, each compared with its hash before the destination has it. `carried` is called
/// for every batch.
pub(super) fn carry(
    source: &dyn Source,
    destination: &dyn Destination,
    lease: &dyn Lease,
    files: &[PlannedFile],
    carried: &dyn Fn(usize, u64),
) -> anyhow::Result<()> {
    for batch in batches(files) {
        let names: Vec<Name> = batch.iter().map(|file| file.name.clone()).collect();
        lease.check()?;
        match (source.local(), destination.local()) {
            (Some(root), _) => {
                check(root, batch)?;
                destination.put(root, &names)?;
            }
            (None, near) => {
                let staging = staging(near)?;
                let wanted: Vec<_> = batch
                    .iter()
                    .map(|file| (file.name.clone(), file.size))
                    .collect();
                source.fetch(&wanted, staging.path())?;
                check(staging.path(), batch)?;
                destination.put(staging.path(), &names)?;
            }
        }
        carried(batch.len(), batch.iter().map(|file| file.size).sum());
    }
    Ok(())
}

/// A folder for fetched files: on the same disk, where a file then only has to be renamed.
fn staging(near: Option<&Path>) -> anyhow::Result<tempfile::TempDir> {
    let staging = match near {
        Some(root) => tempfile::Builder::new().prefix(STAGING).tempdir_in(root),
        None => tempfile::tempdir(),
    };
    staging.context("cannot make a temporary folder")
}

fn batches(files: &[PlannedFile]) -> impl Iterator<Item = &[PlannedFile]> {
    let mut rest = files;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fits = |file: &&PlannedFile| {
            bytes += file.size;
            bytes <= BYTES
        };
        let count = rest.iter().take(FILES).take_while(fits).count();
        let (batch, later) = rest.split_at(count.max(1).min(rest.len()));
        rest = later;
        (!batch.is_empty()).then_some(batch)
    })
}

/// Compares files with their hashes, and sidecars with their lengths.
fn check(root: &Path, files: &[PlannedFile]) -> anyhow::Result<()> {
    files.par_iter().try_for_each(|file| {
        let place = root.join(file.name.as_str());
        let shown = || format!("`{}`", file.name);
        let opened = File::open(&place).with_context(shown)?;
        let length = opened.metadata().with_context(shown)?.len();
        if length != file.size {
            bail!(
                "`{}` has {length} bytes where {} should be",
                file.name,
                file.size
            );
        }
        match file.hash {
            Some(hash) if Hash::of_reader(opened).with_context(shown)? != hash => {
                bail!("`{}` is damaged: its hash is another one", file.name)
            }
            _ => Ok(()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_have_few_files_and_few_bytes_and_leave_nothing_out() {
        let file = |size: u64| PlannedFile {
            name: Name::parse(&format!("a/{size}")).unwrap(),
            size,
            hash: None,
            copies: Vec::new(),
        };
        let lengths = |files: &[PlannedFile]| batches(files).map(<[_]>::len).collect::<Vec<_>>();
        assert!(lengths(&[]).is_empty());
        assert_eq!(lengths(&vec![file(1); FILES + 3]), [FILES, 3]);
        let large = [file(BYTES), file(1), file(BYTES * 2), file(2), file(3)];
        assert_eq!(lengths(&large), [1, 1, 1, 2]);
    }
}
