//! Why uploads end, or do not begin.

use std::io;

use crate::files::upload_dir::LockTimeout;

/// Why an upload does not go on.
#[derive(Debug)]
pub enum UploadError {
    /// The client or its network has as many uploads as it may; more may begin in so many seconds.
    TooMany(i64),
    /// No room is left, on disk or in the bounds for everyone.
    Full,
    /// No upload has this id, or it has expired.
    Unknown,
    /// The bytes begin elsewhere than where the upload stopped.
    Elsewhere,
    /// More bytes would come than were announced.
    TooLarge,
    /// Another call has the upload and does not let go.
    LockTimeout,
    /// The sender went away.
    Broken,
    /// The sender has been silent for too long.
    Silent,
    /// The disk failed.
    Disk(io::Error),
    /// The database failed.
    Storage(sqlx::Error),
}

impl From<sqlx::Error> for UploadError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error)
    }
}

impl From<io::Error> for UploadError {
    fn from(error: io::Error) -> Self {
        Self::Disk(error)
    }
}

impl From<LockTimeout> for UploadError {
    fn from(LockTimeout: LockTimeout) -> Self {
        Self::LockTimeout
    }
}
