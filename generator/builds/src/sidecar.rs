//! Compressed files beside their originals: `index.html.br`, `.gz`, `.zst`, and `.dcz` for
//! documents and JSON files where the app has a [`dictionary`](super::dictionary).
//!
//! One fixed level per kind of file: same input, same bytes. Assets, which live for months, get the
//! best. Pages get brotli's level 10: 8 % smaller than at level 9 for a third more time, where the
//! best level would save 2 % more for twice the time.

use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use generator_compression::{brotli, gzip};
use rayon::prelude::*;
use walkdir::WalkDir;
use zstd::bulk::Compressor;

use super::dictionary::{Dictionary, PAGE_ZSTD_LEVEL};
use super::predecessor;
use super::reserve::is_disk_full;

/// Smaller files do not shrink: the header of the compressed answer is as long as the saving.
const MIN_BYTES: usize = 256;

/// The fastest of zstd's levels whose copy of a page is no smaller than that in brotli.
const HASTY_ZSTD_LEVEL: i32 = 1;

/// A level of brotli that takes a tenth of the time of the one that pages are sent in. Its copies
/// are larger: by 5 % of a page of 20 KB, by 21 % of one of 250 KB.
const QUICK_BROTLI: i32 = 5;

/// How much time a file is worth.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// Made again with every edit.
    Page,
    /// Made once per release.
    Asset,
}

/// Extension of the sidecar that [`write`] makes last.
const LAST: &str = "zst";

/// Name of the mark of a folder with files that are not compressed yet; the mark contains the name
/// of the dictionary's asset, or is empty.
pub(super) const MARK: &str = ".uncompressed";

/// Whether files of this kind become smaller at all.
pub fn is_compressible(path: &Path) -> bool {
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default();
    matches!(
        extension,
        "html"
            | "json"
            | "xml"
            | "txt"
            | "svg"
            | "css"
            | "js"
            | "mjs"
            | "csv"
            | "map"
            | "dict"
            | "rules"
    )
}

/// Notes that `folder` is to be compressed, and against which asset; a crash does not forget it.
pub fn mark(folder: &Path, dictionary: Option<&str>) -> anyhow::Result<()> {
    fs::write(folder.join(MARK), dictionary.unwrap_or_default())
        .with_context(|| format!("cannot write into `{}`", folder.display()))
}

/// Whether `folder` still is to be compressed.
pub fn is_marked(folder: &Path) -> bool {
    folder.join(MARK).is_file()
}

/// How hard compressing may work the machine.
#[derive(Clone, Copy, Debug)]
pub enum Pace {
    /// On all cores, because a person waits for the result.
    Now,
    /// On the calling thread alone; the caller lowers its priority.
    Behind,
}

/// Makes the copies of the build's scripts against their predecessors if it is published,
/// compresses the files of its folder `folder` that are not compressed yet, and removes the mark.
pub fn finish(folder: &Path, pace: Pace) -> anyhow::Result<()> {
    // First, because they are few and save a returning visitor more than all others.
    let copies = predecessor::write_copies(folder);
    let dictionary = dictionary_of(folder)?;
    let compress = |path: &PathBuf| write(path, Effort::Page, dictionary.as_ref());
    let files = WalkDir::new(folder)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file());
    let mut todo: Vec<PathBuf> = files
        .map(walkdir::DirEntry::into_path)
        .filter(|path| is_compressible(path))
        .collect();
    todo.retain(|path| is_missing(path));
    let compressed = match pace {
        Pace::Now => todo.par_iter().try_for_each(compress),
        Pace::Behind => todo.iter().try_for_each(compress),
    };
    if let Err(error) = compressed {
        if is_disk_full(&error) {
            todo.iter().for_each(|path| remove(path));
        }
        return Err(error);
    }
    copies?;
    fs::remove_file(folder.join(MARK))
        .with_context(|| format!("cannot delete the mark in `{}`", folder.display()))
}

/// The dictionary that the mark names. One that was pruned meanwhile belongs to an app that is no
/// longer served.
fn dictionary_of(folder: &Path) -> anyhow::Result<Option<Dictionary>> {
    let mark = folder.join(MARK);
    let name =
        fs::read_to_string(&mark).with_context(|| format!("cannot read `{}`", mark.display()))?;
    let path = folder.with_file_name("assets").join(&name);
    if name.is_empty() || !path.exists() {
        return Ok(None);
    }
    Dictionary::read(&path).map(Some)
}

/// Deletes the sidecars of `path`: a disk that is full needs the room, and the next build makes
/// them again.
fn remove(path: &Path) {
    for extension in ["br", "gz", "dcz", LAST] {
        let _ = fs::remove_file(with_extension(path, extension));
        let _ = fs::remove_file(with_extension(path, &format!("{extension}.tmp")));
    }
}

/// Whether the sidecars of `path` are still to be made. The one that is written last decides.
pub fn is_missing(path: &Path) -> bool {
    !with_extension(path, LAST).exists()
}

/// Writes the sidecars of `path`; one that is not smaller than the original is left out.
pub fn write(path: &Path, effort: Effort, dictionary: Option<&Dictionary>) -> anyhow::Result<()> {
    let bytes = fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    if bytes.len() < MIN_BYTES {
        return Ok(());
    }
    let put = |extension: &str, compressed: Vec<u8>| {
        if compressed.len() >= bytes.len() {
            return Ok(());
        }
        let target = with_extension(path, extension);
        let temporary = with_extension(path, &format!("{extension}.tmp"));
        fs::write(&temporary, &compressed)
            .and_then(|()| fs::rename(&temporary, &target))
            .with_context(|| format!("cannot write `{}`", target.display()))
    };
    put("br", brotli(&bytes, brotli_quality(effort))?)?;
    put("gz", gzip(&bytes)?)?;
    if let Some(dictionary) = dictionary.filter(|_| is_page(path)) {
        put("dcz", dictionary.compress(&bytes)?)?;
    }
    put(LAST, zstd(&bytes, effort)?)
}

/// About how many bytes a page's file of these bytes has when it is sent, and hardly ever too few:
/// compressed in haste, in a few milliseconds per megabyte.
pub fn hasty_size(bytes: &[u8]) -> anyhow::Result<usize> {
    // To make a compressor takes longer than to compress most files.
    thread_local! {
        static COMPRESSOR: io::Result<RefCell<Compressor<'static>>> =
            Compressor::new(HASTY_ZSTD_LEVEL).map(RefCell::new);
    }
    let compressed = COMPRESSOR.with(|compressor| match compressor {
        Ok(compressor) => compressor.borrow_mut().compress(bytes),
        Err(error) => Err(error.kind().into()),
    })?;
    Ok(compressed.len().min(bytes.len()))
}

/// About how many bytes a page's file of these bytes has when it is sent in brotli; exactly, where
/// that decides whether they are more than `limit`.
pub fn sent_size(bytes: &[u8], limit: usize) -> anyhow::Result<usize> {
    if bytes.len() < MIN_BYTES {
        return Ok(bytes.len());
    }
    let quick = brotli(bytes, QUICK_BROTLI)?.len().min(bytes.len());
    if quick <= limit {
        return Ok(quick);
    }
    // The largest difference that was seen is 1.5 times, of a text of numbers.
    if quick / 8 * 5 >= limit {
        // Between the copies of a short page and of a long one.
        return Ok(quick / 8 * 7);
    }
    let sent = brotli(bytes, brotli_quality(Effort::Page))?;
    Ok(sent.len().min(bytes.len()))
}

/// Documents and payloads, which have something in common.
fn is_page(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "html" || extension == "json")
}

fn with_extension(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

fn brotli_quality(effort: Effort) -> i32 {
    match effort {
        Effort::Page => 10,
        Effort::Asset => 11,
    }
}

fn zstd(bytes: &[u8], effort: Effort) -> anyhow::Result<Vec<u8>> {
    let level = match effort {
        Effort::Page => PAGE_ZSTD_LEVEL,
        Effort::Asset => 19,
    };
    Ok(zstd::bulk::compress(bytes, level)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressing_twice_gives_the_same_bytes() {
        let text = "潮生资本 tide lines ".repeat(200);
        for effort in [Effort::Page, Effort::Asset] {
            assert_eq!(
                zstd(text.as_bytes(), effort).unwrap(),
                zstd(text.as_bytes(), effort).unwrap()
            );
        }
    }

    // R10.06
    #[test]
    fn a_size_is_exact_near_the_limit_and_on_the_same_side_of_it_everywhere() {
        let words =
            (0..9_000_u32).map(|n| format!("{} 潮生 ", n.wrapping_mul(2_654_435_761) >> 19));
        let long: String = words.collect();
        let long = long.as_bytes();
        for bytes in [long, &long[..20_000], &long[..1_000]] {
            let sent = brotli(bytes, brotli_quality(Effort::Page)).unwrap().len();
            for limit in [sent - 1, sent, sent + 1, sent / 2, sent * 2, sent * 9 / 10] {
                let size = sent_size(bytes, limit).unwrap();
                assert_eq!(size > limit, sent > limit, "{size} for {sent}, {limit}");
                assert!(size.abs_diff(sent) * 3 < sent, "{size} for {sent}");
            }
            assert_eq!(sent_size(bytes, sent - 1).unwrap(), sent);
        }
    }

    #[test]
    fn pictures_that_are_compressed_already_are_left_alone() {
        assert!(is_compressible(Path::new("a/index.html")));
        assert!(is_compressible(Path::new("tide.svg")));
        assert!(!is_compressible(Path::new("tide.png")));
    }
}
