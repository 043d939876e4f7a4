//! Clients in the log: a token by which the requests of one day can be put together, and which
//! cannot be turned back into an address.
//!
//! It is a hash under a random key that exists in memory alone, and changes at midnight UTC and
//! with every start. Without the key nothing can be compared: all four billion addresses of IPv4
//! would otherwise be hashed in a minute.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::protocol::client::network;

const SECONDS_OF_A_DAY: u64 = 24 * 60 * 60;
/// Bytes of a hash that are kept: two clients of a day share a token once in billions of pairs.
const KEPT: usize = 8;

static KEY: DayKey = DayKey(Mutex::new(None));

/// A client, as the log names it today.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientToken([u8; KEPT]);

impl ClientToken {
    /// The token of an address; of IPv6 the network of 64 bits counts, as for limits.
    pub(crate) fn from_address(address: IpAddr) -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        KEY.token(since.unwrap_or_default().as_secs(), address)
    }
}

impl fmt::Display for ClientToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

/// The day, and a hash that has read the key.
struct DayKey(Mutex<Option<(u64, Hmac<Sha256>)>>);

impl DayKey {
    fn token(&self, second: u64, address: IpAddr) -> ClientToken {
        let mut hash = self.hash_of(second / SECONDS_OF_A_DAY);
        match network(address.to_canonical()) {
            IpAddr::V4(address) => hash.update(&address.octets()),
            IpAddr::V6(address) => hash.update(&address.octets()),
        }
        let mut kept = [0; KEPT];
        kept.copy_from_slice(&hash.finalize().into_bytes()[..KEPT]);
        ClientToken(kept)
    }

    /// A copy of the day's hash, so that the lock is not held while hashing.
    fn hash_of(&self, day: u64) -> Hmac<Sha256> {
        let mut key = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*key {
            Some((of, hash)) if *of == day => hash.clone(),
            _ => {
                let random: [u8; 64] = rand::random();
                let hash = Hmac::new(&random.into());
                *key = Some((day, hash.clone()));
                hash
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(key: &DayKey, second: u64, address: &str) -> String {
        key.token(second, address.parse().unwrap()).to_string()
    }

    #[test]
    fn a_client_has_one_token_for_a_day_of_utc_and_another_one_the_day_after() {
        let key = DayKey(Mutex::new(None));
        let first = token(&key, SECONDS_OF_A_DAY, "192.0.2.1");
        assert_eq!(first.len(), 11);
        let rows = [
            (SECONDS_OF_A_DAY, "192.0.2.1", true),
            (SECONDS_OF_A_DAY, "::ffff:192.0.2.1", true),
            (2 * SECONDS_OF_A_DAY - 1, "192.0.2.1", true),
            (SECONDS_OF_A_DAY, "192.0.2.2", false),
            (2 * SECONDS_OF_A_DAY, "192.0.2.1", false),
            // The key of yesterday is forgotten.
            (SECONDS_OF_A_DAY, "192.0.2.1", false),
        ];
        for (second, address, is_same) in rows {
            let token = token(&key, second, address);
            assert_eq!(token == first, is_same, "{second} {address}");
        }
    }

    #[test]
    fn a_network_of_64_bits_is_one_client() {
        let key = DayKey(Mutex::new(None));
        let one = token(&key, 0, "2001:db8:0:1::1");
        assert_eq!(one, token(&key, 0, "2001:db8:0:1:ffff::"));
        assert_ne!(one, token(&key, 0, "2001:db8:0:2::1"));
    }

    #[test]
    fn another_process_has_other_tokens() {
        let [one, other] = [0; 2].map(|second| {
            let key = DayKey(Mutex::new(None));
            token(&key, second, "192.0.2.1")
        });
        assert_ne!(one, other);
    }
}
