//! A job's events as `text/event-stream`.
//!
//! The next line is read from the generator only after the client has taken the previous one: a
//! slow reader keeps one line in memory, and a connection.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use bytes::Bytes;
use contract::control::{Event, JobEvent};
use futures_util::stream;
use http::header::CONTENT_TYPE;
use http::{HeaderName, HeaderValue, Response, StatusCode};
use http_body_util::StreamBody;
use hyper::body::Frame;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::rejection::Rejection;
use crate::upstream::concurrency_limit::Permit;
use crate::upstream::generator::JobEvents;

/// Longest silence of a stream: proxies close one that is silent for longer.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The longest life of a stream. Its client reconnects, and its permission is checked again.
const LIFE: Duration = Duration::from_secs(15 * 60);

/// Time within which a finished job has reported its end.
const OVER: Duration = Duration::from_millis(200);

/// The first bytes: the milliseconds that a browser waits before it reconnects.
const RETRY: &str = "retry: 2000\n\n";

/// A job's events; 204 for a client that reconnects and has all of them, or it would reconnect for
/// ever.
pub(super) async fn answer(
    mut events: JobEvents,
    is_resumed: bool,
    permit: Permit,
) -> Result<Response<Body>, Rejection> {
    let mut first = None;
    if is_resumed && let Ok(event) = timeout(OVER, events.next()).await {
        match event {
            Ok(Some(event)) => first = Some(event),
            Ok(None) | Err(_) => return Ok(over()),
        }
    }
    let stream = EventStream {
        events,
        first,
        is_begun: false,
        is_over: false,
        end: Instant::now() + LIFE,
        _permit: permit,
    };
    let frames = stream::unfold(stream, |mut stream| async {
        let bytes = stream.next().await?;
        Some((Ok::<_, Infallible>(Frame::data(bytes)), stream))
    });
    let mut answer = Response::new(Body::stream(StreamBody::new(frames)));
    let headers = answer.headers_mut();
    let media_type = HeaderValue::from_static("text/event-stream");
    headers.insert(CONTENT_TYPE, media_type);
    CachePolicy::NoStore.apply(headers);
    // Some proxies would collect it.
    let unbuffered = HeaderName::from_static("x-accel-buffering");
    headers.insert(unbuffered, HeaderValue::from_static("no"));
    Ok(answer)
}

fn over() -> Response<Body> {
    let mut answer = Response::new(Body::Empty);
    *answer.status_mut() = StatusCode::NO_CONTENT;
    CachePolicy::NoStore.apply(answer.headers_mut());
    answer
}

struct EventStream {
    events: JobEvents,
    /// The first event, which was read before the stream began; none once it is sent.
    first: Option<JobEvent>,
    is_begun: bool,
    is_over: bool,
    end: Instant,
    _permit: Permit,
}

impl EventStream {
    /// The next bytes; none at the end.
    async fn next(&mut self) -> Option<Bytes> {
        if !self.is_begun {
            self.is_begun = true;
            return Some(Bytes::from_static(RETRY.as_bytes()));
        }
        if self.is_over {
            return None;
        }
        let event = match self.first.take() {
            Some(event) => Ok(Some(event)),
            None => tokio::select! {
                event = self.events.next() => event,
                () = sleep(HEARTBEAT) => return Some(Bytes::from_static(b": \n\n")),
                () = sleep_until(self.end) => return None,
            },
        };
        self.next_chunk(event)
    }

    fn next_chunk(&mut self, event: io::Result<Option<JobEvent>>) -> Option<Bytes> {
        match event {
            Ok(Some(event)) => {
                self.is_over = event.event.is_last();
                Some(block(&event))
            }
            Ok(None) => None,
            Err(error) => {
                tracing::warn!(%error, "the generator's events broke off");
                None
            }
        }
    }
}

/// An event as lines of the stream. Its JSON has no line feed. An event of a newer generator
/// becomes a comment.
fn block(event: &JobEvent) -> Bytes {
    let json = serde_json::to_string(event).unwrap_or_default();
    match &event.event {
        Event::Unknown => Bytes::from_static(b": \n\n"),
        known => Bytes::from(format!(
            "id: {}\nevent: {}\ndata: {json}\n\n",
            event.id,
            known.kind()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_a_block_of_lines_that_nothing_in_it_can_end() {
        let event = |event| JobEvent { id: 7, event };
        assert_eq!(
            block(&event(Event::Started)),
            "id: 7\nevent: started\ndata: {\"id\":7,\"kind\":\"started\"}\n\n"
        );
        let problem = "a\n\ndata: {}\r\n".to_owned();
        let failed = block(&event(Event::Failed {
            exit: 1,
            problem: problem.clone(),
            problems: vec![problem],
            count: 1,
        }));
        let text = std::str::from_utf8(&failed).unwrap();
        assert_eq!(text.lines().count(), 4, "{text}");
        assert_eq!(block(&event(Event::Unknown)), ": \n\n");
    }
}
