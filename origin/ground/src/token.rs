//! Secrets that open one thing for its owner.

use std::fmt;

use sha2::{Digest, Sha256};

const TOKEN_BYTES: usize = 32;

/// The secret that opens a session, or an upload: 256 random bits in hexadecimal. Told once, to
/// whom it belongs; never stored, never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; TOKEN_BYTES]);

impl Token {
    /// A new token, from the operating system's randomness.
    pub fn random() -> Self {
        Self(rand::random())
    }

    /// The token in a header; none if it cannot be one of ours.
    pub fn parse(text: &str) -> Option<Self> {
        let lower = !text.bytes().any(|byte| byte.is_ascii_uppercase());
        let mut token = [0; TOKEN_BYTES];
        (lower && hex::decode_to_slice(text, &mut token).is_ok()).then_some(Self(token))
    }

    /// The text for its owner.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// The hash that is stored: enough to recognise the token, useless to a reader of the database.
    pub fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_one_text_and_its_hash_is_not_it() {
        let token = Token::random();
        let text = token.reveal();
        assert_eq!(text.len(), 2 * TOKEN_BYTES);
        assert_eq!(Token::parse(&text), Some(token.clone()));
        assert_ne!(token.hash(), text);
        for wrong in [
            text[1..].to_owned(),
            format!("{text}0"),
            format!("A{}", &text[1..]),
            "g".repeat(64),
        ] {
            assert_eq!(Token::parse(&wrong), None, "{wrong}");
        }
        assert_eq!(format!("{token:?}"), "Token(…)");
    }
}
