//! Errors of the ground, as refusals. Those of a feature are in its `http`.

use super::ApiError;
use crate::content::ContentError;
use crate::limits::{NoPlace, TooMany};

impl From<sqlx::Error> for ApiError {
    /// Logs the fault, which names tables and files but no values, and decides whether it will
    /// pass.
    fn from(error: sqlx::Error) -> Self {
        if crate::db::will_pass(&error) {
            tracing::warn!(%error, "the database is not available");
            Self::Unavailable
        } else {
            tracing::error!(%error, "the database refused a query");
            Self::Internal
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
