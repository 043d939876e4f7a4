//! Tests of the published form of files that editors, cameras and attackers put beside a text.

mod colours;
mod kept;
mod private;
mod refused;
mod scaled;
mod variants;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::{DynamicImage, Rgba};
use tempfile::TempDir;
use walkdir::WalkDir;

use super::fixtures::{WORKERS, media};
use super::*;

/// A content folder and a cache.
struct Shop {
    folder: TempDir,
    images: Images,
}

impl Shop {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let images = Images::new(Some(folder.path().join("cache")), WORKERS.clone());
        Self { folder, images }
    }

    /// A generator that is started again.
    fn again(self) -> Self {
        let images = Images::new(Some(self.folder.path().join("cache")), WORKERS.clone());
        Self { images, ..self }
    }

    fn media(&self, name: &str, bytes: &[u8]) -> Arc<Media> {
        media(self.folder.path(), name, bytes)
    }

    /// The picture of a file that is as it should be.
    fn picture(&mut self, media: &Arc<Media>) -> Arc<Picture> {
        let (pictures, diagnostics) = self.images.make(std::slice::from_ref(media));
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        pictures[&media.hash].clone()
    }

    fn bytes(&self, media: &Media, variant: &Variant) -> Vec<u8> {
        self.images.bytes(media, variant).unwrap()
    }

    fn cached_files(&self) -> Vec<PathBuf> {
        files(&self.folder.path().join("cache"))
    }
}

/// None if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter();
    files
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect()
}

/// The problem of a file: the code of the diagnostic.
fn refusal_code(name: &str, bytes: &[u8]) -> String {
    let mut shop = Shop::new();
    let media = shop.media(name, bytes);
    let (pictures, diagnostics) = shop.images.make(&[media]);
    assert!(
        pictures.is_empty() && shop.cached_files().is_empty(),
        "{name}"
    );
    assert_eq!(diagnostics[0].file, format!("content/news/a/{name}"));
    diagnostics[0].code().to_owned()
}

fn decode(bytes: &[u8]) -> DynamicImage {
    image::load_from_memory(bytes).unwrap()
}

/// The picture of one file, and the bytes at its path.
fn original(name: &str, bytes: &[u8]) -> (Arc<Picture>, Vec<u8>) {
    let mut shop = Shop::new();
    let media = shop.media(name, bytes);
    let picture = shop.picture(&media);
    let bytes = shop.bytes(&media, &picture.original);
    (picture, bytes)
}

fn is_near(pixel: Rgba<u8>, wanted: [u8; 3], distance: u8) -> bool {
    (0..3).all(|channel| pixel[channel].abs_diff(wanted[channel]) <= distance)
}
