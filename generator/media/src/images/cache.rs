//! Pictures on disk: `<folder>/<recipe>/<ab>/<source hash>.json`, and the variants' bytes beside
//! it. Written by rename, the description last. A picture that is missing, torn or of another
//! recipe counts as absent.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use contract::Hash;

use super::picture::{Encoded, Picture, Variant};
use super::prune::prune;
use crate::workers::media;
use generator_ground::storage::last_used;
use generator_ground::storage::replace::replace_file_unsynced;

/// Sources of this module and versions of the libraries that take metadata out; set by `build.rs`.
const RECIPE: &str = env!("IMAGES_RECIPE");

/// The module of the frontend that makes pictures.
const MODULE: &str = "pictures";

/// Packages of the module.
const PACKAGES: [&str; 2] = ["sharp", "@img/"];

/// How much of the recipes' hash names a folder.
const NAME_LENGTH: usize = 16;

/// Held while a picture is stored.
static KEEPING: Mutex<()> = Mutex::new(());

/// The folder of one recipe.
#[derive(Debug)]
pub(super) struct Cache {
    /// Folder of all recipes.
    root: PathBuf,
    folder: PathBuf,
}

impl Cache {
    /// Below `root`, which need not exist; of the pictures that `frontend` makes.
    ///
    /// # Errors
    /// The module that makes them cannot be read.
    pub(super) fn new(root: PathBuf, frontend: &Path) -> anyhow::Result<Self> {
        let making = media::recipe(frontend, MODULE, &PACKAGES)
            .context("run `npm install` in the frontend's folder")?;
        let recipe = Hash::of_parts([RECIPE.as_bytes(), making.as_bytes()]);
        Ok(Self {
            folder: root.join(&recipe.to_string()[..NAME_LENGTH]),
            root,
        })
    }

    /// The folder of this recipe.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The picture of a source, if all its files are there.
    pub(super) fn picture(&self, source: &Hash) -> Option<Picture> {
        let description = fs::read(self.place(source, "json")).ok()?;
        let picture: Picture = serde_json::from_slice(&description).ok()?;
        let is_there = |variant: &Variant| {
            fs::metadata(self.file(source, variant)).is_ok_and(|file| file.len() == variant.size)
        };
        let whole = is_there(&picture.original) && picture.variants().all(is_there);
        if whole {
            last_used::mark(&self.place(source, "json"));
        }
        whole.then_some(picture)
    }

    /// The bytes of a variant, if they are there and whole.
    pub(super) fn bytes(&self, source: &Hash, variant: &Variant) -> Option<Vec<u8>> {
        let bytes = fs::read(self.file(source, variant)).ok()?;
        (Hash::of(&bytes) == variant.hash).then_some(bytes)
    }

    /// Keeps a picture and the files it names.
    pub(super) fn keep(
        &self,
        source: &Hash,
        picture: &Picture,
        files: &[(Variant, Encoded)],
    ) -> io::Result<()> {
        // Another thread may make the same picture, and would write the same temporary files.
        let _alone = KEEPING.lock().unwrap_or_else(PoisonError::into_inner);
        for (variant, encoded) in files {
            replace_file_unsynced(&self.file(source, variant), &encoded.bytes)?;
        }
        replace_file_unsynced(&self.place(source, "json"), &serde_json::to_vec(picture)?)
    }

    /// Deletes pictures that were not used for long, except those of `needed` sources.
    pub(super) fn prune(&self, needed: &HashSet<String>) -> io::Result<usize> {
        prune(&self.root, &self.folder, needed)
    }

    fn file(&self, source: &Hash, variant: &Variant) -> PathBuf {
        self.place(source, &variant.hash.to_string())
    }

    fn place(&self, source: &Hash, end: &str) -> PathBuf {
        let name = source.to_string();
        self.folder.join(&name[..2]).join(format!("{name}.{end}"))
    }
}
