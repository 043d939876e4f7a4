//! The vocabulary of an index.

use super::index::IndexedPages;
use super::vocabulary::{CANDIDATES_MAX, Vocabulary, forgiven, slips};

/// Terms that are looked at in one part of the index for one word of a question: a bound on time.
const LOOKS_MAX: usize = 20_000;

/// Bytes of a stem, with its colon, that a longer word may be a form of.
const STEM_MIN: usize = 7;

/// A failing disk looks like a word without pages: the search itself reports the failure.
impl Vocabulary for IndexedPages {
    fn pages(&self, locale: &str) -> u32 {
        self.count_of(locale).unwrap_or(0)
    }

    fn count(&self, term: &str) -> u32 {
        self.count(term).unwrap_or(0)
    }

    fn starting_with(&self, start: &str) -> Vec<(String, u32)> {
        let mut found = std::collections::BTreeMap::new();
        let seen = self.terms(start, &after(start), LOOKS_MAX, |term, pages| {
            *found.entry(term.to_owned()).or_insert(0) += pages;
        });
        drop(seen);
        let mut found: Vec<(String, u32)> = found.into_iter().collect();
        found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        found.truncate(CANDIDATES_MAX);
        found
    }

    fn nearly(&self, term: &str) -> Vec<String> {
        let Some((locale, word)) = term.split_once(':') else {
            return Vec::new();
        };
        let letters = word.chars().count();
        let most = forgiven(letters);
        if most == 0 {
            return Vec::new();
        }
        let begun = self.starting_with(term);
        if !begun.is_empty() {
            return begun.into_iter().map(|(term, _)| term).collect();
        }
        // People seldom miss the first letter.
        let start: String = word.chars().take(1).collect();
        let start = format!("{locale}:{start}");
        let mut found = Vec::new();
        let seen = self.terms(&start, &after(&start), LOOKS_MAX, |known, pages| {
            // The stem of another form of the word: `confidentialty` is none of its own.
            let is_stem = known.len() >= locale.len() + STEM_MIN && term.starts_with(known);
            if let Some(slips) = slips(known, term, most).or(is_stem.then_some(most)) {
                found.push((slips, std::cmp::Reverse(pages), known.to_owned()));
            }
        });
        drop(seen);
        found.sort();
        found.dedup_by(|a, b| a.2 == b.2);
        let least = found.first().map_or(0, |first| first.0);
        let best = found.into_iter().take_while(|found| found.0 == least);
        best.take(CANDIDATES_MAX).map(|found| found.2).collect()
    }
}

/// The first text after all that start so.
fn after(start: &str) -> String {
    format!("{start}{}", char::MAX)
}
