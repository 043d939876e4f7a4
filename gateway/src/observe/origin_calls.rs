//! Calls to the origin, counted by family and outcome: both from fixed lists, so that no client can
//! make a new series.

use std::time::Duration;

use exposition::{Bounds, Histogram, Number, head, line};

/// The second segment of a call's path; the last one has all others.
const FAMILIES: [&str; 10] = [
    "auth", "chat", "common", "feishu", "message", "messages", "search", "web", "wechat", "other",
];

/// Upper bounds of the duration buckets, in microseconds. A model's answer takes seconds, an upload
/// longer.
const BUCKETS: Bounds = [
    1_000, 5_000, 25_000, 100_000, 500_000, 2_500_000, 10_000_000, 60_000_000,
];

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The origin answered, with a status below 500.
    Answered,
    /// The origin answered, with a status of 500 or above.
    ServerError,
    /// The origin was at its call limit.
    Busy,
    /// The origin was not asked, since it had let calls wait in vain.
    Spared,
    /// The origin could not be reached.
    Down,
    /// The connection broke.
    Broken,
    /// No answer came in time.
    TimedOut,
    /// The client's body was too long, too slow or incomplete.
    ClientFault,
}

impl Outcome {
    /// Names of all outcomes, by their place in the enumeration.
    const NAMES: [&str; 8] = [
        "answered",
        "server_error",
        "busy",
        "spared",
        "down",
        "broken",
        "timed_out",
        "client_fault",
    ];
}

/// Counters of one family.
#[derive(Debug, Default)]
struct Family {
    outcomes: [Number; Outcome::NAMES.len()],
    durations: Histogram,
}

/// Calls to the origin.
#[derive(Debug, Default)]
pub(crate) struct OriginCalls([Family; FAMILIES.len()]);

impl OriginCalls {
    /// Counts a call to `path`.
    pub(crate) fn count(&self, path: &str, outcome: Outcome, took: Duration) {
        let family = &self.0[family(path)];
        family.outcomes[outcome as usize].add_one();
        family.durations.count(&BUCKETS, took);
    }

    /// Writes all series.
    pub(super) fn expose(&self, out: &mut String) {
        let name = "gateway_origin_calls_total";
        head(out, name, "counter", "Calls to the origin.");
        for (family, counted) in FAMILIES.iter().zip(&self.0) {
            for (outcome, number) in Outcome::NAMES.iter().zip(&counted.outcomes) {
                let labels = format!("call=\"{family}\",outcome=\"{outcome}\"");
                line(out, &format!("{name}{{{labels}}}"), number.get());
            }
        }
        let name = "gateway_origin_call_duration_seconds";
        let help = "Time from a call to the head of the origin's answer.";
        head(out, name, "histogram", help);
        for (family, counted) in FAMILIES.iter().zip(&self.0) {
            let labels = format!("call=\"{family}\",");
            counted.durations.expose(out, name, &labels, &BUCKETS);
        }
    }
}

fn family(path: &str) -> usize {
    let rest = path.strip_prefix("/api/").unwrap_or_default();
    let segment = rest.split('/').next().unwrap_or_default();
    let known = FAMILIES.iter().position(|family| *family == segment);
    known.unwrap_or(FAMILIES.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_of_a_listed_family() {
        for (path, expected) in [
            ("/api/auth/login", "auth"),
            ("/api/auth", "auth"),
            ("/api/message/bp", "message"),
            ("/api/messages/list", "messages"),
            ("/api/authx/login", "other"),
            ("/api/", "other"),
            ("/", "other"),
            ("/api/Auth/secret", "other"),
        ] {
            assert_eq!(FAMILIES[family(path)], expected, "{path}");
        }
    }

    #[test]
    fn a_call_is_counted_by_family_and_outcome() {
        let calls = OriginCalls::default();
        calls.count("/api/search", Outcome::Answered, Duration::from_millis(3));
        calls.count("/api/search", Outcome::TimedOut, Duration::from_secs(120));
        calls.count("/api/x", Outcome::ClientFault, Duration::ZERO);
        let mut text = String::new();
        calls.expose(&mut text);
        for expected in [
            "gateway_origin_calls_total{call=\"search\",outcome=\"answered\"} 1",
            "gateway_origin_calls_total{call=\"search\",outcome=\"timed_out\"} 1",
            "gateway_origin_calls_total{call=\"other\",outcome=\"client_fault\"} 1",
            "gateway_origin_call_duration_seconds_bucket{call=\"search\",le=\"0.005\"} 1",
            "gateway_origin_call_duration_seconds_bucket{call=\"search\",le=\"+Inf\"} 2",
            "gateway_origin_call_duration_seconds_sum{call=\"search\"} 120.003",
            "gateway_origin_call_duration_seconds_count{call=\"search\"} 2",
        ] {
            assert!(
                text.lines().any(|line| line == expected),
                "{expected}\n{text}"
            );
        }
    }
}
