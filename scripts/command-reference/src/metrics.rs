//! The reference of the metrics in `docs/reference`, written from what a running program exposes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

const NAME: &str = "docs/reference/metrics.md";

const INTRODUCTION: &str = "\
# Metrics

[Operating](../operating.md#health-and-log)

All numbers of `/metrics`, as a running gateway with TLS, an embedded origin and a mail server has
them. The page is written from its answer. Those that begin with `origin_` come from the origin: an
`origin serve` has them, and those of its process, at `/metrics` of its own address, which a gateway
never passes on. Labels come from fixed lists; no number has a path, a visitor or a form.

`origin_unsent…` and `origin_message_files` are counted in the database, so each origin of one
database has the same; all others are of the one process, since its start.

| metric | type | labels | meaning |
|---|---|---|---|
";

/// A metric, from its lines in the exposition.
#[derive(Default)]
struct Metric<'a> {
    help: &'a str,
    kind: &'a str,
    labels: BTreeSet<&'a str>,
}

/// Compares the reference with an exposition; `UPDATE_GOLDEN=1` writes it.
///
/// # Panics
///
/// If they differ. The message names `test`, the command that writes the file.
pub fn assert_metrics_are_current(exposition: &str, test: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(NAME);
    let written = markdown(exposition);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &written).expect("docs/reference can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        golden == written,
        "{NAME} differs from the metrics; if the change is meant: UPDATE_GOLDEN=1 {test}"
    );
}

fn markdown(exposition: &str) -> String {
    let mut out = INTRODUCTION.to_owned();
    for (name, metric) in metrics(exposition) {
        let labels: Vec<String> = metric
            .labels
            .iter()
            .map(|label| format!("`{label}`"))
            .collect();
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            out,
            "| `{name}` | {} | {} | {} |",
            metric.kind,
            labels.join(", "),
            metric.help
        );
    }
    out
}

fn metrics(exposition: &str) -> BTreeMap<&str, Metric<'_>> {
    let mut all: BTreeMap<&str, Metric<'_>> = BTreeMap::new();
    for line in exposition.lines() {
        if let Some((name, help)) = after(line, "# HELP ") {
            all.entry(name).or_default().help = help;
        } else if let Some((name, kind)) = after(line, "# TYPE ") {
            all.entry(name).or_default().kind = kind;
        } else if let Some((name, labels)) = line.split_once('{') {
            // The samples of a histogram have endings of their own.
            let owner = all.range_mut(..=name).next_back();
            let owner = owner.filter(|(owner, _)| name.starts_with(**owner));
            if let Some((_, metric)) = owner {
                metric.labels.extend(label_names(labels));
            }
        }
    }
    all
}

fn after<'a>(line: &'a str, start: &str) -> Option<(&'a str, &'a str)> {
    line.strip_prefix(start)?.split_once(' ')
}

/// The names of a sample's labels, but for the bound of a bucket.
fn label_names(labels: &str) -> impl Iterator<Item = &str> {
    let labels = labels.split(',');
    let names = labels.filter_map(|label| label.split_once("=\"").map(|(name, _)| name));
    names.filter(|name| *name != "le")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_type_labels_without_bounds_and_help() {
        let exposition = "# HELP a_total Things.\n# TYPE a_total counter\na_total 1\n\
                          # HELP b_seconds Time.\n# TYPE b_seconds histogram\n\
                          b_seconds_bucket{call=\"x\",le=\"0.1\"} 1\nb_seconds_count{call=\"x\"} 1\n";
        let written = markdown(exposition);
        let rows = written.strip_prefix(INTRODUCTION).unwrap();
        assert_eq!(
            rows,
            "| `a_total` | counter |  | Things. |\n| `b_seconds` | histogram | `call` | Time. |\n"
        );
    }
}
