//! `@font-face` rules: one per slice, so that a browser fetches the slices whose characters a page
//! shows.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::ranges::unicode_range;
use super::{GUARDED_FOLDER, Order, Sheet, Slice};

/// The style sheet for these slices.
pub(super) fn sheet<'a>(cut: impl Iterator<Item = (&'a Order<'a>, &'a Slice)>) -> Sheet {
    let mut css = String::from("/* Fonts cut to the characters of this site. */\n");
    let mut files = Vec::new();
    let mut seen = BTreeSet::new();
    for (order, slice) in cut {
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
            slice.name(),
            unicode_range(&order.characters)
        );
        if seen.insert(slice.hash) {
            files.push(slice.clone());
        }
    }
    Sheet { css, files }
}
