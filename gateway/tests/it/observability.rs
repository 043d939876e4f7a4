//! Dashboard and alerts in `docs/operating`: each metric that they name is one that a running
//! gateway has, and `docs/reference/metrics.md` has all of them. `scripts/test` proves with
//! Prometheus' own tool when the alerts fire.

use std::collections::BTreeSet;

use crate::metrics::Observed;
use crate::tls::certified;

const DASHBOARD: &str = include_str!("../../../docs/operating/dashboard.json");
const ALERTS: &str = include_str!("../../../docs/operating/alerts.yaml");
const ALERT_TESTS: &str = include_str!("../../../docs/operating/alerts.test.yaml");

/// The names of our metrics in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| letter != '_' && !letter.is_ascii_alphanumeric());
    let is_metric = |word: &&str| {
        ["gateway_", "origin_", "process_"]
            .iter()
            .any(|start| word.starts_with(start))
    };
    words.filter(is_metric).collect()
}

#[tokio::test]
async fn dashboard_alerts_and_reference_name_the_metrics_of_a_gateway() {
    let (folder, _) = certified();
    let [cert, key] = ["cert.pem", "key.pem"].map(|name| folder.path().join(name));
    let (cert, key) = (cert.to_str().unwrap(), key.to_str().unwrap());
    let t = Observed::with_all_metrics(cert, key);
    let text = t.exposition().await;
    let test = "cargo test -p gateway --test it observability";
    command_reference::metrics::assert_metrics_are_current(&text, test);
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    let exposed: BTreeSet<&str> = samples
        .filter_map(|line| line.split(['{', ' ']).next())
        .collect();
    for (file, text) in [
        ("dashboard.json", DASHBOARD),
        ("alerts.yaml", ALERTS),
        ("alerts.test.yaml", ALERT_TESTS),
    ] {
        let named = names(text);
        assert!(named.len() >= 8, "{file}: {named:?}");
        let unknown: Vec<_> = named.difference(&exposed).collect();
        assert_eq!(unknown, [&""; 0], "{file}");
    }
}

#[test]
fn every_alert_is_proved_to_fire_and_to_be_silent() {
    let alerts = ALERTS
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- alert: "));
    let checks: Vec<&str> = ALERT_TESTS.split("- eval_time:").collect();
    let mut count = 0;
    for alert in alerts {
        count += 1;
        let name = format!("alertname: {alert}\n");
        let of_alert = checks.iter().filter(|check| check.contains(&name));
        let silent = of_alert.map(|check| check.contains("exp_alerts: []"));
        let silent: BTreeSet<bool> = silent.collect();
        assert_eq!(silent.len(), 2, "{alert}");
    }
    assert_eq!(count, 13);
}

#[test]
fn the_dashboard_is_json() {
    let board: serde_json::Value = serde_json::from_str(DASHBOARD).unwrap();
    for panel in board["panels"].as_array().unwrap() {
        assert!(!panel["targets"].as_array().unwrap().is_empty(), "{panel}");
    }
}
