//! PURE: how well a page answers a question.

use super::analysis::Unit;
use super::question::Concept;

/// The units of a page, as they are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PageUnits {
    pub(super) title: Vec<Unit>,
    pub(super) description: Vec<Unit>,
    /// Heading and text of each passage.
    pub(super) passages: Vec<(Vec<Unit>, Vec<Unit>)>,
}

/// How well a page answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Score {
    pub(super) score: f32,
    /// The part of the question that the page covers, up to 1.
    pub(super) coverage: f32,
    /// The same of the passage that covers most, with the page's title and description.
    pub(super) focus: f32,
    /// Passages that cover some of it, the best first, with their scores.
    pub(super) passages: Vec<(usize, f32)>,
}

/// Numbers that were found by trying, on half of the questions in `tests/search`.
pub(super) struct Weights {
    pub(super) title: f32,
    pub(super) description: f32,
    pub(super) heading: f32,
    pub(super) text: f32,
    pub(super) others: f32,
    pub(super) near: f32,
    pub(super) page: f32,
    pub(super) length: f32,
    pub(super) coverage: f32,
}

pub(super) const WEIGHTS: Weights = Weights {
    title: 1.6,
    description: 0.45,
    heading: 0.5,
    text: 1.0,
    others: 0.3,
    near: 0.45,
    page: 0.35,
    length: 0.25,
    coverage: 1.0,
};

/// Part of the title's matches that counts for each passage.
pub(super) const AROUND: f32 = 0.8;

/// Units that a passage usually has.
const USUAL: f32 = 80.0;

/// A concept in a stretch of units.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Match {
    /// The weight of the surest way in which it occurs.
    pub(super) weight: f32,
    times: u32,
    /// Place of the first occurrence.
    first: usize,
}

/// Judges a page.
pub(super) fn score(concepts: &[Concept], page: &PageUnits, weights: &Weights) -> Score {
    let all: f32 = concepts.iter().map(|concept| concept.rarity).sum();
    if all <= 0.0 {
        return Score::default();
    }
    let finder = Finder::new(concepts);
    let (title, description) = (finder.find(&page.title), finder.find(&page.description));
    // The best of each concept anywhere on the page.
    let mut anywhere: Vec<f32> = vec![0.0; concepts.len()];
    let mut passages = Vec::new();
    let mut focus: f32 = 0.0;
    for (index, (heading, text)) in page.passages.iter().enumerate() {
        let (heading, said) = (finder.find(heading), finder.find(text));
        let length = 1.0 + weights.length * (text.len() as f32 / USUAL - 1.0).max(-0.5);
        let mut sum = 0.0;
        let (mut covered, mut said_here, mut needed_here) = (0.0, 0.0, 0.0);
        for (number, concept) in concepts.iter().enumerate() {
            let in_text = strength(said[number], length);
            let in_heading = strength(heading[number], 1.0);
            let here = weights.text * in_text + weights.heading * in_heading;
            let around = weights.title * title[number].weight;
            let around = around.max(weights.description * description[number].weight);
            anywhere[number] = anywhere[number]
                .max(said[number].weight)
                .max(heading[number].weight);
            if here > 0.0 {
                covered += concept.rarity * said[number].weight.max(heading[number].weight);
            }
            let says = said[number].weight.max(heading[number].weight);
            let says = says.max(AROUND * title[number].weight.max(description[number].weight));
            let says = if concept.is_temporal { 0.0 } else { says };
            said_here += concept.rarity * says;
            needed_here += concept.rarity * says.max(concept.need);
            sum += concept.rarity * (here + if here > 0.0 { 0.3 * around } else { around });
        }
        focus = focus.max(said_here / needed_here.max(f32::MIN_POSITIVE));
        if covered > 0.0 {
            sum *= 1.0 + weights.near * nearness(concepts, &said);
            sum *= 1.0 + weights.coverage * (covered / all);
            passages.push((index, sum / all));
        }
    }
    passages.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let best = passages.first().map_or(0.0, |best| best.1);
    let others: f32 = passages.iter().skip(1).take(3).map(|other| other.1).sum();
    let mut page_sum = 0.0;
    let (mut covered, mut needed) = (0.0, 0.0);
    for (number, concept) in concepts.iter().enumerate() {
        let of_page = anywhere[number]
            .max(title[number].weight)
            .max(description[number].weight);
        // A concept that the page does not mention counts only as far as it is needed.
        let says = if concept.is_temporal { 0.0 } else { of_page };
        let need = says.max(concept.need);
        covered += concept.rarity * says;
        needed += concept.rarity * need;
        page_sum += concept.rarity
            * (anywhere[number]
                + weights.title * title[number].weight
                + weights.description * description[number].weight);
    }
    Score {
        score: best + weights.others * others + weights.page * page_sum / all,
        focus,
        coverage: covered / needed.max(f32::MIN_POSITIVE),
        passages,
    }
}

/// How much likelier a page answers because of its place: a question of little more than a name
/// wants the page that represents all others.
pub(super) fn prior(path: &str) -> f32 {
    match path
        .trim_matches('/')
        .split('/')
        .filter(|part| !part.is_empty())
        .count()
    {
        0 => 1.25,
        1 => 1.02,
        _ => 1.0,
    }
}

/// More of the same counts less and less.
fn strength(said: Match, length: f32) -> f32 {
    if said.times == 0 {
        return 0.0;
    }
    let times = said.times as f32;
    said.weight * times * 2.2 / (times + 1.2 * length)
}

/// Up to 1, when all matches are within a sentence.
fn nearness(concepts: &[Concept], said: &[Match]) -> f32 {
    let places = said
        .iter()
        .filter(|said| said.times > 0)
        .map(|said| said.first);
    let (mut least, mut most, mut number) = (usize::MAX, 0, 0);
    for place in places {
        (least, most, number) = (least.min(place), most.max(place), number + 1);
    }
    if number < 2 {
        return 0.0;
    }
    let share = number as f32 / concepts.len() as f32;
    share / (1.0 + (most - least) as f32 / 20.0)
}

/// Finds all concepts in one pass.
pub(super) struct Finder<'a> {
    concepts: usize,
    /// First unit → rest, concept, weight; sorted.
    variants: Vec<(Unit, &'a [Unit], usize, f32)>,
    /// A bit for the low bits of each first unit: most units are no first one.
    filter: [u64; 16],
}

impl<'a> Finder<'a> {
    pub(super) fn new(concepts: &'a [Concept]) -> Self {
        let mut variants = Vec::new();
        let mut filter = [0; 16];
        for (number, concept) in concepts.iter().enumerate() {
            for variant in &concept.variants {
                if let Some((first, rest)) = variant.units.split_first() {
                    variants.push((*first, rest, number, variant.weight));
                    let bit = *first as usize % 1024;
                    filter[bit / 64] |= 1_u64 << (bit % 64);
                }
            }
        }
        variants.sort_by_key(|variant| variant.0);
        Self {
            concepts: concepts.len(),
            variants,
            filter,
        }
    }

    pub(super) fn find(&self, units: &[Unit]) -> Vec<Match> {
        let mut found = vec![Match::default(); self.concepts];
        for (place, unit) in units.iter().enumerate() {
            let bit = *unit as usize % 1024;
            if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
                continue;
            }
            let from = self.variants.partition_point(|variant| variant.0 < *unit);
            for (first, rest, concept, weight) in &self.variants[from..] {
                if first != unit {
                    break;
                }
                if units[place + 1..].starts_with(rest) {
                    let said = &mut found[*concept];
                    if *weight > said.weight {
                        *said = Match {
                            weight: *weight,
                            times: 1,
                            first: place,
                        };
                    } else if *weight == said.weight {
                        said.times += 1;
                    }
                }
            }
        }
        found
    }
}
