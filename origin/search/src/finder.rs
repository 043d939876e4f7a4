//! PURE: where a text expresses the concepts of a question.

use super::analysis::Unit;
use super::question::Concept;

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

    /// The occurrences of each concept.
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
                    found[*concept].count(*weight, place);
                }
            }
        }
        found
    }
}

/// The occurrences of a concept in a stretch of units.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Match {
    /// The weight of the surest way in which it occurs.
    pub(super) weight: f32,
    /// Occurrences of that way.
    pub(super) frequency: u32,
    /// Place of the first of these occurrences.
    pub(super) first: usize,
}

impl Match {
    fn count(&mut self, weight: f32, place: usize) {
        if weight > self.weight {
            *self = Self {
                weight,
                frequency: 1,
                first: place,
            };
        } else if weight == self.weight {
            self.frequency += 1;
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::question::Variant;
    use super::*;

    /// A concept that these stretches of units express, each with its weight.
    pub(in super::super) fn concept(rarity: f32, variants: &[(&[Unit], f32)]) -> Concept {
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
                .map(|one| (one.weight, one.frequency, one.first))
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
}
