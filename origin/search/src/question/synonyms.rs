//! PURE: the phrases of a question that the table of synonyms has.

use super::super::analysis::Unit;
use super::super::vocabulary::Vocabulary;
use super::super::words::Synonyms;
use super::tokens::Token;
use super::{Concept, KNOWN, Reader, SYNONYM, Variant};

impl<V: Vocabulary> Reader<'_, V> {
    /// Makes concepts of the phrases in the table, the longest first; their tokens are done with.
    pub(super) fn take_synonyms(
        &self,
        tokens: &mut Vec<Token>,
        synonyms: &Synonyms,
    ) -> Vec<Concept> {
        let units: Vec<Unit> = self.spots.iter().map(|spot| spot.unit).collect();
        let mut found = Vec::new();
        let mut first = 0;
        while first < units.len() {
            let longest = synonyms.longest(&units[first..]);
            let phrase = longest.map(|(length, groups)| (first + length, groups));
            let Some((end, groups)) = phrase.filter(|(end, _)| is_phrase(tokens, first, *end))
            else {
                first += 1;
                continue;
            };
            let variants = self.synonymous_variants(first, end, synonyms, &groups);
            found.push(self.concept(first, end, variants, KNOWN));
            tokens.retain(|token| token.first >= end || token.end <= first);
            first = end;
        }
        found
    }

    /// The question's own words, and the other phrases of their groups.
    fn synonymous_variants(
        &self,
        first: usize,
        end: usize,
        synonyms: &Synonyms,
        groups: &[usize],
    ) -> Vec<Variant> {
        let mut variants = self.own_variants(first, end);
        for phrase in groups.iter().flat_map(|group| synonyms.phrases(*group)) {
            if variants.iter().all(|known| known.units != phrase.units) {
                variants.push(Variant {
                    units: phrase.units.clone(),
                    terms: phrase.terms(self.locale),
                    weight: SYNONYM,
                });
            }
        }
        variants
    }
}

/// Whether a stretch is a phrase of its own: a pair in the middle of two words is none.
pub(super) fn is_phrase(tokens: &[Token], first: usize, end: usize) -> bool {
    let starts = tokens.iter().any(|token| token.first == first);
    let ends = tokens.iter().any(|token| token.end == end);
    match end - first {
        1 => starts && ends,
        _ => starts || ends,
    }
}
