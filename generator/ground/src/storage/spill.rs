//! An unnamed file for the facts about every text and path that a builder does not need at every
//! moment, so that memory hardly grows with the site.
//!
//! Only this process can access it, and the system frees it however the process ends. A disk that
//! fails is reported once, by [`Spill::check`], before anything is published: until then, data that
//! cannot be read back is empty.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::bail;
use serde::{Deserialize, Serialize};

use crate::message::Message;

/// Bytes on disk, put there by threads side by side. They are only added to: a span is never used
/// twice.
#[derive(Debug)]
pub struct Spill {
    folder: PathBuf,
    /// The file; unset before the first bytes, none if it could not be made.
    file: OnceLock<Option<File>>,
    end: AtomicU64,
    failed: OnceLock<io::Error>,
}

/// Place of bytes in a spill. Two spans of one [`Spill`] are the same only if the same call put
/// them there, or if both are empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    start: u64,
    length: u32,
}

impl Spill {
    /// An empty one, in the file system of `folder`.
    pub fn new(folder: &Path) -> Arc<Self> {
        Arc::new(Self {
            folder: folder.to_owned(),
            file: OnceLock::new(),
            end: AtomicU64::new(0),
            failed: OnceLock::new(),
        })
    }

    /// An empty one in the same place.
    pub fn renew(&self) -> Arc<Self> {
        Self::new(&self.folder)
    }

    /// Puts `bytes` on disk.
    pub fn put(&self, bytes: &[u8]) -> Span {
        if bytes.is_empty() {
            return Span::default();
        }
        let start = self.end.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let written = match (self.file(), u32::try_from(bytes.len())) {
            (Some(file), Ok(length)) => file
                .write_all_at(bytes, start)
                .map(|()| Span { start, length }),
            (None, _) => return Span::default(),
            (_, Err(_)) => Err(io::ErrorKind::FileTooLarge.into()),
        };
        written.unwrap_or_else(|error| {
            self.fail(error);
            Span::default()
        })
    }

    /// The bytes that were put there.
    pub fn get(&self, span: Span) -> Vec<u8> {
        let mut bytes = vec![0; span.length as usize];
        let read = match self.file.get() {
            _ if bytes.is_empty() => Ok(()),
            Some(Some(file)) => file.read_exact_at(&mut bytes, span.start),
            _ => Err(io::ErrorKind::NotFound.into()),
        };
        match read {
            Ok(()) => bytes,
            Err(error) => {
                self.fail(error);
                Vec::new()
            }
        }
    }

    /// # Errors
    /// Something could not be written or read back.
    pub fn check(&self) -> anyhow::Result<()> {
        match self.failed.get() {
            None => Ok(()),
            Some(error) => {
                let message = Message::new("no-spill")
                    .with("folder", self.folder.display().to_string())
                    .with("why", error);
                bail!(message)
            }
        }
    }

    fn file(&self) -> Option<&File> {
        let make = || {
            std::fs::create_dir_all(&self.folder)
                .and_then(|()| tempfile::tempfile_in(&self.folder))
                .map_err(|error| self.fail(error))
                .ok()
        };
        self.file.get_or_init(make).as_ref()
    }

    fn fail(&self, error: io::Error) {
        // The first error gives the reason.
        let _ = self.failed.set(error);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // R10.01
    #[test]
    fn what_many_threads_put_there_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let spill = Spill::new(&folder.path().join("new"));
        let texts: Vec<String> = (0..400).map(|n| "潮".repeat(n)).collect();
        let spans: Vec<Span> = std::thread::scope(|scope| {
            let put = |texts: &'_ [String]| -> Vec<Span> {
                texts
                    .iter()
                    .map(|text| spill.put(text.as_bytes()))
                    .collect()
            };
            let threads: Vec<_> = texts
                .chunks(100)
                .map(|texts| scope.spawn(move || put(texts)))
                .collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().unwrap())
                .collect()
        });
        for (text, span) in texts.iter().zip(spans) {
            assert_eq!(spill.get(span), text.as_bytes());
        }
        spill.check().unwrap();
        let left = std::fs::read_dir(folder.path().join("new")).unwrap();
        assert_eq!(left.count(), 0, "the file has no name");
    }

    // R10.06
    #[test]
    fn a_disk_that_fails_is_told_with_its_place_and_a_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a-file");
        std::fs::write(&place, "").unwrap();
        let spill = Spill::new(&place);
        let span = spill.put(b"text");
        assert_eq!(spill.get(span), b"");
        let told = spill.check().unwrap_err().to_string();
        assert!(
            told.contains("a-file") && told.contains("make room"),
            "{told}"
        );
    }
}
