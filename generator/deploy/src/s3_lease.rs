//! The lease of a bucket: an object that only one push can make, with an end that its owner puts
//! off while it works.
//!
//! The object is never deleted: at the end, the owner writes a lease that has ended, on the
//! condition that the current one is still the owner's. Clocks of machines that push may differ by
//! less than [`MARGIN`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, bail};
use jiff::{SignedDuration, Timestamp};
use object_store::aws::AmazonS3;
use object_store::path::Path;
use object_store::{Error, ObjectStore, ObjectStoreExt, PutMode, UpdateVersion};
use serde::{Deserialize, Serialize};

use super::destination::{Busy, Lease, LeaseHolder};
use super::s3_client::{runtime, shorten};
use generator_ground::storage::process_name::ProcessName;

/// How long a push may be silent before another takes over.
const TERM: SignedDuration = SignedDuration::from_secs(60);
/// Pause between two renewals: three may fail.
const RENEWAL: Duration = Duration::from_secs(15);
/// Maximum difference between the clocks of two machines.
const MARGIN: SignedDuration = SignedDuration::from_secs(30);
/// Longest lease object, in bytes.
const LONGEST: u64 = 4_096;

/// The object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Claim {
    /// Random and unique.
    owner: String,
    /// Time at which the lease ends.
    expires: Timestamp,
    /// The beginning of the work; older generators wrote neither this nor the process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<Timestamp>,
    /// The process that works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    process: Option<ProcessName>,
}

impl Claim {
    /// A claim that begins at `now`.
    fn new(now: Timestamp) -> Self {
        Self {
            owner: format!("{:032x}", rand::random::<u128>()),
            expires: now + TERM,
            since: Some(now),
            process: Some(ProcessName::of_this()),
        }
    }

    /// The push that has it.
    fn holder(self) -> Option<Box<LeaseHolder>> {
        let (process, since) = (self.process?.within_limits(), self.since?);
        let until = self.expires + MARGIN;
        Some(Box::new(LeaseHolder {
            process,
            since,
            until,
        }))
    }
}

/// A lease that is renewed until it is dropped.
pub(super) struct S3Lease {
    held: Arc<Held>,
    stop: Option<mpsc::Sender<()>>,
    renewing: Option<JoinHandle<()>>,
}

struct Held {
    store: AmazonS3,
    key: Path,
    label: String,
    /// The first claim; later ones differ in their end.
    claim: Claim,
    /// The object as we last wrote it, and when it ends.
    version: Mutex<(UpdateVersion, Timestamp)>,
    lost: AtomicBool,
}

impl S3Lease {
    /// Takes the lease; [`Busy`] if another push has it.
    pub(super) fn take(store: AmazonS3, key: Path, label: String) -> anyhow::Result<Self> {
        let own = Claim::new(Timestamp::now());
        let runtime = runtime()?;
        let version = runtime.block_on(claim(&store, &key, &label, &own))?;
        let held = Arc::new(Held {
            store,
            key,
            label,
            claim: own,
            version: Mutex::new(version),
            lost: AtomicBool::new(false),
        });
        let (stop, stopped) = mpsc::channel();
        let renewed = Arc::clone(&held);
        let renewing = thread::Builder::new()
            .name("lease".to_owned())
            .spawn(move || {
                while stopped.recv_timeout(RENEWAL) == Err(mpsc::RecvTimeoutError::Timeout) {
                    let _ = runtime.block_on(renewed.write(TERM));
                }
                // Ended at once, for the next push.
                let _ = runtime.block_on(renewed.write(-MARGIN));
            })?;
        Ok(Self {
            held,
            stop: Some(stop),
            renewing: Some(renewing),
        })
    }
}

impl Lease for S3Lease {
    fn check(&self) -> anyhow::Result<()> {
        let (_, expires) = *self.held.lock();
        if self.held.lost.load(Ordering::Acquire) || Timestamp::now() > expires {
            bail!(
                "the lease of {} was lost to another push; run the command again",
                self.held.label
            );
        }
        Ok(())
    }

    fn ends(&self) -> Option<Timestamp> {
        Some(self.held.lock().1)
    }
}

impl Drop for S3Lease {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(renewing) = self.renewing.take() {
            let _ = renewing.join();
        }
    }
}

impl Held {
    fn lock(&self) -> std::sync::MutexGuard<'_, (UpdateVersion, Timestamp)> {
        self.version.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the end, if the lease is still ours.
    async fn write(&self, term: SignedDuration) -> object_store::Result<()> {
        let before = self.lock().0.clone();
        let expires = Timestamp::now() + term;
        let claim = Claim {
            expires,
            ..self.claim.clone()
        };
        match put_own(&self.store, &self.key, &claim, PutMode::Update(before)).await? {
            Some(version) => *self.lock() = (version, expires),
            None => self.lost.store(true, Ordering::Release),
        }
        Ok(())
    }
}

async fn put(
    store: &AmazonS3,
    key: &Path,
    claim: &Claim,
    mode: PutMode,
) -> object_store::Result<UpdateVersion> {
    let bytes = serde_json::to_vec(claim).unwrap_or_default();
    let done = store.put_opts(key, bytes.into(), mode.into()).await?;
    Ok(done.into())
}

/// Writes a claim under a condition; none if another owner's is there. The answer to a first try
/// may have been lost, and the second may have met the claim written by the first.
async fn put_own(
    store: &AmazonS3,
    key: &Path,
    own: &Claim,
    mode: PutMode,
) -> object_store::Result<Option<UpdateVersion>> {
    match put(store, key, own, mode).await {
        Err(Error::Precondition { .. } | Error::AlreadyExists { .. }) => {
            let there = read_claim(store, key).await?;
            let own = there.filter(|(claim, _)| claim.as_ref() == Some(own));
            Ok(own.map(|(_, version)| version))
        }
        done => done.map(Some),
    }
}

/// Makes the object, or takes one over that has ended.
async fn claim(
    store: &AmazonS3,
    key: &Path,
    label: &str,
    own: &Claim,
) -> anyhow::Result<(UpdateVersion, Timestamp)> {
    let context = || format!("cannot write the lease `{key}`");
    let found = read_claim(store, key).await.map_err(shorten);
    let mode = match found.with_context(context)? {
        None => PutMode::Create,
        Some((claim, version)) if has_ended(claim.as_ref(), Timestamp::now()) => {
            PutMode::Update(version)
        }
        Some((claim, _)) => {
            let busy = Busy {
                place: label.to_owned(),
                holder: claim.and_then(Claim::holder),
            };
            return Err(busy.into());
        }
    };
    let version = put_own(store, key, own, mode).await.map_err(shorten);
    let version = version.with_context(context)?;
    let version = version.ok_or_else(|| Busy::new(label.to_owned()))?;
    // A service that does not know conditions would take any number of leases.
    if put(store, key, own, PutMode::Create).await.is_ok() {
        tracing::warn!(
            "{label} knows no conditional writes: see to it yourself that only one push runs at a time"
        );
    }
    Ok((version, own.expires))
}

/// The object, if there is one; without a claim where it is damaged.
async fn read_claim(
    store: &AmazonS3,
    key: &Path,
) -> object_store::Result<Option<(Option<Claim>, UpdateVersion)>> {
    let found = match store.get(key).await {
        Err(Error::NotFound { .. }) => return Ok(None),
        found => found?,
    };
    let version = UpdateVersion {
        e_tag: found.meta.e_tag.clone(),
        version: found.meta.version.clone(),
    };
    let claim = match found.meta.size {
        size if size > LONGEST => None,
        _ => serde_json::from_slice(&found.bytes().await?).ok(),
    };
    Ok(Some((claim, version)))
}

/// Whether a lease may be taken over. A damaged one is not binding.
fn has_ended(claim: Option<&Claim>, now: Timestamp) -> bool {
    claim.is_none_or(|claim| claim.expires + MARGIN <= now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_ends_once_no_clock_can_think_otherwise() {
        let now: Timestamp = "2026-11-21T03:04:05Z".parse().unwrap();
        let claim = |expires: Timestamp| Claim {
            expires,
            ..Claim::new(now)
        };
        assert!(!has_ended(Some(&claim(now + TERM)), now));
        assert!(!has_ended(Some(&claim(now)), now));
        assert!(has_ended(Some(&claim(now - MARGIN)), now));
        assert!(has_ended(None, now));
    }

    // R10.03
    #[test]
    fn a_lease_names_its_push_and_one_of_an_older_generator_names_none() {
        let now: Timestamp = "2026-11-21T03:04:05Z".parse().unwrap();
        let claim = Claim::new(now);
        let bytes = serde_json::to_vec(&claim).unwrap();
        assert!(bytes.len() < 1_000, "{}", bytes.len());
        let read: Claim = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(read, claim);
        let holder = read.holder().unwrap();
        assert_eq!(holder.process, ProcessName::of_this());
        assert_eq!(
            (holder.since, holder.until),
            (now, now + TERM + MARGIN),
            "the lease binds until every clock has passed its end"
        );
        let older = r#"{"owner":"one","expires":"2026-11-21T03:04:05Z"}"#;
        let older: Claim = serde_json::from_str(older).unwrap();
        assert_eq!(older.holder(), None);
    }
}
