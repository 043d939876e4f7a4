//! The accept loop: connections in, answers out, and an orderly end.
//!
//! A connection takes a place before it is accepted, so at the limit clients wait in the kernel's queue instead of costing memory
//! here. A head that does not arrive in time, and a connection that is idle for as long, is closed.

use std::convert::Infallible;
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
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::Gateway;
use crate::access_log::{self, Line};
use crate::body::Body;
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
    let graceful = GracefulShutdown::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let place = tokio::select! {
            biased;
            () = &mut shutdown => break,
            place = Arc::clone(&places).acquire_owned() => place,
        };
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                pause_after(&error).await;
                continue;
            }
        };
        let (gateway, builder, watcher) = (
            Arc::clone(&gateway),
            Arc::clone(&builder),
            graceful.watcher(),
        );
        tokio::spawn(async move {
            let _place = place;
            gateway.store.metrics.connections.add_one();
            connection(&gateway, &builder, watcher, stream, peer).await;
            gateway.store.metrics.connections.take_one();
        });
    }
    drop(listener);
    if tokio::time::timeout(limits.drain, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!(
            open = limits.connections - places.available_permits(),
            "connections were cut off"
        );
    }
}

/// HTTP/1.1 only. Without TLS there is no ALPN, and guessing the version from a connection's first bytes has no time limit:
/// who sends none would keep a place for ever. Over TLS the version is known before, and another builder takes it from there.
fn builder(head: Duration) -> Builder {
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(HEAD_MAX);
    builder
}

async fn connection(
    gateway: &Arc<Gateway>,
    builder: &Builder,
    watcher: Watcher,
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
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%peer, %error, "connection");
    }
}

async fn answer(
    gateway: Arc<Gateway>,
    peer: SocketAddr,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let start = Instant::now();
    let line = access_log::is_on().then(|| Line::new(request.method(), request.uri()));
    let response = match AssertUnwindSafe(handler::handle(&gateway, peer, request))
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
async fn pause_after(error: &std::io::Error) {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    ) {
        tracing::error!(%error, "cannot accept");
        tokio::time::sleep(BACK_OFF).await;
    }
}
