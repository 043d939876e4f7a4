//! The version of this generator: its sources, rather than a number that must be raised by hand.

/// Hash of the sources, set by `build.rs`.
pub(crate) const GENERATOR_BUILD: &str = env!("GENERATOR_BUILD");
