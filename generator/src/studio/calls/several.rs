//! Changes of several files that belong together: an entry that is added, renamed or deleted with
//! all of its texts and pictures. They are tried together, and all are saved, or none.

use contract::Hash;
use generator_content::Visibility;
use generator_studio::{SetId, SourcePath};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;

use super::edits::{apply_all, current, is_refused};
use super::{Answer, Call, Edit};
use crate::studio::Studio;
use crate::studio::page::problems;
use crate::studio::workshop::Workshop;

/// Body of `POST …/several`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Several {
    changes: Vec<One>,
}

/// The change of one file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct One {
    /// The file.
    path: SourcePath,
    /// The version that the editor changed; none: a new file.
    version: Option<Hash>,
    /// The file whose bytes it gets first.
    from: Option<SourcePath>,
    /// Changes, made one after the other.
    #[serde(default)]
    edits: Vec<Edit>,
}

/// A new version of a file; none if it is to be removed.
struct Change {
    path: SourcePath,
    from: Option<Hash>,
    new: Option<Vec<u8>>,
}

/// `POST …/several`.
pub(super) fn several(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    let Several { changes } = call.read()?;
    let changes = changes.into_iter().map(|one| read(studio, id, one));
    let changes: Vec<Change> = changes.collect::<Result<_, Answer>>()?;
    let save = |workshop: &mut Workshop| save(workshop, studio, call, id, &changes);
    studio
        .with_workshop(Visibility::Preview, save)
        .map_err(Answer::failure)?
}

fn read(studio: &Studio, id: &SetId, one: One) -> Result<Change, Answer> {
    let before = current(studio, id, &one.path, one.version)?;
    let begun = match &one.from {
        Some(from) => Some(studio.sets.read(id, from)?.ok_or_else(Answer::not_found)?),
        None => before,
    };
    let new = match one.edits.is_empty() {
        true => begun,
        false => apply_all(&one.path, begun, one.edits)?,
    };
    Ok(Change {
        path: one.path,
        from: one.version,
        new,
    })
}

fn save(
    workshop: &mut Workshop,
    studio: &Studio,
    call: &Call<'_>,
    id: &SetId,
    changes: &[Change],
) -> Result<Answer, Answer> {
    let good = workshop.files(Some(id))?;
    let mut tried = good.clone();
    tried.extend(
        changes
            .iter()
            .map(|change| (change.path.clone(), change.new.clone())),
    );
    let failure = workshop.build(&tried).err();
    let paths: Vec<&SourcePath> = changes.iter().map(|change| &change.path).collect();
    let is_saved = match &failure {
        None => true,
        Some(failure) => !is_refused(workshop, &good, &paths, failure),
    };
    for change in changes.iter().filter(|_| is_saved) {
        let new = change.new.as_deref();
        let now = Timestamp::now();
        studio.sets.write(id, &change.path, change.from, new, now)?;
    }
    let found = failure.map(|failure| problems(&failure, call.language));
    Answer::data(&json!({ "saved": is_saved, "problems": found.unwrap_or_default() }))
}
