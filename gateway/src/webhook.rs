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

use keys::{KeyError, Keys};
use proof::Proof;
use seen::SeenProofs;

/// The key file, and the proofs that were seen, on all threads.
pub(crate) struct Webhooks {
    key_file: Option<PathBuf>,
    seen: Mutex<SeenProofs>,
}

impl Webhooks {
    /// Webhooks with this key file, which is not read yet.
    pub(crate) fn new(key_file: Option<PathBuf>) -> Self {
        Self {
            key_file,
            seen: Mutex::default(),
        }
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
