//! PURE: whether a page supports a sentence.
//!
//! Words are compared, not meanings. A page carries a sentence if one of its passages has every
//! number, name and weighty word of it, most of the words of its subject, and the same affirmation
//! or negation. A paraphrase is not found, and is shown as the model's own; a wrong combination of
//! the right words may be found.

use std::collections::BTreeSet;

use super::facts::Facts;
use super::source::{Passage, Source};
use origin_search::analysis::spots;
use origin_search::sentences::sentences;

/// Part of the words of a sentence's subject that a passage has to have.
const MOST: f32 = 0.7;

/// A page's passages, read for comparison.
#[derive(Debug)]
pub(super) struct Page {
    number: usize,
    passages: Vec<Text>,
}

#[derive(Debug)]
struct Text {
    text: String,
    facts: Facts,
    stems: BTreeSet<String>,
    sentences: Vec<(String, bool)>,
}

impl Page {
    /// Reads a source.
    pub(super) fn new(source: &Source) -> Self {
        let title = &source.citation.title;
        let read = |passage: &Passage| Text::from_passage(title, passage);
        Self {
            number: source.citation.number,
            passages: source.passages.iter().map(read).collect(),
        }
    }

    fn carries(&self, claim: &Facts) -> bool {
        self.passages.iter().any(|passage| passage.carries(claim))
    }

    fn says(&self, words: &str) -> bool {
        self.passages
            .iter()
            .any(|passage| passage.text.contains(words))
    }
}

impl Text {
    fn from_passage(title: &str, passage: &Passage) -> Self {
        let heading = passage.heading.as_deref().unwrap_or_default();
        let text = format!("{title}\n{heading}\n{}", passage.text);
        let negated = |sentence: &str| Facts::parse(sentence).is_negated;
        let sentences = sentences(&passage.text).into_iter();
        Self {
            facts: Facts::parse(&text),
            stems: stems(&text),
            sentences: sentences
                .map(|one| (one.to_owned(), negated(one)))
                .collect(),
            text,
        }
    }

    fn carries(&self, claim: &Facts) -> bool {
        let has = |word: &String| has(word, &self.text, &self.stems);
        let said = claim.content.iter().filter(|word| has(word)).count();
        claim.quantities.is_subset(&self.facts.quantities)
            && claim.needed.iter().all(has)
            && said as f32 >= claim.content.len() as f32 * MOST
            && self.is_negated_as(claim)
    }

    /// Whether the sentence that comes nearest to a claim affirms or denies as the claim does.
    fn is_negated_as(&self, claim: &Facts) -> bool {
        let near = self.sentences.iter().map(|(sentence, is_negated)| {
            let stems = stems(sentence);
            let said = claim
                .content
                .iter()
                .filter(|word| has(word, sentence, &stems));
            (said.count(), *is_negated == claim.is_negated)
        });
        // Of those that come equally near, one that agrees.
        near.max().is_none_or(|(_, agrees)| agrees)
            && claim.needed.iter().all(|word| self.agrees_on(word, claim))
    }

    /// Whether one of the sentences that have a word affirms or denies as a claim does.
    fn agrees_on(&self, word: &str, claim: &Facts) -> bool {
        let having = self
            .sentences
            .iter()
            .filter(|(sentence, _)| has(word, sentence, &stems(sentence)));
        let agreeing: Vec<bool> = having
            .map(|(_, is_negated)| *is_negated == claim.is_negated)
            .collect();
        agreeing.is_empty() || agreeing.contains(&true)
    }
}

/// Numbers of the pages that support a sentence: of those that it names; if none does, the first of
/// the others.
pub(super) fn carriers(sentence: &str, named: &[usize], pages: &[Page]) -> Vec<usize> {
    let claim = Facts::parse(sentence);
    if claim.is_empty() {
        return Vec::new();
    }
    let carrying = |page: &&Page| page.carries(&claim);
    let is_named = |page: &&Page| named.contains(&page.number);
    let own: Vec<usize> = pages
        .iter()
        .filter(is_named)
        .filter(carrying)
        .map(|page| page.number)
        .collect();
    if !own.is_empty() {
        return own;
    }
    let others = pages.iter().find(carrying);
    others.map(|page| page.number).into_iter().collect()
}

/// Whether a page has exactly these words.
pub(super) fn is_said(words: &str, pages: &[Page]) -> bool {
    pages.iter().any(|page| page.says(words))
}

fn stems(text: &str) -> BTreeSet<String> {
    let stems = spots(text).into_iter().map(|spot| spot.stem);
    stems.filter(|stem| !stem.is_empty()).collect()
}

/// Whether a text has a word: a stem, or Chinese characters in a row.
fn has(word: &str, text: &str, stems: &BTreeSet<String>) -> bool {
    stems.contains(word) || !word.is_ascii() && text.contains(word)
}

#[cfg(test)]
mod tests {
    use contract::api::Citation;

    use super::*;

    fn page(number: usize, title: &str, passages: &[&str]) -> Page {
        let passage = |text: &&str| Passage {
            heading: None,
            text: (*text).to_owned(),
        };
        Page::new(&Source {
            citation: Citation {
                number,
                title: title.to_owned(),
                href: "/".to_owned(),
                kind: "page".to_owned(),
                locale: "en".to_owned(),
                date: None,
                quotes: Vec::new(),
            },
            passages: passages.iter().map(passage).collect(),
        })
    }

    fn pages() -> Vec<Page> {
        vec![
            page(
                1,
                "Funds",
                &[
                    "The first fund was raised in 2014 and has 84 million dollars. Returns are not guaranteed.",
                    "The second fund was raised in 2021.",
                ],
            ),
            page(
                2,
                "关于潮生",
                &[
                    "半导体占了三成。上海办公室在枕流路。我们不投资酒店。",
                    "首期基金于2014年成立，规模8,400万美元。",
                ],
            ),
            page(3, "People", &["Nina Park leads the office in Shanghai."]),
        ]
    }

    #[test]
    fn a_page_carries_what_it_says_and_a_wrong_number_names_the_right_page() {
        let pages = pages();
        for (sentence, named, expected) in [
            ("The first fund was raised in 2014.", vec![1], vec![1]),
            (
                "The first fund, raised in 2014, has $84 million.",
                vec![1],
                vec![1],
            ),
            ("Returns are not guaranteed.", vec![1], vec![1]),
            ("The second fund was raised in 2021.", vec![3], vec![1]),
            ("Nina Park leads the Shanghai office.", vec![], vec![3]),
            ("半导体占三成。", vec![2], vec![2]),
            ("半导体占30%。", vec![2], vec![2]),
            ("首期基金成立于2014年，规模为8400万美元。", vec![2], vec![2]),
            ("上海办公室在枕流路。", vec![9], vec![2]),
            ("我们不投资酒店。", vec![2], vec![2]),
        ] {
            assert_eq!(carriers(sentence, &named, &pages), expected, "{sentence}");
        }
    }

    #[test]
    fn no_page_carries_what_none_says() {
        let pages = pages();
        for sentence in [
            "The first fund was raised in 2015.",
            "The first fund was raised in 2014 and has 48 million dollars.",
            "The first fund has 84 billion dollars.",
            "The second fund was raised in 2014.",
            "Returns are guaranteed.",
            "The first fund guarantees dollars.",
            "Nina Parker leads the office in Shanghai.",
            "Tom Park leads the office in Shanghai.",
            "Nina Park does not lead the office in Shanghai.",
            "Yes.",
            "半导体占四成。",
            "半导体占三成五。",
            "半导体不占三成。",
            "我们投资酒店。",
            "首期基金于2016年成立。",
            "首期基金规模8,400亿美元。",
            "首期基金保证收益。",
            "北京办公室在枕流路。",
            "好的。",
        ] {
            assert_eq!(
                carriers(sentence, &[1, 2, 3], &pages),
                Vec::<usize>::new(),
                "{sentence}"
            );
        }
    }
}
