//! A collector of OpenTelemetry: it takes batches of spans over HTTP, and can be made broken or
//! silent.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, Span};
use prost::Message;
use rcgen::{CertifiedKey, KeyPair};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::{self, ServerConfig};

/// Reaction of the collector to a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reaction {
    Take,
    /// Answers with 500.
    Fail,
    /// Does not answer until the test changes the reaction.
    Wait,
}

pub(crate) struct Collector {
    pub(crate) address: SocketAddr,
    state: Arc<State>,
}

struct State {
    /// Every request that arrived: method and target, headers, body.
    received: Mutex<Vec<(String, HeaderMap, Bytes)>>,
    /// The batches that it took.
    taken: Mutex<Vec<ResourceSpans>>,
    reaction: watch::Sender<Reaction>,
}

impl Collector {
    pub(crate) async fn start(reaction: Reaction) -> Self {
        Self::start_with(reaction, None).await
    }

    pub(crate) async fn over_tls(pair: &CertifiedKey<KeyPair>) -> Self {
        let key = PrivateKeyDer::try_from(pair.signing_key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![pair.cert.der().clone()], key)
            .unwrap();
        let tls = TlsAcceptor::from(Arc::new(config));
        Self::start_with(Reaction::Take, Some(tls)).await
    }

    async fn start_with(reaction: Reaction, tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State {
            received: Mutex::default(),
            taken: Mutex::default(),
            reaction: watch::Sender::new(reaction),
        });
        let served = Arc::clone(&state);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let (state, tls) = (Arc::clone(&served), tls.clone());
                tokio::spawn(async move {
                    match tls {
                        None => serve(stream, state).await,
                        // A client that does not trust the certificate disconnects.
                        Some(tls) => {
                            if let Ok(stream) = tls.accept(stream).await {
                                serve(stream, state).await;
                            }
                        }
                    }
                });
            }
        });
        Self { address, state }
    }

    /// Sets the reaction from now on, also for batches that wait.
    pub(crate) fn react(&self, reaction: Reaction) {
        self.state.reaction.send_replace(reaction);
    }

    /// The base address for `--otlp`.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every request so far: method and target, headers, body.
    pub(crate) fn received(&self) -> Vec<(String, HeaderMap, Bytes)> {
        self.state.received.lock().unwrap().clone()
    }

    /// Ready when a first batch has arrived.
    pub(crate) async fn until_received(&self) {
        let wait = async {
            while self.received().is_empty() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(20), wait).await;
        waited.expect("no batch came");
    }

    /// The spans that it took.
    pub(crate) fn spans(&self) -> Vec<Span> {
        let taken = self.state.taken.lock().unwrap();
        let scopes = taken.iter().flat_map(|resource| &resource.scope_spans);
        scopes.flat_map(|scope| scope.spans.clone()).collect()
    }

    /// Attributes of the service that sent the first batch.
    pub(crate) fn resource(&self) -> Vec<KeyValue> {
        let taken = self.state.taken.lock().unwrap();
        taken[0].resource.clone().unwrap().attributes
    }
}

/// An attribute as text; empty if it is absent.
pub(crate) fn text(attributes: &[KeyValue], key: &str) -> String {
    let found = attributes.iter().find(|one| one.key == key);
    match found.and_then(|one| one.value.clone()?.value) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        _ => String::new(),
    }
}

async fn serve(stream: impl AsyncRead + AsyncWrite + Unpin, state: Arc<State>) {
    let service = service_fn(move |request| answer(Arc::clone(&state), request));
    let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    // The batches are in the state, however the connection ends.
    let _ = connection.await;
}

async fn answer(
    state: Arc<State>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let call = format!("{} {}", parts.method, parts.uri);
    let entry = (call, parts.headers, body.clone());
    state.received.lock().unwrap().push(entry);
    let mut reaction = state.reaction.subscribe();
    let changed = reaction.wait_for(|one| *one != Reaction::Wait).await;
    let status = match *changed.unwrap() {
        Reaction::Take => {
            let batch = ExportTraceServiceRequest::decode(body).unwrap();
            state.taken.lock().unwrap().extend(batch.resource_spans);
            200
        }
        Reaction::Fail | Reaction::Wait => 500,
    };
    let answer = Response::builder().status(status);
    Ok(answer.body(Full::default()).unwrap())
}
