//! Translations that are older than their original.
//!
//! A content file does not say from which version of the original it was translated. So the studio
//! remembers it: when a translation changes, it is taken for one of the original as it is then.
//! When the original changes alone, its translations are outdated until they change, too.
//!
//! ```text
//! <var>/studio/translations.json    {"news/a/en.md": {"own": "<hash>", "original": "<hash>"}}
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use contract::Hash;
use generator_ground::storage::replace::replace_file_unsynced;
use serde::{Deserialize, Serialize};

use crate::change_sets::read;

/// The file, under `var/`.
const FILE: &str = "studio/translations.json";

/// A translation as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// Path below `content/`.
    pub path: String,
    /// Versions of the translation and of its original.
    pub versions: Versions,
}

/// Two versions that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versions {
    /// Hash of the translation's bytes.
    pub own: Hash,
    /// Hash of the original's bytes.
    pub original: Hash,
}

/// The versions that were seen together, by the path of the translation.
#[derive(Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(transparent)]
pub struct SeenVersions(BTreeMap<String, Versions>);

impl SeenVersions {
    /// Versions in the data folder `var`. A missing or broken file has none: then all translations
    /// count as current.
    pub fn read(var: &Path) -> Self {
        let bytes = read(&path(var)).ok().flatten().unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Writes them.
    ///
    /// # Errors
    /// The disk fails.
    pub fn write(&self, var: &Path) -> io::Result<()> {
        replace_file_unsynced(&path(var), &serde_json::to_vec(self)?)
    }

    /// Paths of the translations that are older than their original.
    pub fn find_outdated(&self, now: &[Translation]) -> BTreeSet<String> {
        let is_outdated = |translation: &&Translation| {
            let seen = self.0.get(&translation.path);
            let Versions { own, original } = translation.versions;
            seen.is_some_and(|seen| seen.own == own && seen.original != original)
        };
        let outdated = now.iter().filter(is_outdated);
        outdated
            .map(|translation| translation.path.clone())
            .collect()
    }

    /// Remembers the translations that are new or have changed, and forgets those that are gone;
    /// false if nothing differs.
    pub fn update(&mut self, now: &[Translation]) -> bool {
        let next = now.iter().map(|translation| {
            let seen = self.0.get(&translation.path).copied();
            let kept = seen.filter(|seen| seen.own == translation.versions.own);
            (
                translation.path.clone(),
                kept.unwrap_or(translation.versions),
            )
        });
        let next: BTreeMap<String, Versions> = next.collect();
        let differs = next != self.0;
        self.0 = next;
        differs
    }
}

fn path(var: &Path) -> PathBuf {
    var.join(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translation(own: &str, original: &str) -> [Translation; 1] {
        let [own, original] = [own, original].map(|text| Hash::of(text.as_bytes()));
        let versions = Versions { own, original };
        let path = "news/a/en.md".to_owned();
        [Translation { path, versions }]
    }

    #[test]
    fn a_translation_is_outdated_from_a_change_of_its_original_until_it_changes() {
        let mut seen = SeenVersions::default();
        for (own, original, is_outdated) in [
            ("en 1", "zh 1", false),
            ("en 1", "zh 2", true),
            ("en 1", "zh 3", true),
            ("en 1", "zh 1", false),
            ("en 1", "zh 2", true),
            ("en 2", "zh 2", false),
            ("en 3", "zh 3", false),
            ("en 3", "zh 4", true),
        ] {
            let now = translation(own, original);
            seen.update(&now);
            assert_eq!(
                !seen.find_outdated(&now).is_empty(),
                is_outdated,
                "{own} {original}"
            );
        }
    }

    #[test]
    fn versions_come_back_from_the_disk_and_go_with_their_file() {
        let folder = tempfile::tempdir().unwrap();
        let mut seen = SeenVersions::read(folder.path());
        let now = translation("en", "zh");
        assert!(seen.update(&now));
        assert!(!seen.update(&now));
        std::fs::create_dir(folder.path().join("studio")).unwrap();
        seen.write(folder.path()).unwrap();
        assert_eq!(SeenVersions::read(folder.path()), seen);
        assert!(seen.update(&[]));
        assert_eq!(seen, SeenVersions::default());
        std::fs::write(path(folder.path()), "{").unwrap();
        assert_eq!(SeenVersions::read(folder.path()), SeenVersions::default());
    }
}
