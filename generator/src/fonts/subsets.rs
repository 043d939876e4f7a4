//! PURE: which characters share a file.
//!
//! A page loads every subset that has one of its characters, so characters that most pages use are
//! put together, and rare ones away from them: tiers by how many texts use a character. Within a
//! tier the hash of a character chooses its subset, so a new character changes one subset and moves
//! no other. Measured in docs/decisions/010-fonts.md.

use std::collections::BTreeMap;

use contract::Hash;

/// A character that one text in so many uses is in the first tier; each further tier is [`STEP`]
/// times as rare.
const COMMON: u64 = 32;
const STEP: u64 = 4;

/// The last tier, which holds all the rest.
const LAST_TIER: u32 = 3;

/// Characters per subset at most: of the first tier, which nearly every page loads whole (about 45
/// KB), and of the others (15 KB).
const COMMON_SIZE: usize = 256;
const SIZE: usize = 96;

/// The subsets, each sorted by code point.
pub(super) fn subsets(counts: &BTreeMap<char, u32>, texts: u32) -> Vec<String> {
    let mut tiers: BTreeMap<u32, Vec<char>> = BTreeMap::new();
    for (character, count) in counts {
        tiers
            .entry(tier(*count, texts))
            .or_default()
            .push(*character);
    }
    tiers
        .into_iter()
        .flat_map(|(tier, characters)| {
            split(&characters, if tier == 0 { COMMON_SIZE } else { SIZE })
        })
        .collect()
}

/// Subsets of characters without a count of their use.
pub(super) fn buckets(characters: impl Iterator<Item = char>) -> Vec<String> {
    split(&characters.collect::<Vec<_>>(), SIZE)
}

fn tier(count: u32, texts: u32) -> u32 {
    let is_in = |tier: &u32| u64::from(count) * COMMON * STEP.pow(*tier) >= u64::from(texts);
    (0..LAST_TIER).find(is_in).unwrap_or(LAST_TIER)
}

/// Doubles the number of subsets until none is over the limit.
fn split(characters: &[char], limit: usize) -> Vec<String> {
    let mut count = 1;
    loop {
        let mut parts = vec![Vec::new(); count];
        for character in characters {
            let mut buffer = [0; 4];
            let hash = Hash::of(character.encode_utf8(&mut buffer).as_bytes());
            let [first, second, ..] = *hash.as_bytes();
            parts[usize::from(u16::from_be_bytes([first, second])) % count].push(*character);
        }
        if count > usize::from(u16::MAX) || parts.iter().all(|part| part.len() <= limit) {
            let filled = parts.into_iter().filter(|part| !part.is_empty());
            return filled.map(|part| part.into_iter().collect()).collect();
        }
        count *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `number` Chinese characters that `count` texts use each.
    fn characters(first: u32, number: u32, count: u32) -> impl Iterator<Item = (char, u32)> {
        (first..first + number).map(move |code| (char::from_u32(code).unwrap(), count))
    }

    #[test]
    fn each_character_is_in_one_subset_and_none_is_too_large() {
        let counts: BTreeMap<char, u32> = characters(0x4E00, 400, 50)
            .chain(characters(0x6000, 2_000, 1))
            .collect();
        let subsets = subsets(&counts, 1_000);
        assert!(
            subsets
                .iter()
                .all(|subset| subset.chars().count() <= COMMON_SIZE)
        );
        let mut all: Vec<char> = subsets.iter().flat_map(|subset| subset.chars()).collect();
        all.sort_unstable();
        assert_eq!(all, counts.keys().copied().collect::<Vec<_>>());
    }

    #[test]
    fn rare_characters_share_no_subset_with_common_ones() {
        let counts = characters(0x4E00, 20, 500)
            .chain(characters(0x6000, 20, 1))
            .collect();
        assert_eq!(subsets(&counts, 1_000).len(), 2);
    }

    #[test]
    fn a_new_character_changes_one_subset() {
        let before: BTreeMap<char, u32> = characters(0x4E00, 300, 1).collect();
        let mut after = before.clone();
        after.insert('潮', 1);
        let (before, after) = (subsets(&before, 1_000), subsets(&after, 1_000));
        assert_eq!(before.len(), after.len());
        assert_eq!(
            after
                .iter()
                .filter(|subset| !before.contains(subset))
                .count(),
            1
        );
    }

    #[test]
    fn one_more_text_moves_a_character_only_across_a_threshold() {
        assert_eq!(
            [
                tier(32, 1_000),
                tier(31, 1_000),
                tier(8, 1_000),
                tier(7, 1_000),
                tier(1, 1_000)
            ],
            [0, 1, 1, 2, 3]
        );
        assert_eq!(tier(1, 20), 0, "a small site has one tier");
    }
}
