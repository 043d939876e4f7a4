//! Changes of one file: tried on the site, and saved in the change set only if the site can be
//! built with them.

use contract::Hash;
use generator_content::{Visibility, split_front_matter};
use generator_ground::diagnostic::failure::{Failure, Problem};
use generator_ground::message::Message;
use generator_studio::change_sets::version;
use generator_studio::{SetId, SourcePath};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;
use yaml_reader::edit;

use super::{Answer, Call, Edit, files};
use crate::studio::Studio;
use crate::studio::page::{page, problems};
use crate::studio::workshop::{Overlay, Workshop};

/// Body of `POST …/edits`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Edits {
    /// The file.
    path: SourcePath,
    /// The version that the editor changed; none: a new file.
    version: Option<Hash>,
    /// Changes, made one after the other.
    edits: Vec<Edit>,
    /// The page to answer with.
    page: Option<String>,
}

/// `POST …/edits`.
pub(super) fn edit(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    let asked: Edits = call.read()?;
    let path = &asked.path;
    let before = current(studio, id, path, asked.version)?;
    let new = apply_all(path, before, asked.edits)?;
    let change = Change {
        path,
        from: asked.version,
        new,
        joined: None,
    };
    save(studio, call, id, change, asked.page.as_deref())
}

/// The bytes after edits, made one after the other; none if the file is to be removed.
pub(super) fn apply_all(
    path: &SourcePath,
    before: Option<Vec<u8>>,
    edits: Vec<Edit>,
) -> Result<Option<Vec<u8>>, Answer> {
    // A picture can be removed, but not edited.
    if matches!(edits.as_slice(), [Edit::RemoveFile]) {
        return Ok(None);
    }
    let text = before.map(String::from_utf8).transpose();
    let mut text = text.map_err(|_| Answer::bad(Message::new("studio/no-text")))?;
    for edit in edits {
        text = apply(path, text, edit)?;
    }
    Ok(text.map(String::into_bytes))
}

/// `PUT …/upload?path=&version=`.
pub(super) fn upload(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    let path = files::path(call.parameter("path"))?;
    if path.is_text() {
        return Err(Answer::bad(Message::new("studio/no-upload")));
    }
    let from = match call.parameter("version").filter(|text| !text.is_empty()) {
        Some(text) => Some(
            text.parse()
                .map_err(|_| Answer::bad(Message::new("studio/no-version")))?,
        ),
        None => None,
    };
    current(studio, id, &path, from)?;
    let change = Change {
        path: &path,
        from,
        new: Some(call.body.to_vec()),
        joined: None,
    };
    save(studio, call, id, change, None)
}

/// Body of `POST …/merge`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Join {
    /// The file.
    path: SourcePath,
    /// Version in `content/` that the editor has seen.
    theirs: Option<Hash>,
    /// The joined text; none if the file is to be removed.
    text: Option<String>,
    /// The page to answer with.
    page: Option<String>,
}

/// `POST …/merge`: the change of a file starts from the version in `content/` now.
pub(super) fn join(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    let asked: Join = call.read()?;
    let path = &asked.path;
    let theirs = studio.sets.read_content(path)?;
    if version(theirs.as_deref()) != asked.theirs {
        return Err(version_conflict(path));
    }
    let change = Change {
        path,
        from: version(studio.sets.read(id, path)?.as_deref()),
        new: asked.text.map(String::into_bytes),
        joined: Some(theirs),
    };
    save(studio, call, id, change, asked.page.as_deref())
}

/// The bytes of the file, if they are the version that the editor changed; else 409 with the file.
pub(super) fn current(
    studio: &Studio,
    id: &SetId,
    path: &SourcePath,
    from: Option<Hash>,
) -> Result<Option<Vec<u8>>, Answer> {
    studio.sets.get(id)?;
    let bytes = studio.sets.read(id, path)?;
    if version(bytes.as_deref()) == from {
        return Ok(bytes);
    }
    let file = files::describe(studio, Some(id), path)?;
    Err(version_conflict(path).with(file))
}

/// A new version of a file.
struct Change<'a> {
    path: &'a SourcePath,
    /// The version that the editor changed.
    from: Option<Hash>,
    /// Bytes of the version; none if the file is to be removed.
    new: Option<Vec<u8>>,
    /// The bytes in `content/` with which the file was joined.
    joined: Option<Option<Vec<u8>>>,
}

/// Builds the site with the change, and saves it if it is right.
fn save(
    studio: &Studio,
    call: &Call<'_>,
    id: &SetId,
    change: Change<'_>,
    shown: Option<&str>,
) -> Result<Answer, Answer> {
    let save = |workshop: &mut Workshop| save_with(workshop, studio, call, id, change, shown);
    studio
        .with_workshop(Visibility::Preview, save)
        .map_err(Answer::failure)?
}

fn save_with(
    workshop: &mut Workshop,
    studio: &Studio,
    call: &Call<'_>,
    id: &SetId,
    change: Change<'_>,
    shown: Option<&str>,
) -> Result<Answer, Answer> {
    let good = workshop.files(Some(id))?;
    let mut tried = good.clone();
    tried.insert(change.path.clone(), change.new.clone());
    let failure = workshop.build(&tried).err();
    if let Some(failure) = &failure
        && is_refused(workshop, &good, &[change.path], failure)
    {
        return Answer::data(&json!({
            "saved": false, "version": change.from, "page": null,
            "problems": problems(failure, call.language)
        }));
    }
    let new = change.new.as_deref();
    let now = Timestamp::now();
    match &change.joined {
        None => studio.sets.write(id, change.path, change.from, new, now)?,
        Some(base) => {
            let base = base.as_deref();
            studio.sets.rebase(id, change.path, base, new, now)?;
        }
    }
    let page = match (&failure, shown) {
        (None, Some(path)) => page(workshop.builder(), path, Some(id)).map_err(Answer::fault)?,
        _ => None,
    };
    let found = failure.map(|failure| problems(&failure, call.language));
    Answer::data(&json!({
        "saved": true, "version": version(new), "page": page,
        "problems": found.unwrap_or_default()
    }))
}

/// Whether a change that cannot be built is not saved: it breaks a site that was right. Files
/// that are wrong already may be saved, and a mistake elsewhere does not keep an editor from
/// working.
pub(super) fn is_refused(
    workshop: &mut Workshop,
    good: &Overlay,
    paths: &[&SourcePath],
    failure: &Failure,
) -> bool {
    let Err(before) = workshop.build(good) else {
        return true;
    };
    let mut paths = paths.iter();
    paths.any(|path| is_wrong(path, failure) && !is_wrong(path, &before))
}

/// Whether a problem is in the file.
fn is_wrong(path: &SourcePath, failure: &Failure) -> bool {
    let mut problems = failure.problems.iter();
    problems.any(|problem| match problem {
        Problem::Content(found) => SourcePath::from_file(&found.file).as_ref() == Ok(path),
        Problem::Page { .. } | Problem::Machine(_) => false,
    })
}

/// The text after a change; none if the file is to be removed.
fn apply(path: &SourcePath, text: Option<String>, change: Edit) -> Result<Option<String>, Answer> {
    let text = match change {
        Edit::RemoveFile => return Ok(None),
        Edit::Text { text } => return Ok(Some(text)),
        Edit::Lines {
            first,
            last,
            text: new,
        } => with_lines(&existing(text)?, (first, last), &new)?,
        Edit::Field { field, value } => in_fields(path, &existing(text)?, |yaml| {
            edit::set(yaml, &field, &value)
        })?,
        Edit::RemoveField { field } => {
            in_fields(path, &existing(text)?, |yaml| edit::remove(yaml, &field))?
        }
        Edit::InsertItem {
            field,
            index,
            value,
        } => in_fields(path, &existing(text)?, |yaml| {
            edit::insert(yaml, &field, index, &value)
        })?,
    };
    Ok(Some(text))
}

fn existing(text: Option<String>) -> Result<String, Answer> {
    text.ok_or_else(|| Answer::bad(Message::new("studio/no-file")))
}

/// The text with other YAML in place of its fields.
fn in_fields(
    path: &SourcePath,
    text: &str,
    change: impl FnOnce(&str) -> Result<String, edit::EditError>,
) -> Result<String, Answer> {
    let (start, end) = match path.is_markdown() {
        true => {
            let parts = split_front_matter(text).map_err(Answer::bad)?;
            (parts.start, parts.end)
        }
        false => (0, text.len()),
    };
    let new = change(&text[start..end]).map_err(|error| no_change(&error))?;
    Ok([&text[..start], &new, &text[end..]].concat())
}

/// Why a value is not changed.
fn no_change(error: &edit::EditError) -> Answer {
    Answer::bad(match error {
        edit::EditError::Broken(_) => Message::new("studio/broken-fields"),
        edit::EditError::NoPlace => Message::new("studio/no-field"),
        edit::EditError::Unprintable(_) => Message::new("studio/unprintable"),
        edit::EditError::Unsupported => Message::new("studio/unsupported"),
    })
}

/// The text with `new` in place of the lines `first` to `last`.
fn with_lines(text: &str, (first, last): (usize, usize), new: &str) -> Result<String, Answer> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let Some(from) = first.checked_sub(1).filter(|from| *from <= last) else {
        return Err(Answer::bad(Message::new("studio/no-lines")));
    };
    let (Some(before), Some(after)) = (lines.get(..from), lines.get(last..)) else {
        return Err(Answer::bad(Message::new("studio/no-lines")));
    };
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut new = new.replace("\r\n", "\n").replace('\n', end);
    if !new.is_empty() && !new.ends_with('\n') {
        new.push_str(end);
    }
    let mut before = before.concat();
    if !new.is_empty() && !before.is_empty() && !before.ends_with('\n') {
        before.push_str(end);
    }
    Ok([&before, &*new, &after.concat()].concat())
}

fn version_conflict(path: &SourcePath) -> Answer {
    Answer::conflict(Message::new("studio/outdated").with("file", path.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_replaced_and_the_rest_stays() {
        for (text, lines, new, expected) in [
            ("a\nb\nc\n", (2, 2), "x", "a\nx\nc\n"),
            ("a\nb\nc\n", (1, 3), "x\ny\n", "x\ny\n"),
            ("a\nb\nc", (3, 3), "潮", "a\nb\n潮\n"),
            ("a\r\nb\r\nc\r\n", (2, 2), "x\ny", "a\r\nx\r\ny\r\nc\r\n"),
            ("a\nb\nc\n", (2, 2), "", "a\nc\n"),
            ("a\nb\n", (2, 1), "x", "a\nx\nb\n"),
            ("a\nb\n", (1, 0), "x", "x\na\nb\n"),
            ("a\nb", (3, 2), "x", "a\nb\nx\n"),
        ] {
            assert_eq!(with_lines(text, lines, new).unwrap(), expected, "{text:?}");
        }
        for lines in [
            (0, 1),
            (0, 0),
            (3, 1),
            (3, 4),
            (5, 4),
            (usize::MAX, usize::MAX),
        ] {
            assert!(with_lines("a\nb\nc\n", lines, "x").is_err(), "{lines:?}");
        }
    }
}
