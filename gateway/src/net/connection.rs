//! One connection from its first byte to its last: TLS, the version of HTTP, its time limits, and
//! the answers to its requests.
//!
//! No client keeps a permit for ever by doing nothing further: a handshake, a head, an idle
//! connection and an answer that is not read each have a time limit.

mod activity;
mod coalescing_writer;
mod http1;
mod http2;
mod plain;
mod wake_flag;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
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
use tokio::net::TcpStream;

use super::connection_limit::Permit;
use super::tls::{Tls, Version};
use crate::observe::access_log::{self, Line};
use crate::phases::Phases;
use crate::pipeline::error_answer;
use crate::pipeline::handler;
use crate::protocol::body::Body;
use crate::protocol::client::Client;
use crate::state::Gateway;
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
    /// How long its client may keep it waiting.
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

    /// Serves one connection until it ends, or, after the stop, until the answers in progress are
    /// complete.
    pub(crate) async fn serve(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        permit: &Permit,
        phases: Phases,
    ) {
        let metrics = &self.gateway.metrics;
        metrics.connections.add_one();
        match &self.tls {
            // Without TLS there is no ALPN, and guessing the version from a connection's first
            // bytes has no time limit.
            None if self.gateway.development.is_some() && self.service == Service::Site => {
                Box::pin(self.serve_tunnel(stream, peer, &phases)).await;
            }
            None => {
                self.serve_http1(PlainStream(stream), peer, permit, &phases)
                    .await;
            }
            // Boxed, or a connection without TLS would be as large.
            Some(tls) => Box::pin(self.serve_tls(tls, stream, peer, permit, &phases)).await,
        }
        metrics.connections.take_one();
    }

    fn bounds<'a>(&self, permit: &'a Permit, phases: &'a Phases) -> Bounds<'a> {
        Bounds {
            limit: self.gateway.config.limits.head,
            permit,
            phases,
        }
    }

    async fn serve_tls(
        &self,
        tls: &Tls,
        stream: TcpStream,
        peer: SocketAddr,
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
            Some(Ok(Ok(None))) => tracing::debug!(%peer, "an authority checked a name"),
            Some(Ok(Err(error))) => tracing::debug!(%peer, %error, "handshake"),
            Some(Err(_)) => tracing::debug!(%peer, "the handshake took too long"),
            None => tracing::debug!(%peer, "the handshake gave way to another connection"),
        }
    }

    async fn serve_http1<I>(&self, io: I, peer: SocketAddr, permit: &Permit, phases: &Phases)
    where
        I: AsyncRead + AsyncWrite + Unpin + Send,
    {
        let bounds = self.bounds(permit, phases);
        let answer = |request| answer(&self.gateway, self.service, peer, request);
        log(peer, http1::serve(&self.http1, io, bounds, answer).await);
    }

    /// For the development server's live connections, which are upgraded from HTTP. Only a
    /// developer's own browser uses them.
    async fn serve_tunnel(&self, stream: TcpStream, peer: SocketAddr, phases: &Phases) {
        // An upgraded connection outlives this function, and so must the gateway.
        let gateway = Arc::clone(&self.gateway);
        let service = service_fn(move |request| infallible(Arc::clone(&gateway), peer, request));
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

    async fn serve_http2<I>(&self, io: I, peer: SocketAddr, permit: &Permit, phases: &Phases)
    where
        I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let bounds = self.bounds(permit, phases);
        let gateway = Arc::clone(&self.gateway);
        // An answer may outlive this function.
        let answer = move |request| {
            let gateway = Arc::clone(&gateway);
            async move { answer(&gateway, Service::Site, peer, request).await }
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

/// Without time limits: [`mod@http1`] sets them.
fn http1() -> h1::Builder {
    let mut builder = h1::Builder::new();
    builder.header_read_timeout(None).max_header_size(HEAD_MAX);
    builder
}

async fn answer(
    gateway: &Gateway,
    service: Service,
    peer: SocketAddr,
    request: Request<Incoming>,
) -> Response<Body> {
    let start = Instant::now();
    let client = Client::identify(peer, request.headers(), &gateway.config.trusted_proxies);
    let line = access_log::is_on().then(|| Line::new(request.method(), request.uri()));
    let handled = match service {
        Service::Site => Either::Left(handler::handle(gateway, &client, request)),
        Service::Redirect => Either::Right(ready(handler::lead_to_https(gateway, request))),
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
    if let Some(line) = line {
        line.write(&response, took);
    }
    response
}

/// The answer as hyper takes it, for connections that may outlive their server.
async fn infallible(
    gateway: Arc<Gateway>,
    peer: SocketAddr,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    Ok(answer(&gateway, Service::Site, peer, request).await)
}

fn log(peer: SocketAddr, ended: io::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%peer, %error, "connection");
    }
}
