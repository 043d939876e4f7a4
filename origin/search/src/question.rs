//! PURE: the concepts of a question, each with the ways in which a page may express it.
//!
//! A question consists of words alone: no mark in it has a special meaning.

use super::analysis::{Spot, Unit, is_character, spots};
use super::terms::{self, Nature};
use super::vocabulary::Vocabulary;
use super::words::{Synonyms, is_plain, is_stop_word, is_temporal};
use origin_ground::pinyin;

/// Most concepts of a question; of more, the rarest are kept.
const CONCEPTS_MAX: usize = 24;

/// Words of a question that are looked for by sound or by spelling, because no page has them.
const SLIPS_MAX: usize = 4;

/// Something that a question asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Concept {
    /// Ways to express it, the question's own first.
    pub(super) variants: Vec<Variant>,
    /// How well it distinguishes pages.
    pub(super) rarity: f32,
    /// How much a page that does not mention it fails to answer, up to 1.
    pub(super) need: f32,
    /// Whether it changes from day to day, so that no page can know it.
    pub(super) is_temporal: bool,
    /// Whether no page expresses it as the question does.
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
    /// How surely it means the same, up to 1.
    pub(super) weight: f32,
}

/// A word of a question.
struct Token {
    first: usize,
    end: usize,
    is_stop_word: bool,
    nature: Nature,
}

/// Characters of words that are looked for by their sound around a word that no page has.
const WORD_SOUNDS: (usize, usize) = (3, 5);

/// Weight of a synonym in a table.
const SYNONYM: f32 = 0.85;
/// Weight of a word with the same sound.
const SAME_SOUND: f32 = 0.8;
/// Weight of a word with nearly the same spelling.
const NEARLY: f32 = 0.7;
/// The same of a short word: most of those that differ by a letter are other words.
const NEARLY_SHORT: f32 = 0.4;

/// Letters of a word that is not short.
const LONG_WORD: usize = 6;
/// Weight of a part of a longer word.
const PART: f32 = 0.55;

/// Weight of one character of a word.
const CHARACTER: f32 = 0.2;

/// How much an answer lacks that does not mention a name, a word of the table of synonyms, a noun,
/// or another word, which may be expressed in many ways.
const NAME: f32 = 1.0;
const KNOWN: f32 = 0.85;
const NOUN: f32 = 0.6;
const OTHER: f32 = 0.35;

/// The same of a word in which a question has a way of its own, and of a word that is nowhere on
/// the site, by its part of speech: a site that never names a thing has no answer about it.
const PLAIN: f32 = 0.05;
const UNKNOWN_NOUN: f32 = 0.9;
const UNKNOWN_WORD: f32 = 0.9;
const UNKNOWN_OTHER: f32 = 0.2;

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
    };
    let mut tokens = reader.tokens();
    if tokens.iter().all(|token| token.is_stop_word) {
        tokens
            .iter_mut()
            .for_each(|token| token.is_stop_word = false);
    }
    let mut found = Vec::new();
    reader.take_synonyms(&mut tokens, synonyms, &mut found);
    reader.take_slips(&mut tokens, vocabulary, &mut found);
    for token in tokens.iter().filter(|token| !token.is_stop_word) {
        let variants = reader.own(token.first, token.end);
        let need = match token.nature {
            Nature::Name if token.first > 0 || is_character(spots[0].unit) => NAME,
            Nature::Name | Nature::Noun => NOUN,
            Nature::Other => OTHER,
        };
        found.push(reader.concept(token.first, token.end, variants, need));
    }
    found.sort_by_key(|concept| concept.place);
    found.dedup_by(|later, first| later.variants[0].units == first.variants[0].units);
    let mut slips = 0;
    for concept in &mut found {
        concept.weigh(locale, vocabulary, &mut slips, question);
    }
    found.sort_by(|a, b| b.rarity.total_cmp(&a.rarity));
    found.truncate(CONCEPTS_MAX);
    found.sort_by_key(|concept| concept.place);
    found
}

struct Reader<'a> {
    question: &'a str,
    locale: &'a str,
    spots: &'a [Spot],
}

impl Reader<'_> {
    fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut index = 0;
        for (first, end) in terms::runs(self.spots) {
            self.word_tokens(index, first, &mut tokens);
            let run = &self.question[self.spots[first].start..self.spots[end - 1].end];
            let mut at = first;
            for word in terms::words(run) {
                let next = at + word.text.chars().count();
                // `几分钟` asks for minutes.
                let asks = usize::from(next > at + 1 && word.text.starts_with('几'));
                let text = word.text.trim_start_matches('几');
                tokens.push(Token {
                    first: at + asks,
                    end: next,
                    is_stop_word: is_stop_word(word.text) || is_stop_word(text),
                    nature: word.nature,
                });
                at = next;
            }
            index = end;
        }
        self.word_tokens(index, self.spots.len(), &mut tokens);
        tokens
    }

    fn word_tokens(&self, first: usize, end: usize, tokens: &mut Vec<Token>) {
        for index in first..end {
            let word = self.text(index, index + 1);
            let is_name = self.is_name(index);
            // One of a row is a part of its name: `Fund I`, `Series A`.
            let is_number =
                word.len() == 1 && word.starts_with(|one: char| one.is_ascii_uppercase());
            if let Some(last) = tokens.last_mut()
                && is_number
                && last.end == index
                && last.nature == Nature::Name
                && last.first + 1 == index
            {
                last.end = index + 1;
                continue;
            }
            tokens.push(Token {
                first: index,
                end: index + 1,
                is_stop_word: is_stop_word(&word.to_lowercase().replace('’', "'")),
                nature: if is_name { Nature::Name } else { Nature::Other },
            });
        }
    }

    fn text(&self, first: usize, end: usize) -> &str {
        &self.question[self.spots[first].start..self.spots[end - 1].end]
    }

    /// Whether a word is written as a name; at the start of a question every word is.
    fn is_name(&self, index: usize) -> bool {
        let word = self.text(index, index + 1);
        word.len() > 1
            && word.starts_with(char::is_uppercase)
            && !is_stop_word(&word.to_lowercase())
    }

    /// Makes concepts of the phrases in the table, the longest first; their tokens are done with.
    fn take_synonyms(
        &self,
        tokens: &mut Vec<Token>,
        synonyms: &Synonyms,
        found: &mut Vec<Concept>,
    ) {
        let units: Vec<Unit> = self.spots.iter().map(|spot| spot.unit).collect();
        let mut index = 0;
        while index < units.len() {
            let Some((length, groups)) = synonyms.longest(&units[index..]) else {
                index += 1;
                continue;
            };
            let (first, end) = (index, index + length);
            // A pair in the middle of two words is no word.
            let starts = tokens.iter().any(|token| token.first == first);
            let ends = tokens.iter().any(|token| token.end == end);
            let is_word = if length == 1 {
                starts && ends
            } else {
                starts || ends
            };
            if !is_word {
                index += 1;
                continue;
            }
            let mut variants = self.own(first, end);
            for phrase in groups.iter().flat_map(|group| synonyms.phrases(*group)) {
                let same = variants.iter().any(|variant| variant.units == phrase.units);
                if !same {
                    variants.push(Variant {
                        units: phrase.units.clone(),
                        terms: phrase.terms(self.locale),
                        weight: SYNONYM,
                    });
                }
            }
            found.push(self.concept(first, end, variants, KNOWN));
            tokens.retain(|token| token.first >= end || token.end <= first);
            index = end;
        }
    }

    fn concept(&self, first: usize, end: usize, variants: Vec<Variant>, need: f32) -> Concept {
        let place = (self.spots[first].start, self.spots[end - 1].end);
        Concept {
            need,
            is_temporal: is_temporal(self.text(first, end)),
            variants,
            rarity: 0.0,
            is_slip: false,
            place,
        }
    }

    /// Makes concepts of characters that sound like a longer word of some page, around words that
    /// no page has: a slip in a word makes other words of it.
    fn take_slips(
        &self,
        tokens: &mut Vec<Token>,
        vocabulary: &impl Vocabulary,
        found: &mut Vec<Concept>,
    ) {
        let is_unknown = |token: &&Token| {
            let own = self.own(token.first, token.end);
            !token.is_stop_word && is_character(own[0].units[0]) && own[0].pages(vocabulary) == 0
        };
        let unknown: Vec<(usize, usize)> = tokens
            .iter()
            .filter(is_unknown)
            .take(SLIPS_MAX)
            .map(|token| (token.first, token.end))
            .collect();
        for (first, end) in unknown {
            let Some((from, to, variants)) = self.sounding_around(first, end, vocabulary) else {
                continue;
            };
            if !tokens.iter().any(|token| token.first == first) {
                continue;
            }
            let mut all = self.own(from, to);
            all.extend(variants);
            let mut concept = self.concept(from, to, all, NAME);
            concept.is_slip = true;
            found.push(concept);
            tokens.retain(|token| token.first >= to || token.end <= from);
        }
    }

    /// The longest stretch with some characters in it that sounds like a word.
    fn sounding_around(
        &self,
        first: usize,
        end: usize,
        vocabulary: &impl Vocabulary,
    ) -> Option<(usize, usize, Vec<Variant>)> {
        for length in (WORD_SOUNDS.0..=WORD_SOUNDS.1).rev() {
            let starts = (end.saturating_sub(length)..=first)
                .filter(|start| start + length <= self.spots.len());
            for start in starts {
                let text = self.text(start, start + length);
                if text.chars().count() != length {
                    continue;
                }
                let Some(sound) = pinyin::sound(text) else {
                    continue;
                };
                let words = vocabulary.starting_with(&terms::sounding(self.locale, &sound));
                if !words.is_empty() {
                    return Some((start, start + length, said(words, SAME_SOUND, self.locale)));
                }
            }
        }
        None
    }

    /// The question's own words, and the parts of a long one.
    fn own(&self, first: usize, end: usize) -> Vec<Variant> {
        let spots = &self.spots[first..end];
        let mut variants = vec![variant(self.question, spots, self.locale, 1.0)];
        if spots.len() >= 3 && spots.iter().all(|spot| is_character(spot.unit)) {
            for pair in spots.windows(2) {
                variants.push(variant(self.question, pair, self.locale, PART));
            }
        }
        if let [first, rest @ ..] = spots
            && !rest.is_empty()
            && rest.iter().all(|spot| spot.end - spot.start == 1)
        {
            variants.push(variant(
                self.question,
                std::slice::from_ref(first),
                self.locale,
                PART,
            ));
        }
        variants
    }
}

fn variant(question: &str, spots: &[Spot], locale: &str, weight: f32) -> Variant {
    Variant {
        units: spots.iter().map(|spot| spot.unit).collect(),
        terms: terms::of(question, spots, locale),
        weight,
    }
}

impl Concept {
    /// Finds out how rare it is, and its other possible meanings if no page has it.
    fn weigh(
        &mut self,
        locale: &str,
        vocabulary: &impl Vocabulary,
        slips: &mut usize,
        question: &str,
    ) {
        let all = vocabulary.pages(locale);
        if self.is_slip {
            let sure = self.variants.iter().filter(|variant| variant.weight > PART);
            let pages = sure
                .map(|variant| variant.pages(vocabulary))
                .max()
                .unwrap_or(0);
            self.rarity = rarity(pages, all);
            return;
        }
        let own = self.variants[0].pages(vocabulary);
        let text = &question[self.place.0..self.place.1];
        let lower = text.to_lowercase();
        let pinyin = pinyin::syllables(&lower).filter(|found| found.len() > 1 || own == 0);
        if (own == 0 || pinyin.is_some()) && *slips < SLIPS_MAX {
            *slips += 1;
            self.is_slip = own == 0;
            let variants = match pinyin {
                Some(syllables) => sounding(locale, &syllables, vocabulary),
                None if is_character(self.variants[0].units[0]) => {
                    self.same_sound(locale, text, vocabulary)
                }
                None => Vec::new(),
            };
            let none = variants.is_empty();
            if own == 0 && none && self.variants.len() == 1 {
                self.variants.extend(single_characters(text, locale));
            }
            self.variants.extend(variants);
            if own == 0
                && none
                && !is_character(self.variants[0].units[0])
                && self.variants[0].units.len() == 1
            {
                self.variants.extend(nearly(locale, &lower, vocabulary));
            }
        }
        // A word that no page has is as rare as can be; a concept is as common as the most common
        // sure way to express it.
        let sure = self.variants.iter().filter(|variant| variant.weight > PART);
        let pages = sure
            .map(|variant| variant.pages(vocabulary))
            .max()
            .unwrap_or(0);
        self.rarity = rarity(pages, all);
        let means = self
            .variants
            .iter()
            .filter(|variant| variant.weight >= SYNONYM);
        let is_sure = means
            .into_iter()
            .any(|variant| variant.pages(vocabulary) > 0);
        self.need = needed(
            self.need,
            text,
            is_sure,
            is_character(self.variants[0].units[0]),
        );
        if self.is_temporal {
            (self.rarity, self.need) = (rarity(0, all), NAME);
        }
    }

    fn same_sound(&self, locale: &str, text: &str, vocabulary: &impl Vocabulary) -> Vec<Variant> {
        let sound = pinyin::sound(text).filter(|_| text.chars().count() > 1);
        let Some(sound) = sound else {
            return Vec::new();
        };
        said(
            vocabulary.starting_with(&terms::sounding(locale, &sound)),
            SAME_SOUND,
            locale,
        )
    }
}

/// How much is missing without a word, depending on whether the site mentions it at all.
fn needed(need: f32, text: &str, is_on_site: bool, is_of_characters: bool) -> f32 {
    if need <= NOUN && is_plain(text) {
        return PLAIN;
    }
    match (is_on_site, is_of_characters) {
        (false, _) if need == KNOWN => NAME,
        (false, false) if need == OTHER => UNKNOWN_WORD,
        (false, true) if need == OTHER => UNKNOWN_OTHER,
        (false, true) if need == NOUN && text.chars().count() > 1 => UNKNOWN_NOUN,
        _ => need,
    }
}

/// The characters of a word that no page has.
fn single_characters(text: &str, locale: &str) -> Vec<Variant> {
    let spots = spots(text);
    if spots.len() < 2 || !spots.iter().all(|spot| is_character(spot.unit)) {
        return Vec::new();
    }
    let one = |spot: &Spot| variant(text, std::slice::from_ref(spot), locale, CHARACTER);
    spots.iter().map(one).collect()
}

/// Words with the sound of these syllables: of all of them, else of pairs.
fn sounding(locale: &str, syllables: &[&str], vocabulary: &impl Vocabulary) -> Vec<Variant> {
    let whole = vocabulary.starting_with(&terms::sounding(locale, &syllables.concat()));
    if !whole.is_empty() || syllables.len() < 3 {
        return said(whole, SAME_SOUND, locale);
    }
    let pairs = syllables
        .windows(2)
        .flat_map(|pair| vocabulary.starting_with(&terms::sounding(locale, &pair.concat())));
    said(pairs.collect(), PART, locale)
}

fn said(terms: Vec<(String, u32)>, weight: f32, locale: &str) -> Vec<Variant> {
    let texts = terms
        .iter()
        .filter_map(|(term, _)| terms::characters_of(term));
    texts
        .map(|text| variant(text, &spots(text), locale, weight))
        .collect()
}

/// Words that begin so, or that are spelled nearly so.
fn nearly(locale: &str, word: &str, vocabulary: &impl Vocabulary) -> Vec<Variant> {
    let stem = super::analysis::stem(word);
    let found = vocabulary.nearly(&terms::word(locale, &stem));
    let variant = |term: &String| Variant {
        units: vec![super::analysis::word_unit(&term[locale.len() + 1..])],
        terms: vec![term.clone()],
        weight: if word.len() < LONG_WORD {
            NEARLY_SHORT
        } else {
            NEARLY
        },
    };
    found.iter().map(variant).collect()
}

impl Variant {
    /// The pages that express it, at most.
    pub(super) fn pages(&self, vocabulary: &impl Vocabulary) -> u32 {
        let pages = self.terms.iter().map(|term| vocabulary.count(term));
        pages.min().unwrap_or(0)
    }
}

/// The inverse document frequency of BM25.
pub(super) fn rarity(pages: u32, all: u32) -> f32 {
    let (pages, all) = (pages.min(all) as f32, all as f32);
    (1.0 + (all - pages + 0.5) / (pages + 0.5)).ln()
}
