//! All metrics, in one list, and their text form for Prometheus.
//!
//! Not a metric: anything per path, per visitor or per token. Its number of series would grow with
//! the requests of clients.

use std::time::Duration;

use super::origin_calls::OriginCalls;
use super::visits::VisitFigures;
use exposition::{Bounds, Histogram, Number, head, line};

/// Upper bounds of the duration buckets, in microseconds.
const BUCKETS: Bounds = [100, 500, 1_000, 5_000, 25_000, 100_000, 500_000, 2_500_000];

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Answers by first digit of their status, 1 to 5.
    answers: [Number; 5],
    durations: Histogram,
    /// Connections that are open.
    pub(crate) connections: Number,
    /// Connections that began to speak HTTP/1.1.
    pub(crate) http1_connections: Number,
    /// Connections that began to speak HTTP/2.
    pub(crate) http2_connections: Number,
    /// Connections that were closed unread, because their client had used up its share.
    pub(crate) refused_connections: Number,
    /// Requests beyond their client's share, which got 429.
    pub(crate) refused_requests: Number,
    /// Answers that waited for their client's share of bytes.
    pub(crate) delayed_answers: Number,
    /// Resting connections that were closed for others.
    pub(crate) displaced_connections: Number,
    /// Builds that became live here.
    pub(crate) reloads: Number,
    /// Builds that were refused: torn, corrupt, or of another schema.
    pub(crate) refused_builds: Number,
    /// Files with bytes that do not match their hash.
    pub(crate) bad_files: Number,
    /// Files too large for memory that were read through and compared with their hash.
    pub(crate) large_checks: Number,
    /// Answers whose bytes were compared with the index as they were sent.
    pub(crate) proofs: Number,
    /// Answers that were sent with other bytes than the index names.
    pub(crate) wrong_bytes: Number,
    /// Files of the live build that the patrol found damaged on disk, and that still are.
    pub(crate) damaged_files: Number,
    /// Files that came from the bucket.
    pub(crate) bucket_fetches: Number,
    /// Questions that the bucket did not answer.
    pub(crate) bucket_failures: Number,
    /// Bytes of files of the bucket on this machine's disk.
    pub(crate) mirror_bytes: Number,
    /// Rounds of the patrol through all files of the live build.
    pub(crate) patrol_rounds: Number,
    /// Bytes of bodies in memory.
    pub(crate) held_bytes: Number,
    /// Calls to the origin that failed or were refused because it was busy.
    pub(crate) origin_failures: Number,
    /// Calls to the origin by family and outcome.
    pub(crate) origin_calls: OriginCalls,
    /// Figures that visitors' browsers measured.
    pub(crate) visits: VisitFigures,
    /// Questions to the origin whether a session holds.
    pub(crate) session_checks: Number,
    /// Session checks that were refused, because their client had asked for too many.
    pub(crate) refused_session_checks: Number,
    /// Bytes of answers' bodies that connections took.
    pub(crate) sent_bytes: Number,
    /// Handlers that panicked.
    pub(crate) panics: Number,
    /// Spans for which the queue to the collector had no room.
    pub(crate) dropped_spans: Number,
    /// Batches of spans that the collector did not take.
    pub(crate) failed_span_exports: Number,
    /// Last second of the certificate's life, since 1970; 0: this process speaks no TLS.
    pub(crate) certificate_not_after: Number,
    /// Orders by ACME that brought a certificate.
    pub(crate) certificate_orders: Number,
    /// Orders by ACME that failed.
    pub(crate) failed_certificate_orders: Number,
}

/// Name, help, and the number's field.
type Row = (&'static str, &'static str, fn(&Metrics) -> &Number);

/// Numbers that only grow.
const COUNTERS: [Row; 22] = [
    (
        "gateway_connections_refused_total",
        "Connections beyond their client's share.",
        |all| &all.refused_connections,
    ),
    (
        "gateway_requests_refused_total",
        "Requests beyond their client's share.",
        |all| &all.refused_requests,
    ),
    (
        "gateway_answers_delayed_total",
        "Answers that waited for their client's share of bytes.",
        |all| &all.delayed_answers,
    ),
    (
        "gateway_connections_displaced_total",
        "Idle connections that gave their place to a new one.",
        |all| &all.displaced_connections,
    ),
    (
        "gateway_build_reloads_total",
        "Builds that became live here.",
        |all| &all.reloads,
    ),
    (
        "gateway_builds_refused_total",
        "Builds that were torn, corrupt or of another schema.",
        |all| &all.refused_builds,
    ),
    (
        "gateway_bad_files_total",
        "Files whose bytes do not match their hash.",
        |all| &all.bad_files,
    ),
    (
        "gateway_large_file_checks_total",
        "Large files read through and compared with their hash.",
        |all| &all.large_checks,
    ),
    (
        "gateway_proofs_total",
        "Answers whose bytes were compared with the index as they were sent.",
        |all| &all.proofs,
    ),
    (
        "gateway_wrong_bytes_total",
        "Answers that were sent with other bytes than the index names.",
        |all| &all.wrong_bytes,
    ),
    (
        "gateway_patrol_rounds_total",
        "Rounds of the patrol through all files of the live build.",
        |all| &all.patrol_rounds,
    ),
    (
        "gateway_bucket_fetches_total",
        "Files that came from the bucket of builds.",
        |all| &all.bucket_fetches,
    ),
    (
        "gateway_bucket_failures_total",
        "Questions that the bucket of builds did not answer.",
        |all| &all.bucket_failures,
    ),
    (
        "gateway_origin_failures_total",
        "Calls to the origin that failed.",
        |all| &all.origin_failures,
    ),
    (
        "gateway_session_checks_total",
        "Questions to the origin whether a session holds.",
        |all| &all.session_checks,
    ),
    (
        "gateway_session_checks_refused_total",
        "Session checks beyond what one client may cause.",
        |all| &all.refused_session_checks,
    ),
    (
        "gateway_sent_bytes_total",
        "Bytes of answers' bodies, without heads and TLS.",
        |all| &all.sent_bytes,
    ),
    (
        "gateway_certificate_orders_total",
        "Orders by ACME that brought a certificate.",
        |all| &all.certificate_orders,
    ),
    (
        "gateway_certificate_orders_failed_total",
        "Orders by ACME that failed.",
        |all| &all.failed_certificate_orders,
    ),
    (
        "gateway_spans_dropped_total",
        "Spans that found the queue to the collector full.",
        |all| &all.dropped_spans,
    ),
    (
        "gateway_span_exports_failed_total",
        "Batches of spans that the collector did not take.",
        |all| &all.failed_span_exports,
    ),
    ("gateway_panics_total", "Handlers that panicked.", |all| {
        &all.panics
    }),
];

/// Numbers that go up and down.
const GAUGES: [Row; 4] = [
    ("gateway_connections", "Open connections.", |all| {
        &all.connections
    }),
    ("gateway_held_bytes", "Bytes of bodies in memory.", |all| {
        &all.held_bytes
    }),
    (
        "gateway_bucket_mirror_bytes",
        "Bytes of the bucket's files on this machine's disk.",
        |all| &all.mirror_bytes,
    ),
    (
        "gateway_damaged_files",
        "Files of the live build that are damaged on disk.",
        |all| &all.damaged_files,
    ),
];

impl Metrics {
    /// Counts one answer.
    pub(crate) fn count_answer(&self, status: u16, took: Duration) {
        let class = usize::from(status / 100).clamp(1, 5) - 1;
        self.answers[class].add_one();
        self.durations.count(&BUCKETS, took);
    }

    /// Prometheus' text exposition format, version 0.0.4.
    pub(crate) fn expose(&self) -> String {
        let mut text = String::with_capacity(4096);
        let out = &mut text;
        self.expose_answers(out);
        let name = "gateway_answer_duration_seconds";
        let help = "Time from a request's head to its answer's head.";
        head(out, name, "histogram", help);
        self.durations.expose(out, name, "", &BUCKETS);
        self.expose_protocols(out);
        self.origin_calls.expose(out);
        self.visits.expose(out);
        for (kind, rows) in [("counter", &COUNTERS[..]), ("gauge", &GAUGES)] {
            for (name, help, number) in rows {
                head(out, name, kind, help);
                line(out, name, number(self).get());
            }
        }
        let not_after = self.certificate_not_after.get();
        if not_after > 0 {
            let name = "gateway_certificate_not_after_seconds";
            let help = "When the certificate ends, in seconds since 1970.";
            head(out, name, "gauge", help);
            line(out, name, not_after);
        }
        text
    }

    fn expose_answers(&self, out: &mut String) {
        let name = "gateway_answers_total";
        head(out, name, "counter", "Answers by class of status.");
        for (class, number) in (1..).zip(&self.answers) {
            let labelled = format!("{name}{{class=\"{class}xx\"}}");
            line(out, &labelled, number.get());
        }
    }

    fn expose_protocols(&self, out: &mut String) {
        let name = "gateway_connections_opened_total";
        head(out, name, "counter", "Connections by version of HTTP.");
        for (protocol, number) in [
            ("HTTP/1.1", &self.http1_connections),
            ("HTTP/2", &self.http2_connections),
        ] {
            line(
                out,
                &format!("{name}{{protocol=\"{protocol}\"}}"),
                number.get(),
            );
        }
    }
}

/// The version of this program and its live build; an empty one if it has none.
pub(crate) fn expose_build(build: &str) -> String {
    let mut out = String::new();
    let name = "gateway_build_info";
    let help = "1; the version of the gateway, and the live build, if there is one.";
    head(&mut out, name, "gauge", help);
    let version = env!("CARGO_PKG_VERSION");
    let labelled = format!("{name}{{version=\"{version}\",build=\"{build}\"}}");
    line(&mut out, &labelled, 1);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_cumulative_and_classes_are_apart() {
        let metrics = Metrics::default();
        metrics.count_answer(200, Duration::from_micros(90));
        metrics.count_answer(304, Duration::from_millis(2));
        metrics.count_answer(503, Duration::from_secs(9));
        let text = metrics.expose();
        for expected in [
            "gateway_answers_total{class=\"2xx\"} 1",
            "gateway_answers_total{class=\"3xx\"} 1",
            "gateway_answers_total{class=\"5xx\"} 1",
            "gateway_answer_duration_seconds_bucket{le=\"0.0001\"} 1",
            "gateway_answer_duration_seconds_bucket{le=\"0.005\"} 2",
            "gateway_answer_duration_seconds_bucket{le=\"+Inf\"} 3",
            "gateway_answer_duration_seconds_count 3",
            "gateway_answer_duration_seconds_sum 9.00209",
        ] {
            assert!(
                text.lines().any(|line| line == expected),
                "{expected}\n{text}"
            );
        }
    }
}
