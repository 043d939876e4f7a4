//! The content of a file of the store, piece by piece.

use std::time::Duration;

use bytes::Bytes;
use futures_util::TryStreamExt;
use tokio::fs::File;
use tokio::io::AsyncReadExt;

use super::bucket::Pieces;
use super::fault::StoreError;

/// Bytes of a piece from the disk.
const PIECE: usize = 64 * 1024;

/// How long a piece may take to come.
const SILENCE: Duration = Duration::from_secs(30);

/// A file that is being read.
pub enum Contents {
    /// From the disk.
    Disk(File),
    /// From a service.
    Bucket(Pieces),
}

impl Contents {
    /// The next piece; none at the end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, StoreError> {
        let next = async {
            match self {
                Self::Disk(file) => {
                    let mut piece = vec![0; PIECE];
                    let length = file.read(&mut piece).await?;
                    piece.truncate(length);
                    Ok((length > 0).then(|| piece.into()))
                }
                Self::Bucket(pieces) => Ok(pieces.try_next().await?),
            }
        };
        let next = tokio::time::timeout(SILENCE, next).await;
        next.unwrap_or(Err(StoreError::Silent))
    }
}
