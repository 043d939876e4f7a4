//! The place where files of messages are kept: a folder, or an S3 bucket. Files have random names.
//!
//! Which files there should be is in the table `message_files`; nothing here asks.

use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use tokio::fs::File;

use super::bucket::Bucket;
use super::contents::Contents;
use super::disk::Folder;
use super::fault::{PUT_TIME, StoreError};
use ::bucket::BucketUrl;

/// A place for files.
#[derive(Clone, Debug)]
pub enum Store {
    /// Beside the database.
    Disk(Folder),
    /// At a service.
    Bucket(Bucket),
}

impl Store {
    /// Opens the bucket, or makes the folder `messages` in `var`.
    pub fn open(var: &Path, bucket: Option<&BucketUrl>) -> Result<Self, StoreError> {
        Ok(match bucket {
            Some(url) => Self::Bucket(Bucket::open(url)?),
            None => Self::Disk(Folder::open(var.join("messages"))?),
        })
    }

    /// Puts a file that is on disk into the store, whole or not at all.
    pub async fn put(&self, name: &str, from: &Path) -> Result<(), StoreError> {
        let put = async {
            match self {
                Self::Disk(folder) => {
                    let (folder, name, from) = (folder.clone(), name.to_owned(), from.to_owned());
                    blocking(move || folder.put(&name, &from)).await
                }
                Self::Bucket(bucket) => bucket.put(name, from).await,
            }
        };
        let put = tokio::time::timeout(PUT_TIME, put).await;
        put.unwrap_or(Err(StoreError::Late))
    }

    /// The content of a file, if it is there.
    pub async fn read(&self, name: &str) -> Result<Option<Contents>, StoreError> {
        Ok(match self {
            Self::Disk(folder) => match File::open(folder.path(name)).await {
                Ok(file) => Some(Contents::Disk(file)),
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                Err(error) => return Err(error.into()),
            },
            Self::Bucket(bucket) => bucket.read(name).await?.map(Contents::Bucket),
        })
    }

    /// How many bytes a file has, if it is there.
    pub async fn size(&self, name: &str) -> Result<Option<u64>, StoreError> {
        match self {
            Self::Disk(folder) => {
                let (folder, name) = (folder.clone(), name.to_owned());
                blocking(move || folder.size(&name)).await
            }
            Self::Bucket(bucket) => bucket.size(name).await,
        }
    }

    /// Removes a file, if it is there.
    pub async fn remove(&self, name: &str) -> Result<(), StoreError> {
        match self {
            Self::Disk(folder) => {
                let (folder, name) = (folder.clone(), name.to_owned());
                blocking(move || folder.remove(&name)).await
            }
            Self::Bucket(bucket) => bucket.remove(name).await,
        }
    }

    /// Names of the files that have been there since before `moment`, in seconds since the epoch.
    pub async fn names(&self, moment: i64) -> Result<Vec<String>, StoreError> {
        let before = UNIX_EPOCH + Duration::from_secs(moment.unsigned_abs());
        match self {
            Self::Disk(folder) => {
                let folder = folder.clone();
                blocking(move || folder.names(before)).await
            }
            Self::Bucket(bucket) => bucket.names(before).await,
        }
    }
}

async fn blocking<T: Send + 'static>(
    act: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::task::spawn_blocking(act).await;
    Ok(done.map_err(std::io::Error::other)??)
}
