//! The keys under which sign-in codes and the like are hashed, and tokens of other services are
//! encrypted.
//!
//! A six-digit code has a million values, so its plain hash could be undone in a second by a person
//! with the database or a backup. Hashed under a key that is stored beside the database, not in it,
//! it cannot.
//!
//! The file has one key per line, the newest first: it seals, and all of them check, so that seals
//! from before a rotation still fit. Sessions do not depend on it. Losing the file costs the codes
//! that are on their way; a new one is made at the next start.

mod cipher;
mod file;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use hmac::{Hmac, Mac};
use sentences::Message;
use sha2::Sha256;

use crate::watched::{Reread, Watched, WatchedError};

type HmacSha256 = Hmac<Sha256>;

/// HMAC-SHA-256 uses a key of its block size as it is.
const KEY_BYTES: usize = 64;

/// Keys that a rotation leaves: the new one, and the one that sealed the codes on their way.
const KEPT: usize = 2;

/// The keys of a site, as its file has them now.
#[derive(Debug)]
pub struct KeyRing(Watched<Keys>);

/// Why there are no keys.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum KeyError {
    /// The file cannot be read or made.
    Io {
        /// The keys' file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The file holds something else.
    Malformed(PathBuf),
    /// There is no key to rotate.
    Missing(PathBuf),
}

impl KeyError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        let about =
            |message: Message, path: &Path| message.with("file", path.display().to_string());
        match self {
            Self::Io { path, .. } => about(Message::new("seal-keys-unreadable"), path),
            Self::Malformed(path) => about(
                Message::new("seal-keys-malformed").with("bytes", KEY_BYTES),
                path,
            ),
            Self::Missing(path) => about(Message::new("seal-keys-missing"), path),
        }
    }
}

/// Where the keys are: the file that is named, else `origin.key` in the folder `var`.
pub fn path(var: &Path, named: Option<&Path>) -> PathBuf {
    named.map_or_else(|| var.join("origin.key"), Path::to_owned)
}

impl KeyRing {
    /// Reads a file of keys, or makes it, readable by its owner alone.
    pub fn open(path: PathBuf) -> Result<Self, KeyError> {
        file::make_if_missing(&path)?;
        let watched = Watched::open(path).map_err(|error| match error {
            WatchedError::Io { path, source } => KeyError::Io { path, source },
            WatchedError::Malformed { path, .. } => KeyError::Malformed(path),
        })?;
        Ok(Self(watched))
    }

    /// Reads the file again; returns its path and the result.
    pub fn reread(&self) -> (PathBuf, Reread) {
        self.0.reread()
    }

    /// The keyed hash of `parts` under the newest key, in hexadecimal. No two sequences of parts
    /// share one by moving bytes between them.
    pub fn seal(&self, parts: &[&str]) -> String {
        self.0.current().newest.seal(parts)
    }

    /// The keyed hash of `parts` under each of the keys, the newest first.
    pub fn seals(&self, parts: &[&str]) -> Vec<String> {
        let keys = self.0.current();
        keys.all().map(|key| key.seal(parts)).collect()
    }

    /// Whether `sealed` is the keyed hash of `parts` under any of the keys; takes the same time
    /// whatever differs.
    pub fn fits(&self, sealed: &str, parts: &[&str]) -> bool {
        let keys = self.0.current();
        let fits = |key: &Key| key.fits(sealed, parts);
        // No short cut: the time would reveal which key it was.
        keys.older
            .iter()
            .map(fits)
            .fold(fits(&keys.newest), |a, b| a | b)
    }

    /// A text that can be decrypted with the newest key and the purpose.
    pub fn encrypt(&self, purpose: &str, text: &str) -> Option<String> {
        cipher::encrypt(&self.0.current().newest.cipher_key(), purpose, text)
    }

    /// The text that was encrypted for this purpose, under any of the keys.
    pub fn decrypt(&self, purpose: &str, sealed: &str) -> Option<String> {
        let keys = self.0.current();
        let open = |key: &Key| cipher::decrypt(&key.cipher_key(), purpose, sealed);
        keys.all().find_map(open)
    }
}

/// Puts a new key on top of a file's keys; all but the newest of the others are dropped. Running
/// origins see it at their next use.
pub fn rotate(path: &Path) -> Result<(), KeyError> {
    file::replace(path, |keys| {
        let older = keys.all().take(KEPT - 1).cloned().collect();
        Keys {
            newest: Key::random(),
            older,
        }
    })
}

/// A secret; it is never shown.
#[derive(Clone)]
struct Key([u8; KEY_BYTES]);

/// The content of a file of keys.
struct Keys {
    newest: Key,
    older: Vec<Key>,
}

impl Key {
    fn random() -> Self {
        Self(rand::random())
    }

    fn parse(text: &str) -> Option<Self> {
        let mut key = [0; KEY_BYTES];
        hex::decode_to_slice(text, &mut key).ok()?;
        Some(Self(key))
    }

    fn seal(&self, parts: &[&str]) -> String {
        hex::encode(self.mac(parts).finalize().into_bytes())
    }

    fn fits(&self, sealed: &str, parts: &[&str]) -> bool {
        hex::decode(sealed).is_ok_and(|sealed| self.mac(parts).verify_slice(&sealed).is_ok())
    }

    /// A key for the cipher, which no published keyed hash shares.
    fn cipher_key(&self) -> [u8; 32] {
        self.mac(&["cipher key"]).finalize().into_bytes().into()
    }

    fn mac(&self, parts: &[&str]) -> HmacSha256 {
        let mut mac = <HmacSha256 as hmac::digest::KeyInit>::new(&self.0.into());
        for part in parts {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part.as_bytes());
        }
        mac
    }
}

impl Keys {
    fn new() -> Self {
        Self {
            newest: Key::random(),
            older: Vec::new(),
        }
    }

    fn all(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.newest).chain(&self.older)
    }

    /// The lines of the file.
    fn reveal(&self) -> String {
        self.all().map(|key| hex::encode(key.0) + "\n").collect()
    }
}

impl FromStr for Keys {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let no_keys = || Message::new("seal-keys-form").with("bytes", KEY_BYTES);
        let keys: Option<Vec<Key>> = text.lines().map(Key::parse).collect();
        let mut keys = keys.ok_or_else(no_keys)?.into_iter();
        Ok(Self {
            newest: keys.next().ok_or_else(no_keys)?,
            older: keys.collect(),
        })
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_fits_only_itself() {
        let var = tempfile::tempdir().unwrap();
        let key = KeyRing::open(path(var.path(), None)).unwrap();
        let sealed = key.seal(&["a@b.c", "123456"]);
        assert!(key.fits(&sealed, &["a@b.c", "123456"]));
        assert!(!key.fits(&sealed, &["a@b.c", "123457"]));
        assert!(!key.fits(&sealed, &["a@b.c1", "23456"]), "moving a byte");
        assert!(!key.fits("no hexadecimal", &["a@b.c", "123456"]));
        assert!(!key.fits("", &["a@b.c", "123456"]));
    }

    #[test]
    fn what_was_sealed_fits_after_one_rotation_and_not_after_two() {
        let var = tempfile::tempdir().unwrap();
        let file = path(var.path(), None);
        let key = KeyRing::open(file.clone()).unwrap();
        let old = key.seal(&["a"]);
        rotate(&file).unwrap();
        assert!(key.fits(&old, &["a"]) && !key.fits(&old, &["b"]));
        assert_ne!(key.seal(&["a"]), old, "the new key seals");
        rotate(&file).unwrap();
        assert!(!key.fits(&old, &["a"]));
    }

    #[test]
    fn what_was_encrypted_opens_for_its_purpose_alone_and_after_one_rotation() {
        let var = tempfile::tempdir().unwrap();
        let file = path(var.path(), None);
        let key = KeyRing::open(file.clone()).unwrap();
        let sealed = key.encrypt("ticket", "t-1").unwrap();
        assert_ne!(sealed, key.encrypt("ticket", "t-1").unwrap());
        assert_eq!(key.decrypt("ticket", &sealed).unwrap(), "t-1");
        assert_eq!(key.decrypt("token", &sealed), None);
        let mut torn = sealed.clone();
        torn.replace_range(30..31, if &sealed[30..31] == "0" { "1" } else { "0" });
        for damaged in [&torn, &sealed[..40], "", "no hexadecimal"] {
            assert_eq!(key.decrypt("ticket", damaged), None, "{damaged}");
        }
        rotate(&file).unwrap();
        assert_eq!(key.decrypt("ticket", &sealed).unwrap(), "t-1");
        rotate(&file).unwrap();
        assert_eq!(key.decrypt("ticket", &sealed), None);
    }

    #[test]
    fn a_damaged_file_is_refused_at_the_start_and_ignored_later() {
        let var = tempfile::tempdir().unwrap();
        let file = path(var.path(), None);
        let key = KeyRing::open(file.clone()).unwrap();
        let sealed = key.seal(&["a"]);
        let whole = std::fs::read_to_string(&file).unwrap();
        for damage in ["beef", "", &format!("{whole}\n{whole}"), &whole[1..]] {
            std::fs::write(&file, damage).unwrap();
            assert!(key.fits(&sealed, &["a"]), "{damage}");
            let error = KeyRing::open(file.clone()).unwrap_err().to_string();
            assert!(error.contains("origin.key") && error.contains("delete it"));
            assert!(rotate(&file).is_err(), "a rotation repairs nothing");
        }
    }
}
