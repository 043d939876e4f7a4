//! PURE: words that sound as the question spells them, in pinyin or in other characters.

use super::super::analysis::{is_character, spots};
use super::super::terms;
use super::super::vocabulary::Vocabulary;
use super::tokens::Token;
use super::{Concept, NAME, PART, Reader, SLIPS_MAX, Variant};
use origin_ground::pinyin;

/// Weight of a word with the same sound.
const HOMOPHONE: f32 = 0.8;

/// Characters of words that are looked for by their sound around a word that no page has.
const WORD_SOUNDS: (usize, usize) = (3, 5);

impl<V: Vocabulary> Reader<'_, V> {
    /// Makes concepts of characters that sound like a longer word of some page, around words that
    /// no page has: a slip in a word makes other words of it.
    pub(super) fn take_homophones(&self, tokens: &mut Vec<Token>) -> Vec<Concept> {
        let mut found = Vec::new();
        for (first, end) in self.unknown_words(tokens) {
            let Some((from, to, homophones)) = self.homophones_around(first, end) else {
                continue;
            };
            // The word may belong to the stretch before.
            if tokens.iter().all(|token| token.first != first) {
                continue;
            }
            let mut variants = self.own_variants(from, to);
            variants.extend(homophones);
            found.push(Concept {
                is_slip: true,
                ..self.concept(from, to, variants, NAME)
            });
            tokens.retain(|token| token.first >= to || token.end <= from);
        }
        found
    }

    /// The first words of characters that no page has.
    fn unknown_words(&self, tokens: &[Token]) -> Vec<(usize, usize)> {
        let is_unknown = |token: &&Token| {
            let own = &self.own_variants(token.first, token.end)[0];
            !token.is_stop_word
                && is_character(own.units[0])
                && own.document_frequency(self.vocabulary) == 0
        };
        let unknown = tokens.iter().filter(is_unknown).take(SLIPS_MAX);
        unknown.map(|token| (token.first, token.end)).collect()
    }

    /// The longest stretch with some characters in it that sounds like a word.
    fn homophones_around(&self, first: usize, end: usize) -> Option<(usize, usize, Vec<Variant>)> {
        let (shortest, longest) = WORD_SOUNDS;
        let stretches = (shortest..=longest).rev().flat_map(|length| {
            let starts = end.saturating_sub(length)..=first;
            starts.map(move |start| (start, start + length))
        });
        let mut inside = stretches.filter(|(_, to)| *to <= self.spots.len());
        inside.find_map(|(from, to)| {
            let text = self.text(from, to);
            let sound = pinyin::sound(text).filter(|_| text.chars().count() == to - from)?;
            let homophones = self.words_with_sound(&sound, HOMOPHONE);
            (!homophones.is_empty()).then_some((from, to, homophones))
        })
    }

    /// Words that sound like a word that no page has, or like pinyin; none if it is neither.
    pub(super) fn homophones(&self, text: &str, is_unknown: bool) -> Option<Vec<Variant>> {
        let lower = text.to_lowercase();
        // A page may well have a word that is one syllable of pinyin too.
        let pinyin = pinyin::syllables(&lower).filter(|found| found.len() > 1 || is_unknown);
        match pinyin {
            Some(syllables) => Some(self.words_of_syllables(&syllables)),
            None => is_unknown.then(|| self.homophones_of_characters(text)),
        }
    }

    /// Words with the sound of these syllables: of all of them, else of pairs.
    fn words_of_syllables(&self, syllables: &[&str]) -> Vec<Variant> {
        let whole = self.words_with_sound(&syllables.concat(), HOMOPHONE);
        if !whole.is_empty() || syllables.len() < 3 {
            return whole;
        }
        let pairs = syllables.windows(2);
        pairs
            .flat_map(|pair| self.words_with_sound(&pair.concat(), PART))
            .collect()
    }

    fn homophones_of_characters(&self, text: &str) -> Vec<Variant> {
        let sound = pinyin::sound(text).filter(|_| text.chars().count() > 1);
        sound.map_or_else(Vec::new, |sound| self.words_with_sound(&sound, HOMOPHONE))
    }

    /// The words of pages that sound so.
    fn words_with_sound(&self, sound: &str, weight: f32) -> Vec<Variant> {
        let start = terms::sounding(self.locale, sound);
        let words = self.vocabulary.starting_with(&start).into_iter();
        let variants = words.filter_map(|(term, _)| {
            let text = terms::characters_of(&term)?;
            Some(Variant::new(text, &spots(text), self.locale, weight))
        });
        variants.collect()
    }
}
