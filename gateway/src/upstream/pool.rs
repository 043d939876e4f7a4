//! Connections to another server that are kept for the next call.
//!
//! Each thread has a separate pool: a connection is driven by the runtime that opened it, and a
//! call from another thread would wake that runtime twice. The most recently used connection is
//! taken first, so that surplus ones expire.
//!
//! hyper-util's client shares its connections between threads: with it a forwarded call cost 1.97
//! of nginx's time, with this pool 1.23 (`docs/benchmarks.md`).

use std::cell::RefCell;
use std::fmt::Display;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{Request, Response};
use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use super::{CallError, Peer};
use crate::protocol::body::Stream;
use crate::protocol::host::bare_host;

/// How long a connection to another process may take to open, and TLS on it as long again.
const CONNECT: Duration = Duration::from_secs(2);
/// Idle connections to another process are closed after this; shorter than the usual limit of
/// servers, so that a request rarely meets a connection that is just being closed.
const IDLE: Duration = Duration::from_secs(15);
/// Idle connections that a thread keeps.
const KEPT: usize = 64;

thread_local! {
    static KEPT_HERE: RefCell<Vec<IdleConnection>> = const { RefCell::new(Vec::new()) };
}

struct IdleConnection {
    peer: Peer,
    since: Instant,
    sender: SendRequest<Stream>,
}

/// Sends a request over a kept connection, or a new one.
pub(super) async fn send(
    peer: &Peer,
    mut request: Request<Stream>,
) -> Result<Response<Answer>, CallError> {
    while let Some(mut sender) = take(peer) {
        // One that the server has closed meanwhile.
        if sender.ready().await.is_err() {
            continue;
        }
        match sender.try_send_request(request).await {
            Ok(response) => return Ok(keep_after(peer, sender, response)),
            Err(mut error) => match error.take_message() {
                // It was closed before a byte was sent.
                Some(unsent) => request = unsent,
                None => return Err(error.into_error().into()),
            },
        }
    }
    let mut sender = open(peer).await?;
    let response = sender.send_request(request).await?;
    Ok(keep_after(peer, sender, response))
}

pub(super) async fn open(peer: &Peer) -> Result<SendRequest<Stream>, CallError> {
    let connecting = TcpStream::connect((bare_host(&peer.authority), peer.port()));
    let stream = in_time(peer, connecting).await?;
    let _ = stream.set_nodelay(true);
    match &peer.tls {
        None => start(stream).await,
        Some(tls) => start(in_time(peer, tls.connect(stream)).await?).await,
    }
}

/// A step of opening a connection, which succeeds within [`CONNECT`] or fails with an error that
/// names the server.
async fn in_time<T, E: Display>(
    peer: &Peer,
    step: impl Future<Output = Result<T, E>>,
) -> Result<T, CallError> {
    let down = |why: &dyn Display| CallError::Down(format!("{peer}: {why}"));
    match tokio::time::timeout(CONNECT, step).await {
        Ok(done) => done.map_err(|error| down(&error)),
        Err(_) => Err(down(&format_args!("no answer within {CONNECT:?}"))),
    }
}

/// Begins HTTP/1.1 on a connection.
pub(super) async fn start<S>(stream: S) -> Result<SendRequest<Stream>, CallError>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (sender, connection) = handshake(TokioIo::new(stream)).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.with_upgrades().await {
            tracing::debug!(%error, "connection to the origin");
        }
    });
    Ok(sender)
}

fn take(peer: &Peer) -> Option<SendRequest<Stream>> {
    KEPT_HERE.with_borrow_mut(|all| {
        // The oldest are first.
        let old = all
            .iter()
            .take_while(|one| one.since.elapsed() > IDLE)
            .count();
        all.drain(..old);
        let last = all.iter().rposition(|one| one.peer == *peer)?;
        Some(all.remove(last).sender)
    })
}

fn keep(peer: Peer, sender: SendRequest<Stream>) {
    if sender.is_closed() {
        return;
    }
    // While a thread ends, its connections go with it.
    let _ = KEPT_HERE.try_with(|all| {
        let mut all = all.borrow_mut();
        if all.len() == KEPT {
            all.remove(0);
        }
        all.push(IdleConnection {
            peer,
            since: Instant::now(),
            sender,
        });
    });
}

fn keep_after(
    peer: &Peer,
    sender: SendRequest<Stream>,
    response: Response<Incoming>,
) -> Response<Answer> {
    response.map(|body| Answer {
        body,
        connection: Some((peer.clone(), sender)),
    })
}

/// The body of an answer, which gives its connection back when it is at its end.
pub(super) struct Answer {
    body: Incoming,
    connection: Option<(Peer, SendRequest<Stream>)>,
}

impl Drop for Answer {
    /// A body without bytes is never polled.
    fn drop(&mut self) {
        if self.body.is_end_stream() {
            self.give_back();
        }
    }
}

impl Answer {
    fn give_back(&mut self) {
        if let Some((peer, sender)) = self.connection.take() {
            keep(peer, sender);
        }
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.give_back();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
