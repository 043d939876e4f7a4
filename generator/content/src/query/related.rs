//! Which entries have most in common, without comparing each with each.
//!
//! An inverted index leads from a value to the entries that have it. The entries of a *rare* value
//! are counted one by one (2 ns each). A *common* value (a category of thirty thousand articles) is
//! never walked through: entries with the same set of common values form a class, and for a class
//! it is worked out once which entries share most of that set. The answer is exact.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::OnceLock;

use super::view::View;
use crate::entries::collection::Collection;

/// A value that more entries than this have is common.
const COMMON: usize = 4096;
/// Candidates kept for a class; an answer needs more only if it skips more than this, and is then
/// worked out in full.
const KEPT: usize = 128;

/// Mark of an entry without a rank.
const NOT_SEEN: u32 = u32::MAX;

/// The index of one collection for one set of fields. Entries are known by their rank: 0 is the
/// newest.
#[derive(Debug, Default)]
pub(super) struct Relations {
    /// Rank → number of the entry in its collection.
    entries: Vec<u32>,
    /// Number of the entry → rank; [`NOT_SEEN`] for one that is not among them.
    ranks: Vec<u32>,
    /// The rare values of all ranks, one after the other.
    rare: Vec<u32>,
    /// Rank → where its rare values end.
    rare_ends: Vec<u32>,
    /// Value → ranks that have it; none if it is common.
    ranks_having: Vec<Vec<u32>>,
    /// Rank → its class.
    class_of: Vec<u32>,
    classes: Vec<Class>,
    /// Common value → classes that have it.
    classes_having: HashMap<u32, Vec<u32>>,
}

thread_local! {
    /// Rank → how many rare values it shares. All are zero between two questions: filling so many
    /// for each would cost more than the answer.
    static COUNTS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Entries with the same common values.
#[derive(Debug, Default)]
struct Class {
    /// Sorted.
    common: Vec<u32>,
    /// Ranks, newest first.
    members: Vec<u32>,
    /// The entries that share most common values with it, best first.
    best: OnceLock<Vec<Candidate>>,
}

/// How many values are shared, and with which rank. Better ones are smaller.
type Candidate = (Reverse<u32>, u32);

impl Relations {
    /// Indexes the entries `newest`, newest first, by the values of the fields `by`.
    pub(super) fn new(
        view: View<'_>,
        collection: &Collection,
        newest: &[u32],
        by: &[String],
    ) -> Self {
        let mut ids: HashMap<(usize, String), u32> = HashMap::new();
        let mut of_entry = |index: &u32| {
            let mut values = Vec::new();
            let Some(entry) = collection.entries().get(*index as usize) else {
                return values;
            };
            for (field, name) in by.iter().enumerate() {
                for value in view.values(collection, entry, name) {
                    let next = small(ids.len());
                    values.push(*ids.entry((field, value.to_string())).or_insert(next));
                }
            }
            values.sort_unstable();
            values.dedup();
            values
        };
        let values = newest.iter().map(&mut of_entry).collect();
        Self::from_values(newest, values, COMMON)
    }

    fn from_values(entries: &[u32], values: Vec<Vec<u32>>, common_above: usize) -> Self {
        let most = values.iter().flatten().max();
        let mut counts = vec![0; most.map_or(0, |most| *most as usize + 1)];
        for value in values.iter().flatten() {
            counts[*value as usize] += 1;
        }
        let is_common = |value: u32| counts[value as usize] > common_above;
        let ranks_having = (0u32..).zip(&counts).map(|(value, count)| {
            let rare = if is_common(value) { 0 } else { *count };
            Vec::with_capacity(rare)
        });
        let numbers = entries.iter().max().map_or(0, |last| *last as usize + 1);
        let mut index = Self {
            entries: entries.to_vec(),
            ranks: vec![NOT_SEEN; numbers],
            ranks_having: ranks_having.collect(),
            ..Self::default()
        };
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        for (rank, (entry, values)) in (0u32..).zip(entries.iter().zip(values)) {
            index.ranks[*entry as usize] = rank;
            let (common, rare): (Vec<u32>, Vec<u32>) =
                values.into_iter().partition(|value| is_common(*value));
            for value in &rare {
                index.ranks_having[*value as usize].push(rank);
            }
            index.rare.extend(rare);
            index.rare_ends.push(small(index.rare.len()));
            let class = *known
                .entry(common)
                .or_insert_with_key(|common| index.new_class(common));
            index.classes[class as usize].members.push(rank);
            index.class_of.push(class);
        }
        index
    }

    fn new_class(&mut self, common: &[u32]) -> u32 {
        let class = small(self.classes.len());
        for value in common {
            self.classes_having.entry(*value).or_default().push(class);
        }
        self.classes.push(Class {
            common: common.to_vec(),
            ..Class::default()
        });
        class
    }

    /// Numbers of the at most `limit` entries that share most values with `entry`, newest first
    /// among equals; none without a shared value.
    pub(super) fn top(&self, entry: u32, limit: usize) -> Vec<u32> {
        let rank = self.ranks.get(entry as usize);
        let Some(&rank) = rank.filter(|rank| **rank != NOT_SEEN) else {
            return Vec::new();
        };
        let class = &self.classes[self.class_of[rank as usize] as usize];
        let mut found = COUNTS.with_borrow_mut(|counts| {
            counts.resize(counts.len().max(self.entries.len()), 0);
            let touched = self.count_rare(rank, counts);
            let found = self.most_in_common(rank, class, counts, &touched, limit);
            touched.iter().for_each(|other| counts[*other as usize] = 0);
            found
        });
        keep_best(&mut found, limit);
        found
            .iter()
            .map(|(_, rank)| self.entries[*rank as usize])
            .collect()
    }

    fn rare_values(&self, rank: usize) -> &[u32] {
        let start = rank.checked_sub(1).map_or(0, |rank| self.rare_ends[rank]);
        &self.rare[start as usize..self.rare_ends[rank] as usize]
    }

    /// Counts shared rare values; the ranks that share any.
    fn count_rare(&self, rank: u32, counts: &mut [u32]) -> Vec<u32> {
        let lists = self
            .rare_values(rank as usize)
            .iter()
            .map(|value| &self.ranks_having[*value as usize]);
        let mut touched = Vec::new();
        add_counts(counts, &mut touched, lists);
        touched
    }

    /// Entries among which the best `limit` are.
    fn most_in_common(
        &self,
        rank: u32,
        class: &Class,
        counts: &[u32],
        touched: &[u32],
        limit: usize,
    ) -> Vec<Candidate> {
        let with_common = |other: &u32| {
            let other_class = &self.classes[self.class_of[*other as usize] as usize];
            (
                Reverse(counts[*other as usize] + overlap(&class.common, &other_class.common)),
                *other,
            )
        };
        let mut found: Vec<Candidate> = touched
            .iter()
            .filter(|other| **other != rank)
            .map(with_common)
            .collect();
        let is_new =
            |candidate: &&Candidate| candidate.1 != rank && counts[candidate.1 as usize] == 0;
        let best = class.best.get_or_init(|| self.candidates(class, KEPT));
        let mut more: Vec<Candidate> = best.iter().filter(is_new).take(limit).copied().collect();
        if more.len() < limit && best.len() == KEPT {
            more = self
                .candidates(class, usize::MAX)
                .iter()
                .filter(is_new)
                .take(limit)
                .copied()
                .collect();
        }
        found.append(&mut more);
        found
    }

    /// The `kept` entries that share most common values with the class, best first.
    fn candidates(&self, class: &Class, kept: usize) -> Vec<Candidate> {
        let lists = class
            .common
            .iter()
            .filter_map(|value| self.classes_having.get(value));
        let (mut counts, mut touched) = (vec![0; self.classes.len()], Vec::new());
        add_counts(&mut counts, &mut touched, lists);
        touched.sort_unstable_by_key(|other| Reverse(counts[*other as usize]));
        let mut found: Vec<Candidate> = Vec::new();
        for level in touched.chunk_by(|a, b| counts[*a as usize] == counts[*b as usize]) {
            if found.len() >= kept {
                break;
            }
            for other in level {
                let members = self.classes[*other as usize].members.iter().take(kept);
                found.extend(members.map(|rank| (Reverse(counts[*other as usize]), *rank)));
            }
        }
        keep_best(&mut found, kept);
        found
    }
}

/// Adds how often each number is in `lists`, and the numbers that are new.
fn add_counts<'l>(
    counts: &mut [u32],
    touched: &mut Vec<u32>,
    lists: impl Iterator<Item = &'l Vec<u32>>,
) {
    for number in lists.flatten() {
        let count = &mut counts[*number as usize];
        if *count == 0 {
            touched.push(*number);
        }
        *count += 1;
    }
}

/// The best `limit`, sorted.
fn keep_best(found: &mut Vec<Candidate>, limit: usize) {
    if found.len() > limit {
        found.select_nth_unstable(limit);
        found.truncate(limit);
    }
    found.sort_unstable();
}

/// How many values two sorted sets share.
fn overlap(a: &[u32], b: &[u32]) -> u32 {
    small(
        a.iter()
            .filter(|value| b.binary_search(value).is_ok())
            .count(),
    )
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
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
        assert_eq!(relations.classes.len(), 2);
        assert_eq!(relations.top(9, 3), [11, 1, 3]);
        let kept = relations
            .classes
            .iter()
            .filter_map(|class| class.best.get());
        assert_eq!(kept.map(Vec::len).collect::<Vec<_>>(), [KEPT]);
    }
}
