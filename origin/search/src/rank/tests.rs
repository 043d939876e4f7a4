//! Scores of small pages, part by part.

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
    whole_title: 0.0,
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
fn a_title_with_all_of_a_question_raises_a_page_and_one_with_a_part_hardly() {
    let weights = Weights {
        whole_title: 1.0,
        ..TEXT
    };
    for (title, expected) in [
        (&[][..], 1.0),
        (&[1][..], 1.003_906_3),
        (&[2][..], 1.316_406_3),
        (&[2, 1][..], 2.0),
        (&[9, 1, 9, 2][..], 2.0),
    ] {
        let page = page(title, &[], &[(&[], &[1, 2])]);
        assert!(
            is_nearly(score_page(&page, &weights), expected),
            "{title:?}"
        );
    }
}

#[test]
fn a_name_in_a_title_comes_before_a_heading_and_texts_with_it() {
    let name = [concept(1.0, &[(&[1], 1.0)])];
    let scored = |page: &PageUnits| score(&name, page, &WEIGHTS).score;
    let named = page(&[1, 5], &[], &[(&[], &[1, 7, 8])]);
    let mentioning = page(
        &[6],
        &[],
        &[(&[1], &[1, 7, 1]), (&[], &[1, 8]), (&[], &[8, 1])],
    );
    assert!(scored(&named) > scored(&mentioning));
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
