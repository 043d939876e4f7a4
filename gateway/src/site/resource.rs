//! A file of a build: its facts, and the bodies that were read so far.
//!
//! Bodies are checked when they are read: the file against its hash, a sidecar by unpacking it and
//! comparing with the same hash. So a torn write, a bad disk or a sidecar of other bytes is never
//! sent. Sidecars may appear after the build is live: a missing one is looked for again a few
//! seconds later.
//!
//! ETag: identity hash, coding, and the headers that a 304 does not change ([`Template::tag`]). For
//! a coding it ends in the first bits of the hash of the compressed bytes, which identifies the
//! compressor's revision: another compressor makes other bytes.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use arc_swap::ArcSwapOption;
use bytes::Bytes;
use contract::Hash;
use contract::build::{Access, file_path};
use http::header::{HeaderValue, InvalidHeaderValue};

use crate::protocol::encoding::Encoding;

use super::builds_dir::{LARGE, read_at_most};
use super::template::{FileKind, Template};

/// Facts of a file, as the index has them.
pub(crate) struct Facts {
    /// Hash of the bytes.
    pub(crate) hash: Hash,
    /// Length in bytes.
    pub(crate) size: u64,
    /// Access.
    pub(crate) access: Access,
    /// Status of its document.
    pub(crate) status: u16,
    /// Headers that files of its kind have in common.
    pub(crate) template: Arc<Template>,
    /// Folder under `builds/` that holds it.
    pub(crate) holder: Arc<str>,
}

/// One file.
pub(crate) struct Resource {
    /// Facts that stay.
    pub(crate) facts: Facts,
    variants: [ArcSwapOption<Variant>; Encoding::COUNT],
    /// Per coding: the second of the cache's clock at which to look for a sidecar again.
    look_again: [AtomicU32; Encoding::COUNT],
    /// Whether the bytes on disk were compared with the hash; for large files only.
    checked: AtomicBool,
}

/// A body, with its specific headers.
pub(crate) struct Variant {
    /// The bytes to send.
    pub(crate) bytes: Bytes,
    /// `ETag`.
    pub(crate) etag: HeaderValue,
    /// `Content-Length`.
    pub(crate) length: HeaderValue,
    used: AtomicBool,
}

/// The file on disk differs from the index, or cannot be read: 503.
#[derive(Debug, thiserror::Error)]
#[error("`{path}`: {reason}")]
pub(crate) struct Unreadable {
    /// Path of the file.
    pub(crate) path: String,
    /// The reason.
    pub(crate) reason: String,
}

impl Variant {
    /// A body that has not been used yet.
    pub(crate) fn new(bytes: Bytes, etag: &str) -> Result<Self, InvalidHeaderValue> {
        Ok(Self {
            length: HeaderValue::from(bytes.len()),
            etag: HeaderValue::from_str(etag)?,
            bytes,
            used: AtomicBool::new(false),
        })
    }

    /// Protects the body from the next eviction.
    pub(crate) fn set_used(&self) {
        // Writing only when needed keeps the cache line shared between cores.
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the body was used since the last call.
    pub(crate) fn take_used(&self) -> bool {
        self.used.swap(false, Ordering::Relaxed)
    }
}

impl Resource {
    /// A file without any bodies read.
    pub(crate) fn new(facts: Facts) -> Self {
        Self {
            facts,
            variants: Default::default(),
            look_again: Default::default(),
            checked: AtomicBool::new(false),
        }
    }

    /// Whether this is the file of these facts, so that the next snapshot can take over its bodies.
    pub(crate) fn is(&self, facts: &Facts) -> bool {
        self.facts.hash == facts.hash
            && self.facts.holder == facts.holder
            && self.facts.access == facts.access
            && self.facts.status == facts.status
            && Arc::ptr_eq(&self.facts.template, &facts.template)
    }

    /// Whether the file is too large to be held in memory.
    pub(crate) fn is_large(&self) -> bool {
        self.facts.size > LARGE
    }

    /// The body in memory for a coding, by its [`slot`](Encoding::slot).
    pub(crate) fn variant_in_memory(&self, slot: usize) -> Option<Arc<Variant>> {
        self.variants.get(slot)?.load_full()
    }

    /// Stores a body, or removes it.
    pub(crate) fn hold(&self, slot: usize, variant: Option<Arc<Variant>>) {
        if let Some(place) = self.variants.get(slot) {
            place.store(variant);
        }
    }

    /// Path inside its holder of the file at `path` on the site.
    pub(crate) fn relative(&self, path: &str) -> String {
        let media_type = if self.facts.template.kind == FileKind::Document {
            "text/html"
        } else {
            ""
        };
        file_path(path, media_type)
    }

    /// `ETag` of a representation.
    pub(crate) fn etag(&self, encoding: Encoding, bytes: &[u8]) -> String {
        let (hash, tag) = (self.facts.hash, &self.facts.template.tag);
        match encoding {
            Encoding::Identity => format!("\"{hash}{tag}\""),
            coded => {
                let revision = Hash::of(bytes).to_string();
                format!("\"{hash}-{}-{}{tag}\"", coded.name(), &revision[..8])
            }
        }
    }

    /// Whether a sidecar was not there, and it is not `now` the time to look for it again.
    pub(crate) fn is_known_absent(&self, slot: usize, now: u32) -> bool {
        let look_again = self
            .look_again
            .get(slot)
            .map_or(0, |second| second.load(Ordering::Relaxed));
        look_again > 0 && now < look_again
    }

    /// Notes that a sidecar is not there, and the second at which to look for it again.
    pub(crate) fn set_absent_until(&self, slot: usize, second: u32) {
        if let Some(look_again) = self.look_again.get(slot) {
            look_again.store(second, Ordering::Relaxed);
        }
    }

    /// Bytes of a representation, read from `place` and compared with the hash. Blocks.
    pub(crate) fn read_checked(&self, place: &Path, encoding: Encoding) -> io::Result<Vec<u8>> {
        let bytes = read_at_most(place, self.facts.size)?;
        match self.original_hash(&bytes, encoding)? == self.facts.hash {
            true => Ok(bytes),
            false => Err(mismatch()),
        }
    }

    /// The hash of the file that `bytes` represent in a coding. Blocks, and unpacks no more than
    /// the file's size.
    pub(crate) fn original_hash(&self, bytes: &[u8], encoding: Encoding) -> io::Result<Hash> {
        Ok(match encoding {
            Encoding::Identity => Hash::of(bytes),
            coded => Hash::of(&self.unpack(bytes, coded)?),
        })
    }

    fn unpack(&self, bytes: &[u8], encoding: Encoding) -> io::Result<Vec<u8>> {
        let mut original = Vec::with_capacity(usize::try_from(self.facts.size).unwrap_or_default());
        // One byte more than expected is enough to see that it is another file; a bomb is never
        // unpacked.
        let limit = self.facts.size + 1;
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
                let dictionary = self.facts.template.dictionary.as_deref();
                let (dictionary, frame) = dictionary
                    .and_then(|known| Some((known, known.frame(bytes)?)))
                    // A sidecar of an older app counts as missing.
                    .ok_or(io::ErrorKind::NotFound)?;
                zstd::stream::read::Decoder::with_dictionary(frame, &dictionary.bytes()?)?
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

    /// Notes that a large file was compared with its hash, or that it must be once more.
    pub(crate) fn set_checked(&self, checked: bool) {
        self.checked.store(checked, Ordering::Release);
    }

    /// A resource without any file on disk.
    #[cfg(test)]
    pub(crate) fn for_tests(name: &str) -> Self {
        let template = Template {
            kind: FileKind::File,
            is_framed: false,
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
    /// The error for a file, with the reason.
    pub(crate) fn new(path: &str, reason: impl std::fmt::Display) -> Self {
        Self {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}

/// The error for a file with other bytes than the index names.
pub(super) fn mismatch() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "its bytes do not match the hash in the index",
    )
}
