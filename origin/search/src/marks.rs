//! PURE: the places of a text that match the question.

use super::analysis::{Spot, Unit, spots};
use super::question::Concept;

/// Byte ranges of a text, in order and apart.
pub(super) fn marks(concepts: &[Concept], text: &str) -> Vec<(usize, usize)> {
    let spots = spots(text);
    let mut found: Vec<(usize, usize)> = Vec::new();
    for concept in concepts {
        // A part of a word is marked only where the word itself is nowhere.
        let mut least = 0.0;
        let mut own: Vec<(usize, usize)> = Vec::new();
        let mut variants: Vec<_> = concept.variants.iter().collect();
        variants.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        for variant in variants {
            if variant.weight < least {
                break;
            }
            let places = places(&variant.units, &spots);
            if !places.is_empty() {
                least = variant.weight.min(0.6);
            }
            own.extend(places);
        }
        found.extend(own);
    }
    found.sort_unstable();
    let mut marks: Vec<(usize, usize)> = Vec::new();
    for (start, end) in found {
        match marks.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => marks.push((start, end)),
        }
    }
    marks
}

fn places(units: &[Unit], spots: &[Spot]) -> Vec<(usize, usize)> {
    if units.is_empty() {
        return Vec::new();
    }
    let windows = spots.windows(units.len());
    let fits = windows.filter(|window| {
        window
            .iter()
            .map(|spot| spot.unit)
            .eq(units.iter().copied())
    });
    fits.map(|window| (window[0].start, window[window.len() - 1].end))
        .collect()
}
