//! Files that are replaced whole: a reader sees the old bytes or the new ones.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a temporary file beside `path` and renames it over `path`, without waiting for the disk:
/// for files that can be made again.
pub fn replace_file_unsynced(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    replace_file_unsynced_with(path, |file| file.write_all(bytes))
}

/// Like [`replace_file_unsynced`], for bytes that are never whole in memory.
pub fn replace_file_unsynced_with(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let (temporary, _) = write_beside(path, write)?;
    fs::rename(&temporary, path)
}

/// Writes a temporary file beside `path`, syncs it and renames it over `path`.
pub fn replace_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    replace_file_with(path, |file| file.write_all(bytes))
}

/// Like [`replace_file`], for bytes that are never whole in memory.
pub fn replace_file_with(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let (temporary, file) = write_beside(path, write)?;
    let replaced = file.sync_all().and_then(|()| fs::rename(&temporary, path));
    if replaced.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    replaced?;
    sync_folder(path.parent().unwrap_or(Path::new(".")))
}

/// Writes the temporary file that is to replace `path`.
fn write_beside(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> std::io::Result<()>,
) -> std::io::Result<(PathBuf, File)> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let temporary = path.with_file_name(name);
    make_parent(path)?;
    let mut file = File::create(&temporary)?;
    let mut buffered = BufWriter::new(&mut file);
    let written = write(&mut buffered).and_then(|()| buffered.flush());
    // Bytes left in the buffer are not written again.
    let _ = buffered.into_parts();
    if let Err(error) = written {
        // On a full disk it would be in the way.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    Ok((temporary, file))
}

/// Makes the names in `folder` survive a loss of power.
pub fn sync_folder(folder: &Path) -> std::io::Result<()> {
    // The parent of a bare name is empty: the file is in the working directory.
    let here = folder.as_os_str().is_empty().then_some(Path::new("."));
    File::open(here.unwrap_or(folder))?.sync_all()
}

/// Creates the folder that holds `path`.
pub fn make_parent(path: &Path) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}
