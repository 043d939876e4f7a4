//! The client of a bucket, with the generator's patience. It is asynchronous, and each thread that
//! uses one has a runtime of its own for it: everything else in the generator is plain threads.

use std::time::Duration;

use anyhow::{Context, bail};
use bucket::ClientError;
use object_store::aws::AmazonS3;
use object_store::client::HttpClient;
use object_store::{BackoffConfig, RetryConfig};
use tokio::runtime::Runtime;

use generator_ground::message::Message;

/// Characters of an error that are shown.
const SHOWN: usize = 400;

/// A client of a bucket.
pub(super) fn client(name: &str) -> anyhow::Result<AmazonS3> {
    Ok(with_connections(name)?.0)
}

/// A client of a bucket, and the connections below it.
pub(super) fn with_connections(name: &str) -> anyhow::Result<(AmazonS3, HttpClient)> {
    match bucket::with_connections(name, patient()) {
        Err(ClientError::Plain(endpoint)) => {
            bail!(Message::new("s3-plain").with("endpoint", endpoint))
        }
        made => made.with_context(|| format!("the bucket `{name}`")),
    }
}

/// A client of a bucket that signs no request: everyone can read the same files.
pub(super) fn stranger(name: &str) -> anyhow::Result<AmazonS3> {
    let retry = RetryConfig {
        max_retries: 2,
        retry_timeout: Duration::from_secs(10),
        ..RetryConfig::default()
    };
    Ok(bucket::stranger(name, retry)?)
}

/// The client's errors repeat their causes, and have whole answers in them.
pub(super) fn shorten(error: impl Into<anyhow::Error>) -> anyhow::Error {
    let text = error.into().to_string();
    let shown: String = text.chars().take(SHOWN).collect();
    anyhow::anyhow!(shown)
}

/// A service of which a node dies answers again within a minute.
fn patient() -> RetryConfig {
    RetryConfig {
        backoff: BackoffConfig {
            init_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(5),
            base: 2.0,
        },
        max_retries: 100,
        retry_timeout: Duration::from_secs(90),
    }
}

/// A runtime for the calling thread.
pub(super) fn runtime() -> anyhow::Result<Runtime> {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    Ok(builder.enable_all().build()?)
}
