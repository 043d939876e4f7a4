//! Which entries have most in common, without comparing each with each.
//!
//! An inverted index leads from a value to the entries that have it. A *rare* value's entries are looked at one by one. A *common* value
//! (a category of three thousand articles) is never walked through: entries with the same set of common values form a class, and for a class it
//! is worked out once which entries share most of that set. The answer is exact; the cost per entry is bounded by the number of its rare values.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::OnceLock;

use super::view::View;
use crate::content::Collection;

/// A value that more entries than this have is common.
const COMMON: usize = 512;
/// Candidates kept for a class; an answer needs more only if it skips more than this, and is then worked out in full.
const KEPT: usize = 128;

/// The index of one collection for one set of fields. Entries are known by their rank: 0 is the newest.
#[derive(Debug, Default)]
pub(super) struct Relations {
    /// Rank → number of the entry in its collection.
    entries: Vec<u32>,
    /// Number of the entry → rank.
    ranks: HashMap<u32, u32>,
    /// Rank → its rare values.
    rare: Vec<Vec<u32>>,
    /// Rare value → ranks that have it.
    having: HashMap<u32, Vec<u32>>,
    /// Rank → its class.
    classes: Vec<usize>,
    /// Class → its common values, sorted.
    common: Vec<Vec<u32>>,
    /// Class → ranks in it, newest first.
    members: Vec<Vec<u32>>,
    /// Class → (shared common values, rank) of its best candidates.
    best: Vec<OnceLock<Vec<(usize, u32)>>>,
}

impl Relations {
    /// Indexes the entries `newest`, newest first, by the values of the fields `by`.
    pub(super) fn new(
        view: View<'_>,
        collection: &Collection,
        newest: &[u32],
        by: &[String],
    ) -> Self {
        let mut ids: HashMap<(usize, String), u32> = HashMap::new();
        let mut values: Vec<Vec<u32>> = Vec::with_capacity(newest.len());
        for index in newest {
            let mut of_entry = Vec::new();
            if let Some(entry) = collection.entries().get(*index as usize) {
                for (field, name) in by.iter().enumerate() {
                    for value in view.values(collection, entry, name) {
                        let next = u32::try_from(ids.len()).unwrap_or(u32::MAX);
                        of_entry.push(*ids.entry((field, value.to_string())).or_insert(next));
                    }
                }
            }
            of_entry.sort_unstable();
            of_entry.dedup();
            values.push(of_entry);
        }
        Self::from_values(newest, values, COMMON)
    }

    fn from_values(entries: &[u32], values: Vec<Vec<u32>>, common_above: usize) -> Self {
        let mut counts: HashMap<u32, usize> = HashMap::new();
        values
            .iter()
            .flatten()
            .for_each(|value| *counts.entry(*value).or_default() += 1);
        let mut relations = Self {
            entries: entries.to_vec(),
            ..Self::default()
        };
        let mut classes: HashMap<Vec<u32>, usize> = HashMap::new();
        for (rank, (entry, values)) in (0u32..).zip(entries.iter().zip(values)) {
            relations.ranks.insert(*entry, rank);
            let (common, rare): (Vec<u32>, Vec<u32>) = values
                .into_iter()
                .partition(|value| counts[value] > common_above);
            for value in &rare {
                relations.having.entry(*value).or_default().push(rank);
            }
            relations.rare.push(rare);
            let class = *classes.entry(common.clone()).or_insert_with(|| {
                relations.common.push(common);
                relations.members.push(Vec::new());
                relations.best.push(OnceLock::new());
                relations.members.len() - 1
            });
            relations.members[class].push(rank);
            relations.classes.push(class);
        }
        relations
    }

    /// Numbers of the at most `limit` entries that share most values with `entry`, newest first among equals; none that share nothing.
    pub(super) fn top(&self, entry: u32, limit: usize) -> Vec<u32> {
        let Some(&rank) = self.ranks.get(&entry) else {
            return Vec::new();
        };
        let class = self.classes[rank as usize];
        let mut shared: HashMap<u32, usize> = HashMap::new();
        for value in &self.rare[rank as usize] {
            for other in self
                .having
                .get(value)
                .into_iter()
                .flatten()
                .filter(|other| **other != rank)
            {
                *shared.entry(*other).or_default() += 1;
            }
        }
        let mut found: Vec<(usize, u32)> = shared
            .iter()
            .map(|(other, rare)| {
                (
                    rare + self.overlap(class, self.classes[*other as usize]),
                    *other,
                )
            })
            .collect();
        let is_new = |other: &u32| *other != rank && !shared.contains_key(other);
        let best = self.best[class].get_or_init(|| self.candidates(class, KEPT));
        let mut more: Vec<(usize, u32)> = best
            .iter()
            .filter(|(_, other)| is_new(other))
            .take(limit)
            .copied()
            .collect();
        if more.len() < limit && best.len() == KEPT {
            more = self
                .candidates(class, usize::MAX)
                .into_iter()
                .filter(|(_, other)| is_new(other))
                .take(limit)
                .collect();
        }
        found.append(&mut more);
        found.sort_unstable_by_key(|(count, rank)| (Reverse(*count), *rank));
        found
            .iter()
            .take(limit)
            .map(|(_, rank)| self.entries[*rank as usize])
            .collect()
    }

    /// The `kept` entries that share most common values with the class, best first.
    fn candidates(&self, class: usize, kept: usize) -> Vec<(usize, u32)> {
        let mut found = Vec::new();
        for (other, members) in self.members.iter().enumerate() {
            let count = self.overlap(class, other);
            if count > 0 {
                found.extend(members.iter().take(kept).map(|rank| (count, *rank)));
            }
        }
        found.sort_unstable_by_key(|(count, rank)| (Reverse(*count), *rank));
        found.truncate(kept);
        found
    }

    /// How many common values two classes share.
    fn overlap(&self, a: usize, b: usize) -> usize {
        let (a, b) = (&self.common[a], &self.common[b]);
        a.iter()
            .filter(|value| b.binary_search(value).is_ok())
            .count()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Compares each with each.
    fn by_comparison(values: &[Vec<u32>], rank: usize, limit: usize) -> Vec<u32> {
        let shared = |other: usize| {
            values[other]
                .iter()
                .filter(|value| values[rank].contains(value))
                .count()
        };
        let mut found: Vec<(usize, usize)> = (0..values.len())
            .filter(|other| *other != rank)
            .map(|other| (shared(other), other))
            .filter(|(count, _)| *count > 0)
            .collect();
        found.sort_by_key(|(count, other)| (Reverse(*count), *other));
        found
            .iter()
            .take(limit)
            .map(|(_, other)| u32::try_from(*other).unwrap())
            .collect()
    }

    proptest! {
        #[test]
        fn the_index_answers_as_comparing_each_with_each_would(
            values in prop::collection::vec(prop::collection::btree_set(0u32..8, 0..4), 1..60),
            common_above in 0usize..12,
            limit in 1usize..8,
        ) {
            let values: Vec<Vec<u32>> = values.into_iter().map(|set| set.into_iter().collect()).collect();
            let entries: Vec<u32> = (0..u32::try_from(values.len()).unwrap()).collect();
            let relations = Relations::from_values(&entries, values.clone(), common_above);
            for entry in &entries {
                prop_assert_eq!(relations.top(*entry, limit), by_comparison(&values, *entry as usize, limit));
            }
        }
    }

    #[test]
    fn a_category_that_everything_has_costs_no_comparison_of_all_with_all() {
        let count = 20_000;
        let values: Vec<Vec<u32>> = (0..count)
            .map(|rank| vec![rank % 2, 10 + rank / 4])
            .collect();
        let entries: Vec<u32> = (0..count).collect();
        let relations = Relations::from_values(&entries, values, COMMON);
        assert_eq!(relations.members.len(), 2);
        assert_eq!(relations.top(9, 3), [11, 1, 3]);
        assert_eq!(
            relations
                .best
                .iter()
                .filter_map(OnceLock::get)
                .map(Vec::len)
                .max(),
            Some(KEPT)
        );
    }
}
