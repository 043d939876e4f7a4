//! Web fonts cut to the characters that the site's headlines use.
//!
//! ```text
//! content + catalogs ──used──► how many texts use each character ──subsets──► sets ──cut (cached)──► woff2 ──css──► /fonts.css
//! frontend's fonts.json ──declaration──► faces ──source──► font file, and which characters it has
//! ```
//!
//! The frontend declares its faces (`frontend/fonts.json`); without a declaration there are no
//! subsets. A subset is an asset named by its bytes, kept for a year by browsers and shared by
//! builds. Pages link `/fonts.css`, which names the subsets: its address never changes, so a new
//! character causes no page to be rendered again.
//!
//! **Invariant**: characters that only guarded texts use are in no public file. They have subsets
//! and a style sheet of their own ([`GUARDED_CSS`]), which only guarded documents link and only
//! members may read.

mod cache;
mod css;
mod cut;
pub mod declaration;
pub mod first;
mod ranges;
mod source;
mod subsets;
mod used;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use contract::Hash;
use rayon::prelude::*;

use cache::Cache;
use declaration::{Declaration, Face};
use first::FirstFaces;
use generator_content::Content;
use generator_ground::message::Message;
use generator_media::workers::media::MediaWorkers;
use source::Source;
use used::{Used, count_characters};

/// The style sheet that every document links.
pub const CSS: &str = "/fonts.css";

/// The one that guarded documents link besides.
pub const GUARDED_CSS: &str = "/fonts-guarded.css";

/// Folder of guarded subsets. Public ones are assets.
pub const GUARDED_FOLDER: &str = "/fonts/";

/// Maker of web fonts, with all that it keeps from one build to the next.
pub struct Fonts {
    cutter: Cutter,
    sources: HashMap<PathBuf, Arc<Source>>,
}

/// Cuts a file; keeps the results in a cache.
#[derive(Clone)]
struct Cutter {
    cache: Cache,
    workers: Arc<MediaWorkers>,
}

/// The web fonts of one build.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FontSet {
    /// The sheet for all pages.
    pub public: Sheet,
    /// The sheet that guarded pages need besides.
    pub guarded: Sheet,
    /// Characters that no face has.
    pub warnings: Vec<Message>,
}

/// A style sheet and the subsets it names.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Text of the sheet.
    pub css: String,
    /// The fonts, each once.
    pub files: Vec<FontSubset>,
}

/// A font cut to some characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FontSubset {
    /// Hash of the bytes, which names the subset.
    pub hash: Hash,
    /// WOFF2.
    pub bytes: Vec<u8>,
}

impl FontSubset {
    /// `<hash>.woff2`.
    pub fn name(&self) -> String {
        format!("{}.woff2", self.hash)
    }

    /// Name of the file under `/assets/`.
    pub fn asset(&self) -> String {
        asset(self.hash)
    }
}

/// The name under `/assets/` of the subset with that hash.
pub fn asset(hash: Hash) -> String {
    format!("fonts/{hash}.woff2")
}

/// An order to cut one face.
struct Order<'a> {
    face: &'a Face,
    source: Arc<Source>,
    characters: String,
    is_guarded: bool,
}

impl Fonts {
    /// A maker with its cache in `var/fonts`; `workers` cut the files.
    pub fn new(var: &Path, workers: Arc<MediaWorkers>) -> Self {
        Self {
            cutter: Cutter {
                cache: Cache::new(var.join("fonts")),
                workers,
            },
            sources: HashMap::new(),
        }
    }

    /// Cuts the changed subsets since the last build, in parallel, and takes the rest from the
    /// cache.
    ///
    /// # Errors
    /// A font file is missing, is no font, or cannot be cut; the cache cannot be written.
    pub fn make(
        &mut self,
        declaration: &Declaration,
        content: &Content,
    ) -> anyhow::Result<FontSet> {
        let used = count_characters(content, &declaration.catalogs);
        let mut orders = Vec::new();
        let mut warnings = Vec::new();
        for face in &declaration.faces {
            let source = self.source(&face.file)?;
            let missing = order(face, &source, &used, &mut orders);
            if !missing.is_empty() {
                let file = face.file.display().to_string();
                warnings.push(
                    Message::new("no-glyph")
                        .with("file", file)
                        .with("characters", missing),
                );
            }
        }
        let recipe = &declaration.recipe;
        let cut = orders
            .par_iter()
            .map(|order| self.cutter.cut(order, order.key(recipe)))
            .collect::<anyhow::Result<Vec<FontSubset>>>()?;
        self.cutter
            .cache
            .sweep(orders.iter().map(|order| order.key(recipe)))?;
        let sheet = |is_guarded| {
            let mine = orders.iter().zip(&cut);
            css::sheet(mine.filter(|(order, _)| order.is_guarded == is_guarded))
        };
        Ok(FontSet {
            public: sheet(false),
            guarded: sheet(true),
            warnings,
        })
    }

    /// Facts of a font file, read again when it changed.
    fn source(&mut self, path: &Path) -> anyhow::Result<Arc<Source>> {
        if let Some(known) = self.sources.get(path).filter(|known| known.is_current()) {
            return Ok(Arc::clone(known));
        }
        let source = Arc::new(Source::read(path)?);
        self.sources.insert(path.to_owned(), Arc::clone(&source));
        Ok(source)
    }

    /// The maker of the files of first screens.
    ///
    /// # Errors
    /// A font file is missing or is no font.
    pub fn first(&mut self, declaration: &Declaration) -> anyhow::Result<FirstFaces> {
        let mut cuts = Vec::new();
        for face in &declaration.faces {
            for first in &face.first {
                cuts.push(first::Cut::new(face, first, self.source(&face.file)?));
            }
        }
        Ok(FirstFaces::new(
            cuts,
            self.cutter.clone(),
            declaration.recipe,
        ))
    }
}

impl Cutter {
    /// Takes a subset from the cache, or cuts it.
    fn cut(&self, order: &Order<'_>, key: Hash) -> anyhow::Result<FontSubset> {
        let bytes = match self.cache.get(key) {
            Some(bytes) => bytes,
            None => {
                let bytes = self.cut_now(order)?;
                self.cache.put(key, &bytes)?;
                bytes
            }
        };
        Ok(FontSubset {
            hash: Hash::of(&bytes),
            bytes,
        })
    }

    fn cut_now(&self, order: &Order<'_>) -> anyhow::Result<Vec<u8>> {
        let Order { face, source, .. } = order;
        let file = face.file.display();
        let bytes = cut::cut(&self.workers, source, face, &order.characters)
            .with_context(|| format!("cannot cut `{file}`"))?;
        if !source.is_current() {
            bail!("`{file}` changed while the site was built; build again");
        }
        Ok(bytes)
    }
}

/// Adds the subsets of a face; hands back the characters that are the face's to show and are not in
/// its font.
fn order<'a>(
    face: &'a Face,
    source: &Arc<Source>,
    used: &Used,
    orders: &mut Vec<Order<'a>>,
) -> String {
    let always: BTreeSet<char> = face.characters.chars().collect();
    let mut counts = used.public.clone();
    counts.extend(always.iter().map(|character| (*character, used.texts)));
    let mut missing = String::new();
    let mut wanted = |character: &char| {
        if !face.ranges.contains(*character) || is_invisible(*character) {
            return false;
        }
        let has = source.has(*character);
        if !has {
            missing.push(*character);
        }
        has
    };
    counts.retain(|character, _| wanted(character));
    let only_guarded: String = used
        .guarded
        .iter()
        .filter(|character| !counts.contains_key(character) && wanted(character))
        .collect();
    let public = subsets::subsets(&counts, used.texts).into_iter();
    let guarded = subsets::buckets(only_guarded.chars()).into_iter();
    let all = public.zip(std::iter::repeat(false));
    let all = all.chain(guarded.zip(std::iter::repeat(true)));
    orders.extend(all.map(|(characters, is_guarded)| Order {
        face,
        source: Arc::clone(source),
        characters,
        is_guarded,
    }));
    missing
}

/// Characters that are not drawn, and spaces that any font can supply.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && !matches!(character, ' ' | '\u{3000}'))
        || matches!(character, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

impl Order<'_> {
    /// Hash of the inputs that decide the bytes.
    fn key(&self, recipe: &Hash) -> Hash {
        let features = self.face.features.join(" ");
        // Debug writes each number so that it is read back as the same.
        let kept = format!("{features} {:?}", self.face.axes);
        cache::key(recipe, &self.source.hash, &kept, &self.characters)
    }
}

#[cfg(test)]
mod tests;
