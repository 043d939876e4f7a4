//! Calls on the past of the site: the log of builds, content that is held, and the ways back.

mod acts;
mod compare;
mod page;

use contract::build::{BuildId, BuildState};
use generator_builds::Builds;
use generator_builds::changed_pages::ChangedPages;
use generator_builds::log::LogLine;
use generator_studio::{ChangeSet, SetId};
use serde::Serialize;
use serde_json::json;

use super::{Answer, Call};
use crate::report::shown_texts::{ShownTexts, Wanted};
use crate::studio::Studio;
use crate::studio::held::held_content;
use crate::studio::past::{Switches, sets_of_line};

/// Lines of an answer.
const LINES: usize = 50;

/// Lines of the log that are looked at for the lines of one page.
const LOOKED_AT: usize = 1_000;

/// A call below `…/history`.
pub(super) fn route(studio: &Studio, call: &Call<'_>, rest: &[&str]) -> Result<Answer, Answer> {
    match (call.method.as_str(), rest) {
        ("GET", []) => list(studio, call),
        ("GET", ["compare"]) => compare::compare(studio, call),
        ("GET", ["page"]) => page::page(studio, call),
        ("POST", ["rollback"]) => acts::roll_back(studio, call),
        ("POST", ["release"]) => acts::release(studio, call),
        (_, [] | ["compare" | "page"]) => Err(Answer::method("GET")),
        (_, ["rollback" | "release"]) => Err(Answer::method("POST")),
        _ => Err(Answer::not_found()),
    }
}

/// A line of the log, and what can be done with its build.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedLine<'a> {
    time: &'a str,
    verb: generator_builds::log::LogVerb,
    by: &'a str,
    why: Option<&'a str>,
    commit: Option<&'a str>,
    build: Option<&'a BuildId>,
    before: Option<&'a BuildId>,
    pages: Option<&'a ChangedPages>,
    /// Number of builds that were dropped.
    dropped: usize,
    /// Paths that were purged.
    paths: &'a [String],
    /// Whether this line made the build live that is live now.
    is_live: bool,
    /// Whether the files of this line's build are kept.
    is_kept: bool,
    /// Whether these files and those of the build before are kept.
    is_comparable: bool,
    /// Whether a rollback can go to this line's build.
    can_return: bool,
    /// The change sets from which the build came.
    sets: Vec<NamedSet<'a>>,
}

/// A change set by its name.
#[derive(Serialize)]
struct NamedSet<'a> {
    id: &'a SetId,
    name: &'a str,
}

/// Facts that lines are described by.
struct Known<'a> {
    builds: &'a Builds,
    sets: Vec<ChangeSet>,
    live: Option<BuildId>,
    /// Builds that a rollback can go to.
    earlier: Vec<BuildId>,
}

/// `GET …/history?page=&skip=`: `next` is the `skip` of the lines before.
fn list(studio: &Studio, call: &Call<'_>) -> Result<Answer, Answer> {
    let page = call.parameter("page");
    let skip = call.parameter("skip").and_then(|skip| skip.parse().ok());
    let skip: usize = skip.unwrap_or_default();
    let builds: &Builds = &studio.served.store;
    let known = Known::read(studio, builds).map_err(Answer::fault)?;
    let log = builds.log().map_err(Answer::fault)?;
    let mut switches = Switches::default();
    let (mut lines, mut next) = (Vec::new(), None);
    let mut live = known.live.clone();
    for (number, line) in log.enumerate() {
        let is_live =
            switches.is_made(&line) && live.take_if(|id| line.build.as_ref() == Some(id)).is_some();
        if number < skip {
            continue;
        }
        if lines.len() == LINES || number - skip == LOOKED_AT {
            next = Some(number);
            break;
        }
        if page.is_none_or(|page| is_about(builds, &line, page)) {
            lines.push((line, is_live));
        }
    }
    let lines: Vec<ListedLine<'_>> = lines
        .iter()
        .map(|(line, is_live)| known.describe(line, *is_live))
        .collect();
    let hold = held_content(studio).map_err(Answer::fault)?;
    let time_zone = builds.time_zone();
    Answer::data(&json!({
        "lines": lines, "next": next, "live": known.live, "hold": hold,
        "timeZone": time_zone.iana_name()
    }))
}

impl<'a> Known<'a> {
    fn read(studio: &Studio, builds: &'a Builds) -> anyhow::Result<Self> {
        let is_earlier = |state| matches!(state, BuildState::Superseded | BuildState::Withdrawn);
        let history = builds.history()?.into_iter();
        let earlier = history.filter(|entry| is_earlier(entry.state));
        Ok(Self {
            builds,
            sets: studio.sets.list(),
            live: builds.live_id()?,
            earlier: earlier.map(|entry| entry.id).collect(),
        })
    }

    fn describe<'l>(&'l self, line: &'l LogLine, is_live: bool) -> ListedLine<'l> {
        let is_kept = |id: &Option<BuildId>| id.as_ref().is_some_and(|id| self.builds.is_kept(id));
        ListedLine {
            time: &line.time,
            verb: line.verb,
            by: &line.by,
            why: line.why.as_deref(),
            commit: line.commit.as_deref(),
            build: line.build.as_ref(),
            before: line.before.as_ref(),
            pages: line.pages.as_ref(),
            dropped: line.dropped.len(),
            paths: &line.paths,
            is_live,
            is_kept: is_kept(&line.build),
            is_comparable: is_kept(&line.build) && is_kept(&line.before),
            can_return: line
                .build
                .as_ref()
                .is_some_and(|id| self.earlier.contains(id)),
            sets: sets_of_line(line, &self.sets)
                .map(|ChangeSet { id, name, .. }| NamedSet { id, name })
                .collect(),
        }
    }
}

/// Whether a line changed a page: it names the page, or the page's text differs.
fn is_about(builds: &Builds, line: &LogLine, page: &str) -> bool {
    let kinds = |pages: &ChangedPages| {
        let kinds = [&pages.added, &pages.changed, &pages.listing, &pages.removed];
        kinds.iter().any(|kind| kind.paths.contains(page))
    };
    let wanted = Wanted {
        page: Some(page),
        is_guarded: true,
    };
    line.pages.as_ref().is_some_and(kinds)
        // A build that is pruned meanwhile has no texts any more.
        || ShownTexts::read(builds, line, &wanted).is_ok_and(|texts| !texts.is_none())
}
