//! Errors of the folders below, as refusals.

use contract::form::Form;

use super::ApiError;
use crate::assistant::chat::NoConversation;
use crate::captcha::rules::CaptchaError;
use crate::feishu::app::FeishuError;
use crate::feishu::sign_in::FeishuLoginError;
use crate::ground::content::ContentError;
use crate::ground::limits::{NoPlace, TooMany};
use crate::messages::rules::form::labels;
use crate::messages::rules::submission::MessageError;
use crate::search::NotReady;
use crate::sign_in::rules::login::{LoginError, SendError};
use crate::uploads::upload::UploadError;

impl From<sqlx::Error> for ApiError {
    /// Logs the fault, which names tables and files but no values, and decides whether it will
    /// pass.
    fn from(error: sqlx::Error) -> Self {
        if crate::ground::db::will_pass(&error) {
            tracing::warn!(%error, "the database is not available");
            Self::Unavailable
        } else {
            tracing::error!(%error, "the database refused a query");
            Self::Internal
        }
    }
}

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

impl From<FeishuError> for ApiError {
    fn from(error: FeishuError) -> Self {
        match error {
            FeishuError::Code => Self::FeishuCodeRefused,
            FeishuError::Person => Self::FeishuPersonRefused,
            FeishuError::Busy(seconds) => Self::FeishuBusy(seconds),
            // Reported to the operator at its place, once.
            FeishuError::App(_) => Self::FeishuAway,
            FeishuError::Token(_) | FeishuError::Away(_) => {
                tracing::warn!(%error, "Feishu could not be asked");
                Self::FeishuAway
            }
        }
    }
}

impl From<FeishuLoginError> for ApiError {
    fn from(error: FeishuLoginError) -> Self {
        match error {
            FeishuLoginError::Feishu(error) => error.into(),
            FeishuLoginError::Stranger => Self::FeishuPersonRefused,
            FeishuLoginError::Storage(error) => error.into(),
        }
    }
}

impl From<CaptchaError> for ApiError {
    fn from(error: CaptchaError) -> Self {
        match error {
            CaptchaError::Refused => Self::CaptchaRefused,
            CaptchaError::Storage(error) => error.into(),
        }
    }
}

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

impl From<UploadError> for ApiError {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::TooMany(seconds) => Self::TooManyCalls(seconds),
            UploadError::Full => Self::NoRoom,
            UploadError::Unknown => Self::UnknownUpload,
            UploadError::Elsewhere => Self::UploadElsewhere,
            UploadError::TooLarge => Self::UploadTooLong,
            UploadError::LockTimeout => Self::UploadContested,
            UploadError::Broken => Self::BodyBroken,
            UploadError::Silent => Self::BodyTooSlow,
            UploadError::Disk(error) => {
                tracing::error!(%error, "an upload could not be written");
                Self::Unavailable
            }
            UploadError::Storage(error) => error.into(),
        }
    }
}

impl From<ContentError> for ApiError {
    fn from(error: ContentError) -> Self {
        match error {
            ContentError::NoBuild => Self::NoBuild,
            ContentError::Missing(_) => Self::UnknownData,
            ContentError::Broken(_) => Self::Unavailable,
        }
    }
}

impl From<TooMany> for ApiError {
    fn from(TooMany(seconds): TooMany) -> Self {
        Self::TooManyCalls(seconds)
    }
}

/// A client whose streams are all open comes back when one of its answers has ended.
const RETRY_STREAM_AFTER: i64 = 5;

impl From<NoPlace> for ApiError {
    fn from(error: NoPlace) -> Self {
        match error {
            NoPlace::OfClient => Self::TooManyCalls(RETRY_STREAM_AFTER),
            NoPlace::OfAll => Self::Unavailable,
        }
    }
}

impl From<NoConversation> for ApiError {
    fn from(NoConversation: NoConversation) -> Self {
        Self::BadConversation
    }
}

impl From<NotReady> for ApiError {
    fn from(NotReady: NotReady) -> Self {
        Self::Unavailable
    }
}
