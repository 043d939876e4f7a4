//! The secret of an app at an open platform.

use std::fmt;
use std::str::FromStr;

use sentences::Message;

/// Characters that a secret may have; Feishu's and WeChat's have 32.
const MAX: usize = 256;

/// The secret that identifies this site to a platform. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct AppSecret(String);

/// The text is no secret; it isn't repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct NotAnAppSecret;

impl NotAnAppSecret {
    /// The error in words, for people.
    pub fn message(self) -> Message {
        Message::new("app-secret-form")
    }
}

impl From<NotAnAppSecret> for Message {
    fn from(error: NotAnAppSecret) -> Self {
        error.message()
    }
}

impl AppSecret {
    /// The text, for the platform alone.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for AppSecret {
    type Err = NotAnAppSecret;

    fn from_str(text: &str) -> Result<Self, NotAnAppSecret> {
        let fits =
            (1..=MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(text.to_owned())).ok_or(NotAnAppSecret)
    }
}

impl fmt::Debug for AppSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AppSecret(…)")
    }
}
