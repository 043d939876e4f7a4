//! Why the store fails, and how long it may take.

use std::time::Duration;

/// How long a file may take to the store. Whatever is announced for longer is housekeeping's.
pub const PUT_TIME: Duration = Duration::from_secs(60);

/// Why a file is not where it should be.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk failed.
    #[error(
        "a file of a message cannot be read or written: check the permissions and the space on disk"
    )]
    Disk(#[from] std::io::Error),
    /// The service failed.
    #[error(
        "the bucket of messages cannot be used: set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, for a service other than Amazon's, AWS_ENDPOINT_URL"
    )]
    Bucket(#[from] object_store::Error),
    /// There is no client of the bucket.
    #[error(transparent)]
    Client(#[from] bucket::ClientError),
    /// The store took too long.
    #[error("a file of a message took longer than {PUT_TIME:?} to the store")]
    Late,
    /// A file that should be there is not.
    #[error("a file of a message is not in the store: `origin messages check` names the message")]
    Missing,
    /// The store stopped in the middle of a file.
    #[error(
        "a file of a message does not come from the store: nothing was heard of it for a while"
    )]
    Silent,
}
