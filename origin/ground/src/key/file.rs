//! The file of keys on disk: made once, replaced whole, by any number of processes.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use super::{KeyError, Keys};

/// Makes a file with one new key, unless it is there. Of two processes that start at once the
/// second finds the first one's, whole.
pub(super) fn make_if_missing(path: &Path) -> Result<(), KeyError> {
    if path.exists() {
        return Ok(());
    }
    // Unlike a rename, a link never replaces a file that has come there meanwhile.
    match put(path, &Keys::new(), |aside, path| {
        std::fs::hard_link(aside, path)
    }) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        put => put.map_err(|source| key_error(path, source)),
    }
}

/// Replaces a file's keys by the result of `change`. Others that do so at the same moment wait for
/// their turn.
pub(super) fn replace(path: &Path, change: impl FnOnce(Keys) -> Keys) -> Result<(), KeyError> {
    let missing = |_| KeyError::Missing(path.to_owned());
    // A link to the file stays a link.
    let path = &path.canonicalize().map_err(missing)?;
    let _turn = lock(path).map_err(|source| key_error(path, source))?;
    let text = std::fs::read_to_string(path).map_err(|source| key_error(path, source))?;
    let keys = text.trim_end().parse();
    let keys = keys.map_err(|_| KeyError::Malformed(path.to_owned()))?;
    put(path, &change(keys), |aside, path| {
        std::fs::rename(aside, path)
    })
    .map_err(|source| key_error(path, source))
}

/// Held until dropped. A file of its own, which stays: the keys' file is replaced, and a lock on a
/// replaced file keeps no process out.
fn lock(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true).mode(0o600);
    let file = options.open(path.with_extension("key.lock"))?;
    file.lock()?;
    Ok(file)
}

/// Writes keys aside, readable by their owner alone, and lets `place` put them where they belong.
fn put(
    path: &Path,
    keys: &Keys,
    place: impl FnOnce(&Path, &Path) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let aside = path.with_extension(format!("key.{:016x}", rand::random::<u64>()));
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&aside)?;
    let placed = file
        .write_all(keys.reveal().as_bytes())
        .and_then(|()| file.sync_all())
        .and_then(|()| place(&aside, path))
        .and_then(|()| match path.parent() {
            Some(folder) if folder != Path::new("") => File::open(folder)?.sync_all(),
            _ => Ok(()),
        });
    // After a rename it is no longer there.
    let _ = std::fs::remove_file(&aside);
    placed
}

fn key_error(path: &Path, source: std::io::Error) -> KeyError {
    KeyError::Io {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::{KeyRing, rotate};
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_file_is_made_once_and_only_its_owner_may_read_it() {
        let var = tempfile::tempdir().unwrap();
        let path = var.path().join("origin.key");
        make_if_missing(&path).unwrap();
        let first = std::fs::read(&path).unwrap();
        make_if_missing(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), first);
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let files = std::fs::read_dir(var.path()).unwrap();
        assert_eq!(files.count(), 1, "nothing is left beside it");
    }

    #[test]
    fn many_that_rotate_and_read_at_once_see_whole_files_and_lose_no_key() {
        let var = tempfile::tempdir().unwrap();
        let path = var.path().join("origin.key");
        let ring = KeyRing::open(path.clone()).unwrap();
        let top = || -> Keys {
            let text = std::fs::read_to_string(&path).unwrap();
            text.trim_end().parse().unwrap()
        };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        rotate(&path).unwrap();
                        assert_eq!(top().older.len(), 1);
                        ring.seal(&["a"]);
                    }
                });
            }
        });
        let before = top().reveal();
        rotate(&path).unwrap();
        let after = top().reveal();
        assert_eq!(after.lines().nth(1), before.lines().next());
        assert_eq!(std::fs::read_dir(var.path()).unwrap().count(), 2);
    }
}
