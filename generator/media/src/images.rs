//! Raster images beside entries become pictures: the same image in several widths and encodings,
//! made once.
//!
//! ```text
//! bytes ──media worker: upright sRGB pixels, candidates──► encoded files ──what is worth it──► variants ──► var/images/<recipe>/
//! ```
//!
//! A picture at the file's own path is upright, no wider than the top candidate and without
//! metadata: a camera writes its location into its files. Animations stay as they are and get a
//! still for visitors that prefer less motion. AVIF and ICO files have no variants, only themselves
//! without metadata. SVG files lose their metadata likewise and have no picture.
//!
//! A picture is named by the hash of its source and found again on disk by it; the folder is named
//! by the recipe, so that another encoder never meets the old one's files. A missing or damaged
//! file of the cache is made again; a picture that was not used for long is deleted.
//!
//! **Invariant**: the same source and recipe give the same bytes, on however many cores.

mod avif;
mod cache;
mod job;
mod make;
mod picture;
mod prune;
mod refusal;
mod slow;
mod sniff;
mod strip;

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use contract::Hash;

use crate::Media;
use crate::workers::media::MediaWorkers;
use cache::Cache;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::{Language, Message};
pub use picture::{Format, Picture, Role, Variant};
pub use refusal::Refusal;
pub use strip::strip_svg;

/// Where pictures are kept, below `var/`.
pub const FOLDER: &str = "images";

/// Hash of a source → its picture.
pub type Pictures = HashMap<Hash, Arc<Picture>>;

/// Makes pictures; keeps those it has made, in memory and on disk.
#[derive(Debug)]
pub struct Images {
    /// Folder of the cache; none if images are only checked.
    folder: Option<PathBuf>,
    /// Cache below the folder, opened at the first use: content without images does not need the
    /// tools that make pictures.
    cache: OnceLock<Cache>,
    workers: Arc<MediaWorkers>,
    known: Pictures,
    /// Language of the line about slow work.
    language: Language,
    took: Duration,
}

impl Images {
    /// Pictures are made by `workers` and kept below `folder`; without one images are decoded, to
    /// find the broken ones, and no pictures made.
    pub fn new(folder: Option<PathBuf>, workers: Arc<MediaWorkers>) -> Self {
        Self {
            folder,
            cache: OnceLock::new(),
            workers,
            known: Pictures::new(),
            language: Language::English,
            took: Duration::ZERO,
        }
    }

    /// Has messages in that language.
    #[must_use]
    pub fn speaking(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// How long [`Images::make`] took the last time.
    pub fn took(&self) -> Duration {
        self.took
    }

    /// The pictures of all raster images among `media`, and the problems of the others.
    pub fn make(&mut self, media: &[Arc<Media>]) -> (Pictures, Vec<Diagnostic>) {
        let started = Instant::now();
        let mut wanted: Vec<&Media> = media
            .iter()
            .map(|media| &**media)
            .filter(|media| Format::from_media_type(media.media_type).is_some())
            .collect();
        wanted.sort_by_key(|media| media.hash.to_string());
        wanted.dedup_by_key(|media| media.hash);
        let cache = match self.cache() {
            Ok(cache) => cache,
            Err(error) if !wanted.is_empty() => return (Pictures::new(), unmade(&wanted, &error)),
            Err(_) => None,
        };
        let mut found = Pictures::with_capacity(wanted.len());
        let mut missing = Vec::new();
        for media in wanted {
            let known = self.known.get(&media.hash).cloned();
            let on_disk = || Some(Arc::new(cache?.picture(&media.hash)?));
            match known.or_else(on_disk) {
                Some(picture) => drop(found.insert(media.hash, picture)),
                None => missing.push(media),
            }
        }
        let mut diagnostics = Vec::new();
        let made = slow::with_notice(&missing, self.language, || {
            make::pictures(&missing, &self.workers, cache)
        });
        for (media, outcome) in made {
            match outcome {
                Ok(Some(picture)) => drop(found.insert(media.hash, Arc::new(picture))),
                Ok(None) => {}
                Err(refusal) => diagnostics.push(refusal.diagnostic(&media.file)),
            }
        }
        diagnostics.extend(clashes(media, &found));
        self.known.clone_from(&found);
        self.took = started.elapsed();
        (found, diagnostics)
    }

    /// Deletes pictures that no content and no other recipe has used for long. Returns their
    /// number, which is above zero at most once a day.
    ///
    /// # Errors
    /// The folder cannot be read or written.
    pub fn prune(&self) -> io::Result<usize> {
        let needed = self.known.keys().map(Hash::to_string).collect();
        match self.cache() {
            Ok(Some(cache)) => cache.prune(&needed),
            _ => Ok(0),
        }
    }

    /// The bytes of one variant of the picture of `media`; made again when the cache has lost them.
    ///
    /// # Errors
    /// The source cannot be read, or is no longer the one the picture was made of.
    pub fn bytes(&self, media: &Media, variant: &Variant) -> anyhow::Result<Vec<u8>> {
        let cache = self
            .cache()?
            .ok_or_else(|| anyhow::anyhow!("no folder for images was given"))?;
        if let Some(bytes) = cache.bytes(&media.hash, variant) {
            return Ok(bytes);
        }
        for (media, outcome) in make::pictures(&[media], &self.workers, Some(cache)) {
            outcome.map_err(|refusal| refusal.diagnostic(&media.file))?;
        }
        cache.bytes(&media.hash, variant).ok_or_else(|| {
            anyhow::anyhow!(
                "`{}` cannot be kept; look for space on the disk of `{}`",
                media.file,
                cache.folder().display()
            )
        })
    }

    /// The cache, opened at the first call; none if images are only checked.
    fn cache(&self) -> anyhow::Result<Option<&Cache>> {
        let Some(folder) = &self.folder else {
            return Ok(None);
        };
        if let Some(cache) = self.cache.get() {
            return Ok(Some(cache));
        }
        let cache = Cache::new(folder.clone(), self.workers.frontend())?;
        Ok(Some(self.cache.get_or_init(|| cache)))
    }
}

/// Diagnostics that no picture can be made of `wanted`, with the reason.
fn unmade(wanted: &[&Media], error: &anyhow::Error) -> Vec<Diagnostic> {
    let refusal = Refusal::NotMade(format!("{error:#}").into());
    let told = wanted.iter().map(|media| refusal.diagnostic(&media.file));
    told.collect()
}

/// A file of the author's at the path of another file's variant: neither may silently replace the
/// other.
fn clashes(media: &[Arc<Media>], pictures: &Pictures) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for source in media {
        let variants = pictures
            .get(&source.hash)
            .into_iter()
            .flat_map(|picture| picture.variants());
        for path in variants.map(|variant| variant.path(&source.path)) {
            let Ok(index) = media.binary_search_by(|media| media.path.cmp(&path)) else {
                continue;
            };
            let message = Message::new("image-clash").with("source", &source.file);
            diagnostics.push(Diagnostic::new(&media[index].file, message));
        }
    }
    diagnostics
}

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod tests;
