//! The accept loop: connections in, answers out, and an orderly end.
//!
//! A connection takes a place before it is accepted, so at the limit clients wait in the kernel's queue instead of costing memory
//! here. A head that does not arrive in time, and a connection that is idle for as long, is closed.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::Gateway;
use crate::access_log::{self, Line};
use crate::body::Body;
use crate::client::Client;
use crate::handler;
use crate::respond;

/// The longest head of a request, in bytes; longer ones get 431.
const HEAD_MAX: usize = 64 * 1024;
/// After an error of `accept` that will not pass at once (no file descriptors left).
const BACK_OFF: Duration = Duration::from_millis(100);

/// Serves until `shutdown` is ready, then finishes what is in hand within the configured time.
pub(crate) async fn serve(
    gateway: Arc<Gateway>,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) {
    let limits = gateway.config.limits;
    let builder = Arc::new(builder(limits.head));
    let places = Arc::new(Semaphore::new(limits.connections));
    let (connections, stop) = (TaskTracker::new(), CancellationToken::new());
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break,
            accepted = accept(&listener, &places) => accepted,
        };
        let (stream, peer, place) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                pause_after(&error).await;
                continue;
            }
        };
        let (gateway, builder, stop) = (Arc::clone(&gateway), Arc::clone(&builder), stop.clone());
        connections.spawn(async move {
            let _place = place;
            gateway.store.metrics.connections.add_one();
            connection(&gateway, &builder, stop, stream, peer).await;
            gateway.store.metrics.connections.take_one();
        });
    }
    drop(listener);
    stop.cancel();
    connections.close();
    if tokio::time::timeout(limits.drain, connections.wait())
        .await
        .is_err()
    {
        tracing::warn!(open = connections.len(), "connections were cut off");
    }
}

/// A connection and its place.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let place = Arc::clone(places)
        .acquire_owned()
        .await
        .map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer, place))
}

/// HTTP/1.1 only. Without TLS there is no ALPN, and guessing the version from a connection's first bytes has no time limit:
/// who sends none would keep a place for ever. Over TLS the version is known before, and another builder takes it from there.
fn builder(head: Duration) -> Builder {
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_header_size(HEAD_MAX);
    builder
}

async fn connection(
    gateway: &Arc<Gateway>,
    builder: &Builder,
    stop: CancellationToken,
    stream: TcpStream,
    peer: SocketAddr,
) {
    // Answers are written in one piece; waiting for more would only delay them.
    let _ = stream.set_nodelay(true);
    // An upgraded connection outlives this function, and so must what answers it.
    let gateway = Arc::clone(gateway);
    let service = service_fn(move |request| answer(Arc::clone(&gateway), peer, request));
    let connection = builder
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%peer, %error, "connection");
    }
}

async fn answer(
    gateway: Arc<Gateway>,
    peer: SocketAddr,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let start = Instant::now();
    let client = Client::of(peer, request.headers(), &gateway.config.trusted_proxies);
    let line = access_log::is_on().then(|| Line::new(request.method(), request.uri()));
    let response = match AssertUnwindSafe(handler::handle(&gateway, &client, request))
        .catch_unwind()
        .await
    {
        Ok(response) => response,
        Err(_) => {
            gateway.store.metrics.panics.add_one();
            tracing::error!("a handler panicked; the request got a 500");
            respond::panicked()
        }
    };
    let took = start.elapsed();
    gateway
        .store
        .metrics
        .answered(response.status().as_u16(), took);
    if let Some(line) = line {
        line.write(&response, took);
    }
    Ok(response)
}

/// A client that went away is no reason to wait; a lack of file descriptors is.
async fn pause_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    ) {
        tracing::error!(%error, "cannot accept");
        tokio::time::sleep(BACK_OFF).await;
    }
}
