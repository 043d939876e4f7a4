//! Taking a file out of the store: only what the scanner does not object to, and only the bytes
//! that were sent.

use std::io::Write;
use std::path::{Path, PathBuf};

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
        let contents = self.store.read(&file.name).await?;
        let mut contents = contents.ok_or_else(|| InboxError::Missing(number.to_owned()))?;
        let mut out = WholeFile::begin(place, force)?;
        let (mut hash, mut left) = (Sha256::new(), file.size.unsigned_abs());
        while let Some(piece) = contents.next().await? {
            let rest = left.checked_sub(piece.len() as u64);
            left = rest.ok_or_else(|| InboxError::Damaged(number.to_owned()))?;
            hash.update(&piece);
            let written = out.write_all(&piece);
            written.map_err(|source| InboxError::Write(place.to_owned(), source))?;
        }
        if hex::encode(hash.finalize()) != file.sha256 {
            return Err(InboxError::Damaged(number.to_owned()));
        }
        out.end()
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
