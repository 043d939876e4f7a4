//! The client of a bucket.

use std::sync::{Arc, Mutex, PoisonError};

use object_store::aws::{AmazonS3, AmazonS3Builder, AmazonS3ConfigKey};
use object_store::client::{HttpClient, HttpConnector, ReqwestConnector};
use object_store::{ClientConfigKey, ClientOptions, RetryConfig};

/// The client's words for yes.
const TRUE: [&str; 5] = ["1", "on", "true", "y", "yes"];

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The endpoint is without encryption, and that is not allowed.
    #[error(
        "`{0}` is without encryption; use an https:// address, or set AWS_ALLOW_HTTP=true for a service in your own network"
    )]
    Plain(String),
    /// A variable is missing or wrong.
    #[error(
        "the bucket cannot be used; set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, for a service other than Amazon's, AWS_ENDPOINT_URL"
    )]
    Settings(#[from] object_store::Error),
}

/// A client of a bucket. Sends no request to the service.
pub fn client(bucket: &str, retry: RetryConfig) -> Result<AmazonS3, ClientError> {
    Ok(with_connections(bucket, retry)?.0)
}

/// A client of a bucket, and the connections below it, for requests to addresses that it has
/// signed: they follow the same settings.
pub fn with_connections(
    bucket: &str,
    retry: RetryConfig,
) -> Result<(AmazonS3, HttpClient), ClientError> {
    // A process has one TLS library, which the client finds installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
    // The client would refuse each request by itself, in words that do not name the way out.
    if let Some(endpoint) = refused_endpoint(&builder) {
        return Err(ClientError::Plain(endpoint));
    }
    let kept = Kept::default();
    let builder = builder.with_http_connector(kept.clone());
    let client = builder.with_retry(retry).build()?;
    let http = kept.last();
    let http = http.map_or_else(
        || ReqwestConnector::default().connect(&ClientOptions::new()),
        Ok,
    );
    Ok((client, http?))
}

/// Keeps the connections that were made last: a client makes those to its bucket after those to
/// sources of credentials.
#[derive(Clone, Debug, Default)]
struct Kept(Arc<Mutex<Option<HttpClient>>>);

impl Kept {
    fn last(&self) -> Option<HttpClient> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clone()
    }
}

impl HttpConnector for Kept {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = ReqwestConnector::default().connect(options)?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(client.clone());
        Ok(client)
    }
}

/// A client of a bucket that signs no request: everyone can read the same files.
pub fn stranger(bucket: &str, retry: RetryConfig) -> object_store::Result<AmazonS3> {
    let builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
    builder.with_skip_signature(true).with_retry(retry).build()
}

/// The endpoint, if it is without encryption and that is not allowed.
fn refused_endpoint(builder: &AmazonS3Builder) -> Option<String> {
    let allow = AmazonS3ConfigKey::Client(ClientConfigKey::AllowHttp);
    let allowed = builder.get_config_value(&allow).unwrap_or_default();
    let is_allowed = TRUE.contains(&allowed.to_ascii_lowercase().as_str());
    let endpoint = builder.get_config_value(&AmazonS3ConfigKey::Endpoint)?;
    (endpoint.starts_with("http://") && !is_allowed).then_some(endpoint)
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
