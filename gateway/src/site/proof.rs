//! The proof that answers have the bytes of the index: a sample of them is hashed as it is sent.
//!
//! Files are compared with their hash when they are read. The proof looks at the other end: at the
//! bytes that the connection gets, after the cache, the choice of a coding and everything else that
//! could mix them up, and after the memory and the disk had their time to change them. So
//! `gateway_wrong_bytes_total` stays 0, or there is a fault to find.
//!
//! Decisions and their reasons:
//! - **One of 256 answers**, at random. A busy site proves several each second; a site with one
//!   answer a second proves one in four minutes. A page of 20 kB takes 6 µs, or 80 µs if it has to
//!   be unpacked from Brotli: shared among 256 answers, less than 0.4 µs for each.
//! - **An answer never waits.** Bytes in memory are shared, not copied, and hashed on another
//!   thread. Chunks of a large file pass through a bounded channel; if the hash falls behind, the
//!   proof is given up, not the answer.
//! - **One at a time**: one answer in memory and one stream. Each is followed by a pause
//!   ([`RATE`]), and an answer that comes meanwhile is not proved.
//! - **A compressed answer is unpacked**, as the browser does it, to no more than the size in the
//!   index. A hash of the sidecar that was noted when it was read would prove the memory, but not
//!   that the name of the coding fits the bytes.

use std::io;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use contract::Hash;
use contract::hash::Hasher;
use hyper::body::Body as HttpBody;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;

use crate::observe::metrics::Metrics;
use crate::protocol::body::Body;
use crate::protocol::encoding::Encoding;
use crate::protocol::observed_body::{BodyObserver, ObservedBody, Polled};

use super::body_cache::BodyCache;
use super::resource::{Resource, mismatch};

/// Bytes of files that are hashed a second, on average: less than a thousandth of a core, or a
/// hundredth if all of them have to be unpacked.
const RATE: u64 = 2 * 1024 * 1024;
/// Chunks of a stream that wait for the hash: 4 MiB.
const CHUNKS: usize = 64;
/// How long a stream may take. A slow client must not keep the proofs of all others from beginning.
const STREAM: Duration = Duration::from_secs(120);

/// The file that an answer must be.
pub(crate) struct Claim {
    /// Path of the request.
    pub(crate) path: String,
    /// The build that the answer names; empty for files of all builds.
    pub(crate) build: String,
    /// The file in the index.
    pub(crate) resource: Arc<Resource>,
    /// The coding that the answer names.
    pub(crate) encoding: Encoding,
}

/// Compares a sample of the answers with the index.
pub(crate) struct Prover {
    every: u32,
    judge: Arc<Judge>,
    /// The permit to hash an answer that is in memory.
    whole: Arc<Semaphore>,
    /// The permit to hash an answer that comes from the disk.
    streams: Arc<Semaphore>,
}

impl Prover {
    /// Proves one of `every` answers; none, if that is 0.
    pub(crate) fn new(every: u32, bodies: Arc<BodyCache>, metrics: Arc<Metrics>) -> Self {
        Self {
            every,
            judge: Arc::new(Judge { bodies, metrics }),
            whole: Arc::new(Semaphore::new(1)),
            streams: Arc::new(Semaphore::new(1)),
        }
    }

    /// Whether the answer that drew this number is in the sample.
    pub(crate) fn samples(&self, draw: u32) -> bool {
        self.every > 0 && draw.is_multiple_of(self.every)
    }

    /// Has the bytes of `body` compared as they are sent, unless a proof is in progress.
    pub(crate) fn prove(&self, claim: Claim, body: &mut Body) {
        let bytes = match body {
            Body::Empty => Bytes::new(),
            Body::Whole(bytes) => bytes.clone().unwrap_or_default(),
            Body::Stream(_) => return self.prove_stream(claim, body),
        };
        let Ok(permit) = Arc::clone(&self.whole).try_acquire_owned() else {
            return;
        };
        let judge = Arc::clone(&self.judge);
        let size = claim.resource.facts.size.max(bytes.len() as u64);
        tokio::spawn(async move {
            // A panic is logged where it happens, and is no verdict.
            let _ = spawn_blocking(move || judge.judge_whole(&claim, &bytes)).await;
            rest(permit, size).await;
        });
    }

    fn prove_stream(&self, claim: Claim, body: &mut Body) {
        // A stream is sent as it is on disk.
        if claim.encoding != Encoding::Identity {
            return;
        }
        let Ok(permit) = Arc::clone(&self.streams).try_acquire_owned() else {
            return;
        };
        let (chunks, received) = mpsc::channel(CHUNKS);
        let sent = std::mem::replace(body, Body::Empty);
        let tee = Tee {
            chunks: Some(chunks),
        };
        *body = Body::stream(ObservedBody::new(sent, tee));
        let judge = Arc::clone(&self.judge);
        tokio::spawn(async move {
            let size = claim.resource.facts.size;
            let found = tokio::time::timeout(STREAM, hash_stream(received, size)).await;
            if let Ok(Some(found)) = found {
                judge.judge(&claim, Ok(found));
            }
            rest(permit, size).await;
        });
    }
}

/// Keeps the permit for as long as `size` bytes take at [`RATE`].
async fn rest(permit: OwnedSemaphorePermit, size: u64) {
    tokio::time::sleep(duration(size, RATE)).await;
    drop(permit);
}

/// The time that `bytes` take at `rate` bytes a second.
pub(super) fn duration(bytes: u64, rate: u64) -> Duration {
    Duration::from_micros(bytes.saturating_mul(1_000_000) / rate.max(1))
}

/// A part of a stream: a chunk, or its end.
type Part = Option<Bytes>;

/// Passes on each chunk that a connection takes.
struct Tee {
    /// The way to the hash; none once the hash has fallen behind.
    chunks: Option<mpsc::Sender<Part>>,
}

impl BodyObserver for Tee {
    fn on_poll<B: HttpBody<Data = Bytes>>(&mut self, _: &B, frame: &Polled<B::Error>) {
        let part = match frame {
            Poll::Ready(Some(Ok(frame))) => frame.data_ref().map(|data| Some(data.clone())),
            Poll::Ready(None) => Some(None),
            // The client notices a failure, too.
            Poll::Ready(Some(Err(_))) => {
                self.chunks = None;
                None
            }
            Poll::Pending => None,
        };
        if let (Some(part), Some(chunks)) = (part, &self.chunks)
            && chunks.try_send(part).is_err()
        {
            self.chunks = None;
        }
    }
}

/// The hash of a stream with `size` bytes, or of one that ended before them. None if it was given
/// up: a client left, or the hash fell behind.
async fn hash_stream(mut received: mpsc::Receiver<Part>, size: u64) -> Option<Hash> {
    let (mut hasher, mut length) = (Hasher::default(), 0);
    let mut parts = Vec::with_capacity(CHUNKS);
    // A connection that has all bytes does not ask for the end.
    while length < size {
        if received.recv_many(&mut parts, CHUNKS).await == 0 {
            return None;
        }
        let is_end = parts.iter().any(Option::is_none);
        let chunks: Vec<Bytes> = parts.drain(..).flatten().collect();
        length += chunks.iter().map(|chunk| chunk.len() as u64).sum::<u64>();
        let update = spawn_blocking(move || {
            chunks.iter().for_each(|chunk| hasher.update(chunk));
            hasher
        });
        hasher = update.await.ok()?;
        if is_end {
            break;
        }
    }
    Some(Hash::of_hasher(&hasher))
}

/// The verdict on bytes that were sent.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// The bytes are those of the index.
    Right,
    /// The bytes are others. The text is their hash, or the reason why they have none.
    Wrong(String),
    /// The bytes cannot be judged: the dictionary to unpack them is no longer on disk.
    Unknown,
}

impl Verdict {
    fn new(expected: Hash, found: io::Result<Hash>) -> Self {
        match found {
            Ok(found) if found == expected => Self::Right,
            Ok(found) => Self::Wrong(found.to_string()),
            Err(error) if error.raw_os_error().is_some() => Self::Unknown,
            Err(error) => Self::Wrong(format!("none: {error}")),
        }
    }
}

/// Compares, counts and reports.
struct Judge {
    bodies: Arc<BodyCache>,
    metrics: Arc<Metrics>,
}

impl Judge {
    /// Judges an answer that was in memory. Blocks.
    fn judge_whole(&self, claim: &Claim, sent: &[u8]) {
        let resource = &claim.resource;
        let found = match claim.encoding {
            // The file itself has a known length, and other bytes need no hash to be wrong.
            Encoding::Identity if sent.len() as u64 != resource.facts.size => Err(mismatch()),
            encoding => resource.original_hash(sent, encoding),
        };
        self.judge(claim, found);
    }

    fn judge(&self, claim: &Claim, found: io::Result<Hash>) {
        let expected = claim.resource.facts.hash;
        let found = match Verdict::new(expected, found) {
            Verdict::Unknown => return,
            Verdict::Right => return self.metrics.proofs.add_one(),
            Verdict::Wrong(found) => found,
        };
        self.metrics.proofs.add_one();
        self.metrics.wrong_bytes.add_one();
        self.bodies.forget(&claim.resource, claim.encoding);
        tracing::error!(
            path = claim.path,
            build = claim.build,
            coding = claim.encoding.name(),
            %expected,
            found,
            "an answer was sent with other bytes than the index names; its file is read again"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::config::Limits;
    use crate::site::builds_dir::BuildsDir;
    use crate::site::resource::Variant;

    const TEXT: &str = "tide";

    /// A file on disk, its place in the index, and a gateway's parts around them.
    struct Desk {
        _folder: tempfile::TempDir,
        resource: Arc<Resource>,
        bodies: Arc<BodyCache>,
        metrics: Arc<Metrics>,
        prover: Prover,
    }

    impl Desk {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            std::fs::create_dir(folder.path().join("holder")).unwrap();
            std::fs::write(folder.path().join("holder/t"), TEXT).unwrap();
            let metrics = Arc::new(Metrics::default());
            let builds = BuildsDir::new(folder.path());
            let bodies = BodyCache::new(builds, &Limits::for_tests(), Arc::clone(&metrics));
            let bodies = Arc::new(bodies);
            Self {
                _folder: folder,
                resource: Arc::new(Resource::for_tests(TEXT)),
                prover: Prover::new(1, Arc::clone(&bodies), Arc::clone(&metrics)),
                bodies,
                metrics,
            }
        }

        fn claim(&self, encoding: Encoding) -> Claim {
            Claim {
                path: "/t".to_owned(),
                build: "b".to_owned(),
                resource: Arc::clone(&self.resource),
                encoding,
            }
        }

        async fn read(&self) -> Bytes {
            let read = self.bodies.body("/t", &self.resource, Encoding::Identity);
            read.await.unwrap().unwrap().bytes.clone()
        }

        async fn until_proved(&self, count: u64) {
            let wait = async {
                while self.metrics.proofs.get() < count {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            };
            let waited = tokio::time::timeout(Duration::from_secs(20), wait).await;
            waited.expect("no proof came");
        }
    }

    #[tokio::test]
    async fn wrong_bytes_in_the_cache_are_counted_and_read_again_from_disk() {
        let desk = Desk::new();
        assert_eq!(desk.read().await, TEXT);
        let wrong = Variant::new(Bytes::from_static(b"tidy"), "\"t\"").unwrap();
        desk.resource
            .hold(Encoding::Identity.slot(), Some(Arc::new(wrong)));
        let cached = desk.read().await;
        assert_eq!(cached, "tidy", "the cache does not look at what it holds");
        desk.prover
            .prove(desk.claim(Encoding::Identity), &mut Body::whole(cached));
        desk.until_proved(1).await;
        assert_eq!(desk.metrics.wrong_bytes.get(), 1);
        assert_eq!(desk.read().await, TEXT);
    }

    #[tokio::test]
    async fn right_bytes_are_proved_and_stay_in_the_cache() {
        let desk = Desk::new();
        let bytes = desk.read().await;
        desk.prover
            .prove(desk.claim(Encoding::Identity), &mut Body::whole(bytes));
        desk.until_proved(1).await;
        assert_eq!(desk.metrics.wrong_bytes.get(), 0);
        assert!(
            desk.resource
                .variant_in_memory(Encoding::Identity.slot())
                .is_some()
        );
    }

    #[test]
    fn a_body_must_unpack_from_the_coding_that_the_answer_names() {
        let packed = |bytes: &[u8]| zstd::stream::encode_all(bytes, 1).unwrap();
        let bomb = packed(&[0; 5_000_000]);
        let rows: [(&[u8], Encoding, u64); 7] = [
            (b"tide", Encoding::Identity, 0),
            (&packed(b"tide"), Encoding::Zstd, 0),
            (&packed(b"tidy"), Encoding::Zstd, 1),
            (b"tide", Encoding::Zstd, 1),
            (&packed(b"tide"), Encoding::Gzip, 1),
            (&bomb, Encoding::Zstd, 1),
            (b"", Encoding::Identity, 1),
        ];
        for (sent, encoding, wrong) in rows {
            let desk = Desk::new();
            desk.prover.judge.judge_whole(&desk.claim(encoding), sent);
            assert_eq!(
                desk.metrics.wrong_bytes.get(),
                wrong,
                "{encoding:?}, {} bytes",
                sent.len()
            );
            assert_eq!(desk.metrics.proofs.get(), 1);
        }
    }

    #[tokio::test]
    async fn a_second_proof_does_not_begin_before_the_pause_of_the_first() {
        let desk = Desk::new();
        let held = Arc::clone(&desk.prover.whole).try_acquire_owned().unwrap();
        let mut body = Body::whole("tidy");
        desk.prover.prove(desk.claim(Encoding::Identity), &mut body);
        drop(held);
        desk.prover.prove(desk.claim(Encoding::Identity), &mut body);
        desk.until_proved(1).await;
        assert_eq!(desk.metrics.proofs.get(), 1);
        assert!(matches!(body, Body::Whole(Some(_))), "it is still sent");
    }

    #[tokio::test]
    async fn a_stream_has_a_hash_at_its_end_and_none_if_it_was_left() {
        let rows: [(&[Part], Option<Hash>); 4] = [
            (
                &[Some(Bytes::from("ti")), Some(Bytes::from("de"))],
                Some(Hash::of(b"tide")),
            ),
            (&[Some(Bytes::from("ti")), None], Some(Hash::of(b"ti"))),
            (&[Some(Bytes::from("ti"))], None),
            (&[], None),
        ];
        for (parts, expected) in rows {
            let (sender, received) = mpsc::channel(CHUNKS);
            for part in parts {
                sender.try_send(part.clone()).unwrap();
            }
            drop(sender);
            assert_eq!(hash_stream(received, 4).await, expected, "{parts:?}");
        }
    }

    #[test]
    fn the_sample_is_one_of_so_many_or_none() {
        for (every, draws) in [(0, 0), (1, 1_000), (10, 100), (256, 4)] {
            let desk = Desk::new();
            let prover = Prover::new(every, Arc::clone(&desk.bodies), Arc::default());
            let count = (0..1_000).filter(|draw| prover.samples(*draw)).count();
            assert_eq!(count, draws, "{every}");
        }
    }
}
