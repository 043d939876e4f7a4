//! The client of a bucket.
//!
//! Credentials, region and endpoint come from the usual variables (`AWS_ACCESS_KEY_ID`,
//! `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`, `AWS_ALLOW_HTTP`). The client is
//! asynchronous, and each thread that uses one has a runtime of its own for it: everything else in
//! the generator is plain threads.

use std::time::Duration;

use anyhow::Context;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::{BackoffConfig, RetryConfig};
use tokio::runtime::Runtime;

/// A client of a bucket.
pub(super) fn client(bucket: &str) -> anyhow::Result<AmazonS3> {
    // A process has one TLS library, which the client finds installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
    let builder = builder.with_retry(patient());
    builder.build().with_context(|| {
        format!("the bucket `{bucket}` cannot be reached; set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, for a service other than Amazon's, AWS_ENDPOINT_URL")
    })
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
