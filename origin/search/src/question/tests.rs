//! Questions against a vocabulary of a few terms.

use super::super::vocabulary::{forgiven, slips};
use super::*;

/// Pages of the site.
const PAGES: u32 = 100;

/// Terms with their pages.
struct Terms(Vec<(&'static str, u32)>);

impl Vocabulary for Terms {
    fn pages(&self, _: &str) -> u32 {
        PAGES
    }

    fn count(&self, term: &str) -> u32 {
        let found = self.0.iter().find(|(known, _)| *known == term);
        found.map_or(0, |found| found.1)
    }

    fn starting_with(&self, start: &str) -> Vec<(String, u32)> {
        let found = self.0.iter().filter(|(known, _)| known.starts_with(start));
        found
            .map(|(known, pages)| ((*known).to_owned(), *pages))
            .collect()
    }

    fn nearly(&self, term: &str) -> Vec<String> {
        let most = forgiven(term.len() - 3);
        let is_near = |known: &str| slips(known, term, most).is_some();
        let known = self.0.iter().map(|(known, _)| (*known).to_owned());
        known.filter(|known| is_near(known)).collect()
    }
}

fn read_with(question: &str, synonyms: &[&[&str]], terms: &[(&'static str, u32)]) -> Vec<Concept> {
    let mut table = Synonyms::default();
    for group in synonyms {
        let group = group.iter().map(|phrase| (*phrase).to_owned());
        table.add(&group.collect::<Vec<_>>());
    }
    concepts(question, "en", &table, &Terms(terms.to_vec()))
}

fn read(question: &str, terms: &[(&'static str, u32)]) -> Vec<Concept> {
    read_with(question, &[], terms)
}

/// The words of the question that each concept consists of.
fn words<'a>(question: &'a str, concepts: &[Concept]) -> Vec<&'a str> {
    let places = concepts.iter().map(|concept| concept.place);
    places.map(|(start, end)| &question[start..end]).collect()
}

/// The terms of a concept's variants, with their weights.
fn variants(concept: &Concept) -> Vec<(String, f32)> {
    let variants = concept.variants.iter();
    variants
        .map(|variant| (variant.terms.join(" "), variant.weight))
        .collect()
}

fn to_owned_pairs(expected: &[(&str, f32)]) -> Vec<(String, f32)> {
    let expected = expected.iter();
    expected
        .map(|(terms, weight)| ((*terms).to_owned(), *weight))
        .collect()
}

#[test]
fn the_rarity_of_a_concept_is_that_of_its_most_common_sure_variant() {
    let rarity = inverse_document_frequency;
    for (frequency, documents, expected) in [
        (0, 100, 5.308_268),
        (1, 100, 4.209_655),
        (100, 100, 0.004_963),
        (200, 100, 0.004_963),
    ] {
        let rarity = rarity(frequency, documents);
        assert!((rarity - expected).abs() < 1e-4, "{frequency}: {rarity}");
    }
    let asked = &read("glimmers", &[("en:glimmer", 7)])[0];
    assert_eq!(asked.rarity, rarity(7, PAGES));
    let asked = &read_with(
        "glimmers",
        &[&["glimmer", "sparkle", "shimmer"]],
        &[("en:glimmer", 7), ("en:sparkl", 9), ("en:shimmer", 8)],
    )[0];
    assert_eq!(asked.rarity, rarity(9, PAGES));
    // A part of a word is none of its sure variants.
    let asked = &read("半导体", &[("en/bandao/半导", 9)])[0];
    assert_eq!(asked.rarity, rarity(0, PAGES));
}

#[test]
fn a_variant_has_at_most_the_pages_of_its_rarest_term() {
    let terms = Terms(vec![("en:a", 5), ("en:b", 3)]);
    let variant = |terms: &[&str]| Variant {
        units: Vec::new(),
        terms: terms.iter().map(|term| (*term).to_owned()).collect(),
        weight: 1.0,
    };
    assert_eq!(variant(&["en:a", "en:b"]).document_frequency(&terms), 3);
    assert_eq!(variant(&["en:a", "en:c"]).document_frequency(&terms), 0);
    assert_eq!(variant(&[]).document_frequency(&terms), 0);
}

#[test]
fn stop_words_are_asked_for_only_alone() {
    for (question, expected) in [
        ("where is the lighthouse", &["lighthouse"][..]),
        ("the", &["the"]),
        ("", &[]),
        ("!?", &[]),
        ("lighthouse lighthouse", &["lighthouse"]),
        ("Fund I lighthouse", &["Fund I", "lighthouse"]),
        ("lighthouse Fund II", &["lighthouse", "Fund", "II"]),
        ("fund X", &["fund", "X"]),
        ("Fund x", &["Fund", "x"]),
        ("Fund 1", &["Fund", "1"]),
        ("Fund X Y", &["Fund X", "Y"]),
        ("X Y", &["X", "Y"]),
    ] {
        let concepts = read(question, &[]);
        assert_eq!(words(question, &concepts), expected, "{question}");
    }
}

#[test]
fn a_number_of_minutes_asks_for_minutes() {
    let question = "几分钟";
    assert_eq!(words(question, &read(question, &[])), ["分钟"]);
}

#[test]
fn a_long_word_is_found_by_its_pairs_and_a_numbered_name_without_its_number() {
    let known = [("en:fund", 3)];
    let concepts = read("Fund I", &known);
    assert_eq!(
        variants(&concepts[0]),
        to_owned_pairs(&[("en:fund en:i", 1.0), ("en:fund", PART)])
    );
    let concepts = read("半导体", &[("en/bandao/半导", 2), ("en/daoti/导体", 2)]);
    assert_eq!(
        variants(&concepts[0]),
        to_owned_pairs(&[
            ("en/bandao/半导 en/daoti/导体", 1.0),
            ("en/bandao/半导", PART),
            ("en/daoti/导体", PART),
        ])
    );
    let concepts = read("公司", &[("en/gongsi/公司", 2)]);
    assert_eq!(
        variants(&concepts[0]),
        to_owned_pairs(&[("en/gongsi/公司", 1.0)])
    );
}

#[test]
fn a_phrase_of_the_table_has_the_other_phrases_of_its_groups() {
    let table: &[&[&str]] = &[
        &["light house", "beacon", "lamp"],
        &["light house", "beacon", "tower"],
        &["light", "flame"],
    ];
    let known = [("en:light", 1), ("en:hous", 1), ("en:beacon", 4)];
    let question = "old light house light";
    let concepts = read_with(question, table, &known);
    assert_eq!(words(question, &concepts), ["old", "light house", "light"]);
    assert_eq!(
        variants(&concepts[1]),
        to_owned_pairs(&[
            ("en:light en:hous", 1.0),
            ("en:beacon", SYNONYM),
            ("en:lamp", SYNONYM),
            ("en:tower", SYNONYM),
        ])
    );
    assert_eq!(concepts[1].need, KNOWN);
    assert_eq!(
        variants(&concepts[2]),
        to_owned_pairs(&[("en:light", 1.0), ("en:flame", SYNONYM)])
    );
}

#[test]
fn a_pair_in_the_middle_of_two_words_is_no_phrase() {
    let token = |first, end| Token {
        first,
        end,
        is_stop_word: false,
        nature: Nature::Other,
    };
    let tokens = [token(0, 2), token(2, 4), token(4, 5)];
    for (first, end, expected) in [
        (0, 2, true),
        (1, 3, false),
        (1, 4, true),
        (2, 5, true),
        (0, 3, true),
        (4, 5, true),
        (0, 1, false),
        (1, 2, false),
    ] {
        let is_phrase = synonyms::is_phrase(&tokens, first, end);
        assert_eq!(is_phrase, expected, "{first} {end}");
    }
}

#[test]
fn what_is_needed_depends_on_the_word_and_on_the_site() {
    let known = [
        ("en:lighthous", 2),
        ("en:marlow", 2),
        ("en:glimmer", 2),
        ("en:beacon", 2),
    ];
    for (question, expected) in [
        ("lighthouse", OTHER),
        ("Marlow", NOUN),
        ("lighthouse Marlow", NAME),
        ("zzyzzy", UNKNOWN_WORD),
        ("lighthouse Zzyzzy", NAME),
        ("lighthouse today", NAME),
    ] {
        let concepts = read(question, &known);
        assert_eq!(concepts.last().unwrap().need, expected, "{question}");
    }
    for (group, expected) in [
        (&["qqword", "beacon"][..], KNOWN),
        (&["qqword", "qqother"], NAME),
    ] {
        let concepts = read_with("qqword", &[group], &known);
        assert_eq!(concepts[0].need, expected, "{group:?}");
    }
}

#[test]
fn what_changes_from_day_to_day_is_as_rare_and_as_needed_as_can_be() {
    let concepts = read("today", &[("en:today", 90)]);
    assert!(concepts[0].is_temporal);
    assert_eq!(concepts[0].rarity, inverse_document_frequency(0, PAGES));
    assert_eq!(concepts[0].need, NAME);
}

#[test]
fn a_word_that_no_page_has_may_be_a_slip_for_another() {
    let known = [("en:lighthous", 4), ("en:port", 4)];
    for (question, expected) in [
        (
            "lighthuose",
            &[("en:lighthuos", 1.0), ("en:lighthous", 0.7)][..],
        ),
        ("Porx", &[("en:porx", 1.0), ("en:port", 0.4)]),
        ("lighthouse", &[("en:lighthous", 1.0)]),
    ] {
        let concepts = read(question, &known);
        assert_eq!(
            variants(&concepts[0]),
            to_owned_pairs(expected),
            "{question}"
        );
        assert_eq!(concepts[0].is_slip, expected.len() > 1, "{question}");
    }
    // Words of six letters are long.
    let concepts = read("portex", &[("en:porter", 4), ("en:portez", 4)]);
    assert_eq!(variants(&concepts[0])[1], ("en:porter".to_owned(), 0.7));
}

#[test]
fn at_most_four_words_are_looked_for_by_their_spelling() {
    let known = [("en:lighthous", 4)];
    let question = "qqqqqa qqqqqb qqqqqc qqqqqd lighthuose";
    let concepts = read(question, &known);
    assert_eq!(concepts[4].variants.len(), 1);
    assert!(!concepts[4].is_slip && concepts[3].is_slip);
    let concepts = read(&question[7..], &known);
    assert_eq!(concepts[3].variants.len(), 2);
}

#[test]
fn pinyin_means_the_characters_with_its_sound() {
    let known = [
        ("en/chaosheng/潮生", 4),
        ("en/bandao/半岛", 2),
        ("en/daoti/导体", 2),
        ("en/an/安", 2),
        ("en:an", 9),
        ("en:chaosheng", 1),
    ];
    let concepts = read("Chaosheng", &known);
    assert_eq!(
        variants(&concepts[0]),
        to_owned_pairs(&[("en:chaosheng", 1.0), ("en/chaosheng/潮生", 0.8)])
    );
    assert!(!concepts[0].is_slip, "a page has it in Latin letters");
    // No word has all syllables, so pairs of them count as parts.
    let concepts = read("bandaoti", &known);
    assert_eq!(
        variants(&concepts[0]),
        to_owned_pairs(&[
            ("en:bandaoti", 1.0),
            ("en/bandao/半岛", PART),
            ("en/daoti/导体", PART),
        ])
    );
    assert!(concepts[0].is_slip);
    let concepts = read(
        "bandaoti",
        &[("en/bandaoti/半导体", 2), ("en/daoti/导体", 2)],
    );
    assert_eq!(variants(&concepts[0]).len(), 2);
    // One syllable is pinyin only where no page has the word.
    let one = |known: &[(&'static str, u32)]| variants(&read("chao", known)[0]).len();
    assert_eq!(one(&[("en:chao", 2), ("en/chao/潮", 4)]), 1);
    assert_eq!(one(&[("en/chao/潮", 4)]), 2);
}

#[test]
fn characters_that_no_page_has_are_read_by_their_sound_or_one_by_one() {
    let concepts = read("朝升", &[("en/chaosheng/潮生", 4)]);
    assert_eq!(
        variants(&concepts[0])[..2],
        to_owned_pairs(&[("en/chaosheng/朝升", 1.0), ("en/chaosheng/潮生", 0.8)])
    );
    assert!(concepts[0].is_slip);
    let concepts = read("公司", &[]);
    assert_eq!(
        variants(&concepts[0]),
        to_owned_pairs(&[
            ("en/gongsi/公司", 1.0),
            ("en/gong/公", 0.2),
            ("en/si/司", 0.2)
        ])
    );
    assert_eq!(concepts[0].need, UNKNOWN_NOUN);
}

#[test]
fn a_slip_in_a_longer_word_is_found_by_the_sound_of_the_whole() {
    let known = [("en/bandaoti/半导体", 4), ("en/gongsi/公司", 3)];
    let question = "办到体公司";
    let concepts = read(question, &known);
    assert_eq!(words(question, &concepts), ["办到体", "公司"]);
    let concept = &concepts[0];
    assert!(concept.is_slip);
    assert_eq!(concept.need, NAME);
    let found = variants(concept);
    assert_eq!(
        found.last(),
        Some(&("en/bandao/半导 en/daoti/导体".to_owned(), 0.8))
    );
}

#[test]
fn of_many_concepts_the_rarest_stay_in_their_order() {
    let question: Vec<String> = (b'a'..=b'z')
        .map(|one| format!("q{}q", char::from(one)))
        .collect();
    let question = question.join(" ");
    let concepts = read(&question, &[("en:qbq", 2), ("en:qcq", 1), ("en:qzq", 3)]);
    let asked = words(&question, &concepts);
    assert_eq!(asked.len(), CONCEPTS_MAX);
    assert_eq!(asked[..3], ["qaq", "qcq", "qdq"]);
    assert_eq!(asked.last(), Some(&"qyq"));
}
