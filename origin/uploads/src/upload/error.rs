//! Why uploads end, or do not begin.

use std::io;

use crate::files::upload_dir::LockTimeout;

/// Why an upload does not go on.
#[derive(Debug)]
pub enum UploadError {
    /// The client, or its network, has as many as it may; in so many seconds it may try again.
    TooMany(i64),
    /// There is no room, on disk or in the bounds for everyone.
    Full,
    /// There is none with this id, or it has expired.
    Unknown,
    /// The bytes begin elsewhere than where it stopped.
    Elsewhere,
    /// There would be more bytes than were announced.
    TooLarge,
    /// Another call has it and does not let go.
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
