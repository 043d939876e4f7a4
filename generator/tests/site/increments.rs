//! Whatever happens between builds, and however they are started, the published site equals that of
//! a build from scratch.
//!
//! A sequence runs on one site, with one session that continues as under `watch` and is replaced
//! now and then as in CI. After each of its builds the site is built from scratch elsewhere, by a
//! generator without earlier state, and the two are compared: every byte and every rule if they
//! were published, every message if they were not. In the end everything is reverted.

use crate::edit::steps;
use crate::run::Run;
use crate::sequences;

/// So many take some twenty seconds without optimisation.
const SEQUENCES: u32 = 20;

/// Longer sequences find little that shorter ones do not.
const STEPS: usize = 24;

// R10.01
#[test]
fn after_any_sequence_of_edits_a_build_publishes_what_one_from_scratch_does() {
    sequences::run(
        SEQUENCES,
        1,
        || steps(STEPS),
        |steps, counts| Run::start(counts).all(&steps),
    );
}
