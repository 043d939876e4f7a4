//! Entries that appear or disappear automatically, as reported to an editor.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use generator_content::{Content, Due};
use generator_ground::message::Message;
use generator_ground::storage::replace::replace_file_unsynced;

/// Maximum number of reported changes; the soonest are reported.
const TOLD: usize = 20;

/// An entry that will appear or disappear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scheduled {
    /// Path of its page without prefix; `collection/slug` where it has none.
    pub path: String,
    /// Time of the change by the site's clock: RFC 3339.
    pub at: String,
    /// True if the entry is visible now: one of its languages, or the whole entry, appears or
    /// disappears.
    pub is_visible: bool,
}

impl Scheduled {
    /// The message about it at `now`, and its trigger: without a `watch`, only a build.
    pub fn status(&self, is_watching: bool, now: Timestamp) -> Message {
        let is_overdue = self.at.parse::<Timestamp>().is_ok_and(|at| at <= now);
        match (is_overdue, is_watching) {
            (true, true) => Message::new("scheduled-overdue/watched").with("what", self.message()),
            (true, false) => Message::new("scheduled-overdue").with("what", self.message()),
            (false, true) => self.message(),
            (false, false) => Message::new("scheduled-unwatched").with("what", self.message()),
        }
    }

    /// The message about it: `/news/spring at 2026-12-01 09:00 +08:00`.
    pub fn message(&self) -> Message {
        let (date, time) = self.at.split_once('T').unwrap_or((&self.at, ""));
        let (minutes, rest) = time.split_at_checked(5).unwrap_or((time, ""));
        let zone = rest.get(3..).unwrap_or_default();
        let message = match self.is_visible {
            true => Message::new("scheduled/changes"),
            false => Message::new("scheduled"),
        };
        let at = format!("{date} {minutes} {zone}");
        message.with("path", &self.path).with("at", at)
    }
}

/// Name of the record of the changes that the last build found, under `var/`.
const RECORD: &str = "scheduled.json";

/// Writes the changes that a build found, unless they are recorded already.
pub(crate) fn record(scheduled: &[Scheduled], var: &Path) -> anyhow::Result<()> {
    let path = var.join(RECORD);
    let bytes = serde_json::to_vec_pretty(scheduled)?;
    if fs::read(&path).is_ok_and(|noted| noted == bytes) {
        return Ok(());
    }
    replace_file_unsynced(&path, &bytes)
        .with_context(|| format!("cannot write `{}`", path.display()))
}

/// The changes that the last build found; none if that is not known.
pub fn read_record(var: &Path) -> Vec<Scheduled> {
    let bytes = fs::read(var.join(RECORD)).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

/// Scheduled changes of entries of `content`, the soonest first. `hrefs`: collection → path pattern
/// of its entries' pages.
pub(crate) fn scheduled_changes(
    content: &Content,
    hrefs: &BTreeMap<String, String>,
) -> Vec<Scheduled> {
    let mut due: Vec<&Due> = content.due.iter().collect();
    due.sort_by_key(|due| due.at);
    let told = due.into_iter().take(TOLD);
    told.map(|due| scheduled_change(due, content, hrefs))
        .collect()
}

fn scheduled_change(due: &Due, content: &Content, hrefs: &BTreeMap<String, String>) -> Scheduled {
    let Due {
        collection,
        slug,
        at,
    } = due;
    let path = match hrefs.get(&**collection) {
        Some(pattern) => pattern.replace(":id", slug),
        None => format!("{collection}/{slug}"),
    };
    let entries = content.collection(collection);
    Scheduled {
        path,
        at: local(*at, &content.site.time_zone),
        is_visible: entries.is_some_and(|entries| entries.entry(slug).is_some()),
    }
}

fn local(at: Timestamp, zone: &TimeZone) -> String {
    let at = at.to_zoned(zone.clone());
    at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    // R10.06
    #[test]
    fn what_is_scheduled_is_told_by_the_clock_of_the_site() {
        let zone = jiff::tz::TimeZoneDatabase::bundled().get("Asia/Shanghai");
        let at = "2026-12-01T01:00:00Z".parse().unwrap();
        let mut scheduled = Scheduled {
            path: "/news/spring".to_owned(),
            at: local(at, &zone.unwrap()),
            is_visible: false,
        };
        assert_eq!(scheduled.at, "2026-12-01T09:00:00+08:00");
        let told = "scheduled: /news/spring at 2026-12-01 09:00 +08:00";
        assert_eq!(scheduled.message().to_string(), told);
        let moment = |text: &str| text.parse::<Timestamp>().unwrap();
        for (now, is_watching, said) in [
            ("2026-12-01T00:59:59Z", true, told.to_owned()),
            (
                "2026-12-01T00:59:59Z",
                false,
                format!("{told}; no watch runs, so only a build does it"),
            ),
            ("2026-12-01T01:00:00Z", true, format!("overdue: {told}")),
            (
                "2026-12-01T01:00:00Z",
                false,
                format!("overdue, because no watch runs; run `generator build`: {told}"),
            ),
        ] {
            let status = scheduled.status(is_watching, moment(now));
            assert_eq!(status.to_string(), said, "{now} {is_watching}");
        }
        scheduled.is_visible = true;
        let told = "scheduled: /news/spring changes at 2026-12-01 09:00 +08:00";
        assert_eq!(scheduled.message().to_string(), told);
    }
}
