//! Folders of previews: `builds/preview/<id>/`, each a folder of builds in its own right.
//!
//! | on disk | it is |
//! |---|---|
//! | no `preview.json`, the folder locked | being made |
//! | `preview.json`, in the future | open |
//! | `preview.json`, in the past; or none, and nobody's lock | over, or given up: deleted |
//!
//! A preview ends with the removal of its `preview.json`, which gateways read at every request. The
//! rest of the folder follows.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use contract::preview::{FILE, FOLDER, Preview, PreviewId, PreviewKey};
use jiff::Timestamp;

use super::Store;
use generator_ground::storage::replace::replace_file;

/// A preview that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPreview {
    /// Name of the preview.
    pub id: PreviewId,
    /// When the preview ends.
    pub until: Timestamp,
}

/// A preview in the making, in `folder`.
pub struct NewPreview {
    /// The key to the preview.
    pub key: PreviewKey,
    /// A folder of builds.
    pub folder: PathBuf,
}

impl NewPreview {
    /// A new folder below `builds`.
    pub fn begin(builds: &Path) -> anyhow::Result<Self> {
        let key = PreviewKey::new(rand::random(), rand::random());
        let folder = builds.join(FOLDER).join(key.id.as_str());
        let parent = builds.join(FOLDER);
        fs::create_dir_all(&parent)
            .and_then(|()| fs::create_dir(&folder))
            .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        Ok(Self { key, folder })
    }

    /// Opens the preview until that time. Its files are on disk already.
    pub fn open(&self, until: Timestamp) -> anyhow::Result<()> {
        let preview = Preview {
            secret: self.key.hash(),
            expires: u64::try_from(until.as_second()).unwrap_or_default(),
        };
        let path = self.folder.join(FILE);
        replace_file(&path, &serde_json::to_vec(&preview)?)
            .with_context(|| format!("cannot write `{}`", path.display()))
    }

    /// Deletes its files.
    pub fn give_up(&self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            tracing::warn!("deleting `{}`: {error}", self.folder.display());
        }
    }
}

/// The previews below `builds` that are open `now`, the one that ends first first.
pub fn open(builds: &Path, now: Timestamp) -> Vec<OpenPreview> {
    let all = folders(builds).into_iter();
    let open = all.filter_map(|(id, folder)| {
        let until = until(&folder).filter(|until| *until > now)?;
        Some(OpenPreview { id, until })
    });
    let mut open: Vec<OpenPreview> = open.collect();
    open.sort_by_key(|preview| preview.until);
    open
}

/// Ends a preview; false if there is none of that name.
pub fn end(builds: &Path, id: &PreviewId) -> anyhow::Result<bool> {
    let folder = builds.join(FOLDER).join(id.as_str());
    if !folder.is_dir() {
        return Ok(false);
    }
    delete(&folder)?;
    Ok(true)
}

/// Deletes previews that have expired at `now`, and the remains of previews that were never
/// finished. Returns their number.
pub fn tidy(builds: &Path, now: Timestamp) -> anyhow::Result<usize> {
    let mut deleted = 0;
    for (_, folder) in folders(builds) {
        if is_over(until(&folder), &folder, now) {
            delete(&folder)?;
            deleted += 1;
        }
    }
    Ok(deleted)
}

/// Whether a preview is to be deleted, whose end was `seen`.
fn is_over(seen: Option<Timestamp>, folder: &Path, now: Timestamp) -> bool {
    match seen {
        Some(until) => until <= now,
        // The process that makes a preview holds its lock, and may have finished since.
        None => {
            Store::open(folder).is_ok_and(|_lock| until(folder).is_none_or(|until| until <= now))
        }
    }
}

pub(super) fn delete(folder: &Path) -> anyhow::Result<()> {
    let place = || format!("cannot delete `{}`", folder.display());
    match fs::remove_file(folder.join(FILE)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error).with_context(place);
        }
        _ => {}
    }
    match fs::remove_dir_all(folder) {
        // Another process was faster.
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(place)
        }
        _ => Ok(()),
    }
}

fn until(folder: &Path) -> Option<Timestamp> {
    let bytes = fs::read(folder.join(FILE)).ok()?;
    let preview: Preview = serde_json::from_slice(&bytes).ok()?;
    Timestamp::from_second(i64::try_from(preview.expires).ok()?).ok()
}

pub(super) fn folders(builds: &Path) -> Vec<(PreviewId, PathBuf)> {
    let entries = fs::read_dir(builds.join(FOLDER)).into_iter();
    let named = entries.flatten().flatten().filter_map(|entry| {
        let id = entry.file_name().to_str()?.parse().ok()?;
        Some((id, entry.path()))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_that_was_finished_a_moment_ago_is_not_deleted() {
        let builds = tempfile::tempdir().unwrap();
        let now: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        let new = NewPreview::begin(builds.path()).unwrap();
        let seen = until(&new.folder);
        assert!(is_over(seen, &new.folder, now), "no process makes it");
        new.open("2026-11-21T13:00:00Z".parse().unwrap()).unwrap();
        assert!(!is_over(seen, &new.folder, now));
    }

    #[test]
    fn a_preview_lives_until_its_time_and_leaves_nothing() {
        let builds = tempfile::tempdir().unwrap();
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let (noon, one) = (at("2026-11-21T12:00:00Z"), at("2026-11-21T13:00:00Z"));
        let new = NewPreview::begin(builds.path()).unwrap();
        let making = Store::open(&new.folder).unwrap();
        assert_eq!(tidy(builds.path(), noon).unwrap(), 0, "it is being made");
        new.open(one).unwrap();
        drop(making);
        assert_eq!(tidy(builds.path(), noon).unwrap(), 0);
        let id = new.key.id.clone();
        let until = one;
        assert_eq!(open(builds.path(), noon), [OpenPreview { id, until }]);
        let text = fs::read_to_string(new.folder.join(FILE)).unwrap();
        assert!(!text.contains(&new.key.expose()[8..]), "{text}");
        assert_eq!(tidy(builds.path(), one).unwrap(), 1);
        assert!(!new.folder.exists());

        let given_up = NewPreview::begin(builds.path()).unwrap();
        assert_eq!(tidy(builds.path(), noon).unwrap(), 1);
        assert!(!given_up.folder.exists());
        assert!(!end(builds.path(), &given_up.key.id).unwrap());
    }
}
