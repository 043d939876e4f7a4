//! The bucket's side: questions to the service, each with a limit of time.

use std::fmt::{self, Display};
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ::bucket::{BucketUrl, ClientError};
use bytes::Bytes;
use futures_util::StreamExt;
use object_store::aws::AmazonS3;
use object_store::path::Path;
use object_store::{Error, GetOptions, GetResult, ObjectStore, RetryConfig};
use sentences::Message;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::observe::metrics::Metrics;

/// How long the bucket may be silent before it counts as away; a visitor waits.
const WAIT: Duration = Duration::from_secs(10);
/// How long the bucket is not asked again after it failed, so that visitors of files that the
/// mirror holds do not wait behind those of files that it lacks.
const PAUSE: Duration = Duration::from_secs(1);
/// Characters of an error that are shown: the client's repeat whole answers.
const SHOWN: usize = 300;

/// The part of a bucket with the builds. All its functions block; never call them where
/// asynchronous code runs.
pub(crate) struct Store {
    url: BucketUrl,
    prefix: Path,
    client: AmazonS3,
    /// Runtime of the client's connections. None only while the store is dropped.
    runtime: Option<Runtime>,
    /// When the bucket failed last, and how; none before the first failure.
    away: Mutex<Option<(Instant, String)>>,
    metrics: Arc<Metrics>,
}

/// An object that is on its way.
pub(super) struct Arriving {
    found: GetResult,
    /// Length of the object in bytes.
    pub(super) size: u64,
}

/// A pointer as the bucket has it now.
pub(crate) enum Pointer {
    /// The pointer is as it was read last.
    Unchanged,
    /// The new pointer, with the tag by which the next request asks for a change.
    Changed(Bytes, Option<String>),
}

/// Why a bucket cannot be asked.
#[derive(Debug)]
pub(crate) enum OpenError {
    Client { url: BucketUrl, source: ClientError },
    Prefix(BucketUrl),
    Thread(io::Error),
}

sentences::error_in_words!(OpenError);

impl OpenError {
    /// The error in words, for people.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Client { url, source } => Message::new("bucket-client")
                .with("url", url.to_string())
                .with("error", source.to_string()),
            Self::Prefix(url) => Message::new("bucket-prefix").with("url", url.to_string()),
            Self::Thread(error) => Message::new("bucket-thread").with("error", error),
        }
    }
}

impl Store {
    /// The part of a bucket at this address. Sends no request yet.
    pub(crate) fn open(url: &BucketUrl, metrics: Arc<Metrics>) -> Result<Self, OpenError> {
        let client = ::bucket::client(&url.bucket, retry()).map_err(|source| {
            let url = url.clone();
            OpenError::Client { url, source }
        })?;
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.worker_threads(1).thread_name("bucket").enable_all();
        Ok(Self {
            url: url.clone(),
            prefix: Path::parse(&url.prefix).map_err(|_| OpenError::Prefix(url.clone()))?,
            client,
            runtime: Some(runtime.build().map_err(OpenError::Thread)?),
            away: Mutex::default(),
            metrics,
        })
    }

    /// The bucket's address.
    pub(crate) fn url(&self) -> &BucketUrl {
        &self.url
    }

    /// A pointer of at most `most` bytes, unless it still has the tag `known`.
    pub(crate) fn pointer(
        &self,
        name: &str,
        known: Option<&str>,
        most: u64,
    ) -> io::Result<Pointer> {
        let options = GetOptions {
            if_none_match: known.map(str::to_owned),
            ..GetOptions::default()
        };
        let Some(arriving) = self.ask(name, options, most)? else {
            return Ok(Pointer::Unchanged);
        };
        let tag = arriving.found.meta.e_tag.clone();
        let mut bytes = Vec::new();
        self.copy(arriving, &mut bytes)?;
        Ok(Pointer::Changed(bytes.into(), tag))
    }

    /// An object of at most `most` bytes. The error is of the kind `NotFound` if there is none.
    pub(super) fn get(&self, name: &str, most: u64) -> io::Result<Arriving> {
        let arriving = self.ask(name, GetOptions::default(), most)?;
        arriving.ok_or_else(|| self.fail(&"an answer to another question"))
    }

    /// Writes an object's bytes as they come; an error unless all of them came.
    pub(super) fn copy(&self, arriving: Arriving, into: &mut impl Write) -> io::Result<()> {
        let (mut pieces, mut left) = (arriving.found.into_stream(), arriving.size);
        while let Some(piece) = self.wait(pieces.next())? {
            let piece = piece.map_err(|error| self.fail(&error))?;
            let length = piece.len() as u64;
            left = left
                .checked_sub(length)
                .ok_or_else(|| self.fail(&"longer than announced"))?;
            into.write_all(&piece)?;
        }
        match left {
            0 => Ok(()),
            _ => Err(self.fail(&"the connection broke")),
        }
    }

    /// The object of a name; none if it still has the tag in the options.
    fn ask(&self, name: &str, options: GetOptions, most: u64) -> io::Result<Option<Arriving>> {
        if let Some((since, reason)) = lock(&self.away).as_ref()
            && since.elapsed() < PAUSE
        {
            return Err(io::Error::other(reason.clone()));
        }
        let key = self.key(name)?;
        let found = match self.wait(self.client.get_opts(&key, options))? {
            Ok(found) => found,
            Err(Error::NotModified { .. }) => return Ok(None),
            Err(Error::NotFound { .. }) => return Err(ErrorKind::NotFound.into()),
            Err(error) => return Err(self.fail(&error)),
        };
        let size = found.meta.size;
        match size <= most {
            true => Ok(Some(Arriving { found, size })),
            false => Err(invalid(format!("{size} bytes where at most {most} can be"))),
        }
    }

    /// Runs the client's part of the work.
    fn wait<T>(&self, work: impl Future<Output = T>) -> io::Result<T> {
        let runtime = self.runtime.as_ref();
        let runtime = runtime.ok_or_else(|| io::Error::other("the gateway ends"))?;
        let done = runtime.block_on(async { timeout(WAIT, work).await });
        done.map_err(|_| self.fail(&"no answer in time"))
    }

    fn fail(&self, error: &dyn Display) -> io::Error {
        let reason: String = error.to_string().chars().take(SHOWN).collect();
        let reason = format!("{} does not answer: {reason}", self.url);
        self.metrics.bucket_failures.add_one();
        *lock(&self.away) = Some((Instant::now(), reason.clone()));
        io::Error::other(reason)
    }

    fn key(&self, name: &str) -> io::Result<Path> {
        let text = match self.prefix.as_ref() {
            "" => name.to_owned(),
            prefix => format!("{prefix}/{name}"),
        };
        Path::parse(text).map_err(|error| invalid(error.to_string()))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // A runtime that waits for its tasks must not be dropped where asynchronous code runs.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store({})", self.url)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn invalid(reason: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

/// Few retries: a node that dies is replaced within a moment; later ones are the next request's.
fn retry() -> RetryConfig {
    RetryConfig {
        max_retries: 2,
        retry_timeout: Duration::from_secs(5),
        ..RetryConfig::default()
    }
}
