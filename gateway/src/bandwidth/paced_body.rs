//! A body that waits for its client's share of bytes.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::{Sleep, sleep_until};

use super::Share;
use crate::protocol::body::{Body, BoxError};
use crate::protocol::observed_body::Polled;

/// Bytes for which a body waits at once: a frame of a file on disk, and few enough that the bodies
/// of a client take turns quickly.
const CHUNK: u64 = 64 * 1024;

/// A body, and its turn.
pub(super) struct PacedBody {
    body: Body,
    /// Bytes to the end of the body; `u64::MAX` if its length is not known.
    left: u64,
    share: Share,
    /// Timer of a wait; made at the first one, set again at each other. Boxed: a body is moved.
    timer: Option<Pin<Box<Sleep>>>,
    is_waiting: bool,
}

impl PacedBody {
    /// A body of which no byte has been sent. `length` is the one that its head names.
    pub(super) fn new(body: Body, length: Option<u64>, share: Share) -> Self {
        let length = length.or_else(|| body.size_hint().exact());
        Self {
            left: length.unwrap_or(u64::MAX),
            body,
            share,
            timer: None,
            is_waiting: false,
        }
    }

    /// Ready when the next frame may be sent.
    fn poll_turn(&mut self, context: &mut Context<'_>) -> Poll<()> {
        // The end of a body needs no turn.
        if !self.is_waiting && self.share.credit <= 0 && self.left > 0 {
            let Some(at) = self.share.reserve(CHUNK.min(self.left)) else {
                return Poll::Ready(());
            };
            match &mut self.timer {
                Some(timer) => timer.as_mut().reset(at),
                None => self.timer = Some(Box::pin(sleep_until(at))),
            }
            self.is_waiting = true;
        }
        if self.is_waiting
            && let Some(timer) = &mut self.timer
        {
            ready!(timer.as_mut().poll(context));
            self.is_waiting = false;
        }
        Poll::Ready(())
    }

    /// The next frame: of bytes in memory, as many as were waited for.
    fn poll_source(&mut self, context: &mut Context<'_>) -> Polled<BoxError> {
        let credit = usize::try_from(self.share.credit).unwrap_or(0);
        match &mut self.body {
            Body::Whole(Some(bytes)) if bytes.len() > credit && credit > 0 => {
                Poll::Ready(Some(Ok(Frame::data(bytes.split_to(credit)))))
            }
            body => Pin::new(body).poll_frame(context),
        }
    }
}

impl HttpBody for PacedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Polled<BoxError> {
        ready!(self.poll_turn(context));
        let polled = self.poll_source(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(data) = frame.data_ref()
        {
            self.share.spend(data.len());
            self.left = self.left.saturating_sub(data.len() as u64);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
