//! Messages: the number that people name one by, and the key by which a sender says that two calls
//! are about the same one.

use std::str::FromStr;

use sha2::{Digest, Sha256};

/// Characters that are hard to confuse, read aloud or from paper.
const ALPHABET: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Characters of a number, in two groups: 6.6 × 10¹¹ of them, so that one cannot be guessed, and
/// two messages in a million have the same with p < 10⁻⁶.
const NUMBER: usize = 8;

/// Characters of a key: 16 random bytes at least, as hexadecimal, base64 or a UUID.
const KEY: std::ops::RangeInclusive<usize> = 16..=64;

/// A number that a person typed, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageNumber(String);

/// The text is no number of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a number such as `7K3D-9QXF`")]
pub struct NotANumber;

impl MessageNumber {
    /// The number: `7K3D-9QXF`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for MessageNumber {
    type Err = NotANumber;

    /// Small letters are as good as capitals, and the line in the middle may be missing.
    fn from_str(text: &str) -> Result<Self, NotANumber> {
        let plain: String = text.chars().filter(|&char| char != '-').collect();
        let plain = plain.to_ascii_uppercase();
        let is_number = plain.len() == NUMBER && plain.bytes().all(|byte| ALPHABET.contains(&byte));
        if !is_number {
            return Err(NotANumber);
        }
        let (first, second) = plain.split_at(NUMBER / 2);
        Ok(Self(format!("{first}-{second}")))
    }
}

/// A new number: `7K3D-9QXF`.
pub fn number() -> String {
    let character = || char::from(ALPHABET[rand::random_range(0..ALPHABET.len())]);
    let half = || (0..NUMBER / 2).map(|_| character()).collect::<String>();
    format!("{}-{}", half(), half())
}

/// The hash of a sender's key; none if it is too short to be unlike any other.
pub fn key_hash(key: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_key = KEY.contains(&key.len()) && key.bytes().all(is_plain);
    is_key.then(|| hex::encode(Sha256::digest(key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_two_groups_that_can_be_read_aloud() {
        for _ in 0..1_000 {
            let number = number();
            assert_eq!((number.len(), &number[4..5]), (9, "-"));
            assert!(!number.contains(['0', 'O', '1', 'I', 'L', 'U']), "{number}");
        }
    }

    #[test]
    fn a_number_may_be_typed_without_capitals_and_without_its_line() {
        for typed in ["7K3D-9QXF", "7k3d-9qxf", "7k3d9qxf"] {
            assert_eq!(typed.parse(), Ok(MessageNumber("7K3D-9QXF".to_owned())));
        }
        for wrong in [
            "",
            "7K3D-9QX",
            "7K3D-9QXFF",
            "7K3D-9QX0",
            "七七七七-七七七七",
        ] {
            assert_eq!(wrong.parse::<MessageNumber>(), Err(NotANumber), "{wrong}");
        }
    }

    #[test]
    fn a_key_is_long_and_plain() {
        let uuid = "b0a4f7c2-5a0e-4a57-9a1c-2f8f5a1f0c11";
        assert_eq!(key_hash(uuid).map(|hash| hash.len()), Some(64));
        assert_ne!(key_hash(uuid), key_hash(&uuid[1..]));
        for wrong in ["", "short", &"x".repeat(65), "with a space in it…"] {
            assert_eq!(key_hash(wrong), None, "{wrong}");
        }
    }
}
