//! Content that is held, as an editor reads of it: by whom and why, and what ends the hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::Path;

use contract::Hash;
use generator_builds::changed_pages::ChangedPages;
use generator_builds::hold::{Hold, WithdrawnContent};
use generator_builds::log::LogVerb;
use generator_content::{ContentFolder, source_files};
use generator_ground::storage::source_list::{SourceName, SourceText};
use serde::Serialize;

use super::Studio;

/// Content that is held.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct HeldContent {
    /// The rollbacks that withdrew it, the last one at the end.
    withdrawn: Vec<WithdrawnContent>,
    /// Files that still have a withdrawn text: each has to be edited, to end the hold.
    files: Vec<String>,
    /// Number of files that are still deleted as they were in a withdrawn build.
    deleted: usize,
    /// Whether a frontend is withdrawn.
    frontend: bool,
    /// Pages that the last rollback changed.
    pages: Option<ChangedPages>,
}

/// The content that is held, if there is some.
///
/// # Errors
/// The folder of builds cannot be read.
pub(super) fn held_content(studio: &Studio) -> anyhow::Result<Option<HeldContent>> {
    let builds = &studio.served.store;
    let Some(hold) = builds.hold()? else {
        return Ok(None);
    };
    let texts = withdrawn_texts(&hold);
    let names: BTreeSet<SourceName> = texts.keys().copied().collect();
    let folder = ContentFolder::new(studio.sets.content());
    let found = source_files(&folder, &studio.locales, &names);
    let name =
        |file: &str| SourceName::new(file.split_once('/').map_or(file, |(_, inside)| inside));
    let present: BTreeSet<SourceName> = found.iter().map(|file| name(file)).collect();
    let is_held = |file: &String| match texts.get(&name(file)) {
        Some(withdrawn) => *withdrawn == text(studio.sets.content(), file),
        // A text of a server, which has another name.
        None => true,
    };
    let is_deleted = |(name, text): &(&SourceName, &Option<SourceText>)| {
        text.is_none() && !present.contains(name)
    };
    let deleted = texts.iter().filter(is_deleted).count();
    let files = found.iter().filter(|file| is_held(file)).cloned().collect();
    let last = hold.withdrawn.last().map(|last| last.content.since.clone());
    let line = builds
        .log()?
        .find(|line| line.verb == LogVerb::Rollback && Some(&line.time) == last.as_ref());
    Ok(Some(HeldContent {
        files,
        deleted,
        frontend: hold.withdrawn.iter().any(|it| it.parts.app.is_some()),
        pages: line.and_then(|line| line.pages),
        withdrawn: hold.withdrawn.into_iter().map(|it| it.content).collect(),
    }))
}

/// Withdrawn files with their texts; no text: the withdrawn build lacks the file.
fn withdrawn_texts(hold: &Hold) -> BTreeMap<SourceName, Option<SourceText>> {
    let files = hold
        .withdrawn
        .iter()
        .filter_map(|it| it.parts.files.clone());
    files.flatten().collect()
}

/// The text of `content/news/a/en.md` now; none if it cannot be read.
fn text(content: &Path, file: &str) -> Option<SourceText> {
    let (_, inside) = file.split_once('/')?;
    let file = File::open(content.join(inside)).ok()?;
    Hash::of_reader(file)
        .ok()
        .map(|hash| SourceText::new(&hash))
}
