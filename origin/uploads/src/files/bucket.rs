//! An S3 bucket, or a service that speaks its protocol, as the store.

use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::TryStreamExt;
use futures_util::stream::BoxStream;
use object_store::aws::AmazonS3;
use object_store::path::Path;
use object_store::{
    BackoffConfig, Error, ObjectStore, ObjectStoreExt, RetryConfig, WriteMultipart,
};
use tokio::io::AsyncReadExt;
use tokio::sync::Semaphore;

use super::fault::StoreError;
use ::bucket::BucketUrl;

/// A larger file is sent in pieces, because data under way is in memory.
const PIECE: usize = 5 * 1024 * 1024;

/// Files that are sent at once, each with two pieces in memory.
const AT_ONCE: usize = 4;

/// The bytes of a file, as they come.
pub type Pieces = BoxStream<'static, object_store::Result<bytes::Bytes>>;

/// A part of a bucket.
#[derive(Clone, Debug)]
pub struct Bucket {
    client: Arc<AmazonS3>,
    prefix: Path,
    turns: Arc<Semaphore>,
}

impl Bucket {
    /// Reads the variables. Sends no request to the service.
    pub fn open(url: &BucketUrl) -> Result<Self, StoreError> {
        Ok(Self {
            client: Arc::new(::bucket::client(&url.bucket, patience())?),
            prefix: Path::parse(&url.prefix).map_err(Error::from)?,
            turns: Arc::new(Semaphore::new(AT_ONCE)),
        })
    }

    fn key(&self, name: &str) -> Path {
        self.prefix.clone().join(name)
    }

    /// Puts a file that is on disk into the bucket, whole or not at all.
    pub async fn put(&self, name: &str, from: &FilePath) -> Result<(), StoreError> {
        // Never closed.
        let _turn = self.turns.acquire().await;
        let mut file = tokio::fs::File::open(from).await?;
        if file.metadata().await?.len() <= PIECE as u64 {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).await?;
            self.client.put(&self.key(name), bytes.into()).await?;
            return Ok(());
        }
        let upload = self.client.put_multipart(&self.key(name)).await?;
        let mut pieces = WriteMultipart::new_with_chunk_size(upload, PIECE);
        match send(&mut file, &mut pieces).await {
            Ok(()) => {
                pieces.finish().await?;
                Ok(())
            }
            Err(error) => {
                // The sent pieces would stay, and cost, without a name.
                let _ = pieces.abort().await;
                Err(error)
            }
        }
    }

    /// Removes a file, if it is there.
    pub async fn remove(&self, name: &str) -> Result<(), StoreError> {
        match self.client.delete(&self.key(name)).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The bytes of a file, if it is there.
    pub async fn read(&self, name: &str) -> Result<Option<Pieces>, StoreError> {
        match self.client.get(&self.key(name)).await {
            Ok(found) => Ok(Some(found.into_stream())),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// How many bytes a file has, if it is there.
    pub async fn size(&self, name: &str) -> Result<Option<u64>, StoreError> {
        match self.client.head(&self.key(name)).await {
            Ok(found) => Ok(Some(found.size)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Names of the files that are older than `before`.
    pub async fn names(&self, before: SystemTime) -> Result<Vec<String>, StoreError> {
        let listed = self.client.list(Some(&self.prefix));
        let old = listed.try_filter_map(async |object| {
            let is_old = SystemTime::from(object.last_modified) < before;
            let name = object.location.filename().map(str::to_owned);
            Ok(name.filter(|_| is_old))
        });
        Ok(old.try_collect().await?)
    }
}

async fn send(file: &mut tokio::fs::File, pieces: &mut WriteMultipart) -> Result<(), StoreError> {
    let mut bytes = vec![0; 256 * 1024];
    loop {
        let read = file.read(&mut bytes).await?;
        if read == 0 {
            return Ok(());
        }
        pieces.wait_for_capacity(1).await?;
        pieces.write(&bytes[..read]);
    }
}

/// A service of which a node dies answers again within seconds; a visitor waits.
fn patience() -> RetryConfig {
    RetryConfig {
        backoff: BackoffConfig {
            init_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(2),
            base: 2.0,
        },
        max_retries: 10,
        retry_timeout: Duration::from_secs(20),
    }
}
