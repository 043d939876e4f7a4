//! HTTP/1.1 over one connection. An idle one keeps very little memory.
//!
//! hyper holds a buffer and its state, some 11 KB, for as long as it serves a connection, and most
//! connections of a site are idle most of the time. So an idle connection is taken from hyper and
//! parked with a few bytes of state. It gets a new hyper when the client sends a byte.
//!
//! All time limits of a connection depend on one [`IdleTimer`] that fires every second, so a
//! request on a busy connection sets no timer.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONNECTION, HeaderValue};
use http::{Request, Response};
use hyper::body::{Body as HttpBody, Incoming};
use hyper::rt::{Read, Write};
use hyper::server::conn::http1::{Builder, Connection};
use hyper::service::{HttpService, service_fn};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::time::{Instant, sleep_until};

use super::activity::{Answer, ConnectionActivity, InFlightGuard, InstrumentedIo};
use super::wake_flag::WakeFlag;
use super::{Bounds, LINGER, TICK};
use crate::phases::Phases;
use crate::protocol::body::BoxError;

/// Bytes read from a client that wakes up, before hyper reads the rest.
const FIRST: usize = 16;

/// Serves a connection until it ends, until its stop is requested and the answers in progress are
/// complete, or until the client keeps it waiting for the limit: for the rest of a head, for
/// another request, for room to send an answer. One that is parked ends as well when its permit is
/// needed.
pub(super) async fn serve<I, F, B>(
    builder: &Builder,
    mut io: I,
    bounds: Bounds<'_>,
    answer: impl Fn(Request<Incoming>) -> F + Sync,
) -> io::Result<()>
where
    I: AsyncRead + AsyncWrite + Send + Unpin,
    F: Future<Output = Response<B>> + Send,
    B: HttpBody<Data = Bytes, Error = BoxError> + Send + Unpin + 'static,
{
    let activity = Arc::new(ConnectionActivity::default());
    let mut timer = IdleTimer::new(bounds.limit);
    let mut first = Bytes::new();
    loop {
        let (answer, phases) = (&answer, bounds.phases);
        let service = service_fn(|request: Request<Incoming>| {
            let guard = InFlightGuard::start(&activity, !request.body().is_end_stream());
            // Called inside, or the future would have room for two of its results.
            async move {
                let mut response = answer(request).await;
                if phases.is_leaving() {
                    let close = HeaderValue::from_static("close");
                    response.headers_mut().insert(CONNECTION, close);
                }
                Ok::<_, Infallible>(response.map(|body| guard.with(body)))
            }
        });
        let instrumented = InstrumentedIo::new(TokioIo::new(io), first, &activity);
        // On the heap, so that a parked connection frees the memory.
        let mut connection = Box::new(builder.serve_connection(instrumented, service));
        if let Some(ended) = active(&mut connection, &activity, &mut timer, phases).await {
            return ended.map_err(io::Error::other);
        }
        let parts = connection.into_parts();
        io = parts.io.into_inner().into_inner();
        // Copied: an empty rest of hyper's buffer would keep all of it.
        let read = parts.read_buf.to_vec();
        drop(parts.read_buf);
        match park(&mut io, read, timer.end(), bounds).await? {
            Some(read) => first = read,
            None => return Ok(()),
        }
    }
}

/// Serves a connection while there is activity; none when it may be parked.
async fn active<I: Read + Write + Unpin, S, B>(
    connection: &mut Connection<I, S>,
    activity: &ConnectionActivity,
    timer: &mut IdleTimer,
    phases: &Phases,
) -> Option<hyper::Result<()>>
where
    S: HttpService<Incoming, ResBody = Answer<B>, Error: Into<BoxError>>,
    B: HttpBody<Data = Bytes, Error = BoxError> + Unpin + 'static,
{
    let (flag, waker) = WakeFlag::new();
    let mut stopped = pin!(phases.until_stopped());
    let mut look = pin!(sleep_until(timer.next()));
    let (mut registered, mut is_ending) = (None, false);
    poll_fn(|context| {
        flag.register(context, &mut registered);
        loop {
            if let Poll::Ready(ended) = Pin::new(&mut *connection).poll(context) {
                return Poll::Ready(Some(ended));
            }
            if !flag.take() {
                return Poll::Pending;
            }
            let mut by_flag = Context::from_waker(&waker);
            if !is_ending && stopped.as_mut().poll(&mut by_flag).is_ready() {
                is_ending = true;
                Pin::new(&mut *connection).graceful_shutdown();
            } else if look.as_mut().poll(&mut by_flag).is_ready() {
                match timer.look(activity) {
                    Liveness::Busy => look.as_mut().reset(timer.next()),
                    Liveness::Idle => return Poll::Ready(None),
                    Liveness::Late => return Poll::Ready(Some(Ok(()))),
                }
            } else {
                return Poll::Pending;
            }
            flag.set();
        }
    })
    .await
}

/// Waits until the client sends something; returns it after the bytes that were `read` before (the
/// start of a head). None if the client has disconnected, at the end of the time, when it is asked
/// to leave and sends no more, at a stop, or if the permit is needed.
async fn park(
    io: &mut (impl AsyncRead + Unpin),
    mut read: Vec<u8>,
    end: Instant,
    bounds: Bounds<'_>,
) -> io::Result<Option<Bytes>> {
    let Some(mut resting) = bounds.permit.rest() else {
        return Ok(None);
    };
    let mut buffer = [0; FIRST];
    let rested = tokio::select! {
        length = io.read(&mut buffer) => Some(length?),
        () = sleep_until(end) => Some(0),
        () = resting.is_over() => Some(0),
        () = bounds.phases.until_leaving() => None,
    };
    let length = match rested {
        Some(length) => length,
        // A request may be under way; its answer asks the client to leave.
        None => tokio::select! {
            length = io.read(&mut buffer) => length?,
            () = sleep_until(end.min(Instant::now() + LINGER)) => 0,
            () = resting.is_over() => 0,
            () = bounds.phases.until_stopped() => 0,
        },
    };
    read.extend_from_slice(&buffer[..length]);
    Ok((length > 0).then(|| read.into()))
}

/// The state of a connection at a look.
#[derive(Debug, PartialEq, Eq)]
enum Liveness {
    /// Something happened, or we have something to do.
    Busy,
    /// There was no activity since the last look.
    Idle,
    /// The client has kept us waiting for too long.
    Late,
}

/// The timer of a connection: the time since its last activity.
struct IdleTimer {
    limit: Duration,
    steps: u32,
    /// When a look last found activity.
    since: Instant,
}

impl IdleTimer {
    fn new(limit: Duration) -> Self {
        Self {
            limit,
            steps: 0,
            since: Instant::now(),
        }
    }

    /// The time of the next check.
    fn next(&self) -> Instant {
        Instant::now() + TICK.min(self.limit / 2)
    }

    /// The end of a client that is parked.
    fn end(&self) -> Instant {
        self.since + self.limit
    }

    fn look(&mut self, activity: &ConnectionActivity) -> Liveness {
        let steps = activity.steps();
        if steps != self.steps {
            self.steps = steps;
            self.since = Instant::now();
            Liveness::Busy
        } else if !activity.waits_for_client() {
            Liveness::Busy
        } else if self.since.elapsed() >= self.limit {
            Liveness::Late
        } else if activity.is_idle() {
            Liveness::Idle
        } else {
            Liveness::Busy
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tokio::io::{AsyncWriteExt, DuplexStream, duplex};

    use super::*;
    use crate::net::connection_limit::Permit;
    use crate::protocol::body::Body;

    const LIMIT: Duration = Duration::from_secs(20);
    const GET: &[u8] = b"GET /one HTTP/1.1\r\nHost: a\r\n\r\n";

    /// Serves a connection and records the requested paths. Returns them with the result of
    /// `client` and the time that the server took.
    async fn with<C, R>(
        body: fn() -> Body,
        client: impl FnOnce(DuplexStream) -> C,
    ) -> (Vec<String>, R, Duration)
    where
        C: Future<Output = R>,
    {
        let (near, far) = duplex(256);
        let asked = Mutex::new(Vec::new());
        let kept = Mutex::new(Vec::new());
        let answer = async |request: Request<Incoming>| {
            let (parts, incoming) = request.into_parts();
            asked.lock().unwrap().push(parts.uri.path().to_owned());
            // This simulates a body that is still being forwarded when its answer has come.
            kept.lock().unwrap().push(incoming);
            Response::new(body())
        };
        let start = Instant::now();
        let phases = Phases::default();
        let builder = Builder::new();
        let served = async {
            let permit = permit().await;
            let _ = serve(&builder, near, bounds(&permit, &phases), answer).await;
            start.elapsed()
        };
        let (result, took) = tokio::join!(client(far), served);
        (asked.into_inner().unwrap(), result, took)
    }

    async fn permit() -> Permit {
        let limit = crate::net::connection_limit::tests::limit(1, 1);
        limit.acquire(None).await.unwrap()
    }

    fn bounds<'a>(permit: &'a Permit, phases: &'a Phases) -> Bounds<'a> {
        Bounds {
            limit: LIMIT,
            permit,
            phases,
        }
    }

    fn small() -> Body {
        Body::whole("hello")
    }

    async fn answer(client: &mut DuplexStream) -> String {
        let mut text = Vec::new();
        while !text.ends_with(b"hello") {
            let mut byte = [0];
            client.read_exact(&mut byte).await.unwrap();
            text.extend_from_slice(&byte);
        }
        String::from_utf8(text).unwrap()
    }

    async fn pause(seconds: u64) {
        tokio::time::sleep(Duration::from_secs(seconds)).await;
    }

    #[tokio::test]
    async fn a_connection_that_rests_is_small() {
        let (near, _far) = duplex(16);
        let phases = Phases::default();
        let builder = Builder::new();
        let answer = async |_: Request<Incoming>| Response::new(Body::Empty);
        let permit = permit().await;
        let size = size_of_val(&serve(&builder, near, bounds(&permit, &phases), answer));
        assert!(size <= 900, "{size} bytes");
    }

    #[test]
    fn a_look_tells_who_is_waited_for() {
        let activity = Arc::new(ConnectionActivity::default());
        let mut timer = IdleTimer::new(LIMIT);
        assert_eq!(
            timer.look(&activity),
            Liveness::Idle,
            "nothing was asked yet"
        );
        let guard = InFlightGuard::start(&activity, false);
        assert_eq!(timer.look(&activity), Liveness::Busy, "a request came");
        assert_eq!(timer.look(&activity), Liveness::Busy, "it is not answered");
        drop(guard);
        assert_eq!(
            timer.look(&activity),
            Liveness::Busy,
            "it was answered just now"
        );
        assert_eq!(timer.look(&activity), Liveness::Idle);
        drop(InFlightGuard::start(&activity, true));
        assert_eq!(timer.look(&activity), Liveness::Busy);
        assert_eq!(
            timer.look(&activity),
            Liveness::Busy,
            "its body may still come"
        );
        timer.since -= LIMIT;
        assert_eq!(timer.look(&activity), Liveness::Late);
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_rests_answers_when_it_is_asked() {
        let (asked, (), took) = with(small, async |mut client| {
            for _ in 0..3 {
                client.write_all(GET).await.unwrap();
                assert!(answer(&mut client).await.starts_with("HTTP/1.1 200 OK"));
                pause(5).await;
            }
        })
        .await;
        assert_eq!(asked, ["/one"; 3]);
        assert_eq!(took.as_secs(), 15);
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_comes_in_parts_is_read_whole() {
        let (asked, (), _) = with(small, async |mut client| {
            for part in [&GET[..7], &GET[7..9], &GET[9..]] {
                client.write_all(part).await.unwrap();
                pause(4).await;
            }
            answer(&mut client).await;
        })
        .await;
        assert_eq!(asked, ["/one"]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_may_not_take_longer_than_the_limit_however_it_comes() {
        for (length, step) in [(0, 1), (1, 60), (GET.len() - 1, 1)] {
            let (asked, (), took) = with(small, async |mut client| {
                for byte in &GET[..length] {
                    if client.write_all(&[*byte]).await.is_err() {
                        return;
                    }
                    pause(step).await;
                }
                let _ = client.read_to_end(&mut Vec::new()).await;
            })
            .await;
            assert_eq!(asked, [""; 0]);
            assert!((20..=22).contains(&took.as_secs()), "{length}: {took:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_no_answer_is_let_go() {
        let large = || Body::whole(vec![b'x'; 1_000_000]);
        let (asked, (), took) = with(large, async |mut client| {
            client.write_all(GET).await.unwrap();
            pause(60).await;
        })
        .await;
        assert_eq!(asked, ["/one"]);
        assert!((20..=22).contains(&took.as_secs()), "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_an_answer_slowly_gets_all_of_it() {
        let large = || Body::whole(vec![b'x'; 5_000]);
        let (_, received, _) = with(large, async |mut client| {
            client.write_all(GET).await.unwrap();
            let mut received = 0;
            while received < 5_000 {
                pause(10).await;
                received += client.read(&mut [0; 256]).await.unwrap();
            }
            received
        })
        .await;
        assert!(received >= 5_000);
    }

    /// The late part of a body is never taken for a request.
    #[tokio::test(start_paused = true)]
    async fn a_body_that_outlasts_its_answer_stays_a_body() {
        let (asked, (), _) = with(small, async |mut client| {
            let length = GET.len();
            let head = format!("POST /two HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n");
            client.write_all(head.as_bytes()).await.unwrap();
            answer(&mut client).await;
            pause(5).await;
            let _ = client.write_all(GET).await;
            pause(5).await;
        })
        .await;
        assert_eq!(asked, ["/two"]);
    }
}
