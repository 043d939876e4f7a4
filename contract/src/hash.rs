//! One kind of hash for everything: files, page inputs, shards, builds.
//!
//! The first 128 bits of BLAKE3, written as 32 hexadecimal digits. 128 bits keep the index of a
//! large site small and make an accidental collision less likely than 2⁻⁶⁴ for four billion files;
//! there is no gain in making two of one's own files collide.

use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A content hash: the first 128 bits of BLAKE3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
pub struct Hash([u8; 16]);

impl Hash {
    /// The hash of one run of bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self::finish(blake3::Hasher::new().update(bytes))
    }

    /// The hash of all bytes of `reader`, without holding them in memory.
    pub fn of_reader(reader: impl Read) -> io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(reader)?;
        Ok(Self::finish(&hasher))
    }

    /// The hash of a sequence of parts. Each part is prefixed by its length, so that moving bytes
    /// between parts changes the result.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Self::finish(&hasher)
    }

    /// The raw bytes; the first ones choose a shard.
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// The hash so far of bytes that arrive in parts: that of all of them in one run.
    pub fn of_hasher(hasher: &Hasher) -> Self {
        Self::finish(&hasher.0)
    }

    fn finish(hasher: &blake3::Hasher) -> Self {
        let mut short = [0; 16];
        short.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(short)
    }
}

/// The hash of bytes that arrive in parts, before its end.
#[derive(Default)]
pub struct Hasher(blake3::Hasher);

impl Hasher {
    /// Adds the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
}

/// The inverse of [`Hash::as_bytes`].
impl From<[u8; 16]> for Hash {
    fn from(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not 32 lower-case hexadecimal digits.
#[derive(Debug, thiserror::Error)]
#[error("not a hash of 32 lower-case hexadecimal digits")]
pub struct NotAHash;

impl FromStr for Hash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Self, NotAHash> {
        let digits = text.as_bytes();
        if digits.len() != 32 {
            return Err(NotAHash);
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = (digit(pair[0])? << 4) | digit(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

fn digit(byte: u8) -> Result<u8, NotAHash> {
    match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        _ => Err(NotAHash),
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_survives_text_and_json() {
        let hash = Hash::of(b"tide");
        assert_eq!(hash.to_string().parse::<Hash>().unwrap(), hash);
        let json = serde_json::to_string(&hash).unwrap();
        assert_eq!(serde_json::from_str::<Hash>(&json).unwrap(), hash);
    }

    #[test]
    fn upper_case_short_and_foreign_text_is_refused() {
        let text = Hash::of(b"tide").to_string();
        for wrong in [text.to_uppercase(), text[1..].to_owned(), "g".repeat(32)] {
            assert!(wrong.parse::<Hash>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn reading_gives_the_hash_of_the_bytes() {
        let bytes = vec![7; 100_000];
        assert_eq!(Hash::of_reader(&bytes[..]).unwrap(), Hash::of(&bytes));
    }

    #[test]
    fn parts_have_the_hash_of_the_whole() {
        let mut hasher = Hasher::default();
        for part in [&b"ti"[..], b"", b"de"] {
            hasher.update(part);
        }
        assert_eq!(Hash::of_hasher(&hasher), Hash::of(b"tide"));
    }

    #[test]
    fn moving_a_byte_between_parts_changes_the_hash() {
        assert_ne!(
            Hash::of_parts([&b"ab"[..], b"c"]),
            Hash::of_parts([&b"a"[..], b"bc"])
        );
    }
}
