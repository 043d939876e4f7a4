//! Pictures that the cache deletes: those of sources that are gone, and those of other recipes,
//! when they were not used for long.
//!
//! Another generator may be at work in the same folder, of this recipe or another. The pictures
//! that it uses are marked as used, so they stay; a picture that it knows only in memory, and finds
//! gone, is made again. A folder is deleted when it has been empty for as long, so that no process
//! writes into it.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use generator_ground::storage::last_used;
use generator_ground::storage::replace::replace_file_unsynced;

/// Written when the folder was looked through: once a day is enough.
const STAMP: &str = ".pruned";

/// Maximum number of pictures that are deleted at once; the rest is found the next day. The
/// deletion takes at most a second or two.
const AT_ONCE: usize = 2_000;

/// Looks through the folders of all recipes below `root`. `needed` are the sources of the pictures
/// that the content has now, of the recipe in `own`. Returns how many pictures were deleted.
pub(super) fn prune(root: &Path, own: &Path, needed: &HashSet<String>) -> io::Result<usize> {
    let stamp = root.join(STAMP);
    if !root.is_dir() || !last_used::is_from_earlier(&stamp) {
        return Ok(0);
    }
    let mut deleted = 0;
    for recipe in folders(root)? {
        for folder in folders(&recipe)? {
            for (source, picture) in pictures(&folder)? {
                let is_needed = recipe == own && needed.contains(&source);
                if deleted < AT_ONCE && !is_needed && picture.is_forgotten {
                    picture.delete()?;
                    deleted += 1;
                }
            }
            remove_empty(&folder);
        }
        if recipe != own {
            remove_empty(&recipe);
        }
    }
    replace_file_unsynced(&stamp, &[])?;
    Ok(deleted)
}

/// Files of one picture, and whether all of them are long unused.
struct Files {
    paths: Vec<PathBuf>,
    is_forgotten: bool,
}

impl Files {
    /// The description first, so that no process finds one without its files.
    fn delete(mut self) -> io::Result<()> {
        self.paths
            .sort_by_key(|path| path.extension().is_none_or(|end| end != "json"));
        for path in self.paths {
            match fs::remove_file(path) {
                // Another generator was faster.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                other => other?,
            }
        }
        Ok(())
    }
}

/// Source → its files.
fn pictures(folder: &Path) -> io::Result<BTreeMap<String, Files>> {
    let mut found: BTreeMap<String, Files> = BTreeMap::new();
    for (path, metadata) in entries(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some((source, _)) = name.split_once('.').filter(|_| metadata.is_file()) else {
            continue;
        };
        let picture = found.entry(source.to_owned()).or_insert(Files {
            paths: Vec::new(),
            is_forgotten: true,
        });
        picture.is_forgotten &= last_used::is_forgotten(&metadata);
        picture.paths.push(path.clone());
    }
    Ok(found)
}

/// The folders that caches make in one: their names are hashes, or the first two digits of one.
fn folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let is_ours = |(path, metadata): &(PathBuf, Metadata)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        metadata.is_dir() && name.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let found = entries(folder)?.into_iter().filter(is_ours);
    Ok(found.map(|(path, _)| path).collect())
}

/// Entries of a folder; those that go while it is looked at are passed over.
fn entries(folder: &Path) -> io::Result<Vec<(PathBuf, Metadata)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if let Ok(metadata) = entry.metadata() {
            found.push((entry.path(), metadata));
        }
    }
    Ok(found)
}

/// Fails where something is in it, and that is right. Deleting a file changes its folder, so one
/// that was emptied just now stays.
fn remove_empty(folder: &Path) {
    if folder
        .metadata()
        .is_ok_and(|found| last_used::is_forgotten(&found))
    {
        let _ = fs::remove_dir(folder);
    }
}
