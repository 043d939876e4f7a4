//! Calls that build the site with a change set, and show it.

use generator_content::Visibility;
use generator_studio::SetId;
use generator_studio::publishing;
use jiff::Timestamp;
use serde_json::json;

use super::{Answer, Call};
use crate::pipeline::Builder;
use crate::studio::page::{self, problems};
use crate::studio::workshop::Workshop;
use crate::studio::{Studio, entries};

/// `GET …/page?path=`.
pub(super) fn page(
    studio: &Studio,
    call: &Call<'_>,
    set: Option<&SetId>,
) -> Result<Answer, Answer> {
    let path = call.parameter("path").unwrap_or("/");
    let page = with_site(studio, call, set, |builder| {
        page::page(builder, path, set).map_err(Answer::fault)
    })?;
    Answer::data(&page.ok_or_else(Answer::not_found)?)
}

/// `GET …/entries`.
pub(super) fn entries(
    studio: &Studio,
    call: &Call<'_>,
    set: Option<&SetId>,
) -> Result<Answer, Answer> {
    let entries = with_site(studio, call, set, |builder| {
        let now = Timestamp::now();
        let entries = entries::entries(builder, &studio.locales, &studio.translations, now);
        entries.map_err(|error| Answer::fault(error.into()))
    })?;
    Answer::data(&entries)
}

/// `GET …/changes`.
pub(super) fn changes(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    check_set(studio, Some(id))?;
    let conflicts = publishing::conflicts(&studio.sets, id)?;
    let mut files = Vec::new();
    for file in studio.sets.changed_files(id)? {
        let path = &file.path;
        let text = |bytes: &Option<Vec<u8>>| {
            let text = bytes
                .clone()
                .and_then(|bytes| String::from_utf8(bytes).ok());
            text.filter(|_| path.is_text())
        };
        files.push(json!({
            "path": path, "kind": file.kind(), "base": text(&file.base), "text": text(&file.new),
            "conflict": conflicts.contains(path)
        }));
    }
    let difference = |workshop: &mut Workshop| {
        let files = workshop.files(Some(id))?;
        Ok::<_, Answer>(workshop.difference(&files))
    };
    let difference = studio.with_workshop(Visibility::Public, difference);
    let (pages, found) = match difference.map_err(Answer::failure)?? {
        Ok(pages) => (Some(pages), Vec::new()),
        Err(failure) => (None, problems(&failure, call.language)),
    };
    Answer::data(&json!({ "files": files, "pages": pages, "problems": found }))
}

/// `GET …/check`: the site is built for reviewers, then for visitors.
pub(super) fn check(
    studio: &Studio,
    call: &Call<'_>,
    set: Option<&SetId>,
) -> Result<Answer, Answer> {
    check_set(studio, set)?;
    for readers in [Visibility::Preview, Visibility::Public] {
        let build = |workshop: &mut Workshop| {
            let files = workshop.files(set)?;
            Ok::<_, Answer>(workshop.build(&files).err())
        };
        let built = studio.with_workshop(readers, build);
        if let Some(failure) = built.map_err(Answer::failure)?? {
            return Answer::data(&json!({ "problems": problems(&failure, call.language) }));
        }
    }
    Answer::data(&json!({ "problems": [] }))
}

/// Calls `read` with the site built with the change set.
fn with_site<T>(
    studio: &Studio,
    call: &Call<'_>,
    set: Option<&SetId>,
    read: impl FnOnce(&Builder) -> Result<T, Answer>,
) -> Result<T, Answer> {
    check_set(studio, set)?;
    let read = |workshop: &mut Workshop| {
        let files = workshop.files(set)?;
        let built = workshop.build(&files);
        read(built.map_err(|failure| Answer::broken(&problems(&failure, call.language)))?)
    };
    studio
        .with_workshop(Visibility::Preview, read)
        .map_err(Answer::failure)?
}

/// Refuses a change set that does not exist.
fn check_set(studio: &Studio, set: Option<&SetId>) -> Result<(), Answer> {
    if let Some(id) = set {
        studio.sets.get(id)?;
    }
    Ok(())
}
