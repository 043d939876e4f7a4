//! Files and folders for the time being. A file that is finished gets its name at once, whole.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A file or a folder for the time being, which only its owner may read; gone when dropped.
pub struct Aside(pub PathBuf);

impl Aside {
    /// Makes a file beside `file`, so that a rename can move it there.
    pub fn file(file: &Path) -> io::Result<Self> {
        let mut name = file.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{:016x}.part", rand::random::<u64>()));
        let path = file.with_file_name(name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        options.open(&path)?;
        Ok(Self(path))
    }

    /// Makes the folder `<name>-<random>` in `parent`.
    pub fn folder(parent: &Path, name: &str) -> io::Result<Self> {
        let path = parent.join(format!("{name}-{:016x}", rand::random::<u64>()));
        DirBuilder::new().mode(0o700).create(&path)?;
        Ok(Self(path))
    }

    /// Puts the finished file in its place: whole, on disk, and over another one only if that was
    /// asked for; else the error is [`io::ErrorKind::AlreadyExists`].
    pub fn publish(&self, file: &Path, force: bool) -> io::Result<()> {
        File::open(&self.0)?.sync_all()?;
        if force {
            std::fs::rename(&self.0, file)?;
        } else {
            // Unlike a rename, a link never replaces a file that has come there meanwhile.
            std::fs::hard_link(&self.0, file)?;
        }
        File::open(folder_of(file))?.sync_all()
    }
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // A file that was renamed is no longer there; `backup.rs` names files that cannot be
        // removed.
        let _ = if self.0.is_dir() {
            std::fs::remove_dir_all(&self.0)
        } else {
            std::fs::remove_file(&self.0)
        };
    }
}
