//! A key for a service that speaks OpenAI's protocol.

use std::fmt;
use std::str::FromStr;

use sentences::Message;

/// Characters that a key may have; those in use have some tens to two hundred.
const MAX: usize = 512;

/// Fewer characters are no key, and could not be told from other words in an answer.
const MIN: usize = 8;

/// A key, the operator's or a visitor's. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenAiKey(String);

/// The text is no key; it isn't repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct NotAnOpenAiKey;

impl NotAnOpenAiKey {
    /// The error in words, for people.
    pub fn message(self) -> Message {
        Message::new("openai-key-form")
    }
}

impl From<NotAnOpenAiKey> for Message {
    fn from(error: NotAnOpenAiKey) -> Self {
        error.message()
    }
}

impl OpenAiKey {
    /// The text, for the service alone.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for OpenAiKey {
    type Err = NotAnOpenAiKey;

    fn from_str(text: &str) -> Result<Self, NotAnOpenAiKey> {
        let fits =
            (MIN..=MAX).contains(&text.len()) && text.bytes().all(|one| one.is_ascii_graphic());
        fits.then(|| Self(text.to_owned())).ok_or(NotAnOpenAiKey)
    }
}

impl fmt::Debug for OpenAiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OpenAiKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_fits_a_header_and_is_not_shown() {
        let key: OpenAiKey = "sk-0123456789".parse().unwrap();
        assert_eq!(format!("{key:?}"), "OpenAiKey(…)");
        for wrong in [
            "",
            "short",
            "with space 1",
            "密钥密钥密钥",
            "a\r\nx: yyyyyyy",
            &"a".repeat(MAX + 1),
        ] {
            assert_eq!(wrong.parse::<OpenAiKey>(), Err(NotAnOpenAiKey), "{wrong}");
        }
    }
}
