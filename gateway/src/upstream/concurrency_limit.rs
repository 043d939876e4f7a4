//! The limit of calls that one client may have in progress at the origin. The origin takes a fixed
//! number of calls at once, and counts each until its body has arrived: a client that sends many
//! bodies slowly would otherwise keep all others from signing in.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The calls of each client, and their limit.
pub(crate) struct ConcurrencyLimit {
    each: usize,
    /// Calls in progress, for each client that has any.
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A permit for one call, given back when it is dropped.
pub(crate) struct Permit {
    client: IpAddr,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl ConcurrencyLimit {
    /// `each` calls for a client.
    pub(crate) fn new(each: usize) -> Self {
        Self {
            each,
            taken: Arc::default(),
        }
    }

    /// A permit for one more call; none if the client has used up its limit.
    pub(crate) fn acquire(&self, client: IpAddr) -> Option<Permit> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(client).or_default();
        (*count < self.each).then(|| {
            *count += 1;
            Permit {
                client,
                taken: Arc::clone(&self.taken),
            }
        })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        match taken.get_mut(&self.client) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(taken.remove(&self.client)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_ones_own_and_given_back() {
        let limit = ConcurrencyLimit::new(2);
        let [one, two] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(IpAddr::from);
        let (first, second) = (limit.acquire(one), limit.acquire(one));
        assert!(first.is_some() && second.is_some());
        assert!(limit.acquire(one).is_none());
        assert!(limit.acquire(two).is_some());
        drop(first);
        let again = limit.acquire(one);
        assert!(again.is_some());
        assert!(limit.acquire(one).is_none());
        drop((second, again));
        assert!(
            limit.taken.lock().unwrap().is_empty(),
            "nobody is remembered"
        );
    }
}
