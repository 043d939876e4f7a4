//! Calls on one file.

use generator_content::split_front_matter;
use generator_ground::message::Message;
use generator_studio::change_sets::version;
use generator_studio::merge;
use generator_studio::{SetId, SourcePath};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Call};
use crate::studio::Studio;

/// `GET …/file?path=`.
pub(super) fn file(
    studio: &Studio,
    call: &Call<'_>,
    set: Option<&SetId>,
) -> Result<Answer, Answer> {
    let path = path(call.parameter("path"))?;
    Answer::data(&describe(studio, set, &path)?)
}

/// `GET …/files?entry=`: the files of an entry, texts and pictures.
pub(super) fn files(
    studio: &Studio,
    call: &Call<'_>,
    set: Option<&SetId>,
) -> Result<Answer, Answer> {
    let entry = call.parameter("entry").unwrap_or_default();
    // An entry's folder is one where some file could be.
    path(Some(&format!("{entry}/x")))?;
    let mut files = Vec::new();
    for path in studio.sets.files_below(set, entry)? {
        let bytes = match set {
            Some(id) => studio.sets.read(id, &path)?,
            None => studio.sets.read_content(&path)?,
        };
        files.extend(bytes.map(
            |bytes| json!({ "path": path, "size": bytes.len(), "version": version(Some(&bytes)) }),
        ));
    }
    Answer::data(&json!({ "files": files }))
}

/// A path that the studio may use.
pub(super) fn path(text: Option<&str>) -> Result<SourcePath, Answer> {
    let parsed = text.unwrap_or_default().parse();
    parsed.map_err(|_: generator_studio::NotASource| {
        let text = text.unwrap_or_default();
        Answer::bad(Message::new("studio/no-source").with("file", text))
    })
}

/// A file as the change set has it, taken apart.
pub(super) fn describe(
    studio: &Studio,
    set: Option<&SetId>,
    path: &SourcePath,
) -> Result<Value, Answer> {
    let changed = match set {
        Some(id) => {
            studio.sets.get(id)?;
            studio.sets.changed_file(id, path)?
        }
        None => None,
    };
    let (bytes, base) = match changed {
        Some(file) => (file.new, file.base),
        None => (studio.sets.read_content(path)?, None),
    };
    let hash = version(bytes.as_deref());
    let text = |bytes: Option<Vec<u8>>| bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let written = text(bytes).filter(|_| path.is_text());
    let parts = written.as_deref().map(|text| Parts::read(path, text));
    let collection = path.as_str().split_once('/').map(|(name, _)| name);
    Ok(json!({
        "path": path,
        "version": hash,
        "text": written,
        "fields": parts.as_ref().and_then(|parts| parts.fields.clone()),
        "body": parts.as_ref().and_then(|parts| parts.body.clone()),
        "bodyLine": parts.as_ref().and_then(|parts| parts.body_line),
        "base": text(base).filter(|_| path.is_text()),
        "collection": collection,
    }))
}

/// Fields and body of a text.
#[derive(Default)]
struct Parts {
    fields: Option<Value>,
    body: Option<String>,
    body_line: Option<usize>,
}

impl Parts {
    /// The parts of `text`; a file with a mistake in its form has none.
    fn read(path: &SourcePath, text: &str) -> Self {
        if !path.is_markdown() {
            return Self {
                fields: yaml_reader::parse(text).ok(),
                ..Self::default()
            };
        }
        let Ok(parts) = split_front_matter(text) else {
            return Self::default();
        };
        let lines = text[..parts.body].matches('\n').count();
        Self {
            fields: yaml_reader::parse(&text[parts.start..parts.end]).ok(),
            body: Some(text[parts.body..].to_owned()),
            body_line: Some(lines + 1),
        }
    }
}

/// `GET …/merge?path=`.
pub(super) fn merge(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    let path = path(call.parameter("path"))?;
    studio.sets.get(id)?;
    let file = studio.sets.changed_file(id, &path)?;
    let file = file.ok_or_else(Answer::not_found)?;
    let theirs = studio.sets.read_content(&path)?;
    let text = |bytes: Option<Vec<u8>>| bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let hash = version(theirs.as_deref());
    let (base, mine, theirs) = (text(file.base), text(file.new), text(theirs));
    let merged = match (&base, &mine, &theirs) {
        (Some(base), Some(mine), Some(theirs)) if path.is_text() => {
            Some(merge::merge(&path, base, mine, theirs))
        }
        // One side removed the file, or it is no text: the editor chooses a version.
        _ => None,
    };
    Answer::data(&json!({
        "path": path, "theirsVersion": hash, "merged": merged,
        "base": base, "mine": mine, "theirs": theirs
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    path: SourcePath,
}

/// `POST …/revert`.
pub(super) fn revert(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    let Named { path } = call.read()?;
    studio.sets.revert(id, &path, Timestamp::now())?;
    super::sets::answer_set(studio, studio.sets.get(id)?)
}
