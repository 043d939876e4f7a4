//! A body with an observer of its frames.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};

/// Receives every frame, and is dropped with the body.
pub(crate) trait BodyObserver {
    /// Called with the result of each poll of `body`.
    fn on_poll<B: Body<Data = Bytes>>(&mut self, body: &B, frame: &Polled<B::Error>);
}

/// The result of polling a body for its next frame.
pub(crate) type Polled<E> = Poll<Option<Result<Frame<Bytes>, E>>>;

/// A body with its observer.
pub(crate) struct ObservedBody<B, O> {
    body: B,
    observer: O,
}

impl<B, O> ObservedBody<B, O> {
    /// `body`, which `observer` has not seen anything of.
    pub(crate) fn new(body: B, observer: O) -> Self {
        Self { body, observer }
    }
}

impl<B, O> Body for ObservedBody<B, O>
where
    B: Body<Data = Bytes> + Unpin,
    O: BodyObserver + Unpin,
{
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Polled<B::Error> {
        let this = &mut *self;
        let frame = Pin::new(&mut this.body).poll_frame(context);
        this.observer.on_poll(&this.body, &frame);
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
