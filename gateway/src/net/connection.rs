//! One connection from its first byte to its last: TLS, the version of HTTP, its time limits, and
//! the answers to its requests.
//!
//! No client keeps a permit for ever by doing nothing further: a handshake, a head, an idle
//! connection and an answer that is not read each have a time limit.

mod activity;
mod answer_record;
mod coalescing_writer;
mod http1;
mod http2;
mod plain;
mod proxy_header;
mod wake_flag;

use std::convert::Infallible;
use std::io;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::{Either, ready};
use http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::{http1 as h1, http2 as h2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncRead, AsyncWrite};

use super::connection_limit::Permit;
use super::stream::Stream;
use super::tls::{Tls, Version};
use crate::observe::access_log::{self, Line};
use crate::observe::client_token::ClientToken;
use crate::phases::Phases;
use crate::pipeline::error_answer;
use crate::pipeline::handler;
use crate::pipeline::health;
use crate::protocol::client::{Client, FarEnd};
use crate::protocol::observed_body::ObservedBody;
use crate::protocol::trace_context::TraceContext;
use crate::state::Gateway;
use answer_record::{AnswerRecord, ConnectionMetrics, RecordedBody};
use plain::PlainStream;

/// The longest head of a request, in bytes; longer ones get 431.
const HEAD_MAX: usize = 64 * 1024;

/// How long a client that is asked to leave may take for its next request. Its connection must not
/// be closed while a request may be under way; clients close those that they do not use.
const LINGER: Duration = Duration::from_secs(5);

/// Interval at which a connection is examined, and time without activity before it rests.
const TICK: Duration = Duration::from_secs(1);

/// The time limits of a connection, and the other reasons to end it before its client does.
#[derive(Clone, Copy)]
struct Bounds<'a> {
    /// How long the client may keep the connection waiting.
    limit: Duration,
    permit: &'a Permit,
    phases: &'a Phases,
}

/// The answers of a port.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Service {
    /// The site.
    Site,
    /// Redirects to HTTPS.
    Redirect,
    /// Health and metrics.
    Operators,
}

/// The server of connections, as it is configured.
pub(crate) struct Connections {
    gateway: Arc<Gateway>,
    service: Service,
    tls: Option<Arc<Tls>>,
    http1: h1::Builder,
    http2: h2::Builder<TokioExecutor>,
}

impl Connections {
    /// The site, with the configured times.
    pub(crate) fn new(gateway: Arc<Gateway>, tls: Option<Arc<Tls>>) -> Self {
        Self {
            service: Service::Site,
            http1: http1(),
            http2: http2::builder(gateway.config.limits.head),
            gateway,
            tls,
        }
    }

    /// Redirects to HTTPS, without TLS.
    pub(crate) fn to_https(gateway: Arc<Gateway>) -> Self {
        Self {
            service: Service::Redirect,
            ..Self::new(gateway, None)
        }
    }

    /// Health and metrics, without TLS.
    pub(crate) fn to_operators(gateway: Arc<Gateway>) -> Self {
        Self {
            service: Service::Operators,
            ..Self::new(gateway, None)
        }
    }

    /// Serves one connection until it ends, or, after the stop, until the answers in progress are
    /// complete.
    pub(crate) async fn serve(
        &self,
        stream: Stream,
        peer: FarEnd,
        permit: &Permit,
        phases: Phases,
    ) {
        let metrics = &self.gateway.metrics;
        metrics.connections.add_one();
        if self.names_clients(peer) {
            Box::pin(self.serve_named(stream, peer, permit, &phases)).await;
        } else {
            self.serve_stream(stream, peer, permit, &phases).await;
        }
        metrics.connections.take_one();
    }

    /// Whether connections of this peer begin with a header of the PROXY protocol.
    fn names_clients(&self, peer: FarEnd) -> bool {
        let config = &self.gateway.config;
        config.proxy_protocol
            && self.service != Service::Operators
            && config.trusted_proxies.has_peer(peer)
    }

    /// Serves the client that a proxy names at the start of the connection.
    async fn serve_named(
        &self,
        mut stream: Stream,
        proxy: FarEnd,
        permit: &Permit,
        phases: &Phases,
    ) {
        let limit = self.gateway.config.limits.head;
        let header = tokio::time::timeout(limit, proxy_header::read(&mut stream, proxy));
        let named = tokio::select! {
            named = at_rest_after_a_tick(permit, header) => named,
            () = phases.until_stopped() => None,
        };
        match named {
            Some(Ok(Ok(client))) => self.serve_stream(stream, client, permit, phases).await,
            Some(Ok(Err(error))) => {
                tracing::warn!(%proxy, %error, "a connection of a trusted proxy was closed");
            }
            Some(Err(_)) => tracing::debug!(%proxy, "no header of the PROXY protocol came in time"),
            None => {}
        }
    }

    async fn serve_stream(&self, stream: Stream, peer: FarEnd, permit: &Permit, phases: &Phases) {
        match &self.tls {
            // Without TLS there is no ALPN, and guessing the version from a connection's first
            // bytes has no time limit.
            None if self.gateway.development.is_some() && self.service == Service::Site => {
                Box::pin(self.serve_tunnel(stream, peer, phases)).await;
            }
            None => {
                self.serve_http1(PlainStream(stream), peer, permit, phases)
                    .await;
            }
            // Boxed, or a connection without TLS would be as large.
            Some(tls) => Box::pin(self.serve_tls(tls, stream, peer, permit, phases)).await,
        }
    }

    fn bounds<'a>(&self, permit: &'a Permit, phases: &'a Phases) -> Bounds<'a> {
        Bounds {
            limit: self.gateway.config.limits.head,
            permit,
            phases,
        }
    }

    fn metrics(&self) -> Arc<ConnectionMetrics> {
        Arc::new(ConnectionMetrics(Arc::clone(&self.gateway.metrics)))
    }

    async fn serve_tls(
        &self,
        tls: &Tls,
        stream: Stream,
        peer: FarEnd,
        permit: &Permit,
        phases: &Phases,
    ) {
        let handshake = tokio::time::timeout(self.gateway.config.limits.head, tls.accept(stream));
        let shaken = tokio::select! {
            shaken = at_rest_after_a_tick(permit, handshake) => shaken,
            () = phases.until_stopped() => return,
        };
        match shaken {
            Some(Ok(Ok(Some((stream, Version::Http2))))) => {
                self.serve_http2(stream, peer, permit, phases).await;
            }
            Some(Ok(Ok(Some((stream, Version::Http1))))) => {
                self.serve_http1(stream, peer, permit, phases).await;
            }
            Some(Ok(Ok(None))) => {
                tracing::debug!(client = %token(peer), "an authority checked a name");
            }
            Some(Ok(Err(error))) => tracing::debug!(client = %token(peer), %error, "handshake"),
            Some(Err(_)) => tracing::debug!(client = %token(peer), "the handshake took too long"),
            None => {
                tracing::debug!(client = %token(peer), "the handshake gave way to another connection");
            }
        }
    }

    async fn serve_http1<I>(&self, io: I, peer: FarEnd, permit: &Permit, phases: &Phases)
    where
        I: AsyncRead + AsyncWrite + Unpin + Send,
    {
        self.gateway.metrics.http1_connections.add_one();
        let bounds = self.bounds(permit, phases);
        let metrics = self.metrics();
        let answer = |request| answer(&self.gateway, self.service, peer, &metrics, request);
        log(peer, http1::serve(&self.http1, io, bounds, answer).await);
    }

    /// Serves live connections of the development server, which are upgraded from HTTP. Only a
    /// developer's own browser uses them.
    async fn serve_tunnel(&self, stream: Stream, peer: FarEnd, phases: &Phases) {
        // An upgraded connection outlives this function, and so must the gateway.
        let gateway = Arc::clone(&self.gateway);
        let metrics = self.metrics();
        let service = service_fn(move |request| {
            infallible(Arc::clone(&gateway), peer, Arc::clone(&metrics), request)
        });
        let io = TokioIo::new(stream);
        let mut connection = pin!(self.http1.serve_connection(io, service).with_upgrades());
        let ended = tokio::select! {
            biased;
            ended = connection.as_mut() => ended,
            () = phases.until_stopped() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        log(peer, ended.map_err(io::Error::other));
    }

    async fn serve_http2<I>(&self, io: I, peer: FarEnd, permit: &Permit, phases: &Phases)
    where
        I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        self.gateway.metrics.http2_connections.add_one();
        let bounds = self.bounds(permit, phases);
        let gateway = Arc::clone(&self.gateway);
        let metrics = self.metrics();
        // An answer may outlive this function.
        let answer = move |request| {
            let (gateway, metrics) = (Arc::clone(&gateway), Arc::clone(&metrics));
            async move { answer(&gateway, Service::Site, peer, &metrics, request).await }
        };
        log(peer, http2::serve(&self.http2, io, bounds, answer).await);
    }
}

/// The result of `work`. After a tick the client rests, and another one may take the permit. None
/// if it was taken.
async fn at_rest_after_a_tick<T>(permit: &Permit, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    match tokio::time::timeout(TICK, &mut work).await {
        Ok(done) => Some(done),
        Err(_) => permit.rest_until(work).await,
    }
}

/// A builder without time limits: [`mod@http1`] sets them.
fn http1() -> h1::Builder {
    let mut builder = h1::Builder::new();
    builder.header_read_timeout(None).max_header_size(HEAD_MAX);
    builder
}

async fn answer(
    gateway: &Gateway,
    service: Service,
    peer: FarEnd,
    metrics: &Arc<ConnectionMetrics>,
    request: Request<Incoming>,
) -> Response<RecordedBody> {
    if service == Service::Operators {
        // Neither logged nor counted: those are numbers and lines of the site.
        let answered = Box::pin(health::answer_operator(gateway, request)).await;
        return answered.map(|body| ObservedBody::new(body, AnswerRecord::new(metrics, None)));
    }
    let start = Instant::now();
    let client = Client::identify(peer, request.headers(), &gateway.config.trusted_proxies);
    let trace = trace(gateway, peer, &request);
    #[cfg(feature = "opentelemetry")]
    let (trace, span) = match &gateway.spans {
        Some(spans) => spans.begin(&request, gateway.config.is_tls(), trace),
        None => (trace, None),
    };
    let line = access_log::is_on().then(|| Line::new(&request, client.address, trace, start));
    let handled = match service {
        Service::Site => Either::Left(handler::handle(gateway, &client, trace, request)),
        Service::Redirect | Service::Operators => {
            Either::Right(ready(handler::lead_to_https(gateway, request)))
        }
    };
    let response = match AssertUnwindSafe(handled).catch_unwind().await {
        Ok(response) => response,
        Err(_) => {
            gateway.metrics.panics.add_one();
            tracing::error!("a handler panicked; the request got a 500");
            error_answer::after_panic()
        }
    };
    let took = start.elapsed();
    gateway
        .metrics
        .count_answer(response.status().as_u16(), took);
    let line = line.map(|line| line.with_answer(&response, took));
    let record = AnswerRecord::new(metrics, line);
    #[cfg(feature = "opentelemetry")]
    let record = record.with_span(span.map(|span| span.with_answer(&response)));
    response.map(|body| ObservedBody::new(body, record))
}

/// The trace of a request: the one that a trusted proxy names, or a new one.
fn trace(gateway: &Gateway, peer: FarEnd, request: &Request<Incoming>) -> TraceContext {
    let is_trusted = gateway.config.trusted_proxies.has_peer(peer);
    let named = is_trusted.then(|| TraceContext::from_proxy(request.headers()));
    let named = named.flatten();
    named.unwrap_or_else(|| TraceContext::new(rand::random()))
}

/// The answer as hyper takes it, for connections that may outlive their server.
async fn infallible(
    gateway: Arc<Gateway>,
    peer: FarEnd,
    metrics: Arc<ConnectionMetrics>,
    request: Request<Incoming>,
) -> Result<Response<RecordedBody>, Infallible> {
    Ok(answer(&gateway, Service::Site, peer, &metrics, request).await)
}

fn log(peer: FarEnd, ended: io::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(client = %token(peer), %error, "connection");
    }
}

/// The client's token for the log, which names no address.
fn token(peer: FarEnd) -> ClientToken {
    ClientToken::from_address(peer.ip())
}
