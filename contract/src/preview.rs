//! A preview: a build that is visible only by a secret address.
//!
//! ```text
//! builds/preview/<id>/              a folder of builds in its own right, with one build
//! builds/preview/<id>/preview.json  written last, and gone first
//! ```
//!
//! The address is `/preview/<key>`. A key names its preview, and contains a secret; only its hash
//! is on disk.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::hash::Hash;

/// The folder of previews, under `builds/`.
pub const FOLDER: &str = "preview";
/// Name of the file with the hash of a preview's secret, and the time at which it closes.
pub const FILE: &str = "preview.json";

/// Hexadecimal digits of an id, and of a secret: 256 bits.
const ID_DIGITS: usize = 8;
const SECRET_DIGITS: usize = 64;

/// `builds/preview/<id>/preview.json`. Private.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Preview {
    /// Hash of the secret.
    pub secret: Hash,
    /// Unix time in seconds from which on it is closed.
    pub expires: u64,
}

/// Name of a preview's folder: eight hexadecimal digits, no secret.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PreviewId(String);

/// Id and secret, as in an address. Its `Debug` hides the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct PreviewKey {
    /// The preview.
    pub id: PreviewId,
    secret: String,
}

/// The text is not an id, or not a key, of a preview, and is never used as a path.
#[derive(Debug, thiserror::Error)]
#[error("not the id or the key of a preview")]
pub struct NotAPreview;

impl PreviewId {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PreviewId {
    type Err = NotAPreview;

    fn from_str(text: &str) -> Result<Self, NotAPreview> {
        match is_hex(text, ID_DIGITS) {
            true => Ok(Self(text.to_owned())),
            false => Err(NotAPreview),
        }
    }
}

impl fmt::Display for PreviewId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl PreviewKey {
    /// A key of these random bits.
    pub fn new(id: u32, secret: [u8; SECRET_DIGITS / 2]) -> Self {
        Self {
            id: PreviewId(format!("{id:08x}")),
            secret: secret.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }

    /// The key as the address has it.
    pub fn expose(&self) -> String {
        format!("{}{}", self.id, self.secret)
    }

    /// Hash of the secret, as the disk has it.
    pub fn hash(&self) -> Hash {
        Hash::of(self.secret.as_bytes())
    }
}

impl FromStr for PreviewKey {
    type Err = NotAPreview;

    fn from_str(text: &str) -> Result<Self, NotAPreview> {
        let (id, secret) = text.split_at_checked(ID_DIGITS).ok_or(NotAPreview)?;
        match is_hex(secret, SECRET_DIGITS) {
            true => Ok(Self {
                id: id.parse()?,
                secret: secret.to_owned(),
            }),
            false => Err(NotAPreview),
        }
    }
}

impl fmt::Debug for PreviewKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreviewKey({}…)", self.id)
    }
}

impl Preview {
    /// Seconds for which it stays open to `key`, from the Unix time `now`; none if it is closed, or
    /// if it has another key.
    pub fn opens(&self, key: &PreviewKey, now: u64) -> Option<u64> {
        // The comparison takes the same time, however many bytes are equal.
        let pairs = self.secret.as_bytes().iter().zip(*key.hash().as_bytes());
        let differing = pairs.fold(0, |differing, (a, b)| differing | (a ^ b));
        let left = self.expires.checked_sub(now).filter(|left| *left > 0);
        left.filter(|_| differing == 0)
    }
}

fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_opens_to_its_key_until_its_time() {
        let key = PreviewKey::new(7, [0xab; 32]);
        let preview = Preview {
            secret: key.hash(),
            expires: 1_000,
        };
        assert_eq!(preview.opens(&key, 990), Some(10));
        for (other, now) in [(key.clone(), 1_000), (key.clone(), u64::MAX)] {
            assert_eq!(preview.opens(&other, now), None);
        }
        let other = PreviewKey::new(7, [0xac; 32]);
        assert_eq!(preview.opens(&other, 0), None);
        assert_eq!(key.expose().parse::<PreviewKey>().unwrap(), key);
    }

    #[test]
    fn a_key_is_never_a_path_and_shows_no_secret() {
        let key = PreviewKey::new(7, [0xab; 32]);
        assert_eq!(format!("{key:?}"), "PreviewKey(00000007…)");
        let long = "a".repeat(73);
        let upper = key.expose().to_uppercase();
        for wrong in [
            "",
            "end",
            "00000007",
            "../../etc",
            &long,
            &upper,
            "ä0000007",
        ] {
            assert!(wrong.parse::<PreviewKey>().is_err(), "{wrong}");
        }
        assert!("../../..".parse::<PreviewId>().is_err());
    }
}
