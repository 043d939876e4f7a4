//! The body type of all answers: empty, one chunk, or a stream.
//!
//! Files held in memory are one chunk, which hyper sends together with the head in one `writev`.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Collected, Limited};
use hyper::body::{Body as HttpBody, Frame, SizeHint};

/// Any error, as hyper takes it.
pub(crate) type BoxError = Box<dyn std::error::Error + Send + Sync>;
/// A stream of bytes: the embedded origin's body type too.
pub(crate) type Stream = UnsyncBoxBody<Bytes, BoxError>;

/// An answer's body.
pub(crate) enum Body {
    /// No bytes: answers to HEAD, redirects, 304.
    Empty,
    /// Bytes in memory; none once they are sent.
    Whole(Option<Bytes>),
    /// Whatever comes.
    Stream(Stream),
}

impl Body {
    /// One chunk.
    pub(crate) fn whole(bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        if bytes.is_empty() {
            Self::Empty
        } else {
            Self::Whole(Some(bytes))
        }
    }

    /// Any other body as a stream.
    pub(crate) fn stream<B>(body: B) -> Self
    where
        B: HttpBody<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        Self::Stream(body.map_err(Into::into).boxed_unsync())
    }
}

/// An empty stream, for requests without a body.
pub(crate) fn empty() -> Stream {
    http_body_util::Empty::new()
        .map_err(|never| match never {})
        .boxed_unsync()
}

/// All of a stream, if it is not longer than `max` bytes and ends within `limit`.
pub(crate) async fn collect(
    stream: Stream,
    max: usize,
    limit: Duration,
) -> Result<Bytes, BoxError> {
    match tokio::time::timeout(limit, collecting(stream, max)).await {
        Ok(collected) => Ok(collected?.to_bytes()),
        Err(_) => Err(format!("it did not end within {limit:?}").into()),
    }
}

type Collecting = Pin<Box<dyn Future<Output = Result<Collected<Bytes>, BoxError>> + Send>>;

// Boxed, because the compiler cannot see through `Limited`'s bounds that the future is `Send` when
// it is awaited in another.
fn collecting(stream: Stream, max: usize) -> Collecting {
    Box::pin(Limited::new(stream, max).collect())
}

impl HttpBody for Body {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match &mut *self {
            Self::Empty => Poll::Ready(None),
            Self::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Self::Stream(stream) => Pin::new(stream).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Whole(bytes) => bytes.is_none(),
            Self::Stream(stream) => stream.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Empty => SizeHint::with_exact(0),
            Self::Whole(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            Self::Stream(stream) => stream.size_hint(),
        }
    }
}
