//! The frontend's declaration of web fonts: `dist/fonts.json`, which its build writes from
//! `frontend/fonts.json` and the catalogs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use contract::Hash;
use serde::Deserialize;

use super::ranges::Ranges;
use generator_media::workers::media;

/// Packages that cut, unpack and pack.
const PACKAGES: [&str; 2] = ["harfbuzzjs", "wawoff2"];

/// The faces to cut, and the texts that they show besides content.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// The faces in the order of the style sheet.
    pub faces: Vec<Face>,
    /// Every character of the catalogs.
    pub catalogs: String,
    /// Hash of all that decides how its faces are cut: the frontend's module and its packages.
    #[serde(skip, default = "no_recipe")]
    pub recipe: Hash,
}

/// One face, as in `@font-face`, and the parts to keep of its file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Name in style sheets.
    pub family: String,
    /// `600`, or `200 800` for a face that serves several.
    pub weight: String,
    /// `normal` or `italic`.
    pub style: String,
    /// TrueType, OpenType or WOFF2; relative to the frontend's folder in the file, absolute here.
    pub file: PathBuf,
    /// The characters that are this face's to show.
    pub ranges: Ranges,
    /// Characters that are always included: the output of formatters, the input of visitors.
    #[serde(default)]
    pub characters: String,
    /// Layout features to keep.
    pub features: Vec<String>,
    /// Least and greatest value to keep of an axis of a variable font, by the axis's tag; axes that
    /// are not named stay whole.
    #[serde(default)]
    pub axes: BTreeMap<String, [f32; 2]>,
    /// Small files that a page loads before all others.
    #[serde(default)]
    pub first: Vec<First>,
}

/// A file of a face for first screens. It has a family of its own, `<family> First`, which style
/// sheets name before the face's.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct First {
    /// The languages of the pages that load it: `zh`.
    pub languages: Vec<String>,
    /// Characters of the file, the same for all pages; else each page has a file of its own.
    #[serde(default)]
    pub characters: Option<String>,
    /// How many characters a page's own file has at most, in the order in which they are read.
    #[serde(default)]
    pub most: usize,
    /// Weight in place of the face's, as are the fields below.
    #[serde(default)]
    pub weight: Option<String>,
    /// The characters that this file shows.
    #[serde(default)]
    pub ranges: Option<Ranges>,
    /// Layout features to keep.
    #[serde(default)]
    pub features: Option<Vec<String>>,
    /// Least and greatest value to keep of an axis.
    #[serde(default)]
    pub axes: Option<BTreeMap<String, [f32; 2]>>,
}

/// The value of `recipe` until [`Declaration::read`] sets it.
fn no_recipe() -> Hash {
    Hash::of(b"")
}

impl Declaration {
    /// Reads the declaration of a built frontend; none if it has none.
    ///
    /// # Errors
    /// It cannot be read, or is not valid.
    pub fn read(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = folder.join("dist/fonts.json");
        let place = || format!("`{}`", path.display());
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(place),
        };
        let mut declaration: Self = serde_json::from_str(&text).with_context(|| {
            format!(
                "{}; correct `fonts.json` and build the frontend again",
                place()
            )
        })?;
        for face in &mut declaration.faces {
            face.file = folder.join(&face.file);
        }
        declaration.recipe = recipe(folder)?;
        Ok(Some(declaration))
    }
}

/// Hash of all that decides a subset's bytes besides its order.
pub(super) fn recipe(frontend: &Path) -> anyhow::Result<Hash> {
    media::recipe(frontend, "fonts", &PACKAGES)
}
