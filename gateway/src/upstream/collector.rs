//! The collector of spans over HTTP, with time limits and a limit of size.
//!
//! Only the thread that exports waits for it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::HttpsConnectorBuilder;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use opentelemetry_http::{HttpClient, HttpError};
use tokio::time::timeout;
use tokio_rustls::rustls::ClientConfig;

use super::tls::{AuthoritiesError, trusting, trusting_no_server};
use super::with_causes;
use crate::config::Otlp;

/// Longest time for an answer; the standard's own.
const LIMIT: Duration = Duration::from_secs(10);

/// Longest body of an answer, in bytes; usual ones have none.
const BODY_MAX: usize = 64 * 1024;

/// Sends batches. Keeps no connection: the next batch comes seconds later.
pub(crate) struct CollectorClient {
    tls: ClientConfig,
    endpoint: Uri,
    /// Whether the last batch failed; the log has a line when that changes.
    is_failing: AtomicBool,
}

impl CollectorClient {
    /// A client without a connection. An error if the authorities cannot be used.
    pub(crate) fn new(otlp: &Otlp) -> Result<Self, AuthoritiesError> {
        let tls = match &otlp.authorities {
            Some(authorities) => trusting(authorities, "OTEL_EXPORTER_OTLP_CERTIFICATE")?,
            None => trusting_no_server()?,
        };
        Ok(Self {
            tls,
            endpoint: otlp.endpoint.clone(),
            is_failing: AtomicBool::new(false),
        })
    }

    async fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(self.tls.clone())
            .https_or_http()
            .enable_http1()
            .build();
        let client = Client::builder(TokioExecutor::new())
            .pool_max_idle_per_host(0)
            .build(connector);
        let (parts, body) = client.request(request.map(Full::new)).await?.into_parts();
        let body = Limited::new(body, BODY_MAX).collect().await?.to_bytes();
        Ok(Response::from_parts(parts, body))
    }

    /// Writes a line when the collector begins to fail, and when it has recovered.
    fn log(&self, sent: &Result<Response<Bytes>, HttpError>) {
        let reason = match sent {
            Ok(answer) if answer.status().is_success() => None,
            Ok(answer) => Some(format!("it answered {}", answer.status())),
            Err(error) => Some(with_causes(error.as_ref())),
        };
        let endpoint = &self.endpoint;
        match reason {
            Some(reason) if !self.is_failing.swap(true, Ordering::Relaxed) => {
                tracing::warn!(%endpoint, reason, "the collector takes no spans");
            }
            None if self.is_failing.swap(false, Ordering::Relaxed) => {
                tracing::info!(%endpoint, "the collector takes spans again");
            }
            _ => {}
        }
    }
}

/// The library demands this implementation.
impl fmt::Debug for CollectorClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CollectorClient")
            .field(&self.endpoint)
            .finish()
    }
}

#[async_trait::async_trait]
impl HttpClient for CollectorClient {
    /// Sends a batch. Blocks: the library calls it on a thread of its own, without a runtime. A new
    /// runtime for each batch leaves no task and no connection behind.
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let sent = runtime.block_on(async { timeout(LIMIT, self.send(request)).await });
        // Does not wait for a name that is still being looked up.
        runtime.shutdown_background();
        let late = || format!("it gave no answer within {} s", LIMIT.as_secs());
        let sent = sent.unwrap_or_else(|_| Err(late().into()));
        self.log(&sent);
        sent
    }
}
