//! Holds of which receivers were notified, in a file under `var/`: another build that meets the
//! same hold is no news, whichever process made it.

use std::fs;
use std::path::{Path, PathBuf};

use contract::build::BuildId;
use serde::{Deserialize, Serialize};

use generator_builds::hold::WithdrawnContent;
use generator_ground::storage::replace::replace_file_unsynced;

/// Name of the file.
const FILE: &str = "held-notices.json";

/// Holds that are remembered, the newest last.
const KEPT: usize = 64;

/// The file.
pub(super) struct ToldHolds {
    path: PathBuf,
}

/// The rollback by which content is held.
#[derive(PartialEq, Serialize, Deserialize)]
struct ToldHold {
    build: BuildId,
    since: String,
}

impl ToldHolds {
    /// The file under `var`.
    pub(super) fn under(var: &Path) -> Self {
        let path = var.join(FILE);
        Self { path }
    }

    /// Remembers a hold; false if it was remembered before.
    pub(super) fn add(&self, withdrawn: &WithdrawnContent) -> bool {
        // A file that is lost costs a notice too many.
        let bytes = fs::read(&self.path).unwrap_or_default();
        let mut told: Vec<ToldHold> = serde_json::from_slice(&bytes).unwrap_or_default();
        let hold = ToldHold {
            build: withdrawn.build.clone(),
            since: withdrawn.since.clone(),
        };
        if told.contains(&hold) {
            return false;
        }
        told.drain(..(told.len() + 1).saturating_sub(KEPT));
        told.push(hold);
        let bytes = serde_json::to_vec(&told).unwrap_or_default();
        if let Err(error) = replace_file_unsynced(&self.path, &bytes) {
            tracing::warn!("cannot write `{}`: {error}", self.path.display());
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use contract::Hash;

    use super::*;

    // R10.03
    #[test]
    fn a_hold_is_news_once_and_as_many_are_remembered_as_fit() {
        let var = tempfile::tempdir().unwrap();
        let withdrawn = |number: u32| WithdrawnContent {
            build: BuildId::new("20261121T000000Z", number).unwrap(),
            source_hash: None,
            content_hash: Hash::of(b""),
            since: "2026-11-21T00:00:00Z".to_owned(),
            by: String::new(),
            why: None,
        };
        let add = |number| ToldHolds::under(var.path()).add(&withdrawn(number));
        assert!(add(0) && !add(0));
        assert!((1..=KEPT as u32).all(add));
        assert!(!add(1) && add(0));
        fs::write(var.path().join(FILE), "torn").unwrap();
        assert!(add(1) && !add(1));
    }
}
