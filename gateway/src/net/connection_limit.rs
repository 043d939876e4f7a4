//! Limits of connections: of all, and of one client.
//!
//! | when | a new connection |
//! |---|---|
//! | its client has its share | takes the place of that client's connection that has rested longest; is closed if none of them rests |
//! | all places are taken | takes the place of the connection that has rested longest; waits if none rests |
//!
//! A connection rests while its client has all its answers, and there has been no activity for a
//! moment. A client that only holds connections loses them to clients with requests; a browser that
//! loses an idle connection opens another one.
//!
//! This module does no work per request: it is called when a connection is accepted, when it rests,
//! and when it wakes up.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::config::Limits;
use crate::observe::metrics::Metrics;

/// The permits of all connections.
#[derive(Clone)]
pub(crate) struct ConnectionLimit {
    permits: Arc<Semaphore>,
    share: usize,
    state: Arc<Mutex<State>>,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct State {
    clients: HashMap<IpAddr, Connections>,
    /// Connections that rest, the longest first.
    resting: BTreeMap<u64, Resting>,
    /// How many rests have begun so far.
    rests: u64,
    /// New connections that wait for a permit.
    waiting: usize,
    /// Connections that were asked to end, and have not ended.
    leaving: usize,
}

/// The connections of one client.
#[derive(Default)]
struct Connections {
    open: usize,
    resting: BTreeSet<u64>,
}

struct Resting {
    client: Option<IpAddr>,
    tell: oneshot::Sender<()>,
}

impl ConnectionLimit {
    /// A limit with the configured numbers.
    pub(crate) fn new(limits: &Limits, metrics: Arc<Metrics>) -> Self {
        let share = limits.share();
        let is_all = share == limits.connections;
        Self {
            permits: Arc::new(Semaphore::new(limits.connections)),
            // A client that may have all of them waits for one like all others.
            share: if is_all { usize::MAX } else { share },
            state: Arc::default(),
            metrics,
        }
    }

    /// A permit for a connection, once there is one. `client` is none for a trusted proxy, which
    /// has no share. None if the client has used up its share.
    pub(crate) async fn acquire(&self, client: Option<IpAddr>) -> Option<Permit> {
        let Some(counted) = self.count(client) else {
            self.metrics.refused_connections.add_one();
            return None;
        };
        let permit = match Arc::clone(&self.permits).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let _waiting = self.wait();
                Arc::clone(&self.permits).acquire_owned().await.ok()?
            }
        };
        Some(Permit {
            counted,
            _permit: permit,
        })
    }

    fn count(&self, client: Option<IpAddr>) -> Option<ClientCount> {
        if let Some(client) = client {
            let mut state = lock(&self.state);
            let connections = state.clients.entry(client).or_default();
            if connections.open >= self.share {
                let longest = *connections.resting.first()?;
                self.end(&mut state, longest);
            }
            state.clients.entry(client).or_default().open += 1;
        }
        Some(ClientCount {
            client,
            state: Arc::clone(&self.state),
        })
    }

    fn wait(&self) -> WaitGuard<'_> {
        let mut state = lock(&self.state);
        state.waiting += 1;
        if state.is_short()
            && let Some((&longest, _)) = state.resting.first_key_value()
        {
            self.end(&mut state, longest);
        }
        WaitGuard(&self.state)
    }

    fn end(&self, state: &mut State, ticket: u64) {
        if let Some(rest) = state.remove(ticket) {
            self.metrics.displaced_connections.add_one();
            state.leaving += 1;
            // It waits for this, or is waking up and sees that it is no longer listed.
            let _ = rest.tell.send(());
        }
    }
}

impl State {
    /// Whether more connections wait for a permit than are about to give one up.
    fn is_short(&self) -> bool {
        self.waiting > self.leaving
    }

    fn remove(&mut self, ticket: u64) -> Option<Resting> {
        let rest = self.resting.remove(&ticket)?;
        if let Some(client) = rest.client
            && let Some(connections) = self.clients.get_mut(&client)
        {
            connections.resting.remove(&ticket);
        }
        Some(rest)
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A permit for one connection, given back when it is dropped.
pub(crate) struct Permit {
    counted: ClientCount,
    // After the count: the next holder of the permit finds the count right.
    _permit: OwnedSemaphorePermit,
}

impl Permit {
    /// The connection rests until this is dropped. None if its permit is needed already, so that it
    /// has to end.
    pub(crate) fn rest(&self) -> Option<Rest<'_>> {
        let ClientCount { client, state } = &self.counted;
        let (tell, told) = oneshot::channel();
        let mut locked = lock(state);
        if locked.is_short() {
            return None;
        }
        let ticket = locked.rests;
        locked.rests += 1;
        let client = *client;
        locked.resting.insert(ticket, Resting { client, tell });
        if let Some(client) = client {
            let connections = locked.clients.entry(client).or_default();
            connections.resting.insert(ticket);
        }
        drop(locked);
        Some(Rest {
            ticket,
            told,
            state,
        })
    }

    /// Rests until `done`, and returns its result; none if the connection has to end.
    pub(crate) async fn rest_until<T>(&self, done: impl Future<Output = T>) -> Option<T> {
        let mut rest = self.rest()?;
        tokio::select! {
            biased;
            () = rest.is_over() => None,
            done = done => Some(done),
        }
    }
}

/// A rest. Another connection may take the permit meanwhile.
pub(crate) struct Rest<'a> {
    ticket: u64,
    told: oneshot::Receiver<()>,
    state: &'a Mutex<State>,
}

impl Rest<'_> {
    /// Ready when the connection has to go.
    pub(crate) async fn is_over(&mut self) {
        // An error cannot be: the sender is in the list until it is used.
        let _ = (&mut self.told).await;
    }
}

impl Drop for Rest<'_> {
    fn drop(&mut self) {
        let mut state = lock(self.state);
        if state.remove(self.ticket).is_none() {
            state.leaving -= 1;
        }
    }
}

/// One of a client's connections.
struct ClientCount {
    client: Option<IpAddr>,
    state: Arc<Mutex<State>>,
}

impl Drop for ClientCount {
    fn drop(&mut self) {
        let Some(client) = self.client else { return };
        let mut state = lock(&self.state);
        if let Some(connections) = state.clients.get_mut(&client) {
            connections.open -= 1;
            if connections.open == 0 {
                state.clients.remove(&client);
            }
        }
    }
}

/// A connection that waits for a permit.
struct WaitGuard<'a>(&'a Mutex<State>);

impl Drop for WaitGuard<'_> {
    fn drop(&mut self) {
        lock(self.0).waiting -= 1;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::future::pending;
    use std::net::Ipv4Addr;
    use std::task::{Context, Poll, Waker};

    use super::*;

    const ONE: Option<IpAddr> = Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)));
    const TWO: Option<IpAddr> = Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2)));

    /// A limit of so many permits, and so many for each client.
    pub(crate) fn limit(permits: usize, share: usize) -> ConnectionLimit {
        ConnectionLimit {
            permits: Arc::new(Semaphore::new(permits)),
            share,
            state: Arc::default(),
            metrics: Arc::default(),
        }
    }

    fn poll<F: Future + Unpin>(future: &mut F) -> Poll<F::Output> {
        std::pin::Pin::new(future).poll(&mut Context::from_waker(Waker::noop()))
    }

    /// A connection that rests until it has to end, and then gives its permit back.
    async fn resting(limit: &ConnectionLimit, client: Option<IpAddr>) {
        let permit = limit.acquire(client).await.unwrap();
        assert_eq!(permit.rest_until(pending::<()>()).await, None);
    }

    #[tokio::test]
    async fn a_client_has_its_share_and_others_have_theirs() {
        let limit = limit(10, 2);
        let first = limit.acquire(ONE).await;
        let second = limit.acquire(ONE).await;
        assert!(first.is_some() && second.is_some());
        assert!(limit.acquire(ONE).await.is_none());
        assert!(limit.acquire(TWO).await.is_some());
        drop(first);
        assert!(limit.acquire(ONE).await.is_some());
    }

    #[tokio::test]
    async fn a_trusted_proxy_has_no_share() {
        let limit = limit(3, 1);
        let all = [limit.acquire(None).await, limit.acquire(None).await];
        assert!(all.iter().all(Option::is_some));
        assert!(limit.acquire(ONE).await.is_some());
    }

    #[tokio::test]
    async fn at_its_share_a_client_loses_what_has_rested_longest_of_its_own() {
        let limit = limit(10, 2);
        let [mut others, mut longest, mut shorter] =
            [TWO, ONE, ONE].map(|client| Box::pin(resting(&limit, client)));
        assert!(poll(&mut others).is_pending());
        assert!(poll(&mut longest).is_pending());
        assert!(poll(&mut shorter).is_pending());
        assert!(limit.acquire(ONE).await.is_some());
        assert!(poll(&mut longest).is_ready());
        assert!(poll(&mut shorter).is_pending());
        assert!(poll(&mut others).is_pending());
    }

    #[tokio::test]
    async fn when_all_places_are_taken_the_longest_rest_ends() {
        let limit = limit(2, 2);
        let [mut longest, mut shorter] = [ONE, TWO].map(|client| Box::pin(resting(&limit, client)));
        assert!(poll(&mut longest).is_pending());
        assert!(poll(&mut shorter).is_pending());
        let mut new = Box::pin(limit.acquire(TWO));
        assert!(poll(&mut new).is_pending(), "the place is not free yet");
        assert!(poll(&mut longest).is_ready());
        let new = new.await;
        assert!(new.is_some());
        assert!(poll(&mut shorter).is_pending());
    }

    #[tokio::test]
    async fn where_none_rests_a_new_connection_waits_for_the_first_that_does() {
        let limit = limit(1, 1);
        let busy = limit.acquire(ONE).await.unwrap();
        let mut new = Box::pin(limit.acquire(TWO));
        assert!(poll(&mut new).is_pending());
        assert!(busy.rest().is_none(), "its place is wanted");
        drop(busy);
        let new = new.await.unwrap();
        assert!(new.rest().is_some(), "nobody waits any more");
    }

    #[tokio::test]
    async fn who_wakes_up_in_time_stays_and_nobody_is_remembered() {
        let limit = limit(2, 2);
        let permit = limit.acquire(ONE).await.unwrap();
        assert_eq!(permit.rest_until(async { 7 }).await, Some(7));
        assert!(lock(&limit.state).resting.is_empty());
        drop(permit);
        resting_and_displaced(&limit).await;
        let state = lock(&limit.state);
        assert!(state.clients.is_empty() && state.resting.is_empty());
        assert_eq!((state.waiting, state.leaving), (0, 0));
        assert_eq!(limit.permits.available_permits(), 2);
    }

    async fn resting_and_displaced(limit: &ConnectionLimit) {
        let mut first = Box::pin(resting(limit, ONE));
        let mut second = Box::pin(resting(limit, ONE));
        assert!(poll(&mut first).is_pending());
        assert!(poll(&mut second).is_pending());
        let mut given_up = Box::pin(limit.acquire(TWO));
        assert!(poll(&mut given_up).is_pending());
        drop(given_up);
        first.await;
    }
}
