//! The files that a page's first screen is set in: small ones, which are loaded before all others.
//!
//! A page has one per face and language that declares it ([`First`]): with the same characters on
//! every page where the letters are few, with the page's own where they are thousands. All other
//! characters come after the first paint, from the subsets of the style sheet.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use contract::Hash;

use super::declaration::{Face, First};
use super::source::Source;
use super::{Cutter, FontSubset, Order, is_invisible};

/// A page of a route with more pages has no file of its own: to cut ten thousand takes minutes.
/// Its pages have the shared files.
pub const MOST_PAGES: usize = 400;

/// Makes the files of first screens; shared by all threads.
pub struct FirstFaces {
    cuts: Vec<Cut>,
    cutter: Cutter,
    recipe: Hash,
    /// Number of the cut and its characters → the file, once it is there. Two threads that need the
    /// same one wait for each other.
    made: Mutex<HashMap<(usize, String), Place>>,
}

/// A file, once it is there.
type Place = Arc<Mutex<Option<Arc<FontSubset>>>>;

/// The source of one file.
pub(super) struct Cut {
    face: Face,
    first: First,
    source: Arc<Source>,
}

/// A file that a page loads first.
#[derive(Clone, Debug)]
pub struct FirstFace {
    /// Name in style sheets: `Newsreader First`.
    pub family: String,
    /// Weights that it serves.
    pub weight: String,
    /// Characters of the file, sorted.
    pub characters: String,
    /// Whether the file is for this page alone.
    pub is_own: bool,
    /// The file.
    pub subset: Arc<FontSubset>,
}

impl Cut {
    pub(super) fn new(face: &Face, first: &First, source: Arc<Source>) -> Self {
        let mut face = face.clone();
        let replaced = first.clone();
        face.weight = replaced.weight.unwrap_or(face.weight);
        face.ranges = replaced.ranges.unwrap_or(face.ranges);
        face.features = replaced.features.unwrap_or(face.features);
        face.axes = replaced.axes.unwrap_or(face.axes);
        Self {
            face,
            first: first.clone(),
            source,
        }
    }

    /// PURE: the characters of the file for a page that shows `shown`, sorted; none of them: the
    /// page needs no such file.
    fn characters(&self, shown: &str) -> String {
        let has = |character: &char| {
            self.face.ranges.contains(*character)
                && !is_invisible(*character)
                && self.source.has(*character)
        };
        let mut own = shown.chars().filter(has).filter(|shown| *shown != ' ');
        let characters: BTreeSet<char> = match &self.first.characters {
            Some(all) => match own.any(|shown| all.contains(shown)) {
                true => all.chars().filter(has).collect(),
                false => BTreeSet::new(),
            },
            None => own.take(self.first.most).collect(),
        };
        characters.into_iter().collect()
    }
}

impl FirstFaces {
    pub(super) fn new(cuts: Vec<Cut>, cutter: Cutter, recipe: Hash) -> Self {
        Self {
            cuts,
            cutter,
            recipe,
            made: Mutex::default(),
        }
    }

    /// The files for a page in `language` whose first screen shows `shown` in web faces; `has_own`
    /// is whether it may have a file of its own.
    ///
    /// # Errors
    /// A font cannot be cut.
    pub fn faces_for(
        &self,
        language: &str,
        shown: &str,
        has_own: bool,
    ) -> anyhow::Result<Vec<FirstFace>> {
        let mut faces = Vec::new();
        for (number, cut) in self.cuts.iter().enumerate() {
            let is_for = cut.first.languages.iter().any(|code| code == language);
            if !is_for || (cut.first.characters.is_none() && !has_own) {
                continue;
            }
            let characters = cut.characters(shown);
            if characters.is_empty() {
                continue;
            }
            let subset = self.cut(number, cut, &characters)?;
            faces.push(FirstFace {
                family: format!("{} First", cut.face.family),
                weight: cut.face.weight.clone(),
                characters,
                is_own: cut.first.characters.is_none(),
                subset,
            });
        }
        Ok(faces)
    }

    /// The files that are the same on every page.
    ///
    /// # Errors
    /// A font cannot be cut.
    pub fn shared_faces(&self) -> anyhow::Result<Vec<Arc<FontSubset>>> {
        let mut shared = Vec::new();
        for (number, cut) in self.cuts.iter().enumerate() {
            if let Some(all) = &cut.first.characters {
                shared.push(self.cut(number, cut, &cut.characters(all))?);
            }
        }
        Ok(shared)
    }

    /// The files that pages of this build asked for, by hash.
    pub fn all_made(&self) -> HashMap<Hash, Arc<FontSubset>> {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let subsets = made.values().filter_map(|place| {
            let place = place.lock().unwrap_or_else(PoisonError::into_inner);
            place.as_ref().map(Arc::clone)
        });
        subsets.map(|subset| (subset.hash, subset)).collect()
    }

    fn cut(&self, number: usize, cut: &Cut, characters: &str) -> anyhow::Result<Arc<FontSubset>> {
        let place = Arc::clone(
            self.made
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .entry((number, characters.to_owned()))
                .or_default(),
        );
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(subset) = &*place {
            return Ok(Arc::clone(subset));
        }
        let order = Order {
            face: &cut.face,
            source: Arc::clone(&cut.source),
            characters: characters.to_owned(),
            is_guarded: false,
        };
        let subset = Arc::new(self.cutter.cut(&order, order.key(&self.recipe))?);
        *place = Some(Arc::clone(&subset));
        Ok(subset)
    }
}
