//! Levels of checks, as `checks` in `site.yaml` sets them: a warning that a site wants to be an
//! error, or not to see.

use std::collections::BTreeMap;

use generator_ground::diagnostic::{Diagnostic, Severity};
use serde::Deserialize;

/// Name of a check → its level; a check that is not named warns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Checks(BTreeMap<String, Level>);

/// Effect of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    /// The site is not published until it is mended.
    Error,
    /// The finding is reported.
    Warning,
    /// The finding is not reported.
    Off,
}

/// The error that a site may lower: its findings are probable, not certain.
const PROBABLE: &str = "secret";

impl Checks {
    /// Whether findings of this check are reported: others need not be looked for.
    pub fn are_reported(&self, check: &str) -> bool {
        self.0.get(check) != Some(&Level::Off)
    }

    /// Gives each warning in `found` its level. Errors stay errors, but for a [`PROBABLE`] one.
    pub fn apply(&self, found: &mut Vec<Diagnostic>) {
        if self.0.is_empty() {
            return;
        }
        let level = |problem: &Diagnostic| match problem.severity {
            Severity::Error if problem.code() != PROBABLE => None,
            Severity::Error | Severity::Warning => self.0.get(problem.code()).copied(),
        };
        found.retain(|problem| level(problem) != Some(Level::Off));
        for problem in found {
            match level(problem) {
                Some(Level::Error) => problem.severity = Severity::Error,
                Some(Level::Warning) => problem.severity = Severity::Warning,
                Some(Level::Off) | None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use generator_ground::message::Message;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_warning_gets_the_level_of_its_check_and_an_error_stays_one() {
        let checks = json!({
            "missing-alt": "error", "half-width-sign": "off", "copy": "warning", "secret": "warning"
        });
        let checks: Checks = serde_json::from_value(checks).unwrap();
        let problem = |key| Diagnostic::new("content/news/a/en.md", Message::new(key));
        let mut found = vec![
            problem("missing-alt").warning(),
            problem("half-width-sign").warning(),
            problem("half-width-sign"),
            problem("chinese-sign").warning(),
            problem("secret"),
        ];
        checks.apply(&mut found);
        let levels = found.iter().map(|it| (it.code(), it.severity));
        assert_eq!(
            levels.collect::<Vec<_>>(),
            [
                ("missing-alt", Severity::Error),
                ("half-width-sign", Severity::Error),
                ("chinese-sign", Severity::Warning),
                ("secret", Severity::Warning)
            ]
        );
    }

    #[test]
    fn the_checks_that_a_site_may_name_exist() {
        let schema: Value = serde_json::from_str(include_str!("site.schema.json")).unwrap();
        let checks = schema["properties"]["checks"]["properties"].as_object();
        let names: Vec<&String> = checks.unwrap().keys().collect();
        let texts = include_str!("../../../contract/sentences/catalogs/generator.en.yaml");
        assert!(!names.is_empty());
        for name in names {
            assert!(texts.contains(&format!("\n{name}:\n")), "{name}");
        }
    }
}
