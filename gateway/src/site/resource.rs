//! A file of a build: its facts, and the bodies that were read so far.
//!
//! Bodies are checked when they are read: the file against its hash, a sidecar by unpacking it and
//! comparing with the same hash. So a torn write, a bad disk or a sidecar of other bytes is never
//! sent. Sidecars may appear after the build is live: one that is not there is looked for again a
//! few seconds later.
//!
//! ETag: identity hash, coding, and the headers that a 304 does not change ([`Template::tag`]). For
//! a coding it ends in the first bits of the compressed bytes' own hash, which stands for the
//! compressor's revision: another compressor makes other bytes.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use arc_swap::ArcSwapOption;
use bytes::Bytes;
use contract::Hash;
use contract::build::{Access, file_path};
use http::header::{HeaderValue, InvalidHeaderValue};

use crate::encoding::Encoding;
use crate::guard::Kind;
use crate::headers::Template;
use crate::store::Store;

use super::folder::read_at_most;

/// Files beyond this many bytes are not held in memory but streamed from disk, uncompressed.
pub(crate) const LARGE: u64 = 4 * 1024 * 1024;
/// Seconds until an absent sidecar is looked for again.
const LOOK_AGAIN: u32 = 3;

/// One file.
pub(crate) struct Resource {
    /// Hash of its bytes.
    pub(crate) hash: Hash,
    /// Length in bytes.
    pub(crate) size: u64,
    /// Who may read it.
    pub(crate) access: Access,
    /// Status of its document.
    pub(crate) status: u16,
    /// What it has in common with others of its kind.
    pub(crate) template: Arc<Template>,
    /// Folder under `builds/` that holds it.
    pub(crate) holder: Arc<str>,
    variants: [ArcSwapOption<Variant>; Encoding::COUNT],
    /// Per coding: the second since start at which to look for a sidecar again.
    look_again: [AtomicU32; Encoding::COUNT],
    /// The bytes on disk were compared with the hash; for large files only.
    checked: AtomicBool,
}

/// The facts of a resource.
pub(crate) struct Facts {
    /// Hash of its bytes.
    pub(crate) hash: Hash,
    /// Length in bytes.
    pub(crate) size: u64,
    /// Who may read it.
    pub(crate) access: Access,
    /// Status of its document.
    pub(crate) status: u16,
    /// What it has in common with others of its kind.
    pub(crate) template: Arc<Template>,
    /// Folder under `builds/` that holds it.
    pub(crate) holder: Arc<str>,
}

/// A body, with the headers that are its own.
pub(crate) struct Variant {
    /// The bytes to send.
    pub(crate) bytes: Bytes,
    /// `ETag`.
    pub(crate) etag: HeaderValue,
    /// `Content-Length`.
    pub(crate) length: HeaderValue,
    used: AtomicBool,
}

/// The file on disk is not what the index says, or cannot be read: 503.
#[derive(Debug, thiserror::Error)]
#[error("`{path}`: {reason}")]
pub(crate) struct Unreadable {
    /// Where it lies.
    pub(crate) path: String,
    /// What is wrong.
    pub(crate) reason: String,
}

impl Variant {
    /// A body that nobody has used yet.
    pub(crate) fn new(bytes: Bytes, etag: &str) -> Result<Self, InvalidHeaderValue> {
        Ok(Self {
            length: HeaderValue::from(bytes.len()),
            etag: HeaderValue::from_str(etag)?,
            bytes,
            used: AtomicBool::new(false),
        })
    }

    /// Keeps the body from going next.
    pub(crate) fn set_used(&self) {
        // Writing only when needed keeps the cache line shared between cores.
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
    }

    /// Whether it was used since this was last asked.
    pub(crate) fn take_used(&self) -> bool {
        self.used.swap(false, Ordering::Relaxed)
    }
}

impl Resource {
    /// A file of which nothing has been read.
    pub(crate) fn new(facts: Facts) -> Self {
        let Facts {
            hash,
            size,
            access,
            status,
            template,
            holder,
        } = facts;
        Self {
            hash,
            size,
            access,
            status,
            template,
            holder,
            variants: Default::default(),
            look_again: Default::default(),
            checked: AtomicBool::new(false),
        }
    }

    /// Whether the same file stands here, so that its bodies can be taken over by the next
    /// snapshot.
    pub(crate) fn is(&self, facts: &Facts) -> bool {
        self.hash == facts.hash
            && self.holder == facts.holder
            && self.access == facts.access
            && self.status == facts.status
            && Arc::ptr_eq(&self.template, &facts.template)
    }

    /// Too large to be held in memory.
    pub(crate) fn is_large(&self) -> bool {
        self.size > LARGE
    }

    /// The body in memory for a coding, by its [`slot`](Encoding::slot).
    pub(crate) fn held(&self, slot: usize) -> Option<Arc<Variant>> {
        self.variants.get(slot)?.load_full()
    }

    /// Puts a body in, or out.
    pub(crate) fn hold(&self, slot: usize, variant: Option<Arc<Variant>>) {
        if let Some(place) = self.variants.get(slot) {
            place.store(variant);
        }
    }

    /// Where it lies inside its holder: `path` is where it stands on the site.
    pub(crate) fn relative(&self, path: &str) -> String {
        let media_type = if self.template.kind == Kind::Document {
            "text/html"
        } else {
            ""
        };
        file_path(path, media_type)
    }

    /// `ETag` of a representation.
    pub(crate) fn etag(&self, encoding: Encoding, bytes: &[u8]) -> String {
        let (hash, tag) = (self.hash, &self.template.tag);
        match encoding {
            Encoding::Identity => format!("\"{hash}{tag}\""),
            coded => {
                let revision = Hash::of(bytes).to_string();
                format!("\"{hash}-{}-{}{tag}\"", coded.name(), &revision[..8])
            }
        }
    }

    /// The body in a coding, from memory or from disk; none if there is no such sidecar.
    pub(crate) async fn body(
        self: &Arc<Self>,
        store: &Arc<Store>,
        path: &str,
        encoding: Encoding,
    ) -> Result<Option<Arc<Variant>>, Unreadable> {
        let slot = encoding.slot();
        if let Some(variant) = self.held(slot) {
            variant.set_used();
            return Ok(Some(variant));
        }
        if self.is_known_absent(slot, store.start) {
            return Ok(None);
        }
        // Boxed: few answers wait for the disk, and the room for it would be kept for, and moved
        // with, every answer.
        Box::pin(self.body_from_disk(store, path, encoding)).await
    }

    async fn body_from_disk(
        self: &Arc<Self>,
        store: &Arc<Store>,
        path: &str,
        encoding: Encoding,
    ) -> Result<Option<Arc<Variant>>, Unreadable> {
        let slot = encoding.slot();
        let _permit = store.reads.acquire().await;
        // Whoever had the permit before may have read it.
        if let Some(variant) = self.held(slot) {
            return Ok(Some(variant));
        }
        let (resource, store) = (Arc::clone(self), Arc::clone(store));
        let file = store.folder.locate(&self.holder, &self.relative(path));
        let place = file.display().to_string();
        let read =
            tokio::task::spawn_blocking(move || resource.read(&store, &file, encoding, slot));
        read.await
            .unwrap_or_else(|error| Err(Unreadable::new(&place, error)))
    }

    fn is_known_absent(&self, slot: usize, start: Instant) -> bool {
        let look_again = self
            .look_again
            .get(slot)
            .map_or(0, |second| second.load(Ordering::Relaxed));
        look_again > 0 && seconds_since(start) < look_again
    }

    fn read(
        self: &Arc<Self>,
        store: &Store,
        file: &Path,
        encoding: Encoding,
        slot: usize,
    ) -> Result<Option<Arc<Variant>>, Unreadable> {
        let place = format!("{}{}", file.display(), encoding.suffix());
        let bytes = match (encoding, self.read_checked(Path::new(&place), encoding)) {
            (_, Ok(bytes)) => bytes,
            (Encoding::Identity, Err(error)) => {
                store.metrics.bad_files.add_one();
                return Err(Unreadable::new(&place, error));
            }
            (_, Err(error)) => {
                if error.kind() != io::ErrorKind::NotFound {
                    store.metrics.bad_files.add_one();
                    tracing::warn!(path = place, %error, "sidecar left out");
                }
                self.look_again[slot]
                    .store(seconds_since(store.start) + LOOK_AGAIN, Ordering::Relaxed);
                return Ok(None);
            }
        };
        let etag = self.etag(encoding, &bytes);
        let variant =
            Variant::new(bytes.into(), &etag).map_err(|error| Unreadable::new(&place, error))?;
        Ok(Some(store.budget.admit(self, slot, Arc::new(variant))))
    }

    fn read_checked(&self, place: &Path, encoding: Encoding) -> io::Result<Vec<u8>> {
        let bytes = read_at_most(place, self.size)?;
        let matches = match encoding {
            Encoding::Identity => Hash::of(&bytes) == self.hash,
            coded => Hash::of(&self.unpack(&bytes, coded)?) == self.hash,
        };
        if matches { Ok(bytes) } else { Err(mismatch()) }
    }

    fn unpack(&self, bytes: &[u8], encoding: Encoding) -> io::Result<Vec<u8>> {
        let mut original = Vec::with_capacity(usize::try_from(self.size).unwrap_or_default());
        // One byte more than expected is enough to see that it is another file; a bomb is never
        // unpacked.
        let limit = self.size + 1;
        match encoding {
            Encoding::Brotli => brotli_decompressor::Decompressor::new(bytes, 4096)
                .take(limit)
                .read_to_end(&mut original)?,
            Encoding::Zstd => zstd::stream::read::Decoder::new(bytes)?
                .take(limit)
                .read_to_end(&mut original)?,
            Encoding::Gzip => flate2::read::GzDecoder::new(bytes)
                .take(limit)
                .read_to_end(&mut original)?,
            Encoding::Identity => bytes.take(limit).read_to_end(&mut original)?,
            Encoding::Dictionary => {
                let dictionary = self.template.dictionary.as_deref();
                let frame = dictionary
                    .and_then(|known| Some((known.bytes(), known.frame(bytes)?)))
                    // Of an older app: as good as none.
                    .ok_or(io::ErrorKind::NotFound)?;
                zstd::stream::read::Decoder::with_dictionary(frame.1, frame.0)?
                    .take(limit)
                    .read_to_end(&mut original)?
            }
        };
        Ok(original)
    }

    /// Whether a large file was compared with its hash.
    pub(crate) fn is_checked(&self) -> bool {
        self.checked.load(Ordering::Acquire)
    }

    /// Checks a large file once, by reading it through. Blocks.
    pub(crate) fn check_large(&self, store: &Store, file: &Path) -> Result<(), Unreadable> {
        if self.is_checked() {
            return Ok(());
        }
        store.metrics.large_checks.add_one();
        match std::fs::File::open(file).and_then(Hash::of_reader) {
            Ok(hash) if hash == self.hash => {
                self.checked.store(true, Ordering::Release);
                Ok(())
            }
            wrong => {
                store.metrics.bad_files.add_one();
                let error = wrong.err().unwrap_or_else(mismatch);
                Err(Unreadable::new(&file.display().to_string(), error))
            }
        }
    }

    /// A resource that nothing was loaded for.
    #[cfg(test)]
    pub(crate) fn for_tests(name: &str) -> Self {
        let template = Template {
            kind: Kind::File,
            compressible: true,
            tag: String::new(),
            dictionary: None,
            headers: http::HeaderMap::new(),
            not_modified: http::HeaderMap::new(),
        };
        Self::new(Facts {
            hash: Hash::of(name.as_bytes()),
            size: name.len() as u64,
            access: Access::Public,
            status: 200,
            template: Arc::new(template),
            holder: Arc::from("holder"),
        })
    }
}

impl Unreadable {
    /// With the place and the reason.
    pub(crate) fn new(path: &str, reason: impl std::fmt::Display) -> Self {
        Self {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}

fn mismatch() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "its bytes do not match the hash in the index",
    )
}

fn seconds_since(start: Instant) -> u32 {
    // A second of its own for "not known": the clock starts at one.
    u32::try_from(start.elapsed().as_secs()).unwrap_or(u32::MAX - LOOK_AGAIN - 1) + 1
}
