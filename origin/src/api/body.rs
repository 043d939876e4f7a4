//! Bodies: read whole, within a size and a time, before a call takes its permit.

use std::time::Duration;

use bytes::Bytes;
use futures_util::{future, stream};
use http::Request;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, StreamBody};

/// A body on its way in or out; may be a stream.
pub type Body = UnsyncBoxBody<Bytes, BoxError>;

/// An error of a body; a [`BodyFault`], where the body was read here.
pub(super) type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Longest JSON body, in bytes. The longest there is, a login, needs 400.
pub(crate) const BODY_MAX: usize = 16 * 1024;

/// A body of that size takes longer than this only from someone who holds a permit on purpose.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);

/// The request with its body in memory. What is wrong with the body is told to whoever reads it, so
/// that a call that needs none, or that refuses its client first, minds nothing.
pub(crate) async fn arrived(request: Request<Body>) -> Request<Body> {
    let (parts, body) = request.into_parts();
    let read = tokio::time::timeout(BODY_TIME, read(body)).await;
    let body = match read.unwrap_or(Err(BodyFault::TooSlow)) {
        Ok(bytes) => Full::from(bytes)
            .map_err(|never| match never {})
            .boxed_unsync(),
        Err(fault) => told(fault),
    };
    Request::from_parts(parts, body)
}

/// Why a body is not there.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub(super) enum BodyFault {
    /// Longer than [`BODY_MAX`].
    #[error("too large")]
    TooLarge,
    /// Longer on its way than [`BODY_TIME`].
    #[error("too slow")]
    TooSlow,
    /// Broken off on its way.
    #[error("broken off")]
    Broken,
}

/// The whole body, unless it is longer than [`BODY_MAX`].
async fn read(mut body: Body) -> Result<Vec<u8>, BodyFault> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| BodyFault::Broken)?;
        if let Some(data) = frame.data_ref() {
            if bytes.len() + data.len() > BODY_MAX {
                return Err(BodyFault::TooLarge);
            }
            bytes.extend_from_slice(data);
        }
    }
    Ok(bytes)
}

/// A body that says why it is not there.
fn told(fault: BodyFault) -> Body {
    let error: BoxError = Box::new(fault);
    StreamBody::new(stream::once(future::ready(Err(error)))).boxed_unsync()
}
