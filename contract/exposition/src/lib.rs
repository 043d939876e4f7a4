//! The parts of metrics: numbers, histograms, and their lines in Prometheus' text format, version
//! 0.0.4. The metrics themselves are the business of each program, but for those of the process.

pub mod process;

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The media type of the format.
pub const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A number that only grows, or one that is set.
#[derive(Debug, Default)]
pub struct Number(AtomicU64);

impl Number {
    /// Adds one to the number.
    pub fn add_one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds `value` to the number.
    pub fn add(&self, value: u64) {
        self.0.fetch_add(value, Ordering::Relaxed);
    }

    /// Takes one from the number.
    pub fn take_one(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Sets the number to `value`.
    pub fn set(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// The value.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Number of bounds of a histogram.
const BOUNDS: usize = 8;

/// Upper bounds of the buckets of a histogram, in microseconds.
pub type Bounds = [u64; BOUNDS];

/// Durations by bucket.
#[derive(Debug, Default)]
pub struct Histogram {
    /// Per bucket (not cumulative), and beyond the last bucket.
    counts: [Number; BOUNDS + 1],
    sum_micros: Number,
}

impl Histogram {
    /// Counts one duration.
    pub fn count(&self, bounds: &Bounds, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = bounds.iter().position(|bound| micros <= *bound);
        self.counts[bucket.unwrap_or(BOUNDS)].add_one();
        self.sum_micros.add(micros);
    }

    /// Writes the lines of the histogram. `labels` is empty, or ends with a comma.
    pub fn expose(&self, out: &mut String, name: &str, labels: &str, bounds: &Bounds) {
        let mut sum = 0;
        let bounds = bounds.iter().map(|bound| seconds(*bound));
        for (number, bound) in self.counts.iter().zip(bounds.chain(["+Inf".to_owned()])) {
            sum += number.get();
            line(
                out,
                &format!("{name}_bucket{{{labels}le=\"{bound}\"}}"),
                sum,
            );
        }
        let alone = match labels.strip_suffix(',') {
            Some(labels) => format!("{{{labels}}}"),
            None => String::new(),
        };
        let total = seconds(self.sum_micros.get());
        line(out, &format!("{name}_sum{alone}"), total);
        line(out, &format!("{name}_count{alone}"), sum);
    }
}

fn seconds(micros: u64) -> String {
    Duration::from_micros(micros).as_secs_f64().to_string()
}

/// The two lines before the samples of a metric.
pub fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

/// One sample; `name` has its labels.
pub fn line(out: &mut String, name: &str, value: impl std::fmt::Display) {
    let _ = writeln!(out, "{name} {value}");
}
