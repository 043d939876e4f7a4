//! Errors of messages, as refusals.

use contract::form::Form;

use crate::ground::http::error::ApiError;
use crate::messages::rules::form::labels;
use crate::messages::rules::submission::MessageError;

impl ApiError {
    /// Why a message of a form was not stored.
    pub(crate) fn of_message(error: MessageError, form: &Form) -> Self {
        match error {
            MessageError::Faults(faults) => {
                let labels = labels(form, &faults);
                Self::Faults(faults, labels)
            }
            MessageError::Doubtful => Self::CaptchaNeeded,
            MessageError::TooMany(error) => error.into(),
            MessageError::Captcha(error) => error.into(),
            MessageError::Upload(error) => error.into(),
            MessageError::Store(error) => {
                tracing::error!(%error, "a message's file could not be stored");
                Self::Unavailable
            }
            MessageError::Overtaken => Self::Unavailable,
            MessageError::Storage(error) => error.into(),
        }
    }
}
