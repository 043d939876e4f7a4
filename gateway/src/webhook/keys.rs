//! Keys by which webhooks prove themselves, from a file that only its owner may read.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use sentences::Message;
use sha2::{Digest, Sha256};

/// Shortest key, in bytes; shorter ones could be guessed.
const SHORTEST: usize = 32;

/// Keys for one use: one, or two during a rotation.
const KEPT: usize = 2;

/// Maximum size of a file of keys, in bytes.
const FILE_MAX: u64 = 4096;

/// Uses of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Signs requests with their time.
    Signature,
    /// The secret of a webhook of GitHub.
    GitHub,
    /// The secret token of a webhook of GitLab.
    GitLab,
}

/// All keys of a file.
#[derive(Default)]
pub(crate) struct Keys(Vec<(Use, String)>);

/// The file holds no keys that can be used. The sentence never quotes them.
#[derive(Debug)]
pub(crate) enum KeyError {
    /// The file cannot be read.
    Io {
        /// The keys' file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// Others could read the keys.
    Open(PathBuf),
    /// A line is no key.
    Line {
        /// The keys' file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The reason and the remedy.
        why: Message,
    },
    /// No key, or too many: the reason, about a file.
    Count(Message),
    /// The code that reads the file panicked.
    Panicked,
}

sentences::error_in_words!(KeyError);

impl KeyError {
    /// The error in words, for people.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Io { path, source } => Message::new("keys-unreadable")
                .with("file", path.display().to_string())
                .with("error", source),
            Self::Open(path) => Message::new("keys-open").with("file", path.display().to_string()),
            Self::Line { path, line, why } => Message::new("keys-line")
                .with("file", path.display().to_string())
                .with("line", *line)
                .with("reason", why.clone()),
            Self::Count(message) => message.clone(),
            Self::Panicked => Message::new("keys-panicked"),
        }
    }
}

impl Keys {
    /// Reads a file. Blocks.
    pub(crate) fn read(path: &Path) -> Result<Self, KeyError> {
        let io = |source| KeyError::Io {
            path: path.to_owned(),
            source,
        };
        let file = File::open(path).map_err(io)?;
        let facts = file.metadata().map_err(io)?;
        let us = rustix::process::geteuid().as_raw();
        if facts.mode() & 0o077 != 0 || ![us, 0].contains(&facts.uid()) {
            return Err(KeyError::Open(path.to_owned()));
        }
        let mut text = String::new();
        file.take(FILE_MAX + 1)
            .read_to_string(&mut text)
            .map_err(io)?;
        Self::parse(&text, path)
    }

    fn parse(text: &str, path: &Path) -> Result<Self, KeyError> {
        let count = |why: Message| KeyError::Count(why.with("file", path.display().to_string()));
        if text.len() as u64 > FILE_MAX {
            return Err(count(Message::new("keys-too-long")));
        }
        let mut keys = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            keys.push(key(line).map_err(|why| KeyError::Line {
                path: path.to_owned(),
                line: number + 1,
                why,
            })?);
        }
        let keys = Self(keys);
        if keys.0.is_empty() {
            return Err(count(Message::new("keys-none")));
        }
        let all = [Use::Signature, Use::GitHub, Use::GitLab];
        if all.iter().any(|of| keys.for_use(*of).count() > KEPT) {
            return Err(count(Message::new("keys-too-many")));
        }
        Ok(keys)
    }

    /// Keys for one use.
    pub(crate) fn for_use(&self, of: Use) -> impl Iterator<Item = &[u8]> {
        let keys = self.0.iter().filter(move |(for_, _)| *for_ == of);
        keys.map(|(_, key)| key.as_bytes())
    }

    /// A hash by which two files of keys can be compared.
    pub(crate) fn digest(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        for (of, key) in &self.0 {
            digest.update(format!("{of:?} {key}\n"));
        }
        digest.finalize().into()
    }

    /// How many keys there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} keys", self.count())
    }
}

/// `KEY`, `github KEY` or `gitlab KEY`.
fn key(line: &str) -> Result<(Use, String), Message> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (of, key) = match words[..] {
        [key] => (Use::Signature, key),
        ["github", key] => (Use::GitHub, key),
        ["gitlab", key] => (Use::GitLab, key),
        _ => return Err(Message::new("key-form")),
    };
    if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Message::new("key-characters"));
    }
    if key.len() < SHORTEST {
        return Err(Message::new("key-short"));
    }
    Ok((of, key.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const ONE: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn a_line_is_a_key_and_its_use() {
        let text = format!("# for CI\n{ONE}\n\n  {ONE}x\ngithub {ONE}\ngitlab {ONE}\n");
        let keys = Keys::parse(&text, Path::new("keys")).unwrap();
        assert_eq!(keys.count(), 4);
        assert_eq!(keys.for_use(Use::Signature).count(), 2);
        assert_eq!(keys.for_use(Use::GitHub).next(), Some(ONE.as_bytes()));
        assert_eq!(format!("{keys:?}"), "4 keys", "no key is printed");
    }

    #[test]
    fn keys_that_can_be_guessed_or_that_nobody_can_mean_are_refused() {
        for (text, reason) in [
            (String::new(), "holds no key"),
            ("secret".to_owned(), "line 1: the key is shorter"),
            (format!("{ONE}\nbitbucket {ONE}"), "line 2: a line is"),
            (format!("{ONE}é"), "ASCII"),
            (format!("{ONE}\n{ONE}2\n{ONE}3"), "more than two keys"),
            (ONE.repeat(200), "too long"),
        ] {
            let error = Keys::parse(&text, Path::new("keys")).unwrap_err();
            let error = error.to_string();
            assert!(error.contains(reason), "{error}");
            assert!(!error.contains(ONE), "no key is printed");
        }
    }

    #[test]
    fn a_file_that_others_can_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys");
        std::fs::write(&path, ONE).unwrap();
        for (mode, is_fine) in [(0o600, true), (0o400, true), (0o640, false), (0o604, false)] {
            std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            let read = Keys::read(&path);
            assert_eq!(read.is_ok(), is_fine, "{mode:o}");
        }
        let missing = Keys::read(&folder.path().join("none"));
        assert!(matches!(missing, Err(KeyError::Io { .. })));
    }
}
