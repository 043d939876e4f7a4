//! One subset: the glyphs of some characters with their layout rules, packed as WOFF2. The
//! frontend's `media/fonts.mjs` cuts.

use std::collections::BTreeMap;
use std::path::Path;

use contract::Hash;
use serde::{Deserialize, Serialize};

use super::declaration::Face;
use super::source::Source;
use generator_media::workers::media::{MediaError, MediaWorkers};

/// A job for the process that cuts, beside the characters.
#[derive(Serialize)]
#[serde(tag = "job", rename = "font")]
struct Job<'a> {
    file: &'a Path,
    /// Hash of its bytes: another font at the same place is read again.
    hash: &'a Hash,
    features: &'a [String],
    axes: &'a BTreeMap<String, [f32; 2]>,
}

/// Facts of a subset: there are none.
#[derive(Deserialize)]
struct Cut {}

/// Cuts the font of `face` to `characters`, keeping the data that its features (OpenType tags) and
/// the ranges of its axes need.
pub(super) fn cut(
    workers: &MediaWorkers,
    source: &Source,
    face: &Face,
    characters: &str,
) -> Result<Vec<u8>, MediaError> {
    let job = Job {
        file: &face.file,
        hash: &source.hash,
        features: &face.features,
        axes: &face.axes,
    };
    let (Cut {}, woff2) = workers.run(&job, characters.as_bytes())?;
    Ok(woff2)
}
