//! Why the store fails, and how long it may take.

use std::time::Duration;

use bucket::ClientError;
use sentences::Message;

/// How long a file may take to the store. Whatever is announced for longer is housekeeping's.
pub const PUT_TIME: Duration = Duration::from_secs(60);

/// Why a file is not where it should be.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum StoreError {
    /// The disk failed.
    Disk(#[from] std::io::Error),
    /// The service failed.
    Bucket(#[from] object_store::Error),
    /// The client of the bucket cannot be set up.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The store took too long.
    Late,
    /// A file that should be there is not.
    Missing,
    /// The store stopped in the middle of a file.
    Silent,
}

impl StoreError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Disk(_) => Message::new("message-store-disk"),
            Self::Bucket(_) | Self::Client(ClientError::Settings(_)) => {
                Message::new("message-store-bucket")
            }
            Self::Client(ClientError::Plain(address)) => {
                Message::new("bucket-plain").with("address", address)
            }
            Self::Late => Message::new("message-store-late").with("seconds", PUT_TIME.as_secs()),
            Self::Missing => Message::new("message-store-missing"),
            Self::Silent => Message::new("message-store-silent"),
        }
    }
}
