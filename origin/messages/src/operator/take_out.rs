//! Taking a file out of the store: only what the scanner does not object to, and only the bytes
//! that were sent.

use std::io::Write;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use origin_uploads::files::contents::Contents;
use sha2::{Digest, Sha256};

use super::record::save_as;
use super::whole_file::WholeFile;
use super::{Inbox, InboxError};
use crate::rules::message::MessageNumber;
use crate::store::records::{FileRecord, Record};

impl Inbox {
    /// Writes the file of a message to `out`, or into it if it is a folder. Returns where it is.
    pub async fn take_out(
        &self,
        number: &MessageNumber,
        out: &Path,
        force: bool,
    ) -> Result<PathBuf, InboxError> {
        let row = self.row(number).await?;
        let file = allowed_file(&row)?;
        let place = match out.is_dir() {
            true => out.join(save_as(&row.number, &file.file_name)),
            false => out.to_owned(),
        };
        self.record("messages file", &row.number, 1).await?;
        self.write_out(&row.number, file, &place, force).await?;
        Ok(place)
    }

    /// The file appears at its place whole, and with the bytes that were sent.
    pub async fn write_out(
        &self,
        number: &str,
        file: &FileRecord,
        place: &Path,
        force: bool,
    ) -> Result<(), InboxError> {
        let mut contents = self.contents(number, file).await?;
        let mut out = WholeFile::begin(place, force)?;
        while let Some(piece) = contents.next().await? {
            let written = out.write_all(&piece);
            written.map_err(|source| InboxError::Write(place.to_owned(), source))?;
        }
        out.end()
    }

    /// Opens the file of a message for a person who takes it out, which is recorded.
    pub async fn open_file(&self, number: &MessageNumber) -> Result<FileContents, InboxError> {
        let row = self.row(number).await?;
        let file = allowed_file(&row)?;
        let contents = self.contents(&row.number, file).await?;
        self.record("messages file", &row.number, 1).await?;
        Ok(contents)
    }

    async fn contents(&self, number: &str, file: &FileRecord) -> Result<FileContents, InboxError> {
        let contents = self.store.read(&file.name).await?;
        Ok(FileContents {
            contents: contents.ok_or_else(|| InboxError::Missing(number.to_owned()))?,
            file: file.clone(),
            number: number.to_owned(),
            hash: Sha256::new(),
            left: file.size.unsigned_abs(),
            held: None,
        })
    }
}

/// The bytes of a file that leave the store. The last piece comes only if all bytes are those that
/// were sent, so a reader never has a damaged file as a whole.
pub struct FileContents {
    contents: Contents,
    file: FileRecord,
    number: String,
    hash: Sha256,
    left: u64,
    held: Option<Bytes>,
}

impl FileContents {
    /// Bytes of the whole file.
    pub fn size(&self) -> u64 {
        self.file.size.unsigned_abs()
    }

    /// A plain name to save the file under.
    pub fn save_as(&self) -> String {
        save_as(&self.number, &self.file.file_name)
    }

    /// The next piece; none at the end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, InboxError> {
        while let Some(piece) = self.contents.next().await? {
            let rest = self.left.checked_sub(piece.len() as u64);
            self.left = rest.ok_or_else(|| self.damage())?;
            self.hash.update(&piece);
            if let Some(before) = self.held.replace(piece) {
                return Ok(Some(before));
            }
        }
        if hex::encode(self.hash.clone().finalize()) != self.file.sha256 {
            return Err(self.damage());
        }
        Ok(self.held.take())
    }

    fn damage(&self) -> InboxError {
        InboxError::Damaged(self.number.clone())
    }
}

/// The file of a message, if it may leave the store.
pub(super) fn allowed_file(row: &Record) -> Result<&FileRecord, InboxError> {
    let number = || row.number.clone();
    let file = row.file.as_ref();
    let file = file.ok_or_else(|| InboxError::NoFile(number()))?;
    match file.scan.as_str() {
        "off" | "clean" => Ok(file),
        "infected" => Err(InboxError::Infected(number())),
        _ => Err(InboxError::Pending(number())),
    }
}
