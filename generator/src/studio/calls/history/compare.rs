//! Two builds compared: which pages differ, or how the text of one page differs.

use std::collections::BTreeSet;

use contract::build::BuildId;
use generator_builds::diff::words::changes;
use generator_builds::diff::{ChangedPage, Difference, Part, PathRules};
use generator_builds::{Builds, Live};
use generator_ground::message::Message;
use http::StatusCode;
use serde::Serialize;
use serde_json::json;

use crate::studio::Studio;
use crate::studio::calls::{Answer, Call};

/// Pages of each kind that an answer names.
const NAMED: usize = 1_000;

/// A page of both builds.
#[derive(Serialize)]
struct DifferentPage {
    path: String,
    parts: BTreeSet<Part>,
}

/// `GET …/history/compare?from=&to=`; with `page=`, the texts of this page alone.
pub(super) fn compare(studio: &Studio, call: &Call<'_>) -> Result<Answer, Answer> {
    // Not the store's own: entries that are read stay in its spill.
    let builds = Builds::new(studio.served.store.root());
    let from = kept_build(&builds, call.parameter("from"))?;
    let to = kept_build(&builds, call.parameter("to"))?;
    match call.parameter("page") {
        Some(page) => texts(&builds, [&from, &to], page),
        None => pages(&builds, [&from, &to]),
    }
}

/// The build of that id, if it is kept.
pub(super) fn kept_build(builds: &Builds, id: Option<&str>) -> Result<BuildId, Answer> {
    let id = id.unwrap_or_default();
    let parsed: BuildId = id
        .parse()
        .map_err(|_| Answer::bad(Message::new("studio/no-build").with("build", id)))?;
    match builds.is_kept(&parsed) {
        true => Ok(parsed),
        false => {
            let message = Message::new("studio/dropped").with("build", id);
            Err(Answer::refusal(StatusCode::GONE, message))
        }
    }
}

fn pages(builds: &Builds, ids: [&BuildId; 2]) -> Result<Answer, Answer> {
    let read = || -> anyhow::Result<Difference> {
        let [from, to]: [Live; 2] = [builds.build(ids[0])?, builds.build(ids[1])?];
        let difference = Difference::read((builds, &from), (builds, &to))?;
        builds.spill().check()?;
        Ok(difference)
    };
    let Difference { site, pages, files } = read().map_err(Answer::fault)?;
    let is_around = |page: &ChangedPage| page.parts.iter().all(|part| *part == Part::Chrome);
    let (around, changed): (Vec<_>, Vec<_>) = pages.changed.into_iter().partition(is_around);
    let counts = json!({
        "added": pages.added.len(), "changed": changed.len(), "removed": pages.removed.len(),
        "around": around.len(),
        "files": files.added.len() + files.changed.len() + files.removed.len()
    });
    let changed: Vec<DifferentPage> = changed
        .into_iter()
        .take(NAMED)
        .map(|ChangedPage { path, parts, .. }| DifferentPage { path, parts })
        .collect();
    Answer::data(&json!({
        "counts": counts, "added": paths(pages.added), "changed": changed,
        "removed": paths(pages.removed), "frontend": site.contains(&"app".to_owned())
    }))
}

fn paths(pages: Vec<PathRules>) -> Vec<String> {
    pages
        .into_iter()
        .take(NAMED)
        .map(|page| page.path)
        .collect()
}

fn texts(builds: &Builds, [from, to]: [&BuildId; 2], page: &str) -> Result<Answer, Answer> {
    let text = |id| builds.page_text(&builds.index(id)?, page);
    let (before, after) = (text(from), text(to));
    let (before, after) = (
        before.map_err(Answer::fault)?,
        after.map_err(Answer::fault)?,
    );
    if before.is_none() && after.is_none() {
        return Err(Answer::not_found());
    }
    let lines = changes(
        before.as_deref().unwrap_or_default(),
        after.as_deref().unwrap_or_default(),
    );
    Answer::data(&json!({
        "path": page, "isInFirst": before.is_some(), "isInSecond": after.is_some(), "lines": lines
    }))
}
