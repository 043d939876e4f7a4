//! How many calls one client may have in hand at the origin. The origin has a fixed number of places, and a call keeps its place
//! until its body has arrived: whoever sends many bodies slowly would otherwise shut everyone else out of signing in.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Clients remembered at once, about 200 bytes each.
const CLIENTS: u64 = 10_000;

/// The places of each client.
pub(crate) struct Places {
    each: usize,
    clients: Cache<IpAddr, Arc<Semaphore>>,
}

impl Places {
    /// So many for each client. A client is remembered for as long as a call may take, so that one that is in hand still counts.
    pub(crate) fn new(each: usize, longest: Duration) -> Self {
        Self {
            each,
            clients: Cache::builder()
                .max_capacity(CLIENTS)
                .time_to_idle(longest)
                .build(),
        }
    }

    /// A place for one more call, given back when it is dropped; none if the client has all of its own.
    pub(crate) async fn take(&self, client: IpAddr) -> Option<OwnedSemaphorePermit> {
        let each = self.each;
        let places = async { Arc::new(Semaphore::new(each)) };
        let places = self.clients.get_with(client, places).await;
        places.try_acquire_owned().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_place_is_ones_own_and_given_back() {
        let places = Places::new(1, Duration::from_secs(60));
        let [one, two] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(IpAddr::from);
        let place = places.take(one).await;
        assert!(place.is_some());
        assert!(places.take(one).await.is_none());
        assert!(places.take(two).await.is_some());
        drop(place);
        assert!(places.take(one).await.is_some());
    }
}
