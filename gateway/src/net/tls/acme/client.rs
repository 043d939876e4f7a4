//! The directory over HTTPS, with time limits and a limit of size.

use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use tokio::time::timeout;
use tokio_rustls::rustls::ClientConfig;

/// Longest time for an answer.
const LIMIT: Duration = Duration::from_secs(30);

/// Longest body, in bytes; a chain of certificates has some thousands.
const BODY_MAX: usize = 1024 * 1024;

/// Connections to the directory. Lives for one order: the next one comes weeks later.
pub(super) struct DirectoryClient(Client<HttpsConnector<HttpConnector>, BodyWrapper<Bytes>>);

impl DirectoryClient {
    pub(super) fn new(tls: ClientConfig) -> Self {
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls)
            .https_only()
            .enable_http1()
            .build();
        Self(Client::builder(TokioExecutor::new()).build(connector))
    }
}

impl HttpClient for DirectoryClient {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let address = request.uri().clone();
        let asked = self.0.request(request);
        let whole = async {
            let (parts, body) = asked.await.map_err(other)?.into_parts();
            let body = Limited::new(body, BODY_MAX).collect().await;
            let body: Box<dyn instant_acme::BytesBody> =
                Box::new(body.map_err(Error::Other)?.to_bytes());
            Ok(BytesResponse { parts, body })
        };
        Box::pin(async move {
            let late = || format!("`{address}` gave no answer within {} s", LIMIT.as_secs());
            let answer = timeout(LIMIT, whole).await;
            answer.unwrap_or_else(|_| Err(Error::Other(late().into())))
        })
    }
}

fn other(error: hyper_util::client::legacy::Error) -> Error {
    Error::Other(Box::new(error))
}
