//! How many calls one client may have in hand at the origin. The origin has a fixed number of
//! places, and a call keeps its place until its body has arrived: whoever sends many bodies slowly
//! would otherwise shut everyone else out of signing in.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The places of each client.
pub(crate) struct Places {
    each: usize,
    /// Who has calls in hand, and how many.
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A place at the origin, given back when it is dropped.
pub(crate) struct Place {
    client: IpAddr,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Places {
    /// So many for each client.
    pub(crate) fn new(each: usize) -> Self {
        Self {
            each,
            taken: Arc::default(),
        }
    }

    /// A place for one more call; none if the client has all of its own.
    pub(crate) fn take(&self, client: IpAddr) -> Option<Place> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(client).or_default();
        (*count < self.each).then(|| {
            *count += 1;
            Place {
                client,
                taken: Arc::clone(&self.taken),
            }
        })
    }
}

impl Drop for Place {
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
        let places = Places::new(2);
        let [one, two] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(IpAddr::from);
        let (first, second) = (places.take(one), places.take(one));
        assert!(first.is_some() && second.is_some());
        assert!(places.take(one).is_none());
        assert!(places.take(two).is_some());
        drop(first);
        let again = places.take(one);
        assert!(again.is_some());
        assert!(places.take(one).is_none());
        drop((second, again));
        assert!(
            places.taken.lock().unwrap().is_empty(),
            "nobody is remembered"
        );
    }
}
