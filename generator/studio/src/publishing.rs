//! Writing a change set to `content/`: all of it, or none.
//!
//! | step | after a crash here |
//! |---|---|
//! | every file is compared with the version that its change started from | the change set is as it was |
//! | the state becomes [`State::Publishing`] | [`finish`] writes the files |
//! | the files are written, one after the other | [`finish`] writes the others |
//! | the site is built, and the state becomes [`State::Published`] | [`finish`] writes the same files again |
//!
//! The caller builds only when all files are written. If the build fails, [`take_back`] restores
//! them.

use std::io;
use std::path::PathBuf;

use generator_ground::storage::replace::replace_file;

use crate::change_set::{ChangeSet, SetId, State};
use crate::change_sets::{ChangeSets, ChangedFile, SetError, read, remove};
use crate::source_path::SourcePath;

/// Why a change set is not written.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// It has no changes.
    #[error("the change set has no changes")]
    Empty,
    /// These files were changed by another way since the change began.
    #[error("files have changed meanwhile: {0:?}")]
    Conflict(Vec<SourcePath>),
    /// It cannot be used.
    #[error(transparent)]
    Set(#[from] SetError),
}

impl From<io::Error> for PublishError {
    fn from(error: io::Error) -> Self {
        Self::Set(error.into())
    }
}

/// Files of a change set whose version in `content/` is neither the one that the change started
/// from nor the new one.
pub fn conflicts(sets: &ChangeSets, id: &SetId) -> io::Result<Vec<SourcePath>> {
    let mut found = Vec::new();
    for file in sets.changed_files(id)? {
        let now = sets.read_content(&file.path)?;
        if now != file.base && now != file.new {
            found.push(file.path);
        }
    }
    Ok(found)
}

/// Whether a change set could be written now.
///
/// # Errors
/// It is empty, published, or in conflict.
pub fn check(sets: &ChangeSets, id: &SetId) -> Result<(), PublishError> {
    if !sets.get(id)?.state.is_editable() {
        return Err(SetError::Closed(id.clone()).into());
    }
    let found = conflicts(sets, id)?;
    if !found.is_empty() {
        return Err(PublishError::Conflict(found));
    }
    match sets.paths(id).is_empty() {
        true => Err(PublishError::Empty),
        false => Ok(()),
    }
}

/// Writes the files of a change set to `content/` for `by`, and returns their paths there.
///
/// # Errors
/// The change set is empty, published, or in conflict; no file is written then.
pub fn apply(sets: &ChangeSets, id: &SetId, by: &str) -> Result<Vec<PathBuf>, PublishError> {
    check(sets, id)?;
    let (set, files) = (sets.get(id)?, sets.changed_files(id)?);
    sets.put(&ChangeSet {
        state: State::Publishing,
        published_by: Some(by.to_owned()),
        ..set
    })?;
    write_all(sets, &files).map_err(PublishError::from)
}

/// Change sets whose publication a crash interrupted: all their files are written.
pub fn finish(sets: &ChangeSets) -> io::Result<Vec<SetId>> {
    let unfinished = sets
        .list()
        .into_iter()
        .filter(|set| set.state == State::Publishing);
    let mut ids = Vec::new();
    for set in unfinished {
        write_all(sets, &sets.changed_files(&set.id)?)?;
        ids.push(set.id);
    }
    Ok(ids)
}

/// The site was built with the files: the change set is published.
pub fn complete(sets: &ChangeSets, id: &SetId) -> Result<(), SetError> {
    let set = sets.get(id)?;
    let state = State::Published;
    Ok(sets.put(&ChangeSet { state, ..set })?)
}

/// The site could not be built with the files: they are as before, and the change set is open.
pub fn take_back(sets: &ChangeSets, id: &SetId) -> Result<Vec<PathBuf>, SetError> {
    let set = sets.get(id)?;
    let restored: Vec<ChangedFile> = sets
        .changed_files(id)?
        .into_iter()
        .map(|file| ChangedFile {
            new: file.base.clone(),
            ..file
        })
        .collect();
    let paths = write_all(sets, &restored)?;
    sets.put(&ChangeSet {
        state: State::Open,
        published_by: None,
        ..set
    })?;
    Ok(paths)
}

fn write_all(sets: &ChangeSets, files: &[ChangedFile]) -> io::Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for file in files {
        let place = sets.content().join(file.path.as_str());
        match &file.new {
            // A file that has these bytes keeps its time: tools see no change.
            Some(bytes) if read(&place)?.as_ref() == Some(bytes) => {}
            Some(bytes) => replace_file(&place, bytes)?,
            None => {
                remove(&place)?;
                remove_empty_folder(&place);
            }
        }
        written.push(place);
    }
    Ok(written)
}

/// Removes the folder of a file that was removed, if it was the last one.
fn remove_empty_folder(place: &std::path::Path) {
    if let Some(folder) = place.parent() {
        // A folder with other files stays.
        let _ = std::fs::remove_dir(folder);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use contract::Hash;
    use jiff::Timestamp;

    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    /// Two changed files, a new one and a removed one.
    fn site(folder: &Path) -> (ChangeSets, SetId) {
        let content = folder.join("content");
        for name in ["a", "b", "c"] {
            let file = content.join(format!("news/{name}/en.md"));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "old").unwrap();
        }
        let sets = ChangeSets::new(&folder.join("var"), &content);
        let id = sets.create("Words", "ann@example.com", NOW).unwrap().id;
        let old = Some(Hash::of(b"old"));
        for (name, from, new) in [
            ("a", old, Some(&b"new"[..])),
            ("b", old, Some(b"new")),
            ("c", old, None),
            ("d", None, Some(b"new")),
        ] {
            let path = format!("news/{name}/en.md").parse().unwrap();
            sets.write(&id, &path, from, new, NOW).unwrap();
        }
        (sets, id)
    }

    /// Name of an entry → its text.
    fn texts(folder: &Path) -> Vec<(&'static str, Option<String>)> {
        let text = |name| {
            let file = folder.join(format!("content/news/{name}/en.md"));
            (name, fs::read_to_string(file).ok())
        };
        ["a", "b", "c", "d"].map(text).into()
    }

    fn old() -> Vec<(&'static str, Option<String>)> {
        ["a", "b", "c", "d"]
            .map(|name| (name, (name != "d").then(|| "old".to_owned())))
            .into()
    }

    fn new() -> Vec<(&'static str, Option<String>)> {
        ["a", "b", "c", "d"]
            .map(|name| (name, (name != "c").then(|| "new".to_owned())))
            .into()
    }

    #[test]
    fn a_set_is_written_whole_and_taken_back_whole() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, id) = site(folder.path());
        let written = apply(&sets, &id, "bo@example.com").unwrap();
        assert_eq!(written.len(), 4);
        assert_eq!(texts(folder.path()), new());
        assert_eq!(sets.get(&id).unwrap().state, State::Publishing);
        take_back(&sets, &id).unwrap();
        assert_eq!(texts(folder.path()), old());
        assert_eq!(sets.get(&id).unwrap().state, State::Open);
        apply(&sets, &id, "bo@example.com").unwrap();
        complete(&sets, &id).unwrap();
        let set = sets.get(&id).unwrap();
        assert_eq!(set.state, State::Published);
        assert_eq!(set.published_by.as_deref(), Some("bo@example.com"));
        let again = apply(&sets, &id, "bo@example.com");
        assert!(matches!(again, Err(PublishError::Set(SetError::Closed(_)))));
    }

    #[test]
    fn a_file_that_changed_by_another_way_stops_all() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, id) = site(folder.path());
        let file = folder.path().join("content/news/b/en.md");
        fs::write(&file, "by hand").unwrap();
        let path: SourcePath = "news/b/en.md".parse().unwrap();
        match apply(&sets, &id, "bo@example.com") {
            Err(PublishError::Conflict(paths)) => assert_eq!(paths, std::slice::from_ref(&path)),
            other => panic!("{other:?}"),
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "by hand");
        assert_eq!(texts(folder.path())[0].1.as_deref(), Some("old"));
        // The same change by another way is no conflict.
        fs::write(&file, "new").unwrap();
        apply(&sets, &id, "bo@example.com").unwrap();
        assert_eq!(texts(folder.path()), new());
    }

    #[test]
    fn a_file_whose_change_is_joined_with_another_one_is_no_conflict() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, id) = site(folder.path());
        let path: SourcePath = "news/b/en.md".parse().unwrap();
        fs::write(folder.path().join("content/news/b/en.md"), "by hand").unwrap();
        sets.rebase(&id, &path, Some(b"by hand"), Some(b"joined"), NOW)
            .unwrap();
        apply(&sets, &id, "bo@example.com").unwrap();
        assert_eq!(texts(folder.path())[1].1.as_deref(), Some("joined"));
    }

    #[test]
    fn after_a_crash_between_any_two_files_the_rest_is_written() {
        for written in 0..=4 {
            let folder = tempfile::tempdir().unwrap();
            let (sets, id) = site(folder.path());
            let set = sets.get(&id).unwrap();
            let state = State::Publishing;
            sets.put(&ChangeSet { state, ..set }).unwrap();
            let all = sets.changed_files(&id).unwrap();
            write_all(&sets, &all[..written]).unwrap();
            assert_eq!(finish(&sets).unwrap(), std::slice::from_ref(&id));
            assert_eq!(texts(folder.path()), new(), "{written}");
            complete(&sets, &id).unwrap();
            assert_eq!(finish(&sets).unwrap(), []);
        }
    }

    #[test]
    fn an_empty_set_is_not_published() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, _) = site(folder.path());
        let id = sets.create("Empty", "ann@example.com", NOW).unwrap().id;
        let applied = apply(&sets, &id, "bo@example.com");
        assert!(matches!(applied, Err(PublishError::Empty)));
    }
}
