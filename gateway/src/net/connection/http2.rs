//! HTTP/2 over one connection, with the time limits that its library lacks: for a client that sends
//! no preface, that answers pings but makes no more requests, or that does not read its answers.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::task::Poll;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{Request, Response};
use hyper::body::{Body as HttpBody, Incoming};
use hyper::rt::bounds::Http2ServerConnExec;
use hyper::server::conn::http2::{Builder, Connection};
use hyper::service::{HttpService, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;

use super::coalescing_writer::CoalescingWriter;
use super::{Bounds, HEAD_MAX, LINGER, TICK};
use crate::net::connection_limit::Permit;
use crate::phases::Phases;
use crate::protocol::body::BoxError;
use crate::protocol::observed_body::{BodyObserver, ObservedBody, Polled};

/// Concurrent requests on one connection: the minimum that the standard recommends.
const STREAMS_MAX: u32 = 100;
/// Time for the answer to a ping.
const PONG: Duration = Duration::from_secs(10);
/// Bytes that a client has to read within the limit. Fewer count as none, because pings and their
/// answers are among them.
const LEAST_TAKEN: u64 = 1024;

/// Streams that clients reset at once are bounded by the library
/// (`max_pending_accept_reset_streams`, 20, then the connection ends).
pub(super) fn builder(limit: Duration) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS_MAX)
        .max_header_list_size(HEAD_MAX as u32)
        .keep_alive_interval(limit)
        .keep_alive_timeout(PONG);
    builder
}

/// Serves a connection until it ends, until its stop is requested and the answers in progress are
/// complete, or until the client keeps it waiting for the limit: for another request, or for room
/// to send an answer. One that rests ends as well when its permit is needed.
pub(super) async fn serve<I, F, B>(
    builder: &Builder<TokioExecutor>,
    io: I,
    bounds: Bounds<'_>,
    answer: impl Fn(Request<Incoming>) -> F,
) -> io::Result<()>
where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
    B: HttpBody<Data = Bytes, Error = BoxError> + Send + Unpin + 'static,
{
    let usage = Arc::new(Usage::new(bounds.limit));
    let asked = Arc::clone(&usage);
    let service = service_fn(move |request| {
        asked.note();
        let (working, usage) = (WorkGuard::new(&asked), Arc::clone(&asked));
        let answered = answer(request);
        async move {
            let answered = answered.await;
            drop(working);
            let working = None;
            let observer = AnswerObserver { usage, working };
            Ok::<_, Infallible>(answered.map(|body| ObservedBody::new(body, observer)))
        }
    });
    let writer = CoalescingWriter::new(io);
    let connection = builder.serve_connection(TokioIo::new(writer.clone()), service);
    drive(connection, &writer, &usage, bounds).await
}

/// Polls a connection to its end, and sends its output after each poll.
async fn drive<I, S, B>(
    connection: Connection<TokioIo<CoalescingWriter<I>>, S, TokioExecutor>,
    writer: &CoalescingWriter<I>,
    usage: &Arc<Usage>,
    bounds: Bounds<'_>,
) -> io::Result<()>
where
    I: AsyncRead + AsyncWrite + Unpin,
    S: HttpService<Incoming, ResBody = Answer<B>, Error: Into<BoxError>>,
    B: HttpBody<Data = Bytes, Error = BoxError> + Send + Unpin + 'static,
    TokioExecutor: Http2ServerConnExec<S::Future, Answer<B>>,
{
    let mut connection = pin!(connection);
    // Each answer in progress holds one more.
    let references = Arc::strong_count(usage);
    let is_idle = || Arc::strong_count(usage) == references;
    let mut over = pin!(usage.over(bounds, is_idle));
    let mut not_taken = pin!(usage.not_taken(|| writer.bytes_sent()));
    let mut is_ending = false;
    let ended = poll_fn(|context| {
        if !is_ending && let Poll::Ready(over) = over.as_mut().poll(context) {
            // The library waits for the client's first bytes before it ends in order; they may
            // never come.
            if over == Ending::AtOnce || !usage.was_asked() {
                return Poll::Ready(Ok(()));
            }
            is_ending = true;
            connection.as_mut().graceful_shutdown();
        }
        let ended = connection.as_mut().poll(context).map_err(io::Error::other);
        match writer.poll_send(context) {
            Poll::Ready(Err(error)) if ended.is_pending() => return Poll::Ready(Err(error)),
            _ => {}
        }
        if ended.is_pending() && is_ending && not_taken.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        ended
    });
    ended.await
}

/// The way in which the server ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Answers in progress are finished; a client with more requests opens another connection.
    InOrder,
    /// Another connection needs the place, and no answer is in progress.
    AtOnce,
}

/// The use that a client makes of its connection.
struct Usage {
    limit: Duration,
    start: Instant,
    /// Time of the client's last request, in milliseconds from the start; zero means never.
    asked: AtomicU64,
    /// Answers that wait for us or for the origin, not for the client.
    working: AtomicU32,
    /// Whether the connection rests.
    rests: AtomicBool,
    /// Notified of a request on a connection that rests.
    wake: Notify,
}

impl Usage {
    fn new(limit: Duration) -> Self {
        Self {
            limit,
            start: Instant::now(),
            asked: AtomicU64::new(0),
            working: AtomicU32::new(0),
            rests: AtomicBool::new(false),
            wake: Notify::new(),
        }
    }

    /// A request has come.
    fn note(&self) {
        let now = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.asked.store(now.max(1), Relaxed);
        if self.rests.load(Relaxed) {
            self.wake.notify_one();
        }
    }

    fn was_asked(&self) -> bool {
        self.asked.load(Relaxed) > 0
    }

    /// Ready when the connection is to end: by a stop, or by its time limits.
    async fn over(&self, bounds: Bounds<'_>, is_idle: impl Fn() -> bool) -> Ending {
        tokio::select! {
            biased;
            () = bounds.phases.until_stopped() => Ending::InOrder,
            () = self.until_leaving(bounds.phases) => Ending::InOrder,
            over = self.quiet(bounds.permit, is_idle) => over,
        }
    }

    /// Ready when the client is to leave. One without a request so far may have sent its first one.
    async fn until_leaving(&self, phases: &Phases) {
        phases.until_leaving().await;
        if !self.was_asked() {
            tokio::time::sleep(LINGER).await;
        }
    }

    /// Ready after the limit without a request, or when the permit is needed and the connection has
    /// no answer in progress. A timer is set again when it runs out, not at each request.
    async fn quiet(&self, permit: &Permit, is_idle: impl Fn() -> bool) -> Ending {
        loop {
            let asked = self.asked.load(Relaxed);
            if self.time_left().is_zero() {
                return Ending::InOrder;
            }
            tokio::time::sleep(self.time_left().min(TICK)).await;
            let is_quiet = self.asked.load(Relaxed) == asked && is_idle();
            if is_quiet && !self.rest(permit).await {
                return Ending::AtOnce;
            }
        }
    }

    /// Rests until the next request or the end of the limit; false if the place is needed.
    async fn rest(&self, permit: &Permit) -> bool {
        self.rests.store(true, Relaxed);
        let woken = tokio::time::timeout(self.time_left(), self.wake.notified());
        let rested = permit.rest_until(woken).await;
        self.rests.store(false, Relaxed);
        rested.is_some()
    }

    /// The rest of the limit since the last request.
    fn time_left(&self) -> Duration {
        let last = Duration::from_millis(self.asked.load(Relaxed));
        (last + self.limit).saturating_sub(self.start.elapsed())
    }

    /// Ready when the client read too little for the limit, although an answer was waiting for it;
    /// `sent` gives the bytes sent so far.
    async fn not_taken(&self, sent: impl Fn() -> u64) {
        loop {
            let before = sent();
            tokio::time::sleep(self.limit).await;
            if self.working.load(Relaxed) == 0 && sent() - before < LEAST_TAKEN {
                return;
            }
        }
    }
}

/// An answer that waits for us or for the origin.
struct WorkGuard(Arc<Usage>);

impl WorkGuard {
    fn new(usage: &Arc<Usage>) -> Self {
        usage.working.fetch_add(1, Relaxed);
        Self(Arc::clone(usage))
    }
}

impl Drop for WorkGuard {
    fn drop(&mut self) {
        self.0.working.fetch_sub(1, Relaxed);
    }
}

/// An answer's body.
type Answer<B> = ObservedBody<B, AnswerObserver>;

/// Records while an answer's body waits for us. The library requests a frame when the client has
/// room for it, so only the wait for an unfinished frame is ours.
struct AnswerObserver {
    usage: Arc<Usage>,
    working: Option<WorkGuard>,
}

impl BodyObserver for AnswerObserver {
    fn on_poll<B: HttpBody<Data = Bytes>>(&mut self, _: &B, frame: &Polled<B::Error>) {
        match (frame, &self.working) {
            (Poll::Ready(_), _) => self.working = None,
            (Poll::Pending, None) => self.working = Some(WorkGuard::new(&self.usage)),
            (Poll::Pending, Some(_)) => {}
        }
    }
}
