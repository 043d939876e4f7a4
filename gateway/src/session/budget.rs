//! How often the origin may be asked for one client. Made-up tokens are never in the cache, so each would cost a question.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use moka::future::Cache;

/// Clients remembered at once, about 200 bytes each. Whoever holds so many addresses needs no second try from the same one.
const CLIENTS: u64 = 10_000;
/// A budget is full again after a second; one that was full for longer need not be kept.
const IDLE: Duration = Duration::from_secs(2);

/// What is left to each client.
pub(super) struct Budgets {
    quota: Quota,
    clients: Cache<IpAddr, Arc<DefaultDirectRateLimiter>>,
}

impl Budgets {
    /// So many questions per second and client, all of them at once if need be.
    pub(super) fn new(per_second: NonZeroU32) -> Self {
        Self {
            quota: Quota::per_second(per_second),
            clients: Cache::builder()
                .max_capacity(CLIENTS)
                .time_to_idle(IDLE)
                .build(),
        }
    }

    /// Whether one more question is allowed, which it then counts.
    pub(super) async fn allow(&self, client: IpAddr) -> bool {
        let quota = self.quota;
        let limiter = async { Arc::new(RateLimiter::direct(quota)) };
        let limiter = self.clients.get_with(household(client), limiter).await;
        limiter.check().is_ok()
    }
}

/// IPv6 hands out networks of 64 bits: whoever has one has all of its addresses.
fn household(client: IpAddr) -> IpAddr {
    const NETWORK: u128 = u128::MAX << 64;
    match client {
        IpAddr::V4(_) => client,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & NETWORK).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_clients_budget_is_its_own_and_that_of_its_network() {
        let budgets = Budgets::new(NonZeroU32::new(2).unwrap());
        for (client, expected) in [
            ("192.0.2.1", true),
            ("192.0.2.1", true),
            ("192.0.2.1", false),
            ("192.0.2.2", true),
            ("2001:db8::1", true),
            ("2001:db8::2:1", true),
            ("2001:db8::3:1", false),
            ("2001:db8:0:1::1", true),
        ] {
            assert_eq!(
                budgets.allow(client.parse().unwrap()).await,
                expected,
                "{client}"
            );
        }
    }
}
