//! PURE: what a word that no page has may be a slip for, by its spelling.

use super::super::analysis::{Spot, is_character, spots, stem, word_unit};
use super::super::terms;
use super::super::vocabulary::Vocabulary;
use super::{Reader, Variant};

/// Weight of a word with nearly the same spelling.
const NEARLY: f32 = 0.7;
/// Weight of a short word with nearly the same spelling: most such words are other words.
const NEARLY_SHORT: f32 = 0.4;

/// Letters of a word that is not short.
const LONG_WORD: usize = 6;

/// Weight of one character of a word.
const CHARACTER: f32 = 0.2;

impl<V: Vocabulary> Reader<'_, V> {
    /// Words that begin as this one does, or that are spelled nearly so.
    pub(super) fn words_spelled_nearly_as(&self, word: &str) -> Vec<Variant> {
        let word = word.to_lowercase();
        let weight = match word.len() {
            ..LONG_WORD => NEARLY_SHORT,
            _ => NEARLY,
        };
        let found = self
            .vocabulary
            .nearly(&terms::word(self.locale, &stem(&word)));
        let variant = |term: String| Variant {
            units: vec![word_unit(&term[self.locale.len() + 1..])],
            terms: vec![term],
            weight,
        };
        found.into_iter().map(variant).collect()
    }

    /// The characters of a word.
    pub(super) fn single_characters(&self, text: &str) -> Vec<Variant> {
        let spots = spots(text);
        if spots.len() < 2 || !spots.iter().all(|spot| is_character(spot.unit)) {
            return Vec::new();
        }
        let one =
            |spot: &Spot| Variant::new(text, std::slice::from_ref(spot), self.locale, CHARACTER);
        spots.iter().map(one).collect()
    }
}
