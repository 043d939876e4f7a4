//! What `site.yaml` says of the studio.

use std::path::Path;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde_json::Value;

/// Settings of the studio.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Public address of the site.
    pub site_url: String,
    /// Time zone of the site.
    pub time_zone: TimeZone,
    /// Whether only a publisher who did not work on a change set may publish it.
    pub needs_four_eyes: bool,
}

impl Settings {
    /// Settings of the folder `content`; none while the file has a mistake in its form.
    pub fn read(content: &Path) -> Option<Self> {
        Some(Self::from_site(&site(content)?))
    }

    /// Settings of a site whose file was never read: publishing is as strict as it can be.
    pub fn unknown() -> Self {
        Self {
            site_url: String::new(),
            time_zone: TimeZone::UTC,
            needs_four_eyes: true,
        }
    }

    fn from_site(site: &Value) -> Self {
        let zone = site["timeZone"].as_str().unwrap_or_default();
        Self {
            site_url: site["url"].as_str().unwrap_or_default().to_owned(),
            time_zone: TimeZoneDatabase::bundled()
                .get(zone)
                .unwrap_or(TimeZone::UTC),
            // A value that is no answer is not taken for "no".
            needs_four_eyes: !matches!(
                &site["studio"]["fourEyes"],
                Value::Null | Value::Bool(false)
            ),
        }
    }
}

/// Whether the site has a studio: `studio: false` in `site.yaml` switches it off. A file with a
/// mistake does not: the studio is where an editor mends it.
pub fn is_wanted(content: &Path) -> bool {
    site(content).is_none_or(|site| site["studio"] != Value::Bool(false))
}

fn site(content: &Path) -> Option<Value> {
    let text = std::fs::read_to_string(content.join("site.yaml")).ok()?;
    yaml_reader::parse(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_eyes_are_needed_unless_the_file_says_otherwise() {
        for (text, expected) in [
            ("url: https://a.example", Some(false)),
            ("studio: true", Some(false)),
            ("studio: {}", Some(false)),
            ("studio: { fourEyes: false }", Some(false)),
            ("studio: { fourEyes: true }", Some(true)),
            ("studio: { fourEyes: yes please }", Some(true)),
            ("studio: [", None),
        ] {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("site.yaml"), text).unwrap();
            let found = Settings::read(folder.path()).map(|found| found.needs_four_eyes);
            assert_eq!(found, expected, "{text}");
        }
        assert!(Settings::unknown().needs_four_eyes);
    }
}
