//! A file that an export writes.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::InboxError;
use origin_ground::operator::temp_files::Aside;

/// A file that appears at its place once it is whole; only its owner may read it.
pub struct WholeFile {
    place: PathBuf,
    force: bool,
    aside: Aside,
    out: BufWriter<File>,
}

impl WholeFile {
    /// Begins a file. With `force` it replaces an existing file.
    pub fn begin(place: &Path, force: bool) -> Result<Self, InboxError> {
        if !force && place.exists() {
            return Err(InboxError::Exists(place.to_owned()));
        }
        let failed = |source| InboxError::Write(place.to_owned(), source);
        let aside = Aside::file(place).map_err(failed)?;
        let out = OpenOptions::new().write(true).open(&aside.0);
        Ok(Self {
            place: place.to_owned(),
            force,
            aside,
            out: BufWriter::new(out.map_err(failed)?),
        })
    }

    /// Puts the file at its place.
    pub fn end(mut self) -> Result<(), InboxError> {
        let written = self.out.flush();
        let placed = written.and_then(|()| self.aside.publish(&self.place, self.force));
        placed.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => InboxError::Exists(self.place.clone()),
            _ => InboxError::Write(self.place.clone(), error),
        })
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl std::fmt::Debug for WholeFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "WholeFile({})", self.place.display())
    }
}
