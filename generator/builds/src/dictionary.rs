//! Bytes that the documents and JSON files of an app have in common, and files compressed against
//! it (RFC 9842, `dcz`): a browser that has the dictionary fetches only the parts that are
//! particular to a page.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use contract::build::{Access, DCZ_MAGIC, Entry};
use sha2::{Digest, Sha256};
use zstd::dict::EncoderDictionary;

use super::Tree;

/// Length of a dictionary. Twice as many bytes save 500 more on a document of 6,200 and cost every
/// visitor 2,800 (`docs/decisions/015-dictionary-compression.md`).
const BYTES: usize = 8 * 1024;

/// Magic number and id, with which a trained dictionary starts. Without them it is a "raw" one, as
/// the RFC wants it.
const HEAD: usize = 8;

/// Level of zstd for pages. Copies against the dictionary are smaller than those of brotli at level
/// 10, on long pages, too.
pub(super) const PAGE_ZSTD_LEVEL: i32 = 16;

/// Level of zstd for copies that are made once per release.
const RELEASE_ZSTD_LEVEL: i32 = 19;

/// Bits of the largest window that a browser must have room for (RFC 9842, 5).
const WINDOW_MAX: u32 = 23;

/// `bytes` without all that `dictionary`, a file by itself, has: the content of a `.dcz` sidecar.
pub(super) fn compress_against(dictionary: &[u8], bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut out = DCZ_MAGIC.to_vec();
    out.extend_from_slice(&Sha256::digest(dictionary));
    let level = RELEASE_ZSTD_LEVEL;
    let mut encoder = zstd::stream::Encoder::with_ref_prefix(out, level, dictionary)?;
    // The window reaches from the end of the file to the start of the dictionary.
    let reach = (dictionary.len() + bytes.len()).next_power_of_two();
    encoder.window_log(reach.trailing_zeros().clamp(10, WINDOW_MAX))?;
    encoder.set_pledged_src_size(Some(bytes.len() as u64))?;
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// A dictionary, ready to compress with.
pub struct Dictionary {
    sha256: [u8; 32],
    prepared: EncoderDictionary<'static>,
}

/// Bytes that the samples have in common; none if they are too few or too short. Same samples, same
/// bytes.
pub fn train(samples: &[Vec<u8>]) -> Option<Vec<u8>> {
    let trained = zstd::dict::from_samples(samples, BYTES).ok()?;
    Some(trained.get(HEAD..)?.to_vec())
}

/// True if all files that a dictionary was made from are public in a build of `tree`: it consists
/// of parts of them.
pub fn is_public(dictionary: &contract::build::Dictionary, tree: &Tree) -> bool {
    let is_public = |path: &String| match tree.get(path) {
        Some(Entry::File(file)) => file.access == Access::Public,
        _ => false,
    };
    !dictionary.samples.is_empty() && dictionary.samples.iter().all(is_public)
}

/// How a browser names a dictionary.
pub fn sha256(bytes: &[u8]) -> String {
    STANDARD.encode(Sha256::digest(bytes))
}

impl Dictionary {
    /// Reads a dictionary from a file.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        Ok(Self::new(&bytes))
    }

    fn new(bytes: &[u8]) -> Self {
        Self {
            sha256: Sha256::digest(bytes).into(),
            prepared: EncoderDictionary::copy(bytes, PAGE_ZSTD_LEVEL),
        }
    }

    /// The content of a `.dcz` sidecar.
    pub fn compress(&self, bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
        let mut out = Vec::with_capacity(bytes.len() / 4);
        out.extend_from_slice(&DCZ_MAGIC);
        out.extend_from_slice(&self.sha256);
        let mut encoder = zstd::stream::Encoder::with_prepared_dictionary(out, &self.prepared)?;
        encoder.set_pledged_src_size(Some(bytes.len() as u64))?;
        encoder.write_all(bytes)?;
        Ok(encoder.finish()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages() -> Vec<Vec<u8>> {
        let page = |number: usize| {
            let own = format!("{number} ").repeat(200);
            format!(
                "<html><head><title>{number}</title></head><nav>潮生资本 news about</nav>{own}</html>"
            )
        };
        (0..64).map(|number| page(number).into_bytes()).collect()
    }

    #[test]
    fn same_samples_same_dictionary_and_no_zstd_magic() {
        let dictionary = train(&pages()).unwrap();
        assert_eq!(dictionary, train(&pages()).unwrap());
        assert_ne!(dictionary[..4], [0x37, 0xa4, 0x30, 0xec]);
    }

    #[test]
    fn a_site_of_one_page_has_no_dictionary() {
        assert_eq!(train(&[b"<html></html>".to_vec()]), None);
        assert_eq!(train(&[]), None);
    }

    #[test]
    fn what_is_compressed_is_read_with_the_dictionary_alone() {
        let pages = pages();
        let bytes = train(&pages).unwrap();
        let dictionary = Dictionary::new(&bytes);
        let compressed = dictionary.compress(&pages[5]).unwrap();
        assert_eq!(compressed, dictionary.compress(&pages[5]).unwrap());
        assert_eq!(compressed[..8], DCZ_MAGIC);
        assert_eq!(STANDARD.encode(&compressed[8..40]), sha256(&bytes));
        let frame = &compressed[40..];
        let decoder = zstd::stream::read::Decoder::with_dictionary(frame, &bytes);
        assert_eq!(
            std::io::read_to_string(decoder.unwrap())
                .unwrap()
                .into_bytes(),
            pages[5]
        );
        assert!(zstd::stream::decode_all(frame).is_err());
    }
}
