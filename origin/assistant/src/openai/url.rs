//! The address of a service that speaks OpenAI's protocol: `https://api.openai.com/v1`.

use std::fmt;
use std::str::FromStr;

use url::Url;

use origin_ground::loopback::is_loopback;

/// Where a model is asked; without the slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenAiUrl(String);

/// The text is no such address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not an address such as `https://api.openai.com/v1` (without TLS only on this machine), without a password and `?`"
)]
pub struct NotAnOpenAiUrl;

impl OpenAiUrl {
    /// The address of a call.
    pub fn call(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

impl FromStr for OpenAiUrl {
    type Err = NotAnOpenAiUrl;

    fn from_str(text: &str) -> Result<Self, NotAnOpenAiUrl> {
        let url: Url = text.parse().map_err(|_| NotAnOpenAiUrl)?;
        let origin = url.origin().ascii_serialization();
        let is_bare = url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        // A reader of the line would read the key.
        let is_safe = url.scheme() == "https" || url.scheme() == "http" && is_loopback(&origin);
        let path = url.path().trim_end_matches('/');
        (is_bare && is_safe)
            .then(|| Self(format!("{origin}{path}")))
            .ok_or(NotAnOpenAiUrl)
    }
}

impl fmt::Display for OpenAiUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_encrypted_unless_it_is_this_machine_and_has_no_secret() {
        for (text, expected) in [
            ("https://api.openai.com/v1/", "https://api.openai.com/v1"),
            ("https://models.example", "https://models.example"),
            ("http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1"),
        ] {
            assert_eq!(text.parse::<OpenAiUrl>().unwrap().to_string(), expected);
        }
        for wrong in [
            "",
            "api.openai.com/v1",
            "http://api.openai.com/v1",
            "https://key@api.openai.com/v1",
            "https://api.openai.com/v1?key=1",
            "https://api.openai.com/v1#a",
            "file:///v1",
        ] {
            assert_eq!(wrong.parse::<OpenAiUrl>(), Err(NotAnOpenAiUrl), "{wrong}");
        }
    }
}
