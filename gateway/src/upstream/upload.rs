//! The body of a request on its way to the origin, or to the studio in its place, and the side that
//! is late when it takes long.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::Body;
use tokio::time::{Instant, timeout_at};

use super::CallError;
use crate::protocol::body::{BoxError, Stream};
use crate::protocol::observed_body::{BodyObserver, ObservedBody, Polled};

/// Progress of a request's body; none without a body.
#[derive(Clone, Default)]
pub(crate) struct Upload(Option<Arc<Mutex<Stage>>>);

/// The side that is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The client, for the next part of the body.
    Client,
    /// The origin, which has not taken all of it.
    Origin,
    /// The origin, which has all of it since then.
    Sent(Instant),
}

/// The verdict on an origin that has not answered at the end of its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lateness {
    /// The time began later, when the origin had the whole request, and ends at this instant.
    Until(Instant),
    /// The client is late.
    Client,
    /// The origin is late.
    Origin,
}

impl Upload {
    /// A body, and its progress.
    pub(crate) fn observe<B>(body: B) -> (Stream, Self)
    where
        B: Body<Data = Bytes> + Send + Unpin + 'static,
        B::Error: Into<BoxError>,
    {
        let stage = Arc::new(Mutex::new(Stage::Origin));
        let observed = ObservedBody::new(body, StageObserver(Arc::clone(&stage)));
        (
            observed.map_err(Into::into).boxed_unsync(),
            Self(Some(stage)),
        )
    }

    /// Waits for the head of an answer: at most `limit`, and as long for the client to send all of
    /// the body.
    pub(super) async fn wait<T>(
        &self,
        asking: impl Future<Output = Result<T, CallError>>,
        limit: Duration,
    ) -> Result<T, CallError> {
        let mut asking = pin!(asking);
        let mut end = Instant::now() + limit;
        loop {
            if let Ok(answer) = timeout_at(end, asking.as_mut()).await {
                return answer;
            }
            match self.late(end, limit) {
                Lateness::Until(later) => end = later,
                Lateness::Client => return Err(CallError::Slow),
                Lateness::Origin => return Err(CallError::TimedOut(limit)),
            }
        }
    }

    /// The side that is late at `end`, when the origin has had `limit` to answer.
    fn late(&self, end: Instant, limit: Duration) -> Lateness {
        let stage = self.0.as_ref().map(|stage| get(stage));
        match stage {
            Some(Stage::Client) => Lateness::Client,
            Some(Stage::Sent(since)) if since + limit > end => Lateness::Until(since + limit),
            _ => Lateness::Origin,
        }
    }
}

fn get(stage: &Mutex<Stage>) -> Stage {
    *stage.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records the side that is waited for, frame by frame.
struct StageObserver(Arc<Mutex<Stage>>);

impl BodyObserver for StageObserver {
    fn on_poll<B: Body<Data = Bytes>>(&mut self, body: &B, frame: &Polled<B::Error>) {
        let stage = match frame {
            Poll::Pending => Stage::Client,
            Poll::Ready(Some(Ok(_))) if !body.is_end_stream() => Stage::Origin,
            Poll::Ready(_) => Stage::Sent(Instant::now()),
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_origins_time_begins_when_it_has_the_whole_request() {
        let limit = Duration::from_secs(10);
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let rows = [
            (None, Lateness::Origin),
            (Some(Stage::Client), Lateness::Client),
            (Some(Stage::Origin), Lateness::Origin),
            (Some(Stage::Sent(start)), Lateness::Origin),
            (Some(Stage::Sent(after(9))), Lateness::Until(after(19))),
        ];
        for (stage, expected) in rows {
            let upload = Upload(stage.map(|stage| Arc::new(Mutex::new(stage))));
            assert_eq!(upload.late(after(10), limit), expected, "{stage:?}");
        }
    }
}
