//! Errors of messages, as refusals.

use contract::form::Form;

use crate::rules::form::labels;
use crate::rules::submission::MessageError;
use origin_ground::http::error::ApiError;

/// Why a message of a form was not stored.
pub fn refusal(error: MessageError, form: &Form) -> ApiError {
    match error {
        MessageError::Faults(faults) => {
            let labels = labels(form, &faults);
            ApiError::Faults(faults, labels)
        }
        MessageError::Doubtful => ApiError::CaptchaNeeded,
        MessageError::TooMany(error) => error.into(),
        MessageError::Captcha(error) => error.into(),
        MessageError::Upload(error) => error.into(),
        MessageError::Store(error) => {
            tracing::error!(%error, "a message's file could not be stored");
            ApiError::Unavailable
        }
        MessageError::Overtaken => ApiError::Unavailable,
        MessageError::Storage(error) => error.into(),
    }
}
