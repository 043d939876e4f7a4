//! How many streams are open at once, of one client and of all.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::Client;

/// Streams at once. Each costs some tens of KiB, and maybe a connection to a service.
const STREAMS: u32 = 256;

/// Streams of one client at once: a few people of an office ask in the same minute.
const STREAMS_PER_CLIENT: u32 = 8;

/// The bound on streams, and the signal that ends them.
#[derive(Debug)]
pub struct Streams {
    all: Arc<Semaphore>,
    per_client: u32,
    clients: Mutex<HashMap<Client, u32>>,
    end: watch::Sender<bool>,
}

/// The place of one stream; given back when it is dropped.
#[derive(Debug)]
pub struct StreamPlace {
    streams: Arc<Streams>,
    client: Client,
    _permit: OwnedSemaphorePermit,
}

/// Why there is no place for a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// The client has all the streams that it may have.
    OfClient,
    /// All places are taken, or the origin is stopping.
    OfAll,
}

impl Streams {
    /// `generosity` multiplies what one client may have.
    pub fn new(generosity: NonZeroU32) -> Arc<Self> {
        Arc::new(Self {
            all: Arc::new(Semaphore::new(STREAMS as usize)),
            per_client: STREAMS_PER_CLIENT.saturating_mul(generosity.get()),
            clients: Mutex::default(),
            end: watch::Sender::new(false),
        })
    }

    /// A place for a client's stream.
    pub fn take(self: &Arc<Self>, client: Client) -> Result<StreamPlace, NoPlace> {
        if *self.end.borrow() {
            return Err(NoPlace::OfAll);
        }
        let permit = Arc::clone(&self.all).try_acquire_owned();
        let permit = permit.map_err(|_| NoPlace::OfAll)?;
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let open = clients.entry(client).or_default();
        if *open >= self.per_client {
            return Err(NoPlace::OfClient);
        }
        *open += 1;
        Ok(StreamPlace {
            streams: Arc::clone(self),
            client,
            _permit: permit,
        })
    }

    /// Tells all streams to end, and admits no more.
    pub fn end(&self) {
        self.end.send_replace(true);
    }

    /// Returns when no stream is open.
    pub async fn wait_for_none(&self) {
        // The semaphore is never closed, so this only waits.
        let _ = self.all.acquire_many(STREAMS).await;
    }
}

impl StreamPlace {
    /// Returns when the stream has to end.
    pub async fn wait_for_end(&self) {
        let mut end = self.streams.end.subscribe();
        // The sender lives as long as this place does.
        let _ = end.wait_for(|is_end| *is_end).await;
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let clients = &self.streams.clients;
        let mut clients = clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut open) = clients.entry(self.client) {
            *open.get_mut() -= 1;
            if *open.get() == 0 {
                open.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn client(number: u32) -> Client {
        Client::at(Ipv4Addr::from_bits(number).into())
    }

    #[test]
    fn a_client_has_its_share_of_streams_and_gets_places_back() {
        let streams = Streams::new(NonZeroU32::MIN);
        let mut places: Vec<_> = (0..STREAMS_PER_CLIENT)
            .map(|_| streams.take(client(1)).unwrap())
            .collect();
        assert_eq!(streams.take(client(1)).unwrap_err(), NoPlace::OfClient);
        assert!(streams.take(client(2)).is_ok());
        places.pop();
        assert!(streams.take(client(1)).is_ok());
        places.clear();
        assert!(streams.clients.lock().unwrap().is_empty());
    }

    #[test]
    fn all_clients_together_have_a_bound() {
        let streams = Streams::new(NonZeroU32::MIN);
        let places: Vec<_> = (0..STREAMS)
            .map(|number| streams.take(client(number)).unwrap())
            .collect();
        assert_eq!(streams.take(client(STREAMS)).unwrap_err(), NoPlace::OfAll);
        drop(places);
        assert!(streams.take(client(STREAMS)).is_ok());
    }

    #[tokio::test]
    async fn streams_are_told_to_end_and_waited_for() {
        let streams = Streams::new(NonZeroU32::MIN);
        let place = streams.take(client(1)).unwrap();
        streams.end();
        place.wait_for_end().await;
        assert_eq!(streams.take(client(2)).unwrap_err(), NoPlace::OfAll);
        drop(place);
        streams.wait_for_none().await;
    }
}
