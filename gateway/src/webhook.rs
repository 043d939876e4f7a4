//! Proofs by which programs without a session may ask for a build.
//!
//! | proof | headers | covers | a copy of the request |
//! |---|---|---|---|
//! | signature | `Portico-Timestamp`, `Portico-Signature` | method, path, time, body | is refused: by its time after five minutes, before that because it was seen |
//! | GitHub | `X-Hub-Signature-256` | body | is refused as long as it is remembered: the last [`seen`] ones, until this process ends |
//! | GitLab | `X-Gitlab-Token` | no part: the secret itself is sent | works like the request itself |
//!
//! The key file has a key per line, read for each request, so that a rotation needs no restart.
//! Knows headers and bodies; [`crate::api`] decides which calls a proof opens.

pub(crate) mod keys;
pub(crate) mod proof;
mod seen;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::reread::Reread;
use keys::{KeyError, Keys};
use proof::Proof;
use seen::SeenProofs;

/// The key file, and the proofs that were seen, on all threads.
pub(crate) struct Webhooks {
    key_file: Option<PathBuf>,
    /// Hash of the keys at the start, or when an operator last asked.
    reported: Mutex<Option<[u8; 32]>>,
    seen: Mutex<SeenProofs>,
}

impl Webhooks {
    /// Webhooks with this key file. It is read once now: unusable keys are reported at the start,
    /// not at the first webhook. Blocks.
    pub(crate) fn open(key_file: Option<PathBuf>) -> Result<Self, KeyError> {
        let keys = key_file.as_deref().map(Keys::read).transpose()?;
        Ok(Self {
            key_file,
            reported: Mutex::new(keys.map(|keys| keys.digest())),
            seen: Mutex::default(),
        })
    }

    /// Whether the file has other keys than at the last report, and whether they can be used.
    /// Unlike other files, a wrong one is not replaced by its last good contents: a key that was
    /// withdrawn in it would still open the door. Returns the path with the result; none without a
    /// file. Blocks.
    pub(crate) fn reread(&self) -> Option<(PathBuf, Reread)> {
        let path = self.key_file.clone()?;
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        let result = match Keys::read(&path) {
            Ok(keys) if reported.replace(keys.digest()) == Some(keys.digest()) => Reread::Unchanged,
            Ok(_) => Reread::Changed,
            Err(error) => Reread::Refused(format!(
                "{error} (only here there is no state before: its webhooks are refused until it is mended)"
            )),
        };
        Some((path, result))
    }

    /// The keys as the file has them now; none without a file.
    pub(crate) async fn keys(&self) -> Result<Keys, KeyError> {
        let Some(path) = self.key_file.clone() else {
            return Ok(Keys::default());
        };
        let reading = tokio::task::spawn_blocking(move || Keys::read(&path));
        reading.await.map_err(|_| KeyError::Panicked)?
    }

    /// Notes that a request with this proof is being carried out; false if there was one before.
    pub(crate) fn note(&self, proof: &Proof, now: u64) -> bool {
        self.seen_proofs().note(proof, now)
    }

    /// The request was not carried out, so its sender may try again.
    pub(crate) fn forget(&self, proof: &Proof) {
        self.seen_proofs().forget(proof);
    }

    fn seen_proofs(&self) -> std::sync::MutexGuard<'_, SeenProofs> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
