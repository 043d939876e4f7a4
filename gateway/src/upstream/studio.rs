//! The studio of a running `generator watch`: HTTP/1.1 over its Unix socket, by the protocol of
//! [`contract::studio`]. Each request has a connection of its own: opening one costs little on the
//! same machine, and none is left behind by a generator that was started again.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use http::{Request, Response};
use tokio::net::UnixStream;

use super::upload::Upload;
use super::{CallError, pool};
use crate::protocol::body::{Body, Stream};
use crate::protocol::rejection::Rejection;

/// The studio's socket.
pub(crate) struct Studio {
    socket: PathBuf,
    /// Time for the head of an answer to arrive.
    limit: Duration,
}

impl Studio {
    /// The studio at a socket; does not connect yet.
    pub(crate) fn new(socket: PathBuf, limit: Duration) -> Self {
        Self { socket, limit }
    }

    /// Whether this site has a studio. A look at one file of this machine, which blocks for
    /// microseconds, and only requests for the studio's paths cause it.
    pub(crate) fn exists(&self) -> bool {
        self.socket.exists()
    }

    /// Passes a request on. Its target is a path with an optional query.
    pub(crate) async fn call(
        &self,
        request: Request<Stream>,
        upload: &Upload,
    ) -> Result<Response<Body>, Rejection> {
        let answer = upload.wait(self.ask(request), self.limit).await;
        answer.map_err(rejection)
    }

    async fn ask(&self, request: Request<Stream>) -> Result<Response<Body>, CallError> {
        let down = |error: io::Error| CallError::Down(error.to_string());
        let stream = UnixStream::connect(&self.socket).await.map_err(down)?;
        let mut sender = pool::start(stream).await?;
        let answer = sender.send_request(request).await?;
        Ok(answer.map(Body::stream))
    }
}

/// A client's faults are as for other calls; all others mean that the studio cannot be used now.
fn rejection(error: CallError) -> Rejection {
    match error {
        CallError::TooLarge | CallError::Unread | CallError::Slow => return Rejection::from(error),
        CallError::Down(reason) | CallError::Broken(reason) => {
            tracing::warn!(reason, "the studio does not answer");
        }
        CallError::TimedOut(limit) => tracing::warn!(?limit, "the studio does not answer"),
        CallError::Busy | CallError::Spared => {}
    }
    Rejection::Unavailable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_the_client_is_not_the_studios() {
        let limit = Duration::from_secs(30);
        for (error, expected) in [
            (CallError::TooLarge, Rejection::TooLarge),
            (CallError::Unread, Rejection::BadRequest),
            (CallError::Slow, Rejection::Timeout),
            (
                CallError::Down("refused".to_owned()),
                Rejection::Unavailable,
            ),
            (
                CallError::Broken("reset".to_owned()),
                Rejection::Unavailable,
            ),
            (CallError::TimedOut(limit), Rejection::Unavailable),
        ] {
            assert_eq!(rejection(error), expected);
        }
    }
}
