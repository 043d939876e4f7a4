//! Activity on a connection of HTTP/1.1, recorded where it happens: hyper does not report it.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::Body as HttpBody;
use hyper::rt::{Read, ReadBufCursor, Write};

use crate::protocol::observed_body::{BodyObserver, ObservedBody, Polled};

/// One task writes and reads the activity; it is atomic only because a task may be moved.
#[derive(Default)]
pub(super) struct ConnectionActivity {
    /// Increases with every request, answer and write.
    steps: AtomicU32,
    /// Requests without a complete answer: at most one, except while an answer is being dropped.
    answering: AtomicU32,
    /// Whether the client accepts no more bytes for now.
    is_blocked: AtomicBool,
    /// Whether the last request brought a body, which hyper may still read after the answer.
    has_body: AtomicBool,
}

impl ConnectionActivity {
    /// A counter that differs from an earlier value after any activity.
    pub(super) fn steps(&self) -> u32 {
        self.steps.load(Relaxed)
    }

    /// Whether the client has all its answers and has sent all its bodies.
    pub(super) fn is_idle(&self) -> bool {
        !self.is_answering() && !self.is_blocked() && !self.has_body.load(Relaxed)
    }

    /// Whether the connection waits for its client.
    pub(super) fn waits_for_client(&self) -> bool {
        !self.is_answering() || self.is_blocked()
    }

    fn is_answering(&self) -> bool {
        self.answering.load(Relaxed) > 0
    }

    fn is_blocked(&self) -> bool {
        self.is_blocked.load(Relaxed)
    }

    // Plain loads and stores: there is only one writer, and operations that lock a cache line cost
    // several of them.

    fn step(&self) {
        self.steps
            .store(self.steps.load(Relaxed).wrapping_add(1), Relaxed);
    }

    fn set_answering(&self, change: impl FnOnce(u32) -> u32) {
        self.answering
            .store(change(self.answering.load(Relaxed)), Relaxed);
    }
}

/// A request in flight. It ends with the answer's last byte.
pub(super) struct InFlightGuard(Arc<ConnectionActivity>);

impl InFlightGuard {
    /// The guard of a request that has come.
    pub(super) fn start(activity: &Arc<ConnectionActivity>, has_body: bool) -> Self {
        activity.step();
        activity.set_answering(|count| count + 1);
        activity.has_body.store(has_body, Relaxed);
        Self(Arc::clone(activity))
    }

    /// An answer that is in flight as long as `body`.
    pub(super) fn with<B>(self, body: B) -> Answer<B> {
        ObservedBody::new(body, self)
    }
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.0.set_answering(|count| count - 1);
        self.0.step();
    }
}

impl BodyObserver for InFlightGuard {
    /// Ignores the frames: only the end counts, at which the guard is dropped.
    fn on_poll<B: HttpBody<Data = Bytes>>(&mut self, _: &B, _: &Polled<B::Error>) {}
}

/// An answer's body, until all of it is handed over.
pub(super) type Answer<B> = ObservedBody<B, InFlightGuard>;

/// A connection's bytes.
pub(super) struct InstrumentedIo<I> {
    io: I,
    /// Bytes that are read before the rest of the connection.
    first: Bytes,
    activity: Arc<ConnectionActivity>,
}

impl<I> InstrumentedIo<I> {
    /// A connection that reads `first` and then the bytes of `io`.
    pub(super) fn new(io: I, first: Bytes, activity: &Arc<ConnectionActivity>) -> Self {
        Self {
            io,
            first,
            activity: Arc::clone(activity),
        }
    }

    /// The connection. The bytes that were to be read first are read by now, or lost.
    pub(super) fn into_inner(self) -> I {
        self.io
    }

    fn note(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.activity
            .is_blocked
            .store(written.is_pending(), Relaxed);
        if written.is_ready() {
            self.activity.step();
        }
        written
    }
}

impl<I: Read + Unpin> Read for InstrumentedIo<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        if self.first.is_empty() {
            return Pin::new(&mut self.io).poll_read(context, buffer);
        }
        let length = self.first.len().min(buffer.remaining());
        buffer.put_slice(&self.first.split_to(length));
        Poll::Ready(Ok(()))
    }
}

impl<I: Write + Unpin> Write for InstrumentedIo<I> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.io).poll_write(context, bytes);
        self.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.io).poll_write_vectored(context, parts);
        self.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }
}
