//! Bodies: read whole, within a size and a time, before a call takes its permit; but for those of
//! calls that read theirs as they come.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{future, stream};
use http::Request;
use http_body::Frame;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use tokio::time::{Instant, timeout_at};

/// A body on its way in or out; may be a stream.
pub type Body = UnsyncBoxBody<Bytes, BoxError>;

/// An error of a body; a [`BodyFault`], where the body was read here.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Longest JSON body, in bytes. The longest there is, a login, needs 400.
pub const BODY_MAX: usize = 16 * 1024;

/// A body of that size takes longer than this only if the client holds a permit on purpose.
pub const BODY_TIME: Duration = Duration::from_secs(10);

/// The request with its body in memory. A fault of the body is reported to its reader, so a call
/// that needs no body, or that refuses its client first, is not affected.
pub async fn buffer(request: Request<Body>) -> Request<Body> {
    let (parts, body) = request.into_parts();
    let body = match whole(body, BODY_MAX).await {
        Ok(bytes) => Full::from(bytes)
            .map_err(|never| match never {})
            .boxed_unsync(),
        Err(fault) => fault_body(fault),
    };
    Request::from_parts(parts, body)
}

/// Why a body is not there.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub enum BodyFault {
    /// Longer than so many bytes.
    #[error("too large")]
    TooLarge(usize),
    /// Longer on its way than [`BODY_TIME`].
    #[error("too slow")]
    TooSlow,
    /// Broken off on its way.
    #[error("broken off")]
    Broken,
}

/// The whole body, unless it is longer than `max` bytes, or on its way for too long.
pub async fn whole(body: Body, max: usize) -> Result<Vec<u8>, BodyFault> {
    let read = tokio::time::timeout(BODY_TIME, read(body, max)).await;
    read.unwrap_or(Err(BodyFault::TooSlow))
}

async fn read(mut body: Body, max: usize) -> Result<Vec<u8>, BodyFault> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        // A body that was read before carries the reason for its absence.
        let told = |error: BoxError| error.downcast_ref().copied();
        let frame = frame.map_err(|error| told(error).unwrap_or(BodyFault::Broken))?;
        if let Some(data) = frame.data_ref() {
            if bytes.len() + data.len() > max {
                return Err(BodyFault::TooLarge(max));
            }
            bytes.extend_from_slice(data);
        }
    }
    Ok(bytes)
}

/// A body that yields the reason for its absence.
fn fault_body(fault: BodyFault) -> Body {
    let error: BoxError = Box::new(fault);
    StreamBody::new(stream::once(future::ready(Err(error)))).boxed_unsync()
}

/// A body that is read on where the reader before has stopped.
#[derive(Clone)]
pub struct SharedBody(Arc<Mutex<Body>>);

impl SharedBody {
    /// A shared body of which no frame is read yet.
    pub fn new(body: Body) -> Self {
        Self(Arc::new(Mutex::new(body)))
    }
}

impl http_body::Body for SharedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let mut body = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Pin::new(&mut *body).poll_frame(context)
    }
}

/// Reads the rest of an unwanted body, at most `most` bytes of it and until `end`.
pub async fn drain(mut body: SharedBody, most: u64, end: Instant) {
    let mut left = most;
    while let Ok(Some(Ok(frame))) = timeout_at(end, body.frame()).await {
        let length = frame.data_ref().map_or(0, Bytes::len) as u64;
        match left.checked_sub(length) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endless(counted: &Arc<Mutex<u64>>) -> Body {
        let counted = Arc::clone(counted);
        let pieces = stream::repeat_with(move || {
            *counted.lock().unwrap() += 1_000;
            Ok::<_, BoxError>(Frame::data(Bytes::from_static(&[0; 1_000])))
        });
        StreamBody::new(pieces).boxed_unsync()
    }

    #[tokio::test]
    async fn a_body_that_nobody_wants_is_read_so_far_and_so_long() {
        let hour = Instant::now() + Duration::from_secs(3_600);
        let counted = Arc::default();
        drain(SharedBody::new(endless(&counted)), 10_500, hour).await;
        assert_eq!(*counted.lock().unwrap(), 11_000);
        let silent = StreamBody::new(stream::pending::<Result<Frame<Bytes>, BoxError>>());
        let soon = Instant::now() + Duration::from_millis(20);
        drain(SharedBody::new(silent.boxed_unsync()), 1, soon).await;
    }
}
