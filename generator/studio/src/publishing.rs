//! Writing change sets to `content/`: all of them, or none.
//!
//! | step | after a crash here |
//! |---|---|
//! | every file is compared with the version that its change started from | the change sets are as they were |
//! | the states become [`State::Publishing`] ([`begin`]) | [`finish`] opens or schedules them again |
//! | the record `publishing.json` is written ([`apply`]) | [`finish`] does the rest |
//! | the files are written, one after the other | [`finish`] writes the others |
//! | the site is built, and the states become [`State::Published`] | [`finish`] writes the same files again |
//! | the record is removed | |
//!
//! The caller builds only when all files are written. If the build fails, [`take_back`] restores
//! them.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use contract::build::BuildId;
use contract::control::JobId;
use generator_ground::storage::replace::replace_file;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::change_set::{ChangeSet, SetId, State};
use crate::change_sets::{ChangeSets, ChangedFile, SetError, read, remove};
use crate::source_path::SourcePath;

/// The record of publications that have begun, under `var/studio`.
const RECORD: &str = "publishing.json";

/// Change sets that are published together, or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Publication {
    /// Ids of the change sets, at least one.
    pub sets: Vec<SetId>,
    /// E-mail address of the publisher.
    pub by: String,
}

/// Why change sets are not published.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// This change set has no changes.
    #[error("the change set `{0}` has no changes")]
    Empty(SetId),
    /// These files were changed in another way since the change began.
    #[error("files have changed meanwhile: {}", names(.0))]
    Conflict(Vec<SourcePath>),
    /// Two of the change sets change these files in different ways.
    #[error("two change sets change the same files: {}", names(.0))]
    Overlap(Vec<SourcePath>),
    /// One of the change sets cannot be used.
    #[error(transparent)]
    Set(#[from] SetError),
}

fn names(paths: &[SourcePath]) -> String {
    let paths: Vec<&str> = paths.iter().map(SourcePath::as_str).collect();
    paths.join(", ")
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
        if !is_known(&file, &sets.read_content(&file.path)?) {
            found.push(file.path);
        }
    }
    Ok(found)
}

/// Whether the present bytes are one of the two versions of the change.
fn is_known(file: &ChangedFile, now: &Option<Vec<u8>>) -> bool {
    *now == file.base || *now == file.new
}

/// Whether change sets could be published now, together.
///
/// # Errors
/// One is empty, published, or in conflict with `content/` or with another one.
pub fn check(sets: &ChangeSets, ids: &[SetId]) -> Result<(), PublishError> {
    for id in ids {
        if !sets.get(id)?.state.is_publishable() {
            return Err(SetError::Closed(id.clone()).into());
        }
    }
    check_files(sets, ids)
}

/// Whether the files of change sets could be written now, together.
fn check_files<'a>(
    sets: &ChangeSets,
    ids: impl IntoIterator<Item = &'a SetId>,
) -> Result<(), PublishError> {
    let mut wanted: BTreeMap<SourcePath, Option<Vec<u8>>> = BTreeMap::new();
    let (mut conflicts, mut overlaps) = (Vec::new(), Vec::new());
    for id in ids {
        let files = sets.changed_files(id)?;
        if files.is_empty() {
            return Err(PublishError::Empty(id.clone()));
        }
        for file in files {
            if !is_known(&file, &sets.read_content(&file.path)?) {
                conflicts.push(file.path.clone());
            }
            let other = wanted.insert(file.path.clone(), file.new.clone());
            if other.is_some_and(|other| other != file.new) {
                overlaps.push(file.path);
            }
        }
    }
    match (conflicts.is_empty(), overlaps.is_empty()) {
        (false, _) => Err(PublishError::Conflict(conflicts)),
        (_, false) => Err(PublishError::Overlap(overlaps)),
        _ => Ok(()),
    }
}

/// Closes the change sets of a publication, which `job` writes: the publisher has seen exactly
/// these texts.
///
/// # Errors
/// As of [`check`].
pub fn begin(
    sets: &ChangeSets,
    publication: &Publication,
    job: &JobId,
) -> Result<(), PublishError> {
    let _held = sets.hold();
    check(sets, &publication.sets)?;
    for (id, by) in each(std::slice::from_ref(publication)) {
        change(sets, id, |set| {
            set.state = State::Publishing;
            set.published_by = Some(by.to_owned());
            set.job = Some(job.clone());
        })?;
    }
    Ok(())
}

/// The result of writing publications.
#[derive(Debug, Default)]
pub struct Applied {
    /// Publications of which all files are written.
    pub begun: Vec<Publication>,
    /// Publications of which no file is written, and why.
    pub refused: Vec<(Publication, PublishError)>,
}

/// Writes the files of publications that [`begin`] closed to `content/`.
///
/// # Errors
/// The disk fails: all files are as before, as far as it lets them.
pub fn apply(sets: &ChangeSets, asked: Vec<Publication>) -> io::Result<Applied> {
    let mut applied = Applied::default();
    for publication in asked {
        let all = applied.begun.iter().chain([&publication]);
        match check_files(sets, all.flat_map(|each| &each.sets)) {
            Ok(()) => applied.begun.push(publication),
            Err(error) => applied.refused.push((publication, error)),
        }
    }
    if applied.begun.is_empty() {
        return Ok(applied);
    }
    replace_file(&record(sets), &serde_json::to_vec(&applied.begun)?)?;
    match write_all(sets, &applied.begun) {
        Ok(()) => Ok(applied),
        Err(error) => {
            take_back(sets, &applied.begun)?;
            Err(error)
        }
    }
}

/// Publications that a crash interrupted: all their files are written. Change sets that waited for
/// their job are scheduled or open again.
///
/// # Errors
/// The disk fails, or the record is broken.
pub fn finish(sets: &ChangeSets) -> io::Result<Vec<Publication>> {
    let begun: Vec<Publication> = match read(&record(sets))? {
        Some(record) => serde_json::from_slice(&record)?,
        None => Vec::new(),
    };
    for (id, by) in each(&begun) {
        change(sets, id, |set| {
            set.state = State::Publishing;
            set.published_by = Some(by.to_owned());
        })?;
    }
    write_all(sets, &begun)?;
    for set in sets.list() {
        let is_begun = each(&begun).any(|(id, _)| *id == set.id);
        if set.state == State::Publishing && !is_begun {
            change(sets, &set.id, wait_again)?;
        }
    }
    Ok(begun)
}

/// The job of a change set is lost: it waits for its time, or is open again.
fn wait_again(set: &mut ChangeSet) {
    if set.scheduled.is_none() {
        return open_again(set);
    }
    set.state = State::Scheduled;
    set.published_by = None;
    set.job = None;
}

/// A build with the files is live since `now`: the change sets are published.
///
/// # Errors
/// The disk fails.
pub fn complete(
    sets: &ChangeSets,
    begun: &[Publication],
    build: Option<&BuildId>,
    now: Timestamp,
) -> io::Result<()> {
    end(sets, begun, |set| {
        set.state = State::Published;
        set.build = build.cloned();
        set.changed = now;
        set.scheduled = None;
    })
}

/// The site could not be built with the files: they are as before, and the change sets are open.
///
/// # Errors
/// The disk fails.
pub fn take_back(sets: &ChangeSets, begun: &[Publication]) -> io::Result<()> {
    for (_, file) in files(sets, begun)? {
        let back = ChangedFile {
            base: file.new,
            new: file.base,
            ..file
        };
        write(sets, &back)?;
    }
    end(sets, begun, open_again)
}

/// The change set is open; one that was to be published at a time says that it was not.
pub fn open_again(set: &mut ChangeSet) {
    set.state = State::Open;
    set.published_by = None;
    set.job = None;
    set.missed = set.scheduled.take().map(|schedule| schedule.at);
}

fn record(sets: &ChangeSets) -> PathBuf {
    sets.studio_folder().join(RECORD)
}

/// Changes the facts of change sets whose publication is over, and then forgets that it began.
fn end(sets: &ChangeSets, begun: &[Publication], new: impl Fn(&mut ChangeSet)) -> io::Result<()> {
    let _held = sets.hold();
    for (id, _) in each(begun) {
        change(sets, id, &new)?;
    }
    remove(&record(sets))
}

/// Changes the facts of a change set; one that is gone stays away.
fn change(sets: &ChangeSets, id: &SetId, new: impl Fn(&mut ChangeSet)) -> io::Result<()> {
    match sets.get(id) {
        Ok(mut set) => {
            new(&mut set);
            sets.put(&set)
        }
        Err(SetError::Disk(error)) => Err(error),
        Err(_) => Ok(()),
    }
}

/// The change sets of publications, with the publisher.
fn each(begun: &[Publication]) -> impl Iterator<Item = (&SetId, &str)> {
    let sets = begun.iter();
    sets.flat_map(|one| one.sets.iter().map(|id| (id, &*one.by)))
}

fn files(sets: &ChangeSets, begun: &[Publication]) -> io::Result<Vec<(SetId, ChangedFile)>> {
    let mut files = Vec::new();
    for (id, _) in each(begun) {
        let own = sets.changed_files(id)?.into_iter();
        files.extend(own.map(|file| (id.clone(), file)));
    }
    Ok(files)
}

fn write_all(sets: &ChangeSets, begun: &[Publication]) -> io::Result<()> {
    for (_, file) in files(sets, begun)? {
        write(sets, &file)?;
    }
    Ok(())
}

/// Writes the new version of a file to `content/`. One that was changed there by hand meanwhile
/// stays as it is: its change set still has the other version.
fn write(sets: &ChangeSets, file: &ChangedFile) -> io::Result<()> {
    let place = sets.content().join(file.path.as_str());
    let now = read(&place)?;
    if !is_known(file, &now) {
        tracing::error!(
            "studio: `{}` was changed meanwhile, and is left as it is",
            file.path
        );
        return Ok(());
    }
    match &file.new {
        // A file that has these bytes keeps its time: tools see no change.
        Some(_) if now == file.new => Ok(()),
        Some(bytes) => replace_file(&place, bytes),
        None => {
            remove(&place)?;
            remove_empty_folder(&place);
            Ok(())
        }
    }
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

    use super::*;
    use crate::change_set::Schedule;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;
    const LATER: Timestamp = Timestamp::constant(60, 0);

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

    fn publication(sets: &[&SetId]) -> Publication {
        Publication {
            sets: sets.iter().copied().cloned().collect(),
            by: "bo@example.com".to_owned(),
        }
    }

    /// Publishes a set; the reason if it is refused.
    fn publish(sets: &ChangeSets, id: &SetId) -> Result<Vec<Publication>, PublishError> {
        let publication = publication(&[id]);
        begin(sets, &publication, &JobId::new(1))?;
        let Applied { begun, refused } = apply(sets, vec![publication])?;
        match refused.into_iter().next() {
            Some((_, error)) => Err(error),
            None => Ok(begun),
        }
    }

    /// A set with one change from the version `old`.
    fn set_with(sets: &ChangeSets, path: &str, new: &str) -> SetId {
        let id = sets.create("More", "cy@example.com", NOW).unwrap().id;
        let path = path.parse().unwrap();
        let from = Some(Hash::of(b"old"));
        sets.write(&id, &path, from, Some(new.as_bytes()), NOW)
            .unwrap();
        id
    }

    #[test]
    fn a_set_is_written_whole_and_taken_back_whole() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, id) = site(folder.path());
        let begun = publish(&sets, &id).unwrap();
        assert_eq!(texts(folder.path()), new());
        assert_eq!(sets.get(&id).unwrap().state, State::Publishing);
        take_back(&sets, &begun).unwrap();
        assert_eq!(texts(folder.path()), old());
        assert_eq!(sets.get(&id).unwrap().state, State::Open);
        let begun = publish(&sets, &id).unwrap();
        complete(&sets, &begun, None, LATER).unwrap();
        let set = sets.get(&id).unwrap();
        assert_eq!(set.state, State::Published);
        assert_eq!(set.published_by.as_deref(), Some("bo@example.com"));
        let again = publish(&sets, &id);
        assert!(matches!(again, Err(PublishError::Set(SetError::Closed(_)))));
    }

    #[test]
    fn a_file_that_changed_by_another_way_stops_all() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, id) = site(folder.path());
        let file = folder.path().join("content/news/b/en.md");
        fs::write(&file, "by hand").unwrap();
        let path: SourcePath = "news/b/en.md".parse().unwrap();
        match publish(&sets, &id) {
            Err(PublishError::Conflict(paths)) => assert_eq!(paths, std::slice::from_ref(&path)),
            other => panic!("{other:?}"),
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "by hand");
        assert_eq!(texts(folder.path())[0].1.as_deref(), Some("old"));
        // The same change by another way is no conflict.
        fs::write(&file, "new").unwrap();
        publish(&sets, &id).unwrap();
        assert_eq!(texts(folder.path()), new());
    }

    #[test]
    fn several_sets_are_written_together_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, id) = site(folder.path());
        let hand = folder.path().join("content/news/e/en.md");
        fs::create_dir_all(hand.parent().unwrap()).unwrap();
        fs::write(&hand, "old").unwrap();
        let same = set_with(&sets, "news/a/en.md", "new");
        let other = set_with(&sets, "news/a/en.md", "other");
        let apart = set_with(&sets, "news/e/en.md", "new");
        let together = |ids: &[&SetId]| check_files(&sets, ids.iter().copied());
        match together(&[&id, &other]) {
            Err(PublishError::Overlap(paths)) => assert_eq!(names(&paths), "news/a/en.md"),
            other => panic!("{other:?}"),
        }
        let pair = publication(&[&apart, &other]);
        let Applied { begun, refused } =
            apply(&sets, vec![publication(&[&id, &same]), pair.clone()]).unwrap();
        assert_eq!(begun, [publication(&[&id, &same])]);
        assert_eq!(refused[0].0, pair);
        assert_eq!(texts(folder.path()), new());
        assert_eq!(fs::read_to_string(&hand).unwrap(), "old");
        assert_eq!(sets.get(&apart).unwrap().state, State::Open);
        complete(&sets, &begun, None, LATER).unwrap();
        for id in [&id, &same] {
            assert_eq!(sets.get(id).unwrap().state, State::Published);
        }
    }

    #[test]
    fn a_publication_that_fails_at_its_time_says_so_and_keeps_the_texts() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, id) = site(folder.path());
        let schedule = |set: &mut ChangeSet| {
            set.state = State::Scheduled;
            let by = "bo@example.com".to_owned();
            set.scheduled = Some(Schedule { at: NOW, by });
            Ok::<_, SetError>(())
        };
        sets.update(&id, schedule).unwrap();
        let path: SourcePath = "news/a/en.md".parse().unwrap();
        let edit = sets.write(&id, &path, Some(Hash::of(b"new")), None, NOW);
        assert!(matches!(edit, Err(SetError::Closed(_))));
        let begun = publish(&sets, &id).unwrap();
        take_back(&sets, &begun).unwrap();
        let set = sets.get(&id).unwrap();
        assert_eq!(
            (set.state, set.missed, set.scheduled),
            (State::Open, Some(NOW), None)
        );
    }

    #[test]
    fn a_file_whose_change_is_joined_with_another_one_is_no_conflict() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, id) = site(folder.path());
        let path: SourcePath = "news/b/en.md".parse().unwrap();
        fs::write(folder.path().join("content/news/b/en.md"), "by hand").unwrap();
        sets.rebase(&id, &path, Some(b"by hand"), Some(b"joined"), NOW)
            .unwrap();
        publish(&sets, &id).unwrap();
        assert_eq!(texts(folder.path())[1].1.as_deref(), Some("joined"));
    }

    #[test]
    fn a_set_that_waits_is_closed_and_a_crash_gives_it_back() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, id) = site(folder.path());
        let later = set_with(&sets, "news/a/en.md", "new");
        let by = "bo@example.com".to_owned();
        let schedule = Schedule { at: NOW, by };
        let scheduled = |set: &mut ChangeSet| {
            set.state = State::Scheduled;
            set.scheduled = Some(schedule.clone());
            Ok::<_, SetError>(())
        };
        sets.update(&later, scheduled).unwrap();
        let both = publication(&[&id, &later]);
        begin(&sets, &both, &JobId::new(1)).unwrap();
        let path: SourcePath = "news/a/en.md".parse().unwrap();
        let edit = sets.write(&id, &path, Some(Hash::of(b"new")), None, NOW);
        assert!(matches!(edit, Err(SetError::Closed(_))));
        let again = begin(&sets, &both, &JobId::new(2));
        assert!(matches!(again, Err(PublishError::Set(SetError::Closed(_)))));

        assert!(finish(&sets).unwrap().is_empty());
        assert_eq!(texts(folder.path()), old());
        for (id, state, at) in [
            (&id, State::Open, None),
            (&later, State::Scheduled, Some(NOW)),
        ] {
            let set = sets.get(id).unwrap();
            assert_eq!((set.state, set.job, set.published_by), (state, None, None));
            assert_eq!(set.scheduled.map(|schedule| schedule.at), at);
        }
    }

    #[test]
    fn after_a_crash_between_any_two_steps_the_rest_is_done() {
        // The record alone, then with some files written.
        for step in 0..=4 {
            let folder = tempfile::tempdir().unwrap();
            let (sets, id) = site(folder.path());
            let more = set_with(&sets, "news/a/en.md", "new");
            let begun = [publication(&[&id, &more])];
            begin(&sets, &begun[0], &JobId::new(1)).unwrap();
            replace_file(&record(&sets), &serde_json::to_vec(&begun).unwrap()).unwrap();
            for file in sets.changed_files(&id).unwrap().iter().take(step) {
                write(&sets, file).unwrap();
            }
            assert_eq!(finish(&sets).unwrap(), begun);
            assert_eq!(texts(folder.path()), new(), "{step}");
            complete(&sets, &begun, None, LATER).unwrap();
            assert_eq!(finish(&sets).unwrap(), []);
            for id in [&id, &more] {
                assert_eq!(sets.get(id).unwrap().state, State::Published);
            }
        }
    }

    #[test]
    fn after_a_crash_a_file_that_was_changed_by_hand_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, id) = site(folder.path());
        let begun = publish(&sets, &id).unwrap();
        let hand = folder.path().join("content/news/b/en.md");
        fs::write(&hand, "by hand").unwrap();
        assert_eq!(finish(&sets).unwrap(), begun);
        assert_eq!(fs::read_to_string(&hand).unwrap(), "by hand");
        take_back(&sets, &begun).unwrap();
        assert_eq!(fs::read_to_string(&hand).unwrap(), "by hand");
        assert_eq!(texts(folder.path())[0].1.as_deref(), Some("old"));
    }

    #[test]
    fn an_empty_set_is_not_published() {
        let folder = tempfile::tempdir().unwrap();
        let (sets, _) = site(folder.path());
        let id = sets.create("Empty", "ann@example.com", NOW).unwrap().id;
        assert!(matches!(publish(&sets, &id), Err(PublishError::Empty(_))));
    }
}
