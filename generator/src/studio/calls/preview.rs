//! `POST …/preview`: the site with a change set, at a secret address.

use std::fs;
use std::path::Path;

use generator_builds::preview;
use generator_content::{CHANGED_FILES, REMOVED_FILES};
use generator_ground::message::Message;
use generator_ground::storage::replace::{make_parent, replace_file_unsynced};
use generator_studio::SetId;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::json;

use super::{Answer, Call};
use crate::pipeline::preview::make;
use crate::studio::Studio;
use crate::studio::page::problems;
use crate::studio::workshop::FOLDER;

/// Days for which a preview is open, unless the request has another number.
const DAYS: u16 = 7;

/// Most days. The command `generator preview` has a wider limit, for operators.
const DAYS_MAX: u16 = 30;

/// Previews that may be open at once: each one is a whole site on disk.
const OPEN_MAX: usize = 20;

/// Body of the call; it may be empty.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    days: Option<u16>,
}

/// `POST …/preview`.
pub(super) fn preview(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    studio.sets.get(id)?;
    let asked = match call.body {
        [] => Asked::default(),
        _ => call.read()?,
    };
    let days = asked.days.unwrap_or(DAYS);
    if !(1..=DAYS_MAX).contains(&days) {
        let message = Message::new("studio/preview-days").with("most", usize::from(DAYS_MAX));
        return Err(Answer::bad(message));
    }
    // One at a time: a preview is a build from scratch. Requests that waited for their turn would
    // take the places of others.
    let Ok(_turn) = studio.preview.try_lock() else {
        return Err(Answer::conflict(Message::new("studio/preview-busy")));
    };
    let now = Timestamp::now();
    if preview::open(&studio.config.builds, now).len() >= OPEN_MAX {
        let message = Message::new("studio/preview-full").with("number", OPEN_MAX);
        return Err(Answer::conflict(message));
    }
    let until = now
        .checked_add(SignedDuration::from_hours(24 * i64::from(days)))
        .map_err(|error| Answer::fault(error.into()))?;
    let parent = studio.config.var.join(FOLDER);
    fs::create_dir_all(&parent)?;
    let folder = tempfile::tempdir_in(parent)?;
    copy(studio, id, folder.path())?;
    let mut config = studio.config.clone();
    config.site.changes = Some(folder.path().into());
    match make(config, until) {
        Ok(made) => Answer::data(&json!({
            "id": made.id.as_str(), "url": format!("{}{}", made.site, made.path), "until": until
        })),
        Err(failure) if failure.problems.is_empty() => Err(Answer::failure(failure)),
        Err(failure) => Err(Answer::broken(&problems(&failure, call.language))),
    }
}

/// Copies the files of a change set: an editor may save while the preview is built.
fn copy(studio: &Studio, id: &SetId, to: &Path) -> std::io::Result<()> {
    for file in studio.sets.changed_files(id)? {
        let (kind, bytes) = match &file.new {
            Some(bytes) => (CHANGED_FILES, &**bytes),
            None => (REMOVED_FILES, &[][..]),
        };
        let place = to.join(kind).join(file.path.as_str());
        make_parent(&place)?;
        replace_file_unsynced(&place, bytes)?;
    }
    Ok(())
}
