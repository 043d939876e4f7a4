//! The share of bytes of each client: an answer's body waits when its client has had its share.
//!
//! Each client has a bucket of bytes that fills at a constant rate. A body takes bytes out before
//! it asks its source for them. A bucket may be overdrawn: then the body waits until the debt is
//! paid, and the next body until both debts are. So the bodies of one client take turns, each wait
//! is one timer, and more connections bring no more bytes.
//!
//! Decisions and their reasons:
//! - **Waits, no refusals.** An answer that has begun cannot become a 429.
//! - **No more memory.** A body that waits asks neither disk nor origin for its next bytes, as with
//!   a client that reads slowly.
//! - **A body in memory that the bucket has room for stays as it is**: it costs a look into the
//!   table.
//! - **Bodies of requests do not count**: they do not use the line to visitors, their size and time
//!   have bounds, and a wait could use up the origin's time for an upload.

mod paced_body;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::Response;
use http::header::CONTENT_LENGTH;
use tokio::time::Instant;

use crate::config::ByteQuota;
use crate::observe::metrics::Metrics;
use crate::protocol::body::Body;
use paced_body::PacedBody;

/// Clients remembered at once, about 40 bytes each.
const CLIENTS: usize = 10_000;

/// The time at which the bucket of each client is full again, in nanoseconds from the start. A
/// client without an entry has a full one.
type Buckets = HashMap<IpAddr, u64>;

/// The bytes left to each client.
pub(crate) struct Bandwidth {
    quota: ByteQuota,
    start: Instant,
    buckets: Mutex<Buckets>,
    metrics: Arc<Metrics>,
}

impl Bandwidth {
    /// A limit that gives each client this quota.
    pub(crate) fn new(quota: ByteQuota, metrics: Arc<Metrics>) -> Self {
        Self {
            quota,
            start: Instant::now(),
            buckets: Mutex::default(),
            metrics,
        }
    }

    /// Makes the body of an answer to `client` wait for its share, if there is not room for all of
    /// it now.
    pub(crate) fn pace(self: &Arc<Self>, client: IpAddr, response: &mut Response<Body>) {
        let fits = match response.body() {
            Body::Empty | Body::Whole(None) => true,
            Body::Whole(Some(bytes)) => self.take(client, bytes.len() as u64),
            // Its client may leave long before its end.
            Body::Stream(_) => false,
        };
        if fits {
            return;
        }
        let length = response.headers().get(CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
        let body = std::mem::replace(response.body_mut(), Body::Empty);
        let paced = PacedBody::new(body, length, Share::new(self, client));
        *response.body_mut() = Body::stream(paced);
    }

    /// Takes bytes if the bucket has that many.
    fn take(&self, client: IpAddr, bytes: u64) -> bool {
        let (now, cost) = (self.now(), self.cost(bytes));
        let latest = now.saturating_add(self.cost(self.quota.burst));
        self.change(client, |full| {
            let after = full_after(*full, now, cost);
            let has_room = after <= latest;
            if has_room {
                *full = after;
            }
            has_room
        })
    }

    /// Takes bytes, which are there at the returned time; none if they are there now.
    fn reserve(&self, client: IpAddr, bytes: u64) -> Option<Instant> {
        let (now, cost) = (self.now(), self.cost(bytes));
        let full = self.change(client, |full| {
            *full = full_after(*full, now, cost);
            *full
        });
        let at = full.saturating_sub(self.cost(self.quota.burst));
        (at > now).then(|| self.start + Duration::from_nanos(at))
    }

    /// Gives bytes back that were not sent.
    fn give_back(&self, client: IpAddr, bytes: u64) {
        let cost = self.cost(bytes);
        self.change(client, |full| *full = full.saturating_sub(cost));
    }

    /// Changes the bucket of a client.
    fn change<T>(&self, client: IpAddr, change: impl FnOnce(&mut u64) -> T) -> T {
        let buckets = self.buckets.lock();
        let mut buckets = buckets.unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= CLIENTS && !buckets.contains_key(&client) {
            forget_fuller_half(&mut buckets);
        }
        change(buckets.entry(client).or_default())
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// The nanoseconds in which a bucket gets so many bytes.
    fn cost(&self, bytes: u64) -> u64 {
        let nanos = u128::from(bytes) * 1_000_000_000 / u128::from(self.quota.per_second.get());
        u64::try_from(nanos).unwrap_or(u64::MAX)
    }
}

/// The time at which a bucket is full once bytes that take `cost` to come back are taken out of it.
fn full_after(full: u64, now: u64, cost: u64) -> u64 {
    full.max(now).saturating_add(cost)
}

/// Forgets the buckets that are full or will be soonest: those of clients that read least.
fn forget_fuller_half(buckets: &mut Buckets) {
    let mut times: Vec<u64> = buckets.values().copied().collect();
    if times.is_empty() {
        return;
    }
    let middle = times.len() / 2;
    let median = *times.select_nth_unstable(middle).1;
    buckets.retain(|_, full| *full > median);
}

/// The bytes of one client, as one body uses them.
struct Share {
    bandwidth: Arc<Bandwidth>,
    client: IpAddr,
    /// Bytes taken and not sent yet. Less than 0 after a frame that was larger than expected.
    credit: i64,
    has_waited: bool,
}

impl Share {
    fn new(bandwidth: &Arc<Bandwidth>, client: IpAddr) -> Self {
        Self {
            bandwidth: Arc::clone(bandwidth),
            client,
            credit: 0,
            has_waited: false,
        }
    }

    /// Takes bytes, and those of a debt; returns the time at which they are there, if that is
    /// later.
    fn reserve(&mut self, bytes: u64) -> Option<Instant> {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        let taken = bytes.saturating_sub(self.credit).max(0);
        self.credit = self.credit.saturating_add(taken);
        let at = self.bandwidth.reserve(self.client, taken.unsigned_abs());
        if at.is_some() && !self.has_waited {
            self.has_waited = true;
            self.bandwidth.metrics.delayed_answers.add_one();
        }
        at
    }

    /// Bytes were sent.
    fn spend(&mut self, bytes: usize) {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.credit = self.credit.saturating_sub(bytes);
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        match u64::try_from(self.credit) {
            Ok(0) => {}
            Ok(left) => self.bandwidth.give_back(self.client, left),
            Err(_) => {
                self.bandwidth
                    .reserve(self.client, self.credit.unsigned_abs());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use bytes::Bytes;
    use http_body_util::{BodyExt, StreamBody};
    use hyper::body::{Body as _, Frame};

    use super::*;
    use crate::protocol::body::BoxError;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const TWO: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));
    const KIB: usize = 1024;

    /// 100 KiB a second, and as many at once.
    fn bandwidth() -> Arc<Bandwidth> {
        let burst = 100 * KIB as u64;
        let per_second = NonZeroU64::new(burst).unwrap();
        let quota = ByteQuota { per_second, burst };
        Arc::new(Bandwidth::new(quota, Arc::default()))
    }

    fn pace_body(bandwidth: &Arc<Bandwidth>, client: IpAddr, body: Body) -> Body {
        let mut response = Response::new(body);
        bandwidth.pace(client, &mut response);
        response.into_body()
    }

    fn bytes(kib: usize) -> Bytes {
        (0..kib * KIB).map(|at| (at % 251) as u8).collect()
    }

    /// All bytes of a body, and the milliseconds from `start` to the last.
    async fn arrival(body: Body, start: Instant) -> (Bytes, u128) {
        let received = body.collect().await.unwrap().to_bytes();
        (received, start.elapsed().as_millis())
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_in_memory_with_room_for_it_stays_as_it_is() {
        let bandwidth = bandwidth();
        for _ in 0..2 {
            let body = pace_body(&bandwidth, ONE, Body::whole(bytes(50)));
            assert!(matches!(body, Body::Whole(Some(_))));
        }
        let body = pace_body(&bandwidth, ONE, Body::whole(bytes(1)));
        assert!(matches!(body, Body::Stream(_)), "the bucket is empty");
        drop(body);
        tokio::time::advance(Duration::from_millis(500)).await;
        let body = pace_body(&bandwidth, ONE, Body::whole(bytes(50)));
        assert!(matches!(body, Body::Whole(Some(_))), "half of it is back");
        assert_eq!(bandwidth.metrics.delayed_answers.get(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_beyond_the_share_comes_whole_at_the_rate_and_others_wait_for_none_of_it() {
        let bandwidth = bandwidth();
        let start = Instant::now();
        let body = pace_body(&bandwidth, ONE, Body::whole(bytes(350)));
        assert_eq!(body.size_hint().exact(), Some(350 * KIB as u64));
        let (received, at) = arrival(body, start).await;
        assert_eq!(received, bytes(350));
        assert!((2500..=2510).contains(&at), "{at} ms");
        let (_, at) = arrival(pace_body(&bandwidth, TWO, Body::whole(bytes(90))), start).await;
        assert!(at <= 2510, "{at} ms");
        assert_eq!(bandwidth.metrics.delayed_answers.get(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn bodies_of_one_client_take_turns_and_get_no_more_than_one_body() {
        let bandwidth = bandwidth();
        let start = Instant::now();
        let all = (0..4).map(|_| {
            let body = pace_body(&bandwidth, ONE, Body::whole(bytes(200)));
            arrival(body, start)
        });
        let ends: Vec<_> = futures_util::future::join_all(all).await;
        for (received, at) in &ends {
            assert_eq!(*received, bytes(200));
            // Those that began with the burst are a part or two ahead.
            assert!((4800..=7010).contains(at), "{at} ms");
        }
        let last = ends.iter().map(|(_, at)| *at).max();
        assert!(last >= Some(7000), "{last:?} ms for 700 KiB and the burst");
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_waits_asks_its_source_for_nothing() {
        let bandwidth = bandwidth();
        assert!(bandwidth.take(ONE, 100 * KIB as u64));
        let asked = Arc::new(AtomicBool::new(false));
        let noted = Arc::clone(&asked);
        let frames = futures_util::stream::poll_fn(move |_| {
            let frame = (!noted.swap(true, Relaxed)).then(|| Frame::data(bytes(10)));
            std::task::Poll::Ready(frame.map(Ok::<_, BoxError>))
        });
        let mut body = pace_body(&bandwidth, ONE, Body::stream(StreamBody::new(frames)));
        let wait = tokio::time::timeout(Duration::from_millis(600), body.frame());
        assert!(wait.await.is_err());
        assert!(!asked.load(Relaxed), "64 KiB are there after 640 ms");
        let (received, _) = arrival(body, Instant::now()).await;
        assert_eq!(received, bytes(10));
    }

    #[tokio::test(start_paused = true)]
    async fn bytes_that_were_not_sent_are_given_back() {
        let bandwidth = bandwidth();
        let endless = || {
            let frames =
                futures_util::stream::repeat_with(|| Ok::<_, BoxError>(Frame::data(bytes(1))));
            Body::stream(StreamBody::new(frames))
        };
        for _ in 0..10 {
            let mut body = pace_body(&bandwidth, ONE, endless());
            assert!(body.frame().await.is_some());
        }
        assert!(bandwidth.take(ONE, 90 * KIB as u64), "ten were sent");
        assert!(!bandwidth.take(ONE, KIB as u64));
    }

    #[tokio::test(start_paused = true)]
    async fn there_is_room_for_every_client_and_one_in_debt_is_not_forgotten() {
        let bandwidth = bandwidth();
        assert!(bandwidth.take(ONE, 100 * KIB as u64));
        for client in 0..3 * CLIENTS as u32 {
            let client = IpAddr::from((0x0a00_0000 + client).to_be_bytes());
            assert!(bandwidth.take(client, 1));
        }
        assert!(bandwidth.buckets.lock().unwrap().len() <= CLIENTS);
        assert!(!bandwidth.take(ONE, KIB as u64));
    }

    #[tokio::test(start_paused = true)]
    async fn a_frame_that_is_larger_than_expected_is_paid_for_later() {
        let bandwidth = bandwidth();
        let frames = [150, 1].map(|kib| Ok::<_, BoxError>(Frame::data(bytes(kib))));
        let frames = StreamBody::new(futures_util::stream::iter(frames));
        let mut body = pace_body(&bandwidth, ONE, Body::stream(frames));
        let start = Instant::now();
        body.frame().await.unwrap().unwrap();
        assert_eq!(start.elapsed().as_millis(), 0);
        body.frame().await.unwrap().unwrap();
        assert!(start.elapsed().as_millis() >= 500);
    }
}
