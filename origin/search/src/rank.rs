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

#[cfg(test)]
mod tests {
    use super::super::question::Variant;
    use super::*;

    const NONE: Weights = Weights {
        title: 0.0,
        description: 0.0,
        heading: 0.0,
        text: 0.0,
        others: 0.0,
        near: 0.0,
        page: 0.0,
        length: 0.0,
        coverage: 0.0,
    };

    const TEXT: Weights = Weights { text: 1.0, ..NONE };

    /// What these stretches of units mean, each with its weight.
    fn concept(rarity: f32, variants: &[(&[Unit], f32)]) -> Concept {
        let variant = |(units, weight): &(&[Unit], f32)| Variant {
            units: units.to_vec(),
            terms: Vec::new(),
            weight: *weight,
        };
        Concept {
            variants: variants.iter().map(variant).collect(),
            rarity,
            need: 0.5,
            is_temporal: false,
            is_slip: false,
            place: (0, 0),
        }
    }

    /// Two concepts of one unit each, 1 and 2, of which the second is three times as rare.
    fn asked() -> [Concept; 2] {
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

    fn scored(page: &PageUnits, weights: &Weights) -> f32 {
        score(&asked(), page, weights).score
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
            times,
            first: 0,
        };
        for (times, length, expected) in [
            (0, 1.0, 0.0),
            (1, 1.0, 0.5),
            (2, 1.0, 0.6875),
            (1, 2.0, 0.323_529),
        ] {
            assert!(
                is_nearly(strength(said(times), length), expected),
                "{times} {length}"
            );
        }
    }

    #[test]
    fn matches_are_near_within_a_sentence() {
        let said = |places: &[Option<usize>]| -> Vec<Match> {
            let one = |place: &Option<usize>| Match {
                weight: 1.0,
                times: u32::from(place.is_some()),
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
            let concepts: Vec<_> = places.iter().map(|_| concept(1.0, &[])).collect();
            assert!(
                is_nearly(nearness(&concepts, &said(places)), expected),
                "{places:?}"
            );
        }
    }

    #[test]
    fn a_finder_counts_the_surest_way_in_which_a_concept_occurs() {
        let concepts = [
            concept(1.0, &[(&[70, 71], 1.0), (&[70], 0.5)]),
            concept(1.0, &[(&[70, 71, 72], 0.8), (&[1_023], 0.8), (&[], 1.0)]),
            concept(1.0, &[(&[2_048 + 5], 1.0)]),
        ];
        let finder = Finder::new(&concepts);
        let found = |units: &[Unit]| -> Vec<(f32, u32, usize)> {
            let found = finder.find(units);
            found
                .iter()
                .map(|one| (one.weight, one.times, one.first))
                .collect()
        };
        let none = (0.0, 0, 0);
        for (units, expected) in [
            (&[][..], [none, none, none]),
            (&[9, 70], [(0.5, 1, 1), none, none]),
            (&[70, 70], [(0.5, 2, 0), none, none]),
            (&[70, 9, 70, 71], [(1.0, 1, 2), none, none]),
            (&[70, 71, 70, 70, 71], [(1.0, 2, 0), none, none]),
            (&[8, 70, 71, 72, 1_023], [(1.0, 1, 1), (0.8, 2, 1), none]),
            // The same low bits as another unit.
            (&[5, 1_024 + 5, 2_048 + 5, 71], [none, none, (1.0, 1, 2)]),
        ] {
            assert_eq!(found(units), expected, "{units:?}");
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
                Weights { near: 1.0, ..TEXT },
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
            let told = scored(&page, &weights);
            assert!(is_nearly(told, expected), "{why}: {told}");
        }
    }

    #[test]
    fn the_best_passage_counts_and_three_others_count_less() {
        let weights = Weights {
            others: 0.5,
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
        let told = score(&asked(), &page(&[], &[], passages), &weights);
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
            let told = score(&asked(), &page, &WEIGHTS);
            assert!(
                is_nearly(told.coverage, coverage),
                "{why}: {}",
                told.coverage
            );
            assert!(is_nearly(told.focus, focus), "{why}: {}", told.focus);
        }
        let [first, mut second] = asked();
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
