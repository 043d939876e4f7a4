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
    pub(super) other_passages: f32,
    pub(super) proximity: f32,
    pub(super) page: f32,
    pub(super) length: f32,
    pub(super) coverage: f32,
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
    /// Of all concepts together.
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
        let mut anywhere = 0.0;
        for (number, concept) in self.concepts.iter().enumerate() {
            anywhere += concept.rarity
                * (self.page.weight_in_passages(number)
                    + weights.title * self.page.title[number].weight
                    + weights.description * self.page.description[number].weight);
        }
        best + weights.other_passages * others + weights.page * anywhere / self.rarity
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
mod tests {
    use super::super::finder::tests::concept;
    use super::*;

    const NONE: Weights = Weights {
        title: 0.0,
        description: 0.0,
        heading: 0.0,
        text: 0.0,
        other_passages: 0.0,
        proximity: 0.0,
        page: 0.0,
        length: 0.0,
        coverage: 0.0,
    };

    const TEXT: Weights = Weights { text: 1.0, ..NONE };

    /// Two concepts of one unit each, 1 and 2, of which the second is three times as rare.
    fn two_concepts() -> [Concept; 2] {
        [concept(1.0, &[(&[1], 1.0)]), concept(3.0, &[(&[2], 1.0)])]
    }

    fn page(title: &[Unit], description: &[Unit], passages: &[(&[Unit], &[Unit])]) -> PageUnits {
        let passages = passages.iter();
        PageUnits {
            title: title.to_vec(),
            description: description.to_vec(),
            passages: passages
                .map(|(heading, text)| (heading.to_vec(), text.to_vec()))
                .collect(),
        }
    }

    fn is_nearly(value: f32, expected: f32) -> bool {
        (value - expected).abs() < 1e-5
    }

    fn score_page(page: &PageUnits, weights: &Weights) -> f32 {
        score(&two_concepts(), page, weights).score
    }

    #[test]
    fn a_home_page_comes_before_a_section_and_that_before_its_pages() {
        for (path, expected) in [
            ("/", 1.25),
            ("/en", 1.02),
            ("/en/", 1.02),
            ("/en/news", 1.0),
            ("/a//", 1.02),
        ] {
            assert!(is_nearly(prior(path), expected), "{path}");
        }
    }

    #[test]
    fn more_of_the_same_and_a_long_text_count_less() {
        let said = |times| Match {
            weight: 0.5,
            frequency: times,
            first: 0,
        };
        for (times, length, expected) in [
            (0, 1.0, 0.0),
            (1, 1.0, 0.5),
            (2, 1.0, 0.6875),
            (1, 2.0, 0.323_529),
        ] {
            assert!(
                is_nearly(saturated_frequency(said(times), length), expected),
                "{times} {length}"
            );
        }
    }

    #[test]
    fn matches_are_near_within_a_sentence() {
        let said = |places: &[Option<usize>]| -> Vec<Match> {
            let one = |place: &Option<usize>| Match {
                weight: 1.0,
                frequency: u32::from(place.is_some()),
                first: place.unwrap_or_default(),
            };
            places.iter().map(one).collect()
        };
        for (places, expected) in [
            (&[][..], 0.0),
            (&[Some(7), None], 0.0),
            (&[Some(7), Some(7)], 1.0),
            (&[Some(30), Some(10)], 0.5),
            (&[Some(10), Some(30), Some(20)], 0.5),
            (&[Some(30), None, Some(10), None], 0.25),
        ] {
            assert!(is_nearly(proximity(&said(places)), expected), "{places:?}");
        }
    }

    #[test]
    fn a_question_of_nothing_scores_nothing() {
        let everywhere = page(&[1], &[1], &[(&[1], &[1])]);
        assert_eq!(score(&[], &everywhere, &WEIGHTS), Score::default());
        assert_eq!(
            score(&[concept(0.0, &[(&[1], 1.0)])], &everywhere, &WEIGHTS),
            Score::default()
        );
    }

    #[test]
    fn each_part_of_a_page_counts_by_its_weight() {
        let long = [&[1][..], &[9; 159]].concat();
        for (why, weights, page, expected) in [
            ("text", TEXT, page(&[], &[], &[(&[], &[1])]), 0.25),
            ("a rare word", TEXT, page(&[], &[], &[(&[], &[2])]), 0.75),
            ("both", TEXT, page(&[], &[], &[(&[], &[2, 1])]), 1.0),
            ("no text", TEXT, page(&[1], &[1], &[(&[1], &[9])]), 0.0),
            (
                "heading",
                Weights {
                    heading: 2.0,
                    ..NONE
                },
                page(&[], &[], &[(&[1], &[9])]),
                0.5,
            ),
            (
                "heading and text",
                Weights {
                    heading: 2.0,
                    ..TEXT
                },
                page(&[], &[], &[(&[1], &[1])]),
                0.75,
            ),
            (
                "title behind a text",
                Weights { title: 2.0, ..TEXT },
                page(&[1], &[], &[(&[], &[1])]),
                0.4,
            ),
            (
                "title beside a text",
                Weights { title: 2.0, ..TEXT },
                page(&[1], &[], &[(&[], &[2])]),
                1.25,
            ),
            (
                "description beside a text",
                Weights {
                    description: 2.0,
                    ..TEXT
                },
                page(&[], &[1], &[(&[], &[2])]),
                1.25,
            ),
            (
                "the better of both",
                Weights {
                    title: 1.0,
                    description: 2.0,
                    ..TEXT
                },
                page(&[1], &[1], &[(&[], &[2])]),
                1.25,
            ),
            (
                "a long text",
                Weights {
                    length: 1.0,
                    ..TEXT
                },
                page(&[], &[], &[(&[], &long)]),
                0.161_764,
            ),
            (
                "a short text",
                Weights {
                    length: 1.0,
                    ..TEXT
                },
                page(&[], &[], &[(&[], &[1])]),
                0.343_75,
            ),
            (
                "coverage",
                Weights {
                    coverage: 1.0,
                    ..TEXT
                },
                page(&[], &[], &[(&[], &[1])]),
                0.312_5,
            ),
            (
                "coverage of a heading",
                Weights {
                    coverage: 1.0,
                    ..TEXT
                },
                page(&[], &[], &[(&[2], &[1])]),
                0.312_5,
            ),
            (
                "coverage with a heading",
                Weights {
                    coverage: 1.0,
                    heading: 1.0,
                    ..TEXT
                },
                page(&[], &[], &[(&[2], &[1])]),
                2.0,
            ),
            (
                "near",
                Weights {
                    proximity: 1.0,
                    ..TEXT
                },
                page(&[], &[], &[(&[], &[1, 2])]),
                1.952_38,
            ),
            (
                "page",
                Weights { page: 2.0, ..NONE },
                page(&[], &[], &[(&[], &[1]), (&[2], &[1])]),
                2.0,
            ),
            (
                "title and description of a page",
                Weights {
                    page: 1.0,
                    title: 2.0,
                    description: 3.0,
                    ..NONE
                },
                page(&[1], &[2], &[]),
                2.75,
            ),
        ] {
            let told = score_page(&page, &weights);
            assert!(is_nearly(told, expected), "{why}: {told}");
        }
    }

    #[test]
    fn the_best_passage_counts_and_three_others_count_less() {
        let weights = Weights {
            other_passages: 0.5,
            ..TEXT
        };
        let passages: &[(&[Unit], &[Unit])] = &[
            (&[], &[1]),
            (&[], &[9]),
            (&[], &[2]),
            (&[], &[1]),
            (&[], &[2, 1]),
            (&[], &[1]),
        ];
        let told = score(&two_concepts(), &page(&[], &[], passages), &weights);
        let places: Vec<_> = told.passages.iter().map(|passage| passage.0).collect();
        assert_eq!(places, [4, 2, 0, 3, 5]);
        assert!(is_nearly(told.score, 1.0 + 0.5 * 1.25), "{}", told.score);
    }

    #[test]
    fn a_page_covers_a_question_as_far_as_it_mentions_what_is_needed() {
        for (why, page, coverage, focus) in [
            ("all", page(&[], &[], &[(&[], &[1, 2])]), 1.0, 1.0),
            (
                "one, and half of the other is needed",
                page(&[], &[], &[(&[], &[1])]),
                0.4,
                0.4,
            ),
            (
                "the rarer one",
                page(&[], &[], &[(&[2], &[9])]),
                0.857_142,
                0.857_142,
            ),
            (
                "in two passages",
                page(&[], &[], &[(&[], &[1]), (&[], &[2])]),
                1.0,
                0.857_142,
            ),
            (
                "around a passage",
                page(&[2], &[], &[(&[], &[1])]),
                1.0,
                1.0,
            ),
            (
                "around it, by the description",
                page(&[], &[2], &[(&[], &[9])]),
                0.857_142,
                0.827_586,
            ),
            ("none", page(&[9], &[9], &[(&[9], &[9])]), 0.0, 0.0),
        ] {
            let told = score(&two_concepts(), &page, &WEIGHTS);
            assert!(
                is_nearly(told.coverage, coverage),
                "{why}: {}",
                told.coverage
            );
            assert!(is_nearly(told.focus, focus), "{why}: {}", told.focus);
        }
        let [first, mut second] = two_concepts();
        (second.is_temporal, second.need) = (true, 1.0);
        let told = score(
            &[first, second],
            &page(&[2], &[2], &[(&[2], &[1, 2])]),
            &WEIGHTS,
        );
        assert!(
            is_nearly(told.coverage, 0.25) && is_nearly(told.focus, 0.25),
            "{told:?}"
        );
    }

    #[test]
    fn an_unsure_match_counts_half_everywhere() {
        let asked = [concept(2.0, &[(&[1], 0.5)]), concept(2.0, &[(&[2], 1.0)])];
        for (why, weights, page, expected) in [
            (
                "coverage",
                Weights {
                    coverage: 1.0,
                    ..TEXT
                },
                page(&[], &[], &[(&[], &[1])]),
                0.312_5,
            ),
            (
                "heading",
                Weights {
                    heading: 2.0,
                    ..NONE
                },
                page(&[], &[], &[(&[1], &[9])]),
                0.5,
            ),
            (
                "title",
                Weights { title: 2.0, ..TEXT },
                page(&[1], &[], &[(&[], &[2])]),
                1.0,
            ),
            (
                "description",
                Weights {
                    description: 3.0,
                    ..TEXT
                },
                page(&[], &[1], &[(&[], &[2])]),
                1.25,
            ),
            (
                "page",
                Weights {
                    page: 1.0,
                    title: 2.0,
                    description: 3.0,
                    ..NONE
                },
                page(&[1], &[1], &[]),
                1.25,
            ),
        ] {
            let told = score(&asked, &page, &weights).score;
            assert!(is_nearly(told, expected), "{why}: {told}");
        }
        for (page, coverage, focus) in [
            (page(&[], &[], &[(&[], &[1])]), 0.5, 0.5),
            (page(&[1], &[], &[(&[], &[9])]), 0.5, 0.4),
            (page(&[], &[1], &[(&[1], &[2])]), 1.0, 1.0),
        ] {
            let told = score(&asked, &page, &WEIGHTS);
            assert!(
                is_nearly(told.coverage, coverage),
                "{page:?}: {}",
                told.coverage
            );
            assert!(is_nearly(told.focus, focus), "{page:?}: {}", told.focus);
        }
    }
}
