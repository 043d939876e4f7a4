//! A folder as the store: `var/messages/<name>`, for its owner alone.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::upload_dir::{private_folder, unless_missing};

/// The end of a name while the file is being written.
const PART: &str = "part";

/// A folder of files.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Makes the folder, for its owner alone.
    pub fn open(path: PathBuf) -> io::Result<Self> {
        private_folder(&path)?;
        Ok(Self(path))
    }

    /// Path of the file of that name, whether or not it exists.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Puts a file there that is on disk already, whole or not at all.
    pub fn put(&self, name: &str, from: &Path) -> io::Result<()> {
        let place = self.path(name);
        // The upload's file lies beside: another name for the same bytes is free.
        if fs::hard_link(from, &place).is_err() {
            let part = place.with_extension(PART);
            fs::copy(from, &part)?;
            File::open(&part)?.sync_all()?;
            fs::rename(&part, &place)?;
        }
        File::open(&self.0)?.sync_all()
    }

    /// Removes a file, if it is there.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        unless_missing(fs::remove_file(self.path(name).with_extension(PART)))?;
        unless_missing(fs::remove_file(self.path(name)))?;
        File::open(&self.0)?.sync_all()
    }

    /// Bytes of a file, if it is there.
    pub fn size(&self, name: &str) -> io::Result<Option<u64>> {
        match fs::metadata(self.path(name)) {
            Ok(metadata) => Ok(Some(metadata.len())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Names of the files that are older than `before`.
    pub fn names(&self, before: SystemTime) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            if entry.metadata()?.modified()? < before {
                names.extend(entry.file_name().into_string());
            }
        }
        Ok(names)
    }
}
