//! PURE: the whole sentences of a passage that cover most of a question.
//!
//! Facts, rows of tables and labels are no sentences and are never quoted; nor is a question.

use contract::search::Passage;

use super::analysis::units;
use super::finder::Finder;
use super::question::Concept;
use super::rank::{CONTEXT, coverage};
use crate::sentences::first_sentence;

/// Sentences of a quotation.
pub const SENTENCES: usize = 2;

/// Characters of the shortest quotation: less is a label, however it ends.
const SHORTEST: usize = 12;

/// Characters of a quotation of several sentences.
const LONGEST: usize = 230;

/// A second sentence is quoted if it covers so much more of the question.
const MORE: f32 = 0.12;

/// Sentences in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quotation {
    /// Bytes of the passage's text.
    pub start: usize,
    /// The byte after their last one.
    pub end: usize,
    /// Part of the question that they cover, with the headings above, up to 1.
    pub said: f32,
}

/// The quotation of a passage that covers most of a question; `None` if no sentence covers any of
/// it. `around` has the headings above the passage.
pub(super) fn quotation(
    concepts: &[Concept],
    passage: &Passage,
    around: &[&str],
) -> Option<Quotation> {
    let finder = Finder::new(concepts);
    let above = weights(&finder, &around.join("\n"));
    let mut best: Option<(f32, Quotation)> = None;
    for line in running_lines(passage) {
        for first in 0..line.len() {
            let mut before = 0.0;
            for last in first..line.len().min(first + SENTENCES) {
                let (start, end) = (line[first].0, line[last].1);
                let text = &passage.text[start..end];
                let length = text.chars().count();
                if length < SHORTEST || last > first && length > LONGEST {
                    continue;
                }
                let own = weights(&finder, text);
                let told = total(concepts, &own);
                // A sentence that needs no second one is quoted without it.
                if told <= 0.0 || last > first && told < before * (1.0 + MORE) {
                    continue;
                }
                before = told;
                // The headings above count a little less.
                let said = coverage(concepts, |number| own[number].max(CONTEXT * above[number]));
                let worth = told * (1.0 + said);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, Quotation { start, end, said }));
                }
            }
        }
    }
    best.map(|(_, quotation)| quotation)
}

/// The sentences of each line that is running text, as bytes of the passage's text.
fn running_lines(passage: &Passage) -> impl Iterator<Item = Vec<(usize, usize)>> {
    let mut start = 0;
    let lines = passage
        .text
        .split('\n')
        .enumerate()
        .map(move |(number, line)| {
            let at = start;
            start += line.len() + 1;
            (number, at, line)
        });
    lines
        .filter(|(number, _, _)| !passage.rows.contains(number))
        .map(|(_, at, line)| sentences(at, line))
}

/// Whole sentences that state something.
fn sentences(mut at: usize, mut line: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    while let Some(end) = first_sentence(line, true) {
        let (sentence, rest) = line.split_at(end);
        let length = sentence.trim_end().len();
        if is_statement(&sentence[..length]) {
            found.push((at, at + length));
        }
        (at, line) = (at + end, rest);
    }
    found
}

fn is_statement(sentence: &str) -> bool {
    let closing = |mark: char| matches!(mark, '"' | '\'' | '”' | '’' | '）' | ')' | '」' | '』');
    sentence
        .trim_end_matches(closing)
        .ends_with(['.', '!', '。', '！', '…'])
}

/// How surely a text expresses each concept.
fn weights(finder: &Finder<'_>, text: &str) -> Vec<f32> {
    let said = finder.find(&units(text));
    said.iter().map(|said| said.weight).collect()
}

/// The weights of all concepts, where rare ones count more.
fn total(concepts: &[Concept], weights: &[f32]) -> f32 {
    let each = concepts.iter().zip(weights);
    each.map(|(concept, weight)| concept.rarity * weight).sum()
}
