//! The client of a bucket.
//!
//! Credentials, region and endpoint come from the usual variables (`AWS_ACCESS_KEY_ID`,
//! `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`, `AWS_ALLOW_HTTP`). The client is
//! asynchronous, and each thread that uses one has a runtime of its own for it: everything else in
//! the generator is plain threads.

use std::time::Duration;

use anyhow::{Context, bail};
use object_store::aws::{AmazonS3, AmazonS3Builder, AmazonS3ConfigKey};
use object_store::{BackoffConfig, ClientConfigKey, RetryConfig};
use tokio::runtime::Runtime;

use generator_ground::message::Message;

/// The client's words for yes.
const TRUE: [&str; 5] = ["1", "on", "true", "y", "yes"];

/// Characters of an error that are shown.
const SHOWN: usize = 400;

/// A client of a bucket.
pub(super) fn client(bucket: &str) -> anyhow::Result<AmazonS3> {
    // A process has one TLS library, which the client finds installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
    let builder = builder.with_retry(patient());
    if let Some(endpoint) = refused_endpoint(&builder) {
        bail!(Message::new("s3-plain").with("endpoint", endpoint));
    }
    builder.build().with_context(|| {
        format!("the bucket `{bucket}` cannot be reached; set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, for a service other than Amazon's, AWS_ENDPOINT_URL")
    })
}

/// A client of a bucket that signs no request: everyone can read the same files.
pub(super) fn stranger(bucket: &str) -> anyhow::Result<AmazonS3> {
    let builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
    let retry = RetryConfig {
        max_retries: 2,
        retry_timeout: Duration::from_secs(10),
        ..RetryConfig::default()
    };
    Ok(builder
        .with_skip_signature(true)
        .with_retry(retry)
        .build()?)
}

/// The endpoint, if it is without encryption and that is not allowed: the client would refuse each
/// request by itself, in words that do not name the way out.
fn refused_endpoint(builder: &AmazonS3Builder) -> Option<String> {
    let allow = AmazonS3ConfigKey::Client(ClientConfigKey::AllowHttp);
    let allowed = builder.get_config_value(&allow).unwrap_or_default();
    let is_allowed = TRUE.contains(&allowed.to_ascii_lowercase().as_str());
    let endpoint = builder.get_config_value(&AmazonS3ConfigKey::Endpoint)?;
    (endpoint.starts_with("http://") && !is_allowed).then_some(endpoint)
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

#[cfg(test)]
mod tests {
    use super::*;

    // R10.03
    #[test]
    fn an_endpoint_without_encryption_has_to_be_allowed() {
        let refused = |endpoint: &str, allow: Option<&str>| {
            let builder = AmazonS3Builder::new().with_endpoint(endpoint);
            let key = AmazonS3ConfigKey::Client(ClientConfigKey::AllowHttp);
            refused_endpoint(&match allow {
                Some(allow) => builder.with_config(key, allow),
                None => builder,
            })
        };
        let plain = "http://127.0.0.1:9000";
        assert_eq!(refused(plain, None).as_deref(), Some(plain));
        assert_eq!(refused(plain, Some("false")).as_deref(), Some(plain));
        assert_eq!(refused(plain, Some("true")), None);
        assert_eq!(refused(plain, Some("1")), None);
        assert_eq!(refused("https://s3.example.com", None), None);
        assert_eq!(refused_endpoint(&AmazonS3Builder::new()), None);
    }
}
