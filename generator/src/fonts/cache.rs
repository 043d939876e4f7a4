//! Subsets that were cut before: `var/fonts/<key>.woff2`. Deleting the folder costs only time.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use contract::Hash;

use generator_ground::storage::last_used;
use generator_ground::storage::replace::replace_file;

/// Version of the orders: to be changed when callers of this module order cuts differently.
const RECIPE: [u8; 1] = [2];

/// The folder.
#[derive(Clone)]
pub(super) struct Cache {
    folder: PathBuf,
}

/// Names a subset by all that decides its bytes; `recipe` is that of the process that cuts, `kept`
/// the features and axes that stay.
pub(super) fn key(recipe: &Hash, font: &Hash, kept: &str, characters: &str) -> Hash {
    let parts = [
        RECIPE.as_slice(),
        recipe.as_bytes(),
        font.as_bytes(),
        kept.as_bytes(),
        characters.as_bytes(),
    ];
    Hash::of_parts(parts)
}

impl Cache {
    /// A cache in `folder`, which is made when the first subset is put there.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The subset of that name.
    pub(super) fn get(&self, key: Hash) -> Option<Vec<u8>> {
        let path = self.path(key);
        let bytes = fs::read(&path).ok().filter(|bytes| is_whole(bytes))?;
        last_used::mark(&path);
        Some(bytes)
    }

    /// Keeps a subset.
    pub(super) fn put(&self, key: Hash, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.path(key);
        replace_file(&path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
    }

    /// Deletes subsets that were not used for long and are not among `needed`.
    pub(super) fn sweep(&self, needed: impl Iterator<Item = Hash>) -> anyhow::Result<()> {
        let needed: HashSet<PathBuf> = needed.map(|key| self.path(key)).collect();
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Ok(());
        };
        for entry in entries {
            let entry = entry?;
            // A file that disappears meanwhile was deleted by another generator.
            let Ok(found) = entry.metadata() else {
                continue;
            };
            if last_used::is_forgotten(&found) && !needed.contains(&entry.path()) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    fn path(&self, key: Hash) -> PathBuf {
        self.folder.join(format!("{key}.woff2"))
    }
}

/// A WOFF2 file contains its length.
fn is_whole(bytes: &[u8]) -> bool {
    let length = bytes.get(8..12).and_then(|field| field.try_into().ok());
    bytes.starts_with(b"wOF2") && length.map(u32::from_be_bytes) == u32::try_from(bytes.len()).ok()
}
