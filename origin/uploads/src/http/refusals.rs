//! Errors of uploads, as refusals.

use crate::upload::UploadError;
use origin_ground::http::error::ApiError;

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
