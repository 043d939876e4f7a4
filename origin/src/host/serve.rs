//! An origin as a server of its own: the same calls, over HTTP.
//!
//! It stands behind a gateway, so it knows neither TLS nor cookies. Its own address also has
//! `/metrics`.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use exposition::{MEDIA_TYPE, process};
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::handle::Handle;
use origin_ground::http::body::Body;

/// How long a client may take over its request's head, and keep a connection it does not use.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// Connections at once; more wait in the system's queue. A gateway needs a few dozen.
const CONNECTIONS: usize = 1024;

/// How long connections may take to finish at the end.
const DRAIN: Duration = Duration::from_secs(10);

/// Path of the numbers for Prometheus.
const METRICS: &str = "/metrics";

/// Pause after the system refused a connection, for want of file handles, until some are free.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves until `shutdown` is done, then finishes the running calls and stops the origin.
pub async fn serve(listener: TcpListener, origin: Handle, shutdown: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let (permit, stream) = tokio::select! {
            () = &mut shutdown => break,
            next = accept(&listener, &permits) => next,
        };
        let connection = graceful.watch(connection(stream, origin.clone()));
        tokio::spawn(async move {
            // An error here is a client that went away or spoke something else than HTTP.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    if tokio::time::timeout(DRAIN, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("connections were still open after {DRAIN:?}; they were cut off");
    }
    origin.stop().await;
}

/// The next connection, once there is a permit for it.
async fn accept(
    listener: &TcpListener,
    permits: &Arc<Semaphore>,
) -> (Option<OwnedSemaphorePermit>, TcpStream) {
    // The semaphore is never closed, so there is always a permit in the end.
    let permit = Arc::clone(permits).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (permit, stream),
            // The client gave up before its turn came.
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

fn connection(
    stream: TcpStream,
    origin: Handle,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> + Send {
    // Answers are small and complete; waiting for more to fill a packet only delays them.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| answer(origin.clone(), request));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), service)
}

async fn answer(origin: Handle, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    if request.uri().path() == METRICS {
        return Ok(metrics(&origin, request.method()).await);
    }
    let headers = request.headers().clone();
    let request = request.map(|body| body.map_err(Into::into).boxed_unsync());
    Ok(match origin.call(request).await {
        Ok(response) => response,
        Err(_busy) => origin.busy(&headers),
    })
}

/// Answers `/metrics`. A gateway passes only `/api` on, so no visitor reads the numbers.
async fn metrics(origin: &Handle, method: &Method) -> Response<Body> {
    let (status, text) = match *method {
        Method::GET => {
            let text = origin.expose_metrics().await + &process::expose();
            (StatusCode::OK, text)
        }
        Method::HEAD => (StatusCode::OK, String::new()),
        _ => (StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD\n".to_owned()),
    };
    let body = Full::new(Bytes::from(text)).map_err(|never| match never {});
    let mut response = Response::new(body.boxed_unsync());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if status == StatusCode::METHOD_NOT_ALLOWED {
        headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}
