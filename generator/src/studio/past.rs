//! PURE: the past of the site as the log has it: which build was live when, and which change sets
//! a line came from.

use contract::build::BuildId;
use generator_builds::log::{LogLine, LogVerb};
use generator_studio::ChangeSet;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// The build that was live at a moment, and how long it was.
#[derive(Debug, PartialEq, Eq)]
pub struct LiveThen {
    /// The line that made it live.
    pub line: LogLine,
    /// The line that made another build live; none: it is live now.
    pub until: Option<LogLine>,
}

/// Changes of the live build in a log that is read newest first, without those that were never
/// made.
#[derive(Default)]
pub struct Switches {
    undone: Vec<Option<BuildId>>,
}

impl Switches {
    /// Whether the next line of the log made a build live.
    pub fn is_made(&mut self, line: &LogLine) -> bool {
        if line.verb == LogVerb::Undone {
            self.undone.push(line.build.clone());
        }
        if !line.verb.is_switch() {
            return false;
        }
        let never = self.undone.iter().position(|build| *build == line.build);
        never.map(|never| self.undone.remove(never)).is_none()
    }
}

/// Finds the build that was live at `at`. `log` is read newest first. None: the log has no build
/// that was live then.
pub fn live_at(log: impl Iterator<Item = LogLine>, at: Timestamp) -> Option<LiveThen> {
    let mut switches = Switches::default();
    let mut until = None;
    for line in log.filter(|line| switches.is_made(line)) {
        if line.time.parse().is_ok_and(|time: Timestamp| time <= at) {
            return Some(LiveThen { line, until });
        }
        until = Some(line);
    }
    None
}

/// A moment as a person gives it: RFC 3339, or a day, which means its end by the clock of the site.
pub fn moment(text: &str, zone: &TimeZone) -> Option<Timestamp> {
    if let Ok(at) = text.parse() {
        return Some(at);
    }
    let day: Date = text.parse().ok()?;
    let next = day.tomorrow().ok()?.to_zoned(zone.clone()).ok()?;
    next.timestamp().checked_sub(1.second()).ok()
}

/// The change sets that a line of the log made live.
pub fn sets_of_line<'a>(
    line: &LogLine,
    sets: &'a [ChangeSet],
) -> impl Iterator<Item = &'a ChangeSet> {
    let build = line.build.clone().filter(|_| line.verb == LogVerb::Publish);
    sets.iter()
        .filter(move |set| build.is_some() && set.build == build)
}

#[cfg(test)]
mod tests {
    use contract::control::Initiator;
    use generator_studio::SetId;

    use super::*;

    fn line(verb: LogVerb, time: &str, build: u32) -> LogLine {
        let initiator = Initiator {
            by: "bo@example.com".to_owned(),
            why: Some("Words".to_owned()),
            commit: None,
        };
        LogLine {
            build: BuildId::new("20261121T000000Z", build).ok(),
            ..LogLine::new(verb, time, &initiator)
        }
    }

    #[test]
    fn the_build_of_a_moment_is_the_last_one_that_went_live_before_it() {
        use LogVerb::{Publish, Release, Rollback, Undone};
        let log = [
            line(Release, "2026-11-21T06:00:00Z", 9),
            line(Rollback, "2026-11-21T05:00:00Z", 1),
            line(Undone, "2026-11-21T04:00:00Z", 3),
            line(Publish, "2026-11-21T03:00:00Z", 3),
            line(Publish, "2026-11-21T02:00:00Z", 2),
            line(Publish, "2026-11-21T01:00:00Z", 1),
        ];
        for (at, live, until) in [
            ("2026-11-21T00:59:59Z", None, None),
            ("2026-11-21T01:00:00Z", Some(1), Some(2)),
            ("2026-11-21T03:30:00Z", Some(2), Some(1)),
            ("2026-11-22T00:00:00Z", Some(1), None),
        ] {
            let found = live_at(log.iter().cloned(), at.parse().unwrap());
            let build = |number: u32| BuildId::new("20261121T000000Z", number).unwrap();
            let line = found.as_ref().and_then(|found| found.line.build.clone());
            let next = found.and_then(|found| found.until?.build);
            assert_eq!((line, next), (live.map(build), until.map(build)), "{at}");
        }
    }

    #[test]
    fn a_day_ends_by_the_clock_of_the_site() {
        let zone = jiff::tz::TimeZoneDatabase::bundled();
        let zone = zone.get("Asia/Shanghai").unwrap();
        for (text, at) in [
            ("2026-11-21", Some("2026-11-21T15:59:59Z")),
            ("2026-11-21T03:00:00Z", Some("2026-11-21T03:00:00Z")),
            ("yesterday", None),
            ("2026-13-01", None),
        ] {
            let at = at.map(|at| at.parse::<Timestamp>().unwrap());
            assert_eq!(moment(text, &zone), at, "{text}");
        }
    }

    #[test]
    fn a_line_comes_from_the_sets_of_its_build() {
        let sets = [(1, Some(1)), (2, Some(2)), (3, Some(1)), (4, None)].map(|(id, build)| {
            let now = Timestamp::UNIX_EPOCH;
            let mut set = ChangeSet::new(SetId::new(id), "Words", "ann@example.com", now);
            set.build = build.map(|number| BuildId::new("20261121T000000Z", number).unwrap());
            set
        });
        for (verb, build, ids) in [
            (LogVerb::Publish, 1, &[1, 3][..]),
            (LogVerb::Publish, 2, &[2]),
            (LogVerb::Publish, 3, &[]),
            (LogVerb::Rollback, 1, &[]),
        ] {
            let line = line(verb, "2026-11-21T01:00:00Z", build);
            let found = sets_of_line(&line, &sets).map(|set| set.id.clone());
            let expected = ids.iter().map(|id| SetId::new(*id));
            assert_eq!(
                found.collect::<Vec<_>>(),
                expected.collect::<Vec<_>>(),
                "{build}"
            );
        }
    }
}
