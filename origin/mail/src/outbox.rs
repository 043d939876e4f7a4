//! `var/outbox/`: outgoing mail, as files that mail programs open.

use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU16, Ordering};

use lettre::Message;

use super::MailError;

/// Why there is no outbox.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct OutboxError {
    folder: PathBuf,
    source: std::io::Error,
}

impl OutboxError {
    /// The error in words, for people.
    pub fn message(&self) -> sentences::Message {
        let folder = self.folder.display().to_string();
        sentences::Message::new("outbox-folder").with("folder", folder)
    }
}

/// The folder, made when missing. Codes are stored there in the clear, so only the owner may look
/// inside.
pub(super) fn make(var: &Path) -> Result<PathBuf, OutboxError> {
    let folder = var.join("outbox");
    let mut builder = std::fs::DirBuilder::new();
    match builder.recursive(true).mode(0o700).create(&folder) {
        Ok(()) => Ok(folder),
        Err(source) => Err(OutboxError { folder, source }),
    }
}

/// Writes a message; it is there, whole, when this returns.
pub(super) async fn put(folder: &Path, date: i64, message: Message) -> Result<(), MailError> {
    let folder = folder.to_owned();
    let put = tokio::task::spawn_blocking(move || write(&folder, date, &message.formatted()));
    announce(&put.await.map_err(|_| MailError::Stopping)??);
    Ok(())
}

/// How many messages this process has written, from 0 again after 65,535: many may share a second,
/// but not so many.
static WRITTEN: AtomicU16 = AtomicU16::new(0);

/// Writes the message aside and renames it, so that a program that watches the folder never sees
/// half of one. Names sort in the order of writing; the random end keeps two processes from
/// choosing the same.
fn write(folder: &Path, date: i64, message: &[u8]) -> Result<PathBuf, MailError> {
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let name = format!("{date}-{number:04x}-{:016x}.eml", rand::random::<u64>());
    let path = folder.join(name);
    let aside = path.with_extension("part");
    let written = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&aside)
        .and_then(|mut file| file.write_all(message).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&aside, &path));
    match written {
        Ok(()) => Ok(path),
        Err(source) => {
            // A full disk is the usual reason; the partial file must not stay and keep it full.
            let _ = std::fs::remove_file(&aside);
            Err(MailError::File { path, source })
        }
    }
}

/// A developer waits for this line, so it is no log record that a filter may hide; a closed console
/// is no reason to fail.
fn announce(path: &Path) {
    let _ = writeln!(std::io::stderr(), "E-mail written to {}", path.display());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_one_second_sort_in_the_order_of_writing() {
        let folder = tempfile::tempdir().unwrap();
        for body in 0..20u8 {
            write(folder.path(), 1_700_000_000, &[body]).unwrap();
        }
        let mut paths: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|file| file.unwrap().path())
            .collect();
        paths.sort();
        let bodies: Vec<_> = paths
            .iter()
            .flat_map(|path| std::fs::read(path).unwrap())
            .collect();
        assert_eq!(bodies, (0..20).collect::<Vec<_>>());
    }
}
