//! The key under which sign-in codes are hashed.
//!
//! A six-digit code has a million values, so its plain hash could be undone in a second by whoever gets hold of the database or of
//! a backup. Hashed under a key that lies beside the database, not in it, it cannot. Losing the key costs nothing but the codes
//! that are on their way; a new one is made at the next start.

use std::fmt;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use hmac::{Hmac, Mac};
use sha2::Sha256;

type HmacSha256 = Hmac<Sha256>;

/// HMAC-SHA-256 uses a key of its block size as it is.
const KEY_BYTES: usize = 64;

/// A secret; it is never shown.
pub(crate) struct Key([u8; KEY_BYTES]);

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read or made.
    #[error("cannot read or create `{}`: check the permissions and the space on disk", .path.display())]
    Io {
        /// The key's file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file holds something else.
    #[error("`{}` is no key of {KEY_BYTES} bytes in hexadecimal: delete it, a new one is made (codes already sent stop working)", .0.display())]
    Malformed(PathBuf),
}

impl Key {
    /// Reads `origin.key` in the folder `var`, or makes it, readable by its owner alone.
    pub(crate) fn open(var: &Path) -> Result<Self, KeyError> {
        let path = var.join("origin.key");
        let failed = |source| KeyError::Io {
            path: path.clone(),
            source,
        };
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                create(&path).map_err(failed)?;
                std::fs::read_to_string(&path).map_err(failed)?
            }
            read => read.map_err(failed)?,
        };
        let mut key = [0; KEY_BYTES];
        hex::decode_to_slice(text.trim_end(), &mut key)
            .map_err(|_| KeyError::Malformed(path.clone()))?;
        Ok(Self(key))
    }

    /// The keyed hash of `parts`, in hexadecimal. No two sequences of parts share one by moving bytes between them.
    pub(crate) fn seal(&self, parts: &[&str]) -> String {
        hex::encode(self.mac(parts).finalize().into_bytes())
    }

    /// Whether `sealed` is the keyed hash of `parts`; takes the same time whatever differs.
    pub(crate) fn fits(&self, sealed: &str, parts: &[&str]) -> bool {
        hex::decode(sealed).is_ok_and(|sealed| self.mac(parts).verify_slice(&sealed).is_ok())
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

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// Writes a new key aside and links it into place: of two processes that start at once the second finds the first one's, whole.
fn create(path: &Path) -> std::io::Result<()> {
    let aside = path.with_extension(format!("key.{:016x}", rand::random::<u64>()));
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&aside)?;
    let written = file
        .write_all(hex::encode(rand::random::<[u8; KEY_BYTES]>()).as_bytes())
        .and_then(|()| file.sync_all())
        .and_then(|()| std::fs::hard_link(&aside, path));
    std::fs::remove_file(&aside)?;
    match written {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        written => written,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_key_is_made_once_and_only_its_owner_may_read_it() {
        let var = tempfile::tempdir().unwrap();
        let first = Key::open(var.path()).unwrap();
        assert_eq!(Key::open(var.path()).unwrap().0, first.0);
        let mode = std::fs::metadata(var.path().join("origin.key"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(
            std::fs::read_dir(var.path()).unwrap().count(),
            1,
            "nothing is left beside it"
        );
        assert_eq!(format!("{first:?}"), "Key(…)");
    }

    #[test]
    fn what_was_sealed_fits_only_itself() {
        let var = tempfile::tempdir().unwrap();
        let key = Key::open(var.path()).unwrap();
        let sealed = key.seal(&["a@b.c", "123456"]);
        assert!(key.fits(&sealed, &["a@b.c", "123456"]));
        assert!(!key.fits(&sealed, &["a@b.c", "123457"]));
        assert!(!key.fits(&sealed, &["a@b.c1", "23456"]), "moving a byte");
        assert!(!key.fits("no hexadecimal", &["a@b.c", "123456"]));
        assert!(!key.fits("", &["a@b.c", "123456"]));
    }

    #[test]
    fn a_damaged_key_is_refused_with_the_remedy() {
        let var = tempfile::tempdir().unwrap();
        std::fs::write(var.path().join("origin.key"), "beef").unwrap();
        let error = Key::open(var.path()).unwrap_err().to_string();
        assert!(
            error.contains("origin.key") && error.contains("delete it"),
            "{error}"
        );
    }
}
