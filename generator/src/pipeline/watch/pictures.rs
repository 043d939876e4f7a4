//! Pictures of an edit are made beside the builds, so that a photograph does not delay the texts of
//! others.
//!
//! An entry is held back if a raster image was added to its folder, with all that was touched in
//! it: its live version stays, while other entries are published. When the image's variants are in
//! the cache the entry is touched again, and the build that follows finds them there. One image is
//! made at a time, by threads of their own.
//!
//! A build that looks at everything (after lost events, or with a new collection) does not wait for
//! this, and makes the pictures that it needs itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use anyhow::Context;
use rayon::ThreadPoolBuilder;

use generator_ground::message::Language;
use generator_media::Media;
use generator_media::images::{Format, Images};
use generator_media::workers::media::MediaWorkers;

/// Edits that are held back, and the maker of their pictures.
pub(super) struct Pictures {
    content: PathBuf,
    jobs: Sender<Job>,
    held: BTreeMap<PathBuf, Held>,
    /// Images with finished pictures that were not built since.
    made: BTreeSet<PathBuf>,
}

/// An entry's images to make.
struct Job {
    entry: PathBuf,
    images: Vec<PathBuf>,
}

/// Changed paths of an entry, and the number of jobs that they wait for.
#[derive(Debug, Default)]
struct Held {
    paths: BTreeSet<PathBuf>,
    jobs: usize,
}

impl Pictures {
    /// A maker for entries below `content`; `workers` make the pictures, which are kept in `cache`.
    /// `done` is called for each entry with finished images.
    pub(super) fn new(
        content: &Path,
        cache: PathBuf,
        workers: Arc<MediaWorkers>,
        language: Language,
        done: impl Fn(PathBuf) + Send + 'static,
    ) -> anyhow::Result<Self> {
        // Builds have the other one to themselves: their work would wait in its queue.
        let pool = ThreadPoolBuilder::new().build();
        let pool = pool.context("cannot start threads for pictures")?;
        let (jobs, queue) = mpsc::channel::<Job>();
        std::thread::spawn(move || {
            for Job { entry, images } in queue {
                pool.install(|| make(&images, &cache, &workers, language));
                done(entry);
            }
        });
        Ok(Self {
            content: content.to_owned(),
            jobs,
            held: BTreeMap::new(),
            made: BTreeSet::new(),
        })
    }

    /// Holds back the paths of entries with images to make; returns the paths that may be built
    /// now.
    pub(super) fn hold(&mut self, paths: BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        let mut images: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
        for path in &paths {
            let is_new = is_raster(path) && !self.made.remove(path) && path.is_file();
            if let Some(entry) = entry(&self.content, path).filter(|_| is_new) {
                images.entry(entry).or_default().push(path.clone());
            }
        }
        for (entry, images) in images {
            self.held.entry(entry.clone()).or_default().jobs += 1;
            // The thread ends with the process.
            let _ = self.jobs.send(Job { entry, images });
        }
        let mut ready = BTreeSet::new();
        for path in paths {
            let entry = entry(&self.content, &path);
            match entry.and_then(|entry| self.held.get_mut(&entry)) {
                Some(held) => drop(held.paths.insert(path)),
                None => drop(ready.insert(path)),
            }
        }
        ready
    }

    /// One job of `entry` is done; returns the paths to build if it was the last.
    pub(super) fn release(&mut self, entry: &Path) -> BTreeSet<PathBuf> {
        let Some(held) = self.held.get_mut(entry) else {
            return BTreeSet::new();
        };
        held.jobs -= 1;
        if held.jobs > 0 {
            return BTreeSet::new();
        }
        let paths = self.held.remove(entry).unwrap_or_default().paths;
        let images = paths.iter().filter(|path| is_raster(path));
        self.made.extend(images.cloned());
        paths
    }

    /// An image was written again: its finished pictures are outdated.
    pub(super) fn forget(&mut self, path: &Path) {
        self.made.remove(path);
    }

    /// True while something is held back.
    pub(super) fn are_waited_for(&self) -> bool {
        !self.held.is_empty()
    }
}

/// Puts the pictures of `images` into the cache. The build that needs a picture reports it if it
/// cannot be made.
fn make(images: &[PathBuf], cache: &Path, workers: &Arc<MediaWorkers>, language: Language) {
    let media = images.iter().filter_map(|image| Media::of_file(image));
    let media: Vec<_> = media.map(Arc::new).collect();
    let mut images = Images::new(Some(cache.to_owned()), Arc::clone(workers)).speaking(language);
    images.make(&media);
}

fn is_raster(path: &Path) -> bool {
    Format::of_path(path).is_some()
}

/// The folder of the entry that a file belongs to: `<collection>/<slug>` below `content`.
fn entry(content: &Path, path: &Path) -> Option<PathBuf> {
    let mut parts = path.strip_prefix(content).ok()?.iter();
    let entry = content.join(parts.next()?).join(parts.next()?);
    Some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workers(root: &Path) -> Arc<MediaWorkers> {
        Arc::new(MediaWorkers::new(root.to_owned()))
    }

    fn paths(root: &Path, names: &[&str]) -> BTreeSet<PathBuf> {
        names.iter().map(|name| root.join(name)).collect()
    }

    #[test]
    fn an_entry_waits_for_its_images_and_others_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("news/a/i")).unwrap();
        std::fs::write(root.join("news/a/i/photo.jpg"), "no image").unwrap();
        let (done, is_done) = mpsc::channel();
        let told = move |entry| done.send(entry).unwrap();
        let mut pictures = Pictures::new(
            root,
            root.join("cache"),
            workers(root),
            Language::English,
            told,
        )
        .unwrap();

        let touched = [
            "news/a/i/photo.jpg",
            "news/a/en.md",
            "news/b/en.md",
            "news/c/gone.png",
        ];
        let ready = pictures.hold(paths(root, &touched));
        assert_eq!(ready, paths(root, &["news/b/en.md", "news/c/gone.png"]));
        let later = pictures.hold(paths(root, &["news/a/zh-CN.md", "site.yaml"]));
        assert_eq!(later, paths(root, &["site.yaml"]));
        assert!(pictures.are_waited_for());

        let entry = is_done.recv().unwrap();
        let released = pictures.release(&entry);
        let held = ["news/a/i/photo.jpg", "news/a/en.md", "news/a/zh-CN.md"];
        assert_eq!(released, paths(root, &held));
        assert!(!pictures.are_waited_for());
        assert_eq!(
            pictures.hold(released.clone()),
            released,
            "made, whatever came of it"
        );
    }

    #[test]
    fn an_image_that_was_written_again_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("news/a")).unwrap();
        let photo = root.join("news/a/photo.jpg");
        std::fs::write(&photo, "no image").unwrap();
        let mut pictures = Pictures::new(
            root,
            root.join("cache"),
            workers(root),
            Language::English,
            |_| (),
        )
        .unwrap();
        let touched = paths(root, &["news/a/photo.jpg"]);
        assert!(pictures.hold(touched.clone()).is_empty());
        pictures.release(&root.join("news/a"));
        pictures.forget(&photo);
        assert!(pictures.hold(touched).is_empty());
    }
}
