//! A page as it was: its text, and the page itself, from a build that is kept.

use contract::build::BuildId;
use generator_builds::Builds;
use generator_builds::log::LogLine;
use generator_ground::message::Message;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::json;

use super::compare::kept_build;
use crate::studio::Studio;
use crate::studio::calls::{Answer, Call};
use crate::studio::page::past_page;
use crate::studio::past::{Switches, live_at, moment};
use crate::studio::past_text::can_restore;

/// A line of the log that made a build live.
#[derive(Serialize)]
struct Switch<'a> {
    time: &'a str,
    by: &'a str,
    build: Option<&'a BuildId>,
}

impl<'a> From<&'a LogLine> for Switch<'a> {
    fn from(line: &'a LogLine) -> Self {
        Self {
            time: &line.time,
            by: &line.by,
            build: line.build.as_ref(),
        }
    }
}

/// `GET …/history/page?path=&at=`, or `&build=`.
pub(super) fn page(studio: &Studio, call: &Call<'_>) -> Result<Answer, Answer> {
    let builds: &Builds = &studio.served.store;
    let path = call.parameter("path").unwrap_or("/");
    if let Some(id) = call.parameter("build") {
        let id = kept_build(builds, Some(id))?;
        return in_build(studio, &id, path, None, None);
    }
    let zone = builds.time_zone();
    let text = call.parameter("at").unwrap_or_default();
    let at = moment(text, &zone)
        .ok_or_else(|| Answer::bad(Message::new("studio/no-moment").with("time", text)))?;
    let log = builds.log().map_err(Answer::fault)?;
    let then = live_at(log, at);
    let id = then.as_ref().and_then(|then| then.line.build.clone());
    let (Some(then), Some(id)) = (then, id) else {
        return not_kept(builds, at, None);
    };
    match builds.is_kept(&id) {
        true => in_build(studio, &id, path, Some(&then.line), then.until.as_ref()),
        false => not_kept(builds, at, Some(&then.line)),
    }
}

fn in_build(
    studio: &Studio,
    id: &BuildId,
    path: &str,
    line: Option<&LogLine>,
    until: Option<&LogLine>,
) -> Result<Answer, Answer> {
    let builds: &Builds = &studio.served.store;
    let index = builds.index(id).map_err(Answer::fault)?;
    let page = past_page(builds, &index, path).map_err(Answer::fault)?;
    let at = page.as_ref().map_or(path, |page| &page.path);
    let text = builds.page_text(&index, at).map_err(Answer::fault)?;
    let can_restore = page.is_some() && can_restore(studio, id, at);
    Answer::data(&json!({
        "isKept": true, "build": id, "live": line.map(Switch::from),
        "until": until.map(Switch::from), "page": page, "lines": text,
        "canRestore": can_restore
    }))
}

/// The build of that moment is gone, or was never in the log: names the first one after it that is
/// kept.
fn not_kept(builds: &Builds, at: Timestamp, line: Option<&LogLine>) -> Result<Answer, Answer> {
    let log = builds.log().map_err(Answer::fault)?;
    let mut switches = Switches::default();
    let is_later = |line: &LogLine| line.time.parse().is_ok_and(|time: Timestamp| time > at);
    let later = log.take_while(is_later).filter(|line| {
        switches.is_made(line) && line.build.as_ref().is_some_and(|id| builds.is_kept(id))
    });
    let first = later.last();
    Answer::data(&json!({
        "isKept": false, "build": line.and_then(|line| line.build.as_ref()),
        "live": line.map(Switch::from), "firstKept": first.as_ref().map(Switch::from)
    }))
}
