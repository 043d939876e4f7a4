//! `@font-face` rules: one per subset, so that a browser fetches the subsets of the characters that
//! a page shows.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::ranges::unicode_range;
use super::{FontSubset, GUARDED_FOLDER, Order, Sheet};

/// The style sheet for these subsets.
pub(super) fn sheet<'a>(cut: impl Iterator<Item = (&'a Order<'a>, &'a FontSubset)>) -> Sheet {
    let mut css = String::from("/* Fonts cut to the characters of this site. */\n");
    let mut files = Vec::new();
    let mut seen = BTreeSet::new();
    for (order, subset) in cut {
        let face = order.face;
        let folder = if order.is_guarded {
            GUARDED_FOLDER
        } else {
            "/assets/fonts/"
        };
        let _ = writeln!(
            css,
            "@font-face{{font-family:\"{}\";font-style:{};font-weight:{};font-display:swap;src:url({folder}{}) format(\"woff2\");unicode-range:{}}}",
            face.family,
            face.style,
            face.weight,
            subset.name(),
            unicode_range(&order.characters)
        );
        if seen.insert(subset.hash) {
            files.push(subset.clone());
        }
    }
    Sheet { css, files }
}
