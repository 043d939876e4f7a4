//! PURE: how well a page answers a question.

use super::analysis::Unit;
use super::finder::{Finder, Match};
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
    /// Coverage of the passage that covers most, together with the page's title and description.
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
    pub(super) other_passages: f32,
    pub(super) proximity: f32,
    pub(super) page: f32,
    pub(super) length: f32,
    pub(super) coverage: f32,
    pub(super) whole_title: f32,
}

pub(super) const WEIGHTS: Weights = Weights {
    title: 1.6,
    description: 0.45,
    heading: 0.5,
    text: 1.0,
    other_passages: 0.3,
    proximity: 0.45,
    page: 0.35,
    length: 0.25,
    coverage: 1.0,
    whole_title: 0.5,
};

/// Part of a match in the context of a text, its title or description, that counts as the text's
/// coverage.
pub(super) const CONTEXT: f32 = 0.8;

/// Part of the context's score that counts for a concept that the passage itself mentions.
const CONTEXT_BESIDE_TEXT: f32 = 0.3;

/// Units that a passage usually has.
const USUAL_LENGTH: f32 = 80.0;

/// Passages besides the best one that count for a page.
const OTHER_PASSAGES: usize = 3;

/// Scores a page by its passages and by all of it.
pub(super) fn score(concepts: &[Concept], page: &PageUnits, weights: &Weights) -> Score {
    let rarity: f32 = concepts.iter().map(|concept| concept.rarity).sum();
    if rarity <= 0.0 {
        return Score::default();
    }
    let page = PageMatches::new(concepts, page);
    let ranking = Ranking {
        concepts,
        rarity,
        weights,
        page: &page,
    };
    let each = page.passages.iter().enumerate();
    let scored = each.filter_map(|(index, passage)| Some((index, ranking.passage_score(passage)?)));
    let mut passages: Vec<(usize, f32)> = scored.collect();
    passages.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    Score {
        score: ranking.page_score(&passages),
        coverage: coverage(concepts, |number| page.weight(number)),
        focus: ranking.focus(),
        passages,
    }
}

/// The part of a question that a text covers, from the weight of the match of each concept, which
/// is found by its number. A concept without a match counts only as far as it is needed.
pub(super) fn coverage(concepts: &[Concept], weight: impl Fn(usize) -> f32) -> f32 {
    let (mut covered, mut needed) = (0.0, 0.0);
    for (number, concept) in concepts.iter().enumerate() {
        let weight = if concept.is_temporal {
            0.0
        } else {
            weight(number)
        };
        covered += concept.rarity * weight;
        needed += concept.rarity * weight.max(concept.need);
    }
    covered / needed.max(f32::MIN_POSITIVE)
}

/// The matches of a page, by the number of the concept.
struct PageMatches {
    title: Vec<Match>,
    description: Vec<Match>,
    passages: Vec<PassageMatches>,
}

struct PassageMatches {
    heading: Vec<Match>,
    text: Vec<Match>,
    /// Units of the text.
    length: usize,
}

impl PageMatches {
    fn new(concepts: &[Concept], page: &PageUnits) -> Self {
        let finder = Finder::new(concepts);
        let passage = |(heading, text): &(Vec<Unit>, Vec<Unit>)| PassageMatches {
            heading: finder.find(heading),
            text: finder.find(text),
            length: text.len(),
        };
        Self {
            title: finder.find(&page.title),
            description: finder.find(&page.description),
            passages: page.passages.iter().map(passage).collect(),
        }
    }

    /// The weight of a concept's surest match in any passage.
    fn weight_in_passages(&self, concept: usize) -> f32 {
        let passages = self.passages.iter();
        let weights = passages.map(|passage| passage.weight(concept));
        weights.fold(0.0, f32::max)
    }

    /// The weight of a concept's surest match in the title or the description.
    fn weight_in_context(&self, concept: usize) -> f32 {
        self.title[concept]
            .weight
            .max(self.description[concept].weight)
    }

    /// The weight of a concept's surest match anywhere.
    fn weight(&self, concept: usize) -> f32 {
        self.weight_in_passages(concept)
            .max(self.weight_in_context(concept))
    }
}

impl PassageMatches {
    /// The weight of a concept's surest match.
    fn weight(&self, concept: usize) -> f32 {
        self.text[concept].weight.max(self.heading[concept].weight)
    }
}

/// A page that is ranked for a question.
struct Ranking<'a> {
    concepts: &'a [Concept],
    /// Rarity of all concepts together.
    rarity: f32,
    weights: &'a Weights,
    page: &'a PageMatches,
}

impl Ranking<'_> {
    /// The score of a passage; none if neither its text nor its heading has a match.
    fn passage_score(&self, passage: &PassageMatches) -> Option<f32> {
        let weights = self.weights;
        let (mut score, mut covered) = (0.0, 0.0);
        for (number, concept) in self.concepts.iter().enumerate() {
            let own = self.own_score(passage, number);
            let context = self.context_score(number);
            if own > 0.0 {
                covered += concept.rarity * passage.weight(number);
                score += concept.rarity * (own + CONTEXT_BESIDE_TEXT * context);
            } else {
                score += concept.rarity * (own + context);
            }
        }
        if covered <= 0.0 {
            return None;
        }
        score *= 1.0 + weights.proximity * proximity(&passage.text);
        score *= 1.0 + weights.coverage * (covered / self.rarity);
        Some(score / self.rarity)
    }

    /// The score of a concept by a passage's own text and heading.
    fn own_score(&self, passage: &PassageMatches, concept: usize) -> f32 {
        let usual = passage.length as f32 / USUAL_LENGTH;
        let length = 1.0 + self.weights.length * (usual - 1.0).max(-0.5);
        let text = saturated_frequency(passage.text[concept], length);
        let heading = saturated_frequency(passage.heading[concept], 1.0);
        self.weights.text * text + self.weights.heading * heading
    }

    /// The score of a concept by the context of all passages: the title or the description.
    fn context_score(&self, concept: usize) -> f32 {
        let title = self.weights.title * self.page.title[concept].weight;
        title.max(self.weights.description * self.page.description[concept].weight)
    }

    /// The coverage of the passage that covers most of the question together with its context.
    fn focus(&self) -> f32 {
        let passages = self.page.passages.iter();
        let coverages = passages.map(|passage| {
            coverage(self.concepts, |number| {
                let context = self.page.weight_in_context(number);
                passage.weight(number).max(CONTEXT * context)
            })
        });
        coverages.fold(0.0, f32::max)
    }

    /// The score of the page, with its passages from best to worst.
    fn page_score(&self, passages: &[(usize, f32)]) -> f32 {
        let weights = self.weights;
        let best = passages.first().map_or(0.0, |best| best.1);
        let others = passages.iter().skip(1).take(OTHER_PASSAGES);
        let others: f32 = others.map(|other| other.1).sum();
        let (mut anywhere, mut in_title) = (0.0, 0.0);
        for (number, concept) in self.concepts.iter().enumerate() {
            anywhere += concept.rarity
                * (self.page.weight_in_passages(number)
                    + weights.title * self.page.title[number].weight
                    + weights.description * self.page.description[number].weight);
            in_title += concept.rarity * self.page.title[number].weight;
        }
        let score = best + weights.other_passages * others + weights.page * anywhere / self.rarity;
        // Half of a question in a title is a coincidence, all of it is hardly one.
        score * (1.0 + weights.whole_title * (in_title / self.rarity).powi(4))
    }
}

/// The frequency of a concept, of which each further occurrence counts less, and less in a long
/// text: the saturation of BM25.
fn saturated_frequency(found: Match, length: f32) -> f32 {
    if found.frequency == 0 {
        return 0.0;
    }
    let frequency = found.frequency as f32;
    found.weight * frequency * 2.2 / (frequency + 1.2 * length)
}

/// The proximity of the concepts in a text: up to 1, when all are within a sentence.
fn proximity(text: &[Match]) -> f32 {
    let found = text.iter().filter(|found| found.frequency > 0);
    let (mut least, mut most, mut number) = (usize::MAX, 0, 0);
    for place in found.map(|found| found.first) {
        (least, most, number) = (least.min(place), most.max(place), number + 1);
    }
    if number < 2 {
        return 0.0;
    }
    let share = number as f32 / text.len() as f32;
    share / (1.0 + (most - least) as f32 / 20.0)
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

#[cfg(test)]
mod tests;
