//! Errors of the sign-in, as refusals.

use crate::rules::login::{LoginError, SendError};
use origin_ground::http::error::ApiError;

impl From<SendError> for ApiError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::TooSoon(seconds) => Self::CodeTooSoon(seconds),
            SendError::TooMany(seconds) => Self::TooManyCodes(seconds),
            SendError::Mail(error) => {
                tracing::error!(%error, "an e-mail could not be sent");
                Self::MailFailed
            }
            SendError::Storage(error) => error.into(),
        }
    }
}

impl From<LoginError> for ApiError {
    fn from(error: LoginError) -> Self {
        match error {
            LoginError::Refused => Self::CodeRefused,
            LoginError::Storage(error) => error.into(),
        }
    }
}
