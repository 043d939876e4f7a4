//! PURE: words that phrase a question without being its subject, and words that mean the same.
//!
//! The tables beside this file hold words of any investor's site; a site's own words come with its
//! origin data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::analysis::{Spot, Unit, spots};
use super::terms;

static STOP_WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    lines(include_str!("words/stop-words.txt"))
        .flat_map(str::split_whitespace)
        .collect()
});

static WORDS_OF_THE_DAY: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    lines(include_str!("words/words-of-the-day.txt"))
        .flat_map(str::split_whitespace)
        .collect()
});

static PLAIN_WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    lines(include_str!("words/plain-words.txt"))
        .flat_map(str::split_whitespace)
        .collect()
});

/// Whether a word expresses something in a way of the question's own.
pub(super) fn is_plain(word: &str) -> bool {
    PLAIN_WORDS.contains(word.to_lowercase().as_str())
}

/// Whether a word asks for the state on the day of the question.
pub(super) fn is_temporal(word: &str) -> bool {
    WORDS_OF_THE_DAY.contains(word.to_lowercase().as_str())
}

/// Whether a word, in lower case, only phrases a question and is not its subject.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}

/// Groups of words that mean the same.
#[derive(Debug, Default)]
pub(super) struct Synonyms {
    groups: Vec<Vec<Phrase>>,
    /// First unit of a phrase → its units and its group.
    starts: BTreeMap<Unit, Vec<(Vec<Unit>, usize)>>,
}

/// A phrase of a group.
#[derive(Debug)]
pub(super) struct Phrase {
    pub(super) units: Vec<Unit>,
    text: String,
    spots: Vec<Spot>,
}

impl Phrase {
    /// Terms of the index; a page that has the phrase has all of them.
    pub(super) fn terms(&self, locale: &str) -> Vec<String> {
        terms::terms(&self.text, &self.spots, locale)
    }
}

impl Synonyms {
    /// The general table and a site's own groups.
    pub(super) fn new(own: &[Vec<String>]) -> Self {
        let general = lines(include_str!("words/synonyms.txt"));
        let general = general.map(|line| {
            line.split('=')
                .map(|phrase| phrase.trim().to_owned())
                .collect()
        });
        let mut synonyms = Self::default();
        for group in general.chain(own.iter().cloned()) {
            synonyms.add(&group);
        }
        synonyms
    }

    pub(super) fn add(&mut self, group: &[String]) {
        let number = self.groups.len();
        let phrases = group.iter().map(|text| {
            let spots = spots(text);
            Phrase {
                units: spots.iter().map(|spot| spot.unit).collect(),
                text: text.clone(),
                spots,
            }
        });
        let phrases: Vec<Phrase> = phrases.filter(|phrase| !phrase.units.is_empty()).collect();
        for phrase in &phrases {
            let known = self.starts.entry(phrase.units[0]).or_default();
            known.push((phrase.units.clone(), number));
        }
        self.groups.push(phrases);
    }

    /// The longest phrase at the start of some units: its length and its groups.
    pub(super) fn longest(&self, units: &[Unit]) -> Option<(usize, Vec<usize>)> {
        let known = self.starts.get(units.first()?)?;
        let fits = || known.iter().filter(|(phrase, _)| units.starts_with(phrase));
        let length = fits().map(|(phrase, _)| phrase.len()).max()?;
        let groups = fits().filter(|(phrase, _)| phrase.len() == length);
        Some((length, groups.map(|(_, group)| *group).collect()))
    }

    /// The phrases of a group.
    pub(super) fn phrases(&self, group: usize) -> impl Iterator<Item = &Phrase> {
        self.groups.get(group).into_iter().flatten()
    }
}

/// The lines of a table that are no comments.
fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}
