//! The body of a request that is read here, and not passed on.

use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::Incoming;

use crate::protocol::rejection::Rejection;

/// Passes the body on in pieces, if it is not longer than `max` bytes and comes within `time`.
pub(crate) async fn read(
    body: Incoming,
    max: usize,
    time: Duration,
    mut take: impl FnMut(&[u8]),
) -> Result<(), Rejection> {
    let reading = async {
        let mut body = body;
        let mut length = 0;
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| Rejection::BadRequest)?;
            let Some(piece) = frame.data_ref() else {
                continue;
            };
            length += piece.len();
            if length > max {
                return Err(Rejection::TooLarge);
            }
            take(piece);
        }
        Ok(())
    };
    let late = |_| Rejection::Timeout;
    tokio::time::timeout(time, reading).await.map_err(late)?
}
