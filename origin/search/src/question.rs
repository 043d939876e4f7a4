//! PURE: the concepts of a question, each with the ways in which a page may express it.
//!
//! A question consists of words alone: no mark in it has a special meaning.

mod homophones;
mod spelling;
mod synonyms;
mod tokens;

use super::analysis::{Spot, Unit, is_character, spots};
use super::terms::{self, Nature};
use super::vocabulary::Vocabulary;
use super::words::{Synonyms, is_plain, is_temporal};
use tokens::{Token, tokens};

/// Most concepts of a question; of more, the rarest are kept.
const CONCEPTS_MAX: usize = 24;

/// Words of a question that are looked for by sound or by spelling, because no page has them.
const SLIPS_MAX: usize = 4;

/// Weight of a synonym in a table.
const SYNONYM: f32 = 0.85;
/// Weight of a part of a longer word.
const PART: f32 = 0.55;

/// How much an answer lacks that does not mention a name, a word of the table of synonyms, a noun,
/// or another word, which may be expressed in many ways.
const NAME: f32 = 1.0;
const KNOWN: f32 = 0.85;
const NOUN: f32 = 0.6;
const OTHER: f32 = 0.35;

/// How much an answer lacks without a word in which a question has a way of its own, or without one
/// that is nowhere on the site: a site that never names a thing has no answer about it.
const PLAIN: f32 = 0.05;
const UNKNOWN_NOUN: f32 = 0.9;
const UNKNOWN_WORD: f32 = 0.9;
const UNKNOWN_OTHER: f32 = 0.2;

/// Something that a question asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Concept {
    /// Ways to express the concept, the question's own first.
    pub(super) variants: Vec<Variant>,
    /// How well the concept distinguishes pages: its inverse document frequency.
    pub(super) rarity: f32,
    /// How much a page that does not mention the concept fails to answer, up to 1.
    pub(super) need: f32,
    /// Whether the concept changes from day to day, so that no page can know it.
    pub(super) is_temporal: bool,
    /// Whether no page expresses the concept as the question does.
    pub(super) is_slip: bool,
    /// Bytes of the question.
    pub(super) place: (usize, usize),
}

/// A way to express something.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variant {
    pub(super) units: Vec<Unit>,
    /// Terms of the index; a page that expresses it so has all of them.
    pub(super) terms: Vec<String>,
    /// How surely the variant means the same, up to 1.
    pub(super) weight: f32,
}

/// Reads a question for the pages of a locale.
pub(super) fn concepts(
    question: &str,
    locale: &str,
    synonyms: &Synonyms,
    vocabulary: &impl Vocabulary,
) -> Vec<Concept> {
    let spots = spots(question);
    let reader = Reader {
        question,
        locale,
        spots: &spots,
        vocabulary,
    };
    let mut tokens = tokens(question, &spots);
    let mut found = reader.take_synonyms(&mut tokens, synonyms);
    found.extend(reader.take_homophones(&mut tokens));
    found.extend(reader.concepts_of_tokens(&tokens));
    found.sort_by_key(|concept| concept.place);
    found.dedup_by(|later, first| later.variants[0].units == first.variants[0].units);
    reader.weigh(&mut found);
    found.sort_by(|a, b| b.rarity.total_cmp(&a.rarity));
    found.truncate(CONCEPTS_MAX);
    found.sort_by_key(|concept| concept.place);
    found
}

/// A question that is read for the pages of a locale.
struct Reader<'a, V> {
    question: &'a str,
    locale: &'a str,
    spots: &'a [Spot],
    vocabulary: &'a V,
}

impl<V: Vocabulary> Reader<'_, V> {
    fn text(&self, first: usize, end: usize) -> &str {
        &self.question[self.spots[first].start..self.spots[end - 1].end]
    }

    /// The concepts of the tokens that are no stop words.
    fn concepts_of_tokens(&self, tokens: &[Token]) -> Vec<Concept> {
        let concept = |token: &Token| {
            let variants = self.own_variants(token.first, token.end);
            self.concept(token.first, token.end, variants, self.need(token))
        };
        let asking = tokens.iter().filter(|token| !token.is_stop_word);
        asking.map(concept).collect()
    }

    fn need(&self, token: &Token) -> f32 {
        // Every word at the start of a question is written as a name.
        let can_be_name = token.first > 0 || is_character(self.spots[0].unit);
        match token.nature {
            Nature::Name if can_be_name => NAME,
            Nature::Name | Nature::Noun => NOUN,
            Nature::Other => OTHER,
        }
    }

    fn concept(&self, first: usize, end: usize, variants: Vec<Variant>, need: f32) -> Concept {
        Concept {
            variants,
            rarity: 0.0,
            need,
            is_temporal: is_temporal(self.text(first, end)),
            is_slip: false,
            place: (self.spots[first].start, self.spots[end - 1].end),
        }
    }

    /// The question's own words, and the parts of a long one.
    fn own_variants(&self, first: usize, end: usize) -> Vec<Variant> {
        let spots = &self.spots[first..end];
        let variant =
            |spots: &[Spot], weight| Variant::new(self.question, spots, self.locale, weight);
        let mut variants = vec![variant(spots, 1.0)];
        if spots.len() >= 3 && spots.iter().all(|spot| is_character(spot.unit)) {
            variants.extend(spots.windows(2).map(|pair| variant(pair, PART)));
        }
        if let [word, numbers @ ..] = spots
            && !numbers.is_empty()
            && numbers.iter().all(|spot| spot.end - spot.start == 1)
        {
            variants.push(variant(std::slice::from_ref(word), PART));
        }
        variants
    }

    /// Finds out how rare the concepts are and how much they are needed, and other possible
    /// meanings of those that no page has.
    fn weigh(&self, concepts: &mut [Concept]) {
        let mut slips = 0;
        for concept in concepts {
            // A concept that was found by its sound has all its meanings.
            if concept.is_slip {
                concept.rarity = self.rarity(concept);
                continue;
            }
            if slips < SLIPS_MAX {
                slips += usize::from(self.add_readings(concept));
            }
            concept.rarity = self.rarity(concept);
            concept.need = self.need_on_site(concept);
            if concept.is_temporal {
                concept.rarity = inverse_document_frequency(0, self.documents());
                concept.need = NAME;
            }
        }
    }

    /// Adds words that the question may mean instead of a word that no page has, or of pinyin.
    /// False if the word is neither.
    fn add_readings(&self, concept: &mut Concept) -> bool {
        let (start, end) = concept.place;
        let text = &self.question[start..end];
        let is_unknown = concept.variants[0].document_frequency(self.vocabulary) == 0;
        let Some(homophones) = self.homophones(text, is_unknown) else {
            return false;
        };
        concept.is_slip = is_unknown;
        let own = &concept.variants[0].units;
        let readings = if !homophones.is_empty() || !is_unknown {
            homophones
        } else if !is_character(own[0]) && own.len() == 1 {
            self.words_spelled_nearly_as(text)
        } else if concept.variants.len() == 1 {
            self.single_characters(text)
        } else {
            Vec::new()
        };
        concept.variants.extend(readings);
        true
    }

    /// A word that no page has is as rare as can be; a concept is as common as the most common
    /// sure way to express it.
    fn rarity(&self, concept: &Concept) -> f32 {
        let sure = concept.variants.iter().filter(|one| one.weight > PART);
        let frequencies = sure.map(|variant| variant.document_frequency(self.vocabulary));
        inverse_document_frequency(frequencies.max().unwrap_or(0), self.documents())
    }

    /// Pages of the locale.
    fn documents(&self) -> u32 {
        self.vocabulary.pages(self.locale)
    }

    /// How much is missing without a concept, depending on whether the site mentions it at all.
    fn need_on_site(&self, concept: &Concept) -> f32 {
        let (start, end) = concept.place;
        let text = &self.question[start..end];
        if concept.need <= NOUN && is_plain(text) {
            return PLAIN;
        }
        let mut sure = concept.variants.iter().filter(|one| one.weight >= SYNONYM);
        if sure.any(|variant| variant.document_frequency(self.vocabulary) > 0) {
            return concept.need;
        }
        match (concept.need, is_character(concept.variants[0].units[0])) {
            (KNOWN, _) => NAME,
            (OTHER, false) => UNKNOWN_WORD,
            (OTHER, true) => UNKNOWN_OTHER,
            (NOUN, true) if text.chars().count() > 1 => UNKNOWN_NOUN,
            (need, _) => need,
        }
    }
}

impl Variant {
    fn new(text: &str, spots: &[Spot], locale: &str, weight: f32) -> Self {
        Self {
            units: spots.iter().map(|spot| spot.unit).collect(),
            terms: terms::terms(text, spots, locale),
            weight,
        }
    }

    /// The pages that express it, at most.
    fn document_frequency(&self, vocabulary: &impl Vocabulary) -> u32 {
        let pages = self.terms.iter().map(|term| vocabulary.count(term));
        pages.min().unwrap_or(0)
    }
}

/// The inverse document frequency of BM25.
fn inverse_document_frequency(frequency: u32, documents: u32) -> f32 {
    let (frequency, documents) = (frequency.min(documents) as f32, documents as f32);
    (1.0 + (documents - frequency + 0.5) / (frequency + 0.5)).ln()
}

#[cfg(test)]
mod tests;
