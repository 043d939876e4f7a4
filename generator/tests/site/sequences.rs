//! Many random sequences, the same ones for the same seed.
//!
//! `PORTICO_SEQUENCES` sets their number, `PORTICO_SEED` their seed: `scripts/soak increments` sets
//! both.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

/// How long a sequence that fails is shortened, in milliseconds.
const SHRINKING: u32 = 120_000;

/// Number of sequences between lines of progress.
const TOLD: u32 = 100;

/// Counts of outcomes in all sequences: one that only fails to build proves little.
#[derive(Default)]
pub(crate) struct Counts(Mutex<BTreeMap<&'static str, u32>>);

impl Counts {
    pub(crate) fn count(&self, what: &'static str) {
        *self.0.lock().unwrap().entry(what).or_default() += 1;
    }
}

/// Runs `test` with `usual` sequences, or with one of `per` that the environment asks for, on every
/// core. Panics with the shortest one that fails.
pub(crate) fn run<T: Debug, S: Strategy<Value = T>>(
    usual: u32,
    per: u32,
    sequences: impl Fn() -> S + Sync,
    test: impl Fn(T, &Counts) -> Result<(), TestCaseError> + Sync,
) {
    let number = |name: &str| {
        let text = std::env::var(name).ok()?;
        Some(text.parse::<u32>().expect("a number"))
    };
    let all = number("PORTICO_SEQUENCES").map_or(usual, |asked| asked.div_ceil(per));
    let seed = number("PORTICO_SEED").unwrap_or(1);
    let (counts, next, wrong) = (Counts::default(), AtomicU32::new(0), Mutex::new(None));
    let started = Instant::now();
    let run_sequences = || {
        while wrong.lock().unwrap().is_none() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= all {
                return;
            }
            // Each has a seed of its own: one that fails can be run alone, on a machine with any
            // number of cores.
            let seed = seed.wrapping_add(number);
            let outcome = runner(seed).run(&sequences(), |sequence| test(sequence, &counts));
            if (number + 1).is_multiple_of(TOLD) {
                tell(&format!("{} of {all} sequences", number + 1));
            }
            if let Err(TestError::Fail(reason, _) | TestError::Abort(reason)) = outcome {
                // The steps explain more than the numbers that they were made from.
                *wrong.lock().unwrap() = Some(format!("sequence of seed {seed}: {reason}"));
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(run_sequences);
        }
    });
    if let Some(told) = wrong.into_inner().unwrap() {
        panic!("{told}");
    }
    let (took, counts) = (started.elapsed().as_secs_f64(), counts.0.lock().unwrap());
    tell(&format!(
        "{all} sequences from seed {seed} on in {took:.1} s: {counts:?}"
    ));
}

#[expect(clippy::print_stdout, reason = "a soak says how far it is")]
fn tell(text: &str) {
    println!("{text}");
}

/// For one sequence.
fn runner(seed: u32) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&seed.to_le_bytes());
    let config = Config {
        cases: 1,
        failure_persistence: None,
        max_shrink_time: SHRINKING,
        max_shrink_iters: u32::MAX,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}
