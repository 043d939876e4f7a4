//! The call that publishes change sets, now or at a time.

use contract::studio::is_agent;
use generator_ground::message::Message;
use generator_studio::publishing::Publication;
use generator_studio::{ChangeSet, Schedule, SetId};
use http::StatusCode;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::json;

use super::{Answer, Call};
use crate::studio::{Studio, publication};

/// Body of `POST …/publish`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// Published together, or not at all.
    sets: Vec<Seen>,
    /// `2026-12-01T08:00` in the time zone of the site, or a time with its own; none: now.
    at: Option<String>,
}

/// A change set as the publisher has seen it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seen {
    id: SetId,
    /// Time at which the change set changed last.
    changed: Timestamp,
}

/// `POST /api/studio/publish`.
pub(super) fn publish(studio: &Studio, call: &Call<'_>) -> Result<Answer, Answer> {
    if !call.is_publisher() {
        let message = match is_agent(call.user) {
            true => Message::new("studio/agent"),
            false => Message::new("studio/not-publisher"),
        };
        return Err(Answer::refusal(StatusCode::FORBIDDEN, message));
    }
    let Asked { sets, at } = call.read()?;
    if sets.is_empty() {
        return Err(Answer::bad(Message::new("studio/no-sets")));
    }
    let settings = studio.settings();
    for seen in &sets {
        let set = studio.sets.get(&seen.id)?;
        permit(&set, seen, call.user, settings.needs_four_eyes)?;
    }
    let ids: Vec<SetId> = sets.into_iter().map(|seen| seen.id).collect();
    let by = call.user.to_owned();
    let Some(at) = at else {
        let job = publication::start(studio, Publication { sets: ids, by })?;
        return Answer::data(&json!({ "job": job }));
    };
    let now = Timestamp::now();
    let at = time(&at, &settings.time_zone).filter(|at| *at > now);
    let at = at.ok_or_else(|| Answer::bad(Message::new("studio/no-time")))?;
    publication::schedule(studio, &ids, &Schedule { at, by })?;
    Answer::data(&json!({ "at": at }))
}

/// Refuses a change set that is another than the publisher has seen, or that needs another
/// publisher.
fn permit(set: &ChangeSet, seen: &Seen, user: &str, needs_four_eyes: bool) -> Result<(), Answer> {
    if set.changed != seen.changed {
        let message = Message::new("studio/changed-since").with("name", &set.name);
        return Err(Answer::conflict(message));
    }
    if needs_four_eyes && set.is_work_of(user) {
        let message = Message::new("studio/four-eyes").with("name", &set.name);
        return Err(Answer::refusal(StatusCode::FORBIDDEN, message));
    }
    Ok(())
}

/// A time, in the time zone of the site if it names none.
fn time(text: &str, zone: &TimeZone) -> Option<Timestamp> {
    let local = || {
        let local: DateTime = text.parse().ok()?;
        Some(
            zone.to_ambiguous_zoned(local)
                .compatible()
                .ok()?
                .timestamp(),
        )
    };
    text.parse().ok().or_else(local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_without_a_zone_is_one_of_the_site() {
        let zone = jiff::tz::TimeZoneDatabase::bundled()
            .get("Asia/Shanghai")
            .unwrap();
        for (text, expected) in [
            ("2026-12-01T08:00", Some("2026-12-01T00:00:00Z")),
            ("2026-12-01T08:00:30", Some("2026-12-01T00:00:30Z")),
            ("2026-12-01T08:00Z", Some("2026-12-01T08:00:00Z")),
            ("2026-12-01T08:00+01:00", Some("2026-12-01T07:00:00Z")),
            ("tomorrow", None),
            ("", None),
        ] {
            let expected = expected.map(|text| text.parse::<Timestamp>().unwrap());
            assert_eq!(time(text, &zone), expected, "{text}");
        }
    }

    #[test]
    fn a_publisher_publishes_what_was_seen_and_with_four_eyes_no_own_work() {
        let now = Timestamp::UNIX_EPOCH;
        let mut set = ChangeSet::new(SetId::new(1), "Words", "ann@example.com", now);
        set.editors
            .insert("agent: claude (cy@example.com)".to_owned());
        let status = |changed: i64, user: &str, needs_four_eyes: bool| {
            let changed = Timestamp::from_second(changed).unwrap();
            let seen = Seen {
                id: SetId::new(1),
                changed,
            };
            permit(&set, &seen, user, needs_four_eyes).map_err(|answer| answer.status.as_u16())
        };
        assert_eq!(status(0, "ann@example.com", false), Ok(()));
        assert_eq!(status(0, "bo@example.com", true), Ok(()));
        assert_eq!(status(0, "ann@example.com", true), Err(403));
        assert_eq!(status(0, "cy@example.com", true), Err(403));
        assert_eq!(status(1, "bo@example.com", false), Err(409));
    }
}
