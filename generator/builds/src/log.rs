//! The log of builds: each change of the live build, with the person, the time and the reason.
//! `log.jsonl` has a line per command and publish.
//!
//! Lines are appended, and are on disk before the change that they record. A line that a crash tore
//! is cut off by the next one; if the change of a line was never made, a later line records that
//! ([`LogVerb::Undone`]).

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use anyhow::Context;
use contract::build::BuildId;
use contract::control::Initiator;
use serde::{Deserialize, Serialize};

use super::changed_pages::ChangedPages;
use super::{Builds, Store};
use generator_ground::storage::replace::sync_folder;

/// Name of the file.
pub const FILE: &str = "log.jsonl";

/// Size in bytes of the blocks in which the file is read from its end.
const BLOCK: u64 = 64 * 1024;

/// Limit of a line, in bytes; longer text is not a line of the log.
const MAX_LINE: usize = 1024 * 1024;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    /// Time of the change, RFC 3339 UTC.
    pub time: String,
    /// The kind of change.
    pub verb: LogVerb,
    /// The build that the change made live, or staged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<BuildId>,
    /// The build that was live before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<BuildId>,
    /// The person that made the change.
    pub by: String,
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The commit of the content, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Pages that differ from the build before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<ChangedPages>,
    /// Whether content is held from now on, or no longer; absent: as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<bool>,
    /// Builds that were dropped from the history.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<BuildId>,
    /// Paths that were purged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
}

/// Kinds of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogVerb {
    /// A build went live.
    Publish,
    /// A build was made and not published.
    Stage,
    /// An earlier build went live again, and the live one was withdrawn.
    Rollback,
    /// Withdrawn content may be published again.
    Release,
    /// Old builds were dropped.
    Prune,
    /// Builds with certain paths were dropped and deleted.
    Purge,
    /// The change that was logged last was never made: the process was stopped.
    Undone,
    /// A kind of a newer generator.
    #[serde(other)]
    Unknown,
}

impl LogLine {
    /// A line without details.
    pub fn new(verb: LogVerb, time: &str, initiator: &Initiator) -> Self {
        let Initiator { by, why, commit } = initiator.clone();
        Self {
            time: time.to_owned(),
            verb,
            build: None,
            before: None,
            by,
            why,
            commit,
            pages: None,
            held: None,
            dropped: Vec::new(),
            paths: Vec::new(),
        }
    }
}

impl LogLine {
    /// The line as written to the file.
    pub fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

impl LogVerb {
    /// Whether such a change makes a build live.
    pub fn is_switch(self) -> bool {
        matches!(self, Self::Publish | Self::Rollback)
    }
}

impl Builds {
    /// The lines of the log, newest first. A line that cannot be read is left out.
    pub fn log(&self) -> anyhow::Result<impl Iterator<Item = LogLine>> {
        let lines = LinesFromEnd::open(&self.root().join(FILE));
        let lines = lines.with_context(|| format!("cannot read `builds/{FILE}`"))?;
        Ok(lines.filter_map(|line| serde_json::from_slice(&line).ok()))
    }
}

impl Store {
    /// Appends `line`, and waits for the disk.
    pub(super) fn append_to_log(&self, line: &LogLine) -> anyhow::Result<()> {
        let path = self.root().join(FILE);
        append(&path, &serde_json::to_vec(line)?)
            .with_context(|| format!("cannot write `{}`", path.display()))
    }
}

/// `2026-11-21T03:04:05Z`.
pub fn rfc3339(time: jiff::Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Appends a line to the file at `path`, after its last whole one.
fn append(path: &Path, line: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.read(true).append(true).create(true).open(path)?;
    let length = file.metadata()?.len();
    let whole = whole_lines(&file, length)?;
    if whole < length {
        file.set_len(whole)?;
    }
    let line = [line, b"\n"].concat();
    let written = file.write_all(&line).and_then(|()| file.sync_data());
    if written.is_err() {
        // A full disk took half of it.
        let _ = file.set_len(whole);
    } else if length == 0 {
        sync_folder(path.parent().unwrap_or(Path::new(".")))?;
    }
    written
}

/// Length of a file up to its last line feed.
fn whole_lines(file: &File, length: u64) -> io::Result<u64> {
    let mut end = length;
    while end > 0 {
        let start = end.saturating_sub(BLOCK);
        let block = block(file, start, end)?;
        if let Some(last) = block.iter().rposition(|byte| *byte == b'\n') {
            return Ok(start + last as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

fn block(file: &File, start: u64, end: u64) -> io::Result<Vec<u8>> {
    let mut block = vec![0; usize::try_from(end - start).unwrap_or_default()];
    file.read_exact_at(&mut block, start)?;
    Ok(block)
}

/// Whole lines of a file, from the last to the first.
struct LinesFromEnd {
    file: Option<File>,
    /// Everything before it is still to be read.
    start: u64,
    /// Bytes from there on that belong to lines which were not answered yet.
    rest: Vec<u8>,
}

impl LinesFromEnd {
    fn open(path: &Path) -> io::Result<Self> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Self {
                    file: None,
                    start: 0,
                    rest: Vec::new(),
                });
            }
            Err(error) => return Err(error),
        };
        let length = file.metadata()?.len();
        Ok(Self {
            start: whole_lines(&file, length)?,
            file: Some(file),
            rest: Vec::new(),
        })
    }
}

impl Iterator for LinesFromEnd {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let file = self.file.as_ref()?;
        loop {
            let ended = self.rest.strip_suffix(b"\n").unwrap_or(&self.rest);
            if let Some(before) = ended.iter().rposition(|byte| *byte == b'\n') {
                let line = ended[before + 1..].to_vec();
                self.rest.truncate(before + 1);
                return Some(line);
            }
            if self.start == 0 || self.rest.len() > MAX_LINE {
                let line = ended.to_vec();
                self.file = None;
                return Some(line).filter(|line| !line.is_empty());
            }
            let start = self.start.saturating_sub(BLOCK);
            let mut more = block(file, start, self.start).ok()?;
            more.append(&mut self.rest);
            (self.start, self.rest) = (start, more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &Path) -> Vec<String> {
        let lines = LinesFromEnd::open(path).unwrap();
        lines.map(|line| String::from_utf8(line).unwrap()).collect()
    }

    // R10.04
    #[test]
    fn lines_are_appended_whole_whatever_a_crash_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        assert_eq!(lines(&path), [""; 0]);
        append(&path, b"one").unwrap();
        append(&path, b"two").unwrap();
        for torn in 1..4 {
            let mut file = OpenOptions::new().append(true).open(&path).unwrap();
            file.write_all(&b"torn"[..torn]).unwrap();
            assert_eq!(lines(&path), ["two", "one"], "a torn line is none");
        }
        append(&path, b"three").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one\ntwo\nthree\n");
        std::fs::write(&path, b"torn").unwrap();
        append(&path, b"first").unwrap();
        assert_eq!(lines(&path), ["first"]);
    }

    #[test]
    fn a_long_log_is_read_from_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let line = |number: usize| format!("{number} {}", "x".repeat(number % 2_000));
        let text: String = (0..1000).map(|number| line(number) + "\n").collect();
        assert!(text.len() as u64 > 3 * BLOCK);
        std::fs::write(&path, &text).unwrap();
        let expected: Vec<String> = (0..1000).rev().map(line).collect();
        assert_eq!(lines(&path), expected);
    }

    #[test]
    fn a_line_of_a_newer_generator_is_read() {
        let line = r#"{"time":"t","verb":"sing","by":"ann","song":1}"#;
        let line: LogLine = serde_json::from_str(line).unwrap();
        assert_eq!(line.verb, LogVerb::Unknown);
    }
}
