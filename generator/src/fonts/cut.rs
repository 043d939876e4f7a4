//! One slice: the glyphs of some characters with their layout rules, packed as WOFF2.

use anyhow::{Context, anyhow};
use skera::{DEFAULT_DROP_TABLES, Plan, SubsetFlags, subset_font};
use skrifa::raw::FontRef;
use skrifa::raw::collections::IntSet;
use skrifa::raw::types::{NameId, Tag};
use ttf2woff2::{EncodeOptions, encode_with_options};

/// Copyright, family, style, licence and the licence's address: what the Open Font License wants to travel with every copy.
const NAMES: [u16; 5] = [0, 1, 2, 13, 14];

/// English (United States), the language every font has its names in.
const NAME_LANGUAGE: u16 = 0x0409;

/// The transformation of outlines makes a file a tenth smaller, but the offsets of the result must fit 16 bits; larger cuts go without.
const TRANSFORMED_MAX: usize = 100_000;

/// Cuts `sfnt` to `characters`, keeping what `features` (OpenType tags) need.
pub(super) fn cut(sfnt: &[u8], characters: &str, features: &[String]) -> anyhow::Result<Vec<u8>> {
    let font = FontRef::new(sfnt)?;
    let features = features
        .iter()
        .map(|feature| Tag::new_checked(feature.as_bytes()))
        .collect::<Result<IntSet<Tag>, _>>()
        .context("a feature has four letters; correct `fonts.json`")?;
    let plan = Plan::new(
        &IntSet::empty(),
        &characters.chars().map(u32::from).collect(),
        &font,
        SubsetFlags::SUBSET_FLAGS_NO_HINTING,
        &DEFAULT_DROP_TABLES.iter().copied().collect(),
        &IntSet::all(),
        &features,
        &NAMES.into_iter().map(NameId::new).collect(),
        &IntSet::from([NAME_LANGUAGE]),
    );
    let subset = subset_font(&font, &plan)?;
    let options = EncodeOptions {
        transform_glyf_loca: subset.len() <= TRANSFORMED_MAX,
        ..EncodeOptions::default()
    };
    encode_with_options(&subset, options).map_err(|error| anyhow!("cannot pack it: {error}"))
}
