//! A font file as it was published.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, anyhow, bail};
use contract::Hash;
use ttf_parser::Face;

/// A font with more bytes than this is none of ours: the largest Chinese face has 25 MB.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Facts of a font file. Its bytes are not kept: the process that cuts reads them itself.
#[derive(Debug)]
pub(super) struct Source {
    path: PathBuf,
    stamp: (u64, SystemTime),
    /// Hash of the file.
    pub(super) hash: Hash,
    /// Sorted code points.
    covered: Vec<u32>,
}

impl Source {
    /// Reads a font file.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let stamp = stamp(path)?;
        let bytes = read(path)?;
        let hash = Hash::of(&bytes);
        let sfnt = unpack(path, bytes)?;
        Ok(Self {
            path: path.to_owned(),
            stamp,
            hash,
            covered: code_points(&font(path, &sfnt)?),
        })
    }

    /// Whether the file is still the one that was read.
    pub(super) fn is_current(&self) -> bool {
        stamp(&self.path).is_ok_and(|stamp| stamp == self.stamp)
    }

    /// Whether the font has a glyph for a character.
    pub(super) fn has(&self, character: char) -> bool {
        self.covered.binary_search(&u32::from(character)).is_ok()
    }
}

fn stamp(path: &Path) -> anyhow::Result<(u64, SystemTime)> {
    let missing = || {
        format!(
            "the font `{}` cannot be read; run `npm install` in the frontend's folder, or correct `fonts.json`",
            path.display()
        )
    };
    let metadata = fs::metadata(path).with_context(missing)?;
    if metadata.len() > MAX_BYTES {
        bail!(
            "`{}` has more than 64 MB, which no font has",
            path.display()
        );
    }
    Ok((metadata.len(), metadata.modified()?))
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))
}

fn unpack(path: &Path, bytes: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    if !bytes.starts_with(b"wOF2") {
        return Ok(bytes);
    }
    let mut decompress = |compressed: &[u8], size: usize| {
        let mut plain = Vec::with_capacity(size.min(MAX_BYTES as usize));
        let mut packed = compressed;
        brotli::BrotliDecompress(&mut packed, &mut plain)?;
        if plain.len() == size {
            Ok(plain)
        } else {
            Err("wrong length".into())
        }
    };
    wuff::decompress_woff2_with_custom_brotli(&bytes, &mut decompress)
        .map_err(|error| anyhow!("`{}` is no readable WOFF2 file: {error:?}", path.display()))
}

fn font<'a>(path: &Path, sfnt: &'a [u8]) -> anyhow::Result<Face<'a>> {
    Face::parse(sfnt, 0).with_context(|| {
        format!(
            "`{}` is no TrueType, OpenType or WOFF2 font; name another file in `fonts.json`",
            path.display()
        )
    })
}

/// The code points that have a glyph, sorted.
fn code_points(font: &Face<'_>) -> Vec<u32> {
    let mut covered = Vec::new();
    let tables = font.tables().cmap.iter().flat_map(|cmap| cmap.subtables);
    for table in tables.filter(|table| table.is_unicode()) {
        table.codepoints(|code| {
            if table.glyph_index(code).is_some_and(|glyph| glyph.0 > 0) {
                covered.push(code);
            }
        });
    }
    covered.sort_unstable();
    covered.dedup();
    covered
}
