//! Figures of visits, as visitors' own browsers measured them: fixed histograms and counters, with
//! no label, so that no series is that of a page or of a visitor.

use std::time::Duration;

use crate::protocol::visit::Visit;
use exposition::{Bounds, Histogram, Number, head, line};

/// Upper bounds of the largest contentful paint, in microseconds: good to 2.5 s, poor from 4 s.
const LCP: Bounds = [
    500_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000, 3_000_000, 4_000_000, 8_000_000,
];
/// Upper bounds of the interaction to next paint, in microseconds: good to 200 ms, poor from
/// 500 ms.
const INP: Bounds = [
    50_000, 100_000, 150_000, 200_000, 300_000, 500_000, 1_000_000, 2_000_000,
];
/// Upper bounds of the layout shift, in millionths: good to 0.1, poor from 0.25.
const CLS: Bounds = [
    10_000, 50_000, 100_000, 150_000, 200_000, 250_000, 500_000, 1_000_000,
];

/// Figures of visits.
#[derive(Debug, Default)]
pub(crate) struct VisitFigures {
    lcp: Histogram,
    inp: Histogram,
    shift: Histogram,
    visits: Number,
    missing_pages: Number,
    script_errors: Number,
}

impl VisitFigures {
    /// Counts one visit.
    pub(crate) fn count(&self, visit: &Visit) {
        self.visits.add_one();
        self.missing_pages.add(u64::from(visit.missing));
        self.script_errors.add(visit.errors);
        for (histogram, bounds, seconds) in [
            (&self.lcp, &LCP, visit.lcp.map(|ms| ms / 1000.0)),
            (&self.inp, &INP, visit.inp.map(|ms| ms / 1000.0)),
            // A histogram counts millionths, of seconds or of a screen.
            (&self.shift, &CLS, visit.cls),
        ] {
            if let Some(figure) = seconds.and_then(|one| Duration::try_from_secs_f64(one).ok()) {
                histogram.count(bounds, figure);
            }
        }
    }

    /// Writes all series.
    pub(super) fn expose(&self, out: &mut String) {
        for (name, help, histogram, bounds) in [
            (
                "gateway_visit_lcp_seconds",
                "Largest contentful paint of the sampled visits.",
                &self.lcp,
                &LCP,
            ),
            (
                "gateway_visit_inp_seconds",
                "Slowest interaction to next paint of the sampled visits.",
                &self.inp,
                &INP,
            ),
            (
                "gateway_visit_layout_shift",
                "Cumulative layout shift of the sampled visits.",
                &self.shift,
                &CLS,
            ),
        ] {
            head(out, name, "histogram", help);
            histogram.expose(out, name, "", bounds);
        }
        for (name, help, number) in [
            (
                "gateway_visits_total",
                "Sampled visits that sent their figures.",
                &self.visits,
            ),
            (
                "gateway_visit_missing_pages_total",
                "Sampled visits to addresses that do not exist.",
                &self.missing_pages,
            ),
            (
                "gateway_visit_script_errors_total",
                "Errors of scripts in the sampled visits.",
                &self.script_errors,
            ),
        ] {
            head(out, name, "counter", help);
            line(out, name, number.get());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_is_counted_by_its_figures_alone() {
        let figures = VisitFigures::default();
        figures.count(&Visit {
            lcp: Some(2500.0),
            inp: Some(201.0),
            cls: Some(0.1),
            missing: true,
            errors: 3,
        });
        figures.count(&Visit::default());
        let mut text = String::new();
        figures.expose(&mut text);
        for expected in [
            "gateway_visit_lcp_seconds_bucket{le=\"2\"} 0",
            "gateway_visit_lcp_seconds_bucket{le=\"2.5\"} 1",
            "gateway_visit_lcp_seconds_sum 2.5",
            "gateway_visit_lcp_seconds_count 1",
            "gateway_visit_inp_seconds_bucket{le=\"0.2\"} 0",
            "gateway_visit_inp_seconds_bucket{le=\"0.3\"} 1",
            "gateway_visit_layout_shift_bucket{le=\"0.05\"} 0",
            "gateway_visit_layout_shift_bucket{le=\"0.1\"} 1",
            "gateway_visits_total 2",
            "gateway_visit_missing_pages_total 1",
            "gateway_visit_script_errors_total 3",
        ] {
            assert!(
                text.lines().any(|line| line == expected),
                "{expected}\n{text}"
            );
        }
    }
}
