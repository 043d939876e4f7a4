//! A page with the text that it had in a build, as a change of a change set.

use contract::build::BuildId;
use generator_ground::message::Message;
use generator_studio::SetId;
use generator_studio::change_sets::version;
use jiff::Timestamp;
use serde::Deserialize;

use super::sets::answer_set;
use super::{Answer, Call};
use crate::studio::Studio;
use crate::studio::past_text::PastText;

/// Body of `POST …/restore`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Restore {
    /// Path of the page in that build.
    page: String,
    build: String,
}

/// `POST …/restore`: the change starts from the content as it is now. The text is saved even if the
/// site cannot be built with it, as a schema may have changed since: the review names the mistakes.
pub(super) fn restore(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    let Restore { page, build } = call.read()?;
    let build: BuildId = build
        .parse()
        .map_err(|_| Answer::bad(Message::new("studio/no-build").with("build", &build)))?;
    let past = PastText::find(studio, &build, &page).map_err(Answer::conflict)?;
    let bytes = past.bytes(studio, &build).map_err(Answer::conflict)?;
    let now = studio.sets.read(id, &past.path)?;
    if past.is_same(now.as_deref()) {
        return Err(Answer::conflict(Message::new("studio/same-text")));
    }
    let from = version(now.as_deref());
    studio
        .sets
        .write(id, &past.path, from, Some(&bytes), Timestamp::now())?;
    answer_set(studio, studio.sets.get(id)?)
}
