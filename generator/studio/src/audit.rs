//! The log of acts in the studio: a line for each call that changed something, or was refused.
//!
//! ```text
//! <var>/studio/acts.jsonl    {"time":"…","by":"ann@example.com","act":"POST /sets/00c0ffee/edits","file":"news/a/en.md","status":200}
//! <var>/studio/acts.1.jsonl  the lines before them
//! ```
//!
//! A line names the person, the call and the file, and never the text.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use serde::Serialize;

/// The folder of the files, under `var/`.
const FOLDER: &str = "studio";

/// Names of the files, the newer one first.
const FILES: [&str; 2] = ["acts.jsonl", "acts.1.jsonl"];

/// Length of a file from which on the next line begins a new one, in bytes.
const MAX_LENGTH: u64 = 16 * 1024 * 1024;

/// One act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Act<'a> {
    /// Time of the act.
    pub time: Timestamp,
    /// E-mail address of the person.
    pub by: &'a str,
    /// Method and path of the call, without the start that all calls have.
    pub act: &'a str,
    /// The file that the act concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// HTTP status of the answer.
    pub status: u16,
}

/// Writes the log of one site.
#[derive(Debug)]
pub struct AuditLog {
    folder: PathBuf,
    /// Lines are whole: one is written at a time.
    writing: Mutex<()>,
}

impl AuditLog {
    /// The log in the data folder `var`.
    pub fn new(var: &Path) -> Self {
        Self {
            folder: var.join(FOLDER),
            writing: Mutex::default(),
        }
    }

    /// Appends a line.
    ///
    /// # Errors
    /// The disk fails.
    pub fn note(&self, act: &Act<'_>) -> io::Result<()> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let [now, before] = FILES.map(|name| self.folder.join(name));
        fs::create_dir_all(&self.folder)?;
        if fs::metadata(&now).is_ok_and(|found| found.len() >= MAX_LENGTH) {
            fs::rename(&now, before)?;
        }
        let mut line = serde_json::to_vec(act)?;
        line.push(b'\n');
        let mut file = OpenOptions::new().create(true).append(true).open(now)?;
        file.write_all(&line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_file_is_kept_and_a_new_one_begins() {
        let folder = tempfile::tempdir().unwrap();
        let log = AuditLog::new(folder.path());
        let note = |act: &str| {
            log.note(&Act {
                time: Timestamp::UNIX_EPOCH,
                by: "ann@example.com",
                act,
                file: Some("news/a/en.md"),
                status: 200,
            })
            .unwrap();
        };
        note("POST /sets/00000001/edits");
        note("POST /sets/00000001/propose");
        let read = |name: &str| fs::read_to_string(folder.path().join(FOLDER).join(name)).unwrap();
        assert_eq!(
            read("acts.jsonl").lines().next(),
            Some(
                r#"{"time":"1970-01-01T00:00:00Z","by":"ann@example.com","act":"POST /sets/00000001/edits","file":"news/a/en.md","status":200}"#
            )
        );
        let path = folder.path().join(FOLDER).join("acts.jsonl");
        let file = OpenOptions::new().write(true).open(path).unwrap();
        file.set_len(MAX_LENGTH).unwrap();
        note("POST /sets/00000002/publish");
        assert_eq!(read("acts.jsonl").lines().count(), 1);
        assert!(read("acts.1.jsonl").starts_with("{\"time\""));
    }
}
